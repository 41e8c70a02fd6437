// SPDX-License-Identifier: MIT
// Elements that some threads store, wherever they lie:
//
//     if (value > limit)                      store_if(value > limit, out, at, value);
//         out[at] = value;
//
// Which threads do so is the data's to say, and a processor that guesses it is often wrong. So all
// of them store something, and those that shall not, in a place that is never read (loops.h). What
// is stored, and where, is then worked out for all: so it names nothing but variables.
#include "split/fission.h"

static bool just_adds(const struct node *n) {
    n = bare(n);
    if (n->kind == BINARY)
        return (has_sign(n, "+") || has_sign(n, "-")) && just_adds(child(n, 0)) &&
               just_adds(child(n, 1));
    return n->kind == CONSTANT_VALUE ||
           (n->kind == LOCAL_NAME && is_plain(n->type) && n->type->shape == NUMBER_TYPE &&
            n->variable->role != SHARED_MEMORY && !n->variable->open);
}

const struct node *scattered_store(const struct node *n) {
    const struct node *const condition = n->child, *statement = condition ? condition->next : NULL;
    if (n->kind != IF || !is(n->first, "if") || !is(n->first + 1, "(") || statement->next ||
        (n->effects & EFFECTS) || n->returns || n->escapes ||
        (bare(condition)->kind != BINARY && bare(condition)->kind != LOCAL_NAME))
        return NULL;
    if (statement->kind == BLOCK && statement->child && !statement->child->next)
        statement = statement->child;
    const struct node *const e = statement->kind == EXPRESSION ? statement->child : NULL;
    if (!e || e->kind != ASSIGN || !has_sign(e, "="))
        return NULL;
    const struct node *const to = child(e, 0), *const value = child(e, 1);
    if (to->kind != INDEX || to->type->shape != NUMBER_TYPE || !just_adds(value))
        return NULL;
    const struct node *const array = to->child, *const index = child(to, 1);
    const enum spread spread = spread_in_row(index, n);
    return array->kind == LOCAL_NAME && array->type->shape == POINTER &&
                   array->first == to->first && is_uniform(array, false) && just_adds(index) &&
                   spread != INVARIANT && spread != BESIDE && is(array->last + 1, "[") &&
                   is(index->first - 1, "[") && is(index->last + 1, "]") &&
                   is(index->last + 2, "=") && value->first == index->last + 3 &&
                   is(value->last + 1, ";")
               ? e
               : NULL;
}
