// SPDX-License-Identifier: MIT
// How long does a kernel take? Three ways to measure it, two of them with the host's clock.
//
// What it teaches: a launch only puts the kernel in a queue, and the host continues at once. So a
// host that reads its clock before and after a launch times the queue. It has to wait for the
// kernel; or the device records the time itself, in events that go into the same queue. The other
// programs do that through event_timer.h. After vecadd_blocks_threads.
//
//     events --size 4000000        --help lists the options
//
// It prints the time of the whole job and of its parts, the kernel's three times, and the kernel
// alone like the other programs.
#include <time.h>

#include "chapter.h"
#include "vectors.h"

#define ABOUT "Times one kernel by the host's clock, by the host's clock and a wait, and by events."
const size_t DEFAULT_SIZE = 1 << 22; // elements: a kernel that takes longer than its launch
const int BLOCKS = 128, THREADS = 128;
const int TURNS = 5;

// As in vecadd_blocks_threads.
__global__ void add(const int *a, const int *b, int *c, size_t n) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        c[i] = a[i] + b[i];
}

static double host_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
    const struct options options = vectors_options(DEFAULT_SIZE, argc, argv, ABOUT);
    const size_t n = options.size;
    const size_t bytes = n * sizeof(int);
    int *a = (int *)host_alloc(&options, n, sizeof *a);
    int *b = (int *)host_alloc(&options, n, sizeof *b);
    int *c = (int *)host_alloc(&options, n, sizeof *c);
    struct report report = report_begin(&options);
    vectors_fill(a, b, n, options.seed);

    // The whole job, once, timed as in every program: also the first launch, which loads the
    // kernel.
    int *dev_a, *dev_b, *dev_c;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_c, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_c, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    add<<<BLOCKS, THREADS>>>(dev_a, dev_b, dev_c, n);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = vectors_wrong(c, n, options.seed);

    // Three ways, in turns; of each the shortest, because whatever else the machine does only adds.
    float queued = INFINITY, waited = INFINITY, between = INFINITY;
    cudaEvent_t start, stop;
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    for (int turn = 0; turn < TURNS; turn++) {
        // The wrong way: the clock stops when the kernel is in the queue.
        double begin = host_ms();
        add<<<BLOCKS, THREADS>>>(dev_a, dev_b, dev_c, n);
        queued = fminf(queued, (float)(host_ms() - begin));
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaDeviceSynchronize());

        // A correct way: wait, then read the clock. This also times the launch and the wait.
        begin = host_ms();
        add<<<BLOCKS, THREADS>>>(dev_a, dev_b, dev_c, n);
        HANDLE_ERROR(cudaDeviceSynchronize());
        waited = fminf(waited, (float)(host_ms() - begin));

        // By events: two markers in the queue, one before the kernel and one after it. The device
        // records the time when it reaches each. The host is free to do anything else until it asks
        // for the result, and then has to wait for the second mark.
        float ms;
        HANDLE_ERROR(cudaEventRecord(start, 0));
        add<<<BLOCKS, THREADS>>>(dev_a, dev_b, dev_c, n);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaEventRecord(stop, 0));
        HANDLE_ERROR(cudaEventSynchronize(stop));
        HANDLE_ERROR(cudaEventElapsedTime(&ms, start, stop));
        between = fminf(between, ms);
    }
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));

    // The same events in a loop, by event_timer.h: what the other programs print as "kernel alone".
    struct timing t = timing_start(options.runs, dev_c, bytes);
    while (timing_next(&t))
        add<<<BLOCKS, THREADS>>>(dev_a, dev_b, dev_c, n);
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    wrong += vectors_wrong(c, n, options.seed);

    report_span(&report, &span, wrong == 0);
    const char *const ways[] = {"host clock alone", "host clock and a wait", "events"};
    const float ms[] = {queued, waited, between};
    for (int i = 0; i < 3; i++) {
        const float same[] = {ms[i], ms[i], ms[i]};
        report_row(&report, ways[i], same, 100.0 * ms[i] / between, "%", wrong == 0);
        if (!options.csv && wrong == 0)
            printf("%-22s %10s ms, %s %% of what the events say\n", ways[i], digits(ms[i], 3).text,
                   digits(100.0 * ms[i] / between, 3).text);
    }
    const double bandwidth = 3.0 * (double)bytes / (t.median_ms * 1e6);
    report_kernel(&report, "kernel", &t, bandwidth, "GB/s", wrong == 0);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(b);
    free(c);
    return report_end(&report, "%zu wrong among %zu sums", wrong, n);
}
