// SPDX-License-Identifier: MIT
// Products so small, or of so short rows, that there is nothing to share: no copy engine, no
// stages. Each warp reads what it multiplies straight from global memory, all at once, and gives it
// to the tensor cores as any GPU since Ampere does (mma). Rows may begin anywhere, and k may be
// cut: among the warps of a block, and among the blocks of a cluster. Each lane reads as much as it
// can at once: its k and its columns of b are chosen so that they lie side by side.
#ifndef DIRECT_TILES_H
#define DIRECT_TILES_H

#include "hopper_ring.h"

// A warp has 16 I rows and 8 J columns of c. A block's warps stand so many below and beside each
// other, and so many have a part of k each.
template <typename T_, int I_, int J_, int DOWN_, int ACROSS_, int ALONG_> struct direct_tiling {
    typedef T_ T;
    static constexpr int I = I_, J = J_, DOWN = DOWN_, ACROSS = ACROSS_, ALONG = ALONG_;
    static constexpr int HIGH = 16 * I, WIDE = 8 * J, M = HIGH * DOWN, N = WIDE * ACROSS;
    static constexpr int WARPS = DOWN * ACROSS * ALONG, THREADS = 32 * WARPS;
    static constexpr int EACH = 4 / sizeof(T), DEEP = 8 * EACH; // numbers of a word; k of an mma
    static constexpr int AT_ONCE = I * J > 4 ? 2 : 64 / DEEP;   // that a warp reads ahead
    static constexpr int PIECE = 4 * EACH, SPAN = 4 * PIECE;    // k of 16 bytes; of four lanes
    static constexpr int QUADS = M * N / 4;                     // of a tile
    static constexpr int SUMS = WARPS * HIGH * (WIDE + 8) * (int)sizeof(float); // bytes, at most
    static constexpr int SHARED = SUMS + (ALONG > 1 ? QUADS * (int)sizeof(float4) : 0);
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
// Number by number. `rows` are this lane's of a, `columns` those of b.
template <class S, int AT_ONCE, bool WHOLE, typename T>
__device__ static inline void multiply_some(float (&d)[S::I][S::J][4],
                                            const T *const (&rows)[2 * S::I], const T *b,
                                            const int (&columns)[S::J], int n, int p, int last) {
    const int t = threadIdx.x % 4;
    uint32_t of_a[AT_ONCE][S::I][4], of_b[AT_ONCE][S::J][2];
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++)
#pragma unroll
        for (int w = 0; w < 2; w++) {
            const int k = p + i * S::DEEP + (2 * t + w) * S::EACH;
            const int left = WHOLE ? S::EACH : last - k;
#pragma unroll
            for (int h = 0; h < 2 * S::I; h++)
                of_a[i][h / 2][2 * w + h % 2] = word_of(rows[h] + k, 1, left);
            const T *row = b + (size_t)k * n;
#pragma unroll
            for (int j = 0; j < S::J; j++)
                of_b[i][j][w] = word_of(row + columns[j], n, left);
        }
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++)
#pragma unroll
        for (int j = 0; j < S::J; j++)
#pragma unroll
            for (int h = 0; h < S::I; h++)
                multiply_warp(d[h][j], of_a[i][h], of_b[i][j], (const T *)NULL);
}

// What a lane has of SPAN of k, as words: a piece of each of its rows of a, and J columns, side by
// side, of as many rows of b.
template <class S> struct direct_piece { uint32_t a[2 * S::I][4], b[S::PIECE][S::J / S::EACH]; };

// Word w of k in column j.
template <class S>
__device__ static inline uint32_t word_below(const direct_piece<S> *piece, int w, int j,
                                             const float *) {
    return piece->b[w][j];
}
template <class S>
__device__ static inline uint32_t word_below(const direct_piece<S> *piece, int w, int j,
                                             const bf16 *) {
    return __byte_perm(piece->b[2 * w][j / 2], piece->b[2 * w + 1][j / 2], j % 2 ? 0x7632 : 0x5410);
}

template <class S>
__device__ static inline void multiply_piece(float (&d)[S::I][S::J][4],
                                             const direct_piece<S> *piece) {
#pragma unroll
    for (int w = 0; w < 4; w += 2)
#pragma unroll
        for (int j = 0; j < S::J; j++) {
            const typename S::T *type = NULL;
            const uint32_t b[2] = {word_below(piece, w, j, type),
                                   word_below(piece, w + 1, j, type)};
#pragma unroll
            for (int h = 0; h < S::I; h++) {
                const uint32_t(&low)[4] = piece->a[2 * h], (&high)[4] = piece->a[2 * h + 1];
                const uint32_t a[4] = {low[w], high[w], low[w + 1], high[w + 1]};
                multiply_warp(d[h][j], a, b, type);
            }
        }
}

// WORDS words that begin at a multiple of their size, or of 16 bytes.
template <int WORDS>
__device__ static inline void read_words(uint32_t (&words)[WORDS], const void *from) {
    struct __align__(WORDS > 2 ? 16 : 8) several {
        uint32_t word[WORDS];
    };
    const struct several all = *(const struct several *)from;
#pragma unroll
    for (int w = 0; w < WORDS; w++)
        words[w] = all.word[w];
}
// From k on, a multiple of PIECE; zeros from `last` on. Rows begin at multiples of 16 bytes.
template <class S, typename T>
__device__ static inline void read_piece(direct_piece<S> *piece, const T *const (&rows)[2 * S::I],
                                         const T *b, int column, int n, int k, int last) {
    *piece = {};
    if (k >= last)
        return;
#pragma unroll
    for (int h = 0; h < 2 * S::I; h++)
        read_words(piece->a[h], rows[h] + k);
#pragma unroll
    for (int e = 0; e < S::PIECE; e++)
        read_words(piece->b[e], b + (size_t)(k + e) * n + column);
}

// WORDS words of bf16, that begin so many bits after `from`, 0 or 16.
template <int WORDS>
__device__ static inline void read_shifted(uint32_t (&words)[WORDS], const uint32_t *from,
                                           int bits) {
    const uint32_t more = bits ? from[WORDS] : 0;
#pragma unroll
    for (int w = 0; w < WORDS; w++)
        words[w] = from[w];
#pragma unroll
    for (int w = 0; w < WORDS; w++)
        words[w] = __funnelshift_r(words[w], w + 1 < WORDS ? words[w + 1] : more, bits);
}
// The word that holds an address, and how many bits after it begins.
__device__ static inline const uint32_t *word_around(const bf16 *at, int *bits) {
    const int bytes = (int)((uintptr_t)at % 4);
    *bits = 8 * bytes;
    return (const uint32_t *)((const char *)at - bytes);
}
// The products of `spans` times SPAN of k, read by words, wherever rows begin: every other row of b
// begins with a word. Of the lane's rows from k on, of b J columns.
template <class S>
__device__ static inline void multiply_by_words(float (&d)[S::I][S::J][4],
                                                const bf16 *const (&rows)[2 * S::I], const bf16 *b,
                                                int n, int spans) {
    int bits[2 * S::I], bits_b;
    const uint32_t *of_a[2 * S::I], *odd = word_around(b + n, &bits_b), *even = (const uint32_t *)b;
#pragma unroll
    for (int h = 0; h < 2 * S::I; h++)
        of_a[h] = word_around(rows[h], &bits[h]);
#pragma unroll 1
    for (; spans > 0; spans--) {
        direct_piece<S> piece;
#pragma unroll
        for (int h = 0; h < 2 * S::I; h++) {
            read_shifted(piece.a[h], of_a[h], bits[h]);
            of_a[h] += S::SPAN / 2;
        }
#pragma unroll
        for (int e = 0; e < S::PIECE; e += 2) {
            read_shifted(piece.b[e], even + e / 2 * n, 0);
            read_shifted(piece.b[e + 1], odd + e / 2 * n, bits_b);
        }
        even += (size_t)S::SPAN / 2 * n;
        odd += (size_t)S::SPAN / 2 * n;
        multiply_piece(d, &piece);
    }
}

// Four numbers side by side, whose place is a multiple of four.
__device__ static inline void put_four(float *to, float x, float y, float z, float w) {
    *(float4 *)to = make_float4(x, y, z, w);
}
__device__ static inline void put_four(bf16 *to, float x, float y, float z, float w) {
    *(uint2 *)to = make_uint2(pack(x, y), pack(z, w));
}

// One cluster of `parts` blocks: a tile. Each block adds up what its warps have of a quad, four
// sums side by side, and sends it to the block that stores it. ALIGNED: rows of a and b begin at
// multiples of 16 bytes, and n is one of J. Elsewhere bf16 is read by words, for which a and b
// begin with one, and TF32 number by number.
template <class S, bool ALIGNED>
__global__ void __launch_bounds__(S::THREADS, 512 / S::I / S::THREADS)
    direct_kernel(const typename S::T *a, const typename S::T *b, typename S::T *c, struct sizes s,
                  int tiles_below, int parts) {
    if (!HOPPER)
        return;
    typedef typename S::T T;
    constexpr bool BY_WORD = !ALIGNED && sizeof(T) < 4, BY_NUMBER = !ALIGNED && sizeof(T) == 4;
    extern __shared__ __align__(1024) unsigned char memory[]; // as in hopper_tiles.h
    float *sums = (float *)memory;
    float4 *got = (float4 *)(memory + S::SUMS);
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int tile = blockIdx.x / parts, part = blockIdx.x % parts;
    const int row0 = tile % tiles_below * S::M, column0 = tile / tiles_below * S::N;
    const int row = row0 + warp % S::DOWN * S::HIGH + g;
    // Column x of a warp's product j: 8 j + x, or J x + j, so that a lane's lie side by side.
    const auto column_of = [](int x, int j) { return BY_NUMBER ? 8 * j + x : S::J * x + j; };
    const int column = column0 + warp / S::DOWN % S::ACROSS * S::WIDE + column_of(g, 0);
    // This warp's part of k.
    constexpr int grain = BY_NUMBER ? S::DEEP : S::SPAN;
    const int steps = (s.k + grain - 1) / grain, all = parts * S::ALONG;
    const int own = part * S::ALONG + warp / (S::DOWN * S::ACROSS);
    const int first = (int)(((long long)steps * own + all - 1) / all) * grain;
    const int last = min((int)(((long long)steps * (own + 1) + all - 1) / all) * grain, s.k);

    // What is beyond the edges belongs to sums that are never stored.
    const T *rows[2 * S::I];
    int columns[S::J], p = first;
#pragma unroll
    for (int h = 0; h < 2 * S::I; h++)
        rows[h] = a + (size_t)min(row + 8 * h, s.m - 1) * s.k;
#pragma unroll
    for (int j = 0; j < S::J; j++)
        columns[j] = min(column + column_of(0, j), s.n - 1);
    float d[S::I][S::J][4] = {};
    if (S::ALONG > 1 && parts > 1)
        cluster_wait_for_all();
    wait_for_previous();
    let_next_begin();
    if constexpr (ALIGNED) {
        constexpr int pieces = S::I * S::J > 4 ? 1 : 2; // as registers allow
#pragma unroll 1
        for (; p < last; p += pieces * S::SPAN) {
            direct_piece<S> piece[pieces];
#pragma unroll
            for (int i = 0; i < pieces; i++)
                read_piece(&piece[i], rows, b, min(column, s.n - S::J), s.n,
                           p + i * S::SPAN + t * S::PIECE, last);
#pragma unroll
            for (int i = 0; i < pieces; i++)
                multiply_piece(d, &piece[i]);
        }
    } else if constexpr (BY_WORD) {
        // Whole spans, but nothing of which a word might reach beyond a or b.
        const int spans = max(min(last, s.k - (S::J + s.n - 1) / s.n) - p, 0) / S::SPAN;
        const T *from[2 * S::I];
#pragma unroll
        for (int h = 0; h < 2 * S::I; h++)
            from[h] = rows[h] + p + t * S::PIECE;
        multiply_by_words<S>(d, from, b + (size_t)(p + t * S::PIECE) * s.n + columns[0] / 2 * 2,
                             s.n, spans);
        constexpr int at_once = S::AT_ONCE / 2; // as registers allow
#pragma unroll 1
        for (p += spans * S::SPAN; p < last; p += at_once * S::DEEP)
            multiply_some<S, at_once, false>(d, rows, b, columns, s.n, p, last);
    } else {
#pragma unroll 1
        for (; p + S::AT_ONCE * S::DEEP <= last; p += S::AT_ONCE * S::DEEP)
            multiply_some<S, S::AT_ONCE, true>(d, rows, b, columns, s.n, p, last);
        if (p < last)
            multiply_some<S, S::AT_ONCE, false>(d, rows, b, columns, s.n, p, last);
    }

    // Every fourth column side by side, and rows such that hardly two lanes meet in a bank.
    constexpr int quarter = S::WIDE / 4 + BY_NUMBER;
    constexpr int pitch = S::WIDE + (BY_NUMBER ? 4 : S::J > 4 ? 1 : 8);
    const auto place = [](int warp, int y, int x) {
        return (warp * S::HIGH + y) * pitch + x % 4 * quarter + x / 4;
    };
#pragma unroll
    for (int j = 0; j < S::J; j++)
#pragma unroll
        for (int i = 0; i < 4 * S::I; i++)
            sums[place(warp, g + i / 2 * 8, column_of(2 * t + i % 2, j))] = d[i / 4][j][i % 4];
    __syncthreads();
    // What the warps with a part of k have of an element of the tile.
    const auto sum_at = [&](int y, int x) {
        const int of = y / S::HIGH + x / S::WIDE * S::DOWN;
        float sum = 0;
#pragma unroll
        for (int i = 0; i < S::ALONG; i++)
            sum += sums[place(of + i * S::DOWN * S::ACROSS, y % S::HIGH, x % S::WIDE)];
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
