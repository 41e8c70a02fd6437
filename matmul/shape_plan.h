// SPDX-License-Identifier: MIT
// Which shape of warp_tiles.h's kernel a product gets, and in how many parts: matmul_ladder's top
// rung.
#ifndef SHAPE_PLAN_H
#define SHAPE_PLAN_H

#include <math.h>

#include "warp_tiles.h"

// Sums of a thread, warps of a block (down and across), slices, steps of a slab, buffers for slabs.
// V is 4 where the rows of b and c begin at multiples of 16 bytes, else 1; true: copied past the
// registers.
template <int V> using held = shape<16, 8, 2, 4, 1, 16, 2, V, false>;
template <int V> using ahead = shape<16, 8, 2, 4, 1, 8, 3, V, true>;
template <int V> using deep = shape<16, 8, 2, 4, 1, 16, 4, V, true>;
template <int V> using tall = shape<16, 8, 4, 2, 1, 16, 4, V, true>;
template <int V> using tall_held = shape<16, 8, 4, 2, 1, 16, 2, V, false>;
template <int V> using small = shape<8, 8, 2, 2, 2, 32, 3, V, true>;
template <int V> using square = shape<8, 8, 2, 1, 4, 32, 3, V, true>;
template <int V> using tiny = shape<4, 8, 2, 1, 4, 32, 3, V, true>;
template <int V> using thin = shape<8, 4, 4, 1, 2, 32, 3, V, true>;
template <int V> using narrow = shape<8, 4, 2, 1, 4, 32, 3, V, true>;

// What a block takes, in microseconds on an H200; the ratios decide. A slab and the rest: while
// others fill the gaps that it leaves, and alone. And more where it has a part of a tile only: to
// begin with, and for each part's 8192 sums.
struct shape_cost {
    double slab, rest, slab_alone, rest_alone, parts, sums;
};

struct choice {
    void (*launch)(const float *a, const float *b, float *c, struct sizes s, int parts,
                   struct tile_parts memory, const unsigned *needed);
    int tile_m, tile_n, depth, blocks;
    struct shape_cost cost;
};

template <class S> static struct choice choice_of(struct shape_cost cost) {
    return {launch_shape<S>, S::TILE_M, S::TILE_N, S::DEPTH, S::BLOCKS, cost};
}

static inline long long choice_tiles(const struct choice *choice, struct sizes s) {
    return (long long)((s.m + choice->tile_m - 1) / choice->tile_m) *
           ((s.n + choice->tile_n - 1) / choice->tile_n);
}

// Each multiprocessor takes one block after the other, as many at a time as there is room for. The
// time is that of the one that takes most: all its blocks where they keep it busy, or its turns
// where each waits for itself.
static double choice_time(const struct choice *choice, struct sizes s, int parts, int processors) {
    const struct shape_cost *cost = &choice->cost;
    const long long each = (choice_tiles(choice, s) * parts + processors - 1) / processors;
    const long long turns = (each + choice->blocks - 1) / choice->blocks;
    const int k = (s.k + parts - 1) / parts, slabs = (k + choice->depth - 1) / choice->depth;
    const double busy = (double)each * (slabs * cost->slab + cost->rest);
    const double alone = (double)turns * (slabs * cost->slab_alone + cost->rest_alone);
    const double eights = choice->tile_m * choice->tile_n / 8192.0;
    return fmax(busy, alone) + (parts > 1 ? cost->parts + cost->sums * eights * (parts + 1) : 0);
}

// As many parts as a tile may have: four blocks a multiprocessor, and 64 steps each.
static int choice_parts(const struct choice *choice, struct sizes s, int processors) {
    const long long most = 4 * processors / choice_tiles(choice, s), deepest = (s.k + 63) / 64;
    return (int)fmax(1, (double)(most < deepest ? most : deepest));
}

// Sums and counters for so many blocks of tiles of such a size; kept, and made larger when needed.
static struct tile_parts parts_memory(size_t blocks, size_t tile) {
    static struct tile_parts memory = {NULL, NULL};
    static size_t room, counters;
    if (blocks * tile > room) {
        HANDLE_ERROR(cudaFree(memory.sums));
        HANDLE_ERROR(cudaMalloc(&memory.sums, blocks * tile * sizeof(float)));
        room = blocks * tile;
    }
    if (blocks > counters) {
        HANDLE_ERROR(cudaFree(memory.arrived));
        HANDLE_ERROR(cudaMalloc(&memory.arrived, blocks * sizeof(unsigned)));
        HANDLE_ERROR(cudaMemset(memory.arrived, 0, blocks * sizeof(unsigned)));
        counters = blocks;
    }
    return memory;
}

// A product's shape and parts: those of the least time, fitted to 11 000 measurements at 250 random
// sizes. Large tiles read least for what they multiply; small ones leave fewer multiprocessors
// idle, and thin ones fewer threads at a thin product. Rows that begin anywhere are copied four
// bytes at a time, and large tiles of them faster by way of the registers.
static const struct choice *choice_best(struct sizes s, int processors, int *parts) {
    enum { SHAPES = 7 };
    static const struct choice CHOICES[2][SHAPES] = {
        {choice_of<held<1>>({2.94, 1.54, 2.94, 4.13, 3.16, 0.257}),
         choice_of<tall_held<1>>({2.91, 1.23, 2.92, 4.23, 3.12, 0.255}),
         choice_of<small<1>>({1.68, 1.59, 1.79, 2.11, 1.05, 0.643}),
         choice_of<square<1>>({0.918, 1.7, 1.07, 2.1, 0.843, 1.21}),
         choice_of<tiny<1>>({0.65, 0.925, 0.868, 1.35, 0.973, 1.29}),
         choice_of<thin<1>>({1.07, 1.2, 1.15, 2.11, 1.49, 0.595}),
         choice_of<narrow<1>>({0.562, 1.33, 0.676, 2.2, 1.27, 1.16})},
        {choice_of<deep<4>>({2.69, 0.0478, 2.7, 5.16, 4.04, 0.242}),
         choice_of<tall<4>>({2.77, 1.07, 2.78, 5.23, 3.13, 0.276}),
         choice_of<small<4>>({1.37, 1.99, 1.41, 2.05, 1.57, 0.561}),
         choice_of<square<4>>({0.728, 1.57, 0.752, 1.81, 1.19, 1.1}),
         choice_of<tiny<4>>({0.46, 0.975, 0.466, 1.57, 0.872, 1.2}),
         choice_of<thin<4>>({1.04, 0.807, 1.12, 1.15, 1.42, 0.601}),
         choice_of<narrow<4>>({0.503, 0.861, 0.51, 1.57, 1.02, 1.19})},
    };
    const struct choice *choices = CHOICES[s.n % 4 == 0], *best = choices;
    double least = INFINITY;
    for (int i = 0; i < SHAPES; i++)
        for (int p = choice_parts(&choices[i], s, processors); p >= 1; p--) {
            const double time = choice_time(&choices[i], s, p, processors);
            if (time < least) {
                least = time;
                best = &choices[i];
                *parts = p;
            }
        }
    return best;
}

// The choice is kept for the next product of that size.
static inline void multiply_best(const float *a, const float *b, float *c, struct sizes s,
                                 int processors, const unsigned *needed) {
    static struct sizes chosen;
    static const struct choice *best;
    static int parts;
    if (!best || chosen.m != s.m || chosen.n != s.n || chosen.k != s.k) {
        best = choice_best(s, processors, &parts);
        chosen = s;
    }
    struct tile_parts memory = {NULL, NULL};
    if (parts > 1)
        memory = parts_memory((size_t)choice_tiles(best, s) * parts,
                              (size_t)best->tile_m * best->tile_n);
    best->launch(a, b, c, s, parts, memory, needed);
}

#endif
