// SPDX-License-Identifier: MIT
// The declarations of each name, in their order: what a name means is looked up all the time. And
// what names/ has noted of names, for the parser.
#include <stdlib.h>

#include "parser.h"

static struct named *names;
static size_t *further; // of each declaration: the next one of its name, from 1
// Of each token, numbers from 1: the class or enumeration whose { it is; the innermost declaration,
// and function, that it stands in.
static size_t *bodies, *around, *functions;
static size_t indexed; // so many tokens

void forget_names(void) {
    free(names);
    names = allocate(word_total(), sizeof *names);
}

struct named *named(size_t i) {
    static struct named none;
    none = (struct named){.first = 0};
    return word(i) < word_total() ? &names[word(i)] : &none;
}

// Of each token the innermost declaration, or function, around it: outer ones come first, so the
// last one that it stands in, and each token is looked at once.
static size_t *innermost(bool function) {
    size_t *const found = allocate(token_count, sizeof *found);
    size_t *const next = allocate(token_count + 1, sizeof *next); // that may have none yet
    for (size_t t = 0; t <= token_count; t++)
        next[t] = t;
    for (size_t k = declaration_count; k-- > 0;)
        for (size_t t = declarations[k].first; !function || declarations[k].what == FUNCTION;) {
            while (next[t] != t)
                t = next[t] = next[next[t]];
            if (t > declarations[k].end || t == token_count)
                break;
            found[t] = k + 1;
            next[t] = t + 1;
        }
    free(next);
    return found;
}

void index_declarations(void) {
    free(further);
    free(bodies);
    free(around);
    free(functions);
    indexed = token_count;
    around = innermost(false);
    functions = innermost(true);
    bodies = allocate(indexed + 1, sizeof *bodies);
    further = allocate(declaration_count, sizeof *further);
    for (size_t k = declaration_count; k-- > 0;) {
        struct named *const name = named(declarations[k].name);
        if (declarations[k].what == CLASS || declarations[k].what == ENUMERATION)
            bodies[declarations[k].body] = k + 1;
        further[k] = name->first;
        name->first = k + 1;
    }
}

static const struct declaration *numbered(size_t k) {
    return k ? &declarations[k - 1] : NULL;
}

const struct declaration *first_named(size_t i) {
    return numbered(named(i)->first);
}

const struct declaration *next_named(const struct declaration *d) {
    return numbered(further[d - declarations]);
}

const struct declaration *type_with_body(size_t i) {
    return numbered(bodies[i]);
}

const struct declaration *declaration_at(size_t i) {
    return i < indexed ? numbered(around[i]) : NULL;
}

const struct declaration *function_around(size_t i) {
    return i < indexed ? numbered(functions[i]) : NULL;
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

bool in_class(const struct declaration *d) {
    return d->scope != NO_SCOPE && declarations[d->scope].what == CLASS;
}

bool has_no_name(const struct declaration *d) {
    return d->name == d->body;
}

bool in_function(const struct declaration *d) {
    while (d->scope != NO_SCOPE && declarations[d->scope].what != FUNCTION)
        d = &declarations[d->scope];
    return d->scope != NO_SCOPE;
}

bool is_one_scope(size_t a, size_t b) {
    while (a != b && a != NO_SCOPE && b != NO_SCOPE && declarations[a].what == NAMESPACE &&
           declarations[b].what == NAMESPACE &&
           same_word(declarations[a].name, declarations[b].name)) {
        a = declarations[a].scope;
        b = declarations[b].scope;
    }
    return a == b;
}

bool is_guide(const struct declaration *d) {
    size_t t = d->start;
    while (t < d->name && !is(t, "auto"))
        t = nesting(t) > 0 ? closing(t) + 1 : t + 1;
    return d->name == d->start ||
           (d->what == FUNCTION && !d->special && t >= d->name && is(closing(d->open) + 1, "->"));
}

bool is_in_template(const struct declaration *d) {
    bool is_one = d->is_template && !d->is_specialisation;
    for (size_t scope = d->scope; scope != NO_SCOPE && !is_one; scope = declarations[scope].scope)
        is_one = declarations[scope].is_template;
    return is_one ||
           (d->qualifier && ANY_NAMED(o, d->qualifier, o->what == CLASS && o->is_template));
}

size_t class_name(const struct declaration *d) {
    if (in_class(d))
        return declarations[d->scope].name;
    return d->qualifier;
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

static const struct declaration several;
bool enums_have_operators;

void note_body(size_t name, size_t open) {
    size_t *const body = &named(name)->body;
    *body = !open || (*body && *body != open) ? token_count : open;
}

size_t class_body(size_t i) {
    const size_t body = named(i)->body;
    return body < token_count ? body : 0;
}

void note_outside(const struct declaration *d) {
    const struct declaration **const outside = &named(d->name)->outside;
    if (!in_class(d))
        *outside = *outside || d->is_template ? &several : d;
}

const struct declaration *variable_declared(size_t i) {
    const struct declaration *const d = named(i)->outside;
    return d == &several ? NULL : d;
}

bool hides_headers(size_t i) {
    const struct declaration *const d = flags(i) & USERS ? NULL : variable_declared(i);
    return d && d->scope == NO_SCOPE && owner_of(d->name) == USER;
}
