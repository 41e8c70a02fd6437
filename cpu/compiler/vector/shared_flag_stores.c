// SPDX-License-Identifier: MIT
// Flags: `*more = 1;` of some threads of a row (index.c), who all write the same. A core that
// writes takes the line of memory from all others, even if the value does not change; with many
// cores such a kernel would wait for that. So the threads read first. Only under conditions, where
// the loop is not vectorised anyway.
#include "split/fission.h"

// A pointer to an integer that was handed to the kernel, or its first element.
static bool is_where_it_points(const struct node *n) {
    unsigned long long index = 0;
    const struct node *pointer = n->child ? bare(n->child) : NULL;
    if ((n->kind != DEREFERENCE && n->kind != INDEX) || !pointer || pointer->kind != LOCAL_NAME ||
        (n->kind == INDEX && !literal_value(bare(child(n, 1)), &index)))
        return false;
    const struct variable *v = pointer->variable;
    return is_given(v) && !v->ordered && v->type.shape == POINTER &&
           v->type.of->shape == NUMBER_TYPE && v->type.of->integer;
}

bool sets_flag(const struct node *statement) {
    const struct node *n = statement->kind == EXPRESSION ? statement->child : NULL;
    unsigned long long value;
    return n && n->kind == ASSIGN && has_sign(n, "=") && is_where_it_points(bare(child(n, 0))) &&
           literal_value(bare(child(n, 1)), &value);
}
