// SPDX-License-Identifier: MIT
// cuda2cpp: rewrites the few things of CUDA C that a C++ compiler cannot parse.
//
//     g++ -E -x c++ -include cuda_runtime.h program.cu | cuda2cpp > program.ii && g++ program.ii
//
// It reads preprocessed source, so that launches inside headers and macros are seen too, and it
// changes nothing but these. Line markers and every line break stay, so that messages and debuggers
// still point into the .cu file.
//
// - name<T><<<grid, block, shared, stream>>>(arguments): see launch.c
// - __shared__ T a[n], b; and variables __device__: see variables.c
// - cudaFree(p); as a statement: ::cuda_cpu::dropped{"cudaFree"}, cudaFree(p); whose failure nobody
//   sees
// - (void *)name, of a kernel: (void *)::cuda_cpu::launchable(name), which cudaLaunchKernel can
// call
// - __global__, __device__ and their kin are removed; with --unit=NAME functions that a linker
// would
//   take from another file are marked as this one's
// - #pragma unroll n: #pragma GCC unroll n
// - asm("mov.u32 %0, %%laneid;"...) and other PTX: see ptx.c
// - a / b, a << b in device code: a / ::cuda_cpu::at(threadIdx) / b, see arithmetic.c
// - s[t] += s[t + 16]; from when lanes ran in step: see lanes.c
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "expand.h"
#include "launch.h"
#include "names.h"
#include "pass.h"
#include "refuse.h"
#include "rewrite.h"
#include "warn.h"

// ---- what the runtime is told -------------------------------------------------------------------

// The statement that drops the answer of the call whose name is token i; NULL: there is none.
static const struct node *dropping(const struct node *n, size_t i) {
    const struct node *found =
        n->kind == EXPRESSION && n->child->kind == CALL && n->child->name == i ? n : NULL;
    for (const struct node *c = n->child; c && !found; c = c->next)
        if (c->first <= i && i <= c->last)
            found = dropping(c, i);
    return found;
}

// A runtime function at token i of function d, called as a statement: its answer is dropped.
static void rewrite_call(size_t i, const struct declaration *d) {
    static const char *const asking[] = {"cudaGetLastError", "cudaPeekAtLastError", NULL};
    const struct reading *const r = d && d->body && !is_any(i, asking) ? read_function(d) : NULL;
    const struct node *const initial = r ? dropping(r->initialisers, i) : NULL,
                             *const statement = r && !initial ? dropping(r->body, i) : initial;
    if (statement)
        insert_before(statement->first, text("::cuda_cpu::dropped{\"%s\"}, ", name_of(i)));
}

// What a kernel knows of its index; and threads of one that may wait say so when they come to its
// end (cpu/runtime/threads/barrier.c).
static void mark_kernels(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if (d->what != FUNCTION || !(d->spaces & GLOBAL) || !d->body)
            continue;
        insert_after(d->body, text(" ::cuda_cpu::checked(::threadIdx);"));
        if (!is_split(name_of(d->name)) && may_wait(d)) {
            // behind the end of its objects, which may wait
            insert_after(d->body, text(" {"));
            insert_before(closing(d->body), text("} ::cuda_cpu::at_end(); "));
        }
    }
}

// ---- where tokens stand -------------------------------------------------------------------------

// [[...]] behind a function's first word, which C++ has in front of that alone, when __device__ and
// its kin are gone.
static void drop_attributes(void) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        for (size_t t = d->start; d->what == FUNCTION && d->spaces && t < d->name; t++)
            if (is(t, "[") && is(t + 1, "["))
                erase(t, closing(t));
    }
}

// Where a token stands: in no braces but a namespace's, in a class's, in a function or a value.
enum place_kind { OUTSIDE, IN_CLASS, IN_FUNCTION };

struct braces {
    enum place_kind kind;
    const struct declaration *function; // the one around
};

static struct braces *around; // those that are open, the innermost last
static size_t around_count, around_room;

// The { at token i opens; declarations in front of *next have opened theirs.
static struct braces open_braces(size_t i, size_t *next, struct braces outer) {
    while (*next < declaration_count && (!declarations[*next].body || declarations[*next].body < i))
        ++*next;
    const struct declaration *const d =
        *next < declaration_count && declarations[*next].body == i ? &declarations[*next] : NULL;
    const bool linkage = i > 1 && tokens[i - 1].kind == STRING && is(i - 2, "extern");
    around = (struct braces *)grow(around, &around_room, around_count + 1, sizeof *around);
    around[around_count++] = outer;
    if (d && d->what == FUNCTION)
        return (struct braces){IN_FUNCTION, d};
    if (outer.kind == IN_FUNCTION || (linkage && !d) || (d && d->what == NAMESPACE))
        return outer;
    return (struct braces){d ? IN_CLASS : IN_FUNCTION, NULL};
}

// ---- all of it ----------------------------------------------------------------------------------

static const char *const removed[] = {
    "__global__",  "__device__",        "__host__", "__constant__",
    "__managed__", "__grid_constant__", NULL};

static const char *const bounds[] = {"__launch_bounds__", "__cluster_dims__", "__maxnreg__", NULL};

// Leaves token i out, unless something stands in its place already.
static void leave_out(size_t i) {
    tokens[i].instead = tokens[i].instead ? tokens[i].instead : "";
}

static const char *const launching[] = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel", NULL};

// Does __shared__ at token i say where a variable lies? With parameters and members it does not
// apply.
static bool places_variable(size_t i, bool in_body) {
    for (size_t k = 0; k < declaration_count; k++) {
        const struct declaration *const d = &declarations[k];
        if ((d->what == VARIABLE || d->what == OTHER) && d->start <= i && i <= d->end &&
            (!in_body || (in_class(d) && i < d->name))) // and not in a lambda that is its value
            return !in_class(d) && (d->what == OTHER || i < d->name);
    }
    return in_body;
}

static void rewrite(void) {
    struct braces in = {OUTSIDE, NULL};
    size_t next = 0;
    note_kernels();
    rewrite_variables();
    own_functions();
    rewrite_former();
    rewrite_pointer_casts();
    drop_repeated();
    drop_attributes();
    mark_kernels();
    for (size_t i = 0; i < token_count; i++) {
        if (is(i, "{")) {
            const struct declaration *const outer = in.function;
            in = open_braces(i, &next, in);
            if (in.function && in.function != outer) {
                watch_function(in.function);
                rewrite_returns(in.function);
                rewrite_jumps(in.function);
                rewrite_builtins(in.function);
            }
        } else if (is(i, "}") && around_count > 0) {
            in = around[--around_count];
        }
        const bool function = in.kind == IN_FUNCTION;
        if (function && tokens[i].kind == WORD && is(i + 1, "(") &&
            strncmp(source + tokens[i].start, "cuda", 4) == 0 &&
            isupper((unsigned char)source[tokens[i].start + 4]))
            rewrite_call(i, in.function ? in.function : function_around(i));
        if (is_any(i, launching) ? is(i + 1, "(") && function : is(i, "func") && is(i + 1, "="))
            rewrite_launch_by_call(i);
        rewrite_cast(i);
        if (tokens[i].kind == PRAGMA) {
            rewrite_unroll(i);
        } else if (tokens[i].kind == PUNCTUATION && is(i, "<") && is(i + 1, "<") &&
                   is(i + 2, "<") && tokens[i].end == tokens[i + 1].start &&
                   !(i > 0 && is(i - 1, "operator"))) {
            if (rewrite_launch(i))
                i += 2;
        } else if (tokens[i].kind == WORD && source[tokens[i].start] == '_') {
            if (is(i, "__shared__") && !places_variable(i, function)) {
                erase(i, i);
            } else if (is(i, "__shared__")) {
                rewrite_shared(i, function);
            } else if (is_any(i, bounds) && is(i + 1, "(")) {
                erase(i, closing(i + 1));
            } else if (function && (is(i, "__asm__") || is(i, "__asm"))) {
                rewrite_asm(i);
            } else if (is(i, "__noinline__") && !is(i - 1, "(") && !is(i - 1, ",")) {
                tokens[i].instead = "__attribute__((noinline))";
            } else if (is_any(i, removed)) {
                leave_out(i);
            }
        } else if (function && is(i, ":") && is(i + 1, "}")) {
            insert_after(i, text(";")); // a label in front of nothing, which C++ has from 23 on
        } else if (is(i, "using")) {
            rewrite_using(i);
        } else if (function && is(i, "asm")) {
            rewrite_asm(i);
        }
    }
}

static void print_blank(FILE *out, size_t from, size_t to) {
    for (; from < to; from++)
        fputc(source[from] == '\n' ? '\n' : ' ', out);
}

// The user's tokens keep their columns, under which messages put their carets: what is inserted
// between two of a line ends with a line marker and blanks up to the second one's column.
static void print_all(FILE *out) {
    size_t at = 0;
    bool shifted = false;
    for (size_t i = 0; i < token_count; i++) {
        const struct token *const t = &tokens[i];
        if (!shifted && !t->before && !t->after && !t->guard && !t->instead)
            continue; // it goes out with what is in front of the next change
        const bool same_line = !memchr(source + at, '\n', t->start - at);
        if (!same_line)
            shifted = false;
        fwrite(source + at, 1, t->start - at, out);
        if (t->before)
            fputs(t->before, out);
        shifted = shifted || (t->before && *t->before);
        if (shifted && !(t->instead && !*t->instead) && owner_of(i) == USER) {
            fputs(placed(i), out);
            shifted = false;
        }
        if (t->instead && !*t->instead && !shifted)
            print_blank(out, t->start, t->end);
        else if (t->instead)
            fputs(t->instead, out);
        else
            fwrite(source + t->start, 1, t->end - t->start, out);
        shifted = shifted || (t->instead && *t->instead) || (t->after && *t->after) || t->guard;
        if (t->guard)
            fputs(t->guard, out);
        if (t->after)
            fputs(t->after, out);
        at = t->end;
    }
    fwrite(source + at, 1, source_length - at, out);
}

// All of a file, with a 0 behind it.
static char *read_file(FILE *file, size_t *length) {
    char *read = NULL;
    size_t room = 0, got;
    *length = 0;
    do {
        read = (char *)grow(read, &room, *length + 65536, 1);
        got = fread(read + *length, 1, room - *length - 1, file);
        *length += got;
    } while (got > 0);
    read[*length] = '\0';
    return read;
}

// All that the tokens at hand declare.
static void read_program(void) {
    match_brackets();
    read_places();
    read_declarations();
    read_words();
}

// On standard input: the source, preprocessed for the host, without __CUDA_ARCH__.
//
//   --device=FILE     the same, preprocessed with it (-D__CUDA_ARCH__=900); only needed if a file
//   asks for it
//   --lacking=FILE    names that one of the two uses and lacks are written there
//   --judge=COMMAND   refuses what nvcc refuses, and exits with 1, or with 3 if nvcc finds that
//                     behind the whole file, and only where nothing else is wrong: FILE(LINE):
//                     error: ... on standard error, or warning:, which does not change the exit
//                     status. COMMAND is the C++ compiler with its -std, of which it asks who
//                     calls whom (-fsyntax-only), but of few files.
//   --narrowed=FILE   only tells what nvcc makes of numbers that narrow, of which the C++ compiler
//   speaks in FILE
//   --recover         leaves out what nvcc passes over behind what it misses
//   --report-questions   says why it is asked, and what it does not understand
//   --expt-relaxed-constexpr   nvcc's: constexpr functions of the host may be called in device code
//   --extended-lambda   nvcc's: lambdas may be __device__
//   --no-warnings, --warnings-are-errors   nvcc's -w and -Werror all-warnings
//   --diag-suppress=NUMBERS, --diag-error=NUMBERS   nvcc's, with commas
//
// In the C++ compiler's messages a kernel's stub is to lose its cuda_cpu_launch_.
int main(int argc, char **argv) {
    bool whole = false, report = false, recovers = false;
    const char *device_name = NULL, *narrowed = NULL;
    for (int a = 1; a < argc; a++) {
        bool *const wanted = strcmp(argv[a], "--arrays") == 0             ? &watch_arrays
                             : strcmp(argv[a], "--far") == 0              ? &are_asked_for
                             : strcmp(argv[a], "--apart") == 0            ? &lie_apart
                             : strcmp(argv[a], "--rolled") == 0           ? &rolled
                             : strcmp(argv[a], "--old-standard") == 0     ? &by_old_standard
                             : strcmp(argv[a], "--rdc") == 0              ? &shared_between_files
                             : strcmp(argv[a], "--no-split") == 0         ? &whole
                             : strcmp(argv[a], "--report") == 0           ? &report
                             : strcmp(argv[a], "--recover") == 0          ? &recovers
                             : strcmp(argv[a], "--extended-lambda") == 0  ? &extended_lambda
                             : strcmp(argv[a], "--report-questions") == 0 ? &report_questions
                             : strcmp(argv[a], "--expt-relaxed-constexpr") == 0 ? &relaxed_constexpr
                                                                                : NULL;
        if (strncmp(argv[a], "--unit=", 7) == 0) {
            unit = argv[a] + 7;
            continue;
        }
        if (strncmp(argv[a], "--device=", 9) == 0) {
            device_name = argv[a] + 9;
            continue;
        }
        if (read_diagnostic_option(argv[a]))
            continue;
        if (strncmp(argv[a], "--judge=", 8) == 0) {
            judge_command = argv[a] + 8;
            continue;
        }
        if (strncmp(argv[a], "--lacking=", 10) == 0) {
            lacking_file = argv[a] + 10;
            continue;
        }
        if (strncmp(argv[a], "--narrowed=", 11) == 0) {
            narrowed = argv[a] + 11;
            continue;
        }
        if (!wanted) {
            fprintf(stderr, "usage: cuda2cpp [--arrays | --apart | --no-split] [--far] [--rdc | "
                            "--unit=NAME] [--rolled] [--old-standard] "
                            "[--device=FILE [--lacking=FILE]] [--judge=COMMAND "
                            "[--report-questions]] [--report] [--narrowed=FILE] [--recover] "
                            "[--expt-relaxed-constexpr] [--extended-lambda] "
                            "[--no-warnings] [--warnings-are-errors] [--diag-suppress=NUMBERS] "
                            "[--diag-error=NUMBERS] < preprocessed.cu > "
                            "preprocessed.cpp\n");
            return 2;
        }
        *wanted = true;
    }
    separate_compilation = shared_between_files;
    size_t length, device_length;
    char *const host_text = read_file(stdin, &length);
    read_source(host_text, length);
    if (device_name) {
        FILE *const file = fopen(device_name, "r");
        if (!file) {
            perror(device_name);
            return 2;
        }
        char *const device_text = read_file(file, &device_length);
        fclose(file);
        merge_passes(device_text, device_length);
        merged_passes = true;
    }
    bool asked = false;
    read_program();
    if (recovers && !device_name && recover()) {
        read_source(source, source_length);
        read_program();
    }
    if (!watch_arrays && !lie_apart && keep_in_step())
        read_program();
    if (narrowed)
        return judge_narrowings(narrowed) ? errors > 0 : 2;
    if (judge_command) {
        check_declarations();
        asked = has_to_be_asked();
    }
    const bool splits = !watch_arrays && !lie_apart && !whole; // the checks watch single threads
    if (splits) {
        expand_kernels();
        find_splits();
    }
    if (report) {
        report_forms();
        return fflush(stdout) ? 1 : 0;
    }
    guard_arithmetic();
    rewrite();
    write_splits();
    write_stubs();
    drop_expanded();
    if (asked)
        ask_the_compiler();
    const bool only_late = tell_late();
    if (errors > 0)
        return only_late ? 3 : 1;
    assert_sizes();
    rewrite_settings();
    if (judge_command)
        print_unseen(stdout);
    print_settings(stdout);
    print_all(stdout);
    return ferror(stdin) || fflush(stdout) ? 1 : 0;
}
