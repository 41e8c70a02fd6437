// SPDX-License-Identifier: MIT
// Atomics on shared memory in kernels that are split: one OS thread runs the block, so they need no
// lock. Only where the source shows that it is an element of a __shared__ variable, and nothing in
// the kernel reaches for the memory of another block of its cluster.
#include "fission.h"

static bool is_call_of(const struct node *n, size_t i) {
    return n->kind == CALL && n->name == i;
}

// atomicAdd(&shared[i], ...
bool is_atomic_in_block(const struct fission *f, size_t i) {
    static const char names[] =
        "atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExch";
    if (!is_listed(i, names) || (flags(i) & USERS))
        return false;
    const struct node *const call = find_down(f->body, i, is_call_of);
    if (!call || call->sign_length || !call->child || call->child->kind != ADDRESS_OF)
        return false;
    const struct node *const element = call->child->child, *of = element;
    while (of->kind == INDEX && of->child->type->shape == ARRAY)
        of = of->child;
    return of->kind == LOCAL_NAME && of->variable->role == SHARED_MEMORY &&
           element->type->shape == NUMBER_TYPE && !(f->body->effects & REACHES);
}
