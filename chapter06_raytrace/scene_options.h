// SPDX-License-Identifier: MIT
// What ray_global and ray_const share beside the scene: their options, and the picture as it has to
// come out.
#ifndef SCENE_OPTIONS_H
#define SCENE_OPTIONS_H

#include <stdlib.h>

#include "host_memory.h"
#include "options.h"
#include "pictures/image.h"
#include "scene.h"

// *spheres is the default before and the number asked for after; `most` is what the program can
// take.
static inline struct options scene_options(size_t *spheres, int most, int argc, char **argv,
                                           const char *about) {
    struct options options = options_default(1024);
    options.seed = SCENE_SEED;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, IMAGE_MAX_SIDE, "pixels along each edge"},
        {"spheres", OPTION_COUNT, spheres, 1, (double)most, "spheres in the scene"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives another scene"},
        {"out", OPTION_FILE, &options.picture, 0, 0, "write the picture to FILE (.png or .ppm)"},
    };
    options_parse(&options, argc, argv, about, rows);
    if (options.picture && image_check_writable(options.picture))
        exit(OPTIONS_BAD);
    return options;
}

// The reference picture; free() it.
static inline uchar4 *scene_expected(const struct options *options, const struct Sphere *scene,
                                     int spheres) {
    const size_t pixels = options->size * options->size;
    uchar4 *expected = (uchar4 *)host_alloc(options, pixels, sizeof *expected);
    float *height = (float *)host_alloc(options, pixels, sizeof *height);
    scene_reference(scene, spheres, (int)options->size, expected, height);
    free(height);
    return expected;
}

#endif
