// SPDX-License-Identifier: MIT
// A convolution of a volume, such as a scan of a head: directly, and slice by slice out of shared
// memory.
//
// What it teaches: in three dimensions a small mask has many terms, 27 with radius 1, and a tile
// with halos on all six sides would be mostly halo. So a block walks down: it keeps as many slices
// as the mask is deep, and each new one takes the place of the oldest. After conv_separable.
//
//     conv_3d; conv_3d --radius 2; make count P=conv_3d; conv_3d --help
//
// It prints the time of the whole job (slice by slice), then of both kernels, and whether they are
// right.
#include "chapter.h"
#include "convolution.h"

#define ABOUT "Convolves a volume of 16 slices."
const size_t DEFAULT_SIZE = 128; // voxels along both edges of a slice
const int SLICES = 16;
const int MOST_RADIUS_3D = 3, MOST_WIDTH_3D = 2 * MOST_RADIUS_3D + 1;
const int MOST_TERMS = MOST_WIDTH_3D * MOST_WIDTH_3D * MOST_WIDTH_3D;
const int WIDE = 32, HIGH = 8; // threads and results of a block, in a slice

__constant__ float const_mask[MOST_TERMS];

__device__ inline float voxel(const float *in, int size, int x, int y, int z) {
    const bool inside = x >= 0 && x < size && y >= 0 && y < size && z >= 0 && z < SLICES;
    return inside ? in[x + (size_t)size * (y + (size_t)size * z)] : 0;
}

// One thread: one voxel. (2 radius + 1)^3 loads, which the cache serves: bound by them.
__global__ void directly(const float *in, float *out, int size, int radius) {
    const int x = threadIdx.x + blockIdx.x * WIDE, y = threadIdx.y + blockIdx.y * HIGH;
    const int z = blockIdx.z;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    int term = 0;
    for (int k = z - radius; k <= z + radius; k++)
        for (int j = y - radius; j <= y + radius; j++)
            for (int i = x - radius; i <= x + radius; i++, term++)
                sum += const_mask[term] * voxel(in, size, i, j, k);
    out[x + (size_t)size * (y + (size_t)size * z)] = sum;
}

// Slice z of the block's part, with halos, into its place of the ring.
__device__ inline void load_slice(float (*slice)[WIDE + 2 * MOST_RADIUS_3D], const float *in,
                                  int size, int radius, int z) {
    const int left = blockIdx.x * WIDE - radius, top = blockIdx.y * HIGH - radius;
    for (int j = threadIdx.y; j < HIGH + 2 * radius; j += HIGH)
        for (int i = threadIdx.x; i < WIDE + 2 * radius; i += WIDE)
            slice[j][i] = voxel(in, size, left + i, top + j, z);
}

// One thread: a column of voxels, one in each slice. A voxel is loaded once by its block, and by
// those that it is a halo of. Bound by shared memory.
__global__ void slice_by_slice(const float *in, float *out, int size, int radius) {
    __shared__ float ring[MOST_WIDTH_3D][HIGH + 2 * MOST_RADIUS_3D][WIDE + 2 * MOST_RADIUS_3D];
    const int x = threadIdx.x + blockIdx.x * WIDE, y = threadIdx.y + blockIdx.y * HIGH;
    const int width = 2 * radius + 1;
    for (int z = 0; z < 2 * radius; z++)
        load_slice(ring[z], in, size, radius, z - radius);
    for (int z = 0; z < SLICES; z++) {
        load_slice(ring[(z + 2 * radius) % width], in, size, radius, z + radius);
        __syncthreads(); // the slice is there
        float sum = 0;
        int term = 0;
        for (int k = 0; k < width; k++)
            for (int j = 0; j < width; j++)
                for (int i = 0; i < width; i++, term++)
                    sum +=
                        const_mask[term] * ring[(z + k) % width][threadIdx.y + j][threadIdx.x + i];
        if (x < size && y < size)
            out[x + (size_t)size * (y + (size_t)size * z)] = sum;
        __syncthreads(); // all threads are done with the oldest one
    }
}

static const char *const WAYS[] = {"slice by slice", "directly"};

static void convolve(int way, const float *dev_in, float *dev_out, int size, int radius) {
    const dim3 block(WIDE, HIGH);
    const dim3 grid((size + WIDE - 1) / WIDE, (size + HIGH - 1) / HIGH, way == 0 ? 1 : SLICES);
    if (way == 0)
        slice_by_slice<<<grid, block>>>(dev_in, dev_out, size, radius);
    else
        directly<<<grid, block>>>(dev_in, dev_out, size, radius);
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    size_t radius = 1;
    const struct options options =
        convolution_options(DEFAULT_SIZE, 10000, "voxels along both edges of a slice", &radius,
                            MOST_RADIUS_3D, argc, argv, ABOUT);

    const int size = (int)options.size, reach = (int)radius;
    const size_t n = options.size * options.size * SLICES, bytes = n * sizeof(float);
    const size_t width = 2 * radius + 1, terms = width * width * width;
    float mask[MOST_TERMS];
    float *in = (float *)host_alloc(&options, n, sizeof *in);
    float *out = (float *)host_alloc(&options, n, sizeof *out);
    float *expected = (float *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    convolution_fill(in, n, options.seed);
    convolution_mask(mask, (int)terms, options.seed);
    convolution_reference(in, expected, {size, size, SLICES}, mask, {reach, reach, reach});

    // The whole job, once: memory on the device, volume and mask there, the kernel, the results.
    float *dev_in, *dev_out;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in, in, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(const_mask, mask, terms * sizeof *mask));
    stopwatch_lap(&span, "copy in");
    convolve(0, dev_in, dev_out, size, reach);
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = convolution_verify(out, expected, n, terms);
    report_span(&report, &span, wrong == 0);

    // Both kernels alone, many times; the last results of each are checked too.
    for (int way = 0; way < 2; way++) {
        struct timing t = timing_start(options.runs, dev_out, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 2;
        while (timing_next(&t))
            convolve(way, dev_in, dev_out, size, reach);
        HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = convolution_verify(out, expected, n, terms);
        report_kernel(&report, WAYS[way], &t, (double)n / (t.median_ms * 1e3), "Mvoxels/s",
                      wrong_here == 0);
        wrong += wrong_here;
    }
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    free(in);
    free(out);
    free(expected);
    return report_end(&report, "%zu wrong among 3 x %zu voxels", wrong, n);
}
