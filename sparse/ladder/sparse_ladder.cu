// SPDX-License-Identifier: MIT
// A sparse matrix times a vector, rung by rung, for matrices of many kinds.
//
// What it teaches: the best kernel depends on the rows. A group of lanes for a row suits rows of
// one length; equal pieces of the path suit any; and which it is can be told from two numbers, the
// mean and the longest row. After spmv_merge.
//
//     sparse_ladder --matrix band_17 --size 16777216; sparse_ladder --help
//     sparse_ladder --matrix power --only balanced
//
// --size is about how many nonzeros there are. It prints one row per rung: time, bandwidth by the
// least bytes, the speed-up over one thread for each row, and how many rows are wrong.
#include "options.h"
#include "sparse_work.h"

#define ABOUT "Multiplies a sparse matrix with a vector, by faster and faster kernels."
const size_t DEFAULT_SIZE = 1 << 16; // nonzeros, about
const int BLOCK = 256;               // threads of a block
const int WARP = 32;
const unsigned ALL_LANES = 0xffffffff;

// ---- rows ---------------------------------------------------------------------------------------

__global__ void by_thread(int rows, const int *begin, const int *column, const float *value,
                          const float *x, float *y) {
    const int row = threadIdx.x + blockIdx.x * BLOCK;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = begin[row]; k < begin[row + 1]; k++)
        sum += value[k] * x[column[k]];
    y[row] = sum;
}

// LANES neighbouring lanes: one row. Two independent nonzeros for each lane at a time.
template <int LANES>
__global__ void by_group(int rows, const int *begin, const int *column, const float *value,
                         const float *x, float *y) {
    const int row = (threadIdx.x + blockIdx.x * BLOCK) / LANES, lane = threadIdx.x % LANES;
    const int first = row < rows ? begin[row] : 0, last = row < rows ? begin[row + 1] : 0;
    float sum = 0;
    int k = first + lane;
    for (; k + LANES < last; k += 2 * LANES)
        sum += value[k] * __ldg(&x[column[k]]) + value[k + LANES] * __ldg(&x[column[k + LANES]]);
    if (k < last)
        sum += value[k] * __ldg(&x[column[k]]);
#pragma unroll
    for (int lanes = LANES / 2; lanes > 0; lanes /= 2)
        sum += __shfl_down_sync(ALL_LANES, sum, lanes, LANES);
    if (row < rows && lane == 0)
        y[row] = sum;
}

// ---- equal pieces -------------------------------------------------------------------------------

// The sums of the rows in a tile by groups of LANES lanes, of the products in shared memory. A row
// that lies in the tile as a whole is stored; a part of one is added to what begins with 0.
template <int LANES>
__device__ void sum_rows(const float *product, int first_row, int last_row, int rows, int k0,
                         int k1, const int *begin, float *y) {
    const int lane = threadIdx.x % LANES;
    for (int base = first_row; base <= last_row; base += BLOCK / LANES) {
        const int row = base + threadIdx.x / LANES;
        const bool is_there = row <= last_row && row < rows;
        const int from = is_there ? begin[row] : k0, to = is_there ? begin[row + 1] : k0;
        float sum = 0;
        for (int k = max(from, k0) + lane; k < min(to, k1); k += LANES)
            sum += product[k - k0];
#pragma unroll
        for (int lanes = LANES / 2; lanes > 0; lanes /= 2)
            sum += __shfl_down_sync(ALL_LANES, sum, lanes, LANES);
        if (!is_there || lane > 0)
            continue;
        if (row < last_row && from >= k0)
            y[row] = sum;
        else if (max(from, k0) < min(to, k1))
            atomicAdd(&y[row], sum);
    }
}

// One block: SPARSE_TILE steps of the path, nonzeros and ends of rows. All threads multiply, side
// by side, whatever rows the nonzeros are in; then groups of lanes add them up.
__global__ void __launch_bounds__(BLOCK)
    by_tile(int rows, const int *begin, const int *column, const float *value, const float *x,
            float *y, const int *tile_row) {
    __shared__ float product[SPARSE_TILE];
    const int nonzeros = begin[rows], tile = blockIdx.x;
    const int first_row = tile_row[tile], last_row = tile_row[tile + 1];
    const int k0 = tile * SPARSE_TILE - first_row;
    const int k1 = min((tile + 1) * SPARSE_TILE - last_row, nonzeros);
#pragma unroll
    for (int i = 0; i < SPARSE_TILE; i += BLOCK) {
        const int k = k0 + i + threadIdx.x;
        if (k < k1)
            product[i + threadIdx.x] = value[k] * __ldg(&x[column[k]]);
    }
    __syncthreads();
    const int mean = (k1 - k0) / (last_row - first_row + 1);
    if (mean >= 24)
        sum_rows<32>(product, first_row, last_row, rows, k0, k1, begin, y);
    else if (mean >= 6)
        sum_rows<8>(product, first_row, last_row, rows, k0, k1, begin, y);
    else if (mean >= 2)
        sum_rows<2>(product, first_row, last_row, rows, k0, k1, begin, y);
    else
        sum_rows<1>(product, first_row, last_row, rows, k0, k1, begin, y);
}

// ---- the rungs ----------------------------------------------------------------------------------

static void published(void *work) {
    const struct sparse_work *w = (const struct sparse_work *)work;
    by_thread<<<(w->rows + BLOCK - 1) / BLOCK, BLOCK>>>(w->rows, w->dev_begin, w->dev_column,
                                                        w->dev_value, w->dev_x, w->dev_y);
    HANDLE_ERROR(cudaGetLastError());
}

template <int LANES> static void launch_group(const struct sparse_work *w) {
    const int rows = BLOCK / LANES; // of a block
    by_group<LANES><<<(w->rows + rows - 1) / rows, BLOCK>>>(w->rows, w->dev_begin, w->dev_column,
                                                            w->dev_value, w->dev_x, w->dev_y);
    HANDLE_ERROR(cudaGetLastError());
}

static void warp(void *work) {
    launch_group<WARP>((const struct sparse_work *)work);
}

// About four nonzeros of the mean row for each lane. Short rows need no group: what one load of a
// warp leaves of its sectors the next ones find in the cache.
static void group(void *work) {
    const struct sparse_work *w = (const struct sparse_work *)work;
    const double mean = (double)w->nonzeros / w->rows;
    if (mean > 128)
        launch_group<32>(w);
    else if (mean > 48)
        launch_group<16>(w);
    else if (mean > 32)
        launch_group<8>(w);
    else if (mean > 8)
        launch_group<4>(w);
    else
        published(work);
}

// Only rows in which a tile begins are added to. All others are stored.
__global__ void clear_parts(int rows, float *y, const int *tile_row, int tiles) {
    const int tile = threadIdx.x + blockIdx.x * BLOCK;
    if (tile <= tiles && tile_row[tile] < rows)
        y[tile_row[tile]] = 0;
}

static void balanced(void *work) {
    const struct sparse_work *w = (const struct sparse_work *)work;
    clear_parts<<<w->tiles / BLOCK + 1, BLOCK>>>(w->rows, w->dev_y, w->dev_tile_row, w->tiles);
    by_tile<<<w->tiles, BLOCK>>>(w->rows, w->dev_begin, w->dev_column, w->dev_value, w->dev_x,
                                 w->dev_y, w->dev_tile_row);
    HANDLE_ERROR(cudaGetLastError());
}

// Groups where no row is much longer than the mean, or where all of it is small; else tiles.
static void chosen(void *work) {
    const struct sparse_work *w = (const struct sparse_work *)work;
    const double mean = (double)w->nonzeros / w->rows;
    if (w->longest <= 4 * mean + 4 || (w->nonzeros < 1 << 18 && w->longest <= 1024))
        group(work);
    else
        balanced(work);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    const char *name = "random_16";
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 1e9, "nonzeros, about"},
        {"matrix", OPTION_WORD, &name, 0, 0, "its kind; an unknown one prints all of them"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "other numbers"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    const struct sparse_kind *kind = NULL;
    char names[1000] = "";
    for (int i = 0; i < SPARSE_KIND_COUNT; i++) {
        const size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, " %s", SPARSE_KINDS[i].name);
        if (strcmp(name, SPARSE_KINDS[i].name) == 0)
            kind = &SPARSE_KINDS[i];
    }
    if (kind == NULL)
        options_refuse(&options, "--matrix '%s': it is one of%s", name, names);

    struct sparse_work work = sparse_work_create(&options, kind);
    const double bytes = 8.0 * work.nonzeros + 12.0 * work.rows;
    static const struct rung rungs[] = {
        {"published", "one thread for each row", published, NULL, RUNG_PUBLISHED},
        {"warp", "one warp for each row", warp},
        {"group", "a group of lanes by the mean row", group},
        {"balanced", "equal tiles of the path", balanced},
        {"chosen", "groups or tiles, by the longest row", chosen},
    };
    const struct ladder ladder = {
        .rungs = rungs,
        .count = sizeof rungs / sizeof *rungs,
        .unit = "GB/s",
        .amount = bytes / 1e9,
        .bytes = bytes,
        .flops = 2.0 * work.nonzeros,
        .poison = sparse_poison,
        .check = sparse_right,
        .what = name,
    };
    const int status = ladder_climb(&ladder, &options, &words, &work);
    sparse_work_destroy(&work);
    return status;
}
