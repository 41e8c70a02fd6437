// SPDX-License-Identifier: MIT
// What the files of this folder share: marks, uses that the compiler has named, who is reached.
#ifndef USES_H
#define USES_H

#include <stdio.h>

#include "crossing.h"
#include "names/names.h"

// bodies.c
void check_body(const struct declaration *d, const struct judging *options);

// What it has named: at token i a use of declaration number `declaration`, which has mark `word`.
struct use {
    size_t i, declaration;
    char word[32], *quoted; // quoted: the declaration in the compiler's words
    bool instantiated;      // in a template whose arguments are known there
};
// judge.c: tells if no GPU, or no host, could run it.
struct calls;
void judge_use(const struct use *use, const struct calls *calls, bool relaxed_constexpr);

// mark.c: the word of the mark that a declaration gets: what is the host's, the device's, a
// kernel, the library's ...; NULL if both sides may use it.
const char *mark_of(const struct declaration *d, bool relaxed_constexpr);

// view.c: the program as the compiler is shown it, as file "view".
struct view {
    struct seen *all; // the user's tokens, in their order
    size_t count, room;
};
struct view write_view(FILE *out, bool relaxed_constexpr);
// The token that stands at a place of the view, or the last one before it in its line; token_count:
// none does.
size_t token_in_view(const struct view *view, long line, long column);

// undefined.c, without -rdc=true: does code of the device name a function that this file may only
// declare? Tells if kernels reach such a use.
bool find_undefined(void);
void judge_undefined(const struct use *use, const struct calls *calls);

// reached.c: the calls in code that runs, which the compiler has named.
struct call {
    const struct declaration *from, *to; // from: NULL for the value of a variable, and a launch
    size_t next;                         // of the same function, its number; 0: none
};
struct calls {
    struct call *all;
    size_t count, room;
    size_t *by,
        of_values;               // the numbers of calls, from 1: of each declaration, of none
    bool *compiled, *by_kernels; // per declaration, when they are spread
};
void note_call(struct calls *c, size_t i, const struct declaration *d);
// By a stub of a kernel, which is there for each launch.
void note_launch(struct calls *c, const struct declaration *d);
// When all are noted: works out what they reach.
void spread_calls(struct calls *c);

#endif
