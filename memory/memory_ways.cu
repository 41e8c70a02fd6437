// SPDX-License-Identifier: MIT
// One job, six ways to bring its data to the device and its result back.
//
// What it teaches: what unified memory costs. Copies are what it is compared with. Managed memory
// that is only touched moves by page faults; prefetched, in large pieces, as a copy does. With
// zero-copy the kernel reads the host's memory. After page_faults; then memory_advice.
//
//     memory_ways; memory_ways --size 67108864; memory_ways --help
//
// It prints the time of the whole job by copies; then of each way the time from numbers on the host
// to sums on the host.
#include "chapter.h"
#include "managed.h"
#include "job.h"
#include "sums.h"

#define ABOUT "Adds two arrays of the host's, by copies, in managed memory, and by zero-copy."
const size_t DEFAULT_SIZE = 1 << 20; // sums
const size_t PAGE = 4096;            // bytes: the host's smallest page

// Managed and zero-copy need no more. Managed: each first touch of a page on the other side is a
// fault, and so are the host's reads afterwards. Zero-copy: all accesses go over the link.
static void touched(struct job *j) {
    add<<<sums_blocks(j->n), SUMS_THREADS>>>(j->dev[A], j->dev[B], j->dev[C], j->n);
    HANDLE_ERROR(cudaGetLastError());
}

static void by_copies(struct job *j) {
    HANDLE_ERROR(cudaMemcpyAsync(j->dev[A], j->host[A], j->bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyAsync(j->dev[B], j->host[B], j->bytes, cudaMemcpyHostToDevice));
    touched(j);
    HANDLE_ERROR(cudaMemcpyAsync(j->host[C], j->dev[C], j->bytes, cudaMemcpyDeviceToHost));
}

// The same with three hints: the pages move in large pieces, beforehand, and no thread faults.
static void prefetched(struct job *j) {
    for (int i = A; i <= B; i++)
        HANDLE_ERROR(managed_prefetch(j->host[i], j->bytes, managed_device()));
    touched(j);
    HANDLE_ERROR(managed_prefetch(j->host[C], j->bytes, cudaCpuDeviceId));
}

// Half of it moves, half of it stays: a is prefetched, while b and c lie on the host for good
// (stay), as with zero-copy. So both directions of the link are busy while the kernel runs.
static void hinted(struct job *j) {
    HANDLE_ERROR(managed_prefetch(j->host[A], j->bytes, managed_device()));
    touched(j);
}

// The advice for that, once: it outlasts all runs.
static void stay(const int *memory, size_t bytes) {
    HANDLE_ERROR(managed_advise(memory, bytes, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
    HANDLE_ERROR(managed_advise(memory, bytes, cudaMemAdviseSetAccessedBy, managed_device()));
}

static const struct way {
    const char *name;
    enum kind kind;
    bool copied; // to memory of the device
    void (*run)(struct job *);
} WAYS[] = {
    {"copied from pinned", PINNED, true, by_copies},
    {"copied from malloc", PAGEABLE, true, by_copies},
    {"managed touched", MANAGED, false, touched},
    {"managed prefetched", MANAGED, false, prefetched},
    {"managed hinted", MANAGED, false, hinted},
    {"zero-copy", PINNED, false, touched},
};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

// Before each run, untimed: a and b are the host's, and c holds no sum. Nothing in c is worth
// moving to the device, so managed memory begins where copies do: c is there already.
static void back(void *work) {
    struct job *const j = (struct job *)work;
    for (int i = A; i <= B && j->managed; i++)
        HANDLE_ERROR(managed_prefetch(j->host[i], j->bytes, cudaCpuDeviceId));
    HANDLE_ERROR(cudaMemset(j->dev[C], 0xFF, j->bytes));
    if (!j->managed)
        memset(j->host[C], 0xFF, j->bytes);
    HANDLE_ERROR(cudaDeviceSynchronize());
}

// The host waits, and reads a sum of each page: so c is with the host in the end.
static void run(const struct way *way, struct job *j) {
    way->run(j);
    HANDLE_ERROR(cudaDeviceSynchronize());
    for (size_t i = 0; i < j->n; i += PAGE / sizeof(int))
        j->seen = j->host[C][i];
}

int main(int argc, char **argv) {
    const struct options options = sums_options(DEFAULT_SIZE, argc, argv, ABOUT);
    managed_needed(&options, options.size, 3 * sizeof(int));
    struct job j = {};
    j.n = options.size;
    j.bytes = j.n * sizeof(int);
    struct report report = report_begin(&options);
    size_t wrong = 0;
    double copied_ms = 0; // by the first way, the measure

    // Each way once, of the first the time with its parts, then many times.
    for (int w = 0; w < WAY_COUNT; w++) {
        const struct way *const way = &WAYS[w];
        j.managed = way->kind == MANAGED;
        struct stopwatch span = stopwatch_start();
        allocate(&j, &options, way->kind, way->copied);
        for (int i = B; i <= C && way->run == hinted; i++)
            stay(j.host[i], j.bytes);
        stopwatch_lap(&span, "allocate");
        sums_fill(j.host[A], j.host[B], j.n, options.seed);
        stopwatch_skip(&span);
        run(way, &j);
        stopwatch_lap(&span, "job");
        stopwatch_stop(&span);
        wrong += sums_wrong(j.host[C], j.n, options.seed);
        if (w == 0)
            report_span(&report, &span, wrong == 0);

        struct timing t = timing_start(options.runs, NULL, 0);
        t.budget_ms = TIMING_BUDGET_MS / WAY_COUNT;
        t.before = back;
        t.work = &j;
        while (timing_next(&t))
            run(way, &j);
        wrong += sums_wrong(j.host[C], j.n, options.seed);
        copied_ms = w == 0 ? t.median_ms : copied_ms;
        report_kernel(&report, way->name, &t, copied_ms / t.median_ms, "of the first's speed",
                      wrong == 0);
        release(&j, way->kind, way->copied);
    }
    return report_end(&report, "%zu wrong among %d x %zu sums", wrong, 2 * WAY_COUNT, j.n);
}
