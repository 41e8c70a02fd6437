// SPDX-License-Identifier: MIT
// Philox4x32-10: random numbers from a counter and a key, without a state. On host and device.
// J. Salmon, M. Moraes, R. Dror and D. Shaw, 'Parallel Random Numbers: As Easy as 1, 2, 3', 2011.
//
//     const struct philox_words four = philox(i, seed);        // four.word[0] to four.word[3]
//
#ifndef PHILOX_H
#define PHILOX_H

#include <stdint.h>

struct philox_words {
    uint32_t word[4];
};

// A round multiplies two of the words, so that the upper halves of the products depend on all
// their bits, and mixes these into the other two. The key goes on by a constant after each round.
__host__ __device__ static inline struct philox_words philox_keyed(struct philox_words c,
                                                                   uint32_t key0, uint32_t key1) {
    for (int round = 0; round < 10; round++) {
        const uint64_t a = (uint64_t)0xD2511F53u * c.word[0], b = (uint64_t)0xCD9E8D57u * c.word[2];
        const struct philox_words next = {{(uint32_t)(b >> 32) ^ c.word[1] ^ key0, (uint32_t)b,
                                           (uint32_t)(a >> 32) ^ c.word[3] ^ key1, (uint32_t)a}};
        c = next;
        key0 += 0x9E3779B9u; // the golden ratio's bits, and those of the root of 3
        key1 += 0xBB67AE85u;
    }
    return c;
}

// The four words of counter i.
__host__ __device__ static inline struct philox_words philox(uint64_t i, uint64_t seed) {
    const struct philox_words counter = {{(uint32_t)i, (uint32_t)(i >> 32), 0, 0}};
    return philox_keyed(counter, (uint32_t)seed, (uint32_t)(seed >> 32));
}

#endif
