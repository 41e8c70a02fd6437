// SPDX-License-Identifier: MIT
// Warp functions. Each is an exchange of values among the lanes of a mask (warp.c): shuffles,
// votes, match, reduce and __syncwarp, for every type of up to 8 bytes.
#ifndef CUDA_CPU_WARP_H
#define CUDA_CPU_WARP_H

#include <string.h>
#include <type_traits>

#include "cuda_cpu/launch.h"

// Always inlined, so that a report of a call names the program's own line.
#define CUDA_CPU_INLINE __attribute__((always_inline)) static inline

namespace cuda_cpu {

struct lanes {
    const unsigned long long *value;
    unsigned present;
};

static inline unsigned lane_id(void) {
    return thread_rank() % 32;
}

// The first bytes, at most 8, of what a lane brings. That may be a variable that only the lane has
// written which the others will read: no mistake, though compilers warn of it.
#if !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
static inline unsigned long long bits_of(const void *mine, size_t bytes) {
    unsigned long long bits = 0;
    memcpy(&bits, mine, bytes);
    return bits;
}
#if !defined(__clang__)
#pragma GCC diagnostic pop
#endif

template <class T> CUDA_CPU_INLINE lanes exchange(unsigned mask, T mine) {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>,
                  "a lane hands over a number of up to 8 bytes");
    CUDA_CPU_COUNTED(
        cuda_cpu_count_mute()); // up to where it goes on: a GPU's lanes have it in registers
    const uint3 me = threadIdx;
    const unsigned long long bits = bits_of(&mine, sizeof mine);
    CUDA_CPU_TRACE(cuda_cpu_watch_exchange());
    about_to_wait();
    lanes all;
    all.value = cuda_cpu_warp_exchange(mask, bits, &all.present);
    threadIdx = me; // other lanes ran on this OS thread meanwhile
    CUDA_CPU_WATCH(cuda_cpu_watch_resume(thread_rank()));
    CUDA_CPU_COUNTED(cuda_cpu_count_resume(thread_rank()));
    CUDA_CPU_TRACE(cuda_cpu_watch_exchanged(all.present));
    return all;
}

template <class T> static inline T value_of(const lanes &all, unsigned lane) {
    T value;
    memcpy(&value, &all.value[lane], sizeof value);
    return value;
}

// What lane `from` brought, or one's own value where that lies outside or did not come.
template <class T> CUDA_CPU_INLINE T shuffle(unsigned mask, T mine, int from, bool inside) {
    const lanes all = exchange(mask, mine);
    CUDA_CPU_COUNTED(const not_the_programs_own quiet);
    unsigned long long own = bits_of(&mine, sizeof mine);
    inside = inside && from >= 0 &&
             from < 32; // a width that is no power of two may lead out of the warp
    const bool there = inside && (all.present >> from & 1);
    CUDA_CPU_TRACE(if (inside && !there) own = cuda_cpu_watch_absent(own)); // nobody knows what
    return value_of<T>({there ? &all.value[from] : &own, 1}, 0);
}

// Combines the values of all lanes of the mask.
template <class T, class Combine> static inline T reduce(unsigned mask, T mine, Combine combine) {
    const lanes all = exchange(mask, mine);
    CUDA_CPU_COUNTED(const not_the_programs_own quiet);
    bool first = true;
    T result = mine;
    for (unsigned lane = 0; lane < 32; lane++)
        if (all.present >> lane & 1) {
            result = first ? value_of<T>(all, lane) : combine(result, value_of<T>(all, lane));
            first = false;
        }
    return result;
}

} // namespace cuda_cpu

CUDA_CPU_INLINE void __syncwarp(unsigned mask = 0xffffffff) {
    cuda_cpu::exchange(mask, 0);
}

static inline unsigned __activemask(const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE()) {
    const uint3 me = threadIdx;
    cuda_cpu::about_to_wait();
    const unsigned mask = cuda_cpu_active_lanes(file, line);
    threadIdx = me;
    CUDA_CPU_WATCH(cuda_cpu_watch_resume(cuda_cpu::thread_rank()));
    CUDA_CPU_COUNTED(cuda_cpu_count_resume(cuda_cpu::thread_rank()));
    return mask;
}

// ---- shuffles: `width` lanes at a time, a power of two -----------------------------------------

template <class T> CUDA_CPU_INLINE T __shfl_sync(unsigned mask, T value, int from, int width = 32) {
    const int lane = (int)cuda_cpu::lane_id(), first = lane / width * width;
    return cuda_cpu::shuffle(mask, value, first + (from & (width - 1)), true);
}

template <class T>
CUDA_CPU_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const int lane = (int)cuda_cpu::lane_id(), from = lane - (int)delta;
    return cuda_cpu::shuffle(mask, value, from, from >= lane / width * width);
}

template <class T>
CUDA_CPU_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const int lane = (int)cuda_cpu::lane_id(), from = lane + (int)delta;
    return cuda_cpu::shuffle(mask, value, from, from < lane / width * width + width);
}

template <class T>
CUDA_CPU_INLINE T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
    const int lane = (int)cuda_cpu::lane_id(), from = lane ^ lane_mask;
    // a group may read from those before it, but not from those behind
    return cuda_cpu::shuffle(mask, value, from, from < lane / width * width + width && from < 32);
}

// ---- votes -------------------------------------------------------------------------------------

CUDA_CPU_INLINE unsigned __ballot_sync(unsigned mask, int predicate) {
    const cuda_cpu::lanes all = cuda_cpu::exchange(mask, predicate != 0);
    CUDA_CPU_COUNTED(const cuda_cpu::not_the_programs_own quiet);
    unsigned votes = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        if (all.present >> lane & 1)
            votes |= (unsigned)cuda_cpu::value_of<bool>(all, lane) << lane;
    return votes;
}

CUDA_CPU_INLINE int __any_sync(unsigned mask, int predicate) {
    return __ballot_sync(mask, predicate) != 0;
}

CUDA_CPU_INLINE int __all_sync(unsigned mask, int predicate) {
    return __ballot_sync(mask, !predicate) == 0;
}

// ---- match: which lanes brought the same value -------------------------------------------------

template <class T> static inline unsigned __match_any_sync(unsigned mask, T value) {
    const cuda_cpu::lanes all = cuda_cpu::exchange(mask, value);
    CUDA_CPU_COUNTED(const cuda_cpu::not_the_programs_own quiet);
    unsigned same = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        if ((all.present >> lane & 1) && all.value[lane] == all.value[cuda_cpu::lane_id()])
            same |= 1u << lane;
    return same;
}

template <class T> static inline unsigned __match_all_sync(unsigned mask, T value, int *all_same) {
    const unsigned same = __match_any_sync(mask, value);
    const cuda_cpu::lanes all = cuda_cpu::exchange(mask, same);
    bool agree = true;
    for (unsigned lane = 0; lane < 32; lane++)
        agree = agree && (!(all.present >> lane & 1) || all.value[lane] == all.present);
    *all_same = agree;
    return agree ? all.present : 0;
}

// ---- reductions --------------------------------------------------------------------------------

#define CUDA_CPU_REDUCE(type)                                                                      \
    static inline type __reduce_add_sync(unsigned mask, type value) {                              \
        return (type)cuda_cpu::reduce(mask, (unsigned)value,                                       \
                                      [](unsigned a, unsigned b) { return a + b; });               \
    }                                                                                              \
    static inline type __reduce_min_sync(unsigned mask, type value) {                              \
        return cuda_cpu::reduce(mask, value, [](type a, type b) { return b < a ? b : a; });        \
    }                                                                                              \
    static inline type __reduce_max_sync(unsigned mask, type value) {                              \
        return cuda_cpu::reduce(mask, value, [](type a, type b) { return a < b ? b : a; });        \
    }
CUDA_CPU_REDUCE(int)
CUDA_CPU_REDUCE(unsigned)
#undef CUDA_CPU_REDUCE

static inline unsigned __reduce_and_sync(unsigned mask, unsigned value) {
    return cuda_cpu::reduce(mask, value, [](unsigned a, unsigned b) { return a & b; });
}

static inline unsigned __reduce_or_sync(unsigned mask, unsigned value) {
    return cuda_cpu::reduce(mask, value, [](unsigned a, unsigned b) { return a | b; });
}

static inline unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
    return cuda_cpu::reduce(mask, value, [](unsigned a, unsigned b) { return a ^ b; });
}

// ---- shuffles and votes in split kernels (cpu/compiler/exchange.c): what the threads of a block
// have brought -- lies side by side, in room for 32 more at both ends, of which nothing comes into
// a result.

namespace cuda_cpu {
namespace side_by_side {

constexpr int ROOM = MOST_THREADS + 64;

template <class T> static inline void bring(unsigned long long *all, int thread, T mine) {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>,
                  "a lane hands over a number of up to 8 bytes");
    memcpy((char *)all + thread * (long)sizeof mine, &mine, sizeof mine);
}

// The lanes of an exchange: all threads of the block, or those that a condition holds for
// (cpu/compiler/mask.c), as runs of neighbours.
struct all_of {
    int threads;
    bool has(int thread) const { return thread < threads; }
};

struct staying {
    struct run {
        int first, last;
    };
    int threads, runs;
    bool partial; // of some warp, some lanes stay and others leave
    run run_of[MOST_THREADS / 2 + 1];
    bool holds[MOST_THREADS + 64]; // room for 32 at both ends

    explicit staying(int all) : threads(all), runs(1), partial(false) {
        run_of[0] = {0, all};
        memset(holds, 0, (size_t)all + 64);
        memset(holds + 32, 1, (size_t)all);
    }
    staying(const staying &around) : threads(around.threads), runs(around.runs), partial(false) {
        memcpy(run_of, around.run_of, (size_t)runs * sizeof *run_of);
        memcpy(holds, around.holds, (size_t)threads + 64);
    }
    staying &operator=(const staying &) = delete;

    bool has(int thread) const { return holds[32 + thread]; }
    void ask(int thread, bool stays) { holds[32 + thread] = stays; }

    // All have been asked, of those that `around` has.
    void find(const staying &around) {
        runs = 0;
        partial = false;
        for (int first = 0; first < threads; first += 32) {
            const int last = first + 32 < threads ? first + 32 : threads;
            int stay = 0, live = 0;
            for (int t = first; t < last; t++) {
                stay += has(t);
                live += around.has(t);
            }
            partial = partial || (stay > 0 && stay < live);
            for (int t = first; stay > 0 && t < last; t++) {
                if (!has(t))
                    continue;
                if (runs == 0 || run_of[runs - 1].last != t)
                    run_of[runs++] = {t, t};
                if (stay == last - first)
                    t = last - 1;
                run_of[runs - 1].last = t + 1;
            }
        }
    }
};

// Calls body(threadIdx, its linear index) for those threads.
template <bool asked, class Body>
__attribute__((always_inline)) static inline void
each_staying(const dim3 &block, const staying &who, const Body &body) {
    const int nx = (int)block.x, ny = (int)block.y;
    for (int r = 0; r < who.runs; r++)
        for (int first = who.run_of[r].first, last = who.run_of[r].last; first < last;) {
            const int row = first / nx, end = last < (row + 1) * nx ? last : (row + 1) * nx;
            const unsigned y = (unsigned)(row % ny), z = (unsigned)(row / ny);
            for (int t = first; t < end; t++) {
                const uint3 index = {(unsigned)(t - row * nx), y, z};
                if constexpr (asked)
                    threadIdx = index;
                body(index, t);
            }
            first = end;
        }
}

// A warp function of all lanes that some of a warp have left, for `behind` (meet_lanes()).
__attribute__((noinline)) static inline void miss_lanes(const staying &around, const staying &who,
                                                        const dim3 &block, int behind,
                                                        const char *file = __builtin_FILE(),
                                                        int line = __builtin_LINE()) {
    bool before[MOST_THREADS], left[MOST_THREADS];
    for (int t = 0; t < who.threads; t++) {
        before[t] = !around.has(t);
        left[t] = !who.has(t);
    }
    meet_lanes(before, left, block, behind, file, line);
}

template <class T> static inline T brought(const unsigned long long *all, int thread) {
    T value;
    memcpy(&value, (const char *)all + thread * (long)sizeof value, sizeof value);
    return value;
}

// What lane `lane + by` brought, or one's own value where that one does not exist, or is outside.
template <class T, class Lanes>
static inline T beside(const unsigned long long *all, int thread, const Lanes &lanes, int by,
                       bool inside) {
    const int near = by > -32 && by < 32 ? by : 0;
    const T own = brought<T>(all, thread), other = brought<T>(all, thread + near);
    const int lane = thread % 32 + near;
    return inside && lane >= 0 && lane < 32 && lanes.has(thread + near) ? other : own;
}

template <class T, class Lanes>
static inline T __shfl_sync(const unsigned long long *all, int thread, const Lanes &lanes, int from,
                            int width = 32) {
    const int lane = thread % 32;
    return beside<T>(all, thread, lanes, lane / width * width + (from & (width - 1)) - lane, true);
}

template <class T, class Lanes>
static inline T __shfl_up_sync(const unsigned long long *all, int thread, const Lanes &lanes,
                               unsigned delta, int width = 32) {
    const int lane = thread % 32, by = delta < 32 ? -(int)delta : 0;
    return beside<T>(all, thread, lanes, by, lane + by >= lane / width * width);
}

template <class T, class Lanes>
static inline T __shfl_down_sync(const unsigned long long *all, int thread, const Lanes &lanes,
                                 unsigned delta, int width = 32) {
    const int lane = thread % 32, by = delta < 32 ? (int)delta : 0;
    return beside<T>(all, thread, lanes, by, lane + by < lane / width * width + width);
}

template <class T, class Lanes>
static inline T __shfl_xor_sync(const unsigned long long *all, int thread, const Lanes &lanes,
                                int lane_mask, int width = 32) {
    const int lane = thread % 32, from = lane ^ lane_mask;
    return beside<T>(all, thread, lanes, from - lane,
                     from >= 0 && from < 32 && from < lane / width * width + width);
}

// Votes and reductions: what all lanes of a warp get comes in the place of what they brought, 32
// bits each.
static inline void bring_vote(unsigned long long *all, int thread, int predicate) {
    bring(all, thread, (unsigned)(predicate != 0));
}

// Votes are counted for all warps at once: result(votes, lanes that have come).
template <class Lanes, class Result>
static inline void count_votes(unsigned long long *all, const Lanes &lanes, const Result &result) {
    for (int first = 0; first < lanes.threads; first += 32) {
        unsigned votes = 0, come = 0;
        for (int lane = 0; lane < 32; lane++) {
            const unsigned here = lanes.has(first + lane);
            votes |= (here & brought<unsigned>(all, first + lane)) << lane;
            come |= here << lane;
        }
        const unsigned told = result(votes, come);
        for (int lane = 0; lane < 32; lane++)
            bring(all, first + lane, told);
    }
}

// What has been folded is in all lanes.
#define CUDA_CPU_BROUGHT(name, type)                                                               \
    template <class T, class Lanes>                                                                \
    static inline type name(const unsigned long long *all, int thread, const Lanes &) {            \
        return (type)brought<unsigned>(all, thread);                                               \
    }

#define CUDA_CPU_VOTE(name, type, expression)                                                      \
    template <class Lanes>                                                                         \
    static inline void fold##name(unsigned long long *all, const Lanes &lanes) {                   \
        count_votes(all, lanes, [](unsigned votes, unsigned come) {                                \
            (void)come;                                                                            \
            return (unsigned)(expression);                                                         \
        });                                                                                        \
    }                                                                                              \
    CUDA_CPU_BROUGHT(name, type)
CUDA_CPU_VOTE(__ballot_sync, unsigned, votes)
CUDA_CPU_VOTE(__any_sync, int, votes != 0)
CUDA_CPU_VOTE(__all_sync, int, votes == come)
#undef CUDA_CPU_VOTE

template <class T> static inline void bring_word(unsigned long long *all, int thread, T value) {
    static_assert(std::is_same_v<decltype(+value), int> ||
                      std::is_same_v<decltype(+value), unsigned>,
                  "lanes are reduced by words of 32 bits");
    bring(all, thread, (unsigned)value);
}

// The first lane of a warp that comes works it out.
template <class Lanes, class Combine>
static inline void fold(unsigned long long *all, int thread, const Lanes &lanes,
                        const Combine &combine) {
    const int first = thread / 32 * 32;
    for (int t = first; t < thread; t++)
        if (lanes.has(t))
            return;
    unsigned result = combine(0, brought<unsigned>(all, thread), true);
    for (int t = thread + 1; t < first + 32; t++)
        if (lanes.has(t))
            result = combine(result, brought<unsigned>(all, t), false);
    for (int t = first; t < first + 32; t++)
        bring(all, t, result);
}

#define CUDA_CPU_FOLD(name, type, expression)                                                      \
    template <class T, class Lanes>                                                                \
    static inline void fold##name(unsigned long long *all, int thread, const Lanes &lanes) {       \
        using Value = decltype(+T());                                                              \
        fold(all, thread, lanes, [](unsigned so_far, unsigned mine, bool first) {                  \
            const Value a = (Value)so_far, b = (Value)mine;                                        \
            (void)a, (void)b, (void)first;                                                         \
            return (unsigned)(expression);                                                         \
        });                                                                                        \
    }                                                                                              \
    CUDA_CPU_BROUGHT(name, type)
CUDA_CPU_FOLD(__reduce_add_sync, decltype(+T()), so_far + mine)
CUDA_CPU_FOLD(__reduce_min_sync, decltype(+T()), first || b < a ? b : a)
CUDA_CPU_FOLD(__reduce_max_sync, decltype(+T()), first || a < b ? b : a)
CUDA_CPU_FOLD(__reduce_and_sync, unsigned, first ? mine : so_far &mine)
CUDA_CPU_FOLD(__reduce_or_sync, unsigned, so_far | mine)
CUDA_CPU_FOLD(__reduce_xor_sync, unsigned, so_far ^ mine)
#undef CUDA_CPU_FOLD
#undef CUDA_CPU_BROUGHT

} // namespace side_by_side
} // namespace cuda_cpu

#endif
