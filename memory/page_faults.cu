// SPDX-License-Identifier: MIT
// What a first touch costs: one access to each page, from five states.
//
// What it teaches: managed memory moves in pages. A thread that touches a page which lies elsewhere
// waits until the driver has mapped or moved it, far longer than for any memory. Once there, pages
// cost nothing more. After managed; then memory_ways.
//
//     page_faults; page_faults --size 65536; page_faults --help
//
// It prints the time of the whole job and of its parts, then the time of touching all pages from
// each state, with the nanoseconds for one page.
#include "chapter.h"
#include "managed.h"

#define ABOUT "Touches each page of managed memory once, from five states."
const size_t DEFAULT_SIZE = 1 << 12; // pages
const size_t PAGE = 4096;            // bytes: the host's smallest page
const size_t WORDS = PAGE / sizeof(int);
const int THREADS = 256; // in a block

struct job {
    size_t pages, bytes;
    int *memory; // managed
    size_t wrong;
};

// One thread: one word of one page. Bound by the faults, where there are any.
__global__ void touch(int *memory, size_t pages) {
    const size_t page = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (page < pages)
        memory[page * WORDS] = (int)page + 1;
}

static void device_touches(struct job *j) {
    touch<<<(unsigned)((j->pages + THREADS - 1) / THREADS), THREADS>>>(j->memory, j->pages);
    HANDLE_ERROR(cudaGetLastError());
}

static void prefetched(struct job *j) {
    HANDLE_ERROR(managed_prefetch(j->memory, j->bytes, managed_device()));
    device_touches(j);
}

// Reads what the device has written, and so checks it.
static void host_touches(struct job *j) {
    HANDLE_ERROR(cudaDeviceSynchronize());
    size_t wrong = 0;
    for (size_t page = 0; page < j->pages; page++)
        wrong += j->memory[page * WORDS] != (int)page + 1;
    j->wrong += wrong;
}

// What precedes each run, untimed. New memory: no page is anywhere.
static void nowhere(void *work) {
    struct job *const j = (struct job *)work;
    HANDLE_ERROR(cudaFree(j->memory));
    HANDLE_ERROR(cudaMallocManaged(&j->memory, j->bytes));
}

static void on_the_host(void *work) {
    struct job *const j = (struct job *)work;
    memset(j->memory, 0xFF, j->bytes);
}

static void on_the_device(void *work) {
    struct job *const j = (struct job *)work;
    HANDLE_ERROR(cudaMemset(j->memory, 0xFF, j->bytes));
    device_touches(j);
}

static const struct state {
    const char *name;
    void (*before)(void *work);
    void (*run)(struct job *);
} STATES[] = {{"device touches new pages", nowhere, device_touches},
              {"device touches the host's", on_the_host, device_touches},
              {"the same prefetched", on_the_host, prefetched},
              {"device touches its own", on_the_device, device_touches},
              {"host touches the device's", on_the_device, host_touches}};
enum { STATE_COUNT = sizeof STATES / sizeof *STATES };

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 2147483646, "pages of 4096 bytes"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    managed_needed(&options, options.size, PAGE);
    struct job j = {};
    j.pages = options.size;
    j.bytes = j.pages * PAGE;
    struct report report = report_begin(&options);

    // The whole job, once: new memory, filled by the host, touched by the device, read by the host.
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMallocManaged(&j.memory, j.bytes));
    stopwatch_lap(&span, "allocate");
    on_the_host(&j);
    stopwatch_lap(&span, "host");
    device_touches(&j);
    stopwatch_lap(&span, "device");
    host_touches(&j);
    stopwatch_lap(&span, "host again");
    stopwatch_stop(&span);
    report_span(&report, &span, j.wrong == 0);

    for (int s = 0; s < STATE_COUNT; s++) {
        struct timing t = timing_start(options.runs, NULL, 0);
        t.budget_ms = TIMING_BUDGET_MS / STATE_COUNT;
        t.before = STATES[s].before;
        t.work = &j;
        while (timing_next(&t))
            STATES[s].run(&j);
        host_touches(&j);
        report_kernel(&report, STATES[s].name, &t, 1e6 * t.median_ms / (double)j.pages, "ns a page",
                      j.wrong == 0);
    }
    HANDLE_ERROR(cudaFree(j.memory));
    return report_end(&report, "%zu wrong among %zu pages", j.wrong, j.pages);
}
