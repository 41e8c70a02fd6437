// SPDX-License-Identifier: MIT
// Products so small, or of so short rows, that there is nothing to share: no copy engine, no
// stages. Each warp reads what it multiplies straight from global memory, all at once, and gives it
// to the tensor cores as any GPU since Ampere does (mma). Rows may begin anywhere, and k may be
// cut: among the warps of a block, and among the blocks of a cluster.
#ifndef DIRECT_TILES_H
#define DIRECT_TILES_H

#include "hopper_ring.h"

// A warp has 16 rows and 8 J columns of c. A block's warps stand so many below and beside each
// other, and so many have a part of k each.
template <typename T_, int J_, int DOWN_, int ACROSS_, int ALONG_> struct direct_tiling {
    typedef T_ T;
    static constexpr int J = J_, DOWN = DOWN_, ACROSS = ACROSS_, ALONG = ALONG_;
    static constexpr int M = 16 * DOWN, N = 8 * J * ACROSS, WARPS = DOWN * ACROSS * ALONG;
    static constexpr int THREADS = 32 * WARPS, WIDE = 8 * J;
    // Sums in shared memory: every fourth column side by side, so that no two lanes meet in a bank.
    static constexpr int QUARTER = WIDE / 4 + 1;
    static constexpr int EACH = 4 / sizeof(T), DEEP = 8 * EACH; // numbers of a word; k of an mma
    static constexpr int AT_ONCE = J > 4 ? 2 : 64 / DEEP;       // that a warp reads ahead
    static constexpr int QUADS = M * N / 4;                     // of a tile
};

// d += a b, 16 x DEEP by DEEP x 8 ('mma.sync' in the PTX ISA manual): lane 4 g + t holds rows g and
// g + 8 of a and column g of b. Which k its words are of is ours to choose, the same for both.
__device__ static inline void multiply_warp(float (&d)[4], const uint32_t (&a)[4],
                                            const uint32_t (&b)[2], const bf16 *) {
    PTX("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7},"
        " {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ static inline void multiply_warp(float (&d)[4], const uint32_t (&a)[4],
                                            const uint32_t (&b)[2], const float *) {
    PTX("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7},"
        " {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// A word: a float, or two bf16 that lie `next` apart. Zero what is beyond the `left` ones.
__device__ static inline uint32_t word_of(const float *from, size_t, int left) {
    return left > 0 ? __float_as_uint(*from) : 0;
}
__device__ static inline uint32_t word_of(const bf16 *from, size_t next, int left) {
    const uint16_t *bits = (const uint16_t *)from;
    const uint32_t low = left > 0 ? bits[0] : 0, high = left > 1 ? bits[next] : 0;
    return low | high << 16;
}

// AT_ONCE products of k from p on; of the last ones some k may be beyond `last`, unless WHOLE.
// `rows` are this lane's of a, `columns` those of b.
template <class S, bool WHOLE, typename T>
__device__ static inline void multiply_some(float (&d)[S::J][4], const T *const (&rows)[2],
                                            const T *b, const int (&columns)[S::J], int n, int p,
                                            int last) {
    const int t = threadIdx.x % 4;
    uint32_t of_a[S::AT_ONCE][4], of_b[S::AT_ONCE][S::J][2];
#pragma unroll
    for (int i = 0; i < S::AT_ONCE; i++)
#pragma unroll
        for (int w = 0; w < 2; w++) {
            const int k = p + i * S::DEEP + (2 * t + w) * S::EACH;
            const int left = WHOLE ? S::EACH : last - k;
#pragma unroll
            for (int h = 0; h < 2; h++)
                of_a[i][2 * w + h] = word_of(rows[h] + k, 1, left);
            const T *row = b + (size_t)k * n;
#pragma unroll
            for (int j = 0; j < S::J; j++)
                of_b[i][j][w] = word_of(row + columns[j], n, left);
        }
#pragma unroll
    for (int i = 0; i < S::AT_ONCE; i++)
#pragma unroll
        for (int j = 0; j < S::J; j++)
            multiply_warp(d[j], of_a[i], of_b[i][j], (const T *)NULL);
}

// Four numbers side by side, whose place is a multiple of four.
__device__ static inline void put_four(float *to, float x, float y, float z, float w) {
    *(float4 *)to = make_float4(x, y, z, w);
}
__device__ static inline void put_four(bf16 *to, float x, float y, float z, float w) {
    *(uint2 *)to = make_uint2(pack(x, y), pack(z, w));
}

// One cluster of `parts` blocks: a tile. Each block adds up what its warps have of a quad, four
// sums side by side, and sends it to the block that stores it.
template <class S>
__global__ void __launch_bounds__(S::THREADS, 512 / S::THREADS)
    direct_kernel(const typename S::T *a, const typename S::T *b, typename S::T *c, struct sizes s,
                  int tiles_below, int parts) {
    if (!HOPPER)
        return;
    typedef typename S::T T;
    __shared__ float sums[S::WARPS][16][4][S::QUARTER];
    __shared__ float4 got[S::ALONG > 1 ? S::QUADS : 1];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int tile = blockIdx.x / parts, part = blockIdx.x % parts;
    const int row0 = tile % tiles_below * S::M, column0 = tile / tiles_below * S::N;
    const int row = row0 + warp % S::DOWN * 16 + g;
    const int column = column0 + warp / S::DOWN % S::ACROSS * S::WIDE + g;
    // This warp's part of k.
    const int steps = (s.k + S::DEEP - 1) / S::DEEP, all = parts * S::ALONG;
    const int own = part * S::ALONG + warp / (S::DOWN * S::ACROSS);
    const int first = (int)((long long)steps * own / all) * S::DEEP;
    const int last = min((int)((long long)steps * (own + 1) / all) * S::DEEP, s.k);

    // What is beyond the edges belongs to sums that are never stored.
    const T *const rows[2] = {a + (size_t)min(row, s.m - 1) * s.k,
                              a + (size_t)min(row + 8, s.m - 1) * s.k};
    int columns[S::J], p = first;
#pragma unroll
    for (int j = 0; j < S::J; j++)
        columns[j] = min(column + 8 * j, s.n - 1);
    float d[S::J][4] = {};
    if (S::ALONG > 1 && parts > 1)
        cluster_wait_for_all();
    wait_for_previous();
    let_next_begin();
#pragma unroll 1
    for (; p + S::AT_ONCE * S::DEEP <= last; p += S::AT_ONCE * S::DEEP)
        multiply_some<S, true>(d, rows, b, columns, s.n, p, last);
    if (p < last)
        multiply_some<S, false>(d, rows, b, columns, s.n, p, last);

#pragma unroll
    for (int j = 0; j < S::J; j++)
#pragma unroll
        for (int i = 0; i < 4; i++)
            sums[warp][g + i / 2 * 8][2 * t % 4 + i % 2][2 * j + t / 2] = d[j][i];
    __syncthreads();
    // What the warps with a part of k have of an element of the tile.
    const auto sum_at = [&](int y, int x) {
        const int of = y / 16 + x / S::WIDE * S::DOWN;
        float sum = 0;
#pragma unroll
        for (int i = 0; i < S::ALONG; i++)
            sum += sums[of + i * S::DOWN * S::ACROSS][y % 16][x % 4][x % S::WIDE / 4];
        return sum;
    };
    const int rows_left = min(s.m - row0, S::M), left = min(s.n - column0, S::N);
    if (S::ALONG == 1 || parts == 1) {
        // Four at a time, so that their place in c is a multiple of four: a row may begin anywhere.
        const int fours = S::N / 4 + 1;
        for (int i = threadIdx.x; i < rows_left * fours; i += S::THREADS) {
            const int y = i / fours;
            T *to = c + (size_t)(row0 + y) * s.n + column0;
            const int x = i % fours * 4 - (int)((uintptr_t)to / sizeof(T) % 4);
            if (x >= 0 && x + 4 <= left)
                put_four(to + x, sum_at(y, x), sum_at(y, x + 1), sum_at(y, x + 2),
                         sum_at(y, x + 3));
            else
                for (int e = max(x, 0); e < min(x + 4, left); e++)
                    put(to + e, sum_at(y, e));
        }
        return;
    }
    // Each block stores a share of the tile: the others send it theirs, four sums side by side.
    const int each = S::QUADS / parts;
    for (int quad = threadIdx.x; quad < S::QUADS; quad += S::THREADS) {
        const int y = quad / (S::N / 4), x = quad % (S::N / 4) * 4;
        store_to_block(
            shared_address(&got[part * each + quad % each]), quad / each,
            make_float4(sum_at(y, x), sum_at(y, x + 1), sum_at(y, x + 2), sum_at(y, x + 3)));
    }
    cluster_wait_for_all();
    for (int i = threadIdx.x; i < 4 * each; i += S::THREADS) {
        const int at = part * 4 * each + i, y = at / S::N, x = at % S::N;
        float sum = 0;
        for (int q = 0; q < parts; q++)
            sum += ((const float *)got)[q * 4 * each + i];
        if (y < rows_left && x < left)
            put(c + (size_t)(row0 + y) * s.n + column0 + x, sum);
    }
}

#endif
