// SPDX-License-Identifier: MIT
// image.h for tests/image.t, in plain C:
//   image check FILE               image_check_writable
//   image make WIDTH HEIGHT FILE   writes a pattern
//   image copy FROM TO             reads one, writes the other
//   image pixel FILE X Y           prints red green blue alpha, y from the bottom
//   image trip WIDTH HEIGHT FILE   writes a pattern, reads it back, compares
#include "../../common/pictures/image.h"

static unsigned char *pattern(int width, int height) {
    size_t size = (size_t)width * (size_t)height * 4;
    unsigned char *rgba = (unsigned char *)malloc(size);
    unsigned state = 1;
    for (size_t i = 0; i < size && rgba != NULL; i++) {
        state = state * 1664525u + 1013904223u;
        rgba[i] = i % 4 == 3 ? 255 : (unsigned char)(state >> 24);
    }
    return rgba;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    unsigned char *rgba = NULL, *again = NULL;
    int width = 0, height = 0, failed = 2;
    if (strcmp(what, "check") == 0 && argc == 3) {
        failed = image_check_writable(argv[2]);
    } else if (strcmp(what, "copy") == 0 && argc == 4) {
        failed = image_read(argv[2], &rgba, &width, &height) || image_write(argv[3], rgba, width, height);
    } else if (strcmp(what, "pixel") == 0 && argc == 5) {
        failed = image_read(argv[2], &rgba, &width, &height);
        if (!failed) {
            const unsigned char *p = rgba + ((size_t)atoi(argv[4]) * (size_t)width + (size_t)atoi(argv[3])) * 4;
            printf("%dx%d: %d %d %d %d\n", width, height, p[0], p[1], p[2], p[3]);
        }
    } else if (argc == 5) {
        int w = atoi(argv[2]), h = atoi(argv[3]);
        rgba = pattern(w, h);
        failed = image_write(argv[4], rgba, w, h);
        if (!failed && strcmp(what, "trip") == 0)
            failed = image_read(argv[4], &again, &width, &height) || width != w || height != h ||
                     memcmp(rgba, again, (size_t)w * (size_t)h * 4) != 0;
    }
    free(rgba);
    free(again);
    return failed;
}
