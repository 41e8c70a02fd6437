// SPDX-License-Identifier: MIT
// A convolution of a picture with a mask that is a product of a column and a row: first along the
// rows, then the result of that along the columns.
//
// What it teaches: two passes of 2 radius + 1 terms have the same result as one of (2 radius + 1)^2
// and far less work, for one more picture that is written and read. Not every mask is separable:
// that of a blur is, a random one is not. After conv_tiled; then conv_3d, and blur/.
//
//     conv_separable; conv_separable --radius 15; make count P=conv_separable
//
// It prints the time of the whole job (two passes), then of both ways alone, and whether they are
// right.
#include "chapter.h"
#include "convolution.h"

#define ABOUT "Convolves a picture along its rows, and then along its columns."
const size_t DEFAULT_SIZE = 512; // pixels along an edge
const dim3 BLOCK(32, 8);

__constant__ float const_mask[MOST_WIDTH * MOST_WIDTH], const_across[MOST_WIDTH],
    const_down[MOST_WIDTH];

// One thread: one pixel, and (2 radius + 1)^2 terms. As in conv_2d.
__global__ void whole_mask(const float *in, float *out, int size, int radius) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    int term = 0;
    for (int j = y - radius; j <= y + radius; j++)
        for (int i = x - radius; i <= x + radius; i++, term++)
            if (i >= 0 && i < size && j >= 0 && j < size)
                sum += const_mask[term] * in[i + (size_t)j * size];
    out[x + (size_t)y * size] = sum;
}

// One thread: one pixel, and 2 radius + 1 terms of its row.
__global__ void along_rows(const float *in, float *out, int size, int radius) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int i = max(-radius, -x); i <= min(radius, size - 1 - x); i++)
        sum += const_across[i + radius] * in[x + i + (size_t)y * size];
    out[x + (size_t)y * size] = sum;
}

// The same of its column. The threads of a warp still lie side by side in a row.
__global__ void along_columns(const float *in, float *out, int size, int radius) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int j = max(-radius, -y); j <= min(radius, size - 1 - y); j++)
        sum += const_down[j + radius] * in[x + (size_t)(y + j) * size];
    out[x + (size_t)y * size] = sum;
}

static const char *const WAYS[] = {"two passes", "the whole mask"};

static void convolve(int way, const float *dev_in, float *dev_between, float *dev_out, int size,
                     int radius) {
    const dim3 grid((size + BLOCK.x - 1) / BLOCK.x, (size + BLOCK.y - 1) / BLOCK.y);
    if (way == 0) {
        along_rows<<<grid, BLOCK>>>(dev_in, dev_between, size, radius);
        along_columns<<<grid, BLOCK>>>(dev_between, dev_out, size, radius);
    } else {
        whole_mask<<<grid, BLOCK>>>(dev_in, dev_out, size, radius);
    }
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    size_t radius = 3;
    const struct options options = convolution_options(DEFAULT_SIZE, 40000, "pixels along an edge",
                                                       &radius, MOST_RADIUS, argc, argv, ABOUT);

    const int size = (int)options.size;
    const size_t n = options.size * options.size, bytes = n * sizeof(float);
    const size_t width = 2 * radius + 1, terms = width * width;
    float across[MOST_WIDTH], down[MOST_WIDTH], mask[MOST_WIDTH * MOST_WIDTH];
    float *in = (float *)host_alloc(&options, n, sizeof *in);
    float *out = (float *)host_alloc(&options, n, sizeof *out);
    float *expected = (float *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    convolution_fill(in, n, options.seed);
    convolution_mask(across, (int)width, options.seed);
    convolution_mask(down, (int)width, options.seed + 1);
    for (size_t term = 0; term < terms; term++)
        mask[term] = down[term / width] * across[term % width];
    convolution_reference(in, expected, {size, size, 1}, mask, {(int)radius, (int)radius, 0});

    // The whole job, once: memory on the device, picture and mask there, the kernel, the results.
    float *dev_in, *dev_out, *dev_between;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_between, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in, in, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(const_mask, mask, terms * sizeof *mask));
    HANDLE_ERROR(cudaMemcpyToSymbol(const_across, across, width * sizeof *across));
    HANDLE_ERROR(cudaMemcpyToSymbol(const_down, down, width * sizeof *down));
    stopwatch_lap(&span, "copy in");
    convolve(0, dev_in, dev_between, dev_out, size, (int)radius);
    stopwatch_lap(&span, "kernels");
    HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = convolution_verify(out, expected, n, terms);
    report_span(&report, &span, wrong == 0);

    // Both ways alone, many times; the last results of each are checked too.
    for (int way = 0; way < 2; way++) {
        struct timing t = timing_start(options.runs, dev_out, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 2;
        while (timing_next(&t))
            convolve(way, dev_in, dev_between, dev_out, size, (int)radius);
        HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = convolution_verify(out, expected, n, terms);
        report_kernel(&report, WAYS[way], &t, (double)n / (t.median_ms * 1e3), "Mpixels/s",
                      wrong_here == 0);
        wrong += wrong_here;
    }
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_between));
    free(in);
    free(out);
    free(expected);
    return report_end(&report, "%zu wrong among 3 x %zu pixels", wrong, n);
}
