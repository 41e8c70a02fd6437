// SPDX-License-Identifier: MIT
// The vectors of this chapter: a[i] = -i, b[i] = i^2, and what their sum has to be.
//
// Sums and squares that outgrow an int wrap around in unsigned arithmetic, where C defines them to
// do so; in an int that would be undefined behaviour. A seed s stands for the vectors that begin
// at i = s.
#ifndef VECTORS_H
#define VECTORS_H

#include <stddef.h>
#include <stdint.h>

static inline void vectors_fill(int *a, int *b, size_t n, uint64_t seed) {
    for (size_t k = 0; k < n; k++) {
        const unsigned i = (unsigned)(k + seed);
        a[k] = (int)-i;
        b[k] = (int)(i * i);
    }
}

// Not a[k] + b[k] once more, but by another road: -i + i^2 = i (i - 1).
static inline void vectors_sum(int *sum, size_t n, uint64_t seed) {
    for (size_t k = 0; k < n; k++) {
        const unsigned i = (unsigned)(k + seed);
        sum[k] = (int)(i * (i - 1));
    }
}

#endif
