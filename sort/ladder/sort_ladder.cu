// SPDX-License-Identifier: MIT
// Sorting keys digit by digit, rung by rung: from a bit per pass past CUB's speed.
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

// All digits of all keys, 16 bytes at a time, and the keys that are left by the first block. A
// counter has several columns, so that lanes with the same digit, or with digits of one bank, do
// not wait for each other: with 32 columns each lane has a bank of its own.
template <typename Key> struct alignas(16) vector { Key key[16 / sizeof(Key)]; };
template <typename Key, int BLOCK>
__global__ void count_all(const Key *in, unsigned int *counts, size_t n, int columns) {
    const int EACH = 16 / sizeof(Key), PASSES = sizeof(Key);
    extern __shared__ unsigned int of_columns[]; // [PASSES * DIGITS][columns]
    for (int c = threadIdx.x; c < PASSES * DIGITS * columns; c += BLOCK)
        of_columns[c] = 0;
    __syncthreads();
    unsigned int *const own = of_columns + threadIdx.x % columns;
    const size_t stride = (size_t)gridDim.x * BLOCK, whole = n / EACH;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * BLOCK; i < whole; i += stride) {
        const vector<Key> v = ((const vector<Key> *)in)[i];
#pragma unroll
        for (int e = 0; e < EACH; e++)
#pragma unroll
            for (int pass = 0; pass < PASSES; pass++)
                atomicAdd(&own[(pass * DIGITS + digit_of(v.key[e], pass * DIGIT_BITS)) * columns],
                          1);
    }
    if (blockIdx.x == 0 && threadIdx.x < n % EACH) {
        const Key key = in[whole * EACH + threadIdx.x];
        for (int pass = 0; pass < PASSES; pass++)
            atomicAdd(&own[(pass * DIGITS + digit_of(key, pass * DIGIT_BITS)) * columns], 1);
    }
    __syncthreads();
    for (int d = threadIdx.x; d < PASSES * DIGITS; d += BLOCK) {
        unsigned int sum = 0;
        for (int c = 0; c < columns; c++) // each lane begins in another bank
            sum += of_columns[d * columns + (c + threadIdx.x) % columns];
        atomicAdd(&counts[d], sum);
    }
}

// ---- a digit per pass: ranks within a warp ------------------------------------------------------

// The lanes for which `bits` is zero if it is for the caller, or not zero if it is not. The
// instructions by name: from `same &= set ? those : ~those` the compiler makes twice as many.
__device__ inline unsigned int like_me(unsigned int bits) {
    unsigned int those;
    asm volatile("{\n"
                 " .reg .pred set;\n"
                 " .reg .b32 flip;\n"
                 " setp.ne.u32 set, %1, 0;\n"
                 " vote.sync.ballot.b32 %0, set, 0xffffffff;\n"
                 " selp.b32 flip, 0, 0xffffffff, set;\n"
                 " xor.b32 %0, %0, flip;\n"
                 "}"
                 : "=r"(those)
                 : "r"(bits));
    return those;
}

// place[k] becomes what the counter of key k's digit is, plus how many lanes below have that digit
// in their key k; and the counter grows by how many lanes have it. Lanes with one digit are found
// by a ballot for each bit. Two keys at a time, so that one does not wait for the other.
template <typename Key>
__device__ inline void take_places(const Key key[2], int shift, unsigned int *counters,
                                   unsigned int place[2]) {
    const int lane = threadIdx.x % WARP;
    unsigned int same[2];
    int leader[2];
#pragma unroll
    for (int k = 0; k < 2; k++) {
        const unsigned int digit = digit_of(key[k], shift);
        same[k] = ALL;
#pragma unroll
        for (int bit = 0; bit < DIGIT_BITS; bit++)
            same[k] &= like_me(digit & 1u << bit);
        leader[k] = 31 - __clz((int)same[k]);
    }
#pragma unroll
    for (int k = 0; k < 2; k++) {
        place[k] = 0;
        if (lane == leader[k])
            place[k] = atomicAdd(&counters[digit_of(key[k], shift)], (unsigned)__popc(same[k]));
        __syncwarp();
    }
#pragma unroll
    for (int k = 0; k < 2; k++)
        place[k] =
            __shfl_sync(ALL, place[k], leader[k]) + (unsigned)__popc(same[k] & ((1u << lane) - 1));
}

// ---- a digit per pass: what the blocks have in common -------------------------------------------

// The block's keys, warp by warp, row by row. Past the end there are keys that are larger than
// all: they have the last places of the tile.
template <typename Key, int BLOCK, int ITEMS>
__device__ inline void load_keys(const Key *in, size_t n, unsigned int tile, Key key[ITEMS]) {
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const size_t first = (size_t)tile * BLOCK * ITEMS + warp * (WARP * ITEMS) + lane;
    if (n - (size_t)tile * BLOCK * ITEMS >= BLOCK * ITEMS) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            key[k] = in[first + k * WARP];
    } else {
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            key[k] = first + k * WARP < n ? in[first + k * WARP] : (Key)-1;
    }
}

// The sum over all digits below the caller's, of which there is a thread for each, and no count for
// the other threads. Every thread of the block has to call it.
__device__ inline unsigned int digits_below(unsigned int count) {
    __shared__ unsigned int of_warp[DIGITS / WARP];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    unsigned int sum = 0;
    if (warp < DIGITS / WARP) {
        sum = warp_scan(count);
        if (lane == WARP - 1)
            of_warp[warp] = sum;
    }
    __syncthreads();
#pragma unroll
    for (int w = 0; w < DIGITS / WARP - 1; w++)
        sum += w < warp && warp < DIGITS / WARP ? of_warp[w] : 0;
    __syncthreads(); // all have read before the next call writes
    return sum - count;
}

// How many keys of all tiles before this one have the caller's digit. `state` is the tile's own,
// and becomes the sum up to and with it.
__device__ inline unsigned int look_back(volatile unsigned int *state, unsigned int tile,
                                         unsigned int count, unsigned int before) {
    for (unsigned int back = 1; back <= tile;) {
        const unsigned int told = *(state - back * (size_t)DIGITS);
        before += told & COUNT;
        if (told & TOLD_ALL)
            break;
        back += told != 0;
    }
    *state = TOLD_ALL | (before + count);
    return before;
}

// The tile's keys in order, each to where its digit begins.
template <typename Key, int BLOCK, int ITEMS>
__device__ inline void store_keys(Key *out, const Key *ordered, const unsigned int *begin,
                                  int shift, unsigned int here) {
    if (here >= BLOCK * ITEMS) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            const unsigned int place = threadIdx.x + k * BLOCK;
            out[begin[digit_of(ordered[place], shift)] + place] = ordered[place];
        }
    } else
        for (unsigned int place = threadIdx.x; place < here; place += BLOCK)
            out[begin[digit_of(ordered[place], shift)] + place] = ordered[place];
}

// ---- a digit per pass: each key to its place ----------------------------------------------------

// Shared memory of a block: counters for each warp, and the tile's keys in order.
template <typename Key, int BLOCK, int ITEMS> constexpr size_t shared_bytes() {
    return BLOCK / WARP * DIGITS * sizeof(unsigned int) + BLOCK * ITEMS * sizeof(Key);
}

// How a tile finds where its digits begin, and whether its keys are put in order before they leave.
enum { FROM_COUNTS, GROUPED, LOOK_BACK, COUNTED };

// Ranked, then counted. FROM_COUNTS and GROUPED: `counts` has the sums of count_tiles,
// [digit][tile]; else the histogram of all keys.
template <typename Key, int BLOCK, int ITEMS, int PER_SM, int WAY>
__global__ void __launch_bounds__(BLOCK, PER_SM)
    scatter(const Key *in, Key *out, unsigned int n, int shift, const unsigned int *counts,
            unsigned int *states, unsigned int *next) {
    const int WARPS = BLOCK / WARP, OF_TILE = BLOCK * ITEMS;
    extern __shared__ __align__(16) unsigned char shared[];
    Key *const ordered = (Key *)shared;
    unsigned int(*const of_warp)[DIGITS] = (unsigned int(*)[DIGITS])(ordered + OF_TILE);
    __shared__ unsigned int begin[DIGITS];
    const int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
    const unsigned int tile = WAY == LOOK_BACK ? tile_next(next) : blockIdx.x;
    const unsigned int here = min(n - tile * OF_TILE, (unsigned)OF_TILE);

    Key key[ITEMS];
    load_keys<Key, BLOCK, ITEMS>(in, n, tile, key);
    for (int d = lane; d < DIGITS; d += WARP)
        of_warp[warp][d] = 0;
    __syncwarp();
    unsigned int rank[ITEMS]; // among the warp's keys with that digit
#pragma unroll
    for (int k = 0; k < ITEMS; k += 2)
        take_places(key + k, shift, of_warp[warp], rank + k);
    __syncthreads();

    // A thread for each digit: what the warps have becomes what those before each have.
    volatile unsigned int *const state = states + (size_t)tile * DIGITS + t;
    unsigned int count = 0, before = 0;
    if (t < DIGITS) {
#pragma unroll
        for (int w = 0; w < WARPS; w++) {
            const unsigned int own = of_warp[w][t];
            of_warp[w][t] = count;
            count += own;
        }
        if (WAY == LOOK_BACK && tile > 0)
            *state = TOLD | count;
    }
    const unsigned int start = digits_below(count); // of the digit within the tile
    if (t < DIGITS) {
#pragma unroll
        for (int w = 0; w < WARPS; w++)
            of_warp[w][t] += start;
    }
    if (WAY != LOOK_BACK || tile == 0) { // where the digit begins among all keys
        const size_t tiles = WAY == LOOK_BACK ? 1 : gridDim.x;
        before = digits_below(t < DIGITS ? counts[t * tiles + tiles - 1] : 0);
        if (WAY != LOOK_BACK && t < DIGITS && tile > 0)
            before += counts[t * tiles + tile - 1];
    }
    __syncthreads();
    if (WAY >= GROUPED) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            ordered[of_warp[warp][digit_of(key[k], shift)] + rank[k]] = key[k];
    }
    if (t < DIGITS) {
        if (WAY == LOOK_BACK)
            before = look_back(state, tile, count, before);
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
    } else
        store_keys<Key, BLOCK, ITEMS>(out, ordered, begin, shift, here);
}

// Counted, then ranked: the other tiles hear of the counts early, and a key that is ranked goes to
// its place in the tile at once, so that no rank has to be kept and a thread can have more keys.
template <typename Key, int BLOCK, int ITEMS, int PER_SM>
__global__ void __launch_bounds__(BLOCK, PER_SM)
    scatter_counted(const Key *in, Key *out, unsigned int n, int shift, const unsigned int *counts,
                    unsigned int *states, unsigned int *next) {
    const int WARPS = BLOCK / WARP, OF_TILE = BLOCK * ITEMS;
    extern __shared__ __align__(16) unsigned char shared[];
    Key *const ordered = (Key *)shared;
    unsigned int(*const of_warp)[DIGITS] = (unsigned int(*)[DIGITS])(ordered + OF_TILE);
    __shared__ unsigned int begin[DIGITS];
    const int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
    const unsigned int tile = tile_next(next);

    Key key[ITEMS];
    load_keys<Key, BLOCK, ITEMS>(in, n, tile, key);
    for (int d = lane; d < DIGITS; d += WARP)
        of_warp[warp][d] = 0;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        atomicAdd(&of_warp[warp][digit_of(key[k], shift)], 1);
    __syncthreads();

    // A thread for each digit: what the warps have becomes where each of them begins in the tile.
    volatile unsigned int *const state = states + (size_t)tile * DIGITS + t;
    unsigned int count = 0, before = 0;
    if (t < DIGITS) {
#pragma unroll
        for (int w = 0; w < WARPS; w++)
            count += of_warp[w][t];
        if (tile > 0)
            *state = TOLD | count;
    }
    const unsigned int start = digits_below(count);
    if (t < DIGITS) {
        unsigned int place = start;
#pragma unroll
        for (int w = 0; w < WARPS; w++) {
            const unsigned int own = of_warp[w][t];
            of_warp[w][t] = place;
            place += own;
        }
    }
    if (tile == 0)
        before = digits_below(t < DIGITS ? counts[t] : 0);
    __syncthreads();
    // Else the compiler keeps the digits of all keys, for which there are no registers.
    asm volatile("" : "+r"(shift));
#pragma unroll
    for (int k = 0; k < ITEMS; k += 2) {
        unsigned int place[2];
        take_places(key + k, shift, of_warp[warp], place);
        ordered[place[0]] = key[k];
        ordered[place[1]] = key[k + 1];
    }
    if (t < DIGITS)
        begin[t] = look_back(state, tile, count, before) - start;
    __syncthreads();
    store_keys<Key, BLOCK, ITEMS>(out, ordered, begin, shift, n - tile * OF_TILE);
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

template <typename Key, int BLOCK, int ITEMS, int PER_SM, int WAY> constexpr auto kernel_of() {
    if constexpr (WAY == COUNTED)
        return scatter_counted<Key, BLOCK, ITEMS, PER_SM>;
    else
        return scatter<Key, BLOCK, ITEMS, PER_SM, WAY>;
}

// ITEMS keys of 32 bits for each thread, or half as many of 64.
template <typename Key, int BLOCK, int ITEMS, int PER_SM, int WAY>
static void by_digits(void *work) {
    const int EACH = ITEMS * 4 / (int)sizeof(Key), PASSES = sizeof(Key);
    const struct sort_work *w = (const struct sort_work *)work;
    const unsigned tiles = (unsigned)((w->n + (size_t)BLOCK * EACH - 1) / ((size_t)BLOCK * EACH));
    const size_t shared = shared_bytes<Key, BLOCK, EACH>();
    const auto kernel = kernel_of<Key, BLOCK, EACH, PER_SM, WAY>();
    HANDLE_ERROR(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    unsigned int *const counts = w->dev_zeros, *const next = counts + PASSES * DIGITS;
    if (WAY >= LOOK_BACK) {
        const size_t needed = (w->n + TILE * 16 - 1) / (TILE * 16);
        const unsigned blocks =
            needed < (size_t)w->processors ? (unsigned)needed : (unsigned)w->processors;
        const size_t a_column = PASSES * DIGITS * sizeof *counts;
        int columns = WARP;
        while (columns * a_column > w->most_shared)
            columns /= 2;
        HANDLE_ERROR(cudaFuncSetAttribute(count_all<Key, TILE>,
                                          cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          (int)(columns * a_column)));
        HANDLE_ERROR(
            cudaMemsetAsync(w->dev_zeros, 0, sort_zero_words(w, tiles) * sizeof *w->dev_zeros));
        count_all<Key, TILE>
            <<<blocks, TILE, columns * a_column>>>(from<Key>(w, 0, PASSES), counts, w->n, columns);
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

// Tiles of 384 threads with 160 bytes of keys each.
static const char *too_large(const void *work) {
    const struct sort_work *w = (const struct sort_work *)work;
    return w->most_shared < shared_bytes<uint32_t, 384, 40>() + 2048 ? "too little shared memory"
                                                                     : NULL;
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
        {"counted", "counted before they are ranked", by_digits<Key, 256, 16, 4, COUNTED>},
        {"long", "40 keys of 32 bits for each of 384", by_digits<Key, 384, 40, 2, COUNTED>,
         too_large},
        {"small", "8 keys of 32 bits for each thread", by_digits<Key, 256, 8, 4, COUNTED>},
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
