// SPDX-License-Identifier: MIT
// What the parser asks of names that names/ has noted: which class has its body where, which
// variable is declared outside functions, whether enumerations are numbers.
#include <stdlib.h>

#include "parser.h"

static size_t *bodies;                     // of each word: the { of a class; token_count: two
static const struct declaration **outside; // ... a variable, `several` of them
static const struct declaration several;
static bool enum_operators;

void forget_symbols(void) {
    free(bodies);
    free(outside);
    bodies = allocate(word_total(), sizeof *bodies);
    outside = allocate(word_total(), sizeof *outside);
}

bool enums_have_operators(void) {
    return enum_operators;
}

void set_enum_operators(bool there_are) {
    enum_operators = there_are;
}

void note_body(size_t name, size_t open) {
    size_t *const body = &bodies[word(name)];
    *body = !open || (*body && *body != open) ? token_count : open;
}

size_t class_body(size_t i) {
    const size_t body = word(i) < word_total() ? bodies[word(i)] : 0;
    return body < token_count ? body : 0;
}

void note_outside(const struct declaration *d) {
    const size_t w = word(d->name);
    if (!in_class(d) && w < word_total())
        outside[w] = outside[w] || d->is_template ? &several : d;
}

const struct declaration *variable_declared(size_t i) {
    const struct declaration *const d = word(i) < word_total() ? outside[word(i)] : NULL;
    return d == &several ? NULL : d;
}

bool hides_headers(size_t i) {
    const struct declaration *const d = flags(i) & USERS ? NULL : variable_declared(i);
    return d && d->scope == NO_SCOPE && owner_of(d->name) == USER;
}
