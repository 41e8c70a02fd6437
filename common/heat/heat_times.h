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

const int LANE_CELLS = 4;                 // of a row, in a lane
const int SPAN = 32 * LANE_CELLS;         // cells of a row in a warp
const int HALO = HEAT_PASS;               // cells around that come out wrong: steps at most
const int HALO_LANES = HALO / LANE_CELLS; // that hold those at one side
const int STRIP = SPAN - 2 * HALO;        // cells that come out right
const int TIMES_WARPS = 4;                // per block, independent of each other
const int TIMES_AHEAD = 3;                // rows on their way from memory: those of a turn
const int TIMES_WAVES = 8;                // turns in which the warps of a large room run
const unsigned ALL_LANES = 0xffffffff;

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
// outside. HEATERS: there are some, which have a minus sign on their way, and keep what they have.
// An addition takes the absolute value of what it adds at no cost.
template <Sides SIDES, bool HEATERS>
__device__ static inline struct lane_cells
row_step(const struct lane_cells &below, const struct lane_cells &here,
         const struct lane_cells &above, const struct Place &place, const struct lane_cells &k) {
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
        if (HEATERS) {
            const float cell = room_diffuse(here.t[i], fabsf(above.t[i]), fabsf(below.t[i]),
                                            fabsf(left), fabsf(right), k.t[i]);
            next.t[i] = here.t[i] < 0 ? here.t[i] : cell;
        } else {
            next.t[i] = room_diffuse(here.t[i], above.t[i], below.t[i], left, right, k.t[i]);
        }
    }
    return next;
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

// All without their signs.
__device__ static inline struct lane_cells row_unsigned(struct lane_cells row) {
#pragma unroll
    for (int i = 0; i < LANE_CELLS; i++)
        row.t[i] = fabsf(row.t[i]);
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
    int y0, y1;          // rows to be written, the last one not included
    bool keep;           // do heaters keep what they have in the last step?
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

// Three rows of each step: when a new one comes, it takes the place of the oldest. Unrolled by
// three, these places have fixed names, and registers.
template <int STEPS> struct walk_rows {
    struct lane_cells of[STEPS][3];
    unsigned coming; // the heaters' bits of the row on its way
};

// One row up, which is `turn` of three: the next row comes in, and goes through the first so many
// steps. The last one's row is returned.
template <int STEPS, Sides SIDES, bool HEATERS>
__device__ static __forceinline__ struct lane_cells
walk_row(const struct Walk &walk, const struct Place &place, const struct lane_cells &k, int lane,
         struct walk_rows<STEPS> *rows, int y, int turn, int steps) {
    __pipeline_wait_prior(TIMES_AHEAD - 1);
    __syncwarp(); // the other lanes' copies are there too
    struct lane_cells row = row_load(&walk.ring[turn][lane * LANE_CELLS]);
    if (HEATERS) {
#pragma unroll
        for (int i = 0; i < LANE_CELLS; i++)
            row.t[i] = rows->coming >> i & 1 ? -row.t[i] : row.t[i];
        rows->coming = row_bits(walk.mask, walk.pitch, mirrored(y + 1, walk.height), place);
    }
    __syncwarp(); // all have read theirs
    walk_fetch(walk, turn, y + TIMES_AHEAD, lane);
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        rows->of[s][turn] = row;
        if (s >= steps)
            break;
        struct lane_cells here = rows->of[s][(turn + 2) % 3];
        if (HEATERS && s == STEPS - 1 && !walk.keep)
            here = row_unsigned(here);
        row = row_step<SIDES, HEATERS>(rows->of[s][(turn + 1) % 3], here, row, place, k);
    }
    return row;
}

// A step needs three rows of the one before: row number j of a walk, from 0, only gets through the
// first j / 2 steps. What the others would make of the first rows is not computed; between two
// walks one above the other, that is half of what both compute.
template <int STEPS, Sides SIDES, bool HEATERS>
__device__ static void walk_up(const struct Walk &walk, const struct Place &place,
                               const struct lane_cells &k, int lane) {
    const int few = (2 * STEPS - 1) / 3 * 3, from = walk.y0 - STEPS; // rows that take fewer steps
    struct walk_rows<STEPS> rows = {};
    if (HEATERS)
        rows.coming = row_bits(walk.mask, walk.pitch, mirrored(from, walk.height), place);
    for (int j = 0; j < few; j += 3) {
#pragma unroll
        for (int turn = 0; turn < 3; turn++)
            walk_row<STEPS, SIDES, HEATERS>(walk, place, k, lane, &rows, from + j + turn, turn,
                                            (j + turn) / 2);
    }
    for (int y = from + few; y < walk.y1 + STEPS; y += 3) {
#pragma unroll
        for (int turn = 0; turn < 3; turn++) {
            const struct lane_cells row =
                walk_row<STEPS, SIDES, HEATERS>(walk, place, k, lane, &rows, y + turn, turn, STEPS);
            const int made = y + turn - STEPS;
            if (made >= walk.y0 && made < walk.y1 && place.right)
                row_store<SIDES>(walk.out + (size_t)made * walk.pitch,
                                 HEATERS ? row_unsigned(row) : row, place);
        }
    }
    __pipeline_wait_prior(0); // the last copies are not used
}

struct strip_bits { // of the heaters in a strip's part of a row
    unsigned long long low, high;
};
static_assert(SPAN == 128, "two words have a bit for each cell");

__device__ static inline struct strip_bits strip_bits_of(const struct Walk &walk, int y) {
    const size_t words = walk.pitch / 64, first = walk.strip * STRIP / 64;
    const int shift = (int)(walk.strip * STRIP % 64);
    const unsigned long long *row =
        (const unsigned long long *)walk.mask + mirrored(y, walk.height) * words;
    const unsigned long long a = row[first], b = first + 1 < words ? row[first + 1] : 0,
                             c = first + 2 < words ? row[first + 2] : 0;
    return shift ? strip_bits{a >> shift | b << (64 - shift), b >> shift | c << (64 - shift)}
                 : strip_bits{a, b};
}

// Do the rows that the warp will see differ in their heaters? Each lane looks at one row in 32, at
// four of them at the same time. In most strips all rows have the same heaters, or none. Then a
// heater is a cell with k = 0, because 0 * (...) + t is exactly t; but not in a pass in which they
// don't keep what they have.
__device__ static inline bool walk_varies(const struct Walk &walk, int lane, int steps) {
    const int from = walk.y0 - steps, last = walk.y1 + steps - 1, AT_ONCE = 4;
    const struct strip_bits first = strip_bits_of(walk, from);
    bool varies = !walk.keep && (first.low | first.high);
    for (int y = from + lane; y - lane <= last; y += AT_ONCE * 32) {
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++) {
            const struct strip_bits bits = strip_bits_of(walk, min(y + i * 32, last));
            varies |= bits.low != first.low || bits.high != first.high;
        }
    }
    return __any_sync(ALL_LANES, varies);
}

// What a warp does: rows [y0, y1) of one strip. The room need not be square: chapter 11 cuts it.
// wait: returns when what the pass reads is there.
template <int STEPS, typename Wait>
__device__ static inline void times_warp(float *__restrict__ out, const float *__restrict__ in,
                                         const unsigned char *__restrict__ mask, size_t width,
                                         size_t height, size_t pitch, float k, bool keep,
                                         size_t strips, size_t strip, size_t y0, size_t y1,
                                         float (*ring)[SPAN], const Wait &wait) {
    const int lane = threadIdx.x;
    const struct Place place = place_of(strip, strips, lane, width);
    const struct Walk walk = {out,   in,      mask,    (int)height, pitch,
                              strip, (int)y0, (int)y1, keep,        ring};
    const enum Sides sides = sides_of(strip, width);
    let_next_begin(); // and look at the mask, which stays as it is
    const bool varies = walk_varies(walk, lane, STEPS);
    const unsigned heaters = row_bits(mask, pitch, mirrored(walk.y0 - STEPS, walk.height), place);
    struct lane_cells each_k;
#pragma unroll
    for (int i = 0; i < LANE_CELLS; i++)
        each_k.t[i] = !varies && heaters >> i & 1 ? 0 : k;
    wait();
#pragma unroll
    for (int turn = 0; turn < TIMES_AHEAD; turn++)
        walk_fetch(walk, turn, walk.y0 - STEPS + turn, lane);
    if (sides == RAGGED && varies)
        walk_up<STEPS, RAGGED, true>(walk, place, each_k, lane);
    else if (sides == RAGGED)
        walk_up<STEPS, RAGGED, false>(walk, place, each_k, lane);
    else if (sides == WALLS && varies)
        walk_up<STEPS, WALLS, true>(walk, place, each_k, lane);
    else if (sides == WALLS)
        walk_up<STEPS, WALLS, false>(walk, place, each_k, lane);
    else if (varies)
        walk_up<STEPS, INSIDE, true>(walk, place, each_k, lane);
    else
        walk_up<STEPS, INSIDE, false>(walk, place, each_k, lane);
}

// Four blocks a multiprocessor leave 128 registers for a thread, which is just enough.
template <int STEPS>
__global__ static void __launch_bounds__(32 * TIMES_WARPS, 4)
    step_times(float *__restrict__ out, const float *__restrict__ in,
               const unsigned char *__restrict__ mask, size_t size, size_t pitch, float k,
               bool keep, size_t strips, size_t deep) {
    __shared__ alignas(16) float rings[TIMES_WARPS][TIMES_AHEAD][SPAN];
    const size_t warp = (size_t)blockIdx.x * TIMES_WARPS + threadIdx.y;
    const size_t strip = warp % strips, y0 = warp / strips * deep;
    if (y0 < size)
        times_warp<STEPS>(out, in, mask, size, size, pitch, k, keep, strips, strip, y0,
                          min(y0 + deep, size), rings[threadIdx.y], wait_for_previous);
}

// ---- the launches -------------------------------------------------------------------------------

// Warps of a kernel that the device runs at the same time.
static inline size_t times_warps(const void *kernel) {
    int device, processors, blocks;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    HANDLE_ERROR(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32 * TIMES_WARPS, 0));
    return (size_t)blocks * processors * TIMES_WARPS;
}

// The rows of a warp, so that all warps fill the device so many times.
static inline size_t times_fill(size_t rows, size_t strips, size_t warps, size_t times) {
    return heat_parts(rows, max(times * warps / strips, (size_t)1));
}

// How many rows a warp takes. Few, so that all of the chip is busy; many, because it computes some
// rows below and above them too.
static inline size_t times_deep(size_t rows, size_t strips, const void *kernel) {
    const size_t warps = times_warps(kernel);
    const size_t often = times_fill(rows, strips, warps, TIMES_WAVES);
    return often >= 128 ? often : times_fill(rows, strips, warps, 1);
}

// Enqueues a pass, so many rows per warp.
typedef void times_pass(void *room, size_t deep);

// Which number of rows per warp is the best depends on the shape and on where the heaters are. So
// those that fill the device 1 to 30 times are tried, in turns, on a room as it is, and the fastest
// is returned; no result depends on it.
static inline size_t times_tune(size_t rows, size_t strips, const void *kernel, times_pass *pass,
                                void *room, cudaStream_t stream) {
    const int TURNS = 5, MOST = 30, PASSES = 4;
    const size_t warps = times_warps(kernel);
    cudaEvent_t from, to;
    size_t best_deep = 0;
    float best = INFINITY;
    HANDLE_ERROR(cudaEventCreate(&from));
    HANDLE_ERROR(cudaEventCreate(&to));
    for (int turn = 0; turn < TURNS; turn++) // the first is to warm up
        for (int times = 1; times <= MOST; times += (times + 3) / 4) {
            const size_t deep = times_fill(rows, strips, warps, (size_t)times);
            float ms;
            HANDLE_ERROR(cudaEventRecord(from, stream));
            for (int i = 0; i < PASSES; i++) // each begins as the one before it drains
                pass(room, deep);
            HANDLE_ERROR(cudaEventRecord(to, stream));
            HANDLE_ERROR(cudaEventSynchronize(to));
            HANDLE_ERROR(cudaEventElapsedTime(&ms, from, to));
            if (turn > 0 && ms < best)
                best = ms, best_deep = deep;
        }
    HANDLE_ERROR(cudaEventDestroy(from));
    HANDLE_ERROR(cudaEventDestroy(to));
    return best_deep;
}

// A pass over a whole room.
template <int STEPS>
static inline void times_step(const struct heat_work *w, float *out, const float *in, bool keep,
                              size_t deep) {
    const size_t strips = strips_of(w->size);
    const size_t blocks = heat_parts(strips * heat_parts(w->size, deep), TIMES_WARPS);
    launch_dependent_in(w->stream, step_times<STEPS>, dim3((unsigned)blocks), dim3(32, TIMES_WARPS),
                        0, 1, out, in, w->dev_mask, w->size, w->pitch, w->k, keep, strips, deep);
}

template <int STEPS> static inline void times_try(void *work, size_t deep) {
    const struct heat_work *w = (const struct heat_work *)work;
    times_step<STEPS>(w, w->dev_a, w->dev_first, true, deep);
}

// For passes over this room, on a GPU: an emulated time says nothing.
template <int STEPS> static inline void times_tune_room(struct heat_work *w) {
    if (strcmp(REPORT_BACKEND, "cpu") != 0 && w->size >= (size_t)HEAT_LEAST)
        w->deep[STEPS] = times_tune(w->size, strips_of(w->size), (const void *)step_times<STEPS>,
                                    times_try<STEPS>, w, w->stream);
}

// All steps: several at once as long as there are enough left, the rest one by one.
template <int STEPS> static inline void times_launch(struct heat_work *w) {
    const size_t choice = times_deep(w->size, strips_of(w->size), (const void *)step_times<STEPS>);
    const size_t deep = w->deep[STEPS] ? w->deep[STEPS] : choice;
    int left = w->steps;
    step_begin(w);
    for (; left >= STEPS; left -= STEPS) {
        float *const out = step_next(w);
        times_step<STEPS>(w, out, w->dev_result, left > STEPS, deep);
        w->dev_result = out;
    }
    step_vectors(w, left, true);
}

template <int STEPS> static inline void run_times(void *work) {
    times_launch<STEPS>((struct heat_work *)work);
}

#endif
