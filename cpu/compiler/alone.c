// SPDX-License-Identifier: MIT
// Loops that get a loop over threads of their own, although no barrier stands in front of them or
// behind: those that add up what is in shared memory.
//
//     sum = 0;                                  each_thread([&] { sum = 0; });
//     for (int k = 0; k < TILE; k++)            each_thread([&] { for (...) sum += ...; });
//         sum += a[ty][k] * b[k][tx];           each_thread([&] { out[i] -= sum; });
//     out[i] -= sum;
//
// The store behind, which may go anywhere, would keep the compiler from taking neighbouring threads
// together; so would another number of turns for each.
#include "fission.h"

enum { FROM_SHARED = 1, TILE = 2 }; // what is read: TILE has two dimensions

// Reads, and assigns to variables of the thread alone.
static bool just_sums(const struct node *n, unsigned *read) {
    const struct node *const to = n->child;
    switch (n->kind) {
    case ASSIGN:
    case STEP:
        if (to->kind != LOCAL_NAME || !is_plain(to->type) || to->variable->open ||
            to->variable->passed || to->variable->reference)
            return false;
        break;
    case LOCAL_NAME:
        if (n->variable->role == SHARED_MEMORY)
            *read |=
                FROM_SHARED | (n->type->shape == ARRAY && n->type->of->shape == ARRAY ? TILE : 0u);
        break;
    case CALL:
        if ((flags(n->name) & (PURE | COSTLY)) != PURE)
            return false;
        break;
    case DECLARATION:
    case FOR:
    case BLOCK:
    case EXPRESSION:
    case EMPTY:
    case BINARY:
    case CONDITIONAL:
        break;
    default:
        if (!just_combines(n))
            return false;
    }
    for (const struct node *c = n->child; c; c = c->next)
        if (!just_sums(c, read))
            return false;
    return true;
}

bool stands_alone(const struct node *n) {
    unsigned read = 0;
    if (n->kind != FOR || (n->effects & (ORDERED | PLACED)) || n->returns || !just_sums(n, &read))
        return false;
    const struct node *const condition = child(n, 1);
    const bool uneven = condition->kind == BINARY && !is_uniform(child(condition, 1), false);
    return (read & TILE) || (read && uneven);
}
