// SPDX-License-Identifier: MIT
// A picture by its old names: the members x and y of CPUBitmap, and the IMAGE and show_image() of
// course notes, which are a CPUBitmap and its display_and_exit() under other names.
// common/pictures/cpu_bitmap.h includes it for old listings.
#ifndef COMMON_LEGACY_CPU_BITMAP_H
#define COMMON_LEGACY_CPU_BITMAP_H

struct LegacyCPUBitmap : CPUBitmap {
    const int x, y; // width and height
    LegacyCPUBitmap(int width, int height, void *dataBlock = NULL)
        : CPUBitmap(width, height, dataBlock), x(width), y(height) {}
};

struct LegacyImage : LegacyCPUBitmap {
    LegacyImage(int width, int height, void *dataBlock = NULL)
        : LegacyCPUBitmap(width, height, dataBlock) {
        title = "IMAGE";
        save_as = "image.png";
    }
    // Returns when the window is closed; where there is none the picture goes to image.png. 0, or 1
    // where there was no picture or the file could not be written.
    int show_image(void (*at_exit)(void *) = NULL) { return display_and_exit(at_exit); }
};

#define CPUBitmap LegacyCPUBitmap
#define IMAGE LegacyImage

#endif
