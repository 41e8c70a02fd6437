// SPDX-License-Identifier: MIT
// Atomics on shared memory in kernels that are split: one OS thread runs the block, so they need no
// lock. Only where the source shows that it is an element of a __shared__ variable, and nothing in
// the kernel reaches for the memory of another block of its cluster.
#include "fission.h"

// The call in the tree whose name stands at token i; NULL: there is none.
static const struct node *call_at(const struct node *n, size_t i) {
    const struct node *found = n->kind == CALL && n->name == i ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        found = c->first <= i && i <= c->last ? call_at(c, i) : NULL;
    return found;
}

// atomicAdd(&shared[i], ...
bool is_atomic_in_block(const struct fission *f, size_t i) {
    static const char *const names[] = {"atomicAdd", "atomicMin", "atomicMax",  "atomicAnd",
                                        "atomicOr",  "atomicXor", "atomicExch", NULL};
    const struct node *call = NULL;
    if (!is_any(i, names) || (flags(i) & USERS))
        return false;
    for (size_t s = 0; s < f->step_count && !call; s++)
        call =
            f->steps[s].first <= i && i <= f->steps[s].last ? call_at(f->steps[s].node, i) : NULL;
    if (!call || call->sign_length || !call->child || call->child->kind != ADDRESS_OF)
        return false;
    const struct node *const element = call->child->child, *of = element;
    while (of->kind == INDEX && of->child->type->shape == ARRAY)
        of = of->child;
    return of->kind == LOCAL_NAME && of->variable->role == SHARED_MEMORY &&
           element->type->shape == NUMBER_TYPE && !(f->body->effects & REACHES);
}
