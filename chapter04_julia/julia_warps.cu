// SPDX-License-Identifier: MIT
// The Julia set by warps of other shapes: what a divergent loop costs.
//
// What it teaches: the 32 threads of a warp execute each instruction together. A loop goes on until
// the last of them is done; the others wait. So a warp should hold points that stay about equally
// long, and neighbours do: a warp of 8 x 4 pixels wastes less than a row of 32.
//
//     julia_warps; julia_warps --size 333; make count P=julia_warps        --help lists the options
//
// It prints the time of the whole job, then a row for each shape of a warp: how many of its 32
// threads are at work in an iteration, by what the host has counted, and the time.
#include "chapter.h"
#include "julia.h"

#define ABOUT "Draws a Julia set with warps of 32 x 1 to 1 x 32 pixels."
const int WARP = 32;
const int THREADS = 256; // in a block

// One thread: the turns of one point.
__global__ void julia(int *turns, int size) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        turns[x + (size_t)y * size] = julia_turns(julia_place(x, size), julia_place(y, size));
}

// The threads of a block are counted along x first, and 32 in a row are a warp. So a block that is
// `width` threads wide has warps of width x 32 / width pixels.
static dim3 shape(int width) {
    return dim3(width, THREADS / width);
}

static dim3 grid(int size, dim3 block) {
    return dim3((size + block.x - 1) / block.x, (size + block.y - 1) / block.y); // rounded up
}

// How many threads of a warp are at work in a turn: all turns over those of the warps, each of
// which turns as often as the thread in it that turns most.
static double at_work(const int *turns, int size, int width) {
    const int height = WARP / width;
    double all = 0, warps = 0;
    for (int top = 0; top < size; top += height)
        for (int left = 0; left < size; left += width) {
            int most = 0;
            for (int y = top; y < top + height && y < size; y++)
                for (int x = left; x < left + width && x < size; x++) {
                    const int here = turns[x + (size_t)y * size];
                    all += here;
                    most = here > most ? here : most;
                }
            warps += most;
        }
    return all / warps;
}

int main(int argc, char **argv) {
    struct options options = options_default(1000);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, JULIA_MOST, "pixels along each edge"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    const int size = (int)options.size;
    const size_t pixels = options.size * options.size;
    const size_t bytes = pixels * sizeof(int);
    int *turns = (int *)host_alloc(&options, pixels, sizeof *turns);
    int *expected = (int *)host_alloc(&options, pixels, sizeof *expected);
    struct report report = report_begin(&options);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            expected[x + (size_t)y * size] =
                julia_turns(julia_place(x, size), julia_place(y, size));

    // The whole job, once, by warps of 32 x 1.
    int *dev_turns;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_turns, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_turns, bytes);
    julia<<<grid(size, shape(WARP)), shape(WARP)>>>(dev_turns, size);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(turns, dev_turns, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify_ints(turns, expected, pixels);
    report_span(&report, &span, wrong == 0);

    for (int width = WARP; width >= 1; width /= 2) {
        const dim3 block = shape(width);
        struct timing t = timing_start(options.runs, dev_turns, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 6; // there are six of them
        while (timing_next(&t))
            julia<<<grid(size, block), block>>>(dev_turns, size);
        HANDLE_ERROR(cudaMemcpy(turns, dev_turns, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = verify_ints(turns, expected, pixels);
        char what[64];
        snprintf(what, sizeof what, "warps of %d x %d", width, WARP / width);
        report_kernel(&report, what, &t, at_work(expected, size, width), "of 32 threads at work",
                      wrong_here == 0);
        wrong += wrong_here;
    }

    HANDLE_ERROR(cudaFree(dev_turns));
    free(turns);
    free(expected);
    return report_end(&report, "%zu wrong among 7 x %zu points", wrong, pixels);
}
