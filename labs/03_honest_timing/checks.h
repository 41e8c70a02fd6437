// SPDX-License-Identifier: MIT
// What the tasks of lab 3 have to give, worked out by plain loops on the host.
#include "lab.h"

#include <algorithm>

const int WORKS = 3;    // task 1: launches
const int LAUNCHES = 5; // task 2: of which the shortest counts
const int TIMES = 21;   // task 3: times in a row
const int FIGURES = 4;  // task 5: kernels

// Keeps the device busy for as many milliseconds as stand in its memory, by its own clock. One
// thread.
__global__ void work(const float *ms) {
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while ((float)(now - start) < *ms * 1e6f);
}

// How long: for the launches of task 1, and behind them for task 2.
static inline float *milliseconds(uint64_t seed) {
    float *ms = lab_floats_of("work", WORKS + 1, seed);
    for (int k = 0; k <= WORKS; k++)
        ms[k] = k < WORKS ? 25 + 15 * ms[k] : 200 + 50 * ms[k];
    lab_input(ms, (WORKS + 1) * sizeof *ms);
    return ms;
}

static bool lab_expect(int task, size_t size, uint64_t seed, struct lab_expected *expected) {
    static const size_t counts[] = {0, WORKS, 2, 3, 1, FIGURES};
    float *most = NULL;
    if (task < 1 || task > 5)
        return false;
    float *values = (float *)lab_allocate(counts[task], sizeof *values);
    float *times = lab_floats_of("times", TIMES, seed);
    // A kernel takes no less than its work, however busy the machine, and on a busy one far more.
    // What is no time of that kernel lies far away: 0, or a time in seconds or microseconds.
    if (task <= 2) {
        float *ms = milliseconds(seed);
        most = (float *)lab_allocate(counts[task], sizeof *most);
        for (size_t k = 0; k < counts[task]; k++) {
            values[k] = 0.98f * ms[task == 1 ? k : WORKS];
            most[k] = 200 * ms[task == 1 ? k : WORKS];
        }
        if (task == 2) { // the shortest launch: some time, and less than half of what it takes
            values[0] = 1e-6f;
            most[0] = ms[WORKS] / 2;
        }
        free(ms);
    }
    if (task == 3) {
        std::sort(times, times + TIMES);
        values[0] = times[TIMES / 2];
        values[1] = times[0];
        values[2] = times[TIMES - 1];
    }
    if (task == 4)
        values[0] = (float)(1 + size % 17 + 3);
    for (int k = 0; task == 5 && k < FIGURES; k++) // bytes read and written, in GB/s
        values[k] = (float)(3.0 * sizeof(float) * (double)size / ((2 + times[k]) * 1e6));
    free(times);
    *expected = (struct lab_expected){LAB_FLOAT, counts[task], values, 1e-5, most};
    return true;
}
