// SPDX-License-Identifier: MIT
// A room that is small enough stays on the chip: one kernel for all steps, in which each block
// keeps its part of the room in shared memory from the first step to the last. What blocks need of
// each other goes through global memory, eight cells deep, every eight steps, and only then the
// whole grid waits for itself: a block computes the eight cells around its own as well, and each
// step one more layer of them comes out wrong. For heat_ladder.
#ifndef HEAT_CHIP_H
#define HEAT_CHIP_H

#include <cooperative_groups.h>

#include "heat/heat_times.h"

const int CHIP_WARPS = 16; // of a block, one above the other
const int CHIP_FUSE = 4;   // steps that a warp takes at once
const int CHIP_TURNS = 3;  // of a loop
const int CHIP_HALO = 8;   // cells around that come out wrong: steps between two exchanges
const int CHIP_STRIP = SPAN - 2 * CHIP_HALO;    // cells of a row that come out right
const int CHIP_BYTES = 220 * 1024;              // of shared memory that a block asks for, at most
const int CHIP_ROW = SPAN * sizeof(float) + 32; // bytes of a row of it: cells, and their heaters
const unsigned ALL_BITS = 0xff;                 // of a lane: each heater keeps what it has
static_assert(LANE_CELLS == 4 && CHIP_STRIP % 4 == 0, "rows are moved in fours");
static_assert(CHIP_HALO % CHIP_FUSE == 0, "exchanges come between two walks");
static_assert(CHIP_BYTES / CHIP_ROW / CHIP_WARPS + CHIP_FUSE < 32, "a word has a bit a row");

struct warp_tile { // what a warp works on
    struct Place place;
    float *tile;                // of the block: its rows and those around them, a SPAN each
    unsigned char *mask;        // 32 bytes for each of them
    unsigned long long changes; // bits: has a row other heaters than the one below it? From two
                                // times CHIP_FUSE rows below the warp's on
    size_t pitch;
    int size, high; // of the room, of the tile
    int x, y;       // in the room: the tile's lowest row, and the first cell of it
    int x0, x1;     // the columns that are the block's, the last one not included
    int y0, y1;     // the rows
    int row0, row1; // of the tile: the warp's
    float k;
};

// Fours of cells side by side for all lanes, so that no two lanes meet in a bank.
__device__ static inline void tile_write(const struct warp_tile &chip, int r, int four,
                                         const struct lane_cells &cells) {
    *(float4 *)(chip.tile + r * SPAN + 4 * four) =
        make_float4(cells.t[0], cells.t[1], cells.t[2], cells.t[3]);
}

__device__ static inline struct lane_cells tile_read(const struct warp_tile &chip, int r,
                                                     int four) {
    return row_load(chip.tile + r * SPAN + 4 * four);
}

// Below the lowest row of the tile and above its highest there is none: they stand for others, and
// what follows from that is wrong.
__device__ static inline int tile_row(const struct warp_tile &chip, int r) {
    return min(max(r, 0), chip.high - 1);
}

// ---- the steps ----------------------------------------------------------------------------------

// The rows of a warp on their way through several steps at once: of each step the last two rows,
// the lower one first; and for the upper one of them a k for each cell. It is 0 for a heater, which
// keeps what it has.
template <int STEPS> struct pipeline { struct lane_cells rows[STEPS][2], k[STEPS]; };

__device__ static inline struct lane_cells chip_k(const struct warp_tile &chip, int r,
                                                  unsigned keep, int lane) {
    const unsigned bits = chip.mask[32 * tile_row(chip, r) + lane] & keep;
    struct lane_cells k;
#pragma unroll
    for (int i = 0; i < LANE_CELLS; i++)
        k.t[i] = bits >> i & 1 ? 0 : chip.k;
    return k;
}

// Row r comes in: each step is about to make a row below it, and looks where its heaters are.
template <int STEPS>
__device__ static inline void way_heaters(struct pipeline<STEPS> *way, const struct warp_tile &chip,
                                          int r, unsigned keep, int lane) {
#pragma unroll
    for (int s = 0; s < STEPS; s++)
        way->k[s] = chip_k(chip, r - 1 - s, s == STEPS - 1 ? keep : ALL_BITS, lane);
}

// One row up: a row comes in, and goes through the first so many steps. The last one's is returned.
template <int STEPS, Sides SIDES>
__device__ static inline struct lane_cells way_up(struct pipeline<STEPS> *way,
                                                  struct lane_cells row,
                                                  const struct warp_tile &chip, int steps) {
#pragma unroll
    for (int s = 0; s < STEPS; s++) {
        const struct lane_cells below = way->rows[s][0], here = way->rows[s][1];
        way->rows[s][0] = here;
        way->rows[s][1] = row;
        if (s >= steps)
            break;
        row = row_step<SIDES, false>(below, here, row, chip.place, way->k[s]);
    }
    return row;
}

// So many steps, in place. The rows below and above those of the warp are other warps', who are
// about to change them: they are read before anybody writes.
template <int STEPS, Sides SIDES>
__device__ static inline void chip_walk(const struct warp_tile &chip, unsigned keep, int lane) {
    const unsigned some = (1 << STEPS) - 1;
    const unsigned long long from = chip.changes >> 2 * (CHIP_FUSE - STEPS); // row0 - 2 * STEPS on
    struct lane_cells first[2 * STEPS], high[STEPS];
    struct pipeline<STEPS> way = {};
#pragma unroll
    for (int i = 0; i < 2 * STEPS; i++)
        first[i] = tile_read(chip, tile_row(chip, chip.row0 - STEPS + i), lane);
#pragma unroll
    for (int i = 0; i < STEPS; i++)
        high[i] = tile_read(chip, tile_row(chip, chip.row1 + i), lane);
#pragma unroll
    for (int i = 0; i < 2 * STEPS; i++) {
        if (i == 2 || (i > 2 && from >> i & some))
            way_heaters<STEPS>(&way, chip, chip.row0 - STEPS + i, keep, lane);
        way_up<STEPS, SIDES>(&way, first[i], chip, i / 2);
    }
    __syncthreads();
    unsigned changes = (unsigned)(from >> 2 * STEPS);
    if (STEPS == 1)
        way_heaters<STEPS>(&way, chip, chip.row0 + 1, keep, lane);
    int r = chip.row0;
#pragma unroll CHIP_TURNS
    for (; r + STEPS < chip.row1; r++) {
        if (__builtin_expect(changes & some, 0))
            way_heaters<STEPS>(&way, chip, r + STEPS, keep, lane);
        changes >>= 1;
        tile_write(chip, r, lane,
                   way_up<STEPS, SIDES>(&way, tile_read(chip, r + STEPS, lane), chip, STEPS));
    }
#pragma unroll
    for (int i = 0; i < STEPS; i++) {
        r = chip.row1 - STEPS + i;
        if (r < chip.row0)
            continue;
        if (__builtin_expect(changes & some, 0))
            way_heaters<STEPS>(&way, chip, r + STEPS, keep, lane);
        changes >>= 1;
        tile_write(chip, r, lane, way_up<STEPS, SIDES>(&way, high[i], chip, STEPS));
    }
}

// ---- what blocks need of each other -------------------------------------------------------------

// Cells of the block go out to the room, but none that are others'.
__device__ static inline void chip_store(float *room, const struct warp_tile &chip, int r,
                                         int four) {
    const int y = chip.y + r, x = chip.x + 4 * four;
    const struct lane_cells cells = tile_read(chip, r, four);
    float *to = room + (size_t)y * chip.pitch + x;
    if (x >= chip.x0 && x + 4 <= chip.x1) {
        *(float4 *)to = make_float4(cells.t[0], cells.t[1], cells.t[2], cells.t[3]);
    } else {
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (x + i >= chip.x0 && x + i < chip.x1)
                to[i] = cells.t[i];
    }
}

__device__ static inline struct lane_cells
chip_load(const float *room, const struct warp_tile &chip, int r, int four) {
    const int y = min(chip.y + r, chip.y1 + CHIP_HALO - 1); // nobody needs the rows above that
    const size_t x = min((size_t)chip.x + 4 * four, chip.pitch - 4);
    return row_load(room + mirrored(y, chip.size) * chip.pitch + x);
}

// To both sides of a row: so many fours have cells that others give, so many behind them cells that
// others take. A lane works on one of them, and a warp on several rows.
const int SIDE_FOURS = (CHIP_HALO + 3) / 4, SIDE_ROWS = 32 / (2 * SIDE_FOURS);

__device__ static inline int side_four(int behind, int lane) {
    const int i = lane % (2 * SIDE_FOURS);
    return i < SIDE_FOURS ? behind + i : 31 - behind - (i - SIDE_FOURS);
}

// What other blocks have around theirs goes out: so many rows within the block's own, and of those
// between them so many columns.
__device__ static inline void chip_give(float *room, const struct warp_tile &chip, int lane) {
    const int y0 = max(chip.y + chip.row0, chip.y0), y1 = min(chip.y + chip.row1, chip.y1);
    __syncwarp(); // the other lanes have written theirs
    for (int y = max(y0, chip.y0 + CHIP_HALO) + lane / (2 * SIDE_FOURS);
         y < min(y1, chip.y1 - CHIP_HALO); y += SIDE_ROWS)
        chip_store(room, chip, y - chip.y, side_four(CHIP_HALO / 4, lane));
    for (int y = y0; y < min(y1, chip.y0 + CHIP_HALO); y++)
        chip_store(room, chip, y - chip.y, lane);
    for (int y = max(y0, chip.y1 - CHIP_HALO); y < y1; y++)
        chip_store(room, chip, y - chip.y, lane);
}

// And comes in: the rows around the block's own, a warp each, and what is to both sides.
__device__ static inline void chip_take(const float *room, const struct warp_tile &chip, int warp,
                                        int lane) {
    const int four = side_four(0, lane);
    const bool wall = four < 16 ? chip.x0 == 0 : chip.x1 == chip.size;
    const int r0 = max(chip.row0, chip.y0 - chip.y), r1 = min(chip.row1, chip.y1 - chip.y);
    for (int i = warp; i < 2 * CHIP_HALO; i += CHIP_WARPS) {
        const int r = i < CHIP_HALO ? i : chip.y1 - chip.y + i - CHIP_HALO;
        tile_write(chip, r, lane, chip_load(room, chip, r, lane));
    }
#pragma unroll 4
    for (int r = r0 + lane / (2 * SIDE_FOURS); r < r1; r += SIDE_ROWS)
        if (!wall)
            tile_write(chip, r, four, chip_load(room, chip, r, four));
}

// A function that is called, so that what it works with leaves the registers to the steps.
__device__ static __noinline__ void chip_exchange(float *room, struct warp_tile chip) {
    const int lane = threadIdx.x, warp = threadIdx.y;
    chip_give(room, chip, lane);
    cooperative_groups::this_grid().sync();
    chip_take(room, chip, warp, lane);
}

// ---- the kernel ---------------------------------------------------------------------------------

// All steps. The last room is in `even` or in `odd`, as the number of exchanges is.
template <Sides SIDES>
__device__ static void chip_live(float *even, float *odd, const struct warp_tile &chip, int steps,
                                 int lane) {
    for (int s = 0; s < steps;) {
        if (s + CHIP_FUSE <= steps) {
            s += CHIP_FUSE;
            chip_walk<CHIP_FUSE, SIDES>(chip, s < steps ? ALL_BITS : 0, lane);
        } else {
            s++;
            chip_walk<1, SIDES>(chip, s < steps ? ALL_BITS : 0, lane);
        }
        if (s < steps && s % CHIP_HALO == 0) {
            float *const room = s / CHIP_HALO % 2 ? even : odd; // the other one may still be read
            chip_exchange(room, chip);
        }
        __syncthreads();
    }
    float *const room = (steps - 1) / CHIP_HALO % 2 ? odd : even;
    for (int r = chip.row0; r < chip.row1; r++)
        if (chip.y + r >= chip.y0 && chip.y + r < chip.y1)
            chip_store(room, chip, r, lane);
}

// A block: a strip, and so many rows of it.
__global__ static void __launch_bounds__(32 * CHIP_WARPS, 1)
    chip_steps(const float *first, float *even, float *odd, const unsigned char *mask, size_t size,
               size_t pitch, float k, int steps, int own) {
    extern __shared__ float4 chip_memory[];
    const int lane = threadIdx.x, warp = threadIdx.y, strip = blockIdx.x;
    const bool left = strip == 0, right = strip == (int)gridDim.x - 1;
    struct warp_tile chip;
    chip.high = own + 2 * CHIP_HALO;
    chip.tile = (float *)chip_memory;
    chip.mask = (unsigned char *)(chip.tile + chip.high * SPAN);
    chip.pitch = pitch;
    chip.size = (int)size;
    chip.x = strip * CHIP_STRIP;
    chip.x0 = left ? 0 : chip.x + CHIP_HALO;
    chip.x1 = right ? chip.size : chip.x + SPAN - CHIP_HALO;
    chip.y0 = (int)blockIdx.y * own;
    chip.y1 = min(chip.y0 + own, chip.size);
    chip.y = chip.y0 - CHIP_HALO;
    chip.row0 = chip.high * warp / CHIP_WARPS;
    chip.row1 = chip.high * (warp + 1) / CHIP_WARPS;
    chip.k = k;
    chip.place = {};
    chip.place.column = (size_t)chip.x + LANE_CELLS * lane;
    chip.place.first = chip.place.column == 0;
    chip.place.last = min(max(chip.size - 1 - (int)chip.place.column, -1), LANE_CELLS);

    for (int r = chip.row0; r < chip.row1; r++) {
        const int y = min(chip.y + r, chip.y1 + CHIP_HALO - 1);
        chip.mask[32 * r + lane] =
            (unsigned char)row_bits(mask, pitch, mirrored(y, chip.size), chip.place);
        tile_write(chip, r, lane, chip_load(first, chip, r, lane));
    }
    __syncthreads();
    chip.changes = 0;
    for (int i = 0; i < chip.row1 - chip.row0 + 3 * CHIP_FUSE; i++) {
        const int r = chip.row0 - 2 * CHIP_FUSE + i;
        const bool differs = chip.mask[32 * tile_row(chip, r) + lane] !=
                             chip.mask[32 * tile_row(chip, r - 1) + lane];
        chip.changes |= (unsigned long long)__any_sync(ALL_LANES, differs) << i;
    }
    if (right && size % LANE_CELLS != 0) // all warps of a block go the same way
        chip_live<RAGGED>(even, odd, chip, steps, lane);
    else if (left || right)
        chip_live<WALLS>(even, odd, chip, steps, lane);
    else
        chip_live<INSIDE>(even, odd, chip, steps, lane);
}

// ---- the launch ---------------------------------------------------------------------------------

static inline size_t chip_strips(size_t size) {
    return size <= (size_t)SPAN ? 1 : heat_parts(size - 2 * CHIP_HALO, CHIP_STRIP);
}

static inline size_t chip_bytes(size_t own) {
    return (own + 2 * CHIP_HALO) * CHIP_ROW;
}

// The rows of a block, so that each multiprocessor has one block at most; 0: they don't fit.
static inline size_t chip_own(size_t size) {
    int device, processors, blocks;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    if (chip_strips(size) > (size_t)processors)
        return 0;
    const size_t own = max(heat_parts(size, processors / chip_strips(size)), (size_t)CHIP_HALO);
    if (chip_bytes(own) > (size_t)CHIP_BYTES)
        return 0;
    const cudaError_t allowed = cudaFuncSetAttribute(
        chip_steps, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)chip_bytes(own));
    if (allowed != cudaSuccess) {
        (void)cudaGetLastError(); // a device with less shared memory: no error of the program's
        return 0;
    }
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, chip_steps, 32 * CHIP_WARPS,
                                                               chip_bytes(own)));
    return blocks > 0 ? own : 0;
}

static inline const char *chip_refuses(const void *work) {
    const size_t size = ((const struct heat_work *)work)->size;
    if (size < (size_t)HEAT_LEAST)
        return "for rooms of 16 cells an edge or more";
    return chip_own(size) ? NULL : "the room does not fit on the chip";
}

static inline void run_chip(void *work) {
    struct heat_work *w = (struct heat_work *)work;
    int own = (int)chip_own(w->size);
    const dim3 grid((unsigned)chip_strips(w->size), (unsigned)heat_parts(w->size, own));
    step_begin(w);
    void *arguments[] = {&w->dev_first, &w->dev_a, &w->dev_b, &w->dev_mask, &w->size,
                         &w->pitch,     &w->k,     &w->steps, &own};
    HANDLE_ERROR(cudaLaunchCooperativeKernel((const void *)chip_steps, grid, dim3(32, CHIP_WARPS),
                                             arguments, chip_bytes(own), w->stream));
    w->dev_result = (w->steps - 1) / CHIP_HALO % 2 ? w->dev_b : w->dev_a;
}

#endif
