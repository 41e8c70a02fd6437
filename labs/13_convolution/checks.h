// SPDX-License-Identifier: MIT
// What the tasks of lab 13 have to give, worked out by plain loops on the host.
#include "lab.h"

const int RADIUS = 3, WIDTH = 2 * RADIUS + 1; // of the masks
const int BLOCK = 256;                        // threads in a block of tasks 1 and 2
const int TILE = 16;                          // threads along an edge of one in tasks 3 and 4
const int BELOW = 100;                        // a[i] goes from 0 to BELOW - 1

// The weights of the tasks: a row of them, and a square. No two rows are equal.
static void lab_weights(int *row, int *square) {
    for (int j = 0; j < WIDTH; j++) {
        row[j] = 1 + j * j;
        for (int i = 0; i < WIDTH; i++)
            square[i + j * WIDTH] = 1 + (3 * i + 5 * j) % 11;
    }
}

static bool lab_expect(int task, size_t size, uint64_t seed, struct lab_expected *expected) {
    if (task < 1 || task > 4)
        return false;
    const int edge = (int)size;
    const size_t n = size * size;
    int *a = lab_ints_of("a", n, BELOW, seed), *out = (int *)lab_allocate(n, sizeof *out);
    int row[WIDTH], square[WIDTH * WIDTH];
    lab_weights(row, square);
    for (size_t i = 0; i < n && task <= 2; i++)
        for (int j = -RADIUS; j <= RADIUS; j++)
            if (i + j < n) // left of the first it is beyond any n
                out[i] += row[j + RADIUS] * a[i + j];
    for (int y = 0; y < edge && task >= 3; y++)
        for (int x = 0; x < edge; x++)
            for (int j = max(-RADIUS, -y); j <= min(RADIUS, edge - 1 - y); j++)
                for (int i = max(-RADIUS, -x); i <= min(RADIUS, edge - 1 - x); i++)
                    out[x + y * size] += (task == 3 ? square[i + RADIUS + (j + RADIUS) * WIDTH]
                                                    : row[i + RADIUS] * row[RADIUS - j]) *
                                         a[x + i + (y + j) * size];
    free(a);
    *expected = (struct lab_expected){LAB_INT, n, out, 0, NULL, task <= 2 ? 0 : size};
    return true;
}
