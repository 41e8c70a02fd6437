// SPDX-License-Identifier: MIT
// What heat_ladder works on: a room of any size on the device, its heaters as temperatures and as
// bits, the room after all steps as a plain kernel has it, and the comparison with that.
#ifndef HEAT_WORK_H
#define HEAT_WORK_H

#include <math.h>
#include <stdlib.h>

#include "ladders/ladder.h"
#include "verify.h"
#include "plan.h"

const size_t HEAT_PITCH = 64; // rows start at multiples of this many cells: vectors never straddle
const int HEAT_BITS = 8;      // cells of a byte of the mask
const int HEAT_PASS = 8;      // steps in a pass at most
const double HEAT_ON_HOST = 1 << 26; // cells times steps that the host repeats

struct heat_work {
    size_t size, pitch; // cells along an edge; from the start of a row to that of the next
    int steps;
    float k;
    double scatter; // of the cells are heaters, beside those of the plan
    uint64_t seed;
    bool planned;               // the heaters of the plan
    size_t deep[HEAT_PASS + 1]; // rows per warp in passes of so many steps; 0: times_deep's choice
    float *dev_first, *dev_heaters, *dev_a, *dev_b, *dev_expected;
    unsigned char *dev_mask; // a bit a cell: is it a heater?
    unsigned long long *dev_wrong;
    float *dev_result;   // where the rung left the room
    cudaStream_t stream; // what is launched goes here: the default stream, or one that is captured
    cudaGraphExec_t graph, graph_of_times; // whole runs: of single steps, of several at once
};

// The number of blocks needed to cover a number of cells, threads or rows.
__host__ __device__ static inline size_t heat_parts(size_t whole, size_t part) {
    return (whole + part - 1) / part;
}

static inline size_t heat_bytes(const struct heat_work *w) {
    return w->size * w->pitch * sizeof(float);
}

// ---- the room -----------------------------------------------------------------------------------

const int HEAT_BLOCK_X = 64, HEAT_BLOCK_Y = 4; // threads; those of a warp lie in one row

static inline dim3 heat_grid(const struct heat_work *w) {
    return dim3((unsigned)heat_parts(w->size, HEAT_BLOCK_X),
                (unsigned)heat_parts(w->size, HEAT_BLOCK_Y));
}

static inline dim3 heat_block(void) {
    return dim3(HEAT_BLOCK_X, HEAT_BLOCK_Y);
}

// The plan of room.h at this cell, 0 where it has no heater.
__host__ __device__ static inline float heat_planned(size_t cell_x, size_t cell_y, size_t size) {
    const size_t x = cell_x * ROOM_PLAN / size, y = cell_y * ROOM_PLAN / size;
    if (x > 300 && x < 600 && y > 310 && y < 601)
        return ROOM_MAX;
    if (x >= 400 && x < 500 && y >= 800 && y < 900)
        return ROOM_MIN;
    const size_t points[][2] = {{100, 700}, {300, 300}, {700, 200}}; // in neither of these
    for (int i = 0; i < 3; i++)
        if (cell_x == points[i][0] * size / ROOM_PLAN && cell_y == points[i][1] * size / ROOM_PLAN)
            return ROOM_MIN;
    const size_t point = 100 * size / ROOM_PLAN;
    return cell_x == point && cell_y == point ? (ROOM_MAX + ROOM_MIN) / 2 : 0;
}

// The heater at this cell, 0 where there is none: the plan's, or one of those scattered about. What
// lies past the end of a row belongs to no room, and is 0.
__host__ __device__ static inline float heat_heater(size_t x, size_t y, size_t size, size_t pitch,
                                                    uint64_t seed, double scatter, bool planned) {
    const size_t cell = x + y * pitch;
    if (x < size && ladder_random(seed, 3 * cell) < scatter)
        return 1 - ladder_random(seed, 3 * cell + 1);
    return planned && x < size ? heat_planned(x, y, size) : 0;
}

// The room before the first step: noise everywhere, under the heaters too, so that a rung that
// forgets to switch them on is wrong; and the warm corner of the plan.
__host__ __device__ static inline bool heat_warm(size_t x, size_t y, size_t size) {
    return x * ROOM_PLAN / size < 200 && y * ROOM_PLAN / size >= 800;
}
__host__ __device__ static inline float heat_first(size_t x, size_t y, size_t size, size_t pitch,
                                                   uint64_t seed) {
    const float noise = ladder_random(seed, 3 * (x + y * pitch) + 2);
    return x >= size ? 0 : heat_warm(x, y, size) ? ROOM_MAX : noise;
}

// One thread: eight cells, and the byte that says which are heaters.
__global__ static void heat_plan(float *heaters, unsigned char *mask, size_t size, size_t pitch,
                                 uint64_t seed, double scatter, bool planned) {
    const size_t x = HEAT_BITS * (threadIdx.x + (size_t)blockIdx.y * blockDim.x), y = blockIdx.x;
    unsigned bits = 0;
    if (x >= pitch)
        return;
    for (int i = 0; i < HEAT_BITS; i++) {
        const float heater = heat_heater(x + i, y, size, pitch, seed, scatter, planned);
        heaters[x + i + y * pitch] = heater;
        bits |= (unsigned)(heater != 0) << i;
    }
    mask[(x + y * pitch) / HEAT_BITS] = (unsigned char)bits;
}

__global__ static void heat_fill(float *first, size_t size, size_t pitch, uint64_t seed) {
    const size_t x = threadIdx.x + (size_t)blockIdx.y * blockDim.x, y = blockIdx.x;
    if (x < pitch)
        first[x + y * pitch] = heat_first(x, y, size, pitch, seed);
}

static inline void heat_prepare(void *work) {
    const struct heat_work *w = (const struct heat_work *)work;
    const dim3 grid((unsigned)w->size, (unsigned)heat_parts(w->pitch, 256)); // a block a row
    heat_fill<<<grid, 256>>>(w->dev_first, w->size, w->pitch, w->seed);
    HANDLE_ERROR(cudaGetLastError());
}

static inline void heat_poison(void *work) {
    const struct heat_work *w = (const struct heat_work *)work;
    poison(w->dev_a, heat_bytes(w));
    poison(w->dev_b, heat_bytes(w));
}

// ---- the reference ------------------------------------------------------------------------------

// A cell as the step sees it: a heater has its temperature whatever happened to it.
__device__ static inline float heat_seen(const float *in, const float *heaters, size_t i) {
    return heaters[i] != 0 ? heaters[i] : in[i];
}

// A whole step, the slow way: ten reads a cell, and nothing that a rung below does.
__global__ static void heat_reference(float *out, const float *in, const float *heaters,
                                      size_t size, size_t pitch, float k) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    const size_t i = x + y * pitch;
    out[i] = room_diffuse(
        heat_seen(in, heaters, i), heat_seen(in, heaters, y < size - 1 ? i + pitch : i),
        heat_seen(in, heaters, y > 0 ? i - pitch : i), heat_seen(in, heaters, x > 0 ? i - 1 : i),
        heat_seen(in, heaters, x < size - 1 ? i + 1 : i), k);
}

// Cells that are not the expected ones, bit for bit, or no temperature at all.
__global__ static void heat_compare(const float *got, const float *expected, size_t size,
                                    size_t pitch, unsigned long long *wrong) {
    unsigned long long mine = 0;
    for (size_t y = blockIdx.x; y < size; y += gridDim.x)
        for (size_t x = threadIdx.x; x < size; x += blockDim.x) {
            const float cell = got[x + y * pitch];
            const bool same = __float_as_uint(cell) == __float_as_uint(expected[x + y * pitch]);
            mine += !(same && cell >= 0 && cell <= ROOM_MAX);
        }
    if (mine)
        atomicAdd(wrong, mine);
}

static inline unsigned long long heat_differences(const struct heat_work *w, const float *dev_got) {
    unsigned long long wrong = 0;
    HANDLE_ERROR(cudaMemcpy(w->dev_wrong, &wrong, sizeof wrong, cudaMemcpyHostToDevice));
    heat_compare<<<(unsigned)(w->size < 8192 ? w->size : 8192), 256>>>(
        dev_got, w->dev_expected, w->size, w->pitch, w->dev_wrong);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&wrong, w->dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    return wrong;
}

static inline bool heat_check(void *work, const struct rung *rung, char *says, size_t size) {
    const struct heat_work *w = (const struct heat_work *)work;
    const unsigned long long wrong = heat_differences(w, w->dev_result);
    (void)rung;
    snprintf(says, size, "%llu of %zu cells differ", wrong, w->size * w->size);
    return wrong == 0;
}

static inline void heat_copy(const struct heat_work *w, float *to, const float *dev_from) {
    const size_t row = w->size * sizeof *to;
    HANDLE_ERROR(cudaMemcpy2D(to, row, dev_from, w->pitch * sizeof *to, row, w->size,
                              cudaMemcpyDeviceToHost));
}

// The reference is compared with the chapter's own on the host, if that is quick enough.
static inline void heat_expect(const struct options *options, struct heat_work *w) {
    heat_prepare(w);
    const float *in = w->dev_first;
    for (int s = 0; s < w->steps; s++) {
        float *out = s == w->steps - 1 ? w->dev_expected : s % 2 ? w->dev_b : w->dev_a;
        heat_reference<<<heat_grid(w), heat_block()>>>(out, in, w->dev_heaters, w->size, w->pitch,
                                                       w->k);
        HANDLE_ERROR(cudaGetLastError());
        in = out;
    }
    if ((double)w->size * (double)w->size * w->steps > HEAT_ON_HOST)
        return;
    const size_t cells = w->size * w->size;
    float *heaters, *expected, *got, *spare;
    float **const grids[] = {&heaters, &expected, &got, &spare};
    for (float **const grid : grids) {
        *grid = (float *)malloc(cells * sizeof **grid);
        HANDLE_NULL(*grid);
    }
    heat_copy(w, heaters, w->dev_heaters);
    heat_copy(w, expected, w->dev_first);
    heat_copy(w, got, w->dev_expected);
    room_reference(&expected, &spare, heaters, w->size, w->k, w->steps);
    if (verify_floats(got, expected, cells, 0, 0) != 0) {
        fprintf(stderr, "%s: the device's reference is not the host's\n", options->program);
        exit(EXIT_FAILURE);
    }
    for (float **const grid : grids)
        free(*grid);
}

// ---- the whole ----------------------------------------------------------------------------------

static inline void heat_create(const struct options *options, struct heat_work *w) {
    w->size = options->size;
    w->seed = options->seed;
    w->pitch = heat_parts(w->size, HEAT_PITCH) * HEAT_PITCH;
    const size_t cells = w->size * w->pitch;
    float **const grids[] = {&w->dev_first, &w->dev_heaters, &w->dev_a, &w->dev_b,
                             &w->dev_expected};
    for (float **const grid : grids)
        *grid = (float *)ladder_alloc(options, cells, sizeof **grid);
    w->dev_mask = (unsigned char *)ladder_alloc(options, cells / HEAT_BITS, 1);
    w->dev_wrong = (unsigned long long *)ladder_alloc(options, 1, sizeof *w->dev_wrong);
    const dim3 grid((unsigned)w->size, (unsigned)heat_parts(w->pitch / HEAT_BITS, 128));
    heat_plan<<<grid, 128>>>(w->dev_heaters, w->dev_mask, w->size, w->pitch, w->seed, w->scatter,
                             w->planned);
    HANDLE_ERROR(cudaGetLastError());
    heat_expect(options, w);
}

static inline void heat_destroy(struct heat_work *w) {
    void *const memory[] = {w->dev_first,    w->dev_heaters, w->dev_a,    w->dev_b,
                            w->dev_expected, w->dev_mask,    w->dev_wrong};
    for (void *const dev_memory : memory)
        HANDLE_ERROR(cudaFree(dev_memory));
    cudaGraphExec_t const graphs[] = {w->graph, w->graph_of_times};
    for (cudaGraphExec_t const graph : graphs)
        if (graph)
            HANDLE_ERROR(cudaGraphExecDestroy(graph));
}

#endif
