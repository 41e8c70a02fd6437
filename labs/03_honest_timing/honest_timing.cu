// SPDX-License-Identifier: MIT
// Lab 3, events and honest timing. README.md beside this file tells what to do; the lines to write
// are marked TODO. It compiles and runs as it is, and says what is missing.
//
//     make honest_timing && bin/honest_timing
#include "checks.h"

#include <chrono>

const int BLOCKS = 8;
const int THREADS = 64; // in a block

// Counts how often it was launched.
__global__ void count(int *launches) {
    if (threadIdx.x + blockIdx.x * blockDim.x == 0)
        *launches += 1;
}

// The host's clock, in milliseconds.
static double host_ms(void) {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

// Task 1. The time of one launch of `work`, measured by two events, in milliseconds. How long it
// works stands in the device's memory: work<<<1, 1>>>(dev_ms).
static float time_by_events(const float *dev_ms) {
    float ms = 0;
    // TODO 1: two events; record one in front of the launch and one after it; wait for the
    // second; ask how much lies between; destroy both.
    return ms;
}

// Task 2. The time of one launch by the host's clock. `wait` tells whether the kernel has to be
// done before the clock is read again.
static double time_by_host(const float *dev_ms, bool wait) {
    double ms = 0;
    // TODO 2: read the clock, launch, wait if asked, read the clock.
    return ms;
}

// Task 3. median, min and max of n times; n is odd. `times` stays as it is.
static void statistics(const float *times, int n, float *median, float *min, float *max) {
    // TODO 3
}

// Task 4. Launches `count` once to warm up, then `runs` times, each timed by events of its own.
static void repeat(int *dev_launches, int runs, float *times) {
    // TODO 4
}

// Task 5. c[i] = a[i] + b[i] over n floats took ms milliseconds: how many GB were read and written
// a second? A GB is 10^9 bytes.
static float bandwidth(size_t n, float ms) {
    // TODO 5
    return 0;
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000000);
    float *ms = milliseconds(lab.seed), *dev_ms;
    CHECK(cudaMalloc(&dev_ms, (WORKS + 1) * sizeof *ms));
    CHECK(cudaMemcpy(dev_ms, ms, (WORKS + 1) * sizeof *ms, cudaMemcpyHostToDevice));
    free(ms);

    if (lab_task(1, "by events")) {
        float times[WORKS];
        for (int k = 0; k < WORKS; k++) {
            times[k] = time_by_events(dev_ms + k);
            printf("  work %d: %.4g ms by events\n", k, times[k]);
        }
        lab_result(times, WORKS);
    }
    if (lab_task(2, "by the host's clock: a launch is not a kernel")) {
        float times[2] = {INFINITY, 0};
        for (int k = 0; k < LAUNCHES; k++) { // the shortest: others may be using the machine
            times[0] = fminf(times[0], (float)time_by_host(dev_ms + WORKS, false));
            CHECK(cudaDeviceSynchronize());
        }
        times[1] = (float)time_by_host(dev_ms + WORKS, true);
        printf("  the launch %.4g ms, the kernel %.4g ms by the host's clock\n", times[0],
               times[1]);
        lab_result(times, 2);
    }
    if (lab_task(3, "median, min, max")) {
        float *times = lab_floats("times", TIMES), figures[3] = {};
        statistics(times, TIMES, &figures[0], &figures[1], &figures[2]);
        lab_result(figures, 3);
        free(times);
    }
    if (lab_task(4, "warm up, then repeat")) {
        const int runs = (int)(lab_size() % 17) + 3;
        int *dev_launches, launches = 0;
        float *times = lab_blank_floats(runs), launched;
        CHECK(cudaMalloc(&dev_launches, sizeof *dev_launches));
        CHECK(cudaMemset(dev_launches, 0, sizeof *dev_launches));
        repeat(dev_launches, runs, times);
        CHECK(cudaMemcpy(&launches, dev_launches, sizeof launches, cudaMemcpyDeviceToHost));
        for (int k = 0; k < runs; k++)
            launches += times[k] >= 0 ? 0 : 1000; // a time that nobody measured
        launched = (float)launches;
        lab_result(&launched, 1);
        CHECK(cudaFree(dev_launches));
        free(times);
    }
    if (lab_task(5, "bandwidth")) {
        float *times = lab_floats("times", TIMES), figures[FIGURES];
        for (int k = 0; k < FIGURES; k++)
            figures[k] = bandwidth(lab_size(), 2 + times[k]);
        lab_result(figures, FIGURES);
        free(times);
    }
    CHECK(cudaFree(dev_ms));
    return lab_end();
}
