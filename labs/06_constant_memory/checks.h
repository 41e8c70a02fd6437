// SPDX-License-Identifier: MIT
// What the tasks of lab 6 have to give, worked out by plain loops on the host; and the scene.
#include "lab.h"

const int SPHERES = 24;
const int SHADES = 64; // of the palette

// Centre and radius in pixels, whole numbers: so it is exact which pixels a sphere covers.
struct sphere {
    float x, y, z, radius;
};

static struct sphere *lab_scene(size_t dim, uint64_t seed) {
    struct sphere *scene = (struct sphere *)lab_allocate(SPHERES, sizeof *scene);
    int *numbers = lab_ints_of("scene", 4 * SPHERES, 1 << 20, seed);
    for (int s = 0; s < SPHERES; s++) {
        const int *n = &numbers[4 * s];
        scene[s] =
            (struct sphere){(float)(n[0] % (int)dim), (float)(n[1] % (int)dim),
                            (float)(n[2] % (int)dim), (float)(2 + n[3] % (int)(dim / 8 + 1))};
    }
    free(numbers);
    lab_input(scene, SPHERES * sizeof *scene);
    return scene;
}

// How bright the pixel is: the nearest sphere's dz ÷ radius, 0 where there is none. The eye looks
// along -z, so the largest z + dz is the nearest; of two that are equally near, the first in the
// scene.
static float lab_brightness(const struct sphere *scene, int x, int y) {
    float nearest = -1e30f, bright = 0;
    for (int s = 0; s < SPHERES; s++) {
        const float dx = x - scene[s].x, dy = y - scene[s].y, r = scene[s].radius;
        if (dx * dx + dy * dy < r * r) {
            const float dz = sqrtf(r * r - dx * dx - dy * dy);
            if (scene[s].z + dz > nearest) {
                nearest = scene[s].z + dz;
                bright = dz / r;
            }
        }
    }
    return bright;
}

static bool lab_expect(int task, size_t dim, uint64_t seed, struct lab_expected *expected) {
    if (task < 1 || task > 3)
        return false;
    struct sphere *scene = lab_scene(dim, seed);
    int *shades = lab_ints_of("shades", dim * dim, SHADES, seed);
    float *palette = lab_floats_of("palette", SHADES, seed);
    float *out = (float *)lab_allocate(dim * dim, sizeof *out);
    for (size_t i = 0; i < dim * dim; i++)
        out[i] =
            task == 3 ? palette[shades[i]] : lab_brightness(scene, (int)(i % dim), (int)(i / dim));
    free(scene);
    free(shades);
    free(palette);
    *expected = (struct lab_expected){LAB_FLOAT, dim * dim, out, task == 3 ? 0 : 1e-5, NULL, dim};
    return true;
}
