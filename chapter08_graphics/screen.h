// SPDX-License-Identifier: MIT
// What the four programs do around their lesson: the options, the window or the file, and what the
// frames took.
#ifndef SCREEN_H
#define SCREEN_H

#include "pictures/cpu_anim.h"
#include "chapter.h"

const int BLOCK_X = 32, BLOCK_Y = 8; // threads of a block; the 32 of a warp lie in one row

struct screen {
    struct options options;
    int size;              // pixels along each edge
    size_t pixels, bytes;  // size * size, and 4 bytes for each
    dim3 grid, block;      // one thread for each pixel
    CPUAnimBitmap *bitmap; // the window or the file; the pixels on the host
    uchar4 *expected;      // those as they should be
    uchar4 *dev_pixels;    // device memory for them
    // The window's own pixels, which CUDA may map (shared.h); NULL: the host's are shown.
    cudaGraphicsResource_t shared;
    bool saved; // no copy went through the host
};

// The options, and the picture on the host. `data` goes to the callbacks; a program's own option,
// or one without a name; as many frames as `headless`, unless --frames says, without a window.
static inline void screen_begin(struct screen *screen, void *data, int argc, char **argv,
                                const char *about, struct option_row own, int headless,
                                const char *file) {
    struct options *options = &screen->options;
    size_t frames = 0;
    *options = options_default(1024);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options->size, 1, IMAGE_MAX_SIDE, "pixels along each edge"},
        {"frames", OPTION_COUNT, &frames, 1, 1e6, "how many; default: until the window is closed"},
        {"out", OPTION_FILE, &options->picture, 0, 0,
         "write the last frame to FILE (.png or .ppm), or all of them (.gif)"},
        own,
    };
    options_parse_rows(options, argc, argv, about, rows, own.name ? 4 : 3);
    if (options->picture && anim_check_writable(options->picture))
        exit(OPTIONS_BAD);
    screen->size = (int)options->size;
    screen->pixels = options->size * options->size;
    screen->bytes = screen->pixels * sizeof(uchar4);
    screen->expected = (uchar4 *)host_alloc(options, screen->pixels, sizeof(uchar4));
    screen->block = dim3(BLOCK_X, BLOCK_Y);
    screen->grid = dim3((screen->size + BLOCK_X - 1) / BLOCK_X, // rounded up
                        (screen->size + BLOCK_Y - 1) / BLOCK_Y);

    CPUAnimBitmap *bitmap = new CPUAnimBitmap(screen->size, screen->size, data);
    if (bitmap->get_ptr() == NULL)
        exit(OPTIONS_BAD); // no memory for it, as a line said
    screen->bitmap = bitmap;
    bitmap->title = options->program;
    bitmap->save_as = options->picture ? options->picture : file;
    bitmap->save = options->picture != NULL;
    bitmap->window = options->window && !options->csv;
    const bool shown = bitmap->window && window_available();
    bitmap->frames = frames == 0 && !shown ? headless : (int)frames;
}

// Has `expected` been drawn, to within so many levels?
static inline size_t screen_wrong(const struct screen *screen, int levels) {
    return verify_bytes(screen->bitmap->get_ptr(), &screen->expected->x, screen->bytes, levels);
}

// Copies the pixels to the host. A window copies them to OpenGL then.
static inline void screen_copy(struct screen *screen) {
    HANDLE_ERROR(cudaMemcpy(screen->bitmap->get_ptr(), screen->dev_pixels, screen->bytes,
                            cudaMemcpyDeviceToHost));
}

// The frames. Returns 1 where they can't be saved.
static inline int screen_animate(struct screen *screen, void (*frame)(void *data, int ticks)) {
    fflush(stdout);
    if (screen->options.csv && !screen->options.picture)
        return 0;
    return screen->bitmap->anim_and_exit(frame);
}

// How many frames there were.
static inline int screen_frames(const struct screen *screen) {
    return screen->bitmap->as_shown().made;
}

// What a frame took, and what went through the host: a picture for a window is copied twice, to the
// host and from there to OpenGL; a picture for a file is copied once.
static inline void screen_report(const struct screen *screen, struct report *report, bool right) {
    const struct Window &frames = screen->bitmap->as_shown();
    if (frames.made == 0)
        return; // with --csv
    const double made = frames.made_ms / frames.made;
    const double drawn = frames.drawn > 0 ? frames.drawn_ms / frames.drawn : 0;
    const float average = (float)(made + drawn), ms[] = {average, average, average};
    report_row(report, "frame", ms, 1e3 / average, "frames/s", right);
    if (!right || screen->options.csv)
        return;
    printf("Average Time per frame:  %s ms, %s frames/s", digits(average, 3).text,
           digits(1e3 / average, 3).text);
    if (frames.drawn > 0)
        printf(" (made in %s ms, drawn in %s)", digits(made, 3).text, digits(drawn, 3).text);
    printf("\n");
    const int copies = (frames.drawn > 0 ? 2 : 1) * frames.made;
    printf("%d frames of %s MB: %d copies through the host, %d saved\n", frames.made,
           digits((double)screen->bytes / 1e6, 3).text, screen->saved ? 0 : copies,
           screen->saved ? copies : 0);
}

static inline void screen_end(struct screen *screen) {
    HANDLE_ERROR(cudaFree(screen->dev_pixels));
    free(screen->expected);
    delete screen->bitmap;
}

#endif
