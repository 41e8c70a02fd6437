// SPDX-License-Identifier: MIT
// A histogram of bytes, rung by rung: from atomics in global memory towards the bandwidth of the
// memory.
//
// What it teaches: reading is the least of it. First the counters come near to the threads, then
// the reads become wide, and at last no two threads of a warp share a counter, whatever the bytes
// are. After hist_warps.
//
//     histogram_ladder --size 1073741824; --values 1        --only NAME,NAME... runs some
//
// It prints one row per rung: time, bandwidth, its share of the bandwidth of a copy on the device,
// its speed-up over the published kernel, and how many counters are wrong.
#include "ladders/ladder.h"
#include "options.h"
#include "histogram_work.h"

#define ABOUT "Counts bytes with faster and faster kernels."
const size_t DEFAULT_SIZE = 1 << 22; // bytes
const int WARP = 32;
const int THREADS = 256;      // in a block, as published
const int WARPS = 8;          // in such a block
const int MANY = 8;           // blocks a multiprocessor: as many of 256 threads as it holds
const int LANE_THREADS = 512; // in a block with a column of counters for each lane
const int FULL = 4;           // such blocks: as many as a multiprocessor of 2048 threads holds
const int VECTOR = 16;        // bytes in a load

// ---- the kernels: each has the one before it beside it ------------------------------------------

__global__ void in_global(const unsigned char *data, size_t n, unsigned int *counters) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        atomicAdd(&counters[data[i]], 1);
}

__global__ void in_shared(const unsigned char *data, size_t n, unsigned int *counters) {
    __shared__ unsigned int own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    atomicAdd(&counters[threadIdx.x], own[threadIdx.x]);
}

// What a block with counters for each warp begins and ends with. THREADS is BINS.
__device__ void clear_warps(unsigned int own[WARPS][BINS]) {
    for (int w = 0; w < WARPS; w++)
        own[w][threadIdx.x] = 0;
}
__device__ void add_up_warps(unsigned int own[WARPS][BINS], unsigned int *counters) {
    unsigned int sum = 0;
    for (int w = 0; w < WARPS; w++)
        sum += own[w][threadIdx.x];
    atomicAdd(&counters[threadIdx.x], sum);
}

__global__ void by_warp(const unsigned char *data, size_t n, unsigned int *counters) {
    __shared__ unsigned int own[WARPS][BINS];
    clear_warps(own);
    __syncthreads();
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        atomicAdd(&own[threadIdx.x / WARP][data[i]], 1);
    __syncthreads();
    add_up_warps(own, counters);
}

// Counts the 16 bytes of a load. A value's counter is STRIDE counters after that of the value
// before.
template <int STRIDE> __device__ void count(unsigned int *own, uint4 bytes) {
    const unsigned int word[] = {bytes.x, bytes.y, bytes.z, bytes.w};
#pragma unroll
    for (int i = 0; i < VECTOR; i++)
        atomicAdd(&own[(word[i / 4] >> 8 * (i % 4) & 0xff) * STRIDE], 1);
}

// The same where a byte that is like the one before it is counted in a register first.
template <int STRIDE> __device__ void count_runs(unsigned int *own, uint4 bytes) {
    const unsigned int word[] = {bytes.x, bytes.y, bytes.z, bytes.w};
    unsigned int value = word[0] & 0xff, length = 1;
#pragma unroll
    for (int i = 1; i < VECTOR; i++) {
        const unsigned int next = word[i / 4] >> 8 * (i % 4) & 0xff;
        if (next != value) {
            atomicAdd(&own[value * STRIDE], length);
            value = next;
            length = 0;
        }
        length++;
    }
    atomicAdd(&own[value * STRIDE], length);
}

// All bytes: a load of 16 per thread and turn, and the few that are left, by the first block.
template <int STRIDE, bool RUNS>
__device__ void count_all(const unsigned char *data, size_t n, unsigned int *own) {
    const uint4 *vectors = (const uint4 *)data;
    const size_t whole = n / VECTOR, stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < whole; i += stride)
        if (RUNS)
            count_runs<STRIDE>(own, vectors[i]);
        else
            count<STRIDE>(own, vectors[i]);
    if (blockIdx.x == 0 && threadIdx.x < n % VECTOR)
        atomicAdd(&own[data[whole * VECTOR + threadIdx.x] * STRIDE], 1);
}

__global__ void by_vector(const unsigned char *data, size_t n, unsigned int *counters) {
    __shared__ unsigned int own[WARPS][BINS];
    clear_warps(own);
    __syncthreads();
    count_all<1, false>(data, n, own[threadIdx.x / WARP]);
    __syncthreads();
    add_up_warps(own, counters);
}

// A column of counters for each lane. 32 counters of one value lie in the 32 banks: so the threads
// of a warp never meet, neither in a counter nor in a bank.
template <bool RUNS>
__global__ void __launch_bounds__(LANE_THREADS)
    by_lane(const unsigned char *data, size_t n, unsigned int *counters) {
    __shared__ unsigned int own[BINS][WARP];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    for (int bin = warp; bin < BINS; bin += LANE_THREADS / WARP)
        own[bin][lane] = 0;
    __syncthreads();
    count_all<WARP, RUNS>(data, n, &own[0][lane]);
    __syncthreads();
    for (int bin = warp; bin < BINS; bin += LANE_THREADS / WARP) {
        unsigned int sum = own[bin][lane];
        for (int lanes = WARP / 2; lanes > 0; lanes /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, lanes);
        if (lane == 0)
            atomicAdd(&counters[bin], sum);
    }
}

// ---- the rungs ----------------------------------------------------------------------------------

// As many bytes as the work itself reads, half of them read and half written.
static void copy(void *work) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    HANDLE_ERROR(
        cudaMemcpyAsync(w->dev_copy, w->dev_data, (w->n + 1) / 2, cudaMemcpyDeviceToDevice));
}

typedef void counting_kernel(const unsigned char *data, size_t n, unsigned int *counters);

// Every rung begins with zeros. No more blocks than have something to do for each of their threads.
static void launch(const struct histogram_work *w, counting_kernel *kernel, int most, int threads,
                   int bytes_each) {
    const size_t needed =
        (w->n + (size_t)threads * bytes_each - 1) / ((size_t)threads * bytes_each);
    const size_t blocks = needed < (size_t)most ? needed : (size_t)most;
    HANDLE_ERROR(cudaMemsetAsync(w->dev_counters, 0, BINS * sizeof *w->dev_counters));
    kernel<<<(unsigned)blocks, (unsigned)threads>>>(w->dev_data, w->n, w->dev_counters);
    HANDLE_ERROR(cudaGetLastError());
}

static void published(void *work) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    launch(w, in_global, 2 * w->processors, THREADS, 1);
}

static void shared(void *work) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    launch(w, in_shared, 2 * w->processors, THREADS, 1);
}

static void blocks(void *work) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    launch(w, in_shared, MANY * w->processors, THREADS, 1);
}

static void warps(void *work) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    launch(w, by_warp, MANY * w->processors, THREADS, 1);
}

static void vector(void *work) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    launch(w, by_vector, MANY * w->processors, THREADS, VECTOR);
}

static void lanes(void *work) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    launch(w, by_lane<false>, FULL * w->processors, LANE_THREADS, VECTOR);
}

static void runs(void *work) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    launch(w, by_lane<true>, FULL * w->processors, LANE_THREADS, VECTOR);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    size_t values = BINS;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 4294967295.0, "bytes; a counter holds 32 bits"},
        {"values", OPTION_COUNT, &values, 1, BINS, "different bytes; 1: they are all equal"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "other bytes"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    struct histogram_work work = histogram_work_create(&options, values);
    char what[40];
    snprintf(what, sizeof what, values == 1 ? "%zu value" : "%zu values", values);
    static const struct rung rungs[] = {
        {"copy", "a copy on the device", copy, NULL, RUNG_LIMIT},
        {"published", "atomics in global memory", published, NULL, RUNG_PUBLISHED},
        {"shared", "counters for each block", shared},
        {"blocks", "as many blocks as fit", blocks},
        {"warps", "counters for each warp", warps},
        {"vector", "16 bytes per load", vector},
        {"lanes", "a column of counters for each lane", lanes},
        {"runs", "equal neighbours counted in a register", runs},
    };
    const struct ladder ladder = {
        .rungs = rungs,
        .count = sizeof rungs / sizeof *rungs,
        .unit = "GB/s",
        .amount = (double)work.n / 1e9,
        .limit_is = "a copy on the device, read and written",
        .bytes = (double)work.n,
        .poison = histogram_poison,
        .check = histogram_right,
        .what = what,
    };
    const int status = ladder_climb(&ladder, &options, &words, &work);
    histogram_work_destroy(&work);
    return status;
}
