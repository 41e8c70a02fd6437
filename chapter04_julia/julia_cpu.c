// SPDX-License-Identifier: MIT
// The Julia set on the CPU, in plain C: two loops over the pixels, one for each point.
//
// What it teaches: no pixel depends on another. The two outer loops have no order, and julia_gpu
// has no need of them.
//
//     julia_cpu; julia_cpu --size 2000        --help lists the options
//
// It prints the time of the loops, checks the picture, and shows it in a window, or writes
// julia.png if there is none.
#define __host__ // in plain C every function is the host's
#define __device__

#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "pictures/display.h"
#include "report.h"
#include "verify.h"
#include "julia.h"

#define ABOUT "Draws a Julia set on the CPU."
enum { MOST_OTHERS = 100 }; // doubles may give another colour to one pixel in so many

// Bound by latency: each turn of a point waits for the one before it.
static void julia(uint32_t *picture, int size) {
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            const int turns = julia_turns(julia_place(x, size), julia_place(y, size));
            picture[x + (size_t)y * size] = julia_colour(turns);
        }
}

// z and -z have the same square. So the picture is its own half-turn, bit for bit.
static size_t asymmetric(const uint32_t *picture, size_t pixels) {
    size_t wrong = 0;
    for (size_t i = 0; i < pixels; i++)
        wrong += picture[i] != picture[pixels - 1 - i];
    return wrong;
}

// The points whose colour is another in doubles. Squaring doubles the relative error of a number in
// each turn, so a point that stays long has lost the 24 bits of a float.
static size_t elsewhere(const uint32_t *picture, int size) {
    size_t others = 0;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            double x = julia_place(column, size), y = julia_place(row, size);
            int turns = 0;
            for (; turns < JULIA_TURNS && x * x + y * y <= JULIA_FAR; turns++) {
                const double squared = x * x - y * y + JULIA_X;
                y = 2 * x * y + JULIA_Y;
                x = squared;
            }
            others += picture[column + (size_t)row * size] != julia_colour(turns);
        }
    return others;
}

int main(int argc, char **argv) {
    const struct options options = julia_options(argc, argv, ABOUT);

    const int size = (int)options.size;
    const size_t pixels = options.size * options.size;
    uint32_t *picture = (uint32_t *)host_alloc(&options, pixels, sizeof *picture);
    struct report report = report_begin(&options);

    // The whole job is the loops: nothing has to be copied anywhere.
    struct stopwatch span = stopwatch_start();
    julia(picture, size);
    stopwatch_lap(&span, "loops");
    stopwatch_stop(&span);
    size_t wrong = asymmetric(picture, pixels);
    const size_t others = elsewhere(picture, size);
    const bool near = others <= pixels / MOST_OTHERS;

    // The loops alone, several times; the last picture is checked too.
    struct timing t = timing_start(options.runs, picture, pixels * sizeof *picture);
    while (timing_next(&t))
        julia(picture, size);
    wrong += asymmetric(picture, pixels);

    const bool right = wrong == 0 && near;
    report_span(&report, &span, right);
    report_kernel(&report, "loops", &t, (double)pixels / (t.median_ms * 1e3), "Mpixel/s", right);
    int status =
        report_end(&report, "%zu of %zu pixels not symmetric, %zu others in doubles, %zu allowed",
                   wrong, pixels, others, pixels / MOST_OTHERS);

    if (!options.csv || options.picture)
        status |= display_pixels(options.program, (unsigned char *)picture, size, size,
                                 options.picture ? options.picture : "julia.png",
                                 options.picture != NULL, options.window && !options.csv);
    free(picture);
    return status;
}
