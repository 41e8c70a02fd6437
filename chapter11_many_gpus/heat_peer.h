// SPDX-License-Identifier: MIT
// Slabs that hand over their edges without messages. A GPU may write into another one's memory
// ('peer access'; over NVLink, where there is any), so the warps that make a slab's outermost rows
// store them in the neighbour's halo, too. A pass is one kernel; nothing is launched to exchange
// rows, and nothing in the interior waits.
//
// Who may touch a halo, and when? Each side of a slab has a door: how many passes this side has
// finished, and how many the neighbour's. Warps that read a halo or write one do this, in pass t:
//
//   1. wait until the neighbour's side has finished t passes: those before this one;
//   2. read rows of `in`, those of the halo too, and write rows of `out`;
//   3. copy the edge into the halo of the neighbour's `out`;
//   4. count themselves; the last warp of the side writes t + 1 into both doors.
//
// Read after write: the halo of `in` was written in the neighbour's pass t - 1, step 3. Write after
// read: pass t writes where the neighbour's pass t - 1 has read, and pass t + 1 will read (there
// are two grids). In pass t - 1 it had read everything before it counted itself, and step 1 has
// seen that; pass t + 1 waits for this one. Both hold because every warp that reads the halo is one
// of those that step 4 counts. For passes of one GPU its stream provides the order. The numbers of
// passes only rise, so graphs can be launched again and again. Edges go first in the grid: then the
// neighbour has most of a pass to get its own across.
//
// Every wait ends. Of all slabs the one that has finished the fewest passes waits for none of its
// neighbours. And a waiting block keeps no other block of its pass from starting: the blocks of the
// next kernel start only after all of this one's have. But every GPU must have been given its work:
// ladder/heat_versions.h tells what happens where graphs are too long.
#ifndef HEAT_PEER_H
#define HEAT_PEER_H

#include <cuda/atomic>

#include "heat_parts.h"

// One side of a slab, in the memory of its own device. The neighbour writes `theirs`.
struct peer_door {
    unsigned long long passes, theirs; // finished
    unsigned arrived;                  // warps, in this pass
};

typedef cuda::atomic_ref<unsigned long long, cuda::thread_scope_system> peer_flag;
typedef cuda::atomic_ref<unsigned, cuda::thread_scope_device> peer_count;

// What a pass needs to know of a side. Rows of warps, one above the other, are counted from 0.
struct peer_side {
    struct peer_door *dev_mine, *dev_theirs;
    float *dev_halo; // the neighbour's, in the grid that this pass writes
    size_t first;    // the row that goes into the halo's first
    size_t from, to; // rows of warps that read the halo or write the neighbour's; none at a wall
    unsigned warps;  // how many these are
};
struct peer_sides {
    struct peer_side side[2]; // the lower, the upper
    size_t depth;             // rows of a halo
};

// Rows beyond its own that a warp reads, those included that it fetches and does not use.
static inline size_t peer_reach(int steps) {
    return steps == 1 ? 1 : PART_TIMES + TIMES_AHEAD + 2;
}

// How many rows less than the others a warp at an edge takes, of `deep`: for what it does besides,
// and so that a neighbour which is late is not waited for at once.
__host__ __device__ static inline size_t edge_less(size_t deep) {
    return min(deep / 4, (size_t)16);
}

// ---- kernels ------------------------------------------------------------------------------------

// The edges first: 0, the last one, 1, 2, ...
__device__ static inline unsigned edges_first(unsigned i, unsigned count) {
    return i == 0 ? 0 : i == 1 ? count - 1 : i - 1;
}

__device__ static inline bool peer_near(const struct peer_side &side, size_t row) {
    return row >= side.from && row < side.to;
}

// Returns when all that the warps of this row read is there.
__device__ static inline void peer_wait(const struct peer_sides &sides, size_t row) {
    wait_for_previous();
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const struct peer_side &s = sides.side[i];
        if (!peer_near(s, row))
            continue;
        if (threadIdx.x == 0) {
            const unsigned long long passes = s.dev_mine->passes;
            while (peer_flag(s.dev_mine->theirs).load(cuda::memory_order_acquire) < passes)
                ;
        }
        __syncwarp();
    }
}

// The warp has written the rows [y0, y1); each lane copies what it wrote itself: four cells from x
// on, if `wrote`.
__device__ static inline void peer_send(const struct peer_sides &sides, size_t row,
                                        const float *out, size_t pitch, size_t x, bool wrote,
                                        size_t y0, size_t y1) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const struct peer_side &s = sides.side[i];
        if (!peer_near(s, row))
            continue;
        for (size_t y = max(y0, s.first); wrote && y < min(y1, s.first + sides.depth); y++)
            *(float4 *)(s.dev_halo + (y - s.first) * pitch + x) =
                *(const float4 *)(out + y * pitch + x);
        __syncwarp();
        if (threadIdx.x == 0 &&
            peer_count(s.dev_mine->arrived).fetch_add(1, cuda::memory_order_acq_rel) ==
                s.warps - 1) {
            s.dev_mine->arrived = 0;
            const unsigned long long passes = ++s.dev_mine->passes;
            peer_flag(s.dev_theirs->theirs).store(passes, cuda::memory_order_release);
        }
    }
}

// part_vector and part_times, with doors; a warp of the first has one row. It reads the halo, which
// changes while the kernel runs, by `again`, which is `in` without a promise that it does not.
static __global__ void __launch_bounds__(256, RESIDENT_THREADS / 256)
    peer_vector(float *__restrict__ out, const float *__restrict__ in,
                const unsigned char *__restrict__ mask, size_t width, size_t height, size_t pitch,
                float k, bool keep, size_t from, size_t to, const float *again,
                const struct peer_sides sides) {
    const size_t x = 4 * (threadIdx.x + (size_t)blockIdx.x * blockDim.x);
    const size_t row = threadIdx.y + edges_first(blockIdx.y, gridDim.y) * blockDim.y;
    const size_t y = from + row;
    let_next_begin();
    if (blockIdx.y > 1) { // nearly all blocks: nothing of what follows costs them a register
        wait_for_previous();
        if (x < width && y < to)
            step_vector_at(out, in, mask, width, height, pitch, k, keep, x, y);
        return;
    }
    if (y >= to)
        return; // all lanes at once
    peer_wait(sides, row);
    if (x < width)
        step_vector_at(out, again, mask, width, height, pitch, k, keep, x, y);
    peer_send(sides, row, out, pitch, x, x < width, y, y + 1);
}

struct peer_rows { // of a warp
    size_t strip, row, y0, y1;
};

__device__ static inline struct peer_rows peer_rows(size_t warp, size_t strips, size_t deep,
                                                    size_t from, size_t to) {
    const size_t less = edge_less(deep);
    const size_t row =
        edges_first((unsigned)(warp / strips), (unsigned)heat_parts(to - from + less, deep));
    return {warp % strips, row, from + (row > 0 ? row * deep - less : 0),
            min(from + (row + 1) * deep - less, to)};
}

static __global__ void __launch_bounds__(32 * TIMES_WARPS, 4)
    peer_times(float *out, const float *in, const unsigned char *__restrict__ mask, size_t width,
               size_t height, size_t pitch, float k, bool keep, size_t strips, size_t deep,
               size_t warps, size_t from, size_t to, const struct peer_sides sides) {
    __shared__ alignas(16) float rings[TIMES_WARPS][TIMES_AHEAD][SPAN];
    __shared__ size_t numbers[TIMES_WARPS]; // of the warps: the walk leaves no register for that
    const size_t warp = (size_t)blockIdx.x * TIMES_WARPS + threadIdx.y;
    if (warp >= warps)
        return;
    const struct peer_rows r = peer_rows(warp, strips, deep, from, to);
    numbers[threadIdx.y] = warp;
    times_warp<PART_TIMES>(out, in, mask, width, height, pitch, k, keep, strips, r.strip, r.y0,
                           r.y1, rings[threadIdx.y], [&] { peer_wait(sides, r.row); });
    __syncwarp();
    const struct peer_rows done = peer_rows(numbers[threadIdx.y], strips, deep, from, to);
    const struct Place place = place_of(done.strip, strips, (int)threadIdx.x, width);
    peer_send(sides, done.row, out, pitch, place.column, place.right, done.y0, done.y1);
}

// Before what does not look at the doors itself.
static __global__ void peer_await(const struct peer_sides sides) {
    peer_wait(sides, 0);
}

// ---- the host's part ----------------------------------------------------------------------------

// May each GPU write into its neighbours' memory? If so, it does from now on. Device 0 is the
// current one then.
static inline bool peers_reach(int count) {
    bool all = true;
    for (int i = 0; i + 1 < count; i++) {
        int up, down;
        HANDLE_ERROR(cudaDeviceCanAccessPeer(&up, i, i + 1));
        HANDLE_ERROR(cudaDeviceCanAccessPeer(&down, i + 1, i));
        all = all && up && down;
    }
    for (int i = 0; i < 2 * (count - 1) && all; i++) { // 0 to 1, 1 to 0, 1 to 2, 2 to 1, ...
        HANDLE_ERROR(cudaSetDevice((i + 1) / 2));
        const cudaError_t error = cudaDeviceEnablePeerAccess(i / 2 + (i + 1) % 2, 0);
        if (error == cudaErrorPeerAccessAlreadyEnabled)
            (void)cudaGetLastError(); // by NCCL, say
        else
            HANDLE_ERROR(error);
    }
    HANDLE_ERROR(cudaSetDevice(0));
    return all;
}

// The doors of a part that was created.
static inline void peer_create(const struct options *options, struct part *p) {
    HANDLE_ERROR(cudaSetDevice(p->device));
    p->dev_doors = (struct peer_door *)ladder_alloc(options, 2, sizeof *p->dev_doors);
    HANDLE_ERROR(cudaMemset(p->dev_doors, 0, 2 * sizeof *p->dev_doors));
}

// The sides of parts[i] in a pass of so many steps with `rows` rows of warps, each `deep` high and
// `across` wide.
static inline struct peer_sides peer_sides(const struct part *parts, int i, int steps, size_t rows,
                                           size_t deep, size_t less, size_t across) {
    const struct part *p = &parts[i];
    const size_t reach = min(peer_reach(steps), p->height);
    struct peer_sides sides = {};
    struct peer_side *lower = &sides.side[0], *upper = &sides.side[1];
    sides.depth = (size_t)p->plan->depth;
    if (p->below > 0) {
        const struct part *q = &parts[i - 1];
        lower->dev_theirs = &q->dev_doors[1];
        lower->dev_halo = q->dev_next + (q->below + q->height) * q->pitch;
        lower->first = p->below;
        lower->to = min(rows, heat_parts(reach + less, deep));
    }
    if (p->above > 0) {
        const struct part *q = &parts[i + 1];
        upper->dev_theirs = &q->dev_doors[0];
        upper->dev_halo = q->dev_next;
        upper->first = p->below + p->height - sides.depth;
        upper->from = (p->height + less - reach) / deep;
        upper->to = rows;
    }
    for (int k = 0; k < 2; k++) {
        sides.side[k].dev_mine = &p->dev_doors[k];
        sides.side[k].warps = (unsigned)(across * (sides.side[k].to - sides.side[k].from));
    }
    return sides;
}

// A pass of a period's steps over all of a slab.
static inline void peer_pass(struct part *parts, int i, bool keep) {
    struct part *p = &parts[i];
    const int steps = p->plan->depth;
    const size_t from = p->below, to = p->below + p->height;
    HANDLE_ERROR(cudaSetDevice(p->device));
    part_note(p, INNER_FROM, p->inner);
    if (steps == 1) {
        const dim3 grid((unsigned)heat_parts(p->all_width, 128),
                        (unsigned)heat_parts(p->height, 8));
        part_launch(p, p->inner, peer_vector, grid, dim3(32, 8), p->dev_next, p->dev_now,
                    p->dev_mask, p->all_width, p->all_height, p->pitch, p->plan->k, keep, from, to,
                    p->dev_now, peer_sides(parts, i, steps, p->height, 1, 0, grid.x));
    } else {
        const size_t strips = strips_of(p->all_width);
        const size_t even =
            p->deep ? p->deep : times_deep(p->height, strips, (const void *)peer_times);
        const size_t deep =
            heat_parts(p->height + 2 * edge_less(even), heat_parts(p->height, even));
        const size_t less = edge_less(deep), rows = heat_parts(p->height + less, deep);
        part_launch(p, p->inner, peer_times, dim3((unsigned)heat_parts(strips * rows, TIMES_WARPS)),
                    dim3(32, TIMES_WARPS), p->dev_next, p->dev_now, p->dev_mask, p->all_width,
                    p->all_height, p->pitch, p->plan->k, keep, strips, deep, strips * rows, from,
                    to, peer_sides(parts, i, steps, rows, deep, less, strips));
    }
    part_note(p, INNER_TO, p->inner);
}

// As parts_run, for slabs with doors whose periods are one pass each. What is left in the end takes
// single steps, out of the halo.
static inline void peers_run(struct part *parts, int count, int steps, bool last) {
    const int depth = parts[0].plan->depth;
    int left = steps;
    for (int i = 0; i < count; i++)
        parts[i].passing = false;
    for (; left >= depth; left -= depth) {
        for (int i = 0; i < count; i++)
            peer_pass(parts, i, left > depth || !last);
        for (int i = 0; i < count; i++) // not before: a pass takes its neighbours' grids, too
            part_turn(&parts[i]);
    }
    for (int i = 0; i < count && left > 0; i++) {
        struct part *p = &parts[i];
        HANDLE_ERROR(cudaSetDevice(p->device));
        part_launch(p, p->inner, peer_await, dim3(1), dim3(32),
                    peer_sides(parts, i, depth, 1, p->height, 0, 1));
        part_last_pass(p, part_passes(p, left), !last);
        part_turn(p);
    }
}

#endif
