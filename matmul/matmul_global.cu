// SPDX-License-Identifier: MIT
// Matrix multiplication from global memory: one thread per element of the product.
//
// What it teaches: a two-dimensional grid over a matrix, and how often the same numbers are read:
// each element of a and b as many times as the matrix is wide. Then matmul_tiled.
//
//     matmul_global; matmul_global --size 4096        --help lists the options
//
// It prints the time of the whole job and of its parts, the time of the kernel alone with its
// GFLOP/s, and whether the product is right.
#include "chapter.h"
#include "matrix.h"

#define ABOUT "Multiplies two square matrices of floats, read from global memory."
const size_t DEFAULT_SIZE = 512; // rows and columns
const int BLOCK = 32;            // threads along each edge of a block

// One thread: one element of c, a row of a times a column of b. The threads of a warp are
// neighbours in a row of c: they read the same element of a, and neighbours in a row of b, so that
// each read is a single one for the warp. Bound by these reads: two for every multiplication.
__global__ void multiply(const float *a, const float *b, float *c, int width) {
    const int column = threadIdx.x + blockIdx.x * blockDim.x;
    const int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (row >= width || column >= width)
        return; // the last blocks reach over the edge

    // The width fits an int, but where an element lies does not.
    const float *along_a = a + (size_t)row * width;
    const float *down_b = b + column;
    float sum = 0;
#pragma unroll 64 // 64 reads can be in flight at a time
    for (int k = 0; k < width; k++)
        sum += along_a[k] * down_b[(size_t)k * width];
    c[(size_t)row * width + column] = sum;
}

int main(int argc, char **argv) {
    struct options options = matmul_options(DEFAULT_SIZE, MATRIX_MOST, argc, argv, ABOUT);

    const int width = (int)options.size;
    const size_t count = options.size * options.size;
    const size_t bytes = count * sizeof(float);
    float *a = (float *)host_alloc(&options, count, sizeof *a);
    float *b = (float *)host_alloc(&options, count, sizeof *b);
    float *c = (float *)host_alloc(&options, count, sizeof *c);
    struct matrix_check check = matrix_check_start(&options, width, width, width);
    struct report report = report_begin(&options);
    uint64_t state = options.seed;
    matrix_fill(a, count, &state);
    matrix_fill(b, count, &state);

    // The whole job, once: memory on the device, the matrices there, the kernel, the product back.
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid((width + BLOCK - 1) / BLOCK, (width + BLOCK - 1) / BLOCK); // rounded up
    float *dev_a, *dev_b, *dev_c;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_c, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_c, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    multiply<<<grid, block>>>(dev_a, dev_b, dev_c, width);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    matrix_verify(&check, a, b, c, width, width, width);

    // The kernel alone, many times; the last product is checked too.
    struct timing t = timing_start(options.runs, dev_c, bytes);
    while (timing_next(&t))
        multiply<<<grid, block>>>(dev_a, dev_b, dev_c, width);
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    matrix_verify(&check, a, b, c, width, width, width);

    const double gflops = matrix_gflops(width, width, width, t.median_ms);
    report_span(&report, &span, check.wrong == 0);
    report_kernel(&report, "kernel", &t, gflops, "GFLOP/s", check.wrong == 0);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(b);
    free(c);
    return report_end(&report, "%s", matrix_check_end(&check, width));
}
