// SPDX-License-Identifier: MIT
// Heat spreading through a room, each frame copied to the host and from there to the screen.
//
// What it teaches: a simulation that lives on the device. Ninety steps follow each other there, and
// only the picture of the last one leaves it. Then heat_shared: diff them. The steps are those of
// chapter 7, in one kernel.
//
//     heat_copy; heat_shared; heat_copy --no-window --frames 50 --out room.gif
//
// It prints the time of a first frame and of its parts, checks it, and times a step, the colours
// and the copy alone. Then come the frames, in a window or into room.png, and what they took.
#include <utility>

#include "chapter.h"
#include "heat.h"
#include "screen.h"

#define ABOUT "Heat in a room; each frame goes through the host (heat_copy) or not (heat_shared)."

// A cell as its neighbours see it: a heater has its own temperature, whatever a step made of it.
__device__ float seen(const float *in, const float *heaters, size_t cell) {
    float t = heaters[cell];
    if (t == 0)
        t = in[cell];
    return t;
}

// One thread: a cell after a step, out of five before it. Beyond a wall it sees itself. Bound by
// memory: up to ten reads, of which caches serve eight.
__global__ void step(float *out, const float *in, const float *heaters, int size, float k) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return; // the last blocks reach over the edge

    const size_t cell = x + (size_t)y * size;
    const float above = seen(in, heaters, y < size - 1 ? cell + size : cell);
    const float below = seen(in, heaters, y > 0 ? cell - size : cell);
    const float left = seen(in, heaters, x > 0 ? cell - 1 : cell);
    const float right = seen(in, heaters, x < size - 1 ? cell + 1 : cell);
    out[cell] = room_diffuse(seen(in, heaters, cell), above, below, left, right, k);
}

// One thread: a pixel, the colour of its cell.
__global__ void colour(uchar4 *pixels, const float *in, const float *heaters, int size,
                       const uchar4 *palette) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    const size_t cell = x + (size_t)y * size;
    if (x < size && y < size)
        pixels[cell] = room_cell_colour(in[cell], heaters[cell], palette);
}

static void launch_step(const struct room *room) {
    const struct screen *screen = &room->screen;
    step<<<screen->grid, screen->block>>>(room->dev_out, room->dev_in, room->dev_heaters,
                                          screen->size, (float)ROOM_MOST_K);
    HANDLE_ERROR(cudaGetLastError());
}

// The steps of a frame, then their last one's colours.
static void draw(struct room *room, uchar4 *pixels) {
    const struct screen *screen = &room->screen;
    for (int i = 0; i < room->steps; i++) {
        launch_step(room);
        std::swap(room->dev_in, room->dev_out);
    }
    colour<<<screen->grid, screen->block>>>(pixels, room->dev_in, room->dev_heaters, screen->size,
                                            room->dev_palette);
    HANDLE_ERROR(cudaGetLastError());
}

// A frame, into our own device memory and from there to the host's.
static void frame(void *data, int ticks) {
    struct room *room = (struct room *)data;
    (void)ticks;
    draw(room, room->screen.dev_pixels);
    screen_copy(&room->screen);
}

int main(int argc, char **argv) {
    struct room room = {};
    struct screen *screen = &room.screen;
    heat_begin(&room, argc, argv, ABOUT);
    struct report report = report_begin(&screen->options);

    // The whole job, once: memory on the device, the room there, a frame, its copy on the host.
    struct stopwatch span = stopwatch_start();
    for (float **dev_grid : {&room.dev_heaters, &room.dev_in, &room.dev_out})
        HANDLE_ERROR(cudaMalloc(dev_grid, room.bytes));
    HANDLE_ERROR(cudaMalloc(&room.dev_palette, sizeof room.palette));
    HANDLE_ERROR(cudaMalloc(&screen->dev_pixels, screen->bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, room.dev_out, room.bytes);
    stopwatch_poison(&span, screen->dev_pixels, screen->bytes);
    HANDLE_ERROR(cudaMemcpy(room.dev_heaters, room.heaters, room.bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(
        cudaMemcpy(room.dev_palette, room.palette, sizeof room.palette, cudaMemcpyHostToDevice));
    heat_reset(&room);
    stopwatch_lap(&span, "copy in");
    draw(&room, screen->dev_pixels);
    stopwatch_lap(&span, "kernels");
    screen_copy(screen);
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = heat_wrong(&room, room.dev_in, room.steps) + heat_wrong_picture(&room);

    // A step alone, the next one, many times; and the copy alone.
    struct timing one = timing_start(screen->options.runs, room.dev_out, room.bytes);
    while (timing_next(&one))
        launch_step(&room);
    wrong += heat_wrong(&room, room.dev_out, 1);
    struct timing copy = timing_start(screen->options.runs, NULL, 0);
    while (timing_next(&copy))
        screen_copy(screen);

    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "step", &one, (double)screen->pixels / (one.median_ms * 1e6), "Gcells/s",
                  wrong == 0);
    report_kernel(&report, "copy", &copy, (double)screen->bytes / (copy.median_ms * 1e6), "GB/s",
                  wrong == 0);

    heat_reset(&room);
    int status = screen_animate(screen, frame);
    if (screen_frames(screen) > 0)
        wrong += heat_wrong_picture(&room); // the last one
    screen_report(screen, &report, wrong == 0);
    status |= report_end(&report, "%zu mismatches, %zu cells, %d steps in a frame", wrong,
                         screen->pixels, room.steps);
    heat_end(&room);
    return status;
}
