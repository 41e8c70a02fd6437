// SPDX-License-Identifier: MIT
// The matrix product by cuBLAS, beside a kernel with tiles as the chapter on matrices has it.
//
// What it teaches: a library has a layout of its own. cuBLAS comes from Fortran: it takes a matrix
// column after column, where C stores row after row. A matrix in the wrong order is its transpose,
// and the transpose of a b is b's transpose times a's: so the operands change places, and nothing
// is moved. And the sums: alpha and beta make c = alpha a b + beta c. After matmul_tiled.
//
//     lib_product; lib_product --size 4096; lib_product --help
//
// It prints the time of the whole job and of its parts, then each way alone with its GFLOP/s, and
// whether all products are right.
#include <cublas_v2.h>

#include "chapter.h"
#include "random.h"
#include "status.h"

#define ABOUT "Multiplies two square matrices of floats, by a kernel and by cuBLAS."
const size_t DEFAULT_SIZE = 512; // rows and columns
const double MOST = 1 << 16;
const int TILE = 32;            // elements along each edge of a tile
const size_t CHECKED = 1 << 25; // multiplications that the host repeats

__global__ void multiply_tiles(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * TILE, row = ty + blockIdx.y * TILE;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        tile_a[ty][tx] = row < n && k + tx < n ? a[(size_t)row * n + k + tx] : 0;
        tile_b[ty][tx] = k + ty < n && column < n ? b[(size_t)(k + ty) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (row < n && column < n)
        c[(size_t)row * n + column] = sum;
}

static const char *const WAYS[] = {"own kernel", "cublasSgemm"};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

// c = a b, all of them row after row. To cuBLAS these are the transposes, so it is asked for b a.
static void multiply(int way, cublasHandle_t handle, const float *dev_a, const float *dev_b,
                     float *dev_c, int n) {
    const float alpha = 1, beta = 0;
    const dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    if (way == 0) {
        multiply_tiles<<<grid, block>>>(dev_a, dev_b, dev_c, n);
        HANDLE_ERROR(cudaGetLastError());
    } else {
        HANDLE_STATUS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, dev_b, n,
                                  dev_a, n, &beta, dev_c, n));
    }
}

// How many elements of c are wrong, in as many rows as the host can multiply in a moment, the first
// and the last among them. sums has room for a row.
static size_t verify(const float *a, const float *b, const float *c, size_t n, double *sums) {
    const size_t fit = CHECKED / (n * n), rows = fit >= n ? n : fit < 2 ? 2 : fit;
    const double tolerance = verify_sum_tolerance(n + 1);
    size_t wrong = 0;
    for (size_t r = 0; r < rows; r++) {
        const size_t i = rows > 1 ? r * (n - 1) / (rows - 1) : 0;
        memset(sums, 0, n * sizeof *sums);
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++)
                sums[j] += (double)a[i * n + k] * b[k * n + j];
        for (size_t j = 0; j < n; j++)
            if (!verify_close(c[i * n + j], sums[j], 0, tolerance) && wrong++ == 0)
                fprintf(stderr, "first mismatch: c[%zu][%zu] is %.9g, expected %.9g\n", i, j,
                        c[i * n + j], sums[j]);
    }
    return wrong;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST, "rows and columns of each matrix"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other matrices"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    const size_t n = options.size, count = n * n, bytes = count * sizeof(float);
    float *a = (float *)host_alloc(&options, count, sizeof *a);
    float *b = (float *)host_alloc(&options, count, sizeof *b);
    float *c = (float *)host_alloc(&options, count, sizeof *c);
    double *sums = (double *)host_alloc(&options, n, sizeof *sums);
    struct report report = report_begin(&options);
    for (size_t i = 0; i < count; i++) { // none is negative: no two terms cancel each other
        a[i] = random_number(options.seed, 2 * i);
        b[i] = random_number(options.seed, 2 * i + 1);
    }

    float *dev_a, *dev_b, *dev_c;
    cublasHandle_t handle;
    struct stopwatch span = stopwatch_start();
    HANDLE_STATUS(cublasCreate(&handle));
    stopwatch_lap(&span, "handle");
    HANDLE_ERROR(cudaMalloc(&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_c, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_c, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    multiply(1, handle, dev_a, dev_b, dev_c, (int)n);
    stopwatch_lap(&span, "product");
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify(a, b, c, n, sums);
    report_span(&report, &span, wrong == 0);

    for (int way = 0; way < WAY_COUNT; way++) {
        struct timing t = timing_start(options.runs, dev_c, bytes);
        t.budget_ms = TIMING_BUDGET_MS / WAY_COUNT;
        while (timing_next(&t))
            multiply(way, handle, dev_a, dev_b, dev_c, (int)n);
        HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = verify(a, b, c, n, sums);
        report_kernel(&report, WAYS[way], &t, 2.0 * (double)count * (double)n / (t.median_ms * 1e6),
                      "GFLOP/s", wrong_here == 0);
        wrong += wrong_here;
    }
    HANDLE_STATUS(cublasDestroy(handle));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(b);
    free(c);
    free(sums);
    return report_end(&report, "%zu wrong elements in 3 products", wrong);
}
