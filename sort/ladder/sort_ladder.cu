// SPDX-License-Identifier: MIT
// Sorting keys digit by digit, rung by rung: from a bit per pass towards CUB's speed.
//
// What it teaches: the digits become larger, so that there are fewer passes; a pass becomes one
// kernel; keys are put in order in shared memory before they leave the multiprocessor, so that its
// writes are long; and ranking, which is most of the work, takes fewer instructions. After
// sort_one_pass.
//
//     sort_ladder --size 134217728; --bits 64; --input few        --only NAME,NAME... runs some
//
// It prints one row per rung: time, rate, its share of the rate at which the keys can be copied
// once for each digit, its speed-up over the published kernels, and how many keys are out of order.
#include "ladders/ladder.h"
#include "options.h"
#include "tiles.h"
#include "sort_work.h"

#define ABOUT "Sorts keys with faster and faster kernels."
const size_t DEFAULT_SIZE = 1 << 14; // keys
const int TILE = SORT_SMALLEST_TILE; // keys and threads of a block, until there are more for each
const int DIGIT_BITS = 8;
const unsigned int TOLD = 1u << 30, TOLD_ALL = 2u << 30,
                   COUNT = TOLD - 1; // a state: flag and count

// ---- a bit per pass: three kernels --------------------------------------------------------------

template <typename Key>
__global__ void count_zeros(const Key *in, unsigned int *of_tile, size_t n, int bit) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    const int zeros = __syncthreads_count(i < n && (in[i] >> bit & 1) == 0);
    if (threadIdx.x == 0)
        of_tile[blockIdx.x] = (unsigned)zeros;
}

// A block for each row: inclusive sums.
__global__ void scan_rows(unsigned int *counts, unsigned int columns) {
    unsigned int *const row = counts + (size_t)blockIdx.x * columns;
    unsigned int before = 0;
    for (unsigned int first = 0; first < columns; first += TILE) {
        const unsigned int i = first + threadIdx.x;
        const unsigned int number = i < columns ? row[i] : 0;
        unsigned int total;
        const unsigned int sum = block_scan(number, &total);
        if (i < columns)
            row[i] = before + sum;
        before += total;
        __syncthreads(); // all have read the total before the next turn changes it
    }
}

template <typename Key>
__global__ void scatter_bit(const Key *in, Key *out, const unsigned int *of_tile, size_t n,
                            int bit) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    const Key key = i < n ? in[i] : 0;
    const unsigned int zero = i < n && (key >> bit & 1) == 0;
    unsigned int total;
    const unsigned int here = block_scan(zero, &total);
    const unsigned int zeros = here + (blockIdx.x > 0 ? of_tile[blockIdx.x - 1] : 0);
    if (i < n)
        out[zero ? zeros - 1 : of_tile[gridDim.x - 1] + i - zeros] = key;
}

// ---- a digit per pass: histograms ---------------------------------------------------------------

template <typename Key> __device__ inline unsigned int digit_of(Key key, int shift) {
    return (unsigned int)(key >> shift) & (DIGITS - 1);
}

// One digit, tile by tile.
template <typename Key, int BLOCK, int ITEMS>
__global__ void count_tiles(const Key *in, unsigned int *of_tile, size_t n, int shift,
                            unsigned int tiles) {
    __shared__ unsigned int own[DIGITS];
    for (int d = threadIdx.x; d < DIGITS; d += BLOCK)
        own[d] = 0;
    __syncthreads();
    const size_t first = (size_t)blockIdx.x * BLOCK * ITEMS + threadIdx.x;
    for (int k = 0; k < ITEMS; k++)
        if (first + k * BLOCK < n)
            atomicAdd(&own[digit_of(in[first + k * BLOCK], shift)], 1);
    __syncthreads();
    for (int d = threadIdx.x; d < DIGITS; d += BLOCK)
        of_tile[(size_t)d * tiles + blockIdx.x] = own[d];
}

// All digits of all keys, 16 bytes at a time, and the keys that are left by the first block.
template <typename Key> struct alignas(16) vector { Key key[16 / sizeof(Key)]; };
template <typename Key, int BLOCK>
__global__ void count_all(const Key *in, unsigned int *counts, size_t n) {
    const int EACH = 16 / sizeof(Key), PASSES = sizeof(Key);
    __shared__ unsigned int own[PASSES * DIGITS];
    for (int d = threadIdx.x; d < PASSES * DIGITS; d += BLOCK)
        own[d] = 0;
    __syncthreads();
    const size_t stride = (size_t)gridDim.x * BLOCK, whole = n / EACH;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * BLOCK; i < whole; i += stride) {
        const vector<Key> v = ((const vector<Key> *)in)[i];
#pragma unroll
        for (int e = 0; e < EACH; e++)
#pragma unroll
            for (int pass = 0; pass < PASSES; pass++)
                atomicAdd(&own[pass * DIGITS + digit_of(v.key[e], pass * DIGIT_BITS)], 1);
    }
    if (blockIdx.x == 0 && threadIdx.x < n % EACH)
        for (int pass = 0; pass < PASSES; pass++)
            atomicAdd(
                &own[pass * DIGITS + digit_of(in[whole * EACH + threadIdx.x], pass * DIGIT_BITS)],
                1);
    __syncthreads();
    for (int d = threadIdx.x; d < PASSES * DIGITS; d += BLOCK)
        atomicAdd(&counts[d], own[d]);
}

// ---- a digit per pass: ranks within a warp ------------------------------------------------------

// rank[k] becomes how many keys of the warp that come before key k have the same digit, and
// counters[d] how many have digit d. The lanes with a lane's digit are found by eight ballots.
template <int ITEMS, typename Key>
__device__ inline void rank_by_ballots(const Key key[ITEMS], int shift, unsigned int *counters,
                                       unsigned int rank[ITEMS]) {
    const unsigned int below = (1u << threadIdx.x % WARP) - 1;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const unsigned int digit = digit_of(key[k], shift);
        unsigned int same = ALL;
#pragma unroll
        for (int bit = 0; bit < DIGIT_BITS; bit++) {
            const bool set = digit >> bit & 1;
            const unsigned int those = __ballot_sync(ALL, set);
            same &= set ? those : ~those;
        }
        unsigned int before = 0;
        if ((same & below) == 0)
            before = atomicAdd(&counters[digit], (unsigned)__popc(same));
        __syncwarp();
        rank[k] = __shfl_sync(ALL, before, __ffs((int)same) - 1) + (unsigned)__popc(same & below);
    }
}

// The same, but each lane sets its bit in a word for its digit, and reads who else did.
template <int ITEMS, typename Key>
__device__ inline void rank_by_masks(const Key key[ITEMS], int shift, unsigned int *counters,
                                     unsigned int *masks, unsigned int rank[ITEMS]) {
    const unsigned int own = 1u << threadIdx.x % WARP;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const unsigned int digit = digit_of(key[k], shift);
        atomicOr(&masks[digit], own);
        __syncwarp();
        const unsigned int same = masks[digit], before = counters[digit];
        __syncwarp(); // all have read before the first of them writes
        rank[k] = before + (unsigned)__popc(same & (own - 1));
        if ((same & (own - 1)) == 0) {
            masks[digit] = 0;
            counters[digit] = before + (unsigned)__popc(same);
        }
        __syncwarp();
    }
}

// ---- a digit per pass: each key to its place ----------------------------------------------------

// Shared memory of a block: counters for each warp, and then, one after the other, masks for each
// warp and the tile's keys in order.
template <typename Key, int BLOCK, int ITEMS> constexpr size_t shared_bytes() {
    return BLOCK / WARP * DIGITS * sizeof(unsigned int) + BLOCK * ITEMS * sizeof(Key);
}

// How a tile finds where its digits begin, and whether its keys are put in order before they leave.
enum { FROM_COUNTS, GROUPED, LOOK_BACK, LOOK_BACK_MASKS };

// FROM_COUNTS and GROUPED: `counts` has the sums of count_tiles, [digit][tile]; else the histogram
// of all keys.
template <typename Key, int BLOCK, int ITEMS, int PER_SM, int WAY>
__global__ void __launch_bounds__(BLOCK, PER_SM)
    scatter(const Key *in, Key *out, unsigned int n, int shift, const unsigned int *counts,
            unsigned int *states, unsigned int *next) {
    const int WARPS = BLOCK / WARP, OF_TILE = BLOCK * ITEMS;
    extern __shared__ __align__(16) unsigned char shared[];
    unsigned int(*const of_warp)[DIGITS] = (unsigned int(*)[DIGITS])shared;
    Key *const ordered = (Key *)(of_warp + WARPS);
    __shared__ unsigned int begin[DIGITS];
    const int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
    const unsigned int tile = WAY >= LOOK_BACK ? tile_next(next) : blockIdx.x;
    const unsigned int first = tile * OF_TILE + warp * (WARP * ITEMS) + lane;
    const unsigned int here = min(n - tile * OF_TILE, (unsigned)OF_TILE);

    // Past the end there are keys that are larger than all: they have the last places of the tile.
    Key key[ITEMS];
    if (here == OF_TILE) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            key[k] = in[first + k * WARP];
    } else {
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            key[k] = first + k * WARP < n ? in[first + k * WARP] : (Key)-1;
    }
    unsigned int *const masks = (unsigned int *)ordered + warp * DIGITS;
    for (int d = lane; d < DIGITS; d += WARP) {
        of_warp[warp][d] = 0;
        if (WAY == LOOK_BACK_MASKS)
            masks[d] = 0;
    }
    __syncwarp();
    unsigned int rank[ITEMS];
    if (WAY == LOOK_BACK_MASKS)
        rank_by_masks<ITEMS>(key, shift, of_warp[warp], masks, rank);
    else
        rank_by_ballots<ITEMS>(key, shift, of_warp[warp], rank);
    __syncthreads();

    // A thread for each digit: what the warps have becomes what those before each have.
    volatile unsigned int *const state = states + (size_t)tile * DIGITS + t;
    unsigned int count = 0;
    if (t < DIGITS) {
#pragma unroll
        for (int w = 0; w < WARPS; w++) {
            const unsigned int own = of_warp[w][t];
            of_warp[w][t] = count;
            count += own;
        }
        if (WAY >= LOOK_BACK && tile > 0)
            *state = TOLD | count;
    }
    unsigned int total, before = 0;
    const unsigned int upto = block_scan(count, &total);
    const unsigned int start = upto - count; // of the digit within the tile
    if (t < DIGITS) {
#pragma unroll
        for (int w = 0; w < WARPS; w++)
            of_warp[w][t] += start;
    }
    if (WAY < LOOK_BACK || tile == 0) { // where the digit begins among all keys
        const size_t tiles = WAY < LOOK_BACK ? gridDim.x : 1;
        const unsigned int all = t < DIGITS ? counts[t * tiles + tiles - 1] : 0;
        __syncthreads(); // block_scan is used again
        const unsigned int sum = block_scan(all, &total);
        before = sum - all;
        if (WAY < LOOK_BACK && t < DIGITS && tile > 0)
            before += counts[t * tiles + tile - 1];
    }
    __syncthreads();
    if (WAY >= GROUPED) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            ordered[of_warp[warp][digit_of(key[k], shift)] + rank[k]] = key[k];
    }
    if (t < DIGITS) {
        if (WAY >= LOOK_BACK) {
            for (unsigned int back = 1; back <= tile;) {
                const unsigned int told = *(state - back * (size_t)DIGITS);
                before += told & COUNT;
                if (told & TOLD_ALL)
                    break;
                back += told != 0;
            }
            *state = TOLD_ALL | (before + count);
        }
        begin[t] = before - start;
    }
    __syncthreads();
    if (WAY == FROM_COUNTS) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            const unsigned int digit = digit_of(key[k], shift);
            const unsigned int place = of_warp[warp][digit] + rank[k];
            if (place < here)
                out[begin[digit] + place] = key[k];
        }
    } else {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            const unsigned int place = (unsigned)(t + k * BLOCK);
            if (place < here) {
                const Key moved = ordered[place];
                out[begin[digit_of(moved, shift)] + place] = moved;
            }
        }
    }
}

// ---- the rungs ----------------------------------------------------------------------------------

template <typename Key> static void copies(void *work) {
    const struct sort_work *w = (const struct sort_work *)work;
    for (size_t pass = 0; pass < sizeof(Key); pass++)
        HANDLE_ERROR(
            cudaMemcpyAsync(w->dev_out, w->dev_in, w->n * sizeof(Key), cudaMemcpyDeviceToDevice));
}

// What a pass reads and what it writes: the first reads the input, and the last writes the output.
template <typename Key> static const Key *from(const struct sort_work *w, int pass, int passes) {
    return (const Key *)(pass == 0                  ? w->dev_in
                         : (passes - pass) % 2 != 0 ? w->dev_aside
                                                    : w->dev_out);
}
template <typename Key> static Key *to(const struct sort_work *w, int pass, int passes) {
    return (Key *)((passes - pass) % 2 != 0 ? w->dev_out : w->dev_aside);
}

template <typename Key> static void published(void *work) {
    const struct sort_work *w = (const struct sort_work *)work;
    const unsigned tiles = (unsigned)((w->n + TILE - 1) / TILE);
    for (int bit = 0; bit < w->bits; bit++) {
        const Key *const in = from<Key>(w, bit, w->bits);
        count_zeros<<<tiles, TILE>>>(in, w->dev_of_tile, w->n, bit);
        scan_rows<<<1, TILE>>>(w->dev_of_tile, tiles);
        scatter_bit<<<tiles, TILE>>>(in, to<Key>(w, bit, w->bits), w->dev_of_tile, w->n, bit);
    }
    HANDLE_ERROR(cudaGetLastError());
}

// ITEMS keys of 32 bits for each thread, or half as many of 64.
template <typename Key, int BLOCK, int ITEMS, int PER_SM, int WAY>
static void by_digits(void *work) {
    const int EACH = ITEMS * 4 / (int)sizeof(Key), PASSES = sizeof(Key);
    const struct sort_work *w = (const struct sort_work *)work;
    const unsigned tiles = (unsigned)((w->n + (size_t)BLOCK * EACH - 1) / ((size_t)BLOCK * EACH));
    const size_t shared = shared_bytes<Key, BLOCK, EACH>();
    const auto kernel = scatter<Key, BLOCK, EACH, PER_SM, WAY>;
    HANDLE_ERROR(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    unsigned int *const counts = w->dev_zeros, *const next = counts + PASSES * DIGITS;
    if (WAY >= LOOK_BACK) {
        const Key *const in = from<Key>(w, 0, PASSES);
        const size_t needed = (w->n + TILE * 16 - 1) / (TILE * 16),
                     most = 2 * (size_t)w->processors;
        const unsigned blocks = (unsigned)(needed < most ? needed : most);
        HANDLE_ERROR(
            cudaMemsetAsync(w->dev_zeros, 0, sort_zero_words(w, tiles) * sizeof *w->dev_zeros));
        count_all<Key, TILE><<<blocks, TILE>>>(in, counts, w->n);
    }
    for (int pass = 0; pass < PASSES; pass++) {
        const Key *const in = from<Key>(w, pass, PASSES);
        Key *const out = to<Key>(w, pass, PASSES);
        const unsigned int n = (unsigned)w->n;
        if (WAY >= LOOK_BACK) {
            unsigned int *const states = next + PASSES + (size_t)pass * tiles * DIGITS;
            kernel<<<tiles, BLOCK, shared>>>(in, out, n, pass * DIGIT_BITS, counts + pass * DIGITS,
                                             states, next + pass);
        } else {
            count_tiles<Key, BLOCK, EACH>
                <<<tiles, BLOCK>>>(in, w->dev_of_tile, n, pass * DIGIT_BITS, tiles);
            scan_rows<<<DIGITS, TILE>>>(w->dev_of_tile, tiles);
            kernel<<<tiles, BLOCK, shared>>>(in, out, n, pass * DIGIT_BITS, w->dev_of_tile, NULL,
                                             NULL);
        }
    }
    HANDLE_ERROR(cudaGetLastError());
}

template <typename Key>
static int climb(const struct options *options, const struct ladder_words *words,
                 struct sort_work *work, const char *what) {
    static const struct rung rungs[] = {
        {"copies", "a copy of the keys for each digit", copies<Key>, NULL, RUNG_LIMIT},
        {"published", "a bit per pass", published<Key>, NULL, RUNG_PUBLISHED},
        {"digits", "8 bits per pass", by_digits<Key, 256, 16, 4, FROM_COUNTS>},
        {"grouped", "in order before they leave", by_digits<Key, 256, 16, 4, GROUPED>},
        {"one_pass", "one kernel per digit, look-back", by_digits<Key, 256, 16, 4, LOOK_BACK>},
        {"masks", "ranks by masks", by_digits<Key, 256, 16, 4, LOOK_BACK_MASKS>},
        {"large", "512 threads in a block", by_digits<Key, 512, 16, 2, LOOK_BACK_MASKS>},
        {"long", "and 32 keys for each of 384", by_digits<Key, 384, 32, 2, LOOK_BACK_MASKS>},
        {"small", "8 keys of 32 bits for each thread", by_digits<Key, 256, 8, 4, LOOK_BACK_MASKS>},
    };
    const struct ladder ladder = {
        .rungs = rungs,
        .count = sizeof rungs / sizeof *rungs,
        .unit = "Gkeys/s",
        .amount = (double)work->n / 1e9,
        .limit_is = "a copy of the keys for each digit of 8 bits",
        .bytes = (2.0 * sizeof(Key) + 1) * sizeof(Key) * (double)work->n, // counted once, moved
        .poison = sort_poison,
        .check = sort_right,
        .what = what,
    };
    return ladder_climb(&ladder, options, words, work);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    size_t bits = 32;
    const char *input = "random";
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, COUNT, "keys"},
        {"bits", OPTION_COUNT, &bits, 32, 64, "of a key: 32 or 64"},
        {"input", OPTION_WORD, &input, 0, 0, "random, sorted or few: 16 different keys"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "other keys"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    if (bits != 32 && bits != 64)
        options_refuse(&options, "--bits '%zu': 32 or 64", bits);
    static const char *const inputs[] = {"random", "sorted", "few"};
    int chosen = 0;
    while (chosen < SORT_INPUTS && strcmp(input, inputs[chosen]) != 0)
        chosen++;
    if (chosen == SORT_INPUTS)
        options_refuse(&options, "--input '%s': random, sorted or few", input);

    struct sort_work work = sort_work_create(&options, (int)bits, (enum sort_input)chosen);
    char what[40];
    snprintf(what, sizeof what, "%zu bits %s", bits, input);
    const int status = bits == 32 ? climb<uint32_t>(&options, &words, &work, what)
                                  : climb<uint64_t>(&options, &words, &work, what);
    sort_work_destroy(&work);
    return status;
}
