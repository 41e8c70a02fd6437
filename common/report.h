// SPDX-License-Identifier: MIT
// What every program prints: the backend and the device; the times, but none beside a wrong result;
// the verdict. With --csv the same as rows. Its end is the program's exit status. Plain C too.
//
//     struct report report = report_begin(&options);
//     ...
//     report_span(&report, &span, right);                        Time to generate:  1.24 ms
//     report_kernel(&report, "kernel", &t, rate, "GB/s", right); kernel alone:  median ...
//     return report_end(&report, "%zu sums", n);                 result: right (1024 sums)
//
#ifndef REPORT_H
#define REPORT_H

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "digits.h"
#include "event_timer.h"
#include "options.h"
#include "whole_file.h"

// The one place that asks which backend it is, so that an emulated time never passes for a GPU's.
// A program in plain C has none: "host".
#ifndef __CUDACC__
#include <sys/utsname.h>

#define REPORT_BACKEND "host"

static inline void report_device(char *name, size_t size) {
    struct utsname machine;
    uname(&machine);
    snprintf(name, size, "%s", machine.machine);
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *model = strchr(line, ':');
        if (model && strncmp(line, "model name", strlen("model name")) == 0) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(name, size, "%s", model + 1 + strspn(model + 1, " "));
            break;
        }
    }
    if (file)
        fclose(file);
}
#else
#ifdef CUDA_CPU_BACKEND
#define REPORT_BACKEND "cpu"
#else
#define REPORT_BACKEND "cuda"
#endif

static inline void report_device(char *name, size_t size) {
    int device;
    struct cudaDeviceProp properties;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaGetDeviceProperties(&properties, device));
    snprintf(name, size, "%s", properties.name);
}
#endif

struct report {
    const struct options *options;
    char device[300];
    int right, wrong; // rows so far
    FILE *rows;       // CSV, kept in memory until the end
    struct report_text *csv;
};

struct report_text { // apart from the report, which may be copied: the stream knows its address
    char *text;
    size_t length;
};

// A field of a row; one that holds a comma or a quote is quoted, with its quotes doubled.
static inline void report_field(FILE *file, const char *field, char after) {
    if (strpbrk(field, ",\"\n") == NULL) {
        fprintf(file, "%s%c", field, after);
        return;
    }
    putc('"', file);
    for (const char *c = field; *c; c++)
        fprintf(file, *c == '"' ? "\"\"" : "%c", *c);
    fprintf(file, "\"%c", after);
}

// A device or a pipe, such as /dev/stdout: the rows are added to it. NULL: it can't be written, or
// no process reads from the pipe.
static inline FILE *report_add(const char *path) {
    const int fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fdopen(fd, "a");
}

static inline bool report_is_added_to(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

// With other columns: the caller writes the rows to report.rows.
static inline struct report report_begin_rows(const struct options *options, const char *columns) {
    struct report report = {};
    report.options = options;
    if (options->csv_file) { // no hour of work for a file that can't be written
        const bool added = report_is_added_to(options->csv_file);
        FILE *const file = added ? report_add(options->csv_file) : NULL;
        const char *const reason =
            added ? file ? NULL : strerror(errno) : whole_file_refused(options->csv_file);
        if (reason)
            options_refuse(options, "--out '%s': %s", options->csv_file, reason);
        if (file)
            fclose(file);
    }
    report.csv = (struct report_text *)calloc(1, sizeof *report.csv);
    report.rows = report.csv ? open_memstream(&report.csv->text, &report.csv->length) : NULL;
    if (report.rows == NULL)
        options_refuse(options, "no memory for the report");
    report_device(report.device, sizeof report.device);
    if (!options->csv)
        printf("%s: %s, %s\n", options->program, REPORT_BACKEND, report.device);
    fputs(columns, report.rows);
    return report;
}

static inline struct report report_begin(const struct options *options) {
    return report_begin_rows(
        options, "program,backend,device,what,size,median_ms,min_ms,max_ms,value,unit,check\n");
}

// 20 spheres and 441.234 GB/s: what is whole has no decimals.
static inline struct digits report_value(double value, int significant) {
    struct digits result = digits(value, significant);
    if (value == rint(value))
        snprintf(result.text, sizeof result.text, "%.0f", value);
    return result;
}

// One row; a wrong result leaves its times empty, as does ms NULL, and value NAN leaves its own.
static inline void report_row(struct report *report, const char *what, const float *ms,
                              double value, const char *unit, bool right) {
    FILE *rows = report->rows;
    report_field(rows, report->options->program, ',');
    report_field(rows, REPORT_BACKEND, ',');
    report_field(rows, report->device, ',');
    report_field(rows, what, ',');
    fprintf(rows, "%zu,", report->options->size);
    for (int i = 0; i < 3; i++)
        report_field(rows, right && ms ? digits(ms[i], 6).text : "", ',');
    report_field(rows, right && *unit && !isnan(value) ? report_value(value, 6).text : "", ',');
    report_field(rows, unit, ',');
    report_field(rows, right ? "right" : "wrong", '\n');
    *(right ? &report->right : &report->wrong) += 1;
}

static inline void report_span(struct report *report, const struct stopwatch *span, bool right) {
    const float total[] = {span->total_ms, span->total_ms, span->total_ms};
    report_row(report, "time to generate", total, 0, "", right);
    if (report->options->csv || !right)
        return;
    printf("Time to generate:  %s ms\n", digits(span->total_ms, 3).text);
    for (int i = 0; i < span->laps; i++)
        if (span->name[i])
            printf("  %-16s %s ms\n", span->name[i], digits(span->ms[i], 3).text);
}

// The kernel alone; value and unit say what it achieved, such as 441 GB/s. Only the line:
static inline void report_line(const char *what, const struct timing *t, double value,
                               const char *unit) {
    printf("%s alone: median %s ms, min %s, max %s (%d runs), %s %s\n", what,
           digits(t->median_ms, 3).text, digits(t->min_ms, 3).text, digits(t->max_ms, 3).text,
           t->runs, report_value(value, 3).text, unit);
}

static inline void report_kernel(struct report *report, const char *what, const struct timing *t,
                                 double value, const char *unit, bool right) {
    const float ms[] = {t->median_ms, t->min_ms, t->max_ms};
    report_row(report, what, ms, value, unit, right);
    if (!report->options->csv && right)
        report_line(what, t, value, unit);
}

static inline bool report_put(const struct report_text *csv, FILE *file) {
    return fwrite(csv->text, 1, csv->length, file) == csv->length;
}

static inline bool report_write(const struct report *report, const char *path) {
    struct whole_file whole;
    const bool added = report_is_added_to(path);
    const char *reason = added ? NULL : whole_file_open(&whole, path);
    FILE *const file = added ? report_add(path) : reason ? NULL : whole.stream;
    const bool put = file && report_put(report->csv, file);
    if (added)
        reason = file && fclose(file) == 0 && put ? NULL : strerror(errno);
    else if (file)
        reason = whole_file_close(&whole, put ? NULL : strerror(errno));
    if (reason)
        fprintf(stderr, "%s: cannot write '%s': %s\n", report->options->program, path, reason);
    return !reason;
}

// The verdict, with what was compared in printf's words. Returns the exit status.
static inline int report_end(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static inline int report_end(struct report *report, const char *format, ...) {
    bool good = report->right > 0 && report->wrong == 0;
    fclose(report->rows);
    if (report->options->csv) {
        report_put(report->csv, stdout);
    } else {
        va_list arguments;
        va_start(arguments, format);
        printf(good ? "result: right (" : "result: WRONG: ");
        vprintf(format, arguments);
        printf(good ? ")\n" : "\n");
        va_end(arguments);
    }
    if (report->options->csv_file)
        good = report_write(report, report->options->csv_file) && good;
    free(report->csv->text);
    free(report->csv);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "%s: cannot write to standard output\n", report->options->program);
        good = false;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
