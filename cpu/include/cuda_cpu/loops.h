// SPDX-License-Identifier: MIT
// The loops over threads that the parts of a kernel become which cuda2cpp has split at its barriers
// (cpu/compiler/split/fission.c): plain ones, which the compiler may vectorise. And what masks ask
// of the threads of a block.
#ifndef CUDA_CPU_LOOPS_H
#define CUDA_CPU_LOOPS_H

#include <limits>
#include <limits.h>
#include <stddef.h>
#include <type_traits>

#include "cuda_cpu/ahead.h"
#include "cuda_cpu/span.h"
#include "cuda_cpu/thread.h"

namespace cuda_cpu {

// within(x) holds for the first of the indices [first, last), or for all: where those end.
template <class Within> static inline int end_of_row(int first, int last, const Within &within) {
    if (first == last || within(last - 1))
        return last;
    while (first < last) {
        const int middle = first + (last - first) / 2;
        if (within(middle))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

// above(x) holds for the last of the indices [first, last), or for all: where those begin.
template <class Above> static inline int start_of_row(int first, int last, const Above &above) {
    return first == last || above(first)
               ? first
               : end_of_row(first, last, [&](int x) { return !above(x); });
}

// A thread's linear index. As a long it stays an index of neighbours also where the compiler works
// it out for threads that a condition leaves out: sums of ints it makes unsigned ones there, which
// could wrap around.
struct linear_index {
    int first, x;
    operator int() const { return first + x; }
    operator long() const { return (long)first + x; }
};

// A thread's bool, which is kept in an int (cpu/compiler/split/bind_privatised.c).
struct kept_flag {
    int &home;
    bool value;
    explicit kept_flag(int &kept) : home(kept), value(kept != 0) {}
    kept_flag(const kept_flag &) = delete;
    kept_flag &operator=(const kept_flag &) = delete;
    ~kept_flag() { home = value; }
};

// Calls body(threadIdx, its linear index) for the threads of the block, of each row as many as are
// within the limit. The index is an int, which cannot wrap around: so the compiler knows that
// neighbouring threads read neighbouring elements. asked: functions that the body calls ask for
// threadIdx, too.
template <bool asked, class Within, class Body>
__attribute__((always_inline)) static inline void
each_thread_within(const dim3 &block, const Within &within, const Body &body) {
    const int nx = end_of_row(0, (int)block.x, within);
    int first = 0;
    for (unsigned z = 0; z < block.z; z++)
        for (unsigned y = 0; y < block.y; y++, first += (int)block.x)
            for (int x = 0; x < nx; x++) {
                const uint3 index = {(unsigned)x, y, z};
                if constexpr (asked)
                    threadIdx = index;
                body(index, linear_index{first, x});
            }
}

template <bool asked, class Body>
__attribute__((always_inline)) static inline void each_thread(const dim3 &block, const Body &body) {
    each_thread_within<asked>(
        block, [](int) { return true; }, body);
}

// The threads of a block as one row, for what asks for nothing but their linear index.
static inline dim3 in_line(const dim3 &block) {
    return dim3(block.x * block.y * block.z);
}

// Rows that are whole vectors have nothing left over at their ends.
static inline bool is_tile(const dim3 &block) {
    return block.x % WIDTH == 0;
}

// Goes through a tile: with as many threads at a time as the compiler knows of, so that it need not
// keep what a row has alike for more of them. Where a row is one vector, and there are registers
// enough, two rows go together, and what they read alike is read once.
template <bool asked, class Body>
__attribute__((always_inline)) static inline void each_run_of_tile(const dim3 &block,
                                                                   const Body &body) {
    const auto call = [&](const int x, const unsigned y, const unsigned z, const int first)
        __attribute__((always_inline)) {
        const uint3 index = {(unsigned)x, y, z};
        if constexpr (asked)
            threadIdx = index;
        body(index, linear_index{first, x});
    };
    int first = 0;
#ifdef __AVX512F__
    if (block.x == WIDTH && block.y % 2 == 0) {
        for (unsigned z = 0; z < block.z; z++)
            for (unsigned y = 0; y < block.y; y += 2, first += 2 * WIDTH)
                for (int x = 0; x < WIDTH; x++) {
                    call(x, y, z, first);
                    call(x, y + 1, z, first + WIDTH);
                }
        return;
    }
#endif
    for (unsigned z = 0; z < block.z; z++)
        for (unsigned y = 0; y < block.y; y++, first += (int)block.x)
            for (int left = 0; left < (int)block.x; left += WIDTH)
                for (int x = left; x < left + WIDTH; x++)
                    call(x, y, z, first);
}

// The same where a row takes longer to begin with than to go through.
template <bool asked, class Body>
__attribute__((always_inline)) static inline void each_thread_of_tile(const dim3 &block,
                                                                      const Body &body) {
    if (is_tile(block))
        each_run_of_tile<asked>(block, body);
    else
        each_thread<asked>(block, body);
}

// Does a + threadIdx.x stay what it is, without wrapping around, for all threads of a row?
template <class A> __attribute__((always_inline)) static inline bool fits(const A a) {
    if constexpr (std::is_integral_v<A> && sizeof a <= 4)
        return (long)a <= (long)std::numeric_limits<A>::max() - MOST_THREADS;
    else
        return (void)a, std::is_integral_v<A>; // a float may round
}

// An index that is `first` for the first thread of a row (cpu/compiler/vector/contiguity.c).
template <bool fitting, class Index, class First>
__attribute__((always_inline)) static inline auto
index_beside(std::bool_constant<fitting>, const Index index, const First first, const unsigned x) {
    if constexpr (fitting)
        return (void)index, (long)first + (int)x;
    else
        return (void)first, (void)x, index;
}

constexpr bool holds(std::true_type) {
    return true;
}
constexpr bool holds(std::false_type) {
    return false;
}

// So rarely that nothing is worked out in front of the loop for when it is not.
__attribute__((always_inline)) static inline bool rarely_not(const bool condition) {
    return __builtin_expect_with_probability(condition, 1, 0.9999);
}

// A turn of a loop that has no more of them than an array has elements
// (cpu/compiler/vector/split_reductions.c). Of few, a thread's own, no vectors are made: getting
// ready for them takes longer than the turns.
template <class Array, class Counter>
__attribute__((always_inline)) static inline void few_turns(const Array &, Counter &counter) {
    if constexpr (std::is_array_v<Array> && std::is_integral_v<Counter>)
        if constexpr (std::extent_v < Array >> 0 && std::extent_v<Array> <= WIDTH)
            __asm__("" : "+r"(counter));
}

// if (condition) array[index] = value; of which the condition cannot be guessed (scatter.c).
// Vectors with masks need not guess.
template <class T, class Index, class Value>
__attribute__((always_inline)) static inline void store_if(const bool condition, T *const array,
                                                           const Index index, const Value value) {
#ifdef __AVX512F__
    if (condition)
        array[index] = value;
#else
    T nowhere;
    const size_t all = -(size_t)condition; // a ?: could become a jump again
    *(T *)((((size_t)array + (size_t)index * sizeof(T)) & all) | ((size_t)&nowhere & ~all)) = value;
#endif
}

// What kind of span fits() of a row is handed.
template <class Fits, class Span> Span span_of(bool (Fits::*)(uint3, Span &) const);
template <class Span> constexpr bool is_strided = std::is_base_of_v<strided_span, Span>;

using each_of_them = std::integral_constant<int, 1>;

// A part of a row: its threads [from, to), of which every `step`th; whether indices fit. beside: no
// thread touches what another one does, so the compiler need not look for that in front of each.
template <bool asked, class Span, class Body> struct row_of_threads {
    static constexpr bool beside = std::is_base_of_v<all_beside, Span>;
    const uint3 front;
    const int first;
    const Body &body;

    template <class Step, class Fitting>
    __attribute__((always_inline)) void run(const int from, const int to, const Step step,
                                            const Fitting fitting) const {
        if constexpr (beside && fitting) {
#pragma GCC ivdep
            for (int x = from; x < to; x += step)
                call(x, fitting);
        } else {
            for (int x = from; x < to; x += step)
                call(x, fitting);
        }
    }
    // Those that a span leaves of it.
    __attribute__((always_inline)) void run_cut(const Span &cut) const {
        if constexpr (is_strided<Span>)
            run((int)cut.next(cut.from), (int)cut.to, cut.stride(), std::true_type());
        else
            run((int)cut.from, (int)cut.to, each_of_them(), std::true_type());
    }

  private:
    template <class Fitting>
    __attribute__((always_inline)) void call(const int x, const Fitting fitting) const {
        const uint3 index = {(unsigned)x, front.y, front.z};
        if constexpr (asked)
            threadIdx = index;
        body(index, linear_index{first, x}, fitting);
    }
};

// Rows of fewer threads than half a vector are not worth the questions.
static inline bool is_narrow(const dim3 &block) {
    return block.x < HALF;
}
template <bool asked, class Width, class Body>
__attribute__((always_inline)) static inline void narrow_rows(const dim3 &block, const Width width,
                                                              const Body &body) {
    int first = 0;
    for (unsigned z = 0; z < block.z; z++)
        for (unsigned y = 0; y < block.y; y++, first += width)
            for (int x = 0; x < width; x++) {
                const uint3 index = {(unsigned)x, y, z};
                if constexpr (asked)
                    threadIdx = index;
                body(index, linear_index{first, x});
                if constexpr (std::is_same_v<Width, int>)
                    __asm__(""); // not as vectors
            }
}
template <bool asked, class Body>
__attribute__((always_inline)) static inline void one_by_one(const dim3 &block, const Body &body) {
    if (block.x == 4) // one vector
        narrow_rows<asked>(block, std::integral_constant<int, 4>(), body);
    else
        narrow_rows<asked>(block, (int)block.x, body);
}

// Calls body(threadIdx, its linear index, whether indices fit) for threads [from, to) of a row.
// From what is asked of an index gcc concludes that it may be out of bounds where it does not fit.
// (What the program's own code does so is said of the kernel as it was written.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
template <bool asked, class Fits, class Body>
__attribute__((always_inline)) static inline void
each_of_fitting_row(const uint3 front, const int first, const int from, const int to,
                    const Fits &fits, const Body &body) {
    using Span = decltype(span_of(&Fits::operator()));
    const row_of_threads<asked, Span, Body> row = {front, first, body};
    Span cut;
    cut.from = from;
    cut.to = to;
    if (rarely_not(fits(front, cut)))
        row.run_cut(cut);
    else
        row.run(from, to, each_of_them(), std::false_type());
}
template <bool asked, class Fits, class Body>
__attribute__((always_inline)) static inline void each_thread(const dim3 &block, const Fits &fits,
                                                              const Body &body) {
    int first = 0;
    if (is_narrow(block))
        one_by_one<asked>(
            block, [&](const uint3 index, const linear_index thread)
                       __attribute__((always_inline)) { body(index, thread, std::false_type()); });
    else
        for (unsigned z = 0; z < block.z; z++)
            for (unsigned y = 0; y < block.y; y++, first += (int)block.x)
                each_of_fitting_row<asked>(uint3{0, y, z}, first, 0, (int)block.x, fits, body);
}

// The same of a tile, if the indices of all of its rows fit.
template <bool asked, class Fits, class Body>
__attribute__((always_inline)) static inline void
each_thread_of_tile(const dim3 &block, const Fits &fits, const Body &body) {
    decltype(span_of(&Fits::operator())) all;
    bool fit = is_tile(block);
    for (unsigned z = 0; fit && z < block.z; z++)
        for (unsigned y = 0; fit && y < block.y; y++)
            fit = fits(uint3{0, y, z}, all);
    if (rarely_not(fit))
        each_run_of_tile<asked>(
            block, [&](const uint3 index, const linear_index thread)
                       __attribute__((always_inline)) { body(index, thread, std::true_type()); });
    else
        each_thread<asked>(block, fits, body);
}

#pragma GCC diagnostic pop

// The same for the first of them alone.
template <bool asked, class Body>
__attribute__((always_inline)) static inline void first_thread(const dim3 &, const Body &body) {
    const uint3 index = {0, 0, 0};
    if constexpr (asked)
        threadIdx = index;
    body(index, 0);
}

// Of the threads of a block that masks leave out (cpu/compiler/split/mask.c): whether one stays;
// whether there are more than before.
static inline bool any_stays(const bool *left, const dim3 &block) {
    return __builtin_memchr(left, 0, (size_t)block.x * block.y * block.z);
}
static inline bool none_left(const bool *left, const dim3 &block) {
    return !__builtin_memchr(left, 1, (size_t)block.x * block.y * block.z);
}
static inline bool leaves_out(const bool *before, const bool *left, const dim3 &block) {
    return __builtin_memcmp(before, left, (size_t)block.x * block.y * block.z) != 0;
}

// The block is at a barrier that a mask leaves some of its threads out of, which come to the one in
// line `behind` next (0: to the end of the kernel), and were at the one in line `met` before (0: at
// none).
__attribute__((noinline)) static inline void miss_barrier(const bool *before, const bool *left,
                                                          int behind, int met,
                                                          const char *file = __builtin_FILE(),
                                                          int line = __builtin_LINE()) {
    const unsigned index[3] = {blockIdx.x, blockIdx.y, blockIdx.z};
    cuda_cpu_miss_barrier(index, before, left, -1, behind, met, file, line);
}

// The warps of the block meet, each for itself: those of which some lanes come, and others that
// live are left out.
__attribute__((noinline)) static inline void meet_lanes(const bool *before, const bool *left,
                                                        const dim3 &block, int behind,
                                                        const char *file = __builtin_FILE(),
                                                        int line = __builtin_LINE()) {
    const unsigned index[3] = {blockIdx.x, blockIdx.y, blockIdx.z},
                   threads = block.x * block.y * block.z;
    for (unsigned first = 0; first < threads; first += 32) {
        bool come = false, miss = false;
        for (unsigned t = first; t < threads && t < first + 32; t++) {
            come = come || !left[t];
            miss = miss || (left[t] && !before[t]);
        }
        if (come && miss)
            cuda_cpu_miss_barrier(index, before, left, (int)first / 32, behind, 0, file, line);
    }
}

// Do `i += step` and `i < limit`, from `start` on, count up without wrapping around, for
// the first thread of a block and for those behind it?
template <class T, class Limit, class Step>
static inline bool counts_up(T start, Limit limit, Step step) {
    if constexpr (std::is_integral_v<Limit> && std::is_integral_v<Step>) {
        const unsigned long most =
            (unsigned long)(T)(std::is_signed_v<T> ? ~0ul >> (65 - 8 * sizeof(T))
                                                   : ~0ul >> (64 - 8 * sizeof(T))) -
            MOST_THREADS;
        return start >= (T)0 && (unsigned long)start <= most && limit >= (Limit)0 &&
               step > (Step)0 && (unsigned long)limit <= most &&
               (unsigned long)step <= most - (unsigned long)limit;
    } else {
        return (void)start, (void)limit, (void)step, false;
    }
}

// Calls body(threadIdx, its linear index, i) for i = start_of(threadIdx, ...); i < limit; i +=
// step: all threads of the block side by side, if neighbours along x begin with neighbouring
// values. Where they do not, or that would not count up, one thread after the other. bring: the
// arrays that the body goes through, some rows ahead.
template <bool asked, class T, class Start, class Limit, class Step, class Bring, class Body>
__attribute__((always_inline)) static inline void
each_stride(const dim3 &block, const Start &start_of, const Limit limit, const Step step,
            const Bring &bring, const Body &body) {
    const int nx = (int)block.x, ny = (int)block.y, all = nx * ny * (int)block.z;
    const T start = start_of(uint3{0, 0, 0}, 0), last = (T)(nx - 1);
    const bool beside = counts_up(start, limit, step) &&
                        start_of(uint3{block.x - 1, 0, 0}, nx - 1) == (T)(start + last);
    for (int alone = 0; alone < (beside ? 1 : all); alone++) {
        const int left = beside ? 0 : alone % nx, width = beside ? nx : 1;
        const int top = beside ? 0 : alone / nx, height = beside ? all / nx : 1;
        const uint3 front = {(unsigned)left, (unsigned)(top % ny), (unsigned)(top / ny)};
        for (T base = beside ? start : start_of(front, alone); base < limit; base += step) {
            if (beside) {
                const size_t ahead = (size_t)base + ROWS_AHEAD * (size_t)step;
                if (ahead < (size_t)limit)
                    bring(ahead, (size_t)limit, (size_t)step, (size_t)last + 1);
            }
            for (int y = 0; y < height; y++) {
                const int end =
                    end_of_row(0, width, [&](const int x) { return (T)(base + (T)x) < limit; });
                const unsigned row = (unsigned)(top + y), z = block.z == 1 ? 0 : row / block.y;
                const int first = (top + y) * nx + left;
                for (int x = 0; x < end; x++) {
                    const uint3 index = {(unsigned)(left + x), row - z * block.y, z};
                    if constexpr (asked)
                        threadIdx = index;
                    body(index, linear_index{first, x}, (T)(base + (T)x));
                }
            }
        }
    }
}

// ---- rows of threads: kernels whose blocks stand side by side (cpu/compiler/vector/index.c)
// ------------

// Of the blocks that a kernel is to run: how many are left, and how many it takes.
__attribute__((unused)) static thread_local size_t blocks_left, blocks_taken;

// Calls body(threadIdx, index along x) for the threads of all blocks side by side that are left, of
// each row those that are within the limits. Of threadIdx, y and z are right; x counts along the
// row.
template <class Above, class Within, class Body>
__attribute__((always_inline)) static inline void
each_of_row(const dim3 &block, const Above &above, const Within &within, const Body &body) {
    const size_t side_by_side = gridDim.x - blockIdx.x;
    blocks_taken = blocks_left < side_by_side ? blocks_left : side_by_side;
    const int start = (int)(blockIdx.x * block.x & INT_MAX); // the compiler shall see it is >= 0
    const int last = end_of_row(start, start + (int)(blocks_taken * block.x), within);
    int first = start;
    if constexpr (!std::is_convertible_v<Above, bool (*)(int)>) // which names no limit
        first = start_of_row(start, last, above) & INT_MAX;
    for (unsigned z = 0; z < block.z; z++)
        for (unsigned y = 0; y < block.y; y++)
            for (int x = first; x < last; x++) {
                const uint3 index = {(unsigned)x, y, z};
                body(index, x);
            }
}

// What many threads write, all the same (cpu/compiler/vector/shared_flag_stores.c).
template <class T, class Value>
__attribute__((always_inline)) static inline void set_flag(T &flag, const Value value) {
    if constexpr (std::is_integral_v<T> && !std::is_volatile_v<T>) {
        if (flag != (T)value)
            flag = (T)value;
    } else {
        flag = value;
    }
}

// Each index along x of the row is exact as a float, and so is a half more or less.
static inline bool is_short_row(void) {
    return (size_t)gridDim.x * blockDim.x <= 1 << 22;
}

} // namespace cuda_cpu

#endif
