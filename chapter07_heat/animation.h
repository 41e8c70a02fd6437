// SPDX-License-Identifier: MIT
// The room as it moves: in a window, where the mouse paints heat, or in a file.
#ifndef ANIMATION_H
#define ANIMATION_H

#include <time.h>

#include "state.h"

const float ROOM_FRAME_MS = 40; // what a frame may take in a window, drawing included

// One thread: a cell's colour, looked up in a table. Left to the GPU, because the room is there.
static __global__ void room_colour(uchar4 *picture, const float *cells, const float *heaters,
                                   size_t pitch, size_t size, const uchar4 *palette) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x < size && y < size)
        picture[x + y * size] =
            room_cell_colour(cells[x + y * pitch], heaters[x + y * pitch], palette);
}

// Copies a room of the host to the device, where a row may be longer than its cells.
static inline void room_copy_in(const struct room *room, float *dev_cells, const float *cells) {
    const size_t row = room->size * sizeof *cells;
    HANDLE_ERROR(cudaMemcpy2D(dev_cells, room->dev.pitch * sizeof *cells, cells, row, row,
                              room->size, cudaMemcpyHostToDevice));
}

// The picture of the room, on the device.
static inline void room_draw(struct room *room) {
    const struct device_room *dev = &room->dev;
    room_colour<<<dev->grid, dev->block>>>(dev->picture, dev->in.cells, dev->heaters.cells,
                                           dev->pitch, room->size, dev->palette);
    HANDLE_ERROR(cudaGetLastError());
}

// A heater along the line from (x0, y0) to (x1, y1): each cell looks how far away it is.
static __global__ void room_paint(float *heaters, size_t pitch, size_t size, float x0, float y0,
                                  float x1, float y1, float radius) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    const float line_x = x1 - x0, line_y = y1 - y0;
    const float length = fmaxf(line_x * line_x + line_y * line_y, 1); // squared
    const float along = ((x - x0) * line_x + (y - y0) * line_y) / length;
    const float on_line = fminf(fmaxf(along, 0), 1);
    const float dx = x - x0 - on_line * line_x, dy = y - y0 - on_line * line_y;
    if (dx * dx + dy * dy <= radius * radius)
        heaters[x + y * pitch] = ROOM_MAX;
}

// Called by the window when the mouse was dragged: the stroke stays hot from now on.
static inline void room_drag(void *data, int x0, int y0, int x1, int y1) {
    struct room *room = (struct room *)data;
    struct device_room *dev = &room->dev;
    room_paint<<<dev->grid, dev->block>>>(dev->heaters.cells, dev->pitch, room->size, x0, y0, x1,
                                          y1, room->size / 100.0f);
    HANDLE_ERROR(cudaGetLastError());
    room->host.conserved = NAN;
}

// The window or the file, before anything is in it.
static inline void room_screen(struct room *room, int frames) {
    CPUAnimBitmap *bitmap = new CPUAnimBitmap((int)room->size, (int)room->size, room);
    if (bitmap->get_ptr() == NULL)
        exit(OPTIONS_BAD);
    room->frames.bitmap = bitmap;
    bitmap->title = room->options.program;
    bitmap->save_as = room->options.picture ? room->options.picture : "room.png";
    bitmap->save = room->options.picture != NULL;
    bitmap->window = room->options.window && !room->options.csv;
    bitmap->frames = frames;
    if (frames == 0 && (!bitmap->window || !window_available()))
        bitmap->frames = ROOM_FRAMES;
    bitmap->click_drag(room_drag, "heat");
    bitmap->set_scale(&room->host.palette->x, ROOM_COLOURS, "0", "1", room->frames.text);
}

// How long drawing takes, and whatever else this machine does, shows only in the time from frame to
// frame: so the steps follow it, by half of the way. A pause must not count as a slow frame.
static inline void room_adapt(struct room *room) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double now_ms = (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
    const double took_ms = now_ms - room->frames.began_ms;
    if (room->frames.count > 0 && took_ms < 20 * ROOM_FRAME_MS) {
        const double fit = room->steps * ROOM_FRAME_MS / took_ms;
        room->steps = (int)fmin(fmax((room->steps + fit) / 2, 1), ROOM_STEPS);
    }
    room->frames.began_ms = now_ms;
}

// Called by the animation, frame by frame.
static inline void room_frame(void *data, int ticks) {
    struct room *room = (struct room *)data;
    struct frames *frames = &room->frames;
    if (frames->adapts)
        room_adapt(room);
    struct stopwatch span = stopwatch_start();
    room->frame(room);
    HANDLE_ERROR(cudaMemcpy(room->frames.bitmap->get_ptr(), room->dev.picture,
                            room->frames.bitmap->image_size(), cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "frame");
    stopwatch_stop(&span);
    frames->sum_ms += span.total_ms;
    frames->min_ms = ticks == 1 ? span.total_ms : fminf(frames->min_ms, span.total_ms);
    frames->max_ms = fmaxf(frames->max_ms, span.total_ms);
    frames->count = ticks;
    frames->steps += room->steps;
    snprintf(frames->text, sizeof frames->text, "frame %d, step %d, %s ms a frame; grey: kept cold",
             ticks, frames->steps, digits(frames->sum_ms / ticks, 3).text);
}

// The animation, from the first temperatures on. In a window a frame has as many of its steps as
// fit ROOM_FRAME_MS, unless --steps says: else a slow device would show a slide show.
static inline int room_animate(struct room *room, float step_ms) {
    room_copy_in(room, room->dev.in.cells, room->host.first);
    const float fit = fmaxf(ROOM_FRAME_MS / 2 / step_ms, 1); // and as much for drawing, at first
    if (room->frames.bitmap->window && window_available() && !room->frames.steps_given &&
        fit < ROOM_STEPS) {
        room->steps = (int)fit;
        room->frames.adapts = true;
        printf("window: fewer than %d steps per frame, for a smooth animation (--steps %d: all)\n",
               ROOM_STEPS, ROOM_STEPS);
    }
    fflush(stdout);
    return room->frames.bitmap->anim_and_exit(room_frame);
}

static inline void room_report_frames(const struct room *room, struct report *report, bool right) {
    const struct frames *frames = &room->frames;
    const float average = frames->sum_ms / frames->count;
    const float ms[] = {average, frames->min_ms, frames->max_ms};
    report_row(report, "frame", ms, 1e3 / average, "frames/s", right);
    if (!right || room->options.csv)
        return;
    printf("Average Time per frame:  %s ms", digits(average, 3).text);
    if (room->frames.adapts)
        printf(" of %.3g steps", (double)room->frames.steps / room->frames.count);
    printf("\n");
}

#endif
