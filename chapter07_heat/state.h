// SPDX-License-Identifier: MIT
// What the three heat programs know of their room: on the host, on the device, and as it is shown.
#ifndef STATE_H
#define STATE_H

#include "pictures/cpu_anim.h"
#include "chapter.h"
#include "heat/colours.h"
#include "heat/plan.h"

const int ROOM_STEPS = 90; // in a frame
const int ROOM_FRAMES = 1; // without a window, unless --frames says

// The room on the host, for its start and its checks.
struct host_room {
    float *heaters;   // the temperatures that are kept, 0 elsewhere
    float *first;     // the room before the first step
    float *expected;  // the reference, so far
    float *got;       // what the device has
    float *spare;     // for the reference's steps
    double conserved; // the heat that must stay in the room; NAN where heaters change it
    uchar4 palette[ROOM_COLOURS]; // colours from cold to hot
};

// Temperatures on the device, and the texture over them in a program that has one.
struct field {
    float *cells;
    cudaTextureObject_t texture;
};

// The room on the device, as a program has laid it out there.
struct device_room {
    dim3 grid, block;              // one thread for each cell
    size_t pitch;                  // cells from the start of a row to that of the next
    struct field heaters, in, out; // a step reads in and writes out
    uchar4 *palette, *picture;
};

// How the room is shown, and what the frames took so far.
struct frames {
    CPUAnimBitmap *bitmap;
    bool steps_given; // by --steps
    bool adapts;      // as many steps in a frame as there is time for
    double began_ms;  // the latest frame, by the host's clock
    int count, steps; // frames, and the steps in all of them
    float sum_ms, min_ms, max_ms;
    char text[100]; // for the window
};

struct room {
    struct options options;
    size_t size, cells; // cells along each edge; size * size
    int steps;          // in a frame
    float k;            // how fast heat spreads
    struct host_room host;
    struct device_room dev;
    struct frames frames;
    void (*frame)(struct room *); // the program's: `steps` steps, and the picture of the last one
};

#endif
