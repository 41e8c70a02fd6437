// SPDX-License-Identifier: MIT
// Several steps in one pass over the room, so that a cell is read and written once for all of them.
// A warp takes a strip of 128 columns, four to a lane, and walks up through it. Each row that it
// reads is the newest of the room as it was; with the two rows below it, it makes a row of the room
// a step on, which with the two below that makes a row two steps on, and so on: the rows of all
// steps are under way in registers. The cells to both sides are the lanes', by shuffle, and no
// block has to wait for itself. Of what a warp computes, the outermost eight columns come out
// wrong, because what lies beside them is not there: strips overlap. For heat_ladder.
#ifndef HEAT_TIMES_H
#define HEAT_TIMES_H

#include <cuda_pipeline.h>

#include "heat_steps.h"

const int LANE_CELLS = 4;                 // of a row, in a lane: 4 or 8
const int SPAN = 32 * LANE_CELLS;         // cells of a row in a warp
const int HALO = 8;                       // cells around that come out wrong: steps at most
const int HALO_LANES = HALO / LANE_CELLS; // that hold those at one side
const int STRIP = SPAN - 2 * HALO;        // cells that come out right
const int TIMES_WARPS = 4;                // per block, independent of each other
const int TIMES_AHEAD = 3;                // rows on their way from memory
const int TIMES_WAVES = 8;                // turns in which the warps of a large room run
const unsigned ALL_LANES = 0xffffffff, ALL_BITS = 0xff;

struct lane_cells { // a lane's part of it
    float t[LANE_CELLS];
};

// Where a lane stands. The room's first column is always the first cell of a lane; its last one may
// be any cell of one.
struct Place {
    size_t column; // of the lane's first cell
    bool first;    // holds the first column of the room
    int last;      // which of its cells is the last column; LANE_CELLS: none
    bool right;    // its cells come out right, and belong to the room
};

__device__ static inline struct Place place_of(size_t strip, size_t strips, int lane, size_t size) {
    struct Place place;
    place.column = strip * STRIP + lane * LANE_CELLS;
    place.first = place.column == 0;
    place.last =
        place.column < size ? (int)min(size - 1 - place.column, (size_t)LANE_CELLS) : LANE_CELLS;
    place.right = (lane >= HALO_LANES || strip == 0) &&
                  (lane < 32 - HALO_LANES || strip == strips - 1) && place.column < size;
    return place;
}

static inline size_t strips_of(size_t size) {
    return size <= (size_t)SPAN ? 1 : heat_parts(size - HALO, STRIP);
}

// Beyond the lower and the upper wall the room is mirrored, which is the same as a wall: both
// neighbours across it are equal. (To the sides it is not: left and right would be added the wrong
// way round.) For rows that are no further outside than the room is high.
const int HEAT_LEAST = 16; // rows: as far as any walk looks

__device__ static inline size_t mirrored(int y, int size) {
    const int inside = y < 0 ? -1 - y : y;
    return (size_t)min(inside, 2 * size - 1 - inside);
}

// What a strip has at its sides: nothing of the room's walls; walls beside the first or the last
// cell of a lane; or the right wall anywhere.
enum Sides { INSIDE, WALLS, RAGGED };

__device__ static inline enum Sides sides_of(size_t strip, size_t size) {
    const bool right = strip * STRIP + SPAN >= size;
    return right && size % LANE_CELLS != 0 ? RAGGED : right || strip == 0 ? WALLS : INSIDE;
}

// A lane's part of a row, a step on, with a k for each cell. A cell at a wall is its own neighbour
// outside. HEATERS: there are some, and a bit a cell says where; they keep what they have.
template <Sides SIDES, bool HEATERS>
__device__ static inline struct lane_cells
row_step(const struct lane_cells &below, const struct lane_cells &here,
         const struct lane_cells &above, const struct Place &place, unsigned heaters,
         const struct lane_cells &k) {
    const float before = __shfl_up_sync(ALL_LANES, here.t[LANE_CELLS - 1], 1);
    const float after = __shfl_down_sync(ALL_LANES, here.t[0], 1);
    struct lane_cells next;
#pragma unroll
    for (int i = 0; i < LANE_CELLS; i++) {
        float left = i > 0 ? here.t[i - 1] : before;
        float right = i < LANE_CELLS - 1 ? here.t[i + 1] : after;
        if (SIDES != INSIDE && i == 0)
            left = place.first ? here.t[i] : left;
        if (SIDES == RAGGED || (SIDES == WALLS && i == LANE_CELLS - 1))
            right = place.last == i ? here.t[i] : right;
        next.t[i] = room_diffuse(here.t[i], above.t[i], below.t[i], left, right, k.t[i]);
        if (HEATERS)
            next.t[i] = heaters >> i & 1 ? here.t[i] : next.t[i];
    }
    return next;
}

// The same for all cells.
__device__ static inline struct lane_cells row_of(float t) {
    struct lane_cells row;
#pragma unroll
    for (int i = 0; i < LANE_CELLS; i++)
        row.t[i] = t;
    return row;
}

// Writes a lane's part of a row to the room, and nothing past the end of the row.
template <Sides SIDES>
__device__ static inline void row_store(float *row, const struct lane_cells &cells,
                                        const struct Place &place) {
    float *to = row + place.column;
    if (SIDES != RAGGED || place.last >= LANE_CELLS - 1) {
#pragma unroll
        for (int i = 0; i < LANE_CELLS; i += 4)
            *(float4 *)(to + i) =
                make_float4(cells.t[i], cells.t[i + 1], cells.t[i + 2], cells.t[i + 3]);
    } else {
#pragma unroll
        for (int i = 0; i < LANE_CELLS; i++)
            if (i <= place.last)
                to[i] = cells.t[i];
    }
}

__device__ static inline struct lane_cells row_load(const float *cells) {
    struct lane_cells row;
#pragma unroll
    for (int i = 0; i < LANE_CELLS; i += 4) {
        const float4 four = *(const float4 *)(cells + i);
        row.t[i] = four.x, row.t[i + 1] = four.y, row.t[i + 2] = four.z, row.t[i + 3] = four.w;
    }
    return row;
}

// The bits of a lane's cells.
__device__ static inline unsigned row_bits(const unsigned char *mask, size_t pitch, size_t y,
                                           const struct Place &place) {
    const size_t column = min(place.column, pitch - LANE_CELLS);
    return mask[y * (pitch / HEAT_BITS) + column / HEAT_BITS] >> column % HEAT_BITS &
           ((1 << LANE_CELLS) - 1);
}

// ---- the walk -----------------------------------------------------------------------------------

struct Walk { // what a warp works on
    float *out;
    const float *in;
    const unsigned char *mask;
    int height; // rows of the room
    size_t pitch, strip;
    int y0, y1;    // rows to be written, the last one not included
    unsigned keep; // all bits, or none of them: do heaters keep in the last step?
    float k;
    float (*ring)[SPAN]; // rows on their way from memory
};

// The copies of a row into shared memory, 16 bytes each, begin: the lanes of a warp share them so
// that they lie side by side.
__device__ static inline void walk_fetch(const struct Walk &walk, int slot, int y, int lane) {
    const float *row = walk.in + mirrored(y, walk.height) * walk.pitch;
#pragma unroll
    for (int i = 0; i < LANE_CELLS / 4; i++) {
        const size_t cell = 4 * (lane + 32 * i);
        const size_t column = min(walk.strip * STRIP + cell, walk.pitch - 4);
        __pipeline_memcpy_async(&walk.ring[slot][cell], row + column, 16);
    }
    __pipeline_commit();
}

// Three rows of each step are kept: when a new one comes, it takes the place of the oldest.
// Unrolled by three, these places have fixed names, and registers.
template <int STEPS, Sides SIDES, bool HEATERS>
__device__ static void walk_up(const struct Walk &walk, const struct Place &place, int lane) {
    struct lane_cells rows[STEPS][3] = {};
    unsigned long long heaters = 0; // a byte for each of the last eight rows, the newest at the end
    unsigned coming = 0;            // that of the row on its way
    if (HEATERS)
        coming = row_bits(walk.mask, walk.pitch, mirrored(walk.y0 - STEPS, walk.height), place);
#pragma unroll
    for (int turn = 0; turn < TIMES_AHEAD; turn++)
        walk_fetch(walk, turn, walk.y0 - STEPS + turn, lane);
    for (int y = walk.y0 - STEPS; y < walk.y1 + STEPS; y += TIMES_AHEAD) {
#pragma unroll
        for (int turn = 0; turn < TIMES_AHEAD; turn++) {
            __pipeline_wait_prior(TIMES_AHEAD - 1);
            __syncwarp(); // the other lanes' copies are there too
            struct lane_cells row = row_load(&walk.ring[turn][lane * LANE_CELLS]);
            const unsigned newest = coming;
            if (HEATERS)
                coming =
                    row_bits(walk.mask, walk.pitch, mirrored(y + turn + 1, walk.height), place);
            __syncwarp(); // all have read theirs
            walk_fetch(walk, turn, y + turn + TIMES_AHEAD, lane);
#pragma unroll
            for (int s = 0; s < STEPS; s++) {
                unsigned bits = HEATERS ? (unsigned)(heaters >> 8 * s) : 0;
                if (s == STEPS - 1)
                    bits &= walk.keep;
                rows[s][turn] = row;
                row = row_step<SIDES, HEATERS>(rows[s][(turn + 1) % 3], rows[s][(turn + 2) % 3],
                                               row, place, bits, row_of(walk.k));
            }
            heaters = heaters << 8 | newest;
            const int made = y + turn - STEPS;
            if (made >= walk.y0 && made < walk.y1 && place.right)
                row_store<SIDES>(walk.out + (size_t)made * walk.pitch, row, place);
        }
    }
    __pipeline_wait_prior(0); // the last copies are not used
}

// Is a heater among the cells that the warp will see? In most strips there is none.
__device__ static inline bool walk_has_heaters(const struct Walk &walk, const struct Place &place,
                                               int steps) {
    unsigned bits = 0;
#pragma unroll 32
    for (int y = walk.y0 - steps; y < walk.y1 + steps; y++)
        bits |= row_bits(walk.mask, walk.pitch, mirrored(y, walk.height), place);
    return __any_sync(ALL_LANES, bits != 0);
}

// What a warp does: rows [y0, y1) of one strip. The room need not be square: chapter 11 cuts it.
template <int STEPS>
__device__ static inline void times_warp(float *__restrict__ out, const float *__restrict__ in,
                                         const unsigned char *__restrict__ mask, size_t width,
                                         size_t height, size_t pitch, float k, unsigned keep,
                                         size_t strips, size_t strip, size_t y0, size_t y1,
                                         float (*ring)[SPAN]) {
    const int lane = threadIdx.x;
    const struct Place place = place_of(strip, strips, lane, width);
    const struct Walk walk = {out,     in,      mask, (int)height, pitch, strip,
                              (int)y0, (int)y1, keep, k,           ring};
    const enum Sides sides = sides_of(strip, width);
    const bool heaters = walk_has_heaters(walk, place, STEPS);
    if (sides == RAGGED)
        walk_up<STEPS, RAGGED, true>(walk, place, lane);
    else if (sides == WALLS && heaters)
        walk_up<STEPS, WALLS, true>(walk, place, lane);
    else if (sides == WALLS)
        walk_up<STEPS, WALLS, false>(walk, place, lane);
    else if (heaters)
        walk_up<STEPS, INSIDE, true>(walk, place, lane);
    else
        walk_up<STEPS, INSIDE, false>(walk, place, lane);
}

// Four blocks a multiprocessor leave 128 registers for a thread, which is just enough.
template <int STEPS>
__global__ static void __launch_bounds__(32 * TIMES_WARPS, 4)
    step_times(float *__restrict__ out, const float *__restrict__ in,
               const unsigned char *__restrict__ mask, size_t size, size_t pitch, float k,
               unsigned keep, size_t strips, size_t deep) {
    __shared__ alignas(16) float rings[TIMES_WARPS][TIMES_AHEAD][SPAN];
    const size_t warp = (size_t)blockIdx.x * TIMES_WARPS + threadIdx.y;
    const size_t strip = warp % strips, y0 = warp / strips * deep;
    if (y0 < size)
        times_warp<STEPS>(out, in, mask, size, size, pitch, k, keep, strips, strip, y0,
                          min(y0 + deep, size), rings[threadIdx.y]);
}

// ---- the launches -------------------------------------------------------------------------------

// How many rows a warp takes. Few, so that all of the chip is busy; many, because it computes some
// rows below and above them too.
static inline size_t times_deep(size_t rows, size_t strips, const void *kernel) {
    int device, processors, blocks;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    HANDLE_ERROR(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32 * TIMES_WARPS, 0));
    const size_t warps = (size_t)blocks * processors * TIMES_WARPS;
    const size_t once = heat_parts(rows, max(warps / strips, (size_t)1));
    const size_t often = heat_parts(rows, max(TIMES_WAVES * warps / strips, (size_t)1));
    return often >= 128 ? often : once;
}

// All steps: several at once as long as there are enough left, the rest one by one.
template <int STEPS> static inline void times_launch(struct heat_work *w) {
    const size_t strips = strips_of(w->size);
    const size_t deep = times_deep(w->size, strips, (const void *)step_times<STEPS>);
    const size_t blocks = heat_parts(strips * heat_parts(w->size, deep), TIMES_WARPS);
    int left = w->steps;
    step_begin(w);
    for (; left >= STEPS; left -= STEPS) {
        float *const out = step_next(w);
        step_times<STEPS><<<(unsigned)blocks, dim3(32, TIMES_WARPS), 0, w->stream>>>(
            out, w->dev_result, w->dev_mask, w->size, w->pitch, w->k, left > STEPS ? ALL_BITS : 0,
            strips, deep);
        HANDLE_ERROR(cudaGetLastError());
        w->dev_result = out;
    }
    step_vectors(w, left);
}

template <int STEPS> static inline void run_times(void *work) {
    times_launch<STEPS>((struct heat_work *)work);
}

#endif
