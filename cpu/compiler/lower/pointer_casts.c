// SPDX-License-Identifier: MIT
// Casts of pointers to integers that have no room for them: nvcc takes them in device code, C++
// does not.
#include "rewrite.h"

static bool loses_address(const struct node *n) {
    if (n->kind != CAST || n->type->shape != NUMBER_TYPE || !n->type->integer || !n->type->bytes ||
        n->type->bytes >= sizeof(void *) || is_bool(n->type) || !n->child)
        return false;
    const enum shape of = n->child->type->shape;
    return (of == POINTER || of == ARRAY) && owner_of(n->first) == USER;
}

static void find_casts(const struct node *n, unsigned code) {
    if (loses_address(n) && code & (DEVICE | GLOBAL) && !(code & HOST)) {
        insert_before(n->child->first, text("(unsigned long)("));
        insert_after(n->child->last, text(")"));
    }
    for (const struct node *c = n->child; c; c = c->next)
        find_casts(c, code_below(n, c, code));
}

void rewrite_pointer_casts(void) {
    for (const struct declaration *d = declarations; d < declarations + declaration_count; d++) {
        if (d->what == FUNCTION && d->body && owner_of(d->name) == USER &&
            spaces_of(d) & (DEVICE | GLOBAL))
            find_casts(read_function(d)->body, spaces_of(d));
    }
}
