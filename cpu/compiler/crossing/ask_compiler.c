// SPDX-License-Identifier: MIT
// Who calls whom only a C++ compiler knows (overloads, templates, operators, conversions,
// constructors), so it is asked. It gets the program as it will be compiled, with a mark, an
// attribute that makes it name every use, on all that is the host's or the device's alone (view.c).
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "uses.h"

// Does token i stand in a branch of an `if constexpr` that may not be taken? nvcc does not look at
// it, and the compiler names what it uses where it is no template's.
static bool is_discardable(size_t i) {
    const struct node *path[DEEPEST];
    const size_t depth = path_to(i, path);
    for (size_t k = 0; k + 1 < depth; k++)
        if (path[k]->early && path[k + 1] != path[k]->child)
            return true;
    return false;
}

// Writes the view into a new file, in the folder for temporary ones; its name.
static char *write_question(struct view *view, bool relaxed_constexpr) {
    const char *const folder = getenv("TMPDIR");
    char *const name = text("%s/cuda2cpp-XXXXXX", folder && *folder ? folder : "/tmp");
    const int file = mkstemp(name);
    FILE *const out = file >= 0 ? fdopen(file, "w") : NULL;
    if (!out) {
        fprintf(stderr, "cuda2cpp: no temporary file can be made: %s\n", name);
        exit(1);
    }
    *view = write_view(out, relaxed_constexpr);
    fclose(out);
    return name;
}

void ask_the_compiler(const struct judging *options) {
    struct uses uses = {.all = NULL};
    struct view view;
    char *const question = write_question(&view, options->relaxed_constexpr);
    FILE *const answer =
        popen(text("LC_ALL=C %s -fsyntax-only -Wdeprecated-declarations -x c++-cpp-output '%s' "
                   "2>&1",
                   options->command, question),
              "r");
    char *line = NULL;
    size_t room = 0;
    bool instantiating = false; // the lines that follow are of a template, with its arguments
    while (answer && getline(&line, &room, answer) > 0) {
        long at, column;
        int quote = 0;
        struct use use = {0};
        char *const mark = strstr(line, "cuda_cpu_");
        if (strstr(line, ": In ") || strstr(line, ": At global scope"))
            instantiating = strstr(line, ": In instantiation of") ||
                            strstr(line, ": In substitution of") || strstr(line, "[with ");
        if (sscanf(line, "view:%ld:%ld: warning: '%n", &at, &column, &quote) < 2 || quote == 0 ||
            !mark || !strstr(line, "deprecated") ||
            sscanf(strstr(line, "deprecated: ") ? strstr(line, "deprecated: ") + 12 : mark,
                   "cuda_cpu_%31[a-z] %zu", use.word, &use.declaration) != 2)
            continue;
        use.i = token_in_view(&view, at, column);
        if (use.declaration >= declaration_count ||
            (use.i == token_count ? strcmp(use.word, "kernel") != 0
                                  : !instantiating && is_discardable(use.i)))
            continue;
        use.quoted = text("%s", line + quote);
        uses.all = grow(uses.all, &uses.room, uses.count + 1, sizeof *uses.all);
        uses.all[uses.count++] = use;
    }
    if (answer)
        pclose(answer);
    unlink(question);
    spread_calls(&uses);
    for (size_t k = 0; k < uses.count; k++)
        if (uses.all[k].i < token_count)
            judge_use(&uses.all[k], uses.compiled, options->relaxed_constexpr);
    for (size_t k = 0; k < uses.count && !options->separate_compilation; k++)
        if (uses.all[k].i < token_count)
            judge_undefined(&uses.all[k], uses.by_kernels);
}
