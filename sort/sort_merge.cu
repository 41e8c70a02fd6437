// SPDX-License-Identifier: MIT
// Sorts any number of keys by merging.
//
// What it teaches: merging looks like a loop, but every thread can begin in the middle of it.
// Result number k comes after exactly k keys of both runs together; a binary search finds how many
// of them are from the left run. So each thread finds its own beginning on both sides and merges a
// few keys. Tiles are sorted in shared memory, then runs of 1024, 2048, 4096, ... keys in global
// memory.
//
//     sort_merge; sort_merge --size 10000000        --help lists the options
//
// It prints the time of the whole job and of its parts, then of all kernels together, and whether
// the keys are right.
#include "chapter.h"
#include "sort.h"

#define ABOUT "Sorts keys by merging runs that grow."
const size_t DEFAULT_SIZE = 1 << 18; // keys
const int EACH = 4;                  // keys that a thread merges
const int TILE = 1024;               // keys of a block
const int THREADS = TILE / EACH;
const size_t MOST_BLOCKS = 0x7fffffff;

// How many of the first k results come from `left`, where both runs rise. There is one such number:
// if it is x, the k - x others come from `right`. Of equal keys the left one comes first.
__device__ size_t left_of(const unsigned int *left, size_t lefts, const unsigned int *right,
                          size_t rights, size_t k) {
    size_t least = k > rights ? k - rights : 0, most = k < lefts ? k : lefts;
    while (least < most) {
        const size_t x = (least + most) / 2;
        if (left[x] <= right[k - x - 1])
            least = x + 1; // this key comes before one that would be taken
        else
            most = x;
    }
    return least;
}

// Results first, first + 1, ... of merging runs of `run` keys in pairs, of n keys in all. `run` is
// a multiple of what a thread merges, so that its results belong to one pair.
__device__ void merge_few(const unsigned int *in, unsigned int *out, size_t first, size_t n,
                          size_t run) {
    const size_t begin = first / (2 * run) * (2 * run); // of the pair
    const size_t middle = min(begin + run, n), end = min(begin + 2 * run, n);
    const unsigned int *const left = in + begin, *const right = in + middle;
    const size_t lefts = middle - begin, rights = end - middle;
    if (first >= n)
        return;
    size_t i = left_of(left, lefts, right, rights, first - begin), j = first - begin - i;
    for (size_t k = first; k < min(first + EACH, end); k++)
        out[k] = i < lefts && (j == rights || left[i] <= right[j]) ? left[i++] : right[j++];
}

// One thread: EACH keys, which it sorts by itself, and then in each step as many results, from one
// half of shared memory into the other. Bound by the searches in shared memory.
__global__ void sort_tiles(const unsigned int *in, unsigned int *out, size_t n) {
    __shared__ unsigned int shared[2][TILE];
    const int t = threadIdx.x * EACH;
    const size_t tile = (size_t)blockIdx.x * TILE;
    const int here = (int)min((size_t)TILE, n - tile);
    for (int k = t; k < min(t + EACH, here); k++) { // by insertion
        const unsigned int key = in[tile + k];
        int place = k;
        for (; place > t && shared[0][place - 1] > key; place--)
            shared[0][place] = shared[0][place - 1];
        shared[0][place] = key;
    }
    int now = 0;
    for (int run = EACH; run < TILE; run *= 2) {
        __syncthreads();
        merge_few(shared[now], shared[1 - now], t, here, run);
        now = 1 - now;
    }
    for (int k = t; k < min(t + EACH, here); k++) // its own results: no barrier
        out[tile + k] = shared[now][k];
}

// One thread: EACH results. Bound by the searches, whose steps read keys far apart.
__global__ void merge_runs(const unsigned int *in, unsigned int *out, size_t n, size_t run) {
    merge_few(in, out, (threadIdx.x + (size_t)blockIdx.x * THREADS) * EACH, n, run);
}

// Back and forth between two arrays; returns the one with the result.
static unsigned int *sort(const unsigned int *dev_in, unsigned int *dev_out,
                          unsigned int *dev_aside, size_t n) {
    const unsigned blocks = (unsigned)((n + TILE - 1) / TILE);
    sort_tiles<<<blocks, THREADS>>>(dev_in, dev_out, n);
    for (size_t run = TILE; run < n; run *= 2) {
        merge_runs<<<blocks, THREADS>>>(dev_out, dev_aside, n, run);
        unsigned int *const swap = dev_out;
        dev_out = dev_aside;
        dev_aside = swap;
    }
    HANDLE_ERROR(cudaGetLastError());
    return dev_out;
}

int main(int argc, char **argv) {
    const struct options options =
        sort_options(DEFAULT_SIZE, MOST_BLOCKS * (double)TILE, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *const keys = (unsigned int *)host_alloc(&options, 2 * n, sizeof *keys);
    unsigned int *const expected = keys + n;
    struct report report = report_begin(&options);
    sort_fill(expected, n, 0, options.seed);

    // The whole job, once: memory on the device, the keys there, the kernels, the keys back.
    unsigned int *dev_in, *dev_out, *dev_sorted = NULL;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, 2 * bytes)); // and as many aside
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, 2 * bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in, expected, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    dev_sorted = sort(dev_in, dev_out, dev_out + n, n);
    stopwatch_lap(&span, "kernels");
    HANDLE_ERROR(cudaMemcpy(keys, dev_sorted, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    sort_reference(expected, n, n);
    size_t wrong = sort_verify(keys, expected, n);
    report_span(&report, &span, wrong == 0);

    // The kernels alone, many times; the last keys are checked too.
    struct timing t = timing_start(options.runs, dev_out, 2 * bytes);
    while (timing_next(&t))
        dev_sorted = sort(dev_in, dev_out, dev_out + n, n);
    HANDLE_ERROR(cudaMemcpy(keys, dev_sorted, bytes, cudaMemcpyDeviceToHost));
    wrong += sort_verify(keys, expected, n);
    report_kernel(&report, "kernels", &t, (double)n / (t.median_ms * 1e3), "Mkeys/s", wrong == 0);

    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    free(keys);
    return report_end(&report, "%zu wrong among 2 x %zu keys", wrong, n);
}
