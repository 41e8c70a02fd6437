// SPDX-License-Identifier: MIT
// A convolution of a picture out of shared memory: three ways to deal with the halos.
//
// What it teaches: a tile of results needs a larger tile of pixels. Either a thread loads more than
// one pixel; or some threads have no result; or the halos are left to the cache. After conv_2d;
// then conv_separable.
//
//     conv_tiled; conv_tiled --radius 7; make count P=conv_tiled; conv_tiled --help
//
// It prints the time of the whole job (first way), then of the kernels, and if they are right.
#include "chapter.h"
#include "convolution.h"

#define ABOUT "Convolves a picture out of tiles with halos."
const size_t DEFAULT_SIZE = 512; // pixels along an edge
const int WIDE = 32, HIGH = 16;  // threads of a block, and its results in the first and third way
const int EDGE = 32;             // threads along an edge of a block in the second way

__constant__ float const_mask[MOST_WIDTH * MOST_WIDTH];

__device__ inline float pixel(const float *in, int size, int x, int y) {
    return x >= 0 && x < size && y >= 0 && y < size ? in[x + (size_t)y * size] : 0;
}

// The sum over the mask, of a tile whose rows are `pitch` apart. All of it is there.
__device__ inline float weigh(const float *corner, int pitch, int radius) {
    float sum = 0;
    for (int j = 0; j <= 2 * radius; j++)
        for (int i = 0; i <= 2 * radius; i++)
            sum += const_mask[i + j * (2 * radius + 1)] * corner[i + j * pitch];
    return sum;
}

// The block is the tile of results: its threads load the tile of pixels in several turns.
__global__ void load_in_turns(const float *in, float *out, int size, int radius) {
    __shared__ float tile[HIGH + 2 * MOST_RADIUS][WIDE + 2 * MOST_RADIUS];
    const int left = blockIdx.x * WIDE - radius, top = blockIdx.y * HIGH - radius;
    for (int j = threadIdx.y; j < HIGH + 2 * radius; j += HIGH)
        for (int i = threadIdx.x; i < WIDE + 2 * radius; i += WIDE)
            tile[j][i] = pixel(in, size, left + i, top + j);
    __syncthreads();
    const int x = threadIdx.x + blockIdx.x * WIDE, y = threadIdx.y + blockIdx.y * HIGH;
    if (x < size && y < size)
        out[x + (size_t)y * size] =
            weigh(&tile[threadIdx.y][threadIdx.x], WIDE + 2 * MOST_RADIUS, radius);
}

// The block is the tile of pixels: each thread loads one, and those of the halo have no result.
__global__ void load_once(const float *in, float *out, int size, int radius) {
    __shared__ float tile[EDGE][EDGE];
    const int results = EDGE - 2 * radius; // along an edge
    const int x = threadIdx.x + blockIdx.x * results - radius;
    const int y = threadIdx.y + blockIdx.y * results - radius;
    tile[threadIdx.y][threadIdx.x] = pixel(in, size, x, y);
    __syncthreads();
    const int i = threadIdx.x - radius, j = threadIdx.y - radius; // the result's place in its tile
    if (i >= 0 && i < results && j >= 0 && j < results && x < size && y < size)
        out[x + (size_t)y * size] = weigh(&tile[j][i], EDGE, radius);
}

// The tile has the block's own pixels only. Those of the halo are other blocks' own, and so likely
// to be in the cache. But each term has to ask where its pixel is.
__global__ void halo_in_cache(const float *in, float *out, int size, int radius) {
    __shared__ float tile[HIGH][WIDE];
    const int x = threadIdx.x + blockIdx.x * WIDE, y = threadIdx.y + blockIdx.y * HIGH;
    tile[threadIdx.y][threadIdx.x] = pixel(in, size, x, y);
    __syncthreads();
    if (x >= size || y >= size)
        return;
    float sum = 0;
    int term = 0;
    for (int j = (int)threadIdx.y - radius; j <= (int)threadIdx.y + radius; j++)
        for (int i = (int)threadIdx.x - radius; i <= (int)threadIdx.x + radius; i++, term++) {
            const bool own = i >= 0 && i < WIDE && j >= 0 && j < HIGH;
            const int column = x + i - (int)threadIdx.x, row = y + j - (int)threadIdx.y;
            sum += const_mask[term] * (own ? tile[j][i] : pixel(in, size, column, row));
        }
    out[x + (size_t)y * size] = sum;
}

static const char *const WAYS[] = {"tile loaded in turns", "tile loaded at once",
                                   "halo from the cache"};

static void convolve(int way, const float *dev_in, float *dev_out, int size, int radius) {
    const dim3 block(WIDE, way == 1 ? EDGE : HIGH);
    const int wide = way == 1 ? EDGE - 2 * radius : WIDE, high = way == 1 ? wide : HIGH;
    const dim3 grid((size + wide - 1) / wide, (size + high - 1) / high);
    if (way == 0)
        load_in_turns<<<grid, block>>>(dev_in, dev_out, size, radius);
    else if (way == 1)
        load_once<<<grid, block>>>(dev_in, dev_out, size, radius);
    else
        halo_in_cache<<<grid, block>>>(dev_in, dev_out, size, radius);
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

    // The three kernels alone, many times; the last results of each are checked too.
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
