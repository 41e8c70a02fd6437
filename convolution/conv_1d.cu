// SPDX-License-Identifier: MIT
// A convolution of a row of numbers: the mask in global memory, in constant memory, and the numbers
// in a tile with halos.
//
// What it teaches: all threads want the same weight at the same time, which is what constant memory
// is for; and neighbours want almost the same numbers, which is what shared memory is for. A tile
// needs more numbers than its block has results: the halos. After conv_cpu; then conv_2d.
//
//     conv_1d; conv_1d --radius 15; make count P=conv_1d; conv_1d --help
//
// It prints the time of the whole job (mask in constant memory), then of the three kernels, and
// whether they are right.
#include "chapter.h"
#include "convolution.h"

#define ABOUT "Convolves a row of numbers, with the mask in global and in constant memory."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const int BLOCK = 256;               // threads, and results of a block

__constant__ float const_mask[MOST_WIDTH];

// One thread: one result. 2 radius + 1 weights and as many numbers, all from global memory. Bound
// by these loads, which the cache serves.
__global__ void mask_in_global(const float *in, float *out, size_t n, const float *mask,
                               int radius) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * BLOCK;
    if (i >= n)
        return;
    float sum = 0;
    for (int j = 0; j <= 2 * radius; j++) {
        const size_t at = i + j - radius; // left of the first: beyond any n
        if (at < n)
            sum += mask[j] * in[at];
    }
    out[i] = sum;
}

// The same with the weights in constant memory. Half of the loads are gone.
__global__ void mask_in_constant(const float *in, float *out, size_t n, int radius) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * BLOCK;
    if (i >= n)
        return;
    float sum = 0;
    for (int j = 0; j <= 2 * radius; j++) {
        const size_t at = i + j - radius;
        if (at < n)
            sum += const_mask[j] * in[at];
    }
    out[i] = sum;
}

// The block loads what its results need: its own numbers, and a halo of radius on either side. What
// lies outside is a zero of the tile, so no term has to ask. Bound by memory and shared memory.
__global__ void tile_with_halos(const float *in, float *out, size_t n, int radius) {
    __shared__ float tile[BLOCK + 2 * MOST_RADIUS];
    const size_t first = (size_t)blockIdx.x * BLOCK, i = first + threadIdx.x;
    for (int k = threadIdx.x; k < BLOCK + 2 * radius; k += BLOCK) {
        const size_t at = first + k - radius;
        tile[k] = at < n ? in[at] : 0;
    }
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int j = 0; j <= 2 * radius; j++)
        sum += const_mask[j] * tile[threadIdx.x + j];
    out[i] = sum;
}

static const char *const WAYS[] = {"mask in constant memory", "mask in global memory",
                                   "tile with halos"};

static void convolve(int way, const float *dev_in, float *dev_out, size_t n, const float *dev_mask,
                     int radius) {
    const unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
    if (way == 0)
        mask_in_constant<<<blocks, BLOCK>>>(dev_in, dev_out, n, radius);
    else if (way == 1)
        mask_in_global<<<blocks, BLOCK>>>(dev_in, dev_out, n, dev_mask, radius);
    else
        tile_with_halos<<<blocks, BLOCK>>>(dev_in, dev_out, n, radius);
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    size_t radius = 3;
    const struct options options =
        convolution_options(DEFAULT_SIZE, 2e9, "numbers", &radius, MOST_RADIUS, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(float), width = 2 * radius + 1;
    float mask[MOST_WIDTH];
    float *in = (float *)host_alloc(&options, n, sizeof *in);
    float *out = (float *)host_alloc(&options, n, sizeof *out);
    float *expected = (float *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    convolution_fill(in, n, options.seed);
    convolution_mask(mask, (int)width, options.seed);
    convolution_reference(in, expected, {(int)n, 1, 1}, mask, {(int)radius, 0, 0});

    // The whole job, once: memory on the device, numbers and mask there, the kernel, the results.
    float *dev_in, *dev_out, *dev_mask;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_mask, width * sizeof *mask));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in, in, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_mask, mask, width * sizeof *mask, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(const_mask, mask, width * sizeof *mask));
    stopwatch_lap(&span, "copy in");
    convolve(0, dev_in, dev_out, n, dev_mask, (int)radius);
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = convolution_verify(out, expected, n, width);
    report_span(&report, &span, wrong == 0);

    // The three kernels alone, many times; the last results of each are checked too.
    for (int way = 0; way < 3; way++) {
        struct timing t = timing_start(options.runs, dev_out, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 3;
        while (timing_next(&t))
            convolve(way, dev_in, dev_out, n, dev_mask, (int)radius);
        HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = convolution_verify(out, expected, n, width);
        report_kernel(&report, WAYS[way], &t, (double)n / (t.median_ms * 1e3), "Mnumbers/s",
                      wrong_here == 0);
        wrong += wrong_here;
    }
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_mask));
    free(in);
    free(out);
    free(expected);
    return report_end(&report, "%zu wrong among 4 x %zu results", wrong, n);
}
