// SPDX-License-Identifier: MIT
// The command line. Every program takes the same options (--size, --seed, --runs, --out,
// --no-window, --csv, --help or -h); a table of rows says what they mean to it, and adds its own:
//
//     struct options options = options_default(1024);
//     size_t spheres = 20;
//     const struct option_row rows[] = {
//         {"size", OPTION_COUNT, &options.size, 1, 4096, "pixels along an edge"},
//         {"spheres", OPTION_COUNT, &spheres, 1, 2340, "spheres in the scene"},
//     };
//     options_parse(&options, argc, argv, "Draws spheres.", rows);
//
// A variable's value before the call is its default. A number out of range, an unknown option, a
// missing or an extra value ends the program with one line on stderr and exit status 2. If an
// option is given twice, the last one counts; a name may be shortened as long as it stays
// unambiguous. Plain C too.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_BAD = 2, OPTIONS_MOST_ROWS = 24, OPTIONS_MOST_RUNS = 1000 };

struct options {
    const char *program;  // its own name, for messages
    size_t size;          // of the problem: elements, pixels along an edge, ...
    uint64_t seed;        // of whatever is random
    size_t runs;          // timed repetitions; 0: as many as fit half a second
    const char *picture;  // --out of a program that draws, or NULL
    const char *csv_file; // --out of a program that does not, or NULL
    bool window;          // false after --no-window
    bool csv;             // only CSV rows on stdout
};

enum option_kind {
    OPTION_COUNT, // size_t, from min to max
    OPTION_REAL,  // double, from min to max
    OPTION_SEED,  // uint64_t, all 64 bits
    OPTION_FILE,  // const char *
    OPTION_WORD,  // const char *, not a file's name
    OPTION_ON,    // bool, takes no value and becomes true
    OPTION_OFF,   // bool, takes no value and becomes false
};

struct option_row {
    const char *name; // without the dashes
    enum option_kind kind;
    void *value;
    double min, max; // exact for whole numbers up to 2^53
    const char *help;
};

static inline struct options options_default(size_t size) {
    struct options options;
    memset(&options, 0, sizeof options);
    options.size = size;
    options.window = true;
    return options;
}

// One line "program: message" on stderr, then exit status 2.
static inline void options_refuse(const struct options *options, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

static inline void options_refuse(const struct options *options, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *c = line; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?'; // a newline in an argument does not make two lines
    fprintf(stderr, "%s: %s\n", options->program, line);
    exit(OPTIONS_BAD);
}

static inline bool option_takes_value(const struct option_row *row) {
    return row->kind != OPTION_ON && row->kind != OPTION_OFF;
}

static inline void options_help(const struct options *options, const char *about,
                                const struct option_row *rows, int count) {
    static const char *const value_word[] = {" N", " X", " N", " FILE", " WORD", "", ""};
    printf("usage: %s [option]...\n\n%s\n\n", options->program, about);
    for (int i = 0; i < count; i++) {
        const struct option_row *row = &rows[i];
        printf("  --%s%-*s %s", row->name, 13 - (int)strlen(row->name), value_word[row->kind],
               row->help);
        if (row->kind == OPTION_COUNT) {
            const size_t value = *(const size_t *)row->value;
            printf(" (%.0f to %.0f", row->min, row->max);
            if ((double)value >= row->min)
                printf(", default %zu", value);
            printf(")");
        } else if (row->kind == OPTION_REAL) {
            printf(" (%g to %g, default %g)", row->min, row->max, *(const double *)row->value);
        } else if (row->kind == OPTION_SEED) {
            printf(" (default %llu)", (unsigned long long)*(const uint64_t *)row->value);
        }
        printf("\n");
    }
    printf("\nexit status: 0 right, 1 wrong result or CUDA failure, 2 bad option, 77 skipped\n");
}

// strtoull by itself would take " 7", "+7", "7x", and "-7" for 2^64 - 7.
static inline bool option_whole(const char *text, unsigned long long *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return isdigit((unsigned char)*text) && *end == '\0' && errno == 0;
}

// The same for strtod, which also knows hexadecimal, infinity and NaN.
static inline bool option_real(const char *text, double *value) {
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return *text && text[strspn(text, "0123456789.eE-")] == '\0' && *end == '\0' && errno == 0;
}

static inline void option_set(const struct options *options, const struct option_row *row,
                              const char *text) {
    unsigned long long whole;
    double real;
    switch (row->kind) {
    case OPTION_COUNT:
        if (!option_whole(text, &whole) || whole < row->min || whole > row->max)
            options_refuse(options, "--%s '%s': not a whole number from %.0f to %.0f", row->name,
                           text, row->min, row->max);
        *(size_t *)row->value = (size_t)whole;
        break;
    case OPTION_REAL:
        if (!option_real(text, &real) || real < row->min || real > row->max)
            options_refuse(options, "--%s '%s': not a number from %g to %g", row->name, text,
                           row->min, row->max);
        *(double *)row->value = real;
        break;
    case OPTION_SEED:
        if (!option_whole(text, &whole))
            options_refuse(options, "--%s '%s': not a whole number from 0 to %llu", row->name, text,
                           (unsigned long long)UINT64_MAX);
        *(uint64_t *)row->value = whole;
        break;
    case OPTION_FILE:
    case OPTION_WORD:
        if (!*text)
            options_refuse(options, "--%s '': not a file name", row->name);
        *(const char **)row->value = text;
        break;
    case OPTION_ON:
    case OPTION_OFF:
        *(bool *)row->value = row->kind == OPTION_ON;
        break;
    }
}

#define options_parse(options, argc, argv, about, rows)                                            \
    options_parse_rows(options, argc, argv, about, rows, (int)(sizeof(rows) / sizeof *(rows)))

static inline void options_parse_rows(struct options *options, int argc, char **argv,
                                      const char *about, const struct option_row *own,
                                      int own_count) {
    const struct option_row common[] = {
        {"size", OPTION_COUNT, &options->size, 1, 1e15,
         "taken by every program; this one has a single size"},
        {"seed", OPTION_SEED, &options->seed, 0, 0,
         "taken by every program; this one has nothing random"},
        {"runs", OPTION_COUNT, &options->runs, 1, OPTIONS_MOST_RUNS,
         "timed runs of a kernel; default: as many as fit into half a second"},
        {"out", OPTION_FILE, &options->csv_file, 0, 0, "write the CSV rows to FILE as well"},
        {"no-window", OPTION_OFF, &options->window, 0, 0, "never open a window"},
        {"csv", OPTION_ON, &options->csv, 0, 0, "print CSV rows only"},
    };
    enum { COMMON = sizeof common / sizeof *common, FIRST = 256 }; // beyond getopt's '?' and ':'

    const char *path = argc > 0 ? argv[0] : "program";
    options->program = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;

    // The program's rows, then the common ones that it left as they are, then --help.
    struct option_row rows[OPTIONS_MOST_ROWS + COMMON + 1];
    struct option words[OPTIONS_MOST_ROWS + COMMON + 2];
    int count = 0;
    bool help = false;
    for (int i = 0; i < own_count && i < OPTIONS_MOST_ROWS; i++)
        rows[count++] = own[i];
    for (int i = 0; i < COMMON; i++) {
        bool described = false;
        for (int j = 0; j < own_count; j++)
            described = described || strcmp(common[i].name, own[j].name) == 0;
        if (!described)
            rows[count++] = common[i];
    }
    const struct option_row help_row = {"help", OPTION_ON, &help, 0, 0, "print this text"};
    rows[count++] = help_row;
    memset(words, 0, sizeof words);
    for (int i = 0; i < count; i++) {
        words[i].name = rows[i].name;
        words[i].has_arg = option_takes_value(&rows[i]) ? required_argument : no_argument;
        words[i].val = FIRST + i;
    }

    // First only look for --help: its defaults are the program's, wherever it stands.
    int word;
    opterr = 0;
    optind = 1;
    while ((word = getopt_long(argc, argv, ":h", words, NULL)) != -1)
        if (word == FIRST + count - 1 || word == 'h') {
            options_help(options, about, rows, count);
            exit(EXIT_SUCCESS);
        }
    optind = 1;
    while ((word = getopt_long(argc, argv, ":", words, NULL)) != -1) {
        if (word == ':')
            options_refuse(options, "--%s: the value is missing", rows[optopt - FIRST].name);
        else if (word == '?' && optopt >= FIRST)
            options_refuse(options, "--%s: takes no value", rows[optopt - FIRST].name);
        else if (word == '?' && optopt)
            options_refuse(options, "-%c: no such option (--help lists them)", optopt);
        else if (word == '?')
            options_refuse(options, "%s: no such option (--help lists them)", argv[optind - 1]);
        option_set(options, &rows[word - FIRST], optarg);
    }
    if (optind < argc)
        options_refuse(options, "'%s': only options are taken (--help lists them)", argv[optind]);
}

#endif
