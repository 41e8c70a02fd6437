// SPDX-License-Identifier: MIT
// A convolution of a picture: one thread per pixel, the mask in constant memory.
//
// What it teaches: in two dimensions a pixel needs (2 radius + 1)^2 terms; the shape of a block
// decides how many of the pixels that its threads want are the same. After conv_1d; then
// conv_tiled.
//
//     conv_2d; conv_2d --radius 7; make count P=conv_2d; conv_2d --help
//
// It prints the time of the whole job, then of the kernel alone with three shapes of a block, and
// whether they are right.
#include "chapter.h"
#include "convolution.h"

#define ABOUT "Convolves a picture with a mask in constant memory."
const size_t DEFAULT_SIZE = 512; // pixels along an edge

__constant__ float const_mask[MOST_WIDTH * MOST_WIDTH];

// One thread: one pixel. Neighbours read almost the same pixels, from the cache. Bound by the loads
// and by the question whether a pixel lies inside.
__global__ void convolve_2d(const float *in, float *out, int size, int radius) {
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

static const char *const WAYS[] = {"blocks of 32 x 8", "blocks of 16 x 16", "blocks of 1 x 256"};

static void convolve(int way, const float *dev_in, float *dev_out, int size, int radius) {
    const dim3 shapes[] = {dim3(32, 8), dim3(16, 16), dim3(1, 256)}, block = shapes[way];
    const dim3 grid((size + block.x - 1) / block.x, (size + block.y - 1) / block.y);
    convolve_2d<<<grid, block>>>(dev_in, dev_out, size, radius);
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    size_t radius = 3;
    const struct options options = convolution_options(DEFAULT_SIZE, 40000, "pixels along an edge",
                                                       &radius, MOST_RADIUS, argc, argv, ABOUT);

    const int size = (int)options.size;
    const size_t n = options.size * options.size, bytes = n * sizeof(float);
    const size_t width = 2 * radius + 1, terms = width * width;
    float mask[MOST_WIDTH * MOST_WIDTH];
    float *in = (float *)host_alloc(&options, n, sizeof *in);
    float *out = (float *)host_alloc(&options, n, sizeof *out);
    float *expected = (float *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    convolution_fill(in, n, options.seed);
    convolution_mask(mask, (int)terms, options.seed);
    convolution_reference(in, expected, {size, size, 1}, mask, {(int)radius, (int)radius, 0});

    // The whole job, once: memory on the device, picture and mask there, the kernel, the results.
    float *dev_in, *dev_out;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in, in, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(const_mask, mask, terms * sizeof *mask));
    stopwatch_lap(&span, "copy in");
    convolve(0, dev_in, dev_out, size, (int)radius);
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = convolution_verify(out, expected, n, terms);
    report_span(&report, &span, wrong == 0);

    // The kernel alone, many times with each shape; the last results of each are checked too.
    for (int way = 0; way < 3; way++) {
        struct timing t = timing_start(options.runs, dev_out, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 3;
        while (timing_next(&t))
            convolve(way, dev_in, dev_out, size, (int)radius);
        HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = convolution_verify(out, expected, n, terms);
        report_kernel(&report, WAYS[way], &t, (double)n / (t.median_ms * 1e3), "Mpixels/s",
                      wrong_here == 0);
        wrong += wrong_here;
    }
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    free(in);
    free(out);
    free(expected);
    return report_end(&report, "%zu wrong among 4 x %zu pixels", wrong, n);
}
