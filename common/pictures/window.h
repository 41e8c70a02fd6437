// SPDX-License-Identifier: MIT
// A window that shows a picture, still or moving. The only file that knows freeglut and OpenGL;
// without HAVE_GLUT the same functions exist and answer that there is no window.
//
// Escape, q or closing the window ends window_show, which then returns to its caller: no exit(), so
// memory is freed and the exit status kept. s saves the picture, space pauses an animation, and a
// drag with the left button goes to a callback; the title names the keys, and says what is paused.
// The picture keeps its aspect ratio whatever the window's size; in a window of the picture's own
// size each pixel of it is one pixel there. Below it there may be a strip with a scale of colours
// and a line of text.
#ifndef COMMON_WINDOW_H
#define COMMON_WINDOW_H

#include <time.h>

#include "image.h"

struct Window {
    const char *title;
    unsigned char *pixels;    // RGBA, bottom row first, as in image.h
    int width, height;        // of the picture, in pixels
    const char *save_as;      // the file that s writes; NULL: none
    void *data;               // handed to the callbacks
    int (*frame)(void *data); // makes the next picture, nonzero: the last; NULL: a still picture
    // The left button was pressed at pixel (x0, y0) and released at (x1, y1), y counted from the
    // bottom; NULL: not wanted.
    void (*drag)(void *data, int x0, int y0, int x1, int y1);
    const char *drag_does;      // for the title: "paint"
    const unsigned char *scale; // RGBA, from low to high; NULL: no strip below the picture
    int scale_colours;          // in scale
    const char *low, *high;     // what its ends stand for
    const char *text;           // to the right of it; may change from frame to frame
    // The window is about to go, and its OpenGL with it; NULL: not wanted.
    void (*closing)(void *data);
    // What the frames took so far, in ms, without the waits between them: their making in frame(),
    // and their drawing, to its end.
    double made_ms, drawn_ms;
    int made, drawn;
    // Below: window_show's own.
    int view_x, view_y, view_width, view_height; // where the picture lies in the window
    int window_width, window_height;
    int paused, in_frame, drag_x, drag_y;
    // OpenGL's, with the pixels, and the texture by which they are drawn: window_share; 0: they are
    // in `pixels`.
    unsigned buffer, buffer_texture;
    char named[128]; // the title without the keys, as it was last set
};

// The host's clock, in ms.
static inline double window_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

#ifndef HAVE_GLUT

static inline const char *window_missing(void) {
    return "no window support in this build";
}
static inline int window_show(struct Window *window) {
    (void)window;
    return 1;
}
static inline void window_set_title(const char *title) {
    (void)title;
}
static inline unsigned window_share(void) {
    return 0;
}
static inline void window_unshare(void) {}

#else

#include <GL/freeglut.h>
#include <fcntl.h>

// The few functions of X11 and GLX that the probe needs. Their headers would define None, Success,
// Complex and some hundred more short names as macros in every program.
#ifdef __cplusplus
extern "C" {
#endif
struct _XDisplay *XOpenDisplay(const char *name);
int XDefaultScreen(struct _XDisplay *display);
int XFree(void *data);
int glXQueryExtension(struct _XDisplay *display, int *error_base, int *event_base);
struct __GLXFBConfigRec **glXChooseFBConfig(struct _XDisplay *display, int screen,
                                            const int *attributes, int *count);
#ifdef __cplusplus
}
#endif

// NULL where a window can be opened, else why not. freeglut calls exit() when it finds no display
// or no OpenGL there, so what it will ask for is tried first.
static inline const char *window_missing(void) {
    // Kept open until the program ends: a server that restarts when its last client leaves, as
    // Xvfb does, could refuse freeglut right after.
    static struct _XDisplay *display = NULL;
    static const char *missing = "no display";
    const char *name = getenv("DISPLAY");
    if (display != NULL || name == NULL || name[0] == '\0')
        return missing;
    // A server that refuses us, or a GL driver that fails to load, prints lines of its own.
    fflush(stderr);
    int saved = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
    if (null >= 0)
        dup2(null, STDERR_FILENO);
    display = XOpenDisplay(NULL);
    if (display != NULL) {
        const int double_buffered[] = {5 /* GLX_DOUBLEBUFFER */, 1, 0};
        int screen = XDefaultScreen(display), count = 0;
        void *configs = NULL;
        if (glXQueryExtension(display, NULL, NULL))
            configs = glXChooseFBConfig(display, screen, double_buffered, &count);
        missing = count > 0 ? NULL : "no OpenGL on this display";
        if (configs != NULL)
            XFree(configs);
    }
    if (saved >= 0) {
        dup2(saved, STDERR_FILENO);
        close(saved);
    }
    if (null >= 0)
        close(null);
    return missing;
}

enum { WINDOW_TITLE_SIZE = 256 };

// freeglut's callbacks take no pointer, so the open window is kept here.
static inline struct Window **window_open_one(void) {
    static struct Window *open_one = NULL;
    return &open_one;
}

// ---- pixels that OpenGL keeps ------------------------------------------------------------------

// Functions newer than OpenGL 1.3 have to be asked for.
#define WINDOW_GL(type, name) ((type)glutGetProcAddress(name))

// What is drawn from now on, or read, comes from the buffer, at an address that counts from its
// start; 0: from the host's memory.
static inline void window_bind(unsigned buffer) {
    WINDOW_GL(PFNGLBINDBUFFERPROC, "glBindBuffer")(GL_PIXEL_UNPACK_BUFFER, buffer);
}

// From now on the open window shows what lies in a buffer of OpenGL's, a pixel buffer object, which
// begins as a copy of `pixels`. Returns OpenGL's name for it; 0 where there is no window, OpenGL is
// older than 2.0, or its textures are smaller than the picture.
static inline unsigned window_share(void) {
    struct Window *w = *window_open_one();
    GLint most = 0;
    if (w == NULL || w->buffer != 0)
        return w != NULL ? w->buffer : 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (strtod((const char *)glGetString(GL_VERSION), NULL) < 2 || w->width > most ||
        w->height > most)
        return 0;
    glGenTextures(1, &w->buffer_texture);
    glBindTexture(GL_TEXTURE_2D, w->buffer_texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, w->width, w->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
    WINDOW_GL(PFNGLGENBUFFERSPROC, "glGenBuffers")(1, &w->buffer);
    window_bind(w->buffer);
    WINDOW_GL(PFNGLBUFFERDATAPROC, "glBufferData")
    (GL_PIXEL_UNPACK_BUFFER, (GLsizeiptr)w->width * w->height * 4, w->pixels, GL_DYNAMIC_COPY);
    window_bind(0);
    return w->buffer;
}

// Draws what the buffer holds where the picture lies in the window. By a texture, because
// NVIDIA's glDrawPixels is no faster from a buffer than from the host (bench/offscreen.cu).
static inline void window_draw_shared(const struct Window *w) {
    const float left = 2 * (float)w->view_x / (float)w->window_width - 1;
    const float bottom = 2 * (float)w->view_y / (float)w->window_height - 1;
    const float right = left + 2 * (float)w->view_width / (float)w->window_width;
    const float top = bottom + 2 * (float)w->view_height / (float)w->window_height;
    window_bind(w->buffer);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, w->width, w->height, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    window_bind(0);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glEnable(GL_TEXTURE_2D);
    glBegin(GL_QUADS);
    glTexCoord2f(0, 0);
    glVertex2f(left, bottom);
    glTexCoord2f(1, 0);
    glVertex2f(right, bottom);
    glTexCoord2f(1, 1);
    glVertex2f(right, top);
    glTexCoord2f(0, 1);
    glVertex2f(left, top);
    glEnd();
    glDisable(GL_TEXTURE_2D);
}

// Copies what the buffer holds to `pixels`.
static inline void window_fetch(const struct Window *w) {
    if (w->buffer == 0)
        return;
    window_bind(w->buffer);
    WINDOW_GL(PFNGLGETBUFFERSUBDATAPROC, "glGetBufferSubData")
    (GL_PIXEL_UNPACK_BUFFER, 0, (GLsizeiptr)w->width * w->height * 4, w->pixels);
    window_bind(0);
}

// The end of window_share: the pixels are in `pixels` again, and the buffer is gone.
static inline void window_unshare(void) {
    struct Window *w = *window_open_one();
    if (w == NULL || w->buffer == 0)
        return;
    window_fetch(w);
    WINDOW_GL(PFNGLDELETEBUFFERSPROC, "glDeleteBuffers")(1, &w->buffer);
    glDeleteTextures(1, &w->buffer_texture);
    w->buffer = w->buffer_texture = 0;
}

// A program that ends in frame() has its window closed as well, and is not called again.
static inline void window_closing(void) {
    struct Window *w = *window_open_one();
    if (w == NULL || w->in_frame)
        return;
    if (w->closing != NULL)
        w->closing(w->data);
    window_unshare();
}

// ---- drawing -----------------------------------------------------------------------------------

// In pixels, as the font below; a text has up to WINDOW_TEXT letters.
enum {
    WINDOW_STRIP = 28,
    WINDOW_MARGIN = 9,
    WINDOW_LETTER = 8,
    WINDOW_LINE = 16,
    WINDOW_TEXT = 64
};

// The length of the scale of colours in a window.
static inline int window_scale_length(int width) {
    return width / 4 < 256 ? width / 4 : 256;
}

// Lines of text below the scale: none where the window is so wide that the text has room beside it.
static inline int window_text_lines(const struct Window *w, int width) {
    int columns = (width - 2 * WINDOW_MARGIN) / WINDOW_LETTER;
    int beside = columns - window_scale_length(width) / WINDOW_LETTER - 6;
    if (w->text == NULL || beside >= WINDOW_TEXT)
        return 0;
    return columns < 16 ? 4 : 1 + WINDOW_TEXT / columns; // words that don't fit leave gaps
}

// Pixels below the picture, for the scale of colours and the text.
static inline int window_strip(const struct Window *w, int width) {
    return w->scale != NULL ? WINDOW_STRIP + WINDOW_LINE * window_text_lines(w, width) : 0;
}

// Fits the picture into the window: as large as its aspect ratio allows, and centred above the
// strip.
static inline void window_reshape(int width, int height) {
    struct Window *w = *window_open_one();
    int strip = window_strip(w, width);
    w->window_width = w->view_width = width < 1 ? 1 : width;
    w->window_height = height < 1 ? 1 : height;
    int above = w->view_height = w->window_height > strip ? w->window_height - strip : 1;
    double scale_x = (double)w->window_width / w->width;
    double scale_y = (double)above / w->height;
    if (scale_x < scale_y)
        w->view_height = (int)(w->height * scale_x + 0.5);
    else
        w->view_width = (int)(w->width * scale_y + 0.5);
    w->view_width += w->view_width < 1;
    w->view_height += w->view_height < 1;
    w->view_x = (w->window_width - w->view_width) / 2;
    w->view_y = strip + (above - w->view_height) / 2;
}

// To a place in the window, in pixels from its lower left corner.
static inline void window_go_to(const struct Window *w, int x, int y) {
    glRasterPos2f(2 * (float)x / (float)w->window_width - 1,
                  2 * (float)y / (float)w->window_height - 1);
}

// Writes a text, as far as the window reaches; returns where the next one may begin.
static inline int window_write(const struct Window *w, int x, int y, const char *text) {
    glColor3f(0.9f, 0.9f, 0.9f);
    window_go_to(w, x, y);
    for (; *text != '\0' && x + WINDOW_LETTER <= w->window_width; text++, x += WINDOW_LETTER)
        glutBitmapCharacter(GLUT_BITMAP_8_BY_13, *text);
    return x + WINDOW_LETTER;
}

// The strip: low, the colours from there to high, high, and the text, beside them or below.
static inline void window_draw_scale(const struct Window *w) {
    int lines = window_text_lines(w, w->window_width), y = WINDOW_MARGIN + WINDOW_LINE * lines;
    int x = window_write(w, WINDOW_MARGIN, y, w->low);
    int length = window_scale_length(w->window_width);
    window_go_to(w, x, y - 2);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, w->scale_colours);
    glPixelZoom((float)length / (float)w->scale_colours, WINDOW_STRIP - 2 * WINDOW_MARGIN + 4);
    glDrawPixels(w->scale_colours, 1, GL_RGBA, GL_UNSIGNED_BYTE, w->scale);
    x = window_write(w, x + length + WINDOW_LETTER, y, w->high);
    if (w->text == NULL)
        return;
    if (lines == 0)
        window_write(w, x + WINDOW_LETTER, y, w->text);
    // A line ends at the last blank that fits, or within a word that is longer than a line.
    int columns = (w->window_width - 2 * WINDOW_MARGIN) / WINDOW_LETTER;
    const char *rest = w->text;
    for (int i = 0; i < lines && *rest != '\0' && columns > 0; i++) {
        char line[WINDOW_TITLE_SIZE];
        int end = (int)strlen(rest),
            most = columns < (int)sizeof line ? columns : (int)sizeof line - 1;
        if (end > most) {
            for (end = most; end > 0 && rest[end] != ' '; end--)
                ;
            end = end > 0 ? end : most;
        }
        snprintf(line, sizeof line, "%.*s", end, rest);
        y -= WINDOW_LINE;
        window_write(w, WINDOW_MARGIN, y, line);
        rest += end + (rest[end] == ' ');
    }
}

// Draws the host's pixels. glDrawPixels rather than a texture: every OpenGL has it, even the 1.4
// that comes through a forwarded SSH connection. In tiles, because it may stand on a texture of
// limited size; a tile laps one pixel over the next, or rounding could leave a gap between them.
static inline void window_draw_pixels(const struct Window *w) {
    const int tile = 4096;
    float zoom_x = (float)w->view_width / (float)w->width;
    float zoom_y = (float)w->view_height / (float)w->height;
    glPixelZoom(zoom_x, zoom_y);
    for (int y = 0; y < w->height; y += tile)
        for (int x = 0; x < w->width; x += tile) {
            int columns = w->width - x > tile ? tile + 1 : w->width - x;
            int rows = w->height - y > tile ? tile + 1 : w->height - y;
            glRasterPos2f(2 * ((float)w->view_x + zoom_x * (float)x) / (float)w->window_width - 1,
                          2 * ((float)w->view_y + zoom_y * (float)y) / (float)w->window_height - 1);
            glDrawPixels(columns, rows, GL_RGBA, GL_UNSIGNED_BYTE,
                         w->pixels + ((size_t)y * (size_t)w->width + (size_t)x) * 4);
        }
}

static inline void window_display(void) {
    struct Window *w = *window_open_one();
    const double start = window_ms();
    glViewport(0, 0, w->window_width, w->window_height);
    glClearColor(0.25f, 0.25f, 0.25f, 1.0f); // grey: the edge of a black picture is seen
    glClear(GL_COLOR_BUFFER_BIT);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, w->width);
    if (w->buffer != 0)
        window_draw_shared(w);
    else
        window_draw_pixels(w);
    if (w->scale != NULL)
        window_draw_scale(w);
    glFinish();
    w->drawn_ms += window_ms() - start;
    w->drawn++;
    glutSwapBuffers();
}

// The next frame of an animation, 60 a second at most: without a brake a small one would run by
// unseen, and keep all cores busy.
static inline void window_next(int unused) {
    struct Window *w = *window_open_one();
    (void)unused;
    if (glutGetWindow() == 0) // closed since: without one, calls of GLUT end the program
        return;
    const double start = window_ms();
    if (!w->paused) {
        w->in_frame = 1;
        if (w->frame(w->data) != 0)
            glutLeaveMainLoop();
        w->in_frame = 0;
        w->made_ms += window_ms() - start;
        w->made++;
        glutPostRedisplay();
    }
    const int left = 16 - (int)(window_ms() - start);
    glutTimerFunc(left > 0 ? (unsigned)left : 0, window_next, 0);
}

// The window's title: what it shows, whether it stands still, and the keys.
static inline void window_title(const struct Window *w, char *text, size_t size) {
    const int drags = w->drag != NULL;
    const char *space = w->frame == NULL ? "" : w->paused ? "space: go on, " : "space: pause, ";
    snprintf(text, size, "%s%s (%s%s%s%s%sEsc: close)", w->named, w->paused ? ", paused" : "",
             drags ? "drag: " : "", drags ? w->drag_does : "", drags ? ", " : "", space,
             w->save_as != NULL ? "s: save, " : "");
}

static inline void window_retitle(const struct Window *w) {
    char text[WINDOW_TITLE_SIZE];
    window_title(w, text, sizeof text);
    glutSetWindowTitle(text);
}

static inline void window_key(unsigned char key, int x, int y) {
    struct Window *w = *window_open_one();
    (void)x;
    (void)y;
    if (key == 27 || key == 'q') {
        glutLeaveMainLoop();
    } else if (key == 's' && w->save_as != NULL) {
        window_fetch(w);
        if (image_write(w->save_as, w->pixels, w->width, w->height) == 0)
            image_say("saved", w->save_as);
    } else if (key == ' ' && w->frame != NULL) {
        w->paused = !w->paused;
        window_retitle(w);
    }
}

// From a position inside a view of one size to the pixel shown there, the nearest from outside.
static inline int window_to_picture(int position, int view, int picture) {
    double pixel = (position + 0.5) * picture / view;
    return pixel < 0 ? 0 : pixel >= picture ? picture - 1 : (int)pixel;
}

static inline void window_mouse(int button, int state, int x, int y) {
    struct Window *w = *window_open_one();
    if (button != GLUT_LEFT_BUTTON || w->drag == NULL)
        return;
    x = window_to_picture(x - w->view_x, w->view_width, w->width);
    y = window_to_picture(w->window_height - 1 - y - w->view_y, w->view_height, w->height);
    if (state == GLUT_DOWN) {
        w->drag_x = x;
        w->drag_y = y;
    } else if (w->drag_x >= 0) {
        w->drag(w->data, w->drag_x, w->drag_y, x, y);
        w->drag_x = -1; // the next release belongs to a press of its own
    }
}

// Shows the window until it is closed, until Escape, or until frame returns nonzero. Returns 0, or
// 1 at once where window_missing() gives a reason.
static inline int window_show(struct Window *window) {
    if (window_missing() != NULL)
        return 1;
    char name[] = "window", *argv[] = {name, NULL};
    int argc = 1;
    window->paused = window->in_frame = 0;
    window->made = window->drawn = 0;
    window->made_ms = window->drawn_ms = 0;
    window->buffer = window->buffer_texture = 0;
    window->drag_x = -1;
    *window_open_one() = window;
    glutInit(&argc, argv);
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_GLUTMAINLOOP_RETURNS);
    glutInitDisplayMode(GLUT_RGB | GLUT_DOUBLE);
    int screen_width = glutGet(GLUT_SCREEN_WIDTH), screen_height = glutGet(GLUT_SCREEN_HEIGHT);
    int strip = window_strip(window, window->width);
    window_reshape(window->width, window->height + strip);
    if (window->width > screen_width || window->height + strip > screen_height)
        window_reshape(screen_width * 9 / 10, screen_height * 9 / 10); // room for title and panel
    char title[WINDOW_TITLE_SIZE];
    snprintf(window->named, sizeof window->named, "%s", window->title);
    window_title(window, title, sizeof title);
    glutInitWindowSize(window->view_width, window->view_height + strip);
    glutCreateWindow(title);
    glutDisplayFunc(window_display);
    glutReshapeFunc(window_reshape);
    glutKeyboardFunc(window_key);
    glutMouseFunc(window_mouse);
    glutCloseFunc(window_closing);
    if (window->frame != NULL)
        glutTimerFunc(0, window_next, 0);
    glutMainLoop(); // returns, and has then closed all that glutInit opened
    *window_open_one() = NULL;
    return 0;
}

// Changes the title of the open window, if there is one: for use in frame.
static inline void window_set_title(const char *title) {
    struct Window *w = *window_open_one();
    if (w == NULL)
        return;
    snprintf(w->named, sizeof w->named, "%s", title);
    window_retitle(w);
}

#endif

// 1 where a window can be opened.
static inline int window_available(void) {
    return window_missing() == NULL;
}

#endif
