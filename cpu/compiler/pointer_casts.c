// SPDX-License-Identifier: MIT
// Casts: of pointers to integers that have no room for them, which nvcc warns of, and C++ refuses
// where it gets to see it, in the host's code; to types with a qualifier that says nothing. And
// pointers to void, whose objects cannot be deleted.
#include "names.h"
#include "refuse.h"
#include "rewrite.h"
#include "tree.h"
#include "warn.h"

static bool loses_address(const struct node *n) {
    if (n->kind != CAST || n->type->shape != NUMBER_TYPE || !n->type->integer || !n->type->bytes ||
        n->type->bytes >= sizeof(void *) || is_bool(n->type) || !n->child)
        return false;
    const enum shape of = value_type(n->child)->shape;
    return (of == POINTER || of == ARRAY) && owner_of(n->first) == USER;
}

// (const int)a: of a value, which nobody can assign to anyway.
static bool has_idle_qualifier(const struct node *n) {
    return (n->type->constant || n->type->ordered) && is_plain(n->type) && !n->sign_length &&
           owner_of(n->first) == USER;
}

void warn_of_delete(const struct node *n) {
    const struct type *const type = value_type(n->child);
    const struct type *const of = type->shape == POINTER ? type->of : NULL;
    if (of && of->shape == UNKNOWN && of->name && is(of->name, "void"))
        warn(n->child->first, INCOMPLETE_OBJECT,
             "expression must be a pointer to a complete object type");
}

void warn_of_cast(const struct node *n) {
    if (has_idle_qualifier(n))
        warn(n->first + (is(n->first, "(") ? 1 : 2), CAST_QUALIFIER,
             "type qualifier is meaningless on cast type");
    if (loses_address(n))
        warn(n->first, LOST_ADDRESS, "conversion from pointer to smaller integer");
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
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what == FUNCTION && d->body && owner_of(d->name) == USER &&
            spaces_of(d) & (DEVICE | GLOBAL))
            find_casts(read_function(d)->body, spaces_of(d));
    }
}
