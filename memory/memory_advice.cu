// SPDX-License-Identifier: MIT
// A table that host and device both use, over and over: four pieces of advice for its pages.
//
// What it teaches: cudaMemAdvise. A page that both sides use moves back and forth. Read-mostly
// keeps a copy on each side until one of them writes; preferred location and accessed-by let it lie
// on one side, and the other reads it over the link. Which is best depends on how often each side
// reads, and on which of them writes. After memory_ways.
//
//     memory_advice; memory_advice --size 16777216 --writes 100; memory_advice --help
//
// It prints the time of the whole job without advice; then the time of a round with each advice:
// the host changes some numbers, the device adds up all, the host adds up one of each page.
#include "chapter.h"
#include "managed.h"
#include "random.h"

#define ABOUT                                                                                      \
    "Lets host and device read a table in managed memory in turns, with four kinds of advice."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const size_t PAGE = 4096 / sizeof(unsigned int);
const int THREADS = 256; // in a block
const size_t MOST = (size_t)0x7fffffff * THREADS;

struct job {
    size_t n, writes;
    unsigned int *table, *sum; // managed, the device's
    unsigned int by_device, by_host, expected, expected_by_host;
    unsigned int round;
};

// One thread: one number. A warp adds up its 32, and its first lane adds that to the sum.
__global__ void add_up(const unsigned int *table, size_t n, unsigned int *sum) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    unsigned int mine = i < n ? table[i] : 0;
    for (int distance = warpSize / 2; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, distance);
    if (threadIdx.x % warpSize == 0)
        atomicAdd(sum, mine);
}

// The host changes every so-manieth number; sums of whole numbers wrap around, and stay exact.
static void round_of(struct job *j) {
    j->round++;
    for (size_t w = 0; w < j->writes; w++) {
        const size_t i = w * j->n / j->writes;
        j->table[i] += j->round;
        j->expected += j->round;
        j->expected_by_host += i % PAGE == 0 ? j->round : 0;
    }
    HANDLE_ERROR(cudaMemsetAsync(j->sum, 0, sizeof *j->sum));
    add_up<<<(unsigned)((j->n + THREADS - 1) / THREADS), THREADS>>>(j->table, j->n, j->sum);
    HANDLE_ERROR(cudaMemcpy(&j->by_device, j->sum, sizeof *j->sum, cudaMemcpyDeviceToHost));
    j->by_host = 0;
    for (size_t i = 0; i < j->n; i += PAGE)
        j->by_host += j->table[i];
}

static size_t job_wrong(const struct job *j) {
    const int got[] = {(int)j->by_device, (int)j->by_host};
    const int expected[] = {(int)j->expected, (int)j->expected_by_host};
    return verify_ints(got, expected, 2);
}

static void none(const unsigned int *, size_t) {}

// A copy on each side, until one of them writes: then the other's copy of that page is gone.
static void read_mostly(const unsigned int *table, size_t bytes) {
    HANDLE_ERROR(managed_advise(table, bytes, cudaMemAdviseSetReadMostly, managed_device()));
}

// The table lies on the host; the device reads it there, and no page moves.
static void on_the_host(const unsigned int *table, size_t bytes) {
    HANDLE_ERROR(managed_advise(table, bytes, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
    HANDLE_ERROR(managed_advise(table, bytes, cudaMemAdviseSetAccessedBy, managed_device()));
}

// The table prefers the device. Most hosts cannot reach its memory, so pages come all the same.
static void on_the_device(const unsigned int *table, size_t bytes) {
    HANDLE_ERROR(managed_advise(table, bytes, cudaMemAdviseSetPreferredLocation, managed_device()));
    HANDLE_ERROR(managed_advise(table, bytes, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId));
}

static const struct advice {
    const char *name;
    void (*give)(const unsigned int *table, size_t bytes);
} ADVICE[] = {{"no advice", none},
              {"read mostly", read_mostly},
              {"on the host", on_the_host},
              {"on the device", on_the_device}};
enum { ADVICE_COUNT = sizeof ADVICE / sizeof *ADVICE };

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct job j = {};
    j.writes = 1;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, (double)MOST, "numbers in the table"},
        {"writes", OPTION_COUNT, &j.writes, 0, (double)MOST,
         "numbers that the host changes a round"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    managed_needed(&options, options.size, sizeof *j.table);
    j.n = options.size;
    j.writes = j.writes < j.n ? j.writes : j.n;
    const size_t bytes = j.n * sizeof *j.table;
    struct report report = report_begin(&options);
    size_t wrong = 0;

    HANDLE_ERROR(cudaMalloc(&j.sum, sizeof *j.sum));
    for (int a = 0; a < ADVICE_COUNT; a++) {
        struct stopwatch span = stopwatch_start();
        HANDLE_ERROR(cudaMallocManaged(&j.table, bytes));
        stopwatch_lap(&span, "allocate");
        ADVICE[a].give(j.table, bytes);
        stopwatch_lap(&span, "advise");
        j.expected = j.expected_by_host = j.round = 0;
        for (size_t i = 0; i < j.n; i++) {
            j.table[i] = (unsigned int)(random_number(options.seed, i) * (1 << 24));
            j.expected += j.table[i];
            j.expected_by_host += i % PAGE == 0 ? j.table[i] : 0;
        }
        stopwatch_skip(&span);
        round_of(&j);
        stopwatch_lap(&span, "round");
        stopwatch_stop(&span);
        wrong += job_wrong(&j);
        if (a == 0)
            report_span(&report, &span, wrong == 0);

        struct timing t = timing_start(options.runs, j.sum, sizeof *j.sum);
        t.budget_ms = TIMING_BUDGET_MS / ADVICE_COUNT;
        while (timing_next(&t))
            round_of(&j);
        wrong += job_wrong(&j);
        report_kernel(&report, ADVICE[a].name, &t, (double)bytes / (t.median_ms * 1e6), "GB/s",
                      wrong == 0);
        HANDLE_ERROR(cudaFree(j.table));
    }
    HANDLE_ERROR(cudaFree(j.sum));
    return report_end(&report, "%zu wrong among %d sums of %zu numbers", wrong, 4 * ADVICE_COUNT,
                      j.n);
}
