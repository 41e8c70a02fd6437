// SPDX-License-Identifier: MIT
// The colours of temperatures: a table of 256, made on the host, in which a kernel looks them up.
#ifndef COLOURS_H
#define COLOURS_H

#include <math.h>

#include "plan.h"

const int ROOM_COLOURS = 256;

// One channel of a colour in sRGB's curve, from its light in [0, 1].
static inline unsigned char room_channel(double light) {
    const double c = fmin(fmax(light, 0), 1);
    return (unsigned char)lrint(255 *
                                (c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055));
}

// The map to read temperatures from: equal steps of temperature are equal steps of lightness to the
// eye, from a dark blue through red to a light yellow (in Ottosson's OKLab; the colour is weakened
// where a screen can't show it).
static inline uchar4 room_perceptual(double t) {
    const double lightness = 0.16 + 0.8 * t, hue = (270 + 190 * t) * 3.14159265358979 / 180;
    double r, g, b, chroma = 0.04 + 0.17 * sin(3.14159265358979 * fmin(1, 0.05 + t));
    do {
        const double p = chroma * cos(hue), q = chroma * sin(hue);
        const double l = pow(lightness + 0.3963377774 * p + 0.2158037573 * q, 3);
        const double m = pow(lightness - 0.1055613458 * p - 0.0638541728 * q, 3);
        const double s = pow(lightness - 0.0894841775 * p - 1.2914855480 * q, 3);
        r = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
        g = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
        b = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
        chroma -= 0.005;
    } while (chroma > 0 && (fmin(r, fmin(g, b)) < 0 || fmax(r, fmax(g, b)) > 1));
    return make_uchar4(room_channel(r), room_channel(g), room_channel(b), 255);
}

// The classic map, --hue: once round the colour wheel from cyan, growing lighter (HSL). Its
// published form goes from black to white, so that neither plate shows a colour; here it keeps off
// both.
static inline uchar4 room_hue(double t) {
    unsigned char channel[3];
    const double light = 0.1 + 0.55 * t;
    for (int i = 0; i < 3; i++) {
        const double k = fmod(12 * (0.5 + t) + 8 * i, 12);
        const double wave = fmax(-1, fmin(1, fmin(k - 3, 9 - k)));
        channel[i] = (unsigned char)lrint(255 * (light - fmin(light, 1 - light) * wave));
    }
    return make_uchar4(channel[0], channel[1], channel[2], 255);
}

static inline void room_palette(uchar4 *palette, bool hue) {
    for (int i = 0; i < ROOM_COLOURS; i++) {
        const double t = (double)i / (ROOM_COLOURS - 1);
        palette[i] = hue ? room_hue(t) : room_perceptual(t);
    }
}

__host__ __device__ inline uchar4 room_colour(float t, const uchar4 *palette) {
    const float inside = fminf(fmaxf(t / ROOM_MAX, 0), 1); // a NaN becomes 0, not a wild index
    return palette[(int)fmaf(inside, ROOM_COLOURS - 1, 0.5f)];
}

// A cell's colour: its temperature's, but where a heater keeps it cold. There the map would say no
// more than of the cold room around.
__host__ __device__ inline uchar4 room_cell_colour(float t, float heater, const uchar4 *palette) {
    const uchar4 steel = make_uchar4(120, 150, 165, 255); // no map has it
    return heater == ROOM_MIN ? steel : room_colour(t, palette);
}

#endif
