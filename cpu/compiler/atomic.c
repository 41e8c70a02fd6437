// SPDX-License-Identifier: MIT
// Atomics on shared memory in kernels that are split: one OS thread runs the block, so they need no
// lock. Only where the source shows that it is an element of a __shared__ variable, and no program
// text reaches for the memory of another block of a cluster.
#include "tree.h"

static bool clusters_share(void) {
    static int known = -1; // the file is one and the same
    static const char *const words[] = {"map_shared_rank", "__cluster_map_shared_rank", NULL};
    for (size_t i = 0; known < 0 && i < token_count; i++)
        if (is_any(i, words) && places[i].owner == USER)
            known = 1;
    known = known < 0 ? 0 : known;
    return known;
}

// atomicAdd(&shared[i], ...
bool is_atomic_in_block(size_t i) {
    static const char *const names[] = {"atomicAdd", "atomicMin", "atomicMax",  "atomicAnd",
                                        "atomicOr",  "atomicXor", "atomicExch", NULL};
    if (!is_any(i, names) || !is(i + 1, "(") || !is(i + 2, "&") || (flags(i) & USERS) ||
        is(i - 1, "::") || is(i - 1, ".") || is(i - 1, "->"))
        return false;
    const struct variable *v = meaning(i + 3);
    if (!v || v->role != SHARED_MEMORY)
        return false;
    const struct type *type = &v->type;
    for (i += 4; is(i, "["); i = closing(i) + 1, type = type->of)
        if (type->shape != ARRAY)
            return false;
    return is(i, ",") && type->shape == NUMBER_TYPE && !clusters_share();
}
