// SPDX-License-Identifier: MIT
// Warp functions in split kernels (cpu/compiler/split/warp_exchange.c): what the threads of a block
// have brought lies side by side, in room for 32 more at both ends, of which nothing comes into a
// result.
#ifndef CUDA_CPU_SIDE_BY_SIDE_H
#define CUDA_CPU_SIDE_BY_SIDE_H

namespace cuda_cpu {
namespace side_by_side {

constexpr int ROOM = MOST_THREADS + 64;

// Bytes are copied by the compiler's own functions: with _FORTIFY_SOURCE, which Ubuntu's compiler
// sets by itself, memcpy asks at run time where an array ends, a call for each lane.
template <class T> static inline void bring(unsigned long long *all, int thread, T mine) {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>,
                  "a lane hands over a number of up to 8 bytes");
    __builtin_memcpy((char *)all + thread * (long)sizeof mine, &mine, sizeof mine);
}

// The lanes of an exchange: all threads of the block, or those that a condition holds for
// (cpu/compiler/split/mask.c), as runs of neighbours.
struct all_of {
    int threads;
    bool has(int thread) const { return thread < threads; }
    bool has_beside(int thread) const { return has(thread); }
};

struct staying_threads {
    struct run {
        int first, last;
    };
    int threads, runs;
    bool partial; // of some warp, some lanes stay and others leave
    bool whole;   // of all warps that stay, all lanes do
    run run_of[MOST_THREADS / 2 + 1];
    bool holds[MOST_THREADS + 64]; // room for 32 at both ends
    bool answer[MOST_THREADS];     // of those that stay so far: others may yet ask who does

    explicit staying_threads(int all) : threads(all), runs(1), partial(false), whole(true) {
        run_of[0] = {0, all};
        __builtin_memset(holds, 0, (size_t)all + 64);
        __builtin_memset(holds + 32, 1, (size_t)all);
        __builtin_memset(answer, 1, (size_t)all);
    }
    staying_threads(const staying_threads &around)
        : threads(around.threads), runs(around.runs), partial(false), whole(around.whole) {
        __builtin_memcpy(run_of, around.run_of, (size_t)runs * sizeof *run_of);
        __builtin_memcpy(holds, around.holds, size() + 64);
        __builtin_memset(answer, 1, size());
    }
    staying_threads &operator=(const staying_threads &) = delete;

    // A block has threads: else compilers warn of sizes below 0.
    size_t size() const {
        if (threads < 1)
            __builtin_unreachable();
        return (size_t)threads;
    }
    bool has(int thread) const { return holds[32 + thread]; }
    // The same of a lane beside one that stays. Where warps stay whole, no flag is read for it.
    bool has_beside(int thread) const { return whole ? thread < threads : has(thread); }
    // How many lanes of a warp stay. A flag is 0 or 1, so the flags of four words fit into one.
    int of_warp(int first) const {
        unsigned long long flags[4];
        __builtin_memcpy(flags, holds + 32 + first, sizeof flags);
        return __builtin_popcountll(flags[0] | flags[1] << 1 | flags[2] << 2 | flags[3] << 3);
    }
    void ask(int thread, bool stays) { answer[thread] = stays; }

    // All of them have been asked; `around` has those, and others that have left before.
    void find(const staying_threads &around) {
        if (!__builtin_memchr(answer, 0, size())) { // they all stay
            runs = around.runs;
            __builtin_memcpy(run_of, around.run_of, (size_t)runs * sizeof *run_of);
            __builtin_memcpy(holds, around.holds, size() + 64);
            partial = false;
            whole = around.whole;
            return;
        }
        for (int t = 0; t < threads; t++)
            holds[32 + t] = holds[32 + t] & answer[t];
        runs = 0;
        partial = false;
        whole = true;
        for (int first = 0; first < threads; first += 32) {
            const int last = first + 32 < threads ? first + 32 : threads;
            const int stay = of_warp(first), live = around.of_warp(first);
            partial = partial || (stay > 0 && stay < live);
            whole = whole && (stay == 0 || stay == last - first);
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

// Calls row(its first thread, that one's linear index, from, to) for the threads that stay.
template <class Row>
__attribute__((always_inline)) static inline void
each_row_staying(const dim3 &block, const staying_threads &who, const Row &row) {
    const int nx = (int)block.x;
    for (int r = 0, runs = who.runs; r < runs; r++) {
        const int last = who.run_of[r].last;
        int t = who.run_of[r].first;
        uint3 front = {0, (unsigned)t / block.x, 0};
        int first = (int)(front.y * block.x);
        front.z = block.z > 1 ? front.y / block.y : 0;
        front.y -= front.z * block.y;
        for (; t < last; first += nx, t = first) {
            row(front, first, t - first, last - first < nx ? last - first : nx);
            if (++front.y == block.y) {
                front.y = 0;
                front.z++;
            }
        }
    }
}

// Calls body(threadIdx, its linear index) for those threads.
template <bool asked, class Body>
__attribute__((always_inline)) static inline void
each_staying(const dim3 &block, const staying_threads &who, const Body &body) {
    each_row_staying(
        block, who,
        [&](const uint3 front, const int first, const int from, const int to)
            __attribute__((always_inline)) {
                for (int x = from; x < to; x++) {
                    const uint3 index = {(unsigned)x, front.y, front.z};
                    if constexpr (asked)
                        threadIdx = index;
                    body(index, linear_index{first, x});
                }
            });
}

// ... and whether indices fit.
template <bool asked, class Fits, class Body>
__attribute__((always_inline)) static inline void
each_staying(const dim3 &block, const staying_threads &who, const Fits &fits, const Body &body) {
    each_row_staying(
        block, who,
        [&](const uint3 front, const int first, const int from, const int to) __attribute__((
            always_inline)) { each_of_fitting_row<asked>(front, first, from, to, fits, body); });
}

// A warp function of all lanes, or of all of a tile of so many, that some have left, for `behind`
// (meet_lanes()).
__attribute__((noinline)) static inline void
miss_lanes(const staying_threads &around, const staying_threads &who, const dim3 &block, int behind,
           int size, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    bool before[MOST_THREADS], left[MOST_THREADS];
    for (int first = 0; first < who.threads; first += size) {
        const int last = first + size < who.threads ? first + size : who.threads;
        bool come = false;
        for (int t = first; t < last; t++)
            come = come || who.has(t);
        for (int t = first; t < last; t++) {
            before[t] = !around.has(t) || !come; // a tile that stays away is not missed
            left[t] = !who.has(t);
        }
    }
    meet_lanes(before, left, block, behind, file, line);
}

template <class T> static inline T brought(const unsigned long long *all, int thread) {
    T value;
    __builtin_memcpy(&value, (const char *)all + thread * (long)sizeof value, sizeof value);
    return value;
}

// What lane `lane + by` brought, or one's own value where that one does not exist, or is outside.
// A lane is thread & 31: of thread % 32 the compiler takes into account that it may be negative.
template <class T, class Lanes>
static inline T beside(const unsigned long long *all, int thread, const Lanes &lanes, int by,
                       bool inside) {
    const int near = by > -32 && by < 32 ? by : 0;
    const T own = brought<T>(all, thread), other = brought<T>(all, thread + near);
    const int lane = (thread & 31) + near;
    return inside && lane >= 0 && lane < 32 && lanes.has_beside(thread + near) ? other : own;
}

template <class T, class Lanes>
static inline widened_t<T> __shfl_sync(const unsigned long long *all, int thread,
                                       const Lanes &lanes, int from, int width = 32) {
    const int lane = thread & 31;
    return beside<T>(all, thread, lanes, lane / width * width + (from & (width - 1)) - lane, true);
}

template <class T, class Lanes>
static inline widened_t<T> __shfl_up_sync(const unsigned long long *all, int thread,
                                          const Lanes &lanes, unsigned delta, int width = 32) {
    const int lane = thread & 31, by = -(int)(delta % 32);
    return beside<T>(all, thread, lanes, by, lane + by >= lane / width * width);
}

template <class T, class Lanes>
static inline widened_t<T> __shfl_down_sync(const unsigned long long *all, int thread,
                                            const Lanes &lanes, unsigned delta, int width = 32) {
    const int lane = thread & 31, by = (int)(delta % 32);
    return beside<T>(all, thread, lanes, by, lane + by < lane / width * width + width);
}

template <class T, class Lanes>
static inline widened_t<T> __shfl_xor_sync(const unsigned long long *all, int thread,
                                           const Lanes &lanes, int lane_mask, int width = 32) {
    const int lane = thread & 31, from = lane ^ (lane_mask & 31);
    return beside<T>(all, thread, lanes, from - lane, from < lane / width * width + width);
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

// The first lane of so many that comes works it out for them: work_out(first lane, thread). Where
// all lanes of the block are there, the first thread does it for all.
template <class Lanes, class WorkOut>
static inline void by_the_first(int thread, const Lanes &lanes, int size, const WorkOut &work_out) {
    if constexpr (std::is_same_v<Lanes, all_of>) {
        for (int first = 0; first < lanes.threads; first += size)
            work_out(first, first);
    } else {
        const int first = thread / size * size;
        for (int t = first; t < thread; t++)
            if (lanes.has(t))
                return;
        work_out(first, thread);
    }
}

template <class Lanes, class Combine>
static inline void fold(unsigned long long *all, int thread, const Lanes &lanes,
                        const Combine &combine) {
    by_the_first(thread, lanes, 32, [&](int first, int mine) {
        unsigned result = combine(0, brought<unsigned>(all, mine), true);
        for (int t = mine + 1; t < first + 32; t++)
            if (lanes.has(t))
                result = combine(result, brought<unsigned>(all, t), false);
        for (int t = first; t < first + 32; t++)
            bring(all, t, result);
    });
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
