// SPDX-License-Identifier: MIT
// Matrix multiplication in fp8, the smallest numbers that Hopper's tensor cores know.
//
// What it teaches: half the bits are twice the speed, and no longer only in the factors: the tensor
// cores save on the sums, too. What that costs is measured, and how the sums get their bits back
// without losing the speed. After matmul_tensor.
//
//     matmul_fp8 --size 4096                all rungs; --only fp8_fast,fp8_cluster: some
//     matmul_fp8 --m 4095 --k 8192 --n 4103 the row of a rung says which k it takes
//     matmul_fp8 --size 8192 --peers bin/cuda/peers/cublas_fp8.so
//
// It prints one row per rung: its time, TFLOP/s, the share of the tensor cores' rate at the highest
// clock, its speed-up over the published kernel, and its error: of all of c, relative to all of c,
// and the largest, relative to c's root mean square. c is bf16, whose rounding alone makes 0.17 %
// of the first. Inputs are random numbers that e4m3 holds exactly. b is stored column by column
// (fp8_work.h). Without capability 9.0 it is skipped.
#include <stdlib.h>

#include "book.h"
#include "ladders/ladder.h"
#include "options.h"
#include "fp8_tiles.h"
#include "fp8_work.h"
#include "product_options.h"

#define ABOUT "Multiplies an m x k matrix by a k x n matrix on tensor cores, in fp8 (e4m3)."
const size_t DEFAULT_SIZE = 256; // rows and columns
const int SKIPPED = 77;          // exit status

// ---- published: tiles in shared memory, in fp32 ------------------------------------------------

const int TILE = 32; // elements along each edge, and threads along one of a block

// One thread: one element of c. A row of tile_b is a column of b; one more than 32 numbers long, so
// that a warp, which reads down a column, meets 32 banks.
__global__ void published_kernel(const e4m3 *a, const e4m3 *b, bf16 *c, struct sizes s) {
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int left = blockIdx.x * TILE, row = ty + blockIdx.y * TILE;
    float sum = 0;
    for (int p = 0; p < s.k; p += TILE) {
        const bool in_k = p + tx < s.k;
        tile_a[ty][tx] = row < s.m && in_k ? e4m3_number(a[(size_t)row * s.k + p + tx]) : 0;
        tile_b[ty][tx] =
            left + ty < s.n && in_k ? e4m3_number(b[(size_t)(left + ty) * s.k + p + tx]) : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[ty][i] * tile_b[tx][i];
        __syncthreads();
    }
    if (row < s.m && left + tx < s.n)
        c[(size_t)row * s.n + left + tx] = __float2bfloat16(sum);
}

static void published(void *work) {
    const struct fp8_work *w = (const struct fp8_work *)work;
    const dim3 grid(rounded_up(w->n, TILE), rounded_up(w->m, TILE));
    published_kernel<<<grid, dim3(TILE, TILE)>>>(w->dev_a, w->dev_b, w->dev_c,
                                                 sizes_of(w->m, w->n, w->k));
    HANDLE_ERROR(cudaGetLastError());
}

// ---- Hopper ------------------------------------------------------------------------------------
// The kernel and its tiles are in fp8_tiles.h.

// A block a tile, column by column of c; or, `persistent`, as in hopper_tiles of matmul_tensor.
template <class S, bool persistent> static void tiles(void *work) {
    static struct fp8_plan plan;
    const struct fp8_work *w = (const struct fp8_work *)work;
    if (memcmp(&plan.of, w, sizeof *w) != 0) {
        plan.of = *w;
        plan.tile = fp8_choice_of<S>({});
        plan.schedule = fp8_schedule(&plan.tile, w);
        plan.clusters = plan.schedule.whole;
        if (persistent)
            plan.clusters = rounded_up(plan.clusters,
                                       rounded_up(plan.clusters, multiprocessors() / S::CLUSTER));
        else
            plan.schedule.group = plan.schedule.rows;
        plan_complete(&plan);
    }
    plan_run(&plan);
    HANDLE_ERROR(cudaGetLastError());
}

// Any size: the tile, and how the work is cut into pieces, by the time that they should take.
static void fitted(void *work) {
    static struct fp8_plan plan;
    const struct fp8_work *w = (const struct fp8_work *)work;
    if (memcmp(&plan.of, w, sizeof *w) != 0)
        fp8_plan_choose(&plan, w);
    plan_run(&plan);
    HANDLE_ERROR(cudaGetLastError());
}

static const char *no_hopper_or_rows(const void *work) {
    static const bool here = hopper_here();
    const struct fp8_work *w = (const struct fp8_work *)work;
    if (!here)
        return "needs capability 9.0, and a build for sm_90a";
    return w->k % FP8_PIECE ? "k has to be a multiple of 16" : NULL;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    struct product_options p = {};
    const struct option_row rows[] = {
        PRODUCT_ROWS(options, p),
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    int device, major;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    if (major < 9) {
        printf("%s: skipped: no tensor cores of Hopper's, capability 9.0\n", options.program);
        return SKIPPED;
    }

    struct rung rungs[] = {
        fp8_rung("published", "tiles in shared memory, fp32", true, published),
        fp8_rung("fp8_wgmma", "sums stay with the tensor cores", false,
                 tiles<fp8_tiling<1, 256, 1, false>, false>, no_hopper_or_rows),
        fp8_rung("fp8_fast", "from tile to tile, two blocks share", false,
                 tiles<fp8_tiling<1, 256, 2, false>, true>, no_hopper_or_rows),
        fp8_rung("fp8_promoted", "every 128 terms a sum goes to a float", true,
                 tiles<fp8_tiling<2, 128, 1, true>, false>, no_hopper_or_rows),
        fp8_rung("fp8_persistent", "blocks go from tile to tile", true,
                 tiles<fp8_tiling<2, 128, 1, true>, true>, no_hopper_or_rows),
        fp8_rung("fp8_cluster", "two blocks share what they fetch", true,
                 tiles<fp8_tiling<2, 128, 2, true>, true>, no_hopper_or_rows),
        fp8_rung("fp8_fitted", "tiles and parts of k that fit the size", true, fitted,
                 no_hopper_or_rows),
    };
    rungs[0].role = RUNG_PUBLISHED;
    int status = 0;
    for (size_t i = 0; product_next(&options, &p, i); i++) {
        // At random, the library's and our rungs shall take it: it wants rows of c so, too.
        if (p.shapes && !p.given_k)
            p.k = rounded_up(p.k, FP8_PIECE) * FP8_PIECE;
        if (p.shapes && !p.given_n)
            p.n = rounded_up(p.n, FP8_PIECE) * FP8_PIECE;
        struct fp8_work work = fp8_work_create(&options, p.m, p.n, p.k);
        char what[100];
        snprintf(what, sizeof what, "%zu x %zu x %zu", p.m, p.k, p.n);
        const double amount = 2e-12 * (double)p.m * (double)p.k * (double)p.n;
        const struct ladder ladder = {
            .rungs = rungs,
            .count = sizeof rungs / sizeof *rungs,
            .unit = "TFLOP/s",
            .amount = amount,
            .limit = fp8_peak(),
            .limit_is = "fp8 on all tensor cores at the highest clock",
            .bytes = (double)p.m * (double)p.k + (double)p.k * (double)p.n +
                     2 * (double)p.m * (double)p.n,
            .flops = 1e12 * amount,
            .poison = fp8_poison,
            .check = fp8_right, // each rung has its own
            .alone = p.shapes > 0,
            .what = p.m == p.k && p.k == p.n && !p.shapes ? NULL : what,
        };
        status |= ladder_climb(&ladder, &options, &words, &work);
        fp8_work_destroy(&work);
    }
    return status;
}
