// SPDX-License-Identifier: MIT
// The room that all heat programs share: its heaters and first temperatures, the law by which heat
// spreads, and a reference in plain loops.
//
// All programs' rooms are the same bit for bit, on every GPU and CPU, because one function,
// room_diffuse, adds in one order everywhere, and because its last sum takes in a product by fmaf:
// of `t + k * x` one compiler makes two roundings and the next a fused one.
#ifndef PLAN_H
#define PLAN_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime.h>

#include "random.h"

const int ROOM_PLAN = 1024;     // cells along an edge of the room that is described below
const float ROOM_MAX = 1;       // the hottest heater
const float ROOM_MIN = 0.0001f; // the coldest; a cell of 0 is not a heater
const double ROOM_MOST_K = 0.25,
             ROOM_LEAST_K = 1e-6; // above a quarter the steps swing, and explode

// Rooms of other sizes have the same plan, stretched; the four heaters of one cell stay one cell.
static inline void room_point(float *heaters, size_t size, size_t x, size_t y, float temperature) {
    heaters[x * size / ROOM_PLAN + y * size / ROOM_PLAN * size] = temperature;
}

// --seed: 0 is the plan; any other number fills the cold part with noise.
static inline void room_plan(float *heaters, float *first, size_t size, uint64_t seed) {
    for (size_t i = 0; i < size * size; i++) {
        const size_t x = i % size * ROOM_PLAN / size, y = i / size * ROOM_PLAN / size;
        const bool hot = x > 300 && x < 600 && y > 310 && y < 601;
        const bool cold = x >= 400 && x < 500 && y >= 800 && y < 900;
        heaters[i] = hot ? ROOM_MAX : cold ? ROOM_MIN : 0;
    }
    room_point(heaters, size, 100, 100, (ROOM_MAX + ROOM_MIN) / 2);
    room_point(heaters, size, 100, 700, ROOM_MIN);
    room_point(heaters, size, 300, 300, ROOM_MIN);
    room_point(heaters, size, 700, 200, ROOM_MIN);

    for (size_t i = 0; i < size * size; i++) {
        const size_t x = i % size * ROOM_PLAN / size, y = i / size * ROOM_PLAN / size;
        const bool warm = x < 200 && y >= 800; // at first, and then it cools down
        const float cold = heaters[i] == 0 && seed != 0 ? random_number(seed, i) : heaters[i];
        first[i] = warm ? ROOM_MAX : cold;
    }
}

// A cell after one step, from its temperature and those around it. A quarter of the difference to
// each neighbour at most: the result is a mean of the five, never hotter than the hottest. 4 * t is
// exact, so that only the product with k is rounded, or is not.
__host__ __device__ inline float room_diffuse(float t, float top, float bottom, float left,
                                              float right, float k) {
    return fmaf(k, top + bottom + left + right - 4 * t, t);
}

// The reference: advances the room *now by `steps`, with two plain loops. *spare is room for a
// room; the two change places after each step.
static inline void room_reference(float **now, float **spare, const float *heaters, size_t size,
                                  float k, int steps) {
    const size_t last = size - 1;
    for (; steps > 0; steps--) {
        float *in = *now, *out = *spare;
        for (size_t i = 0; i < size * size; i++)
            in[i] = heaters[i] != 0 ? heaters[i] : in[i];
        for (size_t y = 0; y < size; y++) {
            const float *row = in + y * size;
            const float *above = row + (y < last ? size : 0);
            const float *below = row - (y > 0 ? size : 0);
            for (size_t x = 0; x < size; x++)
                out[x + y * size] =
                    room_diffuse(row[x], above[x], below[x], x > 0 ? row[x - 1] : row[x],
                                 x < last ? row[x + 1] : row[x], k);
        }
        *now = out;
        *spare = in;
    }
}

#endif
