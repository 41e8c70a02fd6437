// SPDX-License-Identifier: MIT
// Sorting by Thrust and by CUB, beside a bitonic network.
//
// What it teaches: two styles of library. Thrust takes pointers or vectors as C++'s own
// algorithms do, finds its own memory, and waits. CUB is called twice: with no memory it says how
// much it needs, with that memory it puts its kernels into a stream and returns; so it may run in a
// loop, in a graph, and beside other work. Both come with the toolkit as headers. After sort_radix.
//
//     lib_sort; lib_sort --size 100000000; lib_sort --help
//
// It prints the time of the whole job and of its parts, then each way alone with its keys a second;
// a run begins with a copy of the unsorted keys.
#include <cub/device/device_radix_sort.cuh>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include "chapter.h"
#include "random.h"

#define ABOUT "Sorts whole numbers by a bitonic network, by Thrust and by CUB."
const size_t DEFAULT_SIZE = 1 << 18; // keys
const double MOST = 1 << 30;
const int THREADS = 256; // in a block

// One thread: one comparison of a bitonic network, in runs of `width` keys. The first step of a
// width compares mirrored places, so that each comparison puts the smaller key first; places from n
// on count as larger than any key.
__global__ void compare_pairs(unsigned *keys, size_t n, size_t width, size_t distance) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t low = i / distance * 2 * distance + i % distance;
    const size_t high =
        distance == width / 2 ? low / width * width + width - 1 - low % width : low + distance;
    if (high >= n)
        return;
    const unsigned a = keys[low], b = keys[high];
    if (a > b) {
        keys[low] = b;
        keys[high] = a;
    }
}

static void sort_by_network(unsigned *dev_keys, size_t n) {
    size_t pairs = 1;
    while (2 * pairs < n)
        pairs *= 2;
    const unsigned blocks = (unsigned)((pairs + THREADS - 1) / THREADS);
    for (size_t width = 2; width <= 2 * pairs; width *= 2)
        for (size_t distance = width / 2; distance > 0; distance /= 2)
            compare_pairs<<<blocks, THREADS>>>(dev_keys, n, width, distance);
    HANDLE_ERROR(cudaGetLastError());
}

static const char *const WAYS[] = {"own network", "thrust::sort", "cub::DeviceRadixSort"};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

// What CUB needs between its calls.
struct space {
    void *dev_memory;
    size_t bytes;
};

// Sorts the keys into dev_out.
static void sort(int way, const unsigned *dev_keys, unsigned *dev_out, size_t n,
                 struct space *space) {
    if (way == 2) { // reads one array, writes another
        HANDLE_ERROR(
            cub::DeviceRadixSort::SortKeys(space->dev_memory, space->bytes, dev_keys, dev_out, n));
        return;
    }
    HANDLE_ERROR(cudaMemcpyAsync(dev_out, dev_keys, n * sizeof *dev_out, cudaMemcpyDeviceToDevice));
    if (way == 0)
        sort_by_network(dev_out, n);
    else
        thrust::sort(thrust::device, dev_out, dev_out + n);
}

static int compare(const void *a, const void *b) {
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST, "keys"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other keys"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    const size_t n = options.size, bytes = n * sizeof(unsigned);
    unsigned *keys = (unsigned *)host_alloc(&options, n, sizeof *keys);
    unsigned *expected = (unsigned *)host_alloc(&options, n, sizeof *expected);
    unsigned *got = (unsigned *)host_alloc(&options, n, sizeof *got);
    struct report report = report_begin(&options);
    for (size_t i = 0; i < n; i++)
        expected[i] = keys[i] = (unsigned)(random_number(options.seed, i) * (1 << 24));
    qsort(expected, n, sizeof *expected, compare);

    unsigned *dev_keys, *dev_out;
    struct space space = {};
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_keys, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, bytes));
    sort(2, dev_keys, dev_out, n, &space); // no memory yet: it only says how much it needs
    HANDLE_ERROR(cudaMalloc(&space.dev_memory, space.bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_keys, keys, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    sort(2, dev_keys, dev_out, n, &space);
    stopwatch_lap(&span, "sort");
    HANDLE_ERROR(cudaMemcpy(got, dev_out, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    bool right = memcmp(got, expected, bytes) == 0;
    report_span(&report, &span, right);

    for (int way = 0; way < WAY_COUNT; way++) {
        struct timing t = timing_start(options.runs, dev_out, bytes);
        t.budget_ms = TIMING_BUDGET_MS / WAY_COUNT;
        while (timing_next(&t))
            sort(way, dev_keys, dev_out, n, &space);
        HANDLE_ERROR(cudaMemcpy(got, dev_out, bytes, cudaMemcpyDeviceToHost));
        const bool right_here = memcmp(got, expected, bytes) == 0;
        report_kernel(&report, WAYS[way], &t, (double)n / (t.median_ms * 1e3), "Mkeys/s",
                      right_here);
        right = right && right_here;
    }
    HANDLE_ERROR(cudaFree(dev_keys));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(space.dev_memory));
    free(keys);
    free(expected);
    free(got);
    return report_end(&report, "%zu keys in order, three ways", n);
}
