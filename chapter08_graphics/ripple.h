// SPDX-License-Identifier: MIT
// Rings on water, as the kernels of the two ripple programs have to draw them.
#ifndef RIPPLE_H
#define RIPPLE_H

#include <math.h>

#include "screen.h"

const int RIPPLE_FRAMES = 30; // without a window, unless --frames says
const int RIPPLE_LEVELS = 1;  // the device's cosine differs from the host's in its last digits

// How far the rings have come by a frame, as an angle. In doubles and less than a turn, since of a
// large angle a float has few digits left.
static inline float ripple_phase(int ticks) {
    return (float)fmod(ticks / 7.0, 2 * 3.14159265358979323846);
}

// How many bytes of the picture on the host are not those of a frame.
static inline size_t ripple_wrong(const struct screen *screen, int ticks) {
    const double phase = fmod(ticks / 7.0, 2 * 3.14159265358979323846);
    const int size = screen->size;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            const double away = hypot(x - size / 2, y - size / 2);
            const double grey = 128 + 127 * cos(away / 10 - phase) / (away / 10 + 1);
            const unsigned char level = (unsigned char)grey;
            screen->expected[x + (size_t)y * size] = make_uchar4(level, level, level, 255);
        }
    return screen_wrong(screen, RIPPLE_LEVELS);
}

#endif
