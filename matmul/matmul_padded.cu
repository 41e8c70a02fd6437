// SPDX-License-Identifier: MIT
// Matrix multiplication with tiles in shared memory, for matrices of any shape: m x k times k x n.
//
// What it teaches: three edges, and what has to be checked at each. The tiles at an edge are padded
// with zeros as they are fetched, so that the loop over a tile needs no checks. After matmul_tiled.
//
//     matmul_padded; matmul_padded --m 1 --k 100000 --n 33; matmul_padded --size 1000
//
// It prints the time of the whole job and of its parts, the time of the kernel alone with its
// GFLOP/s, and whether the product is right.
#include "chapter.h"
#include "matmul/sizes.h"
#include "matrix.h"

#define ABOUT "Multiplies an m x k matrix of floats by a k x n matrix, with padded tiles."
const size_t DEFAULT_M = 400, DEFAULT_K = 250, DEFAULT_N = 500;
const double MOST = 1 << 20; // rows or columns
const int TILE_WIDTH = 16;   // elements along each edge of a tile, and threads along one of a block

// One thread: one element of c. What lies beyond an edge is fetched as a zero: for a row of a
// beyond m or a column of b beyond n that saves only the address, since no element of c comes of
// it; but beyond k it is the zero that keeps the sum right. Bound by the reads of shared memory.
__global__ void multiply(const float *a, const float *b, float *c, struct sizes s) {
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * TILE_WIDTH;
    const int row = ty + blockIdx.y * TILE_WIDTH;
    float sum = 0;
    for (int p = 0; p < s.k; p += TILE_WIDTH) {
        tile_a[ty][tx] = row < s.m && p + tx < s.k ? a[(size_t)row * s.k + p + tx] : 0;
        tile_b[ty][tx] = p + ty < s.k && column < s.n ? b[(size_t)(p + ty) * s.n + column] : 0;
        __syncthreads(); // also for the threads beyond the edges: none has returned
        for (int i = 0; i < TILE_WIDTH; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (row < s.m && column < s.n)
        c[(size_t)row * s.n + column] = sum;
}

int main(int argc, char **argv) {
    struct options options = options_default(0);
    size_t m = 0, n = 0, k = 0; // 0: not given
    const struct option_row rows[] = {
        {"m", OPTION_COUNT, &m, 1, MOST, "rows of the first matrix; default 400"},
        {"k", OPTION_COUNT, &k, 1, MOST, "its columns, the rows of the second; default 250"},
        {"n", OPTION_COUNT, &n, 1, MOST, "columns of the second matrix; default 500"},
        {"size", OPTION_COUNT, &options.size, 1, MOST, "the same for those of m, k, n not given"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other matrices"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    m = m ? m : options.size ? options.size : DEFAULT_M;
    k = k ? k : options.size ? options.size : DEFAULT_K;
    n = n ? n : options.size ? options.size : DEFAULT_N;
    options.size = m > k ? m : k;
    options.size = n > options.size ? n : options.size; // the largest, for the report

    const size_t a_bytes = m * k * sizeof(float);
    const size_t b_bytes = k * n * sizeof(float);
    const size_t c_bytes = m * n * sizeof(float);
    float *a = (float *)host_alloc(&options, m * k, sizeof *a);
    float *b = (float *)host_alloc(&options, k * n, sizeof *b);
    float *c = (float *)host_alloc(&options, m * n, sizeof *c);
    struct matrix_check check = matrix_check_start(&options, m, n, k);
    struct report report = report_begin(&options);
    uint64_t state = options.seed;
    matrix_fill(a, m * k, &state);
    matrix_fill(b, k * n, &state);

    // The whole job, once: memory on the device, the matrices there, the kernel, the product back.
    const dim3 block(TILE_WIDTH, TILE_WIDTH);
    const dim3 grid((unsigned)((n + TILE_WIDTH - 1) / TILE_WIDTH),
                    (unsigned)((m + TILE_WIDTH - 1) / TILE_WIDTH)); // rounded up
    float *dev_a, *dev_b, *dev_c;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_a, a_bytes));
    HANDLE_ERROR(cudaMalloc(&dev_b, b_bytes));
    HANDLE_ERROR(cudaMalloc(&dev_c, c_bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_c, c_bytes);
    HANDLE_ERROR(cudaMemcpy(dev_a, a, a_bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, b_bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    multiply<<<grid, block>>>(dev_a, dev_b, dev_c, sizes_of(m, n, k));
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(c, dev_c, c_bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    matrix_verify(&check, a, b, c, m, n, k);

    // The kernel alone, many times; the last product is checked too.
    struct timing t = timing_start(options.runs, dev_c, c_bytes);
    while (timing_next(&t))
        multiply<<<grid, block>>>(dev_a, dev_b, dev_c, sizes_of(m, n, k));
    HANDLE_ERROR(cudaMemcpy(c, dev_c, c_bytes, cudaMemcpyDeviceToHost));
    matrix_verify(&check, a, b, c, m, n, k);

    const double gflops = matrix_gflops(m, n, k, t.median_ms);
    report_span(&report, &span, check.wrong == 0);
    report_kernel(&report, "kernel", &t, gflops, "GFLOP/s", check.wrong == 0);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(b);
    free(c);
    return report_end(&report, "%s", matrix_check_end(&check, m));
}
