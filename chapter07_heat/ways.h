// SPDX-License-Identifier: MIT
// The ways to read a texture that texture_features shows, and what each has to give by the formulas
// of the CUDA programming guide, computed on the host.
#ifndef WAYS_H
#define WAYS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

#include "book.h"
#include "pictures/sheet.h"
#include "verify.h"

const double TOLERANCE = 1.0 / 128; // the two weights of a mix are multiples of 1/256

// A way to read a texture: the settings of its object. In the first four panels the R fills the
// panel:
//
//     POINT, LINEAR     texels by themselves, or mixed by how near they are; bytes as 0 to 1
//     ELEMENT, SIGNED   bytes as they are; or taken as signed, as -1 (blue) to 1 (white)
//
// In the others coordinates run from -1 to 2. The R lies between 0 and 1, where the frame is:
//
//     CLAMP, BORDER     outside is the nearest texel; or 0
//     WRAP, MIRROR      outside the R begins again; or goes back, as in a mirror
const struct way {
    const char *name;
    bool fraction, is_signed; // integers become fractions; the bytes are signed
    cudaTextureFilterMode filter;
    bool normalised; // coordinates count from 0 to 1, not from 0 to the number of texels
    cudaTextureAddressMode outside;
} WAYS[] = {
    {"POINT", true, false, cudaFilterModePoint, false, cudaAddressModeClamp},
    {"LINEAR", true, false, cudaFilterModeLinear, false, cudaAddressModeClamp},
    {"ELEMENT", false, false, cudaFilterModePoint, false, cudaAddressModeClamp},
    {"SIGNED", true, true, cudaFilterModePoint, false, cudaAddressModeClamp},
    {"CLAMP", true, false, cudaFilterModeLinear, true, cudaAddressModeClamp},
    {"BORDER", true, false, cudaFilterModeLinear, true, cudaAddressModeBorder},
    {"WRAP", true, false, cudaFilterModeLinear, true, cudaAddressModeWrap},
    {"MIRROR", true, false, cudaFilterModeLinear, true, cudaAddressModeMirror},
};
const int COUNT = sizeof WAYS / sizeof *WAYS;

const int TEXELS = 8;           // along each edge of the R
const int ROW = 4, PLACES = 10; // of the table: texels in the row, and where it is read
const float FIRST = -1.75f, STEP = 0.875f;

// Where a panel or the table reads: a grid of points.
struct Points {
    float x, y, span; // where it begins, and how far it reaches to the right
    int columns, rows;
};

// The i-th of so many places: in the middle of its share. A sum of whole numbers, halves and the
// like, thus exact, then one division: a point meant to lie on the border of two texels does.
__host__ __device__ inline float place(float from, float span, int i, int count) {
    return (from * count + span * (i + 0.5f)) / count;
}

static inline struct Points panel_points(int size, const struct way *way) {
    const struct Points inside = {0, 0, TEXELS, size, size};
    const struct Points around = {-1, -1, 3, size, size};
    return way->normalised ? around : inside;
}

static inline struct Points table_points(const struct way *way) {
    const float unit = way->normalised ? 1.0f / ROW : 1, span = PLACES * STEP * unit;
    return {(FIRST - STEP / 2) * unit, 0.5f - span / 2, span, PLACES, 1};
}

// The points at which a way reads a panel of that size, or the table (size 0), and how many.
static inline struct Points points_of(const struct way *way, int size) {
    return size ? panel_points(size, way) : table_points(way);
}
static inline size_t values_of(int size) {
    return size ? (size_t)size * size : PLACES;
}

struct Bytes {
    unsigned char *texels;
    int columns, rows;
};

// ---- on the device -----------------------------------------------------------------------------

// What a job has on the device: some bytes in arrays, in the second as signed ones; textures for
// all the ways to read them; and the values read.
struct Device {
    cudaArray_t arrays[2];
    cudaTextureObject_t textures[COUNT];
    float *values;
    size_t bytes; // of the values
};

static inline void copy_in(const struct Device *dev, const struct Bytes *from) {
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaMemcpy2DToArray(dev->arrays[i], 0, 0, from->texels, from->columns,
                                         from->columns, from->rows, cudaMemcpyHostToDevice));
}

static inline void copy_out(const struct Device *dev, float *values) {
    HANDLE_ERROR(cudaMemcpy(values, dev->values, dev->bytes, cudaMemcpyDeviceToHost));
}

static inline void release(const struct Device *dev) {
    for (int i = 0; i < COUNT; i++)
        HANDLE_ERROR(cudaDestroyTextureObject(dev->textures[i]));
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaFreeArray(dev->arrays[i]));
    HANDLE_ERROR(cudaFree(dev->values));
}

// ---- the programming guide's formulas ----------------------------------------------------------

static inline double texel(const struct Bytes *from, double column, double row,
                           const struct way *way) {
    double index[] = {column, row};
    const double length[] = {(double)from->columns, (double)from->rows};
    for (int axis = 0; axis < 2; axis++) {
        const double i = index[axis], n = length[axis];
        const double turn = floor(i / n), within = i - turn * n;
        if (way->outside == cudaAddressModeBorder && turn != 0)
            return 0;
        if (way->outside == cudaAddressModeWrap)
            index[axis] = within;
        else if (way->outside == cudaAddressModeMirror) // forwards, backwards, forwards ...
            index[axis] = fmod(turn, 2) == 0 ? within : n - 1 - within;
        else
            index[axis] = fmin(fmax(i, 0), n - 1);
    }
    const unsigned char byte = from->texels[(int)(index[0] + index[1] * from->columns)];
    const double number = way->is_signed ? fmax((signed char)byte / 127.0, -1) : byte / 255.0;
    return way->fraction ? number : byte;
}

static inline double formula(const struct Bytes *from, double x, double y, const struct way *way) {
    x *= way->normalised ? from->columns : 1;
    y *= way->normalised ? from->rows : 1;
    if (way->filter == cudaFilterModePoint)
        return texel(from, floor(x), floor(y), way);
    // The middle of the first texel is at 0.5. Four middles are around (x, y), i and j before it.
    const double i = floor(x - 0.5), j = floor(y - 0.5), a = x - 0.5 - i, b = y - 0.5 - j;
    return (1 - b) * ((1 - a) * texel(from, i, j, way) + a * texel(from, i + 1, j, way)) +
           b * ((1 - a) * texel(from, i, j + 1, way) + a * texel(from, i + 1, j + 1, way));
}

// How many values differ from the formula. `!(... <= ...)`, so that a NaN does.
static inline size_t check(const float *values, struct Points at, const struct Bytes *from,
                           const struct way *way) {
    size_t wrong = 0;
    for (int row = 0; row < at.rows; row++)
        for (int column = 0; column < at.columns; column++) {
            const float x = place(at.x, at.span, column, at.columns);
            const float y = place(at.y, at.span, row, at.rows);
            const double value = values[column + (size_t)row * at.columns];
            const double expected = formula(from, x, y, way);
            if (!verify_close(value, expected, way->fraction ? TOLERANCE : 0, 0) && wrong++ == 0)
                fprintf(stderr, "first mismatch: %s at (%g, %g) is %g, expected %g\n", way->name, x,
                        y, value, expected);
        }
    return wrong;
}

static inline size_t check_all(const float *values, int size, const struct Bytes *from) {
    size_t wrong = 0;
    for (int i = 0; i < COUNT; i++)
        wrong += check(values + i * values_of(size), points_of(&WAYS[i], size), from, &WAYS[i]);
    return wrong;
}

// ---- what is shown -----------------------------------------------------------------------------

static inline void print_table(const float *values) {
    printf(
        "four bytes, 10 60 200 255, read at x of 0 to 4 (the last four ways: at x / 4)\n      x");
    for (int i = 0; i < COUNT; i++)
        printf(" %8s", WAYS[i].name);
    for (int place = 0; place < PLACES; place++) {
        printf("\n%7.3f", FIRST + STEP * place);
        for (int i = 0; i < COUNT; i++)
            printf(" %8.*f", WAYS[i].fraction ? 4 : 0, values[i * PLACES + place]);
    }
    printf("\n");
}

// An R of TEXELS x TEXELS bytes on a slope, so that no two of its sides are alike.
static inline void draw_r(unsigned char *texels) {
    for (int i = 0; i < TEXELS * TEXELS; i++) {
        const int x = i % TEXELS, y = i / TEXELS;
        const bool on = x >= 1 && x <= LABEL_WIDTH && y < LABEL_HEIGHT &&
                        (label_rows('R')[LABEL_HEIGHT - 1 - y] >> (LABEL_WIDTH - x) & 1);
        texels[i] = (unsigned char)(on ? 255 : 12 * x + 8 * y);
    }
}

// The values of all panels as colours, and a frame where the R itself is.
static inline void compose(const struct Sheet *sheet, const float *values) {
    const size_t pixels = sheet->width * sheet->height, third = sheet->width / 3;
    uchar4 *const panel = (uchar4 *)malloc(pixels * sizeof *panel);
    HANDLE_NULL(panel);
    sheet_fill(sheet, 0, 0, sheet_width(sheet), sheet_height(sheet), SHEET_PAPER);
    for (int i = 0; i < COUNT; i++) {
        for (size_t pixel = 0; pixel < pixels; pixel++) {
            const float value = *values++ / (WAYS[i].fraction ? 1 : 255);
            const unsigned char level = (unsigned char)lrintf(255 * fminf(fabsf(value), 1));
            panel[pixel] = value < 0 ? make_uchar4(0, level / 2, level, 255)
                                     : make_uchar4(level, level, level, 255);
        }
        sheet_panel(sheet, i, panel, WAYS[i].name);
        const size_t x = sheet_left(sheet, i) + third, y = sheet_bottom(sheet, i) + third;
        for (size_t far = 0; far <= third && WAYS[i].normalised; far += third ? third : 1) {
            sheet_fill(sheet, x, y + far, third, 1, SHEET_INK);
            sheet_fill(sheet, x + far, y, 1, third, SHEET_INK);
        }
    }
    free(panel);
}

#endif
