// SPDX-License-Identifier: MIT
// What ray_ladder works on: the scene in the forms that its rungs read, on the host and the device,
// and the reference picture.
#ifndef RAY_LADDER_WORK_H
#define RAY_LADDER_WORK_H

#include <stdlib.h>

#include "book.h"
#include "host_memory.h"
#include "ladders/ladder.h"
#include "options.h"
#include "../scene.h"

// What the test of a sphere needs, in 16 bytes: one load. The square of the radius is taken once on
// the host, by the multiplication that hit() makes for each ray. The colours stay behind: they are
// needed once a pixel.
struct Round {
    float x, y, square, z;
};

// Four of them side by side: 16 bytes hold the same number of all four.
struct __align__(16) Four {
    float x[4], y[4], square[4], z[4];
};

struct Paint {
    float r, g, b, radius;
};

// All of what the rungs read and write.
struct work {
    int size, spheres;        // pixels along an edge; spheres
    struct Sphere *dev_scene; // as published: 28 bytes each
    struct Round *dev_round;
    struct Four *dev_fours; // the last one filled up with spheres that no ray hits
    struct Paint *dev_paint;
    struct Round *dev_sorted; // from the nearest to the farthest
    float *dev_top;           // the height of each of the sorted ones' nearest point
    int *dev_place;           // the index in the scene of each sorted sphere
    struct Sphere *scene;     // on the host, for constant memory
    struct Four *fours;
    size_t four_count;
    uchar4 *dev_picture;
    uchar4 *picture, *expected;
};

// The height of the nearest point: no ray computes more, since every rounding keeps the order.
static inline float top_of(const struct Round *s) {
    return s->z + sqrtf(s->square);
}

static const struct Round *sort_round; // qsort has no other way to hand it over

static inline int nearer(const void *a, const void *b) {
    const int i = *(const int *)a, k = *(const int *)b;
    const float top_i = top_of(&sort_round[i]), top_k = top_of(&sort_round[k]);
    return top_i != top_k ? (top_i < top_k) - (top_i > top_k) : (i > k) - (i < k);
}

static inline void *to_device(const struct options *options, const void *from, size_t count,
                              size_t bytes_each) {
    void *dev_to = ladder_alloc(options, count, bytes_each);
    HANDLE_ERROR(cudaMemcpy(dev_to, from, count * bytes_each, cudaMemcpyHostToDevice));
    return dev_to;
}

static inline void work_make(struct work *w, const struct options *options, size_t spheres) {
    const size_t n = spheres, pixels = options->size * options->size;
    w->size = (int)options->size;
    w->spheres = (int)n;
    w->four_count = (n + 3) / 4;
    w->scene = (struct Sphere *)host_alloc(options, n, sizeof *w->scene);
    w->fours = (struct Four *)host_alloc(options, w->four_count, sizeof *w->fours);
    struct Round *round = (struct Round *)host_alloc(options, n, sizeof *round);
    w->picture = (uchar4 *)host_alloc(options, pixels, sizeof *w->picture);
    w->expected = (uchar4 *)host_alloc(options, pixels, sizeof *w->expected);
    struct Paint *paint = (struct Paint *)host_alloc(options, n, sizeof *paint);
    struct Round *sorted = (struct Round *)host_alloc(options, n, sizeof *sorted);
    float *top = (float *)host_alloc(options, n, sizeof *top);
    int *place = (int *)host_alloc(options, n, sizeof *place);
    float *height = (float *)host_alloc(options, pixels, sizeof *height);

    scene_make(w->scene, w->spheres, options->seed);
    scene_reference(w->scene, w->spheres, w->size, w->expected, height);
    for (size_t i = 0; i < n; i++) {
        const struct Sphere *s = &w->scene[i];
        const struct Round test = {s->x, s->y, s->radius * s->radius, s->z};
        const struct Paint colours = {s->r, s->g, s->b, s->radius};
        round[i] = test;
        paint[i] = colours;
        place[i] = (int)i;
    }
    for (size_t i = 0; i < 4 * w->four_count; i++) {
        const struct Round missed = {0, 0, -1, 0}, *from = i < n ? &round[i] : &missed;
        struct Four *four = &w->fours[i / 4];
        four->x[i % 4] = from->x;
        four->y[i % 4] = from->y;
        four->square[i % 4] = from->square;
        four->z[i % 4] = from->z;
    }
    sort_round = round;
    qsort(place, n, sizeof *place, nearer);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = round[place[i]];
        top[i] = top_of(&sorted[i]);
    }
    w->dev_picture = (uchar4 *)ladder_alloc(options, pixels, sizeof *w->dev_picture);
    w->dev_scene = (struct Sphere *)to_device(options, w->scene, n, sizeof *w->scene);
    w->dev_round = (struct Round *)to_device(options, round, n, sizeof *round);
    w->dev_fours = (struct Four *)to_device(options, w->fours, w->four_count, sizeof *w->fours);
    w->dev_paint = (struct Paint *)to_device(options, paint, n, sizeof *paint);
    w->dev_sorted = (struct Round *)to_device(options, sorted, n, sizeof *sorted);
    w->dev_top = (float *)to_device(options, top, n, sizeof *top);
    w->dev_place = (int *)to_device(options, place, n, sizeof *place);
    free(round);
    free(paint);
    free(sorted);
    free(top);
    free(place);
    free(height);
}

static inline void work_free(struct work *w) {
    HANDLE_ERROR(cudaFree(w->dev_picture));
    HANDLE_ERROR(cudaFree(w->dev_scene));
    HANDLE_ERROR(cudaFree(w->dev_round));
    HANDLE_ERROR(cudaFree(w->dev_fours));
    HANDLE_ERROR(cudaFree(w->dev_paint));
    HANDLE_ERROR(cudaFree(w->dev_sorted));
    HANDLE_ERROR(cudaFree(w->dev_top));
    HANDLE_ERROR(cudaFree(w->dev_place));
    free(w->scene);
    free(w->fours);
    free(w->picture);
    free(w->expected);
}

#endif
