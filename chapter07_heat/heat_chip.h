// SPDX-License-Identifier: MIT
// A room that is small enough stays on the chip: one kernel for all steps, in which each block
// keeps its part of the room in shared memory from the first step to the last. What blocks need of
// each other goes through global memory, eight cells deep, every eight steps, and only then the
// whole grid waits for itself: a block computes the eight cells around its own as well, and each
// step one more layer of them comes out wrong. For heat_ladder.
#ifndef HEAT_CHIP_H
#define HEAT_CHIP_H

#include <cooperative_groups.h>

#include "heat_times.h"

const int CHIP_WARPS = 20;         // of a block, one above the other
const int CHIP_BYTES = 220 * 1024; // of shared memory that a block asks for, at most

struct Chip { // what a warp works on
    struct Place place;
    float *tile;         // of the block: its rows and those around them, a SPAN each
    unsigned char *mask; // 32 bytes for each of them
    size_t pitch;
    int size, high;   // rows of the room, of the tile
    int own0, own1;   // the rows that are the block's, the last one not included
    int row0, row1;   // of the tile: the warp's
    bool left, right; // is it the strip at a wall?
    float k;
};

// Fours of cells side by side for all lanes, so that no two lanes meet in a bank.
__device__ static inline void tile_write(float *row, const struct Row &cells, int lane) {
#pragma unroll
    for (int i = 0; i < LANE_CELLS; i += 4)
        *(float4 *)(row + 32 * i + 4 * lane) =
            make_float4(cells.t[i], cells.t[i + 1], cells.t[i + 2], cells.t[i + 3]);
}

__device__ static inline struct Row tile_read(const float *row, int lane) {
    struct Row cells;
#pragma unroll
    for (int i = 0; i < LANE_CELLS; i += 4) {
        const float4 four = *(const float4 *)(row + 32 * i + 4 * lane);
        cells.t[i] = four.x, cells.t[i + 1] = four.y;
        cells.t[i + 2] = four.z, cells.t[i + 3] = four.w;
    }
    return cells;
}

// The rows of a warp on their way through two steps at once: two rows as they were, and two rows a
// step on, the lower ones first.
struct Pair {
    struct Row old[2], next[2];
};

__device__ static inline unsigned chip_bits(const struct Chip &chip, int r, int lane) {
    return chip.mask[32 * min(max(r, 0), chip.high - 1) + lane];
}

// One row up: the newest row as it was is row r + 2, and row r comes out, two steps on.
template <Sides SIDES, bool HEATERS>
__device__ static inline void pair_up(struct Pair *pair, const struct Row &newest,
                                      const struct Chip &chip, int r, unsigned keep, int lane) {
    const unsigned above = HEATERS ? chip_bits(chip, r + 1, lane) : 0;
    const unsigned here = HEATERS ? chip_bits(chip, r, lane) & keep : 0;
    const struct Row next =
        row_step<SIDES, HEATERS>(pair->old[0], pair->old[1], newest, chip.place, above, chip.k);
    tile_write(
        chip.tile + r * SPAN,
        row_step<SIDES, HEATERS>(pair->next[0], pair->next[1], next, chip.place, here, chip.k),
        lane);
    pair->old[0] = pair->old[1];
    pair->old[1] = newest;
    pair->next[0] = pair->next[1];
    pair->next[1] = next;
}

// Two steps, in place. The two rows below and above those of the warp are other warps', who are
// about to change them: they are read before anybody writes. Below the lowest row of the tile and
// above its highest there is none; others stand for them, and what follows from that is wrong.
template <Sides SIDES, bool HEATERS>
__device__ static inline void chip_two(const struct Chip &chip, unsigned keep, int lane) {
    const int last = chip.high - 1;
    const struct Row lowest = tile_read(chip.tile + max(chip.row0 - 2, 0) * SPAN, lane);
    const struct Row low = tile_read(chip.tile + max(chip.row0 - 1, 0) * SPAN, lane);
    const struct Row first = tile_read(chip.tile + chip.row0 * SPAN, lane);
    const struct Row second = tile_read(chip.tile + min(chip.row0 + 1, last) * SPAN, lane);
    const struct Row high = tile_read(chip.tile + min(chip.row1, last) * SPAN, lane);
    const struct Row highest = tile_read(chip.tile + min(chip.row1 + 1, last) * SPAN, lane);
    __syncthreads();
    struct Pair pair = {{first, second}, {}};
    pair.next[0] = row_step<SIDES, HEATERS>(
        lowest, low, first, chip.place, HEATERS ? chip_bits(chip, chip.row0 - 1, lane) : 0, chip.k);
    pair.next[1] = row_step<SIDES, HEATERS>(low, first, second, chip.place,
                                            HEATERS ? chip_bits(chip, chip.row0, lane) : 0, chip.k);
    int r = chip.row0;
#pragma unroll 3
    for (; r + 2 < chip.row1; r++)
        pair_up<SIDES, HEATERS>(&pair, tile_read(chip.tile + (r + 2) * SPAN, lane), chip, r, keep,
                                lane);
    if (r + 1 < chip.row1)
        pair_up<SIDES, HEATERS>(&pair, high, chip, r++, keep, lane);
    pair_up<SIDES, HEATERS>(&pair, highest, chip, r, keep, lane);
    __syncthreads();
}

// One step, in place, where only one is left.
template <Sides SIDES, bool HEATERS>
__device__ static inline void chip_one(const struct Chip &chip, int lane) {
    struct Row below = tile_read(chip.tile + max(chip.row0 - 1, 0) * SPAN, lane);
    struct Row here = tile_read(chip.tile + chip.row0 * SPAN, lane);
    const struct Row high = tile_read(chip.tile + min(chip.row1, chip.high - 1) * SPAN, lane);
    __syncthreads();
    for (int r = chip.row0; r < chip.row1; r++) {
        const struct Row above =
            r + 1 < chip.row1 ? tile_read(chip.tile + (r + 1) * SPAN, lane) : high;
        tile_write(chip.tile + r * SPAN,
                   row_step<SIDES, HEATERS>(below, here, above, chip.place, 0, chip.k), lane);
        below = here;
        here = above;
    }
    __syncthreads();
}

// What other blocks have around theirs goes out: eight rows and eight columns within the block's
// own. Or all of its own.
__device__ static inline void chip_give(float *room, const struct Chip &chip, int lane, bool all) {
    const bool side = lane < 2 * HALO_LANES || lane >= 32 - 2 * HALO_LANES;
    for (int r = chip.row0; r < chip.row1; r++) {
        const int y = chip.own0 - HALO + r;
        const bool edge = side || y < chip.own0 + HALO || y >= chip.own1 - HALO;
        if (y >= chip.own0 && y < chip.own1 && chip.place.right && (all || edge))
            row_store<RAGGED>(room + (size_t)y * chip.pitch, tile_read(chip.tile + r * SPAN, lane),
                              chip.place);
    }
}

// And comes in: rows that are not the block's own, and of its own the lanes to both sides. Or all.
__device__ static inline void chip_take(const float *room, const struct Chip &chip, int lane,
                                        bool all) {
    const bool side = (lane < HALO_LANES && !chip.left) || (lane >= 32 - HALO_LANES && !chip.right);
#pragma unroll 8
    for (int r = chip.row0; r < chip.row1; r++) {
        const int y = chip.own0 - HALO + r;
        const bool own = y >= chip.own0 && y < chip.own1;
        if (y >= chip.own1 + HALO || !(all || !own || side))
            continue; // nobody needs the rows above those
        const size_t column = min(chip.place.column, chip.pitch - LANE_CELLS);
        tile_write(chip.tile + r * SPAN,
                   row_load(room + mirrored(y, chip.size) * chip.pitch + column), lane);
    }
}

// All steps. The last room is in `even` or in `odd`, as the number of exchanges is.
template <Sides SIDES, bool HEATERS>
__device__ static void chip_live(float *even, float *odd, const struct Chip &chip, int steps,
                                 int lane) {
    for (int s = 0; s < steps;) {
        if (s + 1 < steps)
            chip_two<SIDES, HEATERS>(chip, s + 2 < steps ? ALL_BITS : 0, lane);
        else
            chip_one<SIDES, HEATERS>(chip, lane); // the last one, in which no heater keeps
        s += s + 1 < steps ? 2 : 1;
        if (s < steps && s % HALO != 0)
            continue;
        float *const room = (s - 1) / HALO % 2 ? odd : even; // the other one may still be read
        chip_give(room, chip, lane, s == steps);
        if (s == steps)
            return;
        cooperative_groups::this_grid().sync();
        chip_take(room, chip, lane, false);
        __syncthreads();
    }
}

// A block: a strip, and so many rows of it.
__global__ static void __launch_bounds__(32 * CHIP_WARPS, 1)
    chip_steps(const float *first, float *even, float *odd, const unsigned char *mask, size_t size,
               size_t pitch, float k, int steps, int own) {
    extern __shared__ float4 chip_memory[];
    const int lane = threadIdx.x, warp = threadIdx.y, strip = blockIdx.x;
    struct Chip chip;
    chip.place = place_of(strip, gridDim.x, lane, size);
    chip.high = own + 2 * HALO;
    chip.tile = (float *)chip_memory;
    chip.mask = (unsigned char *)(chip.tile + chip.high * SPAN);
    chip.pitch = pitch;
    chip.size = (int)size;
    chip.own0 = (int)blockIdx.y * own;
    chip.own1 = min(chip.own0 + own, chip.size);
    chip.row0 = chip.high * warp / CHIP_WARPS;
    chip.row1 = chip.high * (warp + 1) / CHIP_WARPS;
    chip.left = strip == 0;
    chip.right = strip == (int)gridDim.x - 1;
    chip.k = k;

    unsigned any = 0;
    for (int r = chip.row0; r < chip.row1; r++) {
        const int y = min(chip.own0 - HALO + r, chip.own1 + HALO - 1);
        const unsigned bits = row_bits(mask, pitch, mirrored(y, chip.size), chip.place);
        chip.mask[32 * r + lane] = (unsigned char)bits;
        tile_write(chip.tile + r * SPAN, {}, lane);
        any |= bits;
    }
    chip_take(first, chip, lane, true);
    // All warps of a block go the same way, because they meet at barriers.
    const enum Sides sides = sides_of(strip, size);
    const bool heaters = __syncthreads_or(any != 0);
    if (sides == RAGGED)
        chip_live<RAGGED, true>(even, odd, chip, steps, lane);
    else if (sides == WALLS && heaters)
        chip_live<WALLS, true>(even, odd, chip, steps, lane);
    else if (sides == WALLS)
        chip_live<WALLS, false>(even, odd, chip, steps, lane);
    else if (heaters)
        chip_live<INSIDE, true>(even, odd, chip, steps, lane);
    else
        chip_live<INSIDE, false>(even, odd, chip, steps, lane);
}

// ---- the launch ---------------------------------------------------------------------------------

static inline size_t chip_bytes(size_t own) {
    return (own + 2 * HALO) * (SPAN * sizeof(float) + 32);
}

// The rows of a block, so that each multiprocessor has one block at most; 0: they don't fit.
static inline size_t chip_own(size_t size) {
    int device, processors, blocks;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    if (strips_of(size) > (size_t)processors)
        return 0;
    const size_t own = max(heat_parts(size, processors / strips_of(size)), (size_t)HALO);
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
    step_begin(w);
    void *arguments[] = {&w->dev_first, &w->dev_a, &w->dev_b, &w->dev_mask, &w->size,
                         &w->pitch,     &w->k,     &w->steps, &own};
    HANDLE_ERROR(cudaLaunchCooperativeKernel(
        (const void *)chip_steps,
        dim3((unsigned)strips_of(w->size), (unsigned)heat_parts(w->size, own)),
        dim3(32, CHIP_WARPS), arguments, chip_bytes(own), w->stream));
    w->dev_result = (w->steps - 1) / HALO % 2 ? w->dev_b : w->dev_a;
}

#endif
