// SPDX-License-Identifier: MIT
// Pixels on the screen, in a window where there is a display, else in a file. Plain C too.
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdbool.h>
#include <stddef.h>

#include "image.h"
#include "window.h"

// RGBA, bottom row first. save: write save_as in any case; window: false never opens one. Returns
// 0, or 1 where the file could not be written or the window not be opened.
static inline int display_pixels(const char *title, unsigned char *pixels, int width, int height,
                                 const char *save_as, bool save, bool window) {
    const char *why_file = window ? window_missing() : "no window wanted";
    int failed = 0;
    if (save || why_file != NULL) {
        failed = image_write(save_as, pixels, width, height);
        if (!failed)
            image_say(why_file, save_as);
    }
    if (why_file == NULL) {
        struct Window shown = {};
        shown.title = title;
        shown.pixels = pixels;
        shown.width = width;
        shown.height = height;
        shown.save_as = save_as;
        failed |= window_show(&shown);
    }
    return failed;
}

#endif
