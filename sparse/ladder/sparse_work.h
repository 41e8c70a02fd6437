// SPDX-License-Identifier: MIT
// What sparse_ladder and the library beside it work on: a square matrix of one of many kinds in
// compressed rows, made on the device by formulas, a vector, and their product by a plain kernel in
// double precision.
#ifndef SPARSE_WORK_H
#define SPARSE_WORK_H

#include <math.h>

#include "ladders/ladder.h"
#include "verify.h"

// How the lengths of rows come about, and where their columns are.
enum {
    RANDOM,
    NEAR,
    BAND,
    GRID_2D,
    GRID_3D,
    CUBE,
    POWER,
    ONE_LONG,
    MANY_LONG,
    GAPS,
    BLOCKS,
    MIXED
};

struct sparse_kind {
    const char *name;
    int kind;
    double parameter; // of nonzeros in a row, or of an exponent
    double mean;      // nonzeros in a row, about
};

static const struct sparse_kind SPARSE_KINDS[] = {
    {"random_2", RANDOM, 2, 2},       // so many a row, anywhere
    {"random_4", RANDOM, 4, 4},       //
    {"random_16", RANDOM, 16, 16},    //
    {"random_64", RANDOM, 64, 64},    //
    {"random_512", RANDOM, 512, 512}, //
    {"near_16", NEAR, 16, 16},        // within 1024 columns of the diagonal
    {"band_3", BAND, 3, 3},           // side by side along the diagonal
    {"band_17", BAND, 17, 17},        //
    {"band_65", BAND, 65, 65},        //
    {"grid_2d", GRID_2D, 5, 5},       // stencils of 5, 7 and 27 points
    {"grid_3d", GRID_3D, 7, 7},       //
    {"cube_27", CUBE, 27, 27},        //
    {"power_light", POWER, 0.4, 6.7}, // lengths by a power law: 4 u^-parameter
    {"power", POWER, 0.6, 10},        //
    {"power_heavy", POWER, 0.8, 20},  //
    {"one_long", ONE_LONG, 4, 4.5},   // one row as long as an eighth of all the others
    {"many_long", MANY_LONG, 4, 36},  // one in 512 has 16384
    {"gaps_4", GAPS, 4, 4},           // 16 in one of so many rows
    {"gaps_64", GAPS, 64, 0.25},      //
    {"blocks_8", BLOCKS, 8, 8},       // dense blocks along the diagonal
    {"blocks_256", BLOCKS, 256, 256}, //
    {"mixed", MIXED, 64, 31.5},       // 0 to 63
};
const int SPARSE_KIND_COUNT = sizeof SPARSE_KINDS / sizeof *SPARSE_KINDS;
const int SPARSE_TILE = 2048; // steps of a path: ends of rows and nonzeros

struct sparse_work {
    int rows, nonzeros, longest;
    int edge; // of a grid
    const struct sparse_kind *kind;
    uint64_t seed;
    int *dev_begin, *dev_column, *dev_tile_row;
    float *dev_value, *dev_x, *dev_y, *dev_expected;
    int tiles;
    unsigned long long *dev_wrong;
};

// Column k of row i of the stencils, or -1 outside of the grid.
__host__ __device__ static inline int sparse_neighbour(int kind, int edge, int i, int k) {
    const int x = i % edge, y = i / edge % edge, z = i / edge / edge;
    int dx = 0, dy = 0, dz = 0;
    if (kind == GRID_2D) {
        const int row = i / edge + (k == 0 ? -1 : k == 4), column = x + (k == 1 ? -1 : k == 3);
        return row < 0 || row >= edge || column < 0 || column >= edge ? -1 : column + row * edge;
    }
    if (kind == CUBE) {
        dx = k % 3 - 1;
        dy = k / 3 % 3 - 1;
        dz = k / 9 - 1;
    } else {
        dx = k == 2 ? -1 : k == 4;
        dy = k == 1 ? -1 : k == 5;
        dz = k == 0 ? -1 : k == 6;
    }
    const bool inside = x + dx >= 0 && x + dx < edge && y + dy >= 0 && y + dy < edge &&
                        z + dz >= 0 && z + dz < edge;
    return inside ? i + dx + edge * (dy + edge * dz) : -1;
}

static inline int sparse_length(const struct sparse_work *w, int i) {
    const double p = w->kind->parameter, u = 1 - (double)ladder_random(w->seed, i);
    double length = p;
    int count = 0;
    switch (w->kind->kind) {
    case BAND:
        return min(w->rows, i + (int)p / 2 + 1) - max(0, i - (int)p / 2);
    case BLOCKS:
        return min(w->rows, (i / (int)p + 1) * (int)p) - i / (int)p * (int)p;
    case GRID_2D:
    case GRID_3D:
    case CUBE:
        for (int k = 0; k < (int)p; k++)
            count += sparse_neighbour(w->kind->kind, w->edge, i, k) >= 0;
        return count;
    case POWER:
        length = 4 * pow(u, -p);
        break;
    case ONE_LONG:
        length = i == w->rows / 2 ? w->rows / 2 : 4;
        break;
    case MANY_LONG:
        length = i % 512 == 77 ? 16384 : 4;
        break;
    case GAPS:
        length = i % (int)p ? 0 : 16;
        break;
    case MIXED:
        length = u * 64;
        break;
    default:
        break;
    }
    return (int)fmin(length, w->rows);
}

// One warp: one row. Random columns: one in each of as many pieces.
__global__ static void sparse_fill(struct sparse_work w, int kind, int parameter) {
    const int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32, lane = threadIdx.x % 32;
    if (row >= w.rows)
        return;
    const int begin = w.dev_begin[row], count = w.dev_begin[row + 1] - begin;
    const int span = kind == NEAR ? min(w.rows, 2048) : w.rows;
    const int first = kind == NEAR ? min(max(row - 1024, 0), w.rows - span) : 0;
    for (int k = lane; k < count; k += 32) {
        int column =
            first +
            min(span - 1, (int)((k + (double)ladder_random(w.seed + 1, begin + k)) * span / count));
        if (kind == BAND)
            column = max(0, row - parameter / 2) + k;
        if (kind == BLOCKS)
            column = row / parameter * parameter + k;
        if (kind == GRID_2D || kind == GRID_3D || kind == CUBE)
            for (int point = 0, seen = -1; seen < k; point++) {
                column = sparse_neighbour(kind, w.edge, row, point);
                seen += column >= 0;
            }
        w.dev_column[begin + k] = column;
        w.dev_value[begin + k] = 0.5f + ladder_random(w.seed + 2, begin + k) / 2;
    }
}

// One warp: one row, in double precision.
__global__ static void sparse_reference(struct sparse_work w) {
    const int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32, lane = threadIdx.x % 32;
    if (row >= w.rows)
        return;
    double sum = 0;
    for (int k = w.dev_begin[row] + lane; k < w.dev_begin[row + 1]; k += 32)
        sum += (double)w.dev_value[k] * w.dev_x[w.dev_column[k]];
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, lanes);
    if (lane == 0)
        w.dev_expected[row] = (float)sum;
}

// In which row each tile of the path begins: found once for a matrix, as libraries do it.
__global__ static void sparse_cut(struct sparse_work w) {
    const int tile = threadIdx.x + blockIdx.x * blockDim.x;
    if (tile > w.tiles)
        return;
    const int step = (int)min((long long)tile * SPARSE_TILE, (long long)w.rows + w.nonzeros);
    int least = max(step - w.nonzeros, 0), most = min(step, w.rows);
    while (least < most) {
        const int row = (least + most) / 2;
        if (w.dev_begin[row + 1] <= step - row - 1)
            least = row + 1;
        else
            most = row;
    }
    w.dev_tile_row[tile] = least;
}

__global__ static void sparse_compare(struct sparse_work w, float tolerance) {
    const int row = threadIdx.x + blockIdx.x * blockDim.x;
    if (row < w.rows &&
        !(fabsf(w.dev_y[row] - w.dev_expected[row]) <= tolerance * w.dev_expected[row]))
        atomicAdd(w.dev_wrong, 1);
}

static inline bool sparse_right(void *work, const struct rung *rung, char *says, size_t size) {
    const struct sparse_work *w = (const struct sparse_work *)work;
    const double tolerance = verify_sum_tolerance(2 * (size_t)w->longest);
    unsigned long long wrong = 0;
    (void)rung;
    HANDLE_ERROR(cudaMemcpy(w->dev_wrong, &wrong, sizeof wrong, cudaMemcpyHostToDevice));
    sparse_compare<<<(w->rows + 255) / 256, 256>>>(*w, (float)tolerance);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&wrong, w->dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    snprintf(says, size, "%llu of %d rows are off by more than %.1e", wrong, w->rows, tolerance);
    return wrong == 0;
}

static inline void sparse_poison(void *work) {
    const struct sparse_work *w = (const struct sparse_work *)work;
    poison(w->dev_y, w->rows * sizeof *w->dev_y);
}

// --size is about how many nonzeros there should be.
static inline struct sparse_work sparse_work_create(const struct options *options,
                                                    const struct sparse_kind *kind) {
    struct sparse_work w = {};
    w.kind = kind;
    w.seed = options->seed;
    w.rows = (int)fmax(1, (double)options->size / kind->mean);
    const bool plane = kind->kind == GRID_2D, volume = kind->kind == GRID_3D || kind->kind == CUBE;
    w.edge = plane ? (int)sqrt((double)w.rows) : volume ? (int)cbrt((double)w.rows) : 1;
    if (plane || volume)
        w.rows = w.edge * w.edge * (volume ? w.edge : 1);
    int *begin = (int *)malloc(((size_t)w.rows + 1) * sizeof *begin);
    HANDLE_NULL(begin);
    double all = 0;
    for (int i = 0; i < w.rows; i++) {
        const int length = sparse_length(&w, i);
        begin[i] = (int)all;
        w.longest = max(w.longest, length);
        all += length;
        if (all + w.rows > 2e9)
            options_refuse(options, "--size %zu: too many nonzeros", options->size);
    }
    begin[w.rows] = w.nonzeros = (int)all;
    w.tiles = (w.rows + w.nonzeros + SPARSE_TILE - 1) / SPARSE_TILE;
    w.dev_begin = (int *)ladder_alloc(options, (size_t)w.rows + 1, sizeof *w.dev_begin);
    w.dev_column = (int *)ladder_alloc(options, (size_t)w.nonzeros + 1, sizeof *w.dev_column);
    w.dev_value = (float *)ladder_alloc(options, (size_t)w.nonzeros + 1, sizeof *w.dev_value);
    w.dev_tile_row = (int *)ladder_alloc(options, (size_t)w.tiles + 1, sizeof *w.dev_tile_row);
    float **const vectors[] = {&w.dev_x, &w.dev_y, &w.dev_expected};
    for (float **const vector : vectors)
        *vector = (float *)ladder_alloc(options, w.rows, sizeof **vector);
    w.dev_wrong = (unsigned long long *)ladder_alloc(options, 1, sizeof *w.dev_wrong);
    HANDLE_ERROR(cudaMemcpy(w.dev_begin, begin, ((size_t)w.rows + 1) * sizeof *begin,
                            cudaMemcpyHostToDevice));
    free(begin);
    ladder_fill(w.dev_x, w.rows, w.seed + 3, 0, 1);
    sparse_fill<<<(w.rows + 7) / 8, 256>>>(w, kind->kind, (int)kind->parameter);
    sparse_reference<<<(w.rows + 7) / 8, 256>>>(w);
    sparse_cut<<<w.tiles / 256 + 1, 256>>>(w);
    HANDLE_ERROR(cudaGetLastError());
    return w;
}

static inline void sparse_work_destroy(const struct sparse_work *w) {
    void *const memory[] = {w->dev_begin, w->dev_column, w->dev_value,    w->dev_tile_row,
                            w->dev_x,     w->dev_y,      w->dev_expected, w->dev_wrong};
    for (void *const dev_memory : memory)
        HANDLE_ERROR(cudaFree(dev_memory));
}

#endif
