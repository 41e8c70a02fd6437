// SPDX-License-Identifier: MIT
// Compaction: copies the numbers that are wanted, and leaves no gaps.
//
// What it teaches: what a scan is for. A number's place is how many wanted ones are before it, a
// scan of ones and zeros. A counter hands out places too, but in another order in each run.
//
//     compact; compact --keep 10 --size 100000000        --help lists the options
//
// It prints the time of the whole job (by the scan) and of its parts, then of each kernel alone,
// and whether the numbers are right: in their order by the scan, in any order by a counter.
#include "chapter.h"
#include "tiles.h"
#include "scan.h"

#define ABOUT "Copies the numbers that are wanted, side by side."
const int TILE = 1024;               // numbers and threads of a block: one each
const size_t MOST_BLOCKS = 0x3fffff; // so that a place fits 32 bits
const double RANGE = 1 << 24;        // of the numbers; those below a limit are wanted

// One thread: one number, and an atomic for it if it is wanted. Bound by the queue for the counter.
__global__ void by_counter(const unsigned int *numbers, unsigned int *kept, size_t n,
                           unsigned int limit, unsigned int *count) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    if (i < n && numbers[i] < limit)
        kept[atomicAdd(count, 1)] = numbers[i];
}

// An atomic for each warp, by its first lane. A lane's place is after the wanted lanes below it.
__global__ void by_warp(const unsigned int *numbers, unsigned int *kept, size_t n,
                        unsigned int limit, unsigned int *count) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    const int lane = threadIdx.x % WARP;
    const unsigned int number = i < n ? numbers[i] : 0;
    const bool wanted = i < n && number < limit;
    const unsigned int all = __ballot_sync(ALL, wanted); // a bit for each lane
    unsigned int first = 0;
    if (lane == 0)
        first = atomicAdd(count, __popc(all));
    first = __shfl_sync(ALL, first, 0);
    if (wanted)
        kept[first + __popc(all & ((1u << lane) - 1))] = number;
}

// In their order, in one pass, as scan_one_pass. The last tile knows how many there are.
__global__ void by_scan(const unsigned int *numbers, unsigned int *kept, size_t n,
                        unsigned int limit, unsigned int *count, tile_state *states,
                        unsigned int *next) {
    const unsigned int tile = tile_next(next);
    const size_t i = threadIdx.x + (size_t)tile * TILE;
    const unsigned int number = i < n ? numbers[i] : 0;
    const unsigned int wanted = i < n && number < limit;
    unsigned int total;
    const unsigned int sum = block_scan(wanted, &total);
    const unsigned int before = tile_begin(states, tile, total);
    if (wanted)
        kept[before + sum - 1] = number;
    if (tile == gridDim.x - 1 && threadIdx.x == 0)
        *count = before + total;
}

// Both arrays on the device, and what the kernels begin with: zeros.
struct job {
    size_t n, zero_bytes;
    unsigned int limit, tiles;
    unsigned int *dev_numbers, *dev_kept, *dev_count;
    tile_state *dev_states; // one for each tile; then two words, count and the next tile
};

static const char *const WAYS[] = {"a counter", "a counter by warps", "a scan"};
enum { BY_COUNTER, BY_WARP, BY_SCAN };

static void compact(int way, const struct job *j) {
    HANDLE_ERROR(cudaMemsetAsync(j->dev_states, 0, j->zero_bytes));
    if (way == BY_COUNTER)
        by_counter<<<j->tiles, TILE>>>(j->dev_numbers, j->dev_kept, j->n, j->limit, j->dev_count);
    else if (way == BY_WARP)
        by_warp<<<j->tiles, TILE>>>(j->dev_numbers, j->dev_kept, j->n, j->limit, j->dev_count);
    else
        by_scan<<<j->tiles, TILE>>>(j->dev_numbers, j->dev_kept, j->n, j->limit, j->dev_count,
                                    j->dev_states, j->dev_count + 1);
    HANDLE_ERROR(cudaGetLastError());
}

// As many as are expected, and the same ones: by the scan in their order, by a counter in any.
static bool verify(int way, const struct job *j, unsigned int *kept, unsigned int *expected,
                   unsigned int count) {
    unsigned int got;
    HANDLE_ERROR(cudaMemcpy(&got, j->dev_count, sizeof got, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(kept, j->dev_kept, count * sizeof *kept, cudaMemcpyDeviceToHost));
    return scan_verify(&got, &count, 1) == 0 &&
           (way == BY_SCAN ? scan_verify : scan_verify_sorted)(kept, expected, count) == 0;
}

int main(int argc, char **argv) {
    struct options options = options_default(1 << 20);
    size_t keep = 50;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST_BLOCKS * (double)TILE, "numbers"},
        {"keep", OPTION_COUNT, &keep, 0, 100, "of a hundred numbers: so many are wanted"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    struct job job = {};
    const size_t n = job.n = options.size, bytes = n * sizeof(unsigned int);
    job.limit = (unsigned int)(RANGE * (double)keep / 100);
    job.tiles = (unsigned)((n + TILE - 1) / TILE);
    job.zero_bytes = (job.tiles + 1) * sizeof *job.dev_states;
    unsigned int *const numbers = (unsigned int *)host_alloc(&options, 3 * n, sizeof *numbers);
    unsigned int *const kept = numbers + n, *const expected = kept + n;
    struct report report = report_begin(&options);
    scan_fill(numbers, n, options.seed);
    unsigned int count = 0;
    for (size_t i = 0; i < n; i++)
        if (numbers[i] < job.limit)
            expected[count++] = numbers[i];

    // The whole job, once: memory on the device, the numbers there, the kernel, what is kept back.
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&job.dev_numbers, bytes));
    HANDLE_ERROR(cudaMalloc(&job.dev_kept, bytes));
    HANDLE_ERROR(cudaMalloc(&job.dev_states, job.zero_bytes));
    job.dev_count = (unsigned int *)(job.dev_states + job.tiles);
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, job.dev_kept, bytes);
    HANDLE_ERROR(cudaMemcpy(job.dev_numbers, numbers, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    compact(BY_SCAN, &job);
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(kept, job.dev_kept, count * sizeof *kept, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    report_span(&report, &span, verify(BY_SCAN, &job, kept, expected, count));

    // The three kernels alone, many times. The scan comes first: the others' check sorts.
    for (int way = BY_SCAN; way >= BY_COUNTER; way--) {
        struct timing t = timing_start(options.runs, job.dev_kept, bytes);
        while (timing_next(&t))
            compact(way, &job);
        const double moved = (double)(n + count) * sizeof *kept; // read, and written
        report_kernel(&report, WAYS[way], &t, moved / (t.median_ms * 1e6), "GB/s",
                      verify(way, &job, kept, expected, count));
    }
    HANDLE_ERROR(cudaFree(job.dev_numbers));
    HANDLE_ERROR(cudaFree(job.dev_kept));
    HANDLE_ERROR(cudaFree(job.dev_states));
    free(numbers);
    return report_end(&report, "%u of %zu numbers kept", count, n);
}
