// SPDX-License-Identifier: MIT
// The three sizes of a product, c = a b: c is m x n, a is m x k, b is k x n. Everywhere in this
// chapter they come in this order, that of BLAS, and to a kernel under their names, so that two of
// them can't be exchanged unseen. Plain C too.
#ifndef SIZES_H
#define SIZES_H

#include <stddef.h>

struct sizes {
    int m, n, k;
};

static inline struct sizes sizes_of(size_t m, size_t n, size_t k) {
    struct sizes s;
    s.m = (int)m;
    s.n = (int)n;
    s.k = (int)k;
    return s;
}

#endif
