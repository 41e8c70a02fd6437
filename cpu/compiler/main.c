// SPDX-License-Identifier: MIT
// cuda2cpp: rewrites the few things of CUDA C that a C++ compiler cannot parse.
//
//     g++ -E -x c++ -include cuda_runtime.h program.cu | cuda2cpp > program.ii && g++ program.ii
//
// It reads preprocessed source, so that launches inside headers and macros are seen too, and it
// changes nothing but these. Line markers and every line break stay, so that messages and debuggers
// still point into the .cu file. README.md says what each pass is for.
#include "crossing/crossing.h"
#include "lower/lower.h"
#include "names/names.h"
#include "passes/passes.h"
#include "split/split.h"
#include "text/text.h"

static struct {
    bool whole, report;
    const char *device_file, *of_host;
    struct judging judging;
    struct lowering lowering;
} asked;

// An option: a flag, or a name that ends in = and is given a value.
static const struct option {
    const char *name;
    bool *flag;
    const char **value;
    const char *help;
} options[] = {
    {"--device=", NULL, &asked.device_file,
     "FILE: the source, preprocessed with __CUDA_ARCH__, too"},
    {"--of-host=", NULL, &asked.of_host,
     "PREFIX: headers whose names begin so are read as the host's pass has them"},
    {"--unit=", NULL, &asked.lowering.unit, "NAME: the file's own name among those of its program"},
    {"--rdc", &asked.lowering.shared_between_files, NULL, "nvcc's -rdc=true"},
    {"--judge=", NULL, &asked.judging.command,
     "COMMAND: refuse what no GPU could run; the C++ compiler"},
    {"--expt-relaxed-constexpr", &asked.lowering.relaxed_constexpr, NULL, "nvcc's"},
    {"--extended-lambda", &asked.judging.extended_lambda, NULL, "nvcc's"},
    {"--old-standard", &asked.lowering.old_standard, NULL, "C++ before C++17"},
    {"--no-split", &asked.whole, NULL, "kernels stay whole"},
    {"--rolled", &asked.lowering.rolled, NULL, "leave #pragma unroll out"},
    {"--far", &asked.lowering.far, NULL, "addresses of shared variables are asked for by a call"},
    {"--apart", &asked.lowering.apart, NULL, "shared variables lie apart, for check-memory"},
    {"--arrays", &asked.lowering.watch_arrays, NULL,
     "local arrays are watched, for check-race and check-init"},
    {"--report", &asked.report, NULL,
     "say of each kernel whether it is split, and what keeps it whole"},
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

// The source on standard input; with --device=, what it says to each of nvcc's two passes becomes
// one program. False: a file cannot be read.
static bool read_sources(void) {
    size_t length, device_length;
    char *const host = read_file(stdin, &length), *both = host;
    if (asked.device_file) {
        FILE *const file = fopen(asked.device_file, "r");
        if (!file) {
            perror(asked.device_file);
            return false;
        }
        both = merge_passes(host, read_file(file, &device_length), asked.of_host);
        fclose(file);
    }
    read_source(both, both == host ? length : strlen(both));
    return true;
}

// The passes, in their order. The checks watch single threads: they have kernels whole.
static void rewrite(void) {
    const bool checked = asked.lowering.watch_arrays || asked.lowering.apart;
    bool asks = false; // the C++ compiler has to be asked who calls whom
    read_program();
    if (!checked && insert_syncwarps())
        read_program();
    if (insert_steps_back())
        read_program();
    if (asked.judging.command) {
        check_declarations(&asked.judging);
        asks = has_to_be_asked(&asked.judging);
    }
    if (!checked && !asked.whole) {
        inline_functions();
        find_splits();
    }
    if (asked.report) {
        report_forms();
        return;
    }
    guard_arithmetic();
    rewrite_program(&asked.lowering);
    write_splits();
    write_stubs();
    drop_inlined();
    if (asks)
        ask_the_compiler(&asked.judging);
}

int main(int argc, char **argv) {
    make_room_for_nesting(argv);
    for (int a = 1; a < argc; a++)
        if (!read_option(argv[a]))
            return usage();
    asked.judging.separate_compilation = asked.lowering.shared_between_files;
    asked.judging.relaxed_constexpr = asked.lowering.relaxed_constexpr;
    if (!read_sources())
        return 2;
    rewrite();
    if (!asked.report && error_count() > 0)
        return 1;
    if (!asked.report)
        print_program(stdout);
    return ferror(stdin) || fflush(stdout) ? 1 : 0;
}
