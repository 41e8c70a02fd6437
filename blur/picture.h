// SPDX-License-Identifier: MIT
// The picture that blur filters, read from a file or drawn, and the sheet with the results.
#ifndef PICTURE_H
#define PICTURE_H

#include <math.h>
#include <stdint.h>

#include "filters.h"
#include "host_memory.h"
#include "options.h"
#include "pictures/image.h"
#include "pictures/sheet.h"

const int MOST_PIXELS = 32768; // along an edge

struct picture {
    int width, height, radius;
    uchar4 *pixels;
};

// The project's own picture: rings that get narrower outwards, discs with hard edges, and noise.
static inline void draw_picture(uchar4 *picture, int size, uint64_t seed) {
    for (size_t i = 0; i < (size_t)size * size; i++) {
        const double x = (i % size + 0.5) / size - 0.5, y = (i / size + 0.5) / size - 0.5;
        const double rings = 0.5 + 0.5 * cos(0.8 * size * (x * x + y * y));
        const bool disc = hypot(fabs(x) - 0.3, fabs(y) - 0.3) < 0.12;
        uint64_t noise = (seed + i + 1) * 0x9E3779B97F4A7C15;
        noise = (noise ^ (noise >> 31)) * 0xD6E8FEB86659FD93;
        const double grain = 24 * ((double)(noise >> 40) / (1 << 24) - 0.5);
        picture[i] =
            make_uchar4(level(fmax(0, (disc ? 230 : 200 * rings) + grain)),
                        level(fmax(0, (disc ? 90 + 200 * x : 60 + 150 * rings) + grain)),
                        level(fmax(0, (disc ? 40 : 160 - 110 * rings + 80 * y) + grain)), 255);
    }
}

// The command line, and the picture that it asks for; pixels NULL: there is none, as was said.
static inline struct picture picture_asked_for(struct options *options, int argc, char **argv,
                                               const char *about) {
    size_t radius = 6;
    const char *file = NULL;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options->size, 1, MOST_PIXELS,
         "pixels along an edge of the picture that is drawn where --in names none"},
        {"in", OPTION_FILE, &file, 0, 0, "a picture to filter (PNG or PPM)"},
        {"radius", OPTION_COUNT, &radius, 0, MOST_RADIUS, "pixels on each side of the centre"},
        {"seed", OPTION_SEED, &options->seed, 0, 0, "another seed gives other noise"},
        {"out", OPTION_FILE, &options->picture, 0, 0, "write the pictures to FILE (.png or .ppm)"},
    };
    options_parse(options, argc, argv, about, rows);
    struct picture p = {(int)options->size, (int)options->size, (int)radius, NULL};
    unsigned char *read = NULL;
    if (options->picture && image_check_writable(options->picture))
        return p;
    if (file && image_read(file, &read, &p.width, &p.height))
        return p;
    if (p.width > MOST_PIXELS || p.height > MOST_PIXELS)
        options_refuse(options, "--in '%s': more than %d pixels along an edge", file, MOST_PIXELS);
    options->size = p.width;
    p.pixels = (uchar4 *)read;
    if (p.pixels == NULL) {
        p.pixels = (uchar4 *)host_alloc(options, (size_t)p.width * p.height, sizeof *p.pixels);
        draw_picture(p.pixels, p.width, options->seed);
    }
    return p;
}

// The weights for the device, and the results that it must come to.
static inline void filters_expect(const struct options *options, const struct picture *p,
                                  uchar4 *expected, float weights[FILTERS + 1][MOST_WEIGHTS]) {
    double *sums = (double *)host_alloc(options, p->width, 6 * sizeof *sums);
    struct Weights w;
    weigh(&w, p->radius);
    weights_as_floats(weights, &w);
    for (int f = 0; f < FILTERS; f++)
        filter_reference(expected + f * (size_t)p->width * p->height, p->pixels, p->width,
                         p->height, f, p->radius, &w, sums);
    free(sums);
}

// The original and what the filters made of it.
static inline void compose(struct Sheet *sheet, const uchar4 *original, const uchar4 *filtered) {
    sheet_fill(sheet, 0, 0, sheet_width(sheet), sheet_height(sheet), SHEET_PAPER);
    sheet_panel(sheet, 0, original, "ORIGINAL");
    for (int f = 0; f < FILTERS; f++)
        sheet_panel(sheet, f + 1, filtered + f * (size_t)sheet->width * sheet->height, NAMES[f]);
}

#endif
