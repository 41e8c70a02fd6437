// SPDX-License-Identifier: MIT
// What a function returns the address of, or refers to, and is no longer there then.
#include "names.h"
#include "tree.h"
#include "warn.h"

// Is the local variable there only while the function runs?
static bool ends_with_function(const struct variable *v) {
    return !v->stays && !v->reference &&
           (v->role == LOCAL || v->role == PARAMETER || v->role == UNIFORM);
}

// Is it a local variable, or a part of one?
static bool is_part_of_local(const struct node *n) {
    n = bare(n);
    if (n->kind == CONDITIONAL)
        return is_part_of_local(child(n, 1)) || is_part_of_local(child(n, 2));
    while (n->kind == MEMBER || (n->kind == INDEX && n->child->type->shape == ARRAY))
        n = bare(n->child);
    return n->kind == LOCAL_NAME && ends_with_function(n->variable);
}

static bool is_address_of_local(const struct node *n) {
    n = bare(n);
    if (n->kind == ADDRESS_OF)
        return is_part_of_local(n->child);
    if (n->kind == CAST || (n->kind == BINARY && (has_sign(n, "+") || has_sign(n, "-"))))
        return is_address_of_local(n->child);
    const struct type *const type = n->kind == LOCAL_NAME ? &n->variable->type : n->type;
    return type->shape == ARRAY && is_part_of_local(n);
}

void warn_of_result(const struct node *n, const struct declaration *in) {
    const struct signature *const s = signature_of(in);
    const struct node *const value = n->child;
    if (!value || !s->is_known || owner_of(value->first) != USER)
        return;
    if (s->refers && is_part_of_local(value))
        warn(value->first, LOCAL_REFERRED, "returning reference to local variable");
    else if (s->refers && bare(value)->kind == CONSTANT_VALUE && is_plain(&s->result) &&
             s->result.shape == NUMBER_TYPE)
        warn(value->first, TEMPORARY_REFERRED, "returning reference to local temporary");
    else if (!s->refers && s->result.shape == POINTER && is_address_of_local(value))
        warn(value->first, LOCAL_POINTED, "returning pointer to local variable");
}
