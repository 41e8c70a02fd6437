// SPDX-License-Identifier: MIT
// What the tasks of lab 5 have to give, worked out by plain loops on the host. The numbers are
// small and whole, so that sums of products are exact in a float.
#include "lab.h"

const int TILE = 32;

// Task 1 and 2 transpose a (rows × columns); task 3 and 4 multiply it by b (columns × width).
struct lab_shape {
    int rows, columns, width;
};

static struct lab_shape lab_shape_of(size_t size) {
    return {(int)size, (int)(size + size / 3), (int)(size / 2 + 1)};
}

static float *lab_small_floats(const char *name, size_t n, uint64_t seed) {
    int *whole = lab_ints_of(name, n, 17, seed);
    float *values = (float *)lab_allocate(n, sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] = (float)(whole[i] - 8);
    free(whole);
    lab_input(values, n * sizeof *values);
    return values;
}

static bool lab_expect(int task, size_t size, uint64_t seed, struct lab_expected *expected) {
    if (task < 1 || task > 4)
        return false;
    const struct lab_shape s = lab_shape_of(size);
    const size_t m = s.rows, k = s.columns, n = s.width, count = task <= 2 ? m * k : m * n;
    float *a = lab_small_floats("a", m * k, seed), *b = lab_small_floats("b", k * n, seed);
    float *out = (float *)lab_allocate(count, sizeof *out);
    for (size_t y = 0; y < m; y++)
        for (size_t i = 0; i < k; i++)
            if (task <= 2)
                out[i * m + y] = a[y * k + i];
            else
                for (size_t x = 0; x < n; x++)
                    out[y * n + x] += a[y * k + i] * b[i * n + x];
    free(a);
    free(b);
    *expected = (struct lab_expected){LAB_FLOAT, count, out, 0, NULL, task <= 2 ? m : n};
    return true;
}
