// SPDX-License-Identifier: MIT
// What the three heat programs do around their lesson: the options, the room on the host, the
// checks and the report. state.h has the structs, heat/plan.h the room and the law, animation.h
// what moves.
#ifndef ROOM_H
#define ROOM_H

#include <math.h>
#include <stdint.h>

#include "animation.h"
#include "state.h"

// ---- checks ------------------------------------------------------------------------------------

static inline void room_copy_out(struct room *room, const float *dev_cells) {
    const size_t row = room->size * sizeof *dev_cells;
    HANDLE_ERROR(cudaMemcpy2D(room->host.got, row, dev_cells, room->dev.pitch * sizeof *dev_cells,
                              row, room->size, cudaMemcpyDeviceToHost));
}

// How many cells differ from the reference after `steps` more steps: bit for bit, none should.
static inline size_t room_check(struct room *room, const float *dev_cells, int steps) {
    room_reference(&room->host.expected, &room->host.spare, room->host.heaters, room->size, room->k,
                   steps);
    room_copy_out(room, dev_cells);
    return verify_floats(room->host.got, room->host.expected, room->cells, 0, 0);
}

static inline size_t room_check_picture(struct room *room) {
    uchar4 *picture = (uchar4 *)room->host.spare;
    for (size_t i = 0; i < room->cells; i++)
        picture[i] =
            room_cell_colour(room->host.expected[i], room->host.heaters[i], room->host.palette);
    return verify_bytes(room->frames.bitmap->get_ptr(), &picture->x,
                        room->frames.bitmap->image_size(), 0);
}

static inline double room_heat(const float *cells, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += cells[i];
    return sum;
}

// Two laws that need no reference: no cell is ever colder or hotter than all were at first, and a
// room without heaters keeps its heat. A step's roundings change that by 2^-22 of it, at worst.
static inline bool room_is_lawful(const struct room *room) {
    const double steps = room->frames.steps;
    const double heat = room_heat(room->host.got, room->cells);
    float coldest = INFINITY, hottest = -INFINITY;
    size_t outside = 0;
    for (size_t i = 0; i < room->cells; i++) {
        coldest = fminf(coldest, room->host.got[i]);
        hottest = fmaxf(hottest, room->host.got[i]);
        outside += !(room->host.got[i] >= 0 && room->host.got[i] <= ROOM_MAX);
    }
    const bool kept = isnan(room->host.conserved) ||
                      verify_close(heat, room->host.conserved, 0, steps / (1 << 22));
    if (!room->options.csv)
        printf("after %.0f steps: cells from %g to %g, heat %.9g\n", steps, coldest, hottest, heat);
    if (outside)
        fprintf(stderr, "%zu cells are colder or hotter than any was\n", outside);
    if (!kept)
        fprintf(stderr, "the room had heat %.9g, and has %.9g\n", room->host.conserved, heat);
    return outside == 0 && kept;
}

// ---- the parts of main that are no lesson ------------------------------------------------------

// The options, and the room on the host.
static inline void room_begin(struct room *room, int argc, char **argv, const char *about) {
    struct options *options = &room->options;
    double k = ROOM_MOST_K;
    size_t steps = 0, frames = 0;
    bool hue = false, heated = true;
    *options = options_default(ROOM_PLAN);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options->size, 1, IMAGE_MAX_SIDE, "cells along each edge"},
        {"k", OPTION_REAL, &k, ROOM_LEAST_K, ROOM_MOST_K, "how fast heat spreads"},
        {"steps", OPTION_COUNT, &steps, 1, 1e6,
         "steps in a frame; default: 90, in a window fewer where that would jerk"},
        {"frames", OPTION_COUNT, &frames, 1, 1e6,
         "how many frames; default: 1, in a window until it is closed"},
        {"seed", OPTION_SEED, &options->seed, 0, 0,
         "if not 0: noise in the cold part at the start"},
        {"no-heaters", OPTION_OFF, &heated, 0, 0, "let all cells change their temperature"},
        {"hue", OPTION_ON, &hue, 0, 0, "the classic colours, once round the colour wheel"},
        {"out", OPTION_FILE, &options->picture, 0, 0,
         "write the last frame to FILE (.png or .ppm), or all of them (.gif)"},
    };
    options_parse(options, argc, argv, about, rows);
    if (options->picture && anim_check_writable(options->picture))
        exit(OPTIONS_BAD);

    room->size = options->size;
    room->k = (float)k;
    room->steps = steps > 0 ? (int)steps : ROOM_STEPS;
    room->frames.steps_given = steps > 0;
    room->cells = options->size * options->size;
    float **const grids[] = {&room->host.heaters, &room->host.first, &room->host.expected,
                             &room->host.got, &room->host.spare};
    for (float **const grid : grids)
        *grid = (float *)host_alloc(options, room->cells, sizeof **grid);
    room_plan(room->host.heaters, room->host.first, room->size, options->seed);
    if (!heated)
        memset(room->host.heaters, 0, room->cells * sizeof *room->host.heaters);
    memcpy(room->host.expected, room->host.first, room->cells * sizeof *room->host.first);
    room->host.conserved = heated ? NAN : room_heat(room->host.first, room->cells);
    room_palette(room->host.palette, hue);
    room_screen(room, (int)frames);
}

// Refuses a room that the device's textures cannot hold.
static inline void room_limit(const struct room *room, size_t asked, cudaDeviceAttr limit,
                              const char *what) {
    int most;
    HANDLE_ERROR(cudaDeviceGetAttribute(&most, limit, 0));
    if (asked > (size_t)most)
        options_refuse(&room->options, "--size %zu: at most %d %s", room->size, most, what);
}

// The grid of a room on the device: a thread for each cell, in blocks of x by y.
static inline dim3 room_grid(const struct room *room, dim3 block) {
    return dim3((unsigned)((room->size + block.x - 1) / block.x), // rounded up
                (unsigned)((room->size + block.y - 1) / block.y));
}

// What a program says in the end: the whole job, a step, its second kernel alone in cells a
// nanosecond, and the window or the picture. Returns its exit status.
static inline int room_report(struct room *room, struct report *report,
                              const struct stopwatch *span, const struct timing *step,
                              const struct timing *diffusion, size_t wrong) {
    const double cells = (double)room->cells / 1e6;
    const int steps = room->steps;
    report_span(report, span, wrong == 0);
    report_kernel(report, "step", step, cells / step->median_ms, "Gcells/s", wrong == 0);
    report_kernel(report, "diffusion", diffusion, cells / diffusion->median_ms, "Gcells/s",
                  wrong == 0);
    int status = EXIT_SUCCESS;
    if (!room->options.csv || room->options.picture) {
        status = room_animate(room, step->median_ms);
        if (room->frames.count > 0) {
            room_copy_out(room, room->dev.in.cells);
            room_report_frames(room, report, room_is_lawful(room) && report->wrong == 0);
        }
    }
    return status |
           report_end(report, "%zu mismatches, %zu cells, %d steps", wrong, room->cells, steps);
}

// Frees the room, on the device too.
static inline void room_end(struct room *room) {
    for (struct field *field : {&room->dev.heaters, &room->dev.in, &room->dev.out}) {
        if (field->texture != 0)
            HANDLE_ERROR(cudaDestroyTextureObject(field->texture));
        HANDLE_ERROR(cudaFree(field->cells));
    }
    HANDLE_ERROR(cudaFree(room->dev.palette));
    HANDLE_ERROR(cudaFree(room->dev.picture));
    float *const grids[] = {room->host.heaters, room->host.first, room->host.expected,
                            room->host.got, room->host.spare};
    for (float *const grid : grids)
        free(grid);
    delete room->frames.bitmap;
}

#endif
