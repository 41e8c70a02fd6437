// SPDX-License-Identifier: MIT
// What the tiles of cooperative_groups.h do in split kernels (cpu/compiler/split/groups.c): the
// lanes of a tile of `size` neighbours take what others of it have brought (side_by_side.h), and
// where one does not exist, or is not there, what those classes give.
#ifndef CUDA_CPU_TILE_H
#define CUDA_CPU_TILE_H

#include "cuda_cpu/warp.h"

namespace cuda_cpu {
namespace side_by_side {

// What the lane that is `by` further brought, or one's own value if that one is outside or not
// there.
template <class T, class Lanes>
static inline T further(const unsigned long long *all, int thread, const Lanes &lanes, int by,
                        bool inside) {
    const T own = brought<T>(all, thread), other = brought<T>(all, thread + by);
    return inside && lanes.has(thread + by) ? other : own;
}

template <class T, class Lanes>
static inline T __tile_shfl(const unsigned long long *all, int thread, const Lanes &lanes, int size,
                            unsigned rank) {
    const int first = thread / size * size;
    const int there = lanes.threads - first < size ? lanes.threads - first : size;
    const int from = first + (int)(rank % (unsigned)there);
    return further<T>(all, thread, lanes, from - thread, true);
}

template <class T, class Lanes>
static inline T __tile_shfl_up(const unsigned long long *all, int thread, const Lanes &lanes,
                               int size, unsigned delta) {
    const int by = delta < (unsigned)size ? (int)delta : 0;
    return further<T>(all, thread, lanes, -by, by <= thread % size);
}

template <class T, class Lanes>
static inline T __tile_shfl_down(const unsigned long long *all, int thread, const Lanes &lanes,
                                 int size, unsigned delta) {
    const int by = delta < (unsigned)size ? (int)delta : 0;
    return further<T>(all, thread, lanes, by, thread % size + by < size);
}

template <class T, class Lanes>
static inline T __tile_shfl_xor(const unsigned long long *all, int thread, const Lanes &lanes,
                                int size, unsigned with) {
    const int from = thread ^ (with < (unsigned)size ? (int)with : 0);
    return further<T>(all, thread, lanes, from - thread, true);
}

// ---- votes: all lanes have the whole warp's ----------------------------------------------------

#define CUDA_CPU_TILE_VOTE(name, type, folded, expression)                                         \
    template <class Lanes>                                                                         \
    static inline void fold##name(unsigned long long *all, const Lanes &lanes) {                   \
        count_votes(all, lanes, [](unsigned votes, unsigned come) {                                \
            (void)come;                                                                            \
            return folded;                                                                         \
        });                                                                                        \
    }                                                                                              \
    template <class T, class Lanes>                                                                \
    static inline type name(const unsigned long long *all, int thread, const Lanes &, int size) {  \
        const unsigned of_tile = brought<unsigned>(all, thread) >> thread % 32 / size * size &     \
                                 (size < 32 ? (1u << size) - 1 : ~0u);                             \
        return expression;                                                                         \
    }
CUDA_CPU_TILE_VOTE(__tile_ballot, unsigned, votes, of_tile)
CUDA_CPU_TILE_VOTE(__tile_any, int, votes, of_tile != 0)
CUDA_CPU_TILE_VOTE(__tile_all, int, come & ~votes, of_tile == 0)
#undef CUDA_CPU_TILE_VOTE

// ---- reductions: the first lane of a tile that comes works them out ------------------

// All tiles of the block at once: what one adds does not wait for what another does.
template <class T, class Operation>
__attribute__((noinline)) static void reduce_tiles(unsigned long long *all, int tiles, int size) {
    T result[MOST_THREADS];
    for (int k = 0; k < tiles; k++)
        result[k] = brought<T>(all, k * size);
    for (int rank = 1; rank < size; rank++)
        for (int k = 0; k < tiles; k++)
            result[k] = Operation()(result[k], brought<T>(all, k * size + rank));
    for (int k = 0; k < tiles; k++)
        for (int rank = 0; rank < size; rank++)
            bring(all, k * size + rank, result[k]);
}

template <class T, class Operation, class Lanes>
static inline void fold__tile_reduce(unsigned long long *all, int thread, const Lanes &lanes,
                                     int size) {
    if constexpr (std::is_same_v<Lanes, all_of>)
        if (lanes.threads % size == 0) {
            reduce_tiles<T, Operation>(all, lanes.threads / size, size);
            return;
        }
    by_the_first(thread, lanes, size, [&](int first, int mine) {
        T result = brought<T>(all, mine);
        for (int t = mine + 1; t < first + size; t++)
            if (lanes.has(t))
                result = Operation()(result, brought<T>(all, t));
        for (int t = first; t < first + size; t++)
            bring(all, t, result);
    });
}

template <class T, class Lanes>
static inline T __tile_reduce(const unsigned long long *all, int thread, const Lanes &, int) {
    return brought<T>(all, thread);
}

} // namespace side_by_side
} // namespace cuda_cpu

#endif
