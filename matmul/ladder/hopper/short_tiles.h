// SPDX-License-Identifier: MIT
// Products with a short k, whose rows begin anywhere: most of what they move is c. A block has all
// of k that its tile needs on its way at once. The sums go through shared memory, where a row lies
// as far from a multiple of 16 bytes as it does in c: so they leave 16 bytes at a time, but for the
// ends of a row of c.
#ifndef SHORT_TILES_H
#define SHORT_TILES_H

#include "direct_tiles.h"

// Four warps beside each other, each with M rows and 8 J columns. The last EACH columns are the
// next tile's first ones, too: a tile stores the pieces of 16 bytes that begin in its first N.
template <typename T_, int M_, int J_> struct short_tiling {
    typedef T_ T;
    static constexpr int M = M_, J = J_, DOWN = M / 16, THREADS = 128;
    static constexpr int EACH = 16 / sizeof(T), WIDE = THREADS / 32 * 8 * J, N = WIDE - EACH;
    static constexpr int K = 32, DEEP = 32 / sizeof(T), STEPS = K / DEEP; // at most; k of an mma
    static constexpr int PAIR = 4 / sizeof(T);                            // numbers of a word
    // Rows in shared memory, such that no two lanes that read together meet in a bank.
    static constexpr int PITCH_A = K + 2 * EACH, PITCH_B = WIDE + 4, PITCH_C = WIDE + EACH;
};

// ROWS x COLUMNS numbers of a matrix, from `row` and `column` on, zeros beyond its edges. Through
// registers, so that all are on their way at once.
template <int ROWS, int COLUMNS, int THREADS, int PITCH, typename T>
__device__ static inline void fetch_short(T (&to)[ROWS][PITCH], const T *from, int row, int column,
                                          int rows, int columns) {
    const int step = THREADS / COLUMNS, count = ROWS / step; // rows at a time; times
    static_assert(THREADS % COLUMNS == 0 && ROWS % step == 0, "no whole turns");
    const int y = threadIdx.x / COLUMNS, x = threadIdx.x % COLUMNS;
    const int left = column + x < columns ? rows - row - y : 0; // of this thread's
    const T *at = from + (size_t)(row + y) * columns + column + x;
    T numbers[count];
#pragma unroll
    for (int i = 0; i < count; i++) {
        hold(&numbers[i], 0);
        if (i * step < left)
            numbers[i] = *at;
        at += (size_t)step * columns;
    }
#pragma unroll
    for (int i = 0; i < count; i++)
        to[y + i * step][x] = numbers[i];
}

// The sums of this warp's columns, to where their rows lie in shared memory, `pitch` apart.
template <class S, typename T>
__device__ static inline void multiply_short(const T (&of_a)[S::M][S::PITCH_A],
                                             const T (&of_b)[S::K][S::PITCH_B], int k, T *to,
                                             int pitch, int columns) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    T *rows[S::DOWN][2];
    uint32_t a[S::STEPS][S::DOWN][4];
#pragma unroll
    for (int i = 0; i < 2 * S::DOWN; i++)
        rows[i / 2][i % 2] = to + (i * 8 + g) * pitch + 2 * t;
#pragma unroll
    for (int i = 0; i < S::STEPS; i++)
#pragma unroll
        for (int down = 0; down < S::DOWN; down++)
#pragma unroll
            for (int h = 0; h < 2; h++) {
                const uint2 two =
                    *(const uint2 *)&of_a[down * 16 + h * 8 + g][i * S::DEEP + 2 * t * S::PAIR];
                a[i][down][h] = two.x;
                a[i][down][2 + h] = two.y;
            }
#pragma unroll
    for (int j = 0; j < S::J; j++) {
        const int column = threadIdx.x / 32 * 8 * S::J + 8 * j;
        float d[S::DOWN][4] = {};
#pragma unroll
        for (int i = 0; i < S::STEPS; i++) {
            uint32_t b[2];
#pragma unroll
            for (int w = 0; w < 2; w++)
                b[w] = word_of(&of_b[i * S::DEEP + (2 * t + w) * S::PAIR][column + g], S::PITCH_B,
                               S::PAIR);
            if (i * S::DEEP < k)
#pragma unroll
                for (int down = 0; down < S::DOWN; down++)
                    multiply_warp(d[down], a[i][down], b, (const T *)NULL);
        }
#pragma unroll
        for (int q = 0; q < 2; q++)
            if (column + 2 * t + q < columns)
#pragma unroll
                for (int i = 0; i < 2 * S::DOWN; i++)
                    put(rows[i / 2][i % 2] + column + q, d[i / 2][i % 2 * 2 + q]);
    }
}

// EACH numbers of a run of `length` in c, `x` after its begin, or as many as there are.
template <class S, typename T>
__device__ static inline void put_run(T *run, int x, const T *from, int length) {
    if (x >= 0 && x + S::EACH <= length)
        *(uint4 *)(run + x) = *(const uint4 *)from;
    else
        for (int e = max(-x, 0); e < min(length - x, S::EACH); e++)
            run[x + e] = from[e];
}

// A block: a tile.
template <class S>
__global__ void __launch_bounds__(S::THREADS, 6)
    short_kernel(const typename S::T *a, const typename S::T *b, typename S::T *c, struct sizes s,
                 int tiles_below) {
    if (!HOPPER)
        return;
    typedef typename S::T T;
    __shared__ __align__(16) T of_a[S::M][S::PITCH_A], of_b[S::K][S::PITCH_B];
    __shared__ __align__(16) T sums[S::M * S::PITCH_C];
    const int row0 = blockIdx.x % tiles_below * S::M, column0 = blockIdx.x / tiles_below * S::N;
    const int rows = min(s.m - row0, S::M), columns = s.n - column0; // that are left
    // Where its rows are all of c's, a tile's numbers lie side by side: a run, as else a row is.
    const bool whole = s.n <= S::N;
    const auto run_of = [=](int row) { return c + (size_t)(row0 + row) * s.n + column0; };
    const auto shift_of = [](const T *run) { return (int)((uintptr_t)run / sizeof(T) % S::EACH); };
    wait_for_previous();
    let_next_begin();
    fetch_short<S::M, S::K, S::THREADS>(of_a, a, row0, 0, s.m, s.k);
    fetch_short<S::K, S::WIDE, S::THREADS>(of_b, b, 0, column0, s.k, s.n);
    __syncthreads();
    // Rows that are EACH apart begin equally far from a multiple of 16 bytes: so do a lane's here,
    multiply_short<S>(of_a, of_b, s.k, sums + shift_of(run_of(whole ? 0 : threadIdx.x % 32 / 4)),
                      whole ? s.n : S::PITCH_C, columns);
    __syncthreads();
    if (whole) {
        T *run = run_of(0);
        const int shift = shift_of(run), length = rows * s.n;
        for (int i = threadIdx.x * S::EACH; i < length + shift; i += S::THREADS * S::EACH)
            put_run<S>(run, i - shift, sums + i, length);
        return;
    }
    // and a thread's here.
    const int pieces = S::WIDE / S::EACH, step = S::THREADS / pieces;
    static_assert(step % S::EACH == 0, "not equally far");
    const int y = threadIdx.x / pieces, i = threadIdx.x % pieces * S::EACH;
    T *run = run_of(y);
    const int x = i - shift_of(run);
    if ((x >= 0 || column0 == 0) && x < S::N) // else it is another tile's
        for (int row = y; row < rows; row += step, run += (size_t)step * s.n)
            put_run<S>(run, x, sums + row * S::PITCH_C + i, columns);
}

#endif
