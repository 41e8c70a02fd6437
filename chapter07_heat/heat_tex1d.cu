// SPDX-License-Identifier: MIT
// Heat spreading through a room, read through one-dimensional textures.
//
// What it teaches: a stencil, where each cell needs its neighbours, and a simulation in many small
// kernels, one after the other. The three programs differ in how they read: diff them.
//
//     heat_global; heat_tex1d; heat_tex2d        the window's title names its keys
//     heat_global --no-window --frames 50 --out room.gif; heat_global --hue; heat_global --help
//
// It prints the time of a first frame and of its parts, checks the frame and its picture against a
// reference, then times one step (both kernels) and the diffusion in it alone. Then the room is
// animated in a window, or a few frames are computed and the last goes to room.png; after that it
// has to obey two laws.
#include <utility>

#include "chapter.h"
#include "heat/colours.h"
#include "heat/plan.h"
#include "heat/textures.h"
#include "room.h"

#define ABOUT "Spreads heat through a room, read from global memory (heat_global) or as a texture."

const int BLOCK_X = 64, BLOCK_Y = 4; // threads of a block; the 32 of a warp lie in one row
const float BUDGET_MS = 100;         // for the runs of each kernel that is timed

// Heaters first: whatever the step before did to them, they have their temperature again. Bound by
// memory: every cell is read to find the few that are heaters. pitch: cells from row to row.
__global__ void keep_heaters(float *in, cudaTextureObject_t heaters, size_t pitch, size_t size) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return; // the last blocks reach over the edge

    const float heater = tex1Dfetch<float>(heaters, (int)(x + y * pitch));
    if (heater != 0)
        in[x + y * pitch] = heater;
}

// One thread: a new cell out of five old ones. Each old cell is read five times, by threads near
// one another, so that a cache serves four of the five. No heat gets through a wall: for a cell
// outside, the cell on the edge is read. A texture of one dimension knows no rows.
__global__ void diffuse(float *out, cudaTextureObject_t in, size_t pitch, size_t size, float k) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;

    const size_t i = x + y * pitch;
    const size_t above = y < size - 1 ? i + pitch : i;
    const size_t below = y > 0 ? i - pitch : i;
    const size_t left = x > 0 ? i - 1 : i;
    const size_t right = x < size - 1 ? i + 1 : i;
    out[x + y * pitch] =
        room_diffuse(tex1Dfetch<float>(in, (int)i), tex1Dfetch<float>(in, (int)above),
                     tex1Dfetch<float>(in, (int)below), tex1Dfetch<float>(in, (int)left),
                     tex1Dfetch<float>(in, (int)right), k);
}

static void launch_diffuse(struct room *room) {
    struct device_room *dev = &room->dev;
    diffuse<<<dev->grid, dev->block>>>(dev->out.cells, dev->in.texture, dev->pitch, room->size,
                                       room->k);
}

static void step(struct room *room) {
    struct device_room *dev = &room->dev;
    keep_heaters<<<dev->grid, dev->block>>>(dev->in.cells, dev->heaters.texture, dev->pitch,
                                            room->size);
    launch_diffuse(room);
    HANDLE_ERROR(cudaGetLastError());
}

// A frame: a number of steps, then the colours of the last. Each step reads what the previous one
// wrote: the two fields change places, and nothing is copied.
static void frame(struct room *room) {
    for (int i = 0; i < room->steps; i++) {
        step(room);
        std::swap(room->dev.in, room->dev.out);
    }
    room_draw(room);
}

int main(int argc, char **argv) {
    struct room room = {};
    room_begin(&room, argc, argv, ABOUT); // the options, and the room on the host
    room_limit(&room, room.cells, cudaDevAttrMaxTexture1DLinearWidth, "cells in a 1-D texture");
    struct report report = report_begin(&room.options);
    const size_t row = room.size * sizeof(float); // bytes

    // The whole job, once: memory on the device, the room there, a frame, its picture back.
    room.frame = frame;
    struct device_room *dev = &room.dev;
    struct field *const fields[] = {&dev->heaters, &dev->in, &dev->out};
    dev->block = dim3(BLOCK_X, BLOCK_Y);
    dev->grid = room_grid(&room, dev->block);
    struct stopwatch span = stopwatch_start();
    size_t pitch = row; // bytes from row to row
    for (struct field *field : fields) {
        HANDLE_ERROR(cudaMalloc(&field->cells, pitch * room.size));
        field->texture = texture_linear(field->cells, pitch * room.size);
    }
    const size_t bytes = pitch * room.size;
    dev->pitch = pitch / sizeof(float);
    HANDLE_ERROR(cudaMalloc(&dev->palette, sizeof room.host.palette));
    HANDLE_ERROR(cudaMalloc(&dev->picture, room.frames.bitmap->image_size()));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev->out.cells, bytes);
    stopwatch_poison(&span, dev->picture, room.frames.bitmap->image_size());
    room_copy_in(&room, dev->heaters.cells, room.host.heaters);
    room_copy_in(&room, dev->in.cells, room.host.first);
    HANDLE_ERROR(cudaMemcpy(dev->palette, room.host.palette, sizeof room.host.palette,
                            cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    frame(&room);
    stopwatch_lap(&span, "kernels");
    HANDLE_ERROR(cudaMemcpy(room.frames.bitmap->get_ptr(), dev->picture,
                            room.frames.bitmap->image_size(), cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = room_check(&room, dev->in.cells, room.steps) + room_check_picture(&room);

    // The next step, many times from the same room: both kernels, then the second one alone.
    struct timing both = timing_start(room.options.runs, dev->out.cells, bytes);
    both.budget_ms = BUDGET_MS;
    while (timing_next(&both))
        step(&room);
    wrong += room_check(&room, dev->out.cells, 1);
    struct timing alone = timing_start(room.options.runs, dev->out.cells, bytes);
    alone.budget_ms = BUDGET_MS;
    while (timing_next(&alone))
        launch_diffuse(&room);
    wrong += room_check(&room, dev->out.cells, 0);

    const int status = room_report(&room, &report, &span, &both, &alone, wrong);
    room_end(&room);
    return status;
}
