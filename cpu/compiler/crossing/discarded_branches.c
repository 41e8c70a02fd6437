// SPDX-License-Identifier: MIT
// What stands in a branch of an `if constexpr` that may not be taken: nvcc does not look at it, and
// the C++ compiler names what it uses where it is no template's.
#include "uses.h"

bool is_discardable(size_t i) {
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    for (size_t k = 0; k + 1 < depth; k++)
        if (path[k]->early && path[k + 1] != path[k]->child)
            return true;
    return false;
}
