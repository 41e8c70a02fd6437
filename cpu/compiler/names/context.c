// SPDX-License-Identifier: MIT
// In what a token stands: whether that is evaluated, and when; and the name that is meant there.
// The tree says so; for tokens that are in no tree there is no answer.
#include "names.h"

// What is given by default to the parameter that token i of function d stands after.
static const struct node *default_at(size_t i, const struct declaration *d) {
    const struct signature *const s = signature_of(d);
    for (size_t k = 0; k < s->count; k++)
        if (s->formals[k].end < i && i < s->formals[k].after)
            return read_value(s->formals[k].end + 1, parse_item);
    return NULL;
}

// The tree in which token i stands: in a function, or of a variable or member; NULL: in none.
static const struct node *tree_at(size_t i) {
    const struct declaration *const d = function_around(i), *const outside = declaration_at(i);
    const struct node *n = NULL;
    if (!d)
        n = outside && outside->what == VARIABLE ? declared_tree(outside) : NULL;
    else if (i > d->open && i < closing(d->open))
        n = default_at(i, d);
    else if (d->body && i >= d->open)
        n = i > d->body ? read_function(d)->body : read_function(d)->initialisers;
    return n && n->first <= i && i <= n->last ? n : NULL;
}

size_t path_to(size_t i, const struct node *path[DEEPEST]) {
    const struct node *n = tree_at(i);
    size_t depth = 0;
    while (n && depth < DEEPEST) {
        path[depth++] = n;
        for (n = n->child; n && !(n->first <= i && i <= n->last);)
            n = n->next;
    }
    return depth;
}

const struct node *find_around(size_t i, bool (*is_such)(const struct node *, size_t)) {
    const struct node *const n = tree_at(i);
    return n ? find_down(n, i, is_such) : NULL;
}

bool is_asked(size_t i) {
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    for (size_t k = 0; k < depth; k++)
        if ((path[k]->kind == SIZE_OF && (is_listed(path[k]->first, "sizeof alignof noexcept") ||
                                          is_one(path[k]->first, ASKING))) ||
            (path[k]->kind == TYPE_ID && !is(path[k]->first, "typeid")))
            return true;
    return false;
}

bool is_unevaluated(size_t i) {
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    const struct declaration *const d = function_around(i);
    if (is_asked(i))
        return true;
    // what stands in a head, and is no value, says something of types; a class's name, what it
    // makes
    const struct declaration *const own = depth == 0 && !d ? declaration_at(i) : NULL;
    if (own)
        return own->what != CLASS && !(own->what == ALIAS && own->name == own->start);
    // one that is = default; what a constructor makes without a word, named at its {
    if (d && (i == d->name || i == d->body))
        return false;
    return depth == 0 || path[depth - 1]->kind == LAMBDA ||
           (d && depth == 1 && i > closing(d->open) && i < d->body);
}

// Does the statement give a value to what it declares constexpr by its child c?
static bool is_constexpr_value(const struct node *n, const struct node *c) {
    for (size_t k = 0; n->kind == DECLARATION && k < n->declared_count; k++)
        if (n->declared[k]->initial == c)
            return n->is_constexpr;
    return false;
}

bool is_needed_early(size_t i) {
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    for (size_t k = 0; k + 1 < depth; k++) {
        const struct node *const n = path[k], *const c = path[k + 1];
        if ((n->early && c == n->child) || n->kind == LABEL ||
            (c->kind == SIZE_OF && is(c->first, "[")) || is_constexpr_value(n, c))
            return true;
    }
    // nothing that runs stands in it, or it is one of a type's words, or it is not known
    const struct node *const n = depth > 0 ? path[depth - 1] : NULL;
    return !n || (n->name != i && n->first != i);
}

// The compiler names a call at its ), a method's too.
size_t back_to_word(size_t i, const char *name) {
    if (is(i, ")") && is(opening(i) - 1, name))
        return opening(i) - 1;
    for (size_t t = i; t > 0 && !is(t, ";") && !is(t, "{"); t--)
        if (is(t, name))
            return t;
        else if (is(t, "}"))
            t = opening(t);
    return i;
}
