// SPDX-License-Identifier: MIT
// Sorts each 1024 keys by themselves, within a block, by a bitonic network.
//
// What it teaches: a sort whose comparisons do not depend on the keys. In each of 55 steps a key is
// compared with the one whose place differs in one bit, and all pairs are independent. Partners
// fewer than 32 places apart are lanes of one warp: they exchange keys by shuffles, with no barrier
// and no memory. Then sort_merge.
//
//     sort_block; sort_block --size 100000000; make count P=sort_block; sort_block --help
//
// It prints the time of the whole job, by shuffles where they do, then of both kernels, and whether
// the keys are right.
#include "chapter.h"
#include "sort.h"

#define ABOUT "Sorts each 1024 keys, within a block."
const size_t DEFAULT_SIZE = 1 << 18; // keys
const int TILE = 1024;               // keys and threads of a block: one each
const int WARP = 32;
const size_t MOST_BLOCKS = 0x7fffffff;
const unsigned int LARGEST = 0xffffffff; // beyond the end: it stays there

// Which of two keys stays at place t in a step where its partner is `distance` away, in runs of
// `run` keys that rise and fall by turns: the smaller one, if t is the lower place of a run that
// rises or the upper one of a run that falls.
__device__ unsigned int stays(unsigned int own, unsigned int other, int t, int distance, int run) {
    const bool lower = (t & distance) == 0, rises = (t & run) == 0;
    return lower == rises ? min(own, other) : max(own, other);
}

// One thread: one key. All steps by shared memory, each between two barriers: a thread reads its
// partner's key before the partner replaces it, and after it has been written. Bound by them.
__global__ void sort_by_barriers(const unsigned int *in, unsigned int *out, size_t n) {
    __shared__ unsigned int shared[TILE];
    const int t = threadIdx.x;
    const size_t i = t + (size_t)blockIdx.x * TILE;
    unsigned int key = i < n ? in[i] : LARGEST;
    for (int run = 2; run <= TILE; run *= 2)
        for (int distance = run / 2; distance > 0; distance /= 2) {
            shared[t] = key;
            __syncthreads();
            key = stays(key, shared[t ^ distance], t, distance, run);
            __syncthreads();
        }
    if (i < n)
        out[i] = key;
}

// One thread: one key. 15 of the 55 steps by shared memory, the others within warps.
__global__ void sort_by_shuffles(const unsigned int *in, unsigned int *out, size_t n) {
    __shared__ unsigned int shared[TILE];
    const int t = threadIdx.x;
    const size_t i = t + (size_t)blockIdx.x * TILE;
    unsigned int key = i < n ? in[i] : LARGEST;
    for (int run = 2; run <= TILE; run *= 2) {
        for (int distance = run / 2; distance >= WARP; distance /= 2) {
            shared[t] = key;
            __syncthreads();
            key = stays(key, shared[t ^ distance], t, distance, run);
            __syncthreads();
        }
        for (int distance = min(run, WARP) / 2; distance > 0; distance /= 2)
            key = stays(key, __shfl_xor_sync(0xffffffff, key, distance), t, distance, run);
    }
    if (i < n)
        out[i] = key;
}

static const char *const WAYS[] = {"by barriers", "by shuffles"};

static void sort(int way, const unsigned int *dev_in, unsigned int *dev_out, size_t n) {
    const unsigned blocks = (unsigned)((n + TILE - 1) / TILE);
    if (way == 0)
        sort_by_barriers<<<blocks, TILE>>>(dev_in, dev_out, n);
    else
        sort_by_shuffles<<<blocks, TILE>>>(dev_in, dev_out, n);
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    const struct options options =
        sort_options(DEFAULT_SIZE, MOST_BLOCKS * (double)TILE, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *const keys = (unsigned int *)host_alloc(&options, 2 * n, sizeof *keys);
    unsigned int *const expected = keys + n;
    struct report report = report_begin(&options);
    sort_fill(expected, n, 0, options.seed);

    // The whole job, once: memory on the device, the keys there, the kernel, the keys back.
    unsigned int *dev_in, *dev_out;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in, expected, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    sort(1, dev_in, dev_out, n);
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(keys, dev_out, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    sort_reference(expected, n, TILE);
    size_t wrong = sort_verify(keys, expected, n);
    report_span(&report, &span, wrong == 0);

    // Both kernels alone, many times; the last keys of each are checked too.
    for (int way = 0; way < 2; way++) {
        struct timing t = timing_start(options.runs, dev_out, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 2;
        while (timing_next(&t))
            sort(way, dev_in, dev_out, n);
        HANDLE_ERROR(cudaMemcpy(keys, dev_out, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = sort_verify(keys, expected, n);
        report_kernel(&report, WAYS[way], &t, (double)n / (t.median_ms * 1e3), "Mkeys/s",
                      wrong_here == 0);
        wrong += wrong_here;
    }

    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    free(keys);
    return report_end(&report, "%zu wrong among 3 x %zu keys", wrong, n);
}
