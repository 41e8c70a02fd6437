// SPDX-License-Identifier: MIT
// What the tasks of lab 9 have to give: the sum of n whole numbers, in every one. A sum wraps
// around.
#include "lab.h"

const int BELOW = 100; // a[i] goes from 0 to BELOW - 1

static bool lab_expect(int task, size_t size, uint64_t seed, struct lab_expected *expected) {
    if (task < 1 || task > 4)
        return false;
    int *a = lab_ints_of("a", size, BELOW, seed), *out = (int *)lab_allocate(1, sizeof *out);
    for (size_t i = 0; i < size; i++)
        out[0] = (int)((unsigned)out[0] + (unsigned)a[i]);
    free(a);
    *expected = (struct lab_expected){LAB_INT, 1, out, 0};
    return true;
}
