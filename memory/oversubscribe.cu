// SPDX-License-Identifier: MIT
// More managed memory than the device has room for: it works, at a price.
//
// What it teaches: pages that find no room push out the pages that were used longest ago. A pass
// from front to back then finds none of its pages there, however few are missing; one that begins
// where the last has ended finds most. After memory_ways.
//
//     oversubscribe; oversubscribe --size 268435456 --room 75; oversubscribe --help
//
// --room 75 leaves room for 75 % of the numbers: cudaMalloc takes all other free memory of the
// device, so ask for it only where you have the device to yourself. The managed memory is never
// more than was free on the device, so the host never has to hold more than that.
//
// It prints the time of the whole job and of its parts, then of a pass over all numbers in both
// orders, and whether the numbers are right.
#include "chapter.h"
#include "managed.h"
#include "random.h"

#define ABOUT "Goes over managed memory again and again, with room for all or a part of it."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const int THREADS = 256;             // in a block
const size_t MOST = (size_t)0x7fffffff * THREADS;
const size_t GRANULE = 2 << 20; // bytes: the device hands out memory in such pieces

// One thread: one number. Blocks start more or less in order: from the front, or from the back.
__global__ void add_one(unsigned int *numbers, size_t n, bool from_the_back) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        numbers[from_the_back ? n - 1 - i : i]++;
}

static void pass(unsigned int *numbers, size_t n, bool from_the_back) {
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    add_one<<<blocks, THREADS>>>(numbers, n, from_the_back);
    HANDLE_ERROR(cudaGetLastError());
}

static size_t verify(const unsigned int *numbers, size_t n, uint64_t seed, size_t passes) {
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned int before = (unsigned int)(random_number(seed, i) * (1 << 24));
        if (numbers[i] != before + passes && wrong++ == 0)
            fprintf(stderr, "first mismatch: [%zu] is %u, expected %zu\n", i, numbers[i],
                    before + passes);
    }
    return wrong;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    size_t room = 100;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, (double)MOST, "numbers"},
        {"room", OPTION_COUNT, &room, 10, 100, "% of the numbers that the device has room for"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    managed_needed(&options, options.size, sizeof(unsigned int));
    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    size_t available, total, passes = 1;
    HANDLE_ERROR(cudaMemGetInfo(&available, &total));
    struct report report = report_begin(&options);

    // The whole job, once.
    unsigned int *numbers;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMallocManaged(&numbers, bytes));
    stopwatch_lap(&span, "allocate");
    for (size_t i = 0; i < n; i++)
        numbers[i] = (unsigned int)(random_number(options.seed, i) * (1 << 24));
    stopwatch_skip(&span);
    pass(numbers, n, false);
    stopwatch_lap(&span, "pass");
    stopwatch_stop(&span);
    size_t wrong = verify(numbers, n, options.seed, passes);
    report_span(&report, &span, wrong == 0);

    // What takes the room: memory of cudaMalloc never moves.
    void *taken = NULL;
    const size_t left = (bytes / 100 * room + GRANULE - 1) / GRANULE * GRANULE;
    const size_t rest = left < available ? (available - left) / GRANULE * GRANULE : 0;
    if (room < 100 && cudaMalloc(&taken, rest) != cudaSuccess)
        options_refuse(&options, "--room %zu: the device's other %zu bytes cannot be taken", room,
                       rest);

    for (int turns = 0; turns < 2; turns++) {
        struct timing t = timing_start(options.runs, NULL, 0);
        t.budget_ms = TIMING_BUDGET_MS / 2;
        for (; timing_next(&t); passes++)
            pass(numbers, n, turns && passes % 2);
        const size_t wrong_here = verify(numbers, n, options.seed, passes);
        report_kernel(&report, turns ? "there and back" : "front to back", &t,
                      2.0 * (double)bytes / (t.median_ms * 1e6), "GB/s", wrong_here == 0);
        wrong += wrong_here;
    }
    HANDLE_ERROR(cudaFree(taken));
    HANDLE_ERROR(cudaFree(numbers));
    return report_end(&report, "%zu wrong among 3 x %zu numbers", wrong, n);
}
