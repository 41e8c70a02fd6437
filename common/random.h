// SPDX-License-Identifier: MIT
// Random numbers that are the same on every machine, on host and device, in C and in CUDA: the
// generator is splitmix64, a counter and a hash that turns it into noise. So the i-th number of a
// seed needs none of those before it.
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

#ifdef __CUDACC__
#define RANDOM_ANYWHERE __host__ __device__
#else
#define RANDOM_ANYWHERE
#endif

#define RANDOM_STEP 0x9e3779b97f4a7c15u // from one counter to the next

// The noise at a counter: uniform in [0, 1). 24 bits fill a float's mantissa, so that it is exact.
RANDOM_ANYWHERE static inline float random_at(uint64_t counter) {
    uint64_t bits = (counter ^ (counter >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return (float)((bits ^ (bits >> 31)) >> 40) / (1 << 24);
}

// The next number of a seed, which it moves on.
RANDOM_ANYWHERE static inline float random_next(uint64_t *seed) {
    return random_at(*seed += RANDOM_STEP);
}

// Number i of a seed, from 0: what the (i + 1)-th call of random_next gives.
RANDOM_ANYWHERE static inline float random_number(uint64_t seed, uint64_t i) {
    return random_at(seed + (i + 1) * RANDOM_STEP);
}

#endif
