// SPDX-License-Identifier: MIT
// The room of the two heat programs: on the host, on the device, and the check. The room, its law
// and its colours are chapter 7's (common/heat).
#ifndef HEAT_H
#define HEAT_H

#include "heat/colours.h"
#include "heat/plan.h"
#include "screen.h"

const int HEAT_STEPS = 90, HEAT_FRAMES = 2; // in a frame; frames without a window, unless --frames

struct room {
    struct screen screen;
    int steps;                     // in a frame
    size_t bytes;                  // of a grid of temperatures
    float *heaters, *first;        // on the host: what keeps its temperature; the first room
    float *got, *expected, *spare; // the device's room, the reference, and room for its steps
    uchar4 palette[ROOM_COLOURS];  // colours from cold to hot
    float *dev_heaters, *dev_in, *dev_out; // a step reads in and writes out
    uchar4 *dev_palette;
};

// The options, and the room on the host.
static inline void heat_begin(struct room *room, int argc, char **argv, const char *about) {
    size_t steps = HEAT_STEPS;
    const struct option_row own = {"steps", OPTION_COUNT, &steps, 1, 1e6, "in a frame"};
    screen_begin(&room->screen, room, argc, argv, about, own, HEAT_FRAMES, "room.png");
    const size_t cells = room->screen.pixels, size = (size_t)room->screen.size;
    room->steps = (int)steps;
    room->bytes = cells * sizeof(float);
    for (float **grid : {&room->heaters, &room->first, &room->got, &room->expected, &room->spare})
        *grid = (float *)host_alloc(&room->screen.options, cells, sizeof **grid);
    room_plan(room->heaters, room->first, size, 0);
    memcpy(room->expected, room->first, room->bytes);
    room_palette(room->palette, false);
}

// The room before the first step, on the device.
static inline void heat_reset(struct room *room) {
    HANDLE_ERROR(cudaMemcpy(room->dev_in, room->first, room->bytes, cudaMemcpyHostToDevice));
}

// How many cells of a room on the device differ from the reference, `steps` after the last check.
static inline size_t heat_wrong(struct room *room, const float *dev_cells, int steps) {
    room_reference(&room->expected, &room->spare, room->heaters, (size_t)room->screen.size,
                   (float)ROOM_MOST_K, steps);
    HANDLE_ERROR(cudaMemcpy(room->got, dev_cells, room->bytes, cudaMemcpyDeviceToHost));
    return verify_floats(room->got, room->expected, room->screen.pixels, 0, 0);
}

// How many bytes of the picture on the host are not the colours of the device's room, and how many
// cells of that are colder or hotter than any cell was at first.
static inline size_t heat_wrong_picture(struct room *room) {
    size_t outside = 0;
    HANDLE_ERROR(cudaMemcpy(room->got, room->dev_in, room->bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < room->screen.pixels; i++) {
        outside += !(room->got[i] >= 0 && room->got[i] <= ROOM_MAX);
        room->screen.expected[i] = room_cell_colour(room->got[i], room->heaters[i], room->palette);
    }
    return outside + screen_wrong(&room->screen, 0);
}

static inline void heat_end(struct room *room) {
    for (float *dev_grid : {room->dev_heaters, room->dev_in, room->dev_out})
        HANDLE_ERROR(cudaFree(dev_grid));
    HANDLE_ERROR(cudaFree(room->dev_palette));
    for (float *grid : {room->heaters, room->first, room->got, room->expected, room->spare})
        free(grid);
    screen_end(&room->screen);
}

#endif
