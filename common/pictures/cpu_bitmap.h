// SPDX-License-Identifier: MIT
// CPUBitmap: the pixels of a picture in host memory, and a way to show them: in a window where
// there is a display, else in a file.
#ifndef COMMON_CPU_BITMAP_H
#define COMMON_CPU_BITMAP_H

#include "display.h"

struct CPUBitmap {
    unsigned char *pixels; // RGBA, bottom row first; black and transparent at first
    int width, height;
    void *dataBlock;                    // handed to display_and_exit's callback
    const char *title = "CPUBitmap";    // of the window
    const char *save_as = "bitmap.png"; // the file for the s key, and for want of a window
    bool save = false;                  // write save_as in any case, window or not
    bool window = true;                 // false: never open one

    // A picture of width x height pixels. Without memory get_ptr() is NULL and a line on stderr
    // says so; the program decides how to end.
    CPUBitmap(int width, int height, void *dataBlock = NULL)
        : pixels(NULL), width(width), height(height), dataBlock(dataBlock) {
        if (width > 0 && height > 0)
            pixels = (unsigned char *)calloc((size_t)width * (size_t)height, 4);
        if (pixels == NULL)
            fprintf(stderr, "no memory for a picture of %d x %d pixels\n", width, height);
    }
    ~CPUBitmap() { free(pixels); }
    CPUBitmap(const CPUBitmap &) = delete;
    CPUBitmap &operator=(const CPUBitmap &) = delete;

    unsigned char *get_ptr() const { return pixels; }
    size_t image_size() const { return (size_t)width * (size_t)height * 4; } // in bytes

    // Shows the picture until its window is closed, or writes it to save_as and says so on stderr;
    // then calls bitmap_exit(dataBlock), and returns to the caller: 0, or 1 where there was no
    // picture or the file could not be written.
    int display_and_exit(void (*bitmap_exit)(void *) = NULL) {
        const int failed =
            pixels == NULL || display_pixels(title, pixels, width, height, save_as, save, window);
        if (bitmap_exit != NULL)
            bitmap_exit(dataBlock);
        return failed;
    }
};

#ifdef CUDA_LEGACY // an old listing: common/legacy/README.md
#include "../legacy/cpu_bitmap.h"
#endif

#endif
