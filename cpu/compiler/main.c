// SPDX-License-Identifier: MIT
// cuda2cpp: rewrites the few things of CUDA C that a C++ compiler cannot parse.
//
//     g++ -E -x c++ -include cuda_runtime.h program.cu | cuda2cpp > program.ii && g++ program.ii
//
// It reads preprocessed source, so that launches inside headers and macros are seen too, and it
// changes nothing but these. Line markers and every line break stay, so that messages and debuggers
// still point into the .cu file.
#include <stdio.h>
#include <string.h>

#include "crossing.h"
#include "declare.h"
#include "inline.h"
#include "launch.h"
#include "pass.h"
#include "rewrite.h"
#include "split.h"
#include "symbol_flags.h"
#include "tokens.h"

static bool whole, report;
static const char *device_file;

// An option: a flag, or a name that ends in = and is given a value.
static const struct option {
    const char *name;
    bool *flag;
    const char **value;
    const char *help;
} options[] = {
    {"--device=", NULL, &device_file, "FILE: the source, preprocessed with __CUDA_ARCH__, too"},
    {"--unit=", NULL, &unit, "NAME: the file's own name among those of its program"},
    {"--rdc", &shared_between_files, NULL, "nvcc's -rdc=true"},
    {"--judge=", NULL, &judge_command, "COMMAND: refuse what no GPU could run; the C++ compiler"},
    {"--report-questions", &report_questions, NULL, "say why the C++ compiler is asked"},
    {"--expt-relaxed-constexpr", &relaxed_constexpr, NULL, "nvcc's"},
    {"--extended-lambda", &extended_lambda, NULL, "nvcc's"},
    {"--old-standard", &by_old_standard, NULL, "C++ before C++17"},
    {"--no-split", &whole, NULL, "kernels stay whole"},
    {"--rolled", &rolled, NULL, "leave #pragma unroll out"},
    {"--far", &are_asked_for, NULL, "addresses of shared variables are asked for by a call"},
    {"--apart", &lie_apart, NULL, "shared variables lie apart, for check-memory"},
    {"--arrays", &watch_arrays, NULL, "local arrays are watched, for check-race and check-init"},
    {"--report", &report, NULL, "say of each kernel whether it is split, and what keeps it whole"},
};
enum { OPTIONS = sizeof options / sizeof *options };

static int usage(void) {
    fprintf(stderr, "usage: cuda2cpp [options] < preprocessed.cu > preprocessed.cpp\n");
    for (size_t o = 0; o < OPTIONS; o++)
        fprintf(stderr, "  %-26s %s\n", options[o].name, options[o].help);
    return 2;
}

static bool read_option(const char *argument) {
    for (size_t o = 0; o < OPTIONS; o++) {
        const size_t length = strlen(options[o].name);
        if (options[o].flag ? strcmp(argument, options[o].name) == 0
                            : strncmp(argument, options[o].name, length) == 0) {
            if (options[o].flag)
                *options[o].flag = true;
            else
                *options[o].value = argument + length;
            return true;
        }
    }
    return false;
}

// All that the tokens at hand declare.
static void read_program(void) {
    match_brackets();
    read_places();
    read_declarations();
    read_words();
}

// The source on standard input; what a file that asks for __CUDA_ARCH__ says to each of the two
// passes becomes one program. False: a file cannot be read.
static bool read_sources(void) {
    size_t length, device_length;
    char *const host_text = read_file(stdin, &length);
    read_source(host_text, length);
    if (!device_file)
        return true;
    FILE *const file = fopen(device_file, "r");
    if (!file) {
        perror(device_file);
        return false;
    }
    char *const device_text = read_file(file, &device_length);
    fclose(file);
    merge_passes(device_text, device_length);
    return true;
}

int main(int argc, char **argv) {
    for (int a = 1; a < argc; a++)
        if (!read_option(argv[a]))
            return usage();
    separate_compilation = shared_between_files;
    const bool watched = watch_arrays || lie_apart; // the checks watch single threads

    if (!read_sources())
        return 2;
    read_program();
    if (!watched && insert_syncwarps())
        read_program(); // of the source as it is now
    if (judge_command)
        check_declarations();
    const bool asks = judge_command && has_to_be_asked();
    if (!watched && !whole) {
        inline_functions();
        find_splits();
    }
    if (report) {
        report_forms();
        return fflush(stdout) ? 1 : 0;
    }
    guard_arithmetic();
    rewrite_program();
    write_splits();
    write_stubs();
    drop_inlined();
    if (asks)
        ask_the_compiler();
    if (errors > 0)
        return 1;
    print_program(stdout);
    return ferror(stdin) || fflush(stdout) ? 1 : 0;
}
