// SPDX-License-Identifier: MIT
// What the tasks of lab 7 have to give, worked out by plain loops on the host; and the room.
#include "lab.h"

const float SPEED = 0.25f; // of the heat
const int STEPS = 40;      // of tasks 3 and 4
const float HOT = 1, COLD = 0.0001f;

// The heaters of a room of dim × dim cells: a hot plate, a cold one, a hot dot; 0 where there is
// none.
static float *lab_heaters(int dim) {
    float *heaters = (float *)lab_allocate((size_t)dim * dim, sizeof *heaters);
    for (int y = 0; y < dim; y++)
        for (int x = 0; x < dim; x++) {
            float *cell = &heaters[(size_t)y * dim + x];
            if (x > dim * 3 / 10 && x < dim * 6 / 10 && y > dim * 3 / 10 && y < dim * 6 / 10)
                *cell = HOT;
            if (x >= dim * 7 / 10 && x < dim * 8 / 10 && y >= dim / 10 && y < dim * 4 / 10)
                *cell = COLD;
            if (x == dim / 8 && y == dim * 7 / 8)
                *cell = HOT;
        }
    lab_input(heaters, (size_t)dim * dim * sizeof *heaters);
    return heaters;
}

// Random temperatures from 0 to 1.
static float *lab_room(int dim, uint64_t seed) {
    float *room = lab_floats_of("room", (size_t)dim * dim, seed);
    for (size_t i = 0; i < (size_t)dim * dim; i++)
        room[i] = (room[i] + 1) / 2;
    lab_input(room, (size_t)dim * dim * sizeof *room);
    return room;
}

// One step of a cell, from its own and its neighbours' temperatures.
static inline float lab_cell(float own, float top, float left, float right, float bottom) {
    return own + SPEED * (top + bottom + left + right - 4 * own);
}

// One step of the room: a cell at the edge uses its own temperature for the neighbour outside.
static void lab_step(const float *in, float *out, int dim) {
    for (int y = 0; y < dim; y++)
        for (int x = 0; x < dim; x++) {
            const size_t i = (size_t)y * dim + x;
            out[i] = lab_cell(in[i], y > 0 ? in[i - dim] : in[i], x > 0 ? in[i - 1] : in[i],
                              x + 1 < dim ? in[i + 1] : in[i], y + 1 < dim ? in[i + dim] : in[i]);
        }
}

static bool lab_expect(int task, size_t size, uint64_t seed, struct lab_expected *expected) {
    if (task < 1 || task > 4)
        return false;
    const int dim = (int)size;
    const size_t cells = size * size;
    float *in = lab_room(dim, seed), *heaters = lab_heaters(dim);
    float *out = (float *)lab_allocate(cells, sizeof *out);
    if (task == 2) {
        for (size_t i = 0; i < cells; i++)
            out[i] = heaters[i] != 0 ? heaters[i] : in[i];
    } else {
        const int steps = task == 1 ? 1 : STEPS;
        for (int s = 0; s < steps; s++) {
            for (size_t i = 0; i < cells && task != 1; i++)
                in[i] = heaters[i] != 0 ? heaters[i] : in[i];
            lab_step(in, out, dim);
            float *other = in;
            in = out;
            out = other;
        }
        float *other = in;
        in = out;
        out = other;
    }
    free(in);
    free(heaters);
    // Five roundings a step of numbers up to 4, each at most 2^-24 of it; they hardly add up.
    *expected = (struct lab_expected){
        LAB_FLOAT, cells, out, task == 2 ? 0 : 5 * 4 * STEPS / 16777216.0, NULL, size};
    return true;
}
