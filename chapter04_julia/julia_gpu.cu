// SPDX-License-Identifier: MIT
// The Julia set on the GPU: one thread for each pixel, in a grid of two dimensions.
//
// What it teaches: where work has no order, a grid takes the place of the loops, and a thread finds
// its pixel by blockIdx and threadIdx. The published program has a block for each pixel, with one
// thread in it; blocks of 16 x 16 threads run the same kernel. After julia_cpu.
//
//     julia_gpu; julia_gpu --size 2000 --out julia.png        --help lists the options
//
// It prints the time of the whole job and of its parts, then of the kernel alone in both launches;
// checks the picture against the CPU's; and shows it in a window, or writes julia.png if there is
// none.
#include "chapter.h"
#include "pictures/show.h"
#include "julia.h"

#define ABOUT "Draws a Julia set on the GPU."

// One thread: one pixel. Bound by the latency of three operations a turn, and by the point of each
// warp that stays longest.
__global__ void julia(uint32_t *picture, int size) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return; // the last blocks reach over the edge
    const int turns = julia_turns(julia_place(x, size), julia_place(y, size));
    picture[x + (size_t)y * size] = julia_colour(turns);
}

// The same on the host, with loops in place of the grid.
static void julia_on_host(uint32_t *picture, int size) {
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            const int turns = julia_turns(julia_place(x, size), julia_place(y, size));
            picture[x + (size_t)y * size] = julia_colour(turns);
        }
}

int main(int argc, char **argv) {
    const struct options options = julia_options(argc, argv, ABOUT);

    const int size = (int)options.size;
    const size_t pixels = options.size * options.size;
    const size_t bytes = pixels * sizeof(uint32_t);
    uint32_t *expected = (uint32_t *)host_alloc(&options, pixels, sizeof *expected);
    CPUBitmap bitmap(size, size);
    if (bitmap.get_ptr() == NULL)
        return OPTIONS_BAD; // no memory for it, as a line said
    struct report report = report_begin(&options);
    julia_on_host(expected, size);

    // As published: a block for each pixel. And with 256 threads in a block, rounded up.
    const dim3 pixel_blocks(size, size), one_thread(1, 1);
    const dim3 square_blocks((size + 15) / 16, (size + 15) / 16), square(16, 16);

    // The whole job, once: memory on the device, the kernel, the picture back.
    uint32_t *dev_picture;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_picture, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_picture, bytes);
    julia<<<pixel_blocks, one_thread>>>(dev_picture, size);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), dev_picture, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    const unsigned char *right = (const unsigned char *)expected;
    const size_t wrong = verify_bytes(bitmap.get_ptr(), right, bytes, 0);

    // The kernel alone in both launches, many times; the last picture of each is checked too.
    struct timing single = timing_start(options.runs, dev_picture, bytes);
    while (timing_next(&single))
        julia<<<pixel_blocks, one_thread>>>(dev_picture, size);
    HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), dev_picture, bytes, cudaMemcpyDeviceToHost));
    const size_t wrong_single = verify_bytes(bitmap.get_ptr(), right, bytes, 0);

    struct timing many = timing_start(options.runs, dev_picture, bytes);
    while (timing_next(&many))
        julia<<<square_blocks, square>>>(dev_picture, size);
    HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), dev_picture, bytes, cudaMemcpyDeviceToHost));
    const size_t wrong_many = verify_bytes(bitmap.get_ptr(), right, bytes, 0);

    const double megapixels = (double)pixels / 1e3; // over ms: a second
    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "1 thread per block", &single, megapixels / single.median_ms, "Mpixel/s",
                  wrong_single == 0);
    report_kernel(&report, "256 threads per block", &many, megapixels / many.median_ms, "Mpixel/s",
                  wrong_many == 0);
    int status = report_end(&report, "%zu wrong bytes in 3 x %zu pixels",
                            wrong + wrong_single + wrong_many, pixels);

    HANDLE_ERROR(cudaFree(dev_picture));
    free(expected);
    return status | show_picture(&bitmap, &options, "julia.png");
}
