// SPDX-License-Identifier: MIT
// Rings on water, frame by frame, drawn where the window has its pixels.
//
// What it teaches: a buffer that CUDA and OpenGL share. Each frame maps it, which gives a device
// pointer; a kernel writes there as to any memory; then it is OpenGL's again, and no pixel has left
// the GPU. After ripple_copy.
//
//     ripple_copy; ripple_shared --frames 500; ripple_copy --frames 50 --out ripple.gif
//
// It prints the time of a first frame and of its parts, checks it, and times the kernel and the
// copy alone. Then come the frames, in a window or into ripple.png, and what they took.
// Where nothing can be shared (no window, or an OpenGL that is not this GPU's) a line says so, and
// the frames go through the host.
#include "chapter.h"
#include "ripple.h"
#include "screen.h"
#include "shared.h"

#define ABOUT                                                                                      \
    "Rings on water; each frame goes through the host (ripple_copy) or not (ripple_shared)."

// One thread: one pixel, from its distance to the middle and from the time. Bound by the writes, 4
// bytes a pixel, and by a root, a cosine and two divisions.
__global__ void ripple(uchar4 *pixels, int size, float phase) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return; // the last blocks reach over the edge

    const float from_x = x - size / 2, from_y = y - size / 2;
    const float away = sqrtf(from_x * from_x + from_y * from_y);
    const float grey = 128 + 127 * cosf(away / 10 - phase) / (away / 10 + 1);
    const unsigned char level = (unsigned char)grey;
    pixels[x + (size_t)y * size] = make_uchar4(level, level, level, 255);
}

// A frame, into the window's pixels: ours while they are mapped.
static void frame(void *data, int ticks) {
    struct screen *screen = (struct screen *)data;
    uchar4 *pixels = screen->dev_pixels;
    size_t bytes;
    if (ticks == 1)
        share(screen); // the window is there now
    if (screen->shared) {
        HANDLE_ERROR(cudaGraphicsMapResources(1, &screen->shared, 0));
        HANDLE_ERROR(
            cudaGraphicsResourceGetMappedPointer((void **)&pixels, &bytes, screen->shared));
    }
    ripple<<<screen->grid, screen->block>>>(pixels, screen->size, ripple_phase(ticks));
    HANDLE_ERROR(cudaGetLastError());
    if (screen->shared)
        HANDLE_ERROR(cudaGraphicsUnmapResources(1, &screen->shared, 0));
    else
        screen_copy(screen);
}

static void closing(void *data) {
    unshare((struct screen *)data);
}

int main(int argc, char **argv) {
    struct screen screen = {};
    screen_begin(&screen, &screen, argc, argv, ABOUT, {}, RIPPLE_FRAMES, "ripple.png");
    struct report report = report_begin(&screen.options);

    // The whole job, once: memory on the device, the first frame, and its copy on the host.
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&screen.dev_pixels, screen.bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, screen.dev_pixels, screen.bytes);
    ripple<<<screen.grid, screen.block>>>(screen.dev_pixels, screen.size, ripple_phase(1));
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    screen_copy(&screen);
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = ripple_wrong(&screen, 1);

    // The kernel alone, many times, and the copy alone.
    struct timing kernel = timing_start(screen.options.runs, screen.dev_pixels, screen.bytes);
    while (timing_next(&kernel))
        ripple<<<screen.grid, screen.block>>>(screen.dev_pixels, screen.size, ripple_phase(1));
    struct timing copy = timing_start(screen.options.runs, NULL, 0);
    while (timing_next(&copy))
        screen_copy(&screen);
    wrong += screen_wrong(&screen, RIPPLE_LEVELS);

    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "kernel", &kernel, (double)screen.pixels / (kernel.median_ms * 1e6),
                  "Gpixel/s", wrong == 0);
    report_kernel(&report, "copy", &copy, (double)screen.bytes / (copy.median_ms * 1e6), "GB/s",
                  wrong == 0);

    screen.bitmap->before_close(closing);
    int status = screen_animate(&screen, frame);
    if (screen_frames(&screen) > 0)
        wrong += ripple_wrong(&screen, screen_frames(&screen)); // the last one
    screen_report(&screen, &report, wrong == 0);
    status |= report_end(&report, "%zu wrong bytes in frames of %zu pixels", wrong, screen.pixels);
    screen_end(&screen);
    return status;
}
