// SPDX-License-Identifier: MIT
// What stands in a branch of an `if constexpr` that is not taken: nvcc does not look at it, and the
// C++ compiler names what it uses where it is no template's.
#include "uses.h"

bool constant_value(const struct node *n, long long *value) {
    unsigned long long literal;
    long long a, b;
    n = bare(n);
    if (n->kind == CONSTANT_VALUE) {
        const bool number = literal_value(n, &literal);
        *value = number ? (long long)literal : is(n->first, "true");
        return number || is(n->first, "true") || is(n->first, "false");
    }
    if (n->kind == LOCAL_NAME || n->kind == GLOBAL_NAME) {
        const struct declaration *const d = n->kind == GLOBAL_NAME ? variable_meant(n->name) : NULL;
        const struct variable *const v = d ? declared_as(d) : n->variable;
        return v && (d ? d->is_const : v->type.constant) && v->initial && n->first > v->last &&
               constant_value(v->initial, value);
    }
    if (n->kind == SIGN && has_sign(n, "!") && constant_value(n->child, &a))
        return *value = !a, true;
    if (n->kind == SIGN && has_sign(n, "-") && constant_value(n->child, &a))
        return *value = -a, true;
    if (n->kind != BINARY || !constant_value(n->child, &a) || !constant_value(child(n, 1), &b))
        return false;
    *value = has_sign(n, "==")  ? a == b
             : has_sign(n, "<") ? a < b
             : has_sign(n, ">") ? a > b
             : has_sign(n, "+") ? a + b
                                : a - b;
    return has_sign(n, "==") || has_sign(n, "<") || has_sign(n, ">") || has_sign(n, "+") ||
           has_sign(n, "-");
}

// Whether token i is in a branch of an `if constexpr` in the tree that may be discarded.
static bool is_in_branch(const struct node *n, size_t i) {
    long long value;
    for (const struct node *c = n->child; c; c = c->next)
        if (c->first <= i && i <= c->last)
            return (n->early && c != n->child &&
                    !(constant_value(n->child, &value) && (c == n->child->next) == (value != 0))) ||
                   is_in_branch(c, i);
    return false;
}

// ... which only what is made of a template shows to be there; what else may be there is not
// refused.
bool is_discardable(size_t i) {
    const struct declaration *const d = function_around(i);
    return d && d->body && i > d->body && is_in_branch(read_function(d)->body, i);
}
