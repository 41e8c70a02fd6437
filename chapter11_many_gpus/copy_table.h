// SPDX-License-Identifier: MIT
// What copy_matrix has measured, as rows of a report, as a table and as a picture. An end of a copy
// is a GPU, by its number, or the host, which comes last.
#ifndef COPY_TABLE_H
#define COPY_TABLE_H

#include <math.h>
#include <string.h>

#include "heat/colours.h"
#include "pictures/show.h"
#include "report.h"
#include "gpus.h"

enum { COPY_TILE = 64, COPY_SIZES = 24, COPY_PAIRS = 3 }; // a tile: pixels along a square

// Rates in GB/s, from the first index to the second.
typedef double copy_rates[GPUS_MOST + 1][GPUS_MOST + 1];

// Shorter copies, one way: so many bytes, and the rates of the pairs of copy_pair.
struct copy_size {
    size_t bytes;
    double rate[COPY_PAIRS];
};

struct copy_table {
    int ends;
    size_t bytes;                     // of a copy in the tables
    copy_rates one_way, both;         // both: in each direction, while as much goes the other way
    int direct[GPUS_MOST][GPUS_MOST]; // not 0: the first can access the second's memory
    struct copy_size by_size[COPY_SIZES];
    int sizes;
};

struct copy_ends {
    int from, to;
};

// The pairs that are measured at all sizes: GPU 0 and the host, both ways, and GPU 0 to GPU 1 where
// there is one.
static inline int copy_pairs(const struct copy_table *t) {
    return t->ends > 2 ? 3 : 2;
}
static inline struct copy_ends copy_pair(const struct copy_table *t, int i) {
    const struct copy_ends pairs[] = {{0, t->ends - 1}, {t->ends - 1, 0}, {0, 1}};
    return pairs[i];
}

struct copy_name {
    char text[60];
};

static inline struct copy_name copy_name(const struct copy_table *t, int end) {
    struct copy_name name = {"host"};
    if (end < t->ends - 1)
        snprintf(name.text, sizeof name.text, "GPU %d", end);
    return name;
}

// Such as "262 kB".
static inline struct copy_name copy_bytes(size_t bytes) {
    const char *const units[] = {"B", "kB", "MB", "GB"};
    struct copy_name name;
    int unit = 0;
    double value = (double)bytes;
    for (; value >= 1000 && unit < 3; unit++)
        value /= 1000;
    snprintf(name.text, sizeof name.text, "%s %s", digits(value, 3).text, units[unit]);
    return name;
}

static inline void copy_table_print(const struct copy_table *t, const char *title,
                                    const copy_rates rates) {
    printf("%-12s", title);
    for (int to = 0; to < t->ends; to++)
        printf(" %8s", copy_name(t, to).text);
    printf("   GB/s, to\n");
    for (int from = 0; from < t->ends; from++) {
        printf("%-12s", copy_name(t, from).text);
        for (int to = 0; to < t->ends; to++)
            printf(" %8s", from == to ? "-" : digits(rates[from][to], 3).text);
        printf("\n");
    }
}

static inline void copy_sizes_print(const struct copy_table *t) {
    printf("%-12s", "one way, of");
    for (int i = 0; i < copy_pairs(t); i++)
        printf("  %s to %s", copy_name(t, copy_pair(t, i).from).text,
               copy_name(t, copy_pair(t, i).to).text);
    printf("   GB/s\n");
    for (int size = 0; size < t->sizes; size++) {
        printf("%-12s", copy_bytes(t->by_size[size].bytes).text);
        for (int i = 0; i < copy_pairs(t); i++)
            printf("  %13s", digits(t->by_size[size].rate[i], 3).text);
        printf("\n");
    }
}

static inline void copy_row(struct report *report, const char *what, size_t bytes, double rate,
                            bool right) {
    const float ms = (float)(1e-6 * (double)bytes / rate), row[] = {ms, ms, ms};
    report_row(report, what, row, rate, "GB/s", right);
}

// A row of the report for each pair and direction, and for each shorter copy; and three tables,
// unless a copy was wrong or the rows go to a file.
static inline void copy_table_report(const struct copy_table *t, struct report *report,
                                     bool right) {
    char what[100];
    for (int from = 0; from < t->ends; from++)
        for (int to = 0; to < t->ends; to++)
            for (int ways = 1; ways <= 2 && from != to; ways++) {
                snprintf(what, sizeof what, "%s to %s %s", copy_name(t, from).text,
                         copy_name(t, to).text, ways == 1 ? "one way" : "both ways");
                const double rate = ways == 1 ? t->one_way[from][to] : t->both[from][to];
                copy_row(report, what, t->bytes, rate, right);
            }
    for (int size = 0; size < t->sizes; size++)
        for (int i = 0; i < copy_pairs(t); i++) {
            const struct copy_ends pair = copy_pair(t, i);
            snprintf(what, sizeof what, "%s to %s at %zu bytes", copy_name(t, pair.from).text,
                     copy_name(t, pair.to).text, t->by_size[size].bytes);
            copy_row(report, what, t->by_size[size].bytes, t->by_size[size].rate[i], right);
        }
    if (report->options->csv || !right)
        return;
    printf("copies of %s\n", copy_bytes(t->bytes).text);
    copy_table_print(t, "one way", t->one_way);
    copy_table_print(t, "both ways", t->both);
    for (int i = 0; i < t->ends - 1; i++)
        for (int j = 0; j < t->ends - 1; j++)
            if (i != j && !t->direct[i][j])
                printf("GPU %d does not reach GPU %d's memory: by way of the host\n", i, j);
    if (t->sizes > 0)
        copy_sizes_print(t);
}

// A square for each pair: one way on the left, both ways on the right; the fastest is the lightest.
// pixels: RGBA, 2 ends x ends squares of COPY_TILE pixels, from the bottom row up.
static inline void copy_table_draw(const struct copy_table *t, unsigned char *pixels) {
    const int side = t->ends * COPY_TILE;
    double most = 0;
    for (int i = 0; i < t->ends; i++)
        for (int j = 0; j < t->ends; j++)
            most = fmax(most, fmax(t->one_way[i][j], t->both[i][j]));
    for (int y = 0; y < side; y++)
        for (int x = 0; x < 2 * side; x++) {
            const int from = (side - 1 - y) / COPY_TILE, to = x % side / COPY_TILE;
            const double rate = x < side ? t->one_way[from][to] : t->both[from][to];
            const bool seam = x % COPY_TILE == 0 || y % COPY_TILE == 0 || from == to;
            const uchar4 colour =
                seam ? make_uchar4(40, 40, 40, 255) : room_perceptual(most > 0 ? rate / most : 0);
            memcpy(pixels + 4 * ((size_t)y * 2 * side + x), &colour, sizeof colour);
        }
}

// Shows the picture, or writes it to a file. Returns the exit status.
static inline int copy_table_show(const struct copy_table *t, const struct options *options) {
    CPUBitmap bitmap(2 * t->ends * COPY_TILE, t->ends * COPY_TILE);
    if (bitmap.get_ptr() == NULL)
        return EXIT_FAILURE;
    copy_table_draw(t, bitmap.get_ptr());
    return show_picture(&bitmap, options, "copy_matrix.png");
}

#endif
