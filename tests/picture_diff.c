// SPDX-License-Identifier: MIT
// Compares a picture with the expected one.
//
//     picture_diff EXPECTED GOT DIFFERENCE [LEVELS]
//
// Exit status 0 where no channel of any pixel is off by more than LEVELS (0 by default). Otherwise
// 1: it says how many pixels differ and where the first one is, and writes DIFFERENCE: grey where
// both agree, darkened, and the brighter red the more they differ.
#include <stdio.h>
#include <stdlib.h>

#include "pictures/image.h"

int main(int argc, char **argv) {
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: picture_diff EXPECTED GOT DIFFERENCE [LEVELS]\n");
        return 2;
    }
    const int levels = argc == 5 ? atoi(argv[4]) : 0;
    unsigned char *expected, *got;
    int width, height, got_width, got_height;
    if (image_read(argv[1], &expected, &width, &height) != 0 || image_read(argv[2], &got, &got_width, &got_height) != 0)
        return 2;
    if (width != got_width || height != got_height) {
        printf("%d x %d pixels, expected %d x %d\n", got_width, got_height, width, height);
        return 1;
    }

    int pixels = 0, most = 0, first = 0;
    for (int i = 0; i < width * height; i++) {
        unsigned char *e = expected + 4 * (size_t)i, *g = got + 4 * (size_t)i;
        int off = 0;
        for (int channel = 0; channel < 3; channel++)
            off = abs(e[channel] - g[channel]) > off ? abs(e[channel] - g[channel]) : off;
        if (off > levels && pixels++ == 0) first = i;
        most = off > most ? off : most;
        g[0] = g[1] = g[2] = (unsigned char)((e[0] + e[1] + e[2]) / 9);
        if (off > levels) {
            g[0] = (unsigned char)(127 + (off + 1) / 2);
            g[1] = g[2] = 0;
        }
    }
    if (pixels > 0) {
        printf("%d of %d pixels differ, by %d levels at most, the first at column %d, row %d\n", pixels, width * height,
               most, first % width, height - 1 - first / width);
        if (image_write(argv[3], got, width, height) == 0) printf("the difference is in %s\n", argv[3]);
    }
    free(expected);
    free(got);
    return pixels > 0;
}
