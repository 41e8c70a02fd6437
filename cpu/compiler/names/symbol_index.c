// SPDX-License-Identifier: MIT
// The declarations of each name, in their order: what a name means is looked up all the time.
#include <stdlib.h>

#include "declare.h"
#include "scope.h"
#include "intern.h"

static size_t *firsts;  // of each word
static size_t *further; // of each declaration: the next one of its name

void index_names(void) {
    free(firsts);
    free(further);
    firsts = (size_t *)allocate(word_total() + 1, sizeof *firsts);
    further = (size_t *)allocate(declaration_count + 1, sizeof *further);
    for (size_t k = 0; k < word_total(); k++)
        firsts[k] = NO_SCOPE;
    for (size_t k = declaration_count; k-- > 0;) {
        const size_t name = word(declarations[k].name);
        further[k] = name < word_total() ? firsts[name] : NO_SCOPE;
        if (name < word_total())
            firsts[name] = k;
    }
}

size_t first_named(size_t i) {
    return word(i) < word_total() ? firsts[word(i)] : NO_SCOPE;
}

size_t next_named(size_t k) {
    return further[k];
}

bool any_declared(struct known *known, bool (*is_such)(const struct declaration *)) {
    if (known->tokens == token_count)
        return known->answer;
    known->tokens = token_count;
    known->answer = false;
    for (size_t k = 0; k < declaration_count && !known->answer; k++)
        known->answer = is_such(&declarations[k]);
    return known->answer;
}

// Is a what b's scope declares, a class or a namespace: T N::name?
static bool names_scope(const struct declaration *a, const struct declaration *b) {
    return a->qualifier && b->scope != NO_SCOPE &&
           same_word(a->qualifier, declarations[b->scope].name);
}

bool declare_one(const struct declaration *a, const struct declaration *b) {
    const size_t of_a = class_name(a), of_b = class_name(b);
    if (names_scope(a, b) || names_scope(b, a))
        return true;
    return of_a && of_b ? same_word(of_a, of_b) : is_one_scope(a->scope, b->scope);
}

const struct declaration *in_its_class(const struct declaration *d) {
    for (size_t k = d->qualifier && !d->open ? first_named(d->name) : NO_SCOPE; k != NO_SCOPE;
         k = next_named(k))
        if (declarations[k].what == VARIABLE && declarations[k].open &&
            !declarations[k].qualifier && declare_one(&declarations[k], d))
            return &declarations[k];
    return d;
}
