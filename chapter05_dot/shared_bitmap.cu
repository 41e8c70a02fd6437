// SPDX-License-Identifier: MIT
// A picture made in shared memory: each thread computes one pixel and shows that of another thread.
//
// What it teaches: threads of a block pass results to each other through shared memory, with a
// barrier between writing and reading. broken/shared_bitmap_race.cu leaves the barrier out: compare
// the pictures.
//
//     shared_bitmap; shared_bitmap --size 200 --out blobs.png        --help lists the options
//
// It prints the time of the whole job and of its parts, then of the kernel alone; checks the
// picture against a reference; and shows it in a window, or writes shared_bitmap.png if there is
// none: a field of round green blobs, with each block rotated by half a turn.
#include "chapter.h"
#include "pictures/image.h"
#include "pictures/show.h"

#define ABOUT "Draws green blobs through shared memory."
const int BLOCK = 16;     // threads along each edge of a block
const float PERIOD = 128; // pixels from blob to blob
const float PI = 3.1415926535897932f;

// One thread: one pixel of the field into shared memory, then the pixel of the thread on the other
// side of the block's centre into the picture. Bound by arithmetic: two sines a pixel.
__global__ void draw(uchar4 *picture, int size) {
    __shared__ float shared[BLOCK][BLOCK];
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    shared[threadIdx.x][threadIdx.y] =
        255 * (sinf(x * 2 * PI / PERIOD) + 1) * (sinf(y * 2 * PI / PERIOD) + 1) / 4;
    __syncthreads(); // what the other threads wrote is there only from here on

    // A thread beyond the edge computes too: one of the others may show its pixel, and the barrier
    // waits for it. Only its own place in the picture does not exist.
    const float green = shared[BLOCK - 1 - threadIdx.x][BLOCK - 1 - threadIdx.y];
    if (x < size && y < size)
        picture[x + (size_t)y * size] = make_uchar4(0, (unsigned char)green, 0, 255);
}

// Where a pixel comes from: the place on the other side of its block's centre.
static int mirrored(int x) {
    return x / BLOCK * BLOCK + BLOCK - 1 - x % BLOCK;
}

// The reference takes each sine once, in double.
static void reference(uchar4 *picture, double *wave, int size) {
    for (int x = 0; x < size; x++)
        wave[x] = sin(mirrored(x) * 2 * acos(-1.0) / PERIOD) + 1;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            picture[x + (size_t)y * size] =
                make_uchar4(0, (unsigned char)(255 * wave[x] * wave[y] / 4), 0, 255);
}

int main(int argc, char **argv) {
    struct options options = options_default(1024);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, IMAGE_MAX_SIDE, "pixels along each edge"},
        {"out", OPTION_FILE, &options.picture, 0, 0, "write the picture to FILE (.png or .ppm)"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    if (options.picture && image_check_writable(options.picture))
        return OPTIONS_BAD;

    const int size = (int)options.size;
    const size_t pixels = options.size * options.size;
    uchar4 *expected = (uchar4 *)host_alloc(&options, pixels, sizeof *expected);
    double *wave = (double *)host_alloc(&options, options.size, sizeof *wave);
    CPUBitmap bitmap(size, size);
    if (bitmap.get_ptr() == NULL)
        return OPTIONS_BAD;
    struct report report = report_begin(&options);
    reference(expected, wave, size);

    // The whole job, once: memory on the device, the kernel, the picture back.
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid((size + BLOCK - 1) / BLOCK, (size + BLOCK - 1) / BLOCK); // rounded up
    uchar4 *dev_picture;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_picture, bitmap.image_size()));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_picture, bitmap.image_size());
    draw<<<grid, block>>>(dev_picture, size);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(
        cudaMemcpy(bitmap.get_ptr(), dev_picture, bitmap.image_size(), cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    // A level more or less: sines of different makers, cut off to whole numbers.
    size_t wrong = verify_bytes(bitmap.get_ptr(), &expected->x, bitmap.image_size(), 1);

    // The kernel alone, many times; the last picture is checked too.
    struct timing t = timing_start(options.runs, dev_picture, bitmap.image_size());
    while (timing_next(&t))
        draw<<<grid, block>>>(dev_picture, size);
    HANDLE_ERROR(
        cudaMemcpy(bitmap.get_ptr(), dev_picture, bitmap.image_size(), cudaMemcpyDeviceToHost));
    wrong += verify_bytes(bitmap.get_ptr(), &expected->x, bitmap.image_size(), 1);

    const double rate = (double)pixels / (t.median_ms * 1e3);
    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "kernel", &t, rate, "Mpixel/s", wrong == 0);
    int status = report_end(&report, "%zu wrong bytes in %zu pixels", wrong, pixels);

    HANDLE_ERROR(cudaFree(dev_picture));
    free(expected);
    free(wave);

    return status | show_picture(&bitmap, &options, "shared_bitmap.png");
}
