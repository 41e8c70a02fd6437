// SPDX-License-Identifier: MIT
// The scene that both ray tracers render: random spheres, what a ray sees of one, and a reference
// picture made without rays.
//
// The pictures are the same byte for byte on every GPU and CPU. Sums of products are written with
// fmaf for that: of `a * b + c` one compiler makes two roundings and the next a fused one, while
// fmaf is one rounding everywhere, as sqrtf and / are.
#ifndef SCENE_H
#define SCENE_H

#include <math.h>
#include <stdint.h>

#include <cuda_runtime.h>

#include "random.h"

const uint64_t SCENE_SEED = 12;                    // a picture full of colours
const float SCENE_HALF = 500;                      // centres lie in [-500, 500)^3, in pixels
const float SCENE_RADIUS = 20, SCENE_GROWTH = 100; // radii in [20, 120)

struct Sphere {
    float r, b, g; // colour, in [0, 1)
    float radius;
    float x, y, z; // centre; the rays run along -z
};

static inline void scene_make(struct Sphere *s, int spheres, uint64_t seed) {
    for (int i = 0; i < spheres; i++) {
        s[i].r = random_next(&seed);
        s[i].b = random_next(&seed);
        s[i].g = random_next(&seed);
        s[i].radius = fmaf(SCENE_GROWTH, random_next(&seed), SCENE_RADIUS);
        s[i].x = fmaf(2 * SCENE_HALF, random_next(&seed), -SCENE_HALF);
        s[i].y = fmaf(2 * SCENE_HALF, random_next(&seed), -SCENE_HALF);
        s[i].z = fmaf(2 * SCENE_HALF, random_next(&seed), -SCENE_HALF);
    }
}

// Where the ray through (ox, oy) meets a sphere: the height of the point, -INFINITY for a miss. dz
// becomes its height above the sphere's centre. A point of the sphere is `radius` away from the
// centre, so dx^2 + dy^2 + dz^2 = radius^2.
__host__ __device__ inline float hit(const struct Sphere *s, float ox, float oy, float *dz) {
    const float dx = ox - s->x;
    const float dy = oy - s->y;
    // dz^2 = radius^2 - dx^2 - dy^2
    const float square = fmaf(-dx, dx, fmaf(-dy, dy, s->radius * s->radius));
    if (square <= 0)
        return -INFINITY;
    *dz = sqrtf(square);
    return s->z + *dz;
}

// The colour of a sphere, darker where its surface turns away: dz / radius is the cosine of the
// angle between the surface and the picture.
__host__ __device__ inline uchar4 shade(const struct Sphere *s, float dz) {
    const float facing = dz / s->radius;
    return make_uchar4((unsigned char)(s->r * facing * 255), (unsigned char)(s->g * facing * 255),
                       (unsigned char)(s->b * facing * 255), 255);
}

// What a ray sees that meets nothing: lighter than black, or the dark rim of each sphere and every
// dark sphere would be lost in it.
__host__ __device__ inline uchar4 sky(void) {
    return make_uchar4(38, 44, 58, 255);
}

static inline int scene_clamp(int pixel, int size) {
    return pixel < 0 ? 0 : pixel > size ? size : pixel;
}

// The reference goes the other way round: not through all spheres for each pixel, but through the
// pixels near each sphere, with the height of the nearest hit so far kept for each pixel.
static inline void scene_reference(const struct Sphere *s, int spheres, int size, uchar4 *pixels,
                                   float *height) {
    for (size_t i = 0; i < (size_t)size * size; i++) {
        pixels[i] = sky();
        height[i] = -INFINITY;
    }
    for (int i = 0; i < spheres; i++) {
        const int reach = (int)s[i].radius + 3; // a pixel too many on each side does no harm
        const int column = (int)floorf(s[i].x) + size / 2;
        const int row = (int)floorf(s[i].y) + size / 2;
        for (int y = scene_clamp(row - reach, size); y < scene_clamp(row + reach, size); y++)
            for (int x = scene_clamp(column - reach, size); x < scene_clamp(column + reach, size);
                 x++) {
                const size_t pixel = x + (size_t)y * size;
                float dz = 0;
                const float z = hit(&s[i], x - size / 2, y - size / 2, &dz);
                if (z > height[pixel]) {
                    height[pixel] = z;
                    pixels[pixel] = shade(&s[i], dz);
                }
            }
    }
}

#endif
