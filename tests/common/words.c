// SPDX-License-Identifier: MIT
// A program that takes every kind of option and prints what it understood: for tests/common.t.
#include "options.h"

int main(int argc, char **argv) {
    struct options options = options_default(1024);
    size_t spheres = 20;
    double speed = 0.25;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 4096, "pixels along an edge"},
        {"spheres", OPTION_COUNT, &spheres, 1, 2340, "spheres in the scene"},
        {"speed", OPTION_REAL, &speed, -1, 0.25, "how fast heat spreads"},
    };
    options_parse(&options, argc, argv, "Prints its options.", rows);
    printf("%zu %zu %g %llu %zu %s %d %d\n", options.size, spheres, speed, (unsigned long long)options.seed,
           options.runs, options.csv_file ? options.csv_file : "-", options.window, options.csv);
    return 0;
}
