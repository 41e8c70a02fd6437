// SPDX-License-Identifier: MIT
// CPUAnimBitmap: a picture that a function of the program's redraws again and again, in a window
// where there is a display, else into a file: the last picture, or with a name in .gif all of them.
// A GIF is made by ffmpeg or ImageMagick, whichever is installed.
#ifndef COMMON_CPU_ANIM_H
#define COMMON_CPU_ANIM_H

#include <signal.h>

#include "image.h"
#include "window.h"

// A GIF being written: a tool that reads raw pictures from a pipe and writes the temporary file.
struct GifWriter {
    FILE *tool = NULL; // NULL: none is being written
    struct whole_file file;
    void (*old_sigpipe)(int);

    // Starts the tool. Returns 0, or 1 after a line on stderr.
    int begin(const char *path, int width, int height) {
        const char *reason = whole_file_open(&file, path);
        if (reason != NULL)
            return image_error("write", path, reason);
        // ffmpeg gets a palette for each picture: one for all would keep all of them in memory.
        char command[700];
        snprintf(command, sizeof command,
                 "exec >/dev/fd/%d\n"
                 "if command -v ffmpeg >/dev/null; then\n"
                 "exec ffmpeg -loglevel error -f rawvideo -pix_fmt rgb24 -framerate 25 -s %dx%d"
                 " -i - -filter_complex 'split[a][b];[a]palettegen=stats_mode=single[p];"
                 "[b][p]paletteuse=new=1' -f gif pipe:1; fi\n"
                 "tool=convert; if command -v magick >/dev/null; then tool=magick; fi\n"
                 "exec $tool -size %dx%d -depth 8 -delay 4 -loop 0 rgb:- gif:-",
                 fileno(file.stream), width, height, width, height);
        reason = missing();
        if (reason == NULL && (tool = popen(command, "w")) == NULL)
            reason = strerror(errno);
        if (reason != NULL)
            return image_error("write", path, whole_file_close(&file, reason));
        old_sigpipe = signal(SIGPIPE, SIG_IGN); // a tool that dies is an error, not our end
        return 0;
    }

    // Adds a picture. Returns 0, or 1 when the tool takes no more; end then says so.
    int add(const unsigned char *rgba, int width, int height) {
        unsigned char *rgb = image_pack(rgba, width, height);
        size_t size = (size_t)width * (size_t)height * 3;
        broken = rgb == NULL || fwrite(rgb, 1, size, tool) != size;
        free(rgb);
        return broken;
    }

    // Waits for the tool and gives the file its name. Returns 0, or 1 after a line on stderr.
    int end(const char *path) {
        bool complete = !broken && fflush(tool) == 0;
        complete = pclose(tool) == 0 && complete;
        tool = NULL;
        signal(SIGPIPE, old_sigpipe);
        const char *reason =
            whole_file_close(&file, complete ? NULL : "the tool that makes the GIF failed");
        return reason ? image_error("write", path, reason) : 0;
    }

    // Why no GIF can be made here; NULL where one can.
    static const char *missing() {
        const char *probe = "command -v ffmpeg || command -v magick || command -v convert";
        FILE *answer = popen(probe, "r"); // not system(): its answer is not for our stdout
        bool found = answer != NULL && getc(answer) != EOF;
        if (answer != NULL)
            pclose(answer);
        return found ? NULL : "a GIF needs ffmpeg or ImageMagick, and neither is installed";
    }

  private:
    bool broken = false;
};

// As image_check_writable, for an animation's file: .gif is right here too, where a tool for it is
// installed.
static inline int anim_check_writable(const char *path) {
    if (path == NULL || !image_has_extension(path, ".gif"))
        return image_check_writable(path);
    const char *reason = GifWriter::missing();
    if (reason == NULL)
        reason = whole_file_refused(path);
    return reason ? image_error("write", path, reason) : 0;
}

struct CPUAnimBitmap {
    unsigned char *pixels; // RGBA, bottom row first; black and transparent at first
    int width, height;
    void *dataBlock; // handed to every callback
    const char *title = "CPUAnimBitmap";
    const char *save_as = "anim.png"; // the file for the s key, and for want of a window
    bool save = false;                // write save_as in any case, window or not
    bool window = true;               // false: never open one
    int frames = 0;                   // how many; 0: until the window is closed, 30 without one

    // As CPUBitmap: without memory get_ptr() is NULL and a line on stderr says so.
    CPUAnimBitmap(int width, int height, void *dataBlock = NULL)
        : pixels(NULL), width(width), height(height), dataBlock(dataBlock) {
        if (width > 0 && height > 0)
            pixels = (unsigned char *)calloc((size_t)width * (size_t)height, 4);
        if (pixels == NULL)
            fprintf(stderr, "no memory for a picture of %d x %d pixels\n", width, height);
    }
    ~CPUAnimBitmap() { free(pixels); }
    CPUAnimBitmap(const CPUAnimBitmap &) = delete;
    CPUAnimBitmap &operator=(const CPUAnimBitmap &) = delete;

    unsigned char *get_ptr() const { return pixels; }
    size_t image_size() const { return (size_t)width * (size_t)height * 4; } // in bytes

    // Asks for drag(dataBlock, x0, y0, x1, y1) whenever the left button is released at pixel
    // (x1, y1) that was pressed at (x0, y0); y counts from the bottom row. The title says what it
    // does.
    void click_drag(void (*drag)(void *, int, int, int, int), const char *does = "draw") {
        on_drag = drag;
        shown.drag_does = does;
    }

    // Asks for closing(dataBlock) before the window goes, and its OpenGL with it.
    void before_close(void (*closing)(void *)) { on_closing = closing; }

    // For use in frame: from now on the window shows what lies in a buffer of OpenGL's, whose name
    // is returned, until unshare() or the window's end puts that into `pixels`. 0 without a window,
    // or where each frame is wanted on the host, for a GIF.
    unsigned share() { return gif.tool != NULL ? 0 : window_share(); }
    void unshare() { window_unshare(); }

    // Its times are those of the frames so far; `drawn` is 0 without a window.
    const struct Window &as_shown() const { return shown; }

    // Changes the title of the open window; without one nothing happens.
    void set_title(const char *text) { window_set_title(text); }

    // A scale of colours below the picture in a window, RGBA from low to high, and a text beside
    // it, which may change from frame to frame.
    void set_scale(const unsigned char *rgba, int colours, const char *low, const char *high,
                   const char *text) {
        shown.scale = rgba;
        shown.scale_colours = colours;
        shown.low = low;
        shown.high = high;
        shown.text = text;
    }

    // Calls frame(dataBlock, ticks), ticks = 1, 2, 3, ..., which redraws the pixels, until the
    // window is closed or `frames` are done; then writes the file if there is one to write, calls
    // anim_exit(dataBlock), and returns to the caller: 0, or 1 where the file could not be written.
    int anim_and_exit(void (*frame)(void *, int), void (*anim_exit)(void *) = NULL) {
        const char *why_file = window ? window_missing() : "no window wanted";
        bool to_file = save || why_file != NULL;
        bool to_gif = to_file && image_has_extension(save_as, ".gif");
        int failed = pixels == NULL || (to_gif && gif.begin(save_as, width, height) != 0);
        on_frame = frame;
        ticks = 0;
        last = frames > 0 || why_file == NULL ? frames : 30;
        if (!failed) {
            if (why_file == NULL)
                failed = show();
            else
                play();
            if (to_gif)
                failed |= gif.end(save_as);
            else if (to_file)
                failed |= image_write(save_as, pixels, width, height);
            if (!failed && to_file)
                image_say(why_file, save_as);
        }
        if (anim_exit != NULL)
            anim_exit(dataBlock);
        return failed;
    }

  private:
    void (*on_frame)(void *, int) = NULL;
    void (*on_drag)(void *, int, int, int, int) = NULL;
    void (*on_closing)(void *) = NULL;
    int ticks = 0, last = 0;
    GifWriter gif;
    struct Window shown = {};

    // Draws the next frame; nonzero after the last one.
    static int step(void *self) {
        CPUAnimBitmap *a = (CPUAnimBitmap *)self;
        a->on_frame(a->dataBlock, ++a->ticks);
        if (a->gif.tool != NULL && a->gif.add(a->pixels, a->width, a->height) != 0)
            return 1;
        return a->last > 0 && a->ticks >= a->last;
    }

    static void drag(void *self, int x0, int y0, int x1, int y1) {
        CPUAnimBitmap *a = (CPUAnimBitmap *)self;
        a->on_drag(a->dataBlock, x0, y0, x1, y1);
    }

    static void closing(void *self) {
        CPUAnimBitmap *a = (CPUAnimBitmap *)self;
        a->on_closing(a->dataBlock);
    }

    int show() {
        char still[IMAGE_NAME_SIZE];
        snprintf(still, sizeof still, "%s", save_as);
        if (image_has_extension(still, ".gif"))
            strcpy(strrchr(still, '.'), ".png"); // s saves the picture that is seen
        shown.title = title;
        shown.pixels = pixels;
        shown.width = width;
        shown.height = height;
        shown.save_as = still;
        shown.data = this;
        shown.frame = step;
        shown.drag = on_drag != NULL ? drag : NULL;
        shown.closing = on_closing != NULL ? closing : NULL;
        return window_show(&shown);
    }

    // A frame without a window, and its time.
    int next() {
        const double start = window_ms();
        const int last = step(this);
        shown.made_ms += window_ms() - start;
        shown.made++;
        return last;
    }

    // All frames without a window; a bar on stderr tells a person, not a log, how far it is.
    void play() {
        bool bar = isatty(STDERR_FILENO);
        while (next() == 0) {
            int done = (int)(40.0 * ticks / last);
            if (bar)
                fprintf(stderr, "\r[%.*s%*s] %d/%d", done,
                        "########################################", 40 - done, "", ticks, last);
        }
        if (bar)
            fprintf(stderr, "\r\033[K");
    }
};

#endif
