// SPDX-License-Identifier: MIT
// Who does what: how the tiles of a product are dealt out to the clusters of a grid (a block alone
// is one, too). Whole tiles go round in turn; the rest, cut into stages of k, is shared by all.
#ifndef TILE_SCHEDULE_H
#define TILE_SCHEDULE_H

#include <stddef.h>

#include "book.h"

// A unit of work is a tile of c, or a pair of them for a cluster. The first `whole` units go to the
// clusters in turn, each with all of k. All stages of the other units, one unit after the other,
// are cut into `parts` of the same length, which begin and end anywhere: so every cluster has the
// same to do (stream k), or a few tiles have enough blocks (split k). Or each unit goes to a
// cluster of `split` times as many blocks, where each group has its part of k, and they add up what
// is in their shared memory.
struct schedule {
    int rows, columns; // of units
    int group;         // rows of units that are gone through together
    int whole, parts;
    int split; // 1: none
    int steps; // stages of a unit
    // Where clusters begin whole units together: how many have been begun, by all launches and by
    // those before this one. NULL: nobody waits.
    unsigned *begun, begun_before;
};

static inline unsigned rounded_up(size_t number, size_t step) {
    return (unsigned)((number + step - 1) / step);
}

const int GROUP = 8; // rows of units that are gone through together, where nobody asks for more

// An m x n product, k deep, in units of so many rows and columns and stages so deep: all units
// whole.
static inline struct schedule schedule_whole(size_t m, size_t n, size_t k, int rows, int columns,
                                             int deep) {
    struct schedule s;
    s.rows = (int)rounded_up(m, rows);
    s.columns = (int)rounded_up(n, columns);
    s.group = GROUP;
    s.whole = s.rows * s.columns;
    s.parts = 0;
    s.split = 1;
    s.steps = (int)rounded_up(k, deep);
    s.begun = NULL;
    s.begun_before = 0;
    return s;
}

// ---- together ----------------------------------------------------------------------------------
// What clusters side by side read of a and b they share through the L2, as long as they are at the
// same part of k. But nothing keeps them there: from unit to unit they drift apart, and where all
// of k does not fit the L2, they read it from memory again: at 16384 in bf16 21 GB instead of 8.6,
// and where power limits the speed, that is 5 % of it. So there each begins a unit when all have
// begun it, or soon after: a cluster that is late, or has not got a multiprocessor yet, makes the
// others slower, and nothing wrong.

const long long PATIENCE = 60000; // cycles: a third of a unit at 16384, half of one at 8192

// Before a cluster's unit number `round`, the first is 0; one of its blocks adds it.
__device__ static inline void begin_together(const struct schedule *s, int round, int clusters,
                                             bool adds) {
    if (adds)
        atomicAdd(s->begun, 1);
    const unsigned all = min((round + 1) * clusters, s->whole);
    const long long begin = clock64();
    while (*(volatile unsigned *)s->begun - s->begun_before < all && clock64() - begin < PATIENCE)
        __nanosleep(100);
}

// Does it pay? For units of so many rows and columns, whose numbers of k are so many bytes.
static inline bool pays_together(const struct schedule *s, unsigned clusters, int rows, int columns,
                                 size_t bytes) {
    int device, cache;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, device));
    const double below = s->group, beside = (double)clusters / s->group;
    return s->split == 1 && s->whole > (int)clusters &&
           (below * rows + beside * columns) * (double)bytes > cache;
}

// ---- units and pieces --------------------------------------------------------------------------

// Stages first ... last - 1 of a unit; `slot` is where the sums of an incomplete one go.
struct piece {
    int unit, first, last, slot;
};

struct worker {
    int unit, part;    // the next of each
    long long at, end; // in the part at hand
};

__host__ __device__ static inline long long part_begin(const struct schedule *s, int part) {
    return (long long)(s->rows * s->columns - s->whole) * s->steps * part / s->parts;
}

// The part that has this stage.
__device__ static inline int part_of(const struct schedule *s, long long at) {
    const long long all = (long long)(s->rows * s->columns - s->whole) * s->steps;
    int part = (int)(at * s->parts / all);
    while (part_begin(s, part) > at)
        part--;
    while (part_begin(s, part + 1) <= at)
        part++;
    return part;
}

__device__ static inline struct worker worker_start(int cluster) {
    struct worker w;
    w.unit = w.part = cluster;
    w.at = w.end = 0;
    return w;
}

// The next piece of work, or none: parts first, so that adding them up meets other work.
__device__ static inline bool next_piece(const struct schedule *s, struct worker *w, int clusters,
                                         struct piece *piece) {
    if (s->split > 1) {
        const int rank = w->unit % s->split;
        piece->unit = w->unit / s->split;
        piece->first = (int)((long long)s->steps * rank / s->split);
        piece->last = (int)((long long)s->steps * (rank + 1) / s->split);
        w->unit += clusters;
        return piece->unit < s->whole;
    }
    if (w->at >= w->end && w->part < s->parts) {
        w->at = part_begin(s, w->part);
        w->end = part_begin(s, w->part + 1);
        piece->slot = 2 * w->part + 1;
        w->part += clusters;
    }
    if (w->at < w->end) {
        const long long left = w->end - w->at;
        piece->unit = s->whole + (int)(w->at / s->steps);
        piece->first = (int)(w->at % s->steps);
        piece->last = left < s->steps - piece->first ? piece->first + (int)left : s->steps;
        piece->slot = piece->first ? piece->slot & ~1 : piece->slot | 1;
        w->at += piece->last - piece->first;
        return true;
    }
    piece->unit = w->unit;
    piece->first = 0;
    piece->last = s->steps;
    w->unit += clusters;
    return piece->unit < s->whole;
}

// Where a unit is: in groups of so many rows, column by column, every other group backwards. So
// what is in use at a time is nearly square, and fits the L2.
struct place {
    int row, column;
};
__device__ static inline struct place place_at(int index, const struct schedule *s) {
    const int above = index / (s->group * s->columns) * s->group;
    const int high = s->rows - above < s->group ? s->rows - above : s->group;
    const int inside = index - above * s->columns;
    struct place place;
    place.row = above + inside % high;
    place.column = above / s->group % 2 ? s->columns - 1 - inside / high : inside / high;
    return place;
}

// A block's pieces are all of its consumers' (warpgroups 1, 2, ...): they are partners, with a part
// of each tile. Or, PINGPONG, there are two, and they take turns: while one stores its sums, the
// other one's products go on. `turn` is 1 for a block's first piece and is then the next_consumer.
static const int FIRST_CONSUMER = 1;
__device__ static inline int next_consumer(int turn) {
    return turn ^ 3;
}
template <class S> __device__ static inline bool is_mine(int turn) {
    return !S::PINGPONG || turn == threadIdx.x / 128;
}
// Which of its tile's consumers a thread belongs to.
template <class S> __device__ static inline int partner(void) {
    const int producers_first = S::THREADS % 128 == 0; // else they are a warp, the last
    return S::PINGPONG ? 0 : threadIdx.x / 128 - producers_first;
}

// A unit's blocks, which share what they fetch, are a group; where k is split, a cluster has
// several of them, one after the other. This block's place in its group.
template <class S> __device__ static inline int rank_in_group(void) {
    return blockIdx.x % S::CLUSTER;
}

// The first row and column of this block's tile.
template <class S>
__device__ static inline struct place tile_at(int unit, const struct schedule *s) {
    const int rank = rank_in_group<S>();
    struct place place = place_at(unit, s);
    place.row = (place.row * S::BELOW + rank % S::BELOW) * S::M;
    place.column = (place.column * S::BESIDE + rank / S::BELOW) * S::N;
    return place;
}

#endif
