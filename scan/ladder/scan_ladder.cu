// SPDX-License-Identifier: MIT
// Running sums, rung by rung: from three kernels towards the speed of a copy.
//
// What it teaches: a scan has to read each number once and write each sum once, and no more. One
// pass takes the place of three, each thread takes many numbers, in wide loads that shared memory
// puts in order, and a tile that waits looks at 32 others at a time. After scan_one_pass.
//
//     scan_ladder --size 536870912        --only NAME,NAME... runs some; --help lists the options
//
// It prints one row per rung: time, bandwidth, its share of the bandwidth of a copy on the device,
// its speed-up over the published kernels, and how many differences of neighbouring sums are wrong.
#include <cuda_pipeline.h>

#include "ladders/ladder.h"
#include "options.h"
#include "tiles.h"
#include "scan_work.h"

#define ABOUT "Works out running sums with faster and faster kernels."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const int TILE = 1024;   // numbers and threads of a block, until there are more for each
const int THREADS = 256; // then
const int ITEMS = 16;    // numbers of a thread: 4 loads of 16 bytes

// ---- three kernels ------------------------------------------------------------------------------

__global__ void published_tiles(const unsigned int *numbers, unsigned int *sums,
                                unsigned int *of_tile, size_t n) {
    __shared__ unsigned int shared[SCAN_SMALLEST_TILE];
    const int t = threadIdx.x;
    const size_t i = t + (size_t)blockIdx.x * SCAN_SMALLEST_TILE;
    shared[t] = i < n ? numbers[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < SCAN_SMALLEST_TILE; distance *= 2) {
        const unsigned int left = t >= distance ? shared[t - distance] : 0;
        __syncthreads();
        shared[t] += left;
        __syncthreads();
    }
    if (i < n)
        sums[i] = shared[t];
    if (t == SCAN_SMALLEST_TILE - 1)
        of_tile[blockIdx.x] = shared[t];
}

__global__ void warps_tiles(const unsigned int *numbers, unsigned int *sums, unsigned int *of_tile,
                            size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    const unsigned int number = i < n ? numbers[i] : 0;
    unsigned int total;
    const unsigned int sum = block_scan(number, &total);
    if (i < n)
        sums[i] = sum;
    if (threadIdx.x == 0)
        of_tile[blockIdx.x] = total;
}

__global__ void scan_of_tiles(unsigned int *of_tile, unsigned int tiles) {
    unsigned int before = 0;
    for (unsigned int first = 0; first < tiles; first += TILE) {
        const unsigned int i = first + threadIdx.x;
        const unsigned int number = i < tiles ? of_tile[i] : 0;
        unsigned int total;
        const unsigned int sum = block_scan(number, &total);
        if (i < tiles)
            of_tile[i] = before + sum;
        before += total;
        __syncthreads(); // all have read the total before the next turn changes it
    }
}

__global__ void add_of_tiles(unsigned int *sums, const unsigned int *of_tile, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (blockIdx.x > 0 && i < n)
        sums[i] += of_tile[blockIdx.x - 1];
}

// ---- one kernel ---------------------------------------------------------------------------------

__global__ void one_number(const unsigned int *numbers, unsigned int *sums, size_t n,
                           tile_state *states, unsigned int *next) {
    const unsigned int tile = tile_next(next);
    const size_t i = threadIdx.x + (size_t)tile * TILE;
    const unsigned int number = i < n ? numbers[i] : 0;
    unsigned int total;
    const unsigned int sum = block_scan(number, &total);
    const unsigned int before = tile_begin(states, tile, total);
    if (i < n)
        sums[i] = before + sum;
}

// Place k of a warp's 512 numbers in shared memory: 16 bytes are left free after each 128. So the
// loads of a warp, 16 bytes of each lane side by side, and the 64 bytes of each lane by itself both
// meet each bank once.
__device__ inline int padded(int k) {
    return k + k / 32 * 4;
}
const int OF_WARP = WARP * ITEMS + WARP * ITEMS / 32 * 4; // words of shared memory

// The 16 numbers of a lane, out of its warp's 512, which begin at `first`. Past the end there are
// zeros.
__device__ inline void load_items(const unsigned int *numbers, size_t first, size_t n,
                                  unsigned int *shared, unsigned int item[ITEMS]) {
    const int lane = threadIdx.x % WARP;
    if (first + WARP * ITEMS <= n) {
        const uint4 *vectors = (const uint4 *)(numbers + first);
        uint4 vector[ITEMS / 4];
#pragma unroll
        for (int k = 0; k < ITEMS / 4; k++)
            vector[k] = vectors[k * WARP + lane];
#pragma unroll
        for (int k = 0; k < ITEMS / 4; k++)
            *(uint4 *)&shared[padded((k * WARP + lane) * 4)] = vector[k];
    } else {
        for (int k = lane; k < WARP * ITEMS; k += WARP)
            shared[padded(k)] = first + k < n ? numbers[first + k] : 0;
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < ITEMS; k += 4) {
        const uint4 four = *(const uint4 *)&shared[padded(lane * ITEMS + k)];
        item[k] = four.x, item[k + 1] = four.y, item[k + 2] = four.z, item[k + 3] = four.w;
    }
    __syncwarp(); // all have theirs before the place is used again
}

// And back.
__device__ inline void store_items(unsigned int *sums, size_t first, size_t n, unsigned int *shared,
                                   const unsigned int item[ITEMS]) {
    const int lane = threadIdx.x % WARP;
#pragma unroll
    for (int k = 0; k < ITEMS; k += 4)
        *(uint4 *)&shared[padded(lane * ITEMS + k)] =
            make_uint4(item[k], item[k + 1], item[k + 2], item[k + 3]);
    __syncwarp();
    if (first + WARP * ITEMS <= n) {
        uint4 *vectors = (uint4 *)(sums + first);
#pragma unroll
        for (int k = 0; k < ITEMS / 4; k++)
            vectors[k * WARP + lane] = *(const uint4 *)&shared[padded((k * WARP + lane) * 4)];
    } else {
        for (int k = lane; k < WARP * ITEMS && first + k < n; k += WARP)
            sums[first + k] = shared[padded(k)];
    }
}

// Look-back by a warp: each lane asks one tile, the nearest the lowest lane, and all go on when all
// have an answer. What is said in another round is no answer: so nothing has to be cleared before
// the next run. The flag of a round is 4 * round + TILE_...
__device__ inline unsigned int look_back_by_warp(const tile_state *states, unsigned int tile,
                                                 unsigned int round) {
    const int lane = threadIdx.x % WARP;
    unsigned int before = 0;
    for (long long nearest = (long long)tile - 1;; nearest -= WARP) {
        const long long asked = nearest - lane;
        unsigned int flag, sum;
        do {
            const tile_state state = asked < 0 ? (tile_state)(4 * round + TILE_PREFIX) << 32
                                               : ((const volatile tile_state *)states)[asked];
            flag = (unsigned int)(state >> 32) - 4 * round;
            sum = (unsigned int)state;
        } while (__any_sync(ALL, flag != TILE_SUM && flag != TILE_PREFIX));
        const unsigned int prefixes = __ballot_sync(ALL, flag == TILE_PREFIX);
        const int last = prefixes != 0 ? __ffs((int)prefixes) - 1 : WARP - 1; // that counts
        sum = lane <= last ? sum : 0;
        for (int lanes = WARP / 2; lanes > 0; lanes /= 2)
            sum += __shfl_xor_sync(ALL, sum, lanes);
        before += sum;
        if (prefixes != 0)
            return before;
    }
}

// One tile: ITEMS numbers for each thread. BY_WARP: it looks back at 32 tiles at a time.
template <int BLOCK, bool BY_WARP>
__global__ void __launch_bounds__(BLOCK)
    many_numbers(const unsigned int *numbers, unsigned int *sums, size_t n, tile_state *states,
                 unsigned int *next, unsigned int round, unsigned int tiles) {
    __shared__ __align__(16) unsigned int shared[BLOCK / WARP * OF_WARP];
    __shared__ unsigned int shared_before;
    const int warp = threadIdx.x / WARP;
    unsigned int *const own = &shared[warp * OF_WARP];
    const unsigned int tile = tile_next(next) - round * tiles; // of this round
    const size_t first = ((size_t)tile * BLOCK + warp * WARP) * ITEMS;
    unsigned int item[ITEMS];
    load_items(numbers, first, n, own, item);
#pragma unroll
    for (int k = 1; k < ITEMS; k++)
        item[k] += item[k - 1];
    unsigned int total;
    const unsigned int mine = item[ITEMS - 1];
    const unsigned int sum = block_scan(mine, &total);
    unsigned int before;
    if (BY_WARP) {
        if (warp == 0) {
            if (threadIdx.x == 0)
                tile_tell(&states[tile], 4 * round + (tile == 0 ? TILE_PREFIX : TILE_SUM), total);
            const unsigned int found = look_back_by_warp(states, tile, round);
            if (threadIdx.x == 0) {
                tile_tell(&states[tile], 4 * round + TILE_PREFIX, found + total);
                shared_before = found;
            }
        }
        __syncthreads();
        before = shared_before;
    } else {
        before = tile_begin(states, tile, total);
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        item[k] += before + sum - mine;
    store_items(sums, first, n, own, item);
}

// ---- with nothing put in order ------------------------------------------------------------------

// The numbers of a lane in a tile: vectors k * 32 + lane of its warp's, so that a warp's loads are
// side by side, and nothing has to be put in order. Past the end there are zeros.
template <int VECTORS>
__device__ inline void load_vectors(const unsigned int *numbers, size_t first, size_t n,
                                    uint4 vector[VECTORS]) {
    const size_t lane = threadIdx.x % WARP;
    if (first + WARP * VECTORS * 4 <= n) {
#pragma unroll
        for (int k = 0; k < VECTORS; k++)
            vector[k] = ((const uint4 *)(numbers + first))[k * WARP + lane];
    } else {
#pragma unroll
        for (int k = 0; k < VECTORS; k++) {
            const size_t i = first + (k * WARP + lane) * 4;
            vector[k] = make_uint4(i < n ? numbers[i] : 0, i + 1 < n ? numbers[i + 1] : 0,
                                   i + 2 < n ? numbers[i + 2] : 0, i + 3 < n ? numbers[i + 3] : 0);
        }
    }
}

// And back, each with `before` added.
template <int VECTORS>
__device__ inline void store_vectors(unsigned int *sums, size_t first, size_t n,
                                     const uint4 vector[VECTORS], unsigned int before) {
    const size_t lane = threadIdx.x % WARP;
#pragma unroll
    for (int k = 0; k < VECTORS; k++) {
        const uint4 v = make_uint4(vector[k].x + before, vector[k].y + before, vector[k].z + before,
                                   vector[k].w + before);
        const size_t i = first + (k * WARP + lane) * 4;
        if (i + 4 <= n) {
            __stcs((uint4 *)(sums + i), v); // not needed again: it need not stay in the cache
        } else if (i < n) {
            const unsigned int word[] = {v.x, v.y, v.z};
            for (size_t j = 0; i + j < n; j++)
                sums[i + j] = word[j];
        }
    }
}

// Inclusive sums of a warp's vectors, 128 numbers at a time; returned is the sum of all.
template <int VECTORS> __device__ inline unsigned int scan_vectors(uint4 vector[VECTORS]) {
    unsigned int sum = 0; // so far
#pragma unroll
    for (int k = 0; k < VECTORS; k++) {
        uint4 v = vector[k];
        v.y += v.x, v.z += v.y, v.w += v.z;
        const unsigned int lanes = warp_scan(v.w), add = sum + lanes - v.w;
        vector[k] = make_uint4(v.x + add, v.y + add, v.z + add, v.w + add);
        sum += __shfl_sync(ALL, lanes, WARP - 1);
    }
    return sum;
}

// One tile, as above: but a warp scans the vectors as they come, 128 numbers at a time, and hands
// on what it has. So nothing goes through shared memory but a sum for each warp.
template <int BLOCK, int VECTORS, int PER_SM>
__global__ void __launch_bounds__(BLOCK, PER_SM)
    as_they_come(const unsigned int *numbers, unsigned int *sums, size_t n, tile_state *states,
                 unsigned int *next, unsigned int round, unsigned int tiles) {
    __shared__ unsigned int of_warp[BLOCK / WARP];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const unsigned int tile = tile_next(next) - round * tiles; // of this round
    const size_t first = ((size_t)tile * BLOCK + warp * WARP) * VECTORS * 4;
    uint4 item[VECTORS];
    load_vectors<VECTORS>(numbers, first, n, item);
    const unsigned int sum = scan_vectors<VECTORS>(item);
    if (lane == 0)
        of_warp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        const unsigned int own = lane < BLOCK / WARP ? of_warp[lane] : 0;
        const unsigned int scanned = warp_scan(own);
        const unsigned int total = __shfl_sync(ALL, scanned, WARP - 1);
        if (lane == 0)
            tile_tell(&states[tile], 4 * round + (tile == 0 ? TILE_PREFIX : TILE_SUM), total);
        const unsigned int found = look_back_by_warp(states, tile, round);
        if (lane == 0)
            tile_tell(&states[tile], 4 * round + TILE_PREFIX, found + total);
        if (lane < BLOCK / WARP)
            of_warp[lane] = found + scanned - own;
    }
    __syncthreads();
    store_vectors<VECTORS>(sums, first, n, item, of_warp[warp]);
}

// ---- blocks that stay ---------------------------------------------------------------------------

// What a block of a round needs to know: the sums of its tiles, by a warp. It waits until all have
// told theirs. `*before` becomes the sum of those before tile `own`; returned is the sum of all.
__device__ inline unsigned int sums_of_round(const tile_state *of_round, unsigned int tiles,
                                             unsigned int own, unsigned int *before) {
    const int AT_ONCE = 8; // states that a lane asks for
    unsigned int all = 0, sum_before = 0;
    for (unsigned int first = threadIdx.x % WARP; first < tiles; first += AT_ONCE * WARP) {
        tile_state state[AT_ONCE];
        bool again;
        do {
            again = false;
#pragma unroll
            for (int k = 0; k < AT_ONCE; k++) {
                const unsigned int tile = first + k * WARP;
                state[k] = tile < tiles ? ((const volatile tile_state *)of_round)[tile]
                                        : (tile_state)TILE_SUM << 32;
                again |= state[k] >> 32 == TILE_NOTHING;
            }
        } while (again);
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            all += (unsigned int)state[k];
            sum_before += first + k * WARP < own ? (unsigned int)state[k] : 0;
        }
    }
    __syncwarp();
    for (int lanes = WARP / 2; lanes > 0; lanes /= 2) {
        all += __shfl_xor_sync(ALL, all, lanes);
        sum_before += __shfl_xor_sync(ALL, sum_before, lanes);
    }
    *before = sum_before;
    return all;
}

// Each block has one tile of every round. It tells a tile's sum a round before it needs the sums
// before the tile; by then all blocks of the round have told theirs, and there is no chain to wait
// for. The tiles of the next BUFFERS rounds are on their way meanwhile. Each thread fetches what it
// reads itself, so the threads of a block meet for the sums alone.
template <int BLOCK, int VECTORS, int BUFFERS>
__global__ void __launch_bounds__(BLOCK)
    round_by_round(const unsigned int *numbers, unsigned int *sums, size_t n, tile_state *states,
                   unsigned int tiles) {
    const int WARPS = BLOCK / WARP;
    extern __shared__ uint4 fetched[];             // [BUFFERS][VECTORS][BLOCK]
    __shared__ unsigned int before_warp[2][WARPS]; // within the tile: of this round, of the last
    __shared__ unsigned int before_tile;
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const unsigned int rounds = (tiles + gridDim.x - 1) / gridDim.x;
    const auto first_of = [&](unsigned int round) { // the warp's first number
        return (((size_t)round * gridDim.x + blockIdx.x) * BLOCK + warp * WARP) * VECTORS * 4;
    };
    const auto fetch = [&](unsigned int round, unsigned int buffer) {
        const size_t first = first_of(round);
        uint4 *const to = &fetched[(size_t)buffer * VECTORS * BLOCK + threadIdx.x];
        if (first + WARP * VECTORS * 4 <= n) {
#pragma unroll
            for (int k = 0; k < VECTORS; k++)
                __pipeline_memcpy_async(&to[k * BLOCK], numbers + first + (k * WARP + lane) * 4,
                                        sizeof *to);
        } else {
            uint4 last[VECTORS];
            load_vectors<VECTORS>(numbers, first, n, last);
#pragma unroll
            for (int k = 0; k < VECTORS; k++)
                to[k * BLOCK] = last[k];
        }
        __pipeline_commit();
    };

    unsigned int before_round = 0, buffer = 0;
    uint4 item[VECTORS] = {}, next[VECTORS];
    for (unsigned int b = 0; b < BUFFERS; b++)
        fetch(b, b);
    // Tile `round` is scanned, and that of the round before is stored.
    for (unsigned int round = 0; round <= rounds; round++) {
        __pipeline_wait_prior(BUFFERS - 1);
        const uint4 *const from = &fetched[(size_t)buffer * VECTORS * BLOCK + threadIdx.x];
#pragma unroll
        for (int k = 0; k < VECTORS; k++)
            next[k] = from[k * BLOCK];
        fetch(round + BUFFERS, buffer);
        buffer = buffer + 1 == BUFFERS ? 0 : buffer + 1;
        const unsigned int sum = scan_vectors<VECTORS>(next);
        if (lane == 0)
            before_warp[round % 2][warp] = sum;
        __syncthreads();
        if (warp == 0) {
            const unsigned int own = lane < WARPS ? before_warp[round % 2][lane] : 0;
            const unsigned int scanned = warp_scan(own);
            if (lane < WARPS)
                before_warp[round % 2][lane] = scanned - own;
            const size_t tile = (size_t)round * gridDim.x + blockIdx.x;
            if (lane == WARP - 1 && tile < tiles)
                tile_tell(&states[tile], TILE_SUM, scanned);
            if (round > 0) {
                const size_t begin = (size_t)(round - 1) * gridDim.x; // of the round before
                unsigned int before;
                const unsigned int all = sums_of_round(
                    &states[begin], min(gridDim.x, (unsigned)(tiles - begin)), blockIdx.x, &before);
                if (lane == 0)
                    before_tile = before_round + before;
                before_round += all;
            }
        }
        __syncthreads();
        if (round > 0)
            store_vectors<VECTORS>(sums, first_of(round - 1), n, item,
                                   before_tile + before_warp[(round - 1) % 2][warp]);
#pragma unroll
        for (int k = 0; k < VECTORS; k++)
            item[k] = next[k];
    }
}

// ---- the rungs ----------------------------------------------------------------------------------

static void copy(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    HANDLE_ERROR(cudaMemcpyAsync(w->dev_sums, w->dev_numbers, w->n * sizeof *w->dev_sums,
                                 cudaMemcpyDeviceToDevice));
}

static void published(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    const unsigned tiles = (unsigned)((w->n + SCAN_SMALLEST_TILE - 1) / SCAN_SMALLEST_TILE);
    published_tiles<<<tiles, SCAN_SMALLEST_TILE>>>(w->dev_numbers, w->dev_sums, w->dev_of_tile,
                                                   w->n);
    scan_of_tiles<<<1, TILE>>>(w->dev_of_tile, tiles);
    add_of_tiles<<<tiles, SCAN_SMALLEST_TILE>>>(w->dev_sums, w->dev_of_tile, w->n);
    HANDLE_ERROR(cudaGetLastError());
}

static void warps(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    const unsigned tiles = (unsigned)((w->n + TILE - 1) / TILE);
    warps_tiles<<<tiles, TILE>>>(w->dev_numbers, w->dev_sums, w->dev_of_tile, w->n);
    scan_of_tiles<<<1, TILE>>>(w->dev_of_tile, tiles);
    add_of_tiles<<<tiles, TILE>>>(w->dev_sums, w->dev_of_tile, w->n);
    HANDLE_ERROR(cudaGetLastError());
}

static unsigned tiles_of(const struct scan_work *w, int threads) {
    return (unsigned)((w->n + (size_t)threads * ITEMS - 1) / ((size_t)threads * ITEMS));
}

// No tile has told anything, and the next one is the first.
static unsigned int *clear(const struct scan_work *w, unsigned tiles) {
    HANDLE_ERROR(cudaMemsetAsync(w->dev_states, 0, (tiles + 1) * sizeof *w->dev_states));
    return (unsigned int *)(w->dev_states + tiles);
}

static void one_pass(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    const unsigned tiles = (unsigned)((w->n + TILE - 1) / TILE);
    unsigned int *const dev_next = clear(w, tiles);
    one_number<<<tiles, TILE>>>(w->dev_numbers, w->dev_sums, w->n, w->dev_states, dev_next);
    HANDLE_ERROR(cudaGetLastError());
}

static void items(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    const unsigned tiles = tiles_of(w, THREADS);
    unsigned int *const dev_next = clear(w, tiles);
    many_numbers<THREADS, false>
        <<<tiles, THREADS>>>(w->dev_numbers, w->dev_sums, w->n, w->dev_states, dev_next, 0, tiles);
    HANDLE_ERROR(cudaGetLastError());
}

static void window(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    const unsigned tiles = tiles_of(w, THREADS);
    unsigned int *const dev_next = clear(w, tiles);
    many_numbers<THREADS, true>
        <<<tiles, THREADS>>>(w->dev_numbers, w->dev_sums, w->n, w->dev_states, dev_next, 0, tiles);
    HANDLE_ERROR(cudaGetLastError());
}

static void large(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    const unsigned tiles = tiles_of(w, 2 * THREADS);
    unsigned int *const dev_next = clear(w, tiles);
    many_numbers<2 * THREADS, true><<<tiles, 2 * THREADS>>>(w->dev_numbers, w->dev_sums, w->n,
                                                            w->dev_states, dev_next, 0, tiles);
    HANDLE_ERROR(cudaGetLastError());
}

// The states stay as the run before has left them. Rounds are counted up to 2^30.
static void rounds(void *work) {
    struct scan_work *w = (struct scan_work *)work;
    const unsigned tiles = tiles_of(w, THREADS);
    unsigned int *const dev_next = (unsigned int *)(w->dev_kept_states + tiles);
    many_numbers<THREADS, true><<<tiles, THREADS>>>(w->dev_numbers, w->dev_sums, w->n,
                                                    w->dev_kept_states, dev_next, w->round, tiles);
    HANDLE_ERROR(cudaGetLastError());
    w->round++;
}

// Tiles of BLOCK threads with VECTORS loads of 16 bytes each.
template <int BLOCK, int VECTORS, int PER_SM> static void vectors(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    const size_t tile = (size_t)BLOCK * VECTORS * 4;
    const unsigned tiles = (unsigned)((w->n + tile - 1) / tile);
    unsigned int *const dev_next = clear(w, tiles);
    as_they_come<BLOCK, VECTORS, PER_SM>
        <<<tiles, BLOCK>>>(w->dev_numbers, w->dev_sums, w->n, w->dev_states, dev_next, 0, tiles);
    HANDLE_ERROR(cudaGetLastError());
}

// Blocks of BLOCK threads, as many as can run at a time: they wait for each other.
template <int BLOCK, int VECTORS, int BUFFERS> static void stay(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    const size_t tile = (size_t)BLOCK * VECTORS * 4, shared = BUFFERS * BLOCK * VECTORS * 16;
    unsigned tiles = (unsigned)((w->n + tile - 1) / tile);
    const auto kernel = round_by_round<BLOCK, VECTORS, BUFFERS>;
    int each;
    HANDLE_ERROR(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, BLOCK, shared));
    const unsigned most = (unsigned)(w->processors * each), blocks = tiles < most ? tiles : most;
    clear(w, tiles);
    const unsigned int *numbers = w->dev_numbers;
    unsigned int *sums = w->dev_sums;
    tile_state *states = w->dev_states;
    size_t n = w->n;
    void *arguments[] = {&numbers, &sums, &n, &states, &tiles};
    HANDLE_ERROR(cudaLaunchCooperativeKernel((const void *)kernel, dim3(blocks), dim3(BLOCK),
                                             arguments, shared, cudaStreamPerThread));
}

static const int STAY_BLOCK = 480, STAY_VECTORS = 10, STAY_BUFFERS = 2;
static const char *stay_refuses(const void *work) {
    const size_t needed = STAY_BUFFERS * STAY_BLOCK * STAY_VECTORS * 16 + 1024;
    return ((const struct scan_work *)work)->most_shared < needed ? "too little shared memory"
                                                                  : NULL;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 0x7fffffff, "numbers"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "other numbers"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    struct scan_work work = scan_work_create(&options);
    const double bytes = 2.0 * sizeof(unsigned int) * (double)work.n;
    static const struct rung rungs[] = {
        {"copy", "a copy on the device", copy, NULL, RUNG_LIMIT},
        {"published", "three kernels, Hillis and Steele's scan", published, NULL, RUNG_PUBLISHED},
        {"warps", "scans by warps", warps},
        {"one_pass", "one kernel, decoupled look-back", one_pass},
        {"items", "16 numbers for each thread", items},
        {"window", "looks back at 32 tiles at a time", window},
        {"large", "512 threads in a block", large},
        {"rounds", "the window, with nothing to clear", rounds},
        {"vectors", "32 numbers, scanned as they come", vectors<512, 8, 2>},
        {"long", "64 numbers for each thread", vectors<512, 16, 1>},
        {"stay", "blocks that stay, a tile in each round",
         stay<STAY_BLOCK, STAY_VECTORS, STAY_BUFFERS>, stay_refuses},
    };
    const struct ladder ladder = {
        .rungs = rungs,
        .count = sizeof rungs / sizeof *rungs,
        .unit = "GB/s",
        .amount = bytes / 1e9,
        .limit_is = "a copy on the device, read and written",
        .bytes = bytes,
        .flops = (double)work.n,
        .poison = scan_poison,
        .check = scan_right,
    };
    const int status = ladder_climb(&ladder, &options, &words, &work);
    scan_work_destroy(&work);
    return status;
}
