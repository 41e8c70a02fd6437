// SPDX-License-Identifier: MIT
// The tiled matrix multiplication with tiles of many widths: which one is best, and why?
//
// What it teaches: a wider tile means fewer reads of global memory, but also larger blocks, more
// shared memory and fewer blocks per multiprocessor at a time; and a block's threads should fill
// its warps. After matmul_tiled.
//
//     tile_width; tile_width --size 4096; tile_width --csv > tile_width.csv
//
// It prints the time of the whole job with tiles 32 wide and of its parts, then a table with the
// kernel alone at every width: rows for a plot, with --csv. No time is printed beside a wrong
// product.
#include "chapter.h"
#include "matrix.h"
#include "tile_table.h"

#define ABOUT "Multiplies two square matrices of floats with tiles of 2, 4, 8, 12, 16, 24 and 32."
const size_t DEFAULT_SIZE = 160; // rows and columns: not a multiple of 12 or 24, but of the others
const double MOST = 65535 * 2;   // as many as the narrowest tiles can cover
const int WIDTHS = 7;

// An element of a matrix. Beyond the edge there are zeros, which add nothing to a sum.
__device__ inline float element(const float *matrix, int row, int column, int width) {
    return row < width && column < width ? matrix[(size_t)row * width + column] : 0;
}

// One thread: one element of c, as in matmul_tiled, but while a tile is used the elements of the
// next are already on their way. The width of a tile is known when this is compiled, so that the
// loop over it can be unrolled; hence a template, a kernel for each width. Widths that do not
// divide the matrix's end in a tile padded with zeros.
template <int TILE_WIDTH>
__global__ void multiply(const float *a, const float *b, float *c, int width) {
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * TILE_WIDTH;
    const int row = ty + blockIdx.y * TILE_WIDTH;
    float next_a = element(a, row, tx, width);
    float next_b = element(b, ty, column, width);
    float sum = 0;
    for (int k = TILE_WIDTH; k < width + TILE_WIDTH; k += TILE_WIDTH) {
        tile_a[ty][tx] = next_a;
        tile_b[ty][tx] = next_b;
        __syncthreads();
        next_a = element(a, row, k + tx, width);
        next_b = element(b, k + ty, column, width);
        for (int i = 0; i < TILE_WIDTH; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (row < width && column < width)
        c[(size_t)row * width + column] = sum;
}

template <int TILE_WIDTH> static void launch(const struct job *job) {
    const dim3 block(TILE_WIDTH, TILE_WIDTH);
    const int tiles = (job->width + TILE_WIDTH - 1) / TILE_WIDTH; // rounded up
    const dim3 grid(tiles, tiles);
    multiply<TILE_WIDTH><<<grid, block>>>(job->dev_a, job->dev_b, job->dev_c, job->width);
}

// One line of the table: the kernel alone, many times, and its last product checked.
template <int TILE_WIDTH> static void measure(struct job *job) {
    struct timing t = timing_start(job->options->runs, job->dev_c, job->bytes);
    t.budget_ms = TIMING_BUDGET_MS / WIDTHS;
    while (timing_next(&t))
        launch<TILE_WIDTH>(job);
    const bool right = verify(job);
    const size_t width = job->width;
    const double gflops = matrix_gflops(width, width, width, t.median_ms);
    const float ms[] = {t.median_ms, t.min_ms, t.max_ms};
    char name[32];
    snprintf(name, sizeof name, "TILE_WIDTH %d", TILE_WIDTH);
    report_row(&job->report, name, ms, gflops, "GFLOP/s", right);
    if (right && gflops > job->gflops) {
        snprintf(job->fastest, sizeof job->fastest, "%s", name);
        job->gflops = gflops, job->timing = t;
    }
    if (!job->options->csv)
        print_line(TILE_WIDTH, &t, gflops, right);
}

int main(int argc, char **argv) {
    struct options options = matmul_options(DEFAULT_SIZE, MOST, argc, argv, ABOUT);

    struct job job = job_create(&options);

    // The whole job, once: memory on the device, the matrices there, the kernel, the product back.
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&job.dev_a, job.bytes));
    HANDLE_ERROR(cudaMalloc(&job.dev_b, job.bytes));
    HANDLE_ERROR(cudaMalloc(&job.dev_c, job.bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, job.dev_c, job.bytes);
    HANDLE_ERROR(cudaMemcpy(job.dev_a, job.a, job.bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(job.dev_b, job.b, job.bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    launch<32>(&job);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(job.c, job.dev_c, job.bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    report_span(&job.report, &span, verify(&job));

    // The table. Its lines come one by one, as they are measured.
    if (!options.csv)
        printf("TILE_WIDTH  threads   shared   median/ms     min/ms     max/ms    GFLOP/s\n");
    measure<2>(&job);
    measure<4>(&job);
    measure<8>(&job);
    measure<12>(&job);
    measure<16>(&job);
    measure<24>(&job);
    measure<32>(&job);
    if (!options.csv && job.gflops > 0)
        report_line(job.fastest, &job.timing, job.gflops, "GFLOP/s, the fastest");

    HANDLE_ERROR(cudaFree(job.dev_a));
    HANDLE_ERROR(cudaFree(job.dev_b));
    HANDLE_ERROR(cudaFree(job.dev_c));
    free(job.a);
    free(job.b);
    free(job.c);
    return report_end(&job.report, "%s", matrix_check_end(&job.check, options.size));
}
