// SPDX-License-Identifier: MIT
// Rows of elements that are brought nearer before they are read. Where each row is in another page
// of memory, a processor sees nothing to follow, and waits for one row after the other.
#ifndef CUDA_CPU_AHEAD_H
#define CUDA_CPU_AHEAD_H

#include <stddef.h>
#include <type_traits>

#include "cuda_cpu/thread.h"

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

// Of rows of threads, of which each goes on in another page: those of the next blocks, by as much
// further as their rows are wide. Memory hands out what lies in one of its rows faster than lines
// of many: so of some blocks side by side each brings other rows, for all of the blocks that come
// behind them. by_rows: the rows are not all the same. place(a row's first thread) points to its
// element; written: the next blocks will write there.
template <bool by_rows, bool written, class Place>
__attribute__((always_inline)) static inline void block_ahead(const dim3 &block,
                                                              const Place &place) {
    constexpr size_t CACHED = 1 << 21;
    constexpr unsigned BLOCKS = 8;
    using Element = std::remove_pointer_t<decltype(place(uint3()))>;
    const size_t bytes = block.x * sizeof(Element);
    if (bytes > 2 * LINE || block.y < 2 ||
        (size_t)gridDim.x * gridDim.y * block.y * bytes <= CACHED)
        return;
    const unsigned turn = blockIdx.x % BLOCKS, rows = by_rows ? block.y : 1;
    if (blockIdx.x - turn + BLOCKS >= gridDim.x ||
        (by_rows && (size_t)place(uint3{0, 1, 0}) - (size_t)place(uint3()) < PAGE))
        return;
    for (unsigned y = turn; y < rows; y += BLOCKS) {
        const char *const next =
            (const char *)((size_t)place(uint3{0, y, 0}) + (BLOCKS - turn) * bytes);
        for (size_t byte = 0; byte < BLOCKS * bytes; byte += LINE)
            __builtin_prefetch(next + byte, written);
    }
}

} // namespace cuda_cpu

#endif
