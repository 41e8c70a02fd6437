// SPDX-License-Identifier: MIT
// Matrix multiplication with tiles in shared memory: one thread per element of the product.
//
// What it teaches: a block needs whole rows of a and columns of b, more than shared memory holds;
// so it fetches them a tile at a time, in phases, and every thread uses what all of them fetched.
// After matmul_global; then tile_width, and matmul_padded for matrices that are not square.
//
//     matmul_tiled; matmul_tiled --size 4096        --help lists the options
//
// It prints the time of the whole job and of its parts, the time of the kernel alone with its
// GFLOP/s, and whether the product is right.
#include "chapter.h"
#include "matrix.h"

#define ABOUT "Multiplies two square matrices of floats, tile by tile in shared memory."
const size_t DEFAULT_SIZE = 512; // rows and columns
const int TILE_WIDTH = 32; // elements along each edge of a tile, and threads along one of a block

// An element of a matrix. Beyond the edge there are zeros, which add nothing to a sum.
__device__ inline float element(const float *matrix, int row, int column, int width) {
    return row < width && column < width ? matrix[(size_t)row * width + column] : 0;
}

// One thread: one element of c. In each phase it puts one element of a and one of b into the tiles,
// and then uses TILE_WIDTH of each: that many times fewer reads of global memory. A phase has two
// barriers: no thread may use a tile before it is complete, nor overwrite it while another still
// uses it. Threads beyond the edge of c have no element, but they fetch, and reach the barriers.
// Bound by the reads of shared memory: still two for every multiplication.
__global__ void multiply(const float *a, const float *b, float *c, int width) {
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * TILE_WIDTH;
    const int row = ty + blockIdx.y * TILE_WIDTH;
    float sum = 0;
    for (int k = 0; k < width; k += TILE_WIDTH) {
        tile_a[ty][tx] = element(a, row, k + tx, width);
        tile_b[ty][tx] = element(b, k + ty, column, width);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (row < width && column < width)
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
    const dim3 block(TILE_WIDTH, TILE_WIDTH);
    const int tiles = (width + TILE_WIDTH - 1) / TILE_WIDTH; // rounded up
    const dim3 grid(tiles, tiles);
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
