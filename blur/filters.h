// SPDX-License-Identifier: MIT
// What blur.cu needs beside its kernels: the weights of the filters, a reference that adds in
// another order, and a picture of the project's own.
#ifndef FILTERS_H
#define FILTERS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "book.h"

const int MOST_RADIUS = 64;
const int MOST_WEIGHTS = 2 * MOST_RADIUS + 1;

enum Filter { BOX, GAUSSIAN, SOBEL, FILTERS };
const char *const NAMES[] = {"BOX", "GAUSSIAN", "SOBEL"};

struct Colour {
    float r, g, b;
};

__device__ inline void add(struct Colour *sum, float weight, uchar4 pixel) {
    sum->r = fmaf(weight, pixel.x, sum->r);
    sum->g = fmaf(weight, pixel.y, sum->g);
    sum->b = fmaf(weight, pixel.z, sum->b);
}

__host__ __device__ inline unsigned char level(float value) {
    return (unsigned char)fminf(value + 0.5f, 255);
}

// How steep the light is, from its slopes in two directions; of a blur there is only one sum.
__host__ __device__ inline uchar4 result(struct Colour a, struct Colour b) {
    return make_uchar4(level(sqrtf(fmaf(a.r, a.r, b.r * b.r))),
                       level(sqrtf(fmaf(a.g, a.g, b.g * b.g))),
                       level(sqrtf(fmaf(a.b, a.b, b.b * b.b))), 255);
}

struct Weights {
    double smooth[FILTERS][MOST_WEIGHTS], slope[MOST_WEIGHTS];
};

// Sobel's weights are 1 2 1 and -1 0 1; a radius more is 1 2 1 once more upon both.
static inline void weigh(struct Weights *w, int radius) {
    const int count = 2 * radius + 1;
    double gauss = 0, rise = 0;
    memset(w, 0, sizeof *w);
    w->smooth[SOBEL][0] = 1;
    for (int r = 1; r <= radius; r++) {
        double *row = w->smooth[SOBEL];
        for (int i = 0; i <= 2 * r && r == radius; i++)
            w->slope[i] = (i >= 2 ? row[i - 2] : 0) - row[i];
        for (int i = 2 * r; i >= 0; i--)
            row[i] = row[i] / 4 + (i >= 1 ? row[i - 1] / 2 : 0) + (i >= 2 ? row[i - 2] / 4 : 0);
    }
    for (int i = 0; i < count; i++) {
        const double away = radius ? 2.0 * (i - radius) / radius : 0; // the edge: two deviations
        w->smooth[BOX][i] = 1.0 / count;
        gauss += w->smooth[GAUSSIAN][i] = exp(-away * away / 2);
        rise += fmax(w->slope[i], 0);
    }
    for (int i = 0; i < count; i++) {
        w->smooth[GAUSSIAN][i] /= gauss;
        w->slope[i] /= rise > 0 ? rise : 1;
    }
}

// The reference adds in another order: columns first, then along the row, in double precision.
static inline void filter_reference(uchar4 *out, const uchar4 *in, int width, int height,
                                    int filter, int radius, const struct Weights *w, double *sums) {
    const double *const h = filter == SOBEL ? w->slope : w->smooth[filter], *const s =
                                                                                w->smooth[filter];
    for (int y = 0; y < height; y++) {
        memset(sums, 0, (size_t)width * 6 * sizeof *sums);
        for (int j = 0; j <= 2 * radius; j++) {
            const int row = min(max(y + j - radius, 0), height - 1);
            for (int x = 0; x < width; x++)
                for (int c = 0; c < 3; c++) {
                    const int value = (&in[x + (size_t)row * width].x)[c];
                    sums[6 * x + c] += s[j] * value;
                    sums[6 * x + 3 + c] += w->slope[j] * value;
                }
        }
        for (int x = 0; x < width; x++) {
            double a[3] = {}, b[3] = {};
            for (int i = 0; i <= 2 * radius; i++)
                for (int c = 0; c < 3; c++) {
                    const double *column = sums + 6 * min(max(x + i - radius, 0), width - 1);
                    a[c] += h[i] * column[c];
                    b[c] += filter == SOBEL ? s[i] * column[3 + c] : 0;
                }
            out[x + (size_t)y * width] = result({(float)a[0], (float)a[1], (float)a[2]},
                                                {(float)b[0], (float)b[1], (float)b[2]});
        }
    }
}

// The weights as the device has them: a row a filter, and the slope last.
static inline void weights_as_floats(float to[FILTERS + 1][MOST_WEIGHTS], const struct Weights *w) {
    for (int i = 0; i < MOST_WEIGHTS; i++) {
        for (int f = 0; f < FILTERS; f++)
            to[f][i] = (float)w->smooth[f][i];
        to[FILTERS][i] = (float)w->slope[i];
    }
}

// A texture over a picture in pitched memory: its bytes as they are, the nearest pixel inside
// outside.
static inline cudaTextureObject_t texture_of(uchar4 *dev_picture, size_t pitch, int width,
                                             int height) {
    struct cudaResourceDesc where = {};
    where.resType = cudaResourceTypePitch2D;
    where.res.pitch2D.devPtr = dev_picture;
    where.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
    where.res.pitch2D.width = width;
    where.res.pitch2D.height = height;
    where.res.pitch2D.pitchInBytes = pitch;
    struct cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.readMode = cudaReadModeElementType; // bytes as they are
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &where, &how, NULL));
    return texture;
}

#endif
