// SPDX-License-Identifier: MIT
// Who calls whom only a C++ compiler knows (overloads, templates, operators, conversions,
// constructors), so it is asked. It gets the program as it will be compiled, with a mark, an
// attribute that makes it name every use, on all that is the host's or the device's alone (view.c).
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda2cpp.h"
#include "declare.h"
#include "refuse.h"
#include "tree.h"

const char *judge_command;

struct use *uses;
size_t use_count;
static size_t use_room;

// What the compiler's line says by itself of token i, to be told in nvcc's words; NULL: nothing.
static const char *plain_error(const char *line, size_t i) {
    if (strstr(line, "constant initializer"))
        return "dynamic initialization is not supported for a __device__, __constant__, __shared__ "
               "or static variable of device code";
    if (strstr(line, "[-Wvla]") && code_at(i) & (DEVICE | GLOBAL))
        return "expression must have a constant value: the size of an array of device code";
    return NULL;
}

// Is token i part of what declares shared memory?
static bool is_shared_there(size_t i) {
    const struct node *path[DEEPEST];
    bool shared = false;
    for (size_t k = path_to(i, path); k > 0; k--)
        shared = shared || path[k - 1]->kind == SHARED_VARIABLE;
    return shared;
}

// Which of what classes have without anybody's writing it the word of a mark stands for; -1: none.
static int unwritten_by(const char *word) {
    for (int how = 0; unwritten_words[how]; how++)
        if (strcmp(word, unwritten_words[how]) == 0)
            return how;
    return -1;
}

static void note_use(struct use use, const char *quoted) {
    const struct declaration *const d = &declarations[use.declaration];
    const int how = unwritten_by(use.word);
    if (how == ENDED && is_ended_unseen(use.i, d)) // nvcc does not look
        return;
    if (how >= 0) {
        note_unwritten(use.i, d, (enum unwritten)how);
        return;
    }
    use.quoted = text("%s", quoted);
    uses = (struct use *)grow(uses, &use_room, use_count + 1, sizeof *uses);
    uses[use_count++] = use;
    if (d->what == FUNCTION && owner_of(d->name) == USER && strcmp(use.word, "library") != 0 &&
        strcmp(use.word, "closure") != 0 && !is_unevaluated(use.i))
        note_call(use.i, d);
}

// Shows the compiler the program and reads what it says. unwritten: only of what nobody wrote.
static void ask(bool unwritten) {
    char source_name[] = "/tmp/cuda2cpp-XXXXXX";
    const int file = mkstemp(source_name);
    FILE *const out = file >= 0 ? fdopen(file, "w") : NULL;
    if (!out) {
        fprintf(stderr, "cuda2cpp: no temporary file\n");
        exit(1);
    }
    write_view(out, unwritten);
    fclose(out);
    FILE *const answer = popen(text("LC_ALL=C %s -fsyntax-only -Wdeprecated-declarations -Wvla "
                                    "-x c++-cpp-output %s 2>&1",
                                    judge_command, source_name),
                               "r");
    char *line = NULL;
    size_t room = 0;
    bool instantiating = false; // what follows is of a template, with its arguments
    while (answer && getline(&line, &room, answer) > 0) {
        long at, column;
        int quote = 0;
        struct use use = {0};
        char *const mark = strstr(line, "cuda_cpu_");
        if (report_questions && strstr(line, " error: "))
            fprintf(stderr, "cuda2cpp: the compiler's view: %s", line);
        if (strstr(line, ": In ") || strstr(line, ": At global scope"))
            instantiating = strstr(line, ": In instantiation of") ||
                            strstr(line, ": In substitution of") || strstr(line, "[with ");
        if (sscanf(line, "view:%ld:%ld: ", &at, &column) == 2) {
            const size_t i = token_in_view(at, column);
            const char *const error = i < token_count ? plain_error(line, i) : NULL;
            if (error) {
                (is_shared_there(i) ? complain : complain_behind)(i, "error", "%s", error);
                continue;
            }
        }
        if (sscanf(line, "view:%ld:%ld: warning: '%n", &at, &column, &quote) < 2 || quote == 0 ||
            !mark || !strstr(line, "deprecated") ||
            sscanf(strstr(line, "deprecated: ") ? strstr(line, "deprecated: ") + 12 : mark,
                   "cuda_cpu_%31[a-z] %zu", use.word, &use.declaration) != 2)
            continue;
        use.made = instantiating;
        use.i = token_in_view(at, column);
        if (use.i < token_count && use.declaration < declaration_count &&
            (instantiating || !is_discardable(use.i)) && unwritten == (unwritten_by(use.word) >= 0))
            note_use(use, line + quote);
    }
    free(line);
    if (answer)
        pclose(answer);
    unlink(source_name);
}

void ask_the_compiler(void) {
    ask(false);
    bool unwritten = false; // something of the host's is called where nobody wrote it
    for (size_t k = 0; k < use_count; k++)
        unwritten = unwritten || is_in_members_value(uses[k].i) ||
                    calls_unwritten(uses[k].word, uses[k].i, &declarations[uses[k].declaration]);
    if (unwritten)
        ask(true);
    judge_uses();
}
