// SPDX-License-Identifier: MIT
// Rows of elements that are brought nearer before they are read. Where each row is in another page
// of memory, a processor sees nothing to follow, and waits for one row after the other.
#ifndef CUDA_CPU_AHEAD_H
#define CUDA_CPU_AHEAD_H

#include <stddef.h>

namespace cuda_cpu {

constexpr int ROWS_AHEAD = 2;
constexpr size_t PAGE = 4096, LINE = 64;

// Of elements [first, last) of an array a block goes through some every `step`: brings those from
// `first` on nearer, where the array does not stay in the caches by itself, and a processor sees
// nothing to follow, since every row is in another page of memory.
template <class Element>
__attribute__((always_inline)) static inline void bring_row(Element *const array,
                                                            const size_t first, const size_t last,
                                                            const size_t step, const size_t count) {
    constexpr size_t CACHED = 1 << 19;
    if (step <= PAGE / sizeof *array || last - first <= CACHED / sizeof *array)
        return;
    const char *const row = (const char *)((size_t)array + first * sizeof *array);
    for (size_t byte = 0; byte < count * sizeof *array; byte += LINE)
        __builtin_prefetch(row + byte, 0, 2);
}
template <class... Element> static inline auto arrays_ahead(Element *...array) {
    return [=](auto... where) __attribute__((always_inline)) {
        (bring_row(array, where...), ...);
    };
}

} // namespace cuda_cpu

#endif
