// SPDX-License-Identifier: MIT
// `const` that has been said before: nvcc takes it, C++ does not.
#include "rewrite.h"

bool is_repeated(size_t i) {
    size_t t = i;
    while (is(i, "const") && t > 0 && is_any(t - 1, arithmetic))
        t--;
    return is(i, "const") && t > 0 && is(t - 1, "const") && owner_of(i) == USER;
}

void drop_repeated(void) {
    for (size_t i = 0; i < token_count; i++)
        if (is_repeated(i))
            erase(i, i);
}
