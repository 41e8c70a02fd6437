// SPDX-License-Identifier: MIT
// Loops over threads that leave the same if they go over some threads again: they touch nothing but
// neighbouring elements (access_stride.c), and read nothing that they write. So a row that is no
// whole number of vectors may end with one that begins farther in front (run_again() in loops.h).
#include "split/fission.h"

bool is_array_alone(const struct variable *v) {
    return v->role == SHARED_MEMORY && !v->reference && v->type.shape == ARRAY && v->type.size;
}

static bool are_apart(const struct variable *a, const struct variable *b) {
    return a != b && ((is_array_alone(a) && (is_array_alone(b) || is_given(b))) ||
                      (is_given(a) && is_array_alone(b)));
}

// What has the element, without its indices.
static const struct node *array_of(const struct node *element) {
    while (element->kind == INDEX)
        element = element->child;
    return element;
}

static const struct variable *variable_of(const struct node *n) {
    return array_of(n)->kind == LOCAL_NAME ? array_of(n)->variable : NULL;
}

static bool reads(const struct node *n, const struct variable *v);

static bool reads_in_index(const struct node *n, const struct variable *v) {
    for (; n->kind == INDEX; n = n->child)
        if (reads(child(n, 1), v))
            return true;
    return false;
}

// Does it read the variable, or an element that may be one of that array's?
static bool reads(const struct node *n, const struct variable *v) {
    if (n->kind == ASSIGN && has_sign(n, "="))
        return reads_in_index(n->child, v) || reads(child(n, 1), v);
    if (n->kind == INDEX) {
        const struct variable *const array = variable_of(n);
        return (v->role != PRIVATISED && !(array && are_apart(array, v))) || reads_in_index(n, v);
    }
    if (n->kind == LOCAL_NAME && n->variable == v)
        return true;
    for (const struct node *c = n->child; c; c = c->next)
        if (reads(c, v))
            return true;
    return false;
}

// Is nothing that the part of the statement writes read in it?
static bool just_writes(const struct node *n, const struct node *statement) {
    if (n->kind == ASSIGN) {
        const struct node *const to = n->child;
        const struct variable *const v = variable_of(to);
        const bool local = to->kind == LOCAL_NAME && v->role == LOCAL; // a new one each time
        if (!v || !has_sign(n, "=") ||
            !(to->kind == INDEX ? is_array_alone(v) || is_given(v)
                                : local || v->role == PRIVATISED) ||
            (!local && reads(statement, v)))
            return false;
    }
    for (const struct node *c = n->child; c; c = c->next)
        if (!just_writes(c, statement))
            return false;
    return true;
}

bool leaves_the_same_again(const struct node *n) {
    return touches_just_beside(n) && just_writes(n, n);
}
