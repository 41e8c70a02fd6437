// SPDX-License-Identifier: MIT
// The size of a CPUBitmap by its old names. common/cpu_bitmap.h includes it for old listings.
#ifndef COMMON_LEGACY_CPU_BITMAP_H
#define COMMON_LEGACY_CPU_BITMAP_H

struct LegacyCPUBitmap : CPUBitmap {
    const int x, y; // width and height
    LegacyCPUBitmap(int width, int height, void *dataBlock = NULL)
        : CPUBitmap(width, height, dataBlock), x(width), y(height) {}
};

#define CPUBitmap LegacyCPUBitmap

#endif
