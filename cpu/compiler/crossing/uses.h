// SPDX-License-Identifier: MIT
// What the files of this folder share: marks, uses that the compiler has named, who is reached.
#ifndef USES_H
#define USES_H

#include "crossing.h"
#include "names/names.h"

// bodies.c
void check_body(const struct declaration *d, const struct judging *options);

// What the C++ compiler has named: at token i a use of declaration number `declaration`, which has
// mark `word`; i is token_count for a kernel's stub, which is there for each launch.
struct use {
    size_t i, declaration;
    char word[32], *quoted; // quoted: the declaration in the compiler's words
    size_t next;            // reached.c: the number, from 1, of another call by that function; 0
};
struct uses {
    struct use *all;
    size_t count, room;
    bool *compiled, *by_kernels; // per declaration: does nvcc compile it; do kernels reach it
};
// reached.c: works out what the calls among them reach.
void spread_calls(struct uses *uses);
// judge.c: tells if no GPU, or no host, could run it.
void judge_use(const struct use *use, const bool *compiled, bool relaxed_constexpr);

// mark.c: the word of the mark that a declaration gets: what is the host's, the device's, a
// kernel, the library's ...; NULL if both sides may use it.
const char *mark_of(const struct declaration *d, bool relaxed_constexpr);
// Does the compiler not know the value: a call of what is not constexpr, a variable that may
// change, a thread's own?
bool is_computed(const struct node *n);

// view.c: the program as the compiler is shown it, as file "view".
struct view {
    struct seen *all; // the user's tokens, in their order
    size_t count, room;
};
struct view write_view(FILE *out, bool relaxed_constexpr);
// The token that stands at a place of the view, or the last one before it in its line; token_count:
// none does.
size_t token_in_view(const struct view *view, long line, long column);

// Without -rdc=true: does code of the device name a function that this file may only
// declare? Tells if kernels reach such a use.
bool find_undefined(void);
void judge_undefined(const struct use *use, const bool *by_kernels);

#endif
