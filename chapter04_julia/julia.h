// SPDX-License-Identifier: MIT
// The Julia set that this chapter draws, as the host and the device compute it, and the programs'
// options. Plain C too.
//
// The pictures are the same byte for byte on every GPU and CPU. Sums of products are written with
// fmaf for that: of `a * b + c` one compiler makes two roundings and the next a fused one, while
// fmaf is one rounding everywhere.
#ifndef JULIA_H
#define JULIA_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "options.h"
#include "pictures/image.h"

enum {
    JULIA_TURNS = 200,  // of the loop, at most
    JULIA_MOST = 65535, // rows of pixels: as many as a grid has rows of blocks
};
static const float JULIA_SCALE = 1.5f;                // the picture shows -1.5 to 1.5, both ways
static const float JULIA_X = -0.8f, JULIA_Y = 0.156f; // the number that is added
static const float JULIA_FAR = 1000;                  // |z|^2 of a point that is gone for good

// A pixel's place, in x or y: the middle of the picture is 0, and left is the negative of right.
__host__ __device__ static inline float julia_place(int pixel, int size) {
    return JULIA_SCALE * (float)(2 * pixel + 1 - size) / (float)size;
}

// How many turns the point x + y i stays: each squares it and adds a number. A point that is still
// near after JULIA_TURNS belongs to the set.
__host__ __device__ static inline int julia_turns(float x, float y) {
    int turns = 0;
    while (turns < JULIA_TURNS && fmaf(x, x, y * y) <= JULIA_FAR) {
        // (x + y i)^2 + c = (x^2 - y^2 + cx) + (2 x y + cy) i
        const float squared = fmaf(x, x, fmaf(-y, y, JULIA_X));
        y = fmaf(2 * x, y, JULIA_Y);
        x = squared;
        turns++;
    }
    return turns;
}

// A pixel: red, green, blue and alpha, from the lowest byte up. The set is red, as in the book; of
// the other points those that stay longer are lighter.
__host__ __device__ static inline uint32_t julia_colour(int turns) {
    const uint32_t light = turns < 51 ? 5 * (uint32_t)turns : 255;
    const uint32_t blue = light < 215 ? light + 40 : 255;
    return 0xff000000u | (turns == JULIA_TURNS ? 0xffu : blue << 16 | light << 8 | light / 2);
}

static inline struct options julia_options(int argc, char **argv, const char *about) {
    struct options options = options_default(1000);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, JULIA_MOST, "pixels along each edge"},
        {"out", OPTION_FILE, &options.picture, 0, 0, "write the picture to FILE (.png or .ppm)"},
    };
    options_parse(&options, argc, argv, about, rows);
    if (options.picture && image_check_writable(options.picture))
        exit(OPTIONS_BAD);
    return options;
}

#endif
