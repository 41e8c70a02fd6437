// SPDX-License-Identifier: MIT
// Sums in memory that a loop adds to in each of its turns (cpu/compiler/vector/sums.c), in
// variables while it runs: so nothing that it reads may be what it stores, and it can be
// vectorised.
#ifndef CUDA_CPU_SUMS_H
#define CUDA_CPU_SUMS_H

#include <stddef.h>

namespace cuda_cpu {

// Do things share no byte? None of the first `Sums` with another, or with one behind those.
template <class A, class B>
__attribute__((always_inline)) static inline bool is_apart(const A &a, const B &b) {
    return (size_t)&a - (size_t)&b >= sizeof b && (size_t)&b - (size_t)&a >= sizeof a;
}
template <int Sums, class First, class... More>
__attribute__((always_inline)) static inline bool are_apart(const First &first,
                                                            const More &...more) {
    const bool apart = (is_apart(first, more) && ...);
    if constexpr (Sums > 1)
        return apart && are_apart<Sums - 1>(more...);
    else
        return apart;
}

// loop(sums...), which adds to them in its first turn, if `some`: it has one, and they are apart
// from all else that it touches.
template <class Loop, class... Sum>
__attribute__((always_inline)) static inline void kept_sums(const bool some, const Loop &loop,
                                                            Sum &...sums) {
    if (__builtin_expect(some, 1))
        [&](Sum... kept) __attribute__((always_inline)) {
            loop(kept...);
            ((sums = kept), ...);
        }
    (sums...);
    else loop(sums...);
}

} // namespace cuda_cpu

#endif
