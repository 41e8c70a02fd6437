// SPDX-License-Identifier: MIT
// Pictures in files: PNG where the build has libpng (HAVE_PNG), plain PPM (P6) otherwise.
//
// In memory a picture is width * height pixels of 4 bytes, red green blue alpha, with the bottom
// row first: OpenGL's order, so that the same bytes go to a window. In a file the top row comes
// first and alpha is left out, because a window shows every pixel opaque too.
//
// A file appears whole or not at all (whole_file.h). Every function returns 0, or 1 after one line
// on stderr that names file and reason.
#ifndef COMMON_IMAGE_H
#define COMMON_IMAGE_H

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../whole_file.h"
#ifdef HAVE_PNG
#include <png.h>
#endif

enum { IMAGE_NAME_SIZE = 4096, IMAGE_MAX_SIDE = 1000000 };

static inline int image_error(const char *verb, const char *path, const char *reason) {
    fprintf(stderr, "cannot %s '%s': %s\n", verb, path, reason);
    return 1;
}

// 1 where path ends in extension, in capitals or not, with something before it ("a.png", not
// ".png").
static inline int image_has_extension(const char *path, const char *extension) {
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    size_t length = strlen(name), tail = strlen(extension);
    return length > tail && strcasecmp(name + length - tail, extension) == 0;
}

// Copies the name that a picture asked for as path really gets: without libpng a .png becomes .ppm.
static inline int image_file_name(const char *path, char name[IMAGE_NAME_SIZE]) {
    if (path == NULL || path[0] == '\0')
        return image_error("write", "", "the file name is empty");
    if (!image_has_extension(path, ".png") && !image_has_extension(path, ".ppm"))
        return image_error("write", path, "the name must end in .png or .ppm");
    if (strlen(path) >= IMAGE_NAME_SIZE)
        return image_error("write", path, strerror(ENAMETOOLONG));
    strcpy(name, path);
#ifndef HAVE_PNG
    strcpy(name + strlen(name) - 4, ".ppm");
#endif
    return 0;
}

// Tells before the work, rather than after it, whether image_write could write path: 0 if so.
static inline int image_check_writable(const char *path) {
    char name[IMAGE_NAME_SIZE];
    if (image_file_name(path, name) != 0)
        return 1;
    const char *reason = whole_file_refused(name);
    return reason ? image_error("write", name, reason) : 0;
}

// The picture as a file holds it: 3 bytes a pixel, top row first. NULL without memory; free() it.
static inline unsigned char *image_pack(const unsigned char *rgba, int width, int height) {
    unsigned char *rgb = (unsigned char *)malloc((size_t)width * (size_t)height * 3);
    unsigned char *to = rgb;
    for (int y = height - 1; y >= 0 && rgb != NULL; y--) {
        const unsigned char *from = rgba + (size_t)y * (size_t)width * 4;
        for (int x = 0; x < width; x++, to += 3, from += 4)
            memcpy(to, from, 3);
    }
    return rgb;
}

// Writes a picture of width x height pixels to path, which ends in .png or .ppm. Without libpng
// a .png is written as .ppm, and a line on stderr says so.
static inline int image_write(const char *path, const unsigned char *rgba, int width, int height) {
    char name[IMAGE_NAME_SIZE];
    if (image_file_name(path, name) != 0)
        return 1;
    if (rgba == NULL || width < 1 || height < 1)
        return image_error("write", path, "there is no picture");
    unsigned char *rgb = image_pack(rgba, width, height);
    if (rgb == NULL)
        return image_error("write", path, strerror(ENOMEM));
    struct whole_file file;
    const char *reason = whole_file_open(&file, name);
    if (reason) {
        free(rgb);
        return image_error("write", name, reason);
    }
    errno = 0;
#ifdef HAVE_PNG
    png_image png;
    if (image_has_extension(name, ".png")) {
        memset(&png, 0, sizeof png);
        png.version = PNG_IMAGE_VERSION;
        png.width = (png_uint_32)width;
        png.height = (png_uint_32)height;
        png.format = PNG_FORMAT_RGB;
        if (!png_image_write_to_stdio(&png, file.stream, 0, rgb, 0, NULL))
            reason = errno != 0 ? strerror(errno) : png.message;
    } else
#endif
    {
        size_t size = (size_t)width * (size_t)height * 3;
        fprintf(file.stream, "P6\n%d %d\n255\n", width, height);
        if (fwrite(rgb, 1, size, file.stream) != size)
            reason = strerror(errno);
    }
    free(rgb);
    reason = whole_file_close(&file, reason);
    const int failed = reason ? image_error("write", name, reason) : 0;
    if (!failed && strcmp(path, name) != 0)
        fprintf(stderr, "no libpng in this build: wrote %s in place of %s\n", name, path);
    return failed;
}

// Says on stderr where a picture was written, and why it is there rather than in a window.
static inline void image_say(const char *why, const char *path) {
    char name[IMAGE_NAME_SIZE];
    int is_picture = image_has_extension(path, ".png") || image_has_extension(path, ".ppm");
    if (is_picture && image_file_name(path, name) == 0)
        path = name;
    fprintf(stderr, "%s%sthe picture is in %s\n", why != NULL ? why : "", why != NULL ? ": " : "",
            path);
}

// The next number of a PPM header, past blanks and # comments; -1 where there is none.
static inline int image_ppm_number(FILE *file) {
    int c, comment = 0, number = -1;
    while ((c = getc(file)) == '#' || isspace(c) || (comment && c != EOF))
        comment = c == '#' || (comment && c != '\n');
    for (; isdigit(c) && number <= IMAGE_MAX_SIDE; c = getc(file))
        number = (number < 0 ? 0 : number) * 10 + c - '0';
    return isspace(c) && number <= IMAGE_MAX_SIDE ? number : -1;
}

// Reads the rest of a PPM after its "P6". Returns what is wrong with it, or NULL.
static inline const char *image_read_ppm(FILE *file, unsigned char **rgba, int *width,
                                         int *height) {
    *width = image_ppm_number(file);
    *height = image_ppm_number(file);
    int most = image_ppm_number(file);
    if (*width < 1 || *height < 1 || most < 1 || most > 255)
        return "the PPM header is damaged, or not of 8 bits a channel";
    *rgba = (unsigned char *)malloc((size_t)*width * (size_t)*height * 4);
    if (*rgba == NULL)
        return strerror(ENOMEM);
    for (int y = *height - 1; y >= 0; y--) {
        unsigned char *to = *rgba + (size_t)y * (size_t)*width * 4;
        for (int x = 0; x < *width; x++, to += 4) {
            unsigned char rgb[3];
            if (fread(rgb, 1, 3, file) != 3)
                return "the file ends too early";
            for (int i = 0; i < 3; i++)
                to[i] = (unsigned char)(((rgb[i] > most ? most : rgb[i]) * 255 + most / 2) / most);
            to[3] = 255;
        }
    }
    return NULL;
}

#ifdef HAVE_PNG
// Reads a PNG of any kind into png, which also holds the text of an error. Returns that or NULL.
static inline const char *image_read_png(FILE *file, png_image *png, unsigned char **rgba) {
    png->version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_stdio(png, file))
        return png->message;
    png->format = PNG_FORMAT_RGBA;
    png->flags |=
        PNG_IMAGE_FLAG_16BIT_sRGB; // or files of 16 bits without a gamma come out too light
    *rgba = (unsigned char *)malloc((size_t)png->width * png->height * 4);
    if (*rgba == NULL) {
        png_image_free(png);
        return strerror(ENOMEM);
    }
    int row_stride = -(int)png->width * 4; // negative: the bottom row first
    return png_image_finish_read(png, NULL, *rgba, row_stride, NULL) ? NULL : png->message;
}
#endif

// Reads a PNG or PPM, told apart by their content, into memory that the caller frees: width x
// height pixels as described at the top, alpha 255 where the file has none. NULL on failure.
static inline int image_read(const char *path, unsigned char **rgba, int *width, int *height) {
    *rgba = NULL;
    *width = *height = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return image_error("read", path, strerror(errno));
    errno = 0;
    int first = getc(file);
    const char *reason = "neither a PNG nor a PPM (P6) picture";
#ifdef HAVE_PNG
    png_image png;
    memset(&png, 0, sizeof png);
#endif
    if (first == EOF) {
        reason = errno != 0 ? strerror(errno) : "the file is empty";
    } else if (first == 'P' && getc(file) == '6') {
        reason = image_read_ppm(file, rgba, width, height);
    } else if (first == 0x89) {
#ifdef HAVE_PNG
        rewind(file);
        reason = image_read_png(file, &png, rgba);
        *width = (int)png.width;
        *height = (int)png.height;
#else
        reason = "this build has no libpng; convert the picture to PPM";
#endif
    }
    fclose(file);
    if (reason == NULL)
        return 0;
    free(*rgba);
    *rgba = NULL;
    *width = *height = 0;
    return image_error("read", path, reason);
}

#endif
