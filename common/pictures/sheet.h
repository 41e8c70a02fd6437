// SPDX-License-Identifier: MIT
// A sheet of panels: pictures of one size side by side in one picture, each with its name above it.
#ifndef SHEET_H
#define SHEET_H

#include <stddef.h>
#include <string.h>

#include <cuda_runtime.h>

enum { LABEL_WIDTH = 5, LABEL_HEIGHT = 7, LABEL_STEP = 6 }; // dots; a letter's, and to the next one

// The seven rows of a letter from the top, the leftmost dot of a row in bit 4. A letter that no
// program has asked for yet is a blank.
static inline const unsigned char *label_rows(char letter) {
    static const struct {
        char letter;
        unsigned char rows[LABEL_HEIGHT];
    } font[] = {
        {'A', {0x0E, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11}},
        {'B', {0x1E, 0x11, 0x11, 0x1E, 0x11, 0x11, 0x1E}},
        {'C', {0x0E, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0E}},
        {'D', {0x1C, 0x12, 0x11, 0x11, 0x11, 0x12, 0x1C}},
        {'E', {0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x1F}},
        {'G', {0x0E, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0F}},
        {'I', {0x0E, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E}},
        {'L', {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1F}},
        {'M', {0x11, 0x1B, 0x15, 0x15, 0x11, 0x11, 0x11}},
        {'N', {0x11, 0x19, 0x19, 0x15, 0x13, 0x13, 0x11}},
        {'O', {0x0E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E}},
        {'P', {0x1E, 0x11, 0x11, 0x1E, 0x10, 0x10, 0x10}},
        {'R', {0x1E, 0x11, 0x11, 0x1E, 0x14, 0x12, 0x11}},
        {'S', {0x0F, 0x10, 0x10, 0x0E, 0x01, 0x01, 0x1E}},
        {'T', {0x1F, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04}},
        {'U', {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E}},
        {'W', {0x11, 0x11, 0x11, 0x15, 0x15, 0x1B, 0x11}},
        {'X', {0x11, 0x11, 0x0A, 0x04, 0x0A, 0x11, 0x11}},
        {' ', {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00}},
    };
    size_t i = 0;
    while (font[i].letter != letter && font[i].letter != ' ')
        i++;
    return font[i].rows;
}

// How the panels lie on the sheet, in pixels.
struct Sheet {
    size_t columns, rows, width, height; // of panels; of a panel
    size_t dot, margin;                  // a dot of a letter; the space between panels
    uchar4 *pixels;                      // of the sheet, bottom row first
};

static const uchar4 SHEET_PAPER = {24, 28, 40, 255}, SHEET_INK = {255, 214, 110, 255};

static inline struct Sheet sheet_of(size_t columns, size_t rows, size_t width, size_t height) {
    const size_t smaller = width < height ? width : height, dot = smaller < 96 ? 1 : smaller / 96;
    return {columns, rows, width, height, dot, 3 * dot, NULL};
}

static inline size_t sheet_left(const struct Sheet *s, size_t panel) {
    return s->margin + panel % s->columns * (s->width + s->margin);
}
static inline size_t sheet_bottom(const struct Sheet *s, size_t panel) {
    const size_t step = s->height + (LABEL_HEIGHT + 2) * s->dot + s->margin;
    return s->margin + (s->rows - 1 - panel / s->columns) * step;
}
static inline size_t sheet_width(const struct Sheet *s) {
    return sheet_left(s, s->columns - 1) + s->width + s->margin;
}
static inline size_t sheet_height(const struct Sheet *s) {
    return sheet_bottom(s, 0) + s->height + (LABEL_HEIGHT + 2) * s->dot + s->margin;
}

// A filled box; what would lie outside is left out.
static inline void sheet_fill(const struct Sheet *s, size_t x, size_t y, size_t width,
                              size_t height, uchar4 colour) {
    const size_t right = sheet_width(s), top = sheet_height(s);
    for (size_t j = y; j < y + height && j < top; j++)
        for (size_t i = x; i < x + width && i < right; i++)
            s->pixels[i + j * right] = colour;
}

// A panel's picture and its name.
static inline void sheet_panel(const struct Sheet *s, size_t panel, const uchar4 *picture,
                               const char *name) {
    size_t x = sheet_left(s, panel), y = sheet_bottom(s, panel);
    for (size_t row = 0; row < s->height; row++)
        memcpy(s->pixels + x + (y + row) * sheet_width(s), picture + row * s->width,
               s->width * sizeof *picture);
    for (y += s->height + s->dot; *name; name++, x += LABEL_STEP * s->dot)
        for (size_t row = 0; row < LABEL_HEIGHT; row++)
            for (size_t column = 0; column < LABEL_WIDTH; column++)
                if (label_rows(*name)[row] >> (LABEL_WIDTH - 1 - column) & 1)
                    sheet_fill(s, x + column * s->dot, y + (LABEL_HEIGHT - 1 - row) * s->dot,
                               s->dot, s->dot, SHEET_INK);
}

#endif
