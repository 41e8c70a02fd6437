// SPDX-License-Identifier: MIT
// The rows that enum_gpu prints: a name, then a number with its unit, as text or with --csv.
#ifndef ROWS_H
#define ROWS_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "digits.h"
#include "report.h"

// A line for people, in printf's words, or a row of a number and its unit with --csv.
static inline void show(struct report *report, const char *what, double value, const char *unit,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));

static inline void show(struct report *report, const char *what, double value, const char *unit,
                        const char *format, ...) {
    report_row(report, what, NULL, value, unit, true);
    if (report->options->csv)
        return;
    printf("  %-28s", what);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

static inline void show_count(struct report *report, const char *what, double count,
                              const char *unit) {
    show(report, what, count, unit, "%.0f %s", count, unit);
}

static inline void show_bytes(struct report *report, const char *what, double bytes) {
    if (bytes >= 1 << 30)
        show(report, what, bytes, "bytes", "%.0f bytes (%s GiB)", bytes,
             digits(bytes / (1 << 30), 3).text);
    else if (bytes >= 1 << 10)
        show(report, what, bytes, "bytes", "%.0f bytes (%s KiB)", bytes,
             report_value(bytes / (1 << 10), 3).text);
    else
        show(report, what, bytes, "bytes", "%.0f bytes", bytes);
}

static inline void show_yes(struct report *report, const char *what, int yes, const char *because) {
    show(report, what, yes != 0, "yes", "%s%s", yes ? "yes" : "no", because);
}

// A rate or a clock: 0 stands for what the device does not tell.
static inline void show_rate(struct report *report, const char *what, double rate,
                             const char *unit) {
    if (rate > 0)
        show(report, what, rate, unit, "%s %s", report_value(rate, 4).text, unit);
    else
        show(report, what, NAN, unit, "unknown");
}

static inline void show_shape(struct report *report, const char *what, const int most[3]) {
    const char *const axis[] = {"x", "y", "z"};
    char name[64];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s, %s", what, axis[i]);
        report_row(report, name, NULL, most[i], "at most", true);
    }
    if (!report->options->csv)
        printf("  %-28s%d x %d x %d\n", what, most[0], most[1], most[2]);
}

#endif
