// SPDX-License-Identifier: MIT
// The room that the heat programs share: its heaters and first temperatures, the law by which heat
// spreads, a reference, the colours, and the animation.
//
// The three programs' rooms are the same bit for bit, on every GPU and CPU, because one function,
// room_diffuse, adds in one order everywhere, and because its last sum takes in a product by fmaf:
// of `t + k * x` one compiler makes two roundings and the next a fused one.
#ifndef ROOM_H
#define ROOM_H

#include <math.h>
#include <stdint.h>

#include "book.h"
#include "cpu_anim.h"
#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "random.h"
#include "report.h"
#include "verify.h"

const int ROOM_PLAN = 1024;     // cells along an edge of the room that is described below
const float ROOM_MAX = 1;       // the hottest heater
const float ROOM_MIN = 0.0001f; // the coldest; a cell of 0 is not a heater
const double ROOM_MOST_K = 0.25,
             ROOM_LEAST_K = 1e-6; // above a quarter the steps swing, and explode
const int ROOM_STEPS = 90;        // in a frame
const int ROOM_FRAMES = 1;        // without a window, unless --frames says
const int ROOM_COLOURS = 256;

// The room, on the host and on the device, and what a program was asked to do with it.
struct Room {
    struct options options;
    size_t size;        // cells along each edge
    int steps;          // in a frame
    float k;            // how fast heat spreads
    size_t cells;       // size * size
    float *heaters;     // the temperatures that are kept, 0 elsewhere
    float *first;       // the room before the first step
    float *expected;    // the reference, so far
    float *got, *spare; // room for a room
    uchar4 palette[ROOM_COLOURS];
    CPUAnimBitmap *bitmap;

    size_t pitch;     // on the device: cells from the start of a row to that of the next
    dim3 grid, block; // a thread for each cell
    float *dev_heaters, *dev_in, *dev_out;
    cudaTextureObject_t tex_heaters, tex_in, tex_out; // the same three, where read as textures
    uchar4 *dev_palette, *dev_picture;
    void (*step)(struct Room *); // fills dev_out from dev_in

    int frames; // shown so far, and how long they took
    float sum_ms, min_ms, max_ms;
    double conserved; // the heat that must stay in the room; NAN where heaters change it
};

// ---- the room as it is at first ----------------------------------------------------------------

// Rooms of other sizes have the same plan, stretched; the four heaters of one cell stay one cell.
static inline void room_point(float *heaters, size_t size, size_t x, size_t y, float temperature) {
    heaters[x * size / ROOM_PLAN + y * size / ROOM_PLAN * size] = temperature;
}

// --seed: 0 is the plan; any other number fills the cold part with noise.
static inline void room_plan(float *heaters, float *first, size_t size, uint64_t seed) {
    for (size_t i = 0; i < size * size; i++) {
        const size_t x = i % size * ROOM_PLAN / size, y = i / size * ROOM_PLAN / size;
        const bool hot = x > 300 && x < 600 && y > 310 && y < 601;
        const bool cold = x >= 400 && x < 500 && y >= 800 && y < 900;
        heaters[i] = hot ? ROOM_MAX : cold ? ROOM_MIN : 0;
    }
    room_point(heaters, size, 100, 100, (ROOM_MAX + ROOM_MIN) / 2);
    room_point(heaters, size, 100, 700, ROOM_MIN);
    room_point(heaters, size, 300, 300, ROOM_MIN);
    room_point(heaters, size, 700, 200, ROOM_MIN);

    for (size_t i = 0; i < size * size; i++) {
        const size_t x = i % size * ROOM_PLAN / size, y = i / size * ROOM_PLAN / size;
        const bool warm = x < 200 && y >= 800; // at first, and then it cools down
        const float cold = heaters[i] == 0 && seed != 0 ? random_number(seed, i) : heaters[i];
        first[i] = warm ? ROOM_MAX : cold;
    }
}

// ---- how heat spreads --------------------------------------------------------------------------

// A cell after one step, from its temperature and those around it. A quarter of the difference to
// each neighbour at most: the result is a mean of the five, never hotter than the hottest. 4 * t is
// exact, so that only the product with k is rounded, or is not.
__host__ __device__ inline float room_diffuse(float t, float top, float bottom, float left,
                                              float right, float k) {
    return fmaf(k, top + bottom + left + right - 4 * t, t);
}

// The reference, so many steps on: two plain loops over the room.
static inline void room_reference(struct Room *room, int steps) {
    const size_t size = room->size, last = size - 1;
    for (; steps > 0; steps--) {
        float *in = room->expected, *out = room->spare;
        for (size_t i = 0; i < room->cells; i++)
            in[i] = room->heaters[i] != 0 ? room->heaters[i] : in[i];
        for (size_t y = 0; y < size; y++) {
            const float *row = in + y * size;
            const float *above = row + (y < last ? size : 0);
            const float *below = row - (y > 0 ? size : 0);
            for (size_t x = 0; x < size; x++)
                out[x + y * size] =
                    room_diffuse(row[x], above[x], below[x], x > 0 ? row[x - 1] : row[x],
                                 x < last ? row[x + 1] : row[x], room->k);
        }
        room->expected = out;
        room->spare = in;
    }
}

// ---- colours -----------------------------------------------------------------------------------

// One channel of a colour in sRGB's curve, from its light in [0, 1].
static inline unsigned char room_channel(double light) {
    const double c = fmin(fmax(light, 0), 1);
    return (unsigned char)lrint(255 *
                                (c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055));
}

// The map to read temperatures from: equal steps of temperature are equal steps of lightness to the
// eye, from a dark blue through red to a light yellow (in Ottosson's OKLab; the colour is weakened
// where a screen can't show it).
static inline uchar4 room_perceptual(double t) {
    const double lightness = 0.16 + 0.8 * t, hue = (270 + 190 * t) * 3.14159265358979 / 180;
    double r, g, b, chroma = 0.04 + 0.17 * sin(3.14159265358979 * fmin(1, 0.05 + t));
    do {
        const double p = chroma * cos(hue), q = chroma * sin(hue);
        const double l = pow(lightness + 0.3963377774 * p + 0.2158037573 * q, 3);
        const double m = pow(lightness - 0.1055613458 * p - 0.0638541728 * q, 3);
        const double s = pow(lightness - 0.0894841775 * p - 1.2914855480 * q, 3);
        r = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
        g = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
        b = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
        chroma -= 0.005;
    } while (chroma > 0 && (fmin(r, fmin(g, b)) < 0 || fmax(r, fmax(g, b)) > 1));
    return make_uchar4(room_channel(r), room_channel(g), room_channel(b), 255);
}

// The classic map, --hue: once round the colour wheel from cyan, growing lighter (HSL).
static inline uchar4 room_hue(double t) {
    unsigned char channel[3];
    for (int i = 0; i < 3; i++) {
        const double k = fmod(12 * (0.5 + t) + 8 * i, 12);
        const double wave = fmax(-1, fmin(1, fmin(k - 3, 9 - k)));
        channel[i] = (unsigned char)lrint(255 * (t - fmin(t, 1 - t) * wave));
    }
    return make_uchar4(channel[0], channel[1], channel[2], 255);
}

static inline void room_palette(uchar4 *palette, bool hue) {
    for (int i = 0; i < ROOM_COLOURS; i++) {
        const double t = (double)i / (ROOM_COLOURS - 1);
        palette[i] = hue ? room_hue(t) : room_perceptual(t);
    }
}

__host__ __device__ inline uchar4 room_colour(float t, const uchar4 *palette) {
    const float inside = fminf(fmaxf(t / ROOM_MAX, 0), 1); // a NaN becomes 0, not a wild index
    return palette[(int)fmaf(inside, ROOM_COLOURS - 1, 0.5f)];
}

static __global__ void room_draw(uchar4 *picture, const float *cells, size_t pitch, size_t size,
                                 const uchar4 *palette) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x < size && y < size)
        picture[x + y * size] = room_colour(cells[x + y * pitch], palette);
}

// ---- frames ------------------------------------------------------------------------------------

static inline dim3 room_grid(const struct Room *room) {
    return dim3((unsigned)((room->size + room->block.x - 1) / room->block.x), // rounded up
                (unsigned)((room->size + room->block.y - 1) / room->block.y));
}

// The next steps. What one writes the next reads: the two grids change places, and nothing is
// copied.
static inline void room_steps(struct Room *room, int steps) {
    for (; steps > 0; steps--) {
        room->step(room);
        float *const cells = room->dev_in;
        const cudaTextureObject_t texture = room->tex_in;
        room->dev_in = room->dev_out;
        room->tex_in = room->tex_out;
        room->dev_out = cells;
        room->tex_out = texture;
    }
}

static inline void room_picture(struct Room *room) {
    room_draw<<<room->grid, room->block>>>(room->dev_picture, room->dev_in, room->pitch, room->size,
                                           room->dev_palette);
    HANDLE_ERROR(cudaGetLastError());
}

// Called by the animation.
static inline void room_frame(void *data, int ticks) {
    struct Room *room = (struct Room *)data;
    struct stopwatch span = stopwatch_start();
    room_steps(room, room->steps);
    room_picture(room);
    HANDLE_ERROR(cudaMemcpy(room->bitmap->get_ptr(), room->dev_picture, room->bitmap->image_size(),
                            cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "frame");
    stopwatch_stop(&span);
    room->sum_ms += span.total_ms;
    room->min_ms = ticks == 1 ? span.total_ms : fminf(room->min_ms, span.total_ms);
    room->max_ms = fmaxf(room->max_ms, span.total_ms);
    room->frames = ticks;

    char title[100];
    snprintf(title, sizeof title, "%s: %s ms a frame", room->bitmap->title,
             digits(room->sum_ms / ticks, 3).text);
    room->bitmap->set_title(title);
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
    struct Room *room = (struct Room *)data;
    room_paint<<<room->grid, room->block>>>(room->dev_heaters, room->pitch, room->size, x0, y0, x1,
                                            y1, room->size / 100.0f);
    HANDLE_ERROR(cudaGetLastError());
    room->conserved = NAN;
}

// ---- checks ------------------------------------------------------------------------------------

static inline void room_copy_out(struct Room *room, const float *dev_cells) {
    const size_t row = room->size * sizeof *dev_cells;
    HANDLE_ERROR(cudaMemcpy2D(room->got, row, dev_cells, room->pitch * sizeof *dev_cells, row,
                              room->size, cudaMemcpyDeviceToHost));
}

// How many cells differ from the reference after so many more steps: bit for bit, none should.
static inline size_t room_check(struct Room *room, const float *dev_cells, int steps) {
    room_reference(room, steps);
    room_copy_out(room, dev_cells);
    return verify_floats(room->got, room->expected, room->cells, 0, 0);
}

static inline size_t room_check_picture(struct Room *room) {
    uchar4 *picture = (uchar4 *)room->spare;
    for (size_t i = 0; i < room->cells; i++)
        picture[i] = room_colour(room->expected[i], room->palette);
    return verify_bytes(room->bitmap->get_ptr(), &picture->x, room->bitmap->image_size(), 0);
}

static inline double room_heat(const float *cells, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += cells[i];
    return sum;
}

// Two laws that need no reference: no cell is ever colder or hotter than all were at first, and a
// room without heaters keeps its heat. A step's roundings change that by 2^-22 of it, at worst.
static inline bool room_is_lawful(const struct Room *room) {
    const double steps = (double)room->frames * room->steps;
    const double heat = room_heat(room->got, room->cells);
    float coldest = INFINITY, hottest = -INFINITY;
    size_t outside = 0;
    for (size_t i = 0; i < room->cells; i++) {
        coldest = fminf(coldest, room->got[i]);
        hottest = fmaxf(hottest, room->got[i]);
        outside += !(room->got[i] >= 0 && room->got[i] <= ROOM_MAX);
    }
    const bool kept =
        isnan(room->conserved) || verify_close(heat, room->conserved, 0, steps / (1 << 22));
    if (!room->options.csv)
        printf("after %.0f steps: cells from %g to %g, heat %.9g\n", steps, coldest, hottest, heat);
    if (outside)
        fprintf(stderr, "%zu cells are colder or hotter than any was\n", outside);
    if (!kept)
        fprintf(stderr, "the room had heat %.9g, and has %.9g\n", room->conserved, heat);
    return outside == 0 && kept;
}

// ---- the parts of main that are no lesson ------------------------------------------------------

// The options, and the room on the host.
static inline void room_begin(struct Room *room, int argc, char **argv, const char *about) {
    struct options *options = &room->options;
    double k = ROOM_MOST_K;
    size_t steps = ROOM_STEPS, frames = 0;
    bool hue = false, heated = true;
    *options = options_default(ROOM_PLAN);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options->size, 1, IMAGE_MAX_SIDE, "cells along each edge"},
        {"k", OPTION_REAL, &k, ROOM_LEAST_K, ROOM_MOST_K, "how fast heat spreads"},
        {"steps", OPTION_COUNT, &steps, 1, 1e6, "steps in a frame"},
        {"frames", OPTION_COUNT, &frames, 1, 1e6,
         "how many; without, a window shows no end of them"},
        {"seed", OPTION_SEED, &options->seed, 0, 0, "not 0: noise where the room is cold at first"},
        {"no-heaters", OPTION_OFF, &heated, 0, 0, "let all cells change their temperature"},
        {"hue", OPTION_ON, &hue, 0, 0, "the classic colours, round the colour wheel"},
        {"out", OPTION_FILE, &options->picture, 0, 0,
         "write the last frame to FILE (.png or .ppm), or all of them (.gif)"},
    };
    options_parse(options, argc, argv, about, rows);
    if (options->picture && anim_check_writable(options->picture))
        exit(OPTIONS_BAD);

    room->size = options->size;
    room->k = (float)k;
    room->steps = (int)steps;
    room->cells = options->size * options->size;
    float **const grids[] = {&room->heaters, &room->first, &room->expected, &room->got,
                             &room->spare};
    for (float **const grid : grids)
        *grid = (float *)host_alloc(options, room->cells, sizeof **grid);
    room->bitmap = new CPUAnimBitmap((int)room->size, (int)room->size, room);
    if (room->bitmap->get_ptr() == NULL)
        exit(OPTIONS_BAD);
    room->bitmap->title = options->program;
    room->bitmap->save_as = options->picture ? options->picture : "room.png";
    room->bitmap->save = options->picture != NULL;
    room->bitmap->window = options->window && !options->csv;
    room->bitmap->frames = (int)frames;
    if (frames == 0 && (!room->bitmap->window || !window_available()))
        room->bitmap->frames = ROOM_FRAMES;
    room->bitmap->click_drag(room_drag);

    room_plan(room->heaters, room->first, room->size, options->seed);
    if (!heated)
        memset(room->heaters, 0, room->cells * sizeof *room->heaters);
    memcpy(room->expected, room->first, room->cells * sizeof *room->first);
    room->conserved = heated ? NAN : room_heat(room->first, room->cells);
    room_palette(room->palette, hue);
}

// The animation, from the first temperatures on, then the laws. Returns the exit status so far.
static inline int room_show(struct Room *room, struct report *report) {
    if (room->options.csv && !room->options.picture)
        return EXIT_SUCCESS;
    const size_t row = room->size * sizeof *room->first;
    HANDLE_ERROR(cudaMemcpy2D(room->dev_in, room->pitch * sizeof *room->first, room->first, row,
                              row, room->size, cudaMemcpyHostToDevice));
    fflush(stdout);
    const int status = room->bitmap->anim_and_exit(room_frame);
    if (room->frames == 0)
        return status;
    room_copy_out(room, room->dev_in);
    const bool right = room_is_lawful(room) && report->wrong == 0;
    const float average = room->sum_ms / room->frames;
    const float ms[] = {average, room->min_ms, room->max_ms};
    report_row(report, "frame", ms, 1e3 / average, "frames/s", right);
    if (right && !room->options.csv)
        printf("Average Time per frame:  %s ms\n", digits(average, 3).text);
    return status;
}

// What a program says in the end: the whole job, a step, its second kernel alone in cells a
// nanosecond, and the window or the picture. Returns its exit status.
static inline int room_report(struct Room *room, struct report *report,
                              const struct stopwatch *span, const struct timing *step,
                              const struct timing *diffusion, size_t wrong) {
    const double cells = (double)room->cells / 1e6;
    report_span(report, span, wrong == 0);
    report_kernel(report, "step", step, cells / step->median_ms, "Gcells/s", wrong == 0);
    report_kernel(report, "diffusion", diffusion, cells / diffusion->median_ms, "Gcells/s",
                  wrong == 0);
    const int status = room_show(room, report);
    return status | report_end(report, "%zu mismatches, %zu cells, %d steps", wrong, room->cells,
                               room->steps);
}

// Frees the room, on the device too.
static inline void room_end(struct Room *room) {
    HANDLE_ERROR(cudaFree(room->dev_heaters));
    HANDLE_ERROR(cudaFree(room->dev_in));
    HANDLE_ERROR(cudaFree(room->dev_out));
    HANDLE_ERROR(cudaFree(room->dev_palette));
    HANDLE_ERROR(cudaFree(room->dev_picture));
    float *const grids[] = {room->heaters, room->first, room->expected, room->got, room->spare};
    for (float *const grid : grids)
        free(grid);
    delete room->bitmap;
}

#endif
