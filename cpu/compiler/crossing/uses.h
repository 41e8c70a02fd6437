// SPDX-License-Identifier: MIT
// What the files of this folder share: marks, uses that the compiler has named, who is reached.
#ifndef USES_H
#define USES_H

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
// judge.c: tells which of the uses no GPU, or no host, could run.
void judge_uses(const struct use *uses, size_t count, bool relaxed_constexpr);

// mark.c: the word of the mark that a declaration gets: what is the host's, the device's, a
// kernel, the library's ...; NULL if both sides may use it.
const char *mark_of(const struct declaration *d, bool relaxed_constexpr);
// Is it one of the C++ library's own forms of that, which device code does not have?
bool is_own_mathematics(const struct declaration *d);
bool is_macro_of_c(size_t i);

// view.c: the program as the compiler is shown it, as file "view".
void write_view(FILE *out, bool relaxed_constexpr);
// The token that stands at a place of the view, or the last one before it in its line; token_count:
// none does.
size_t token_in_view(long line, long column);

// discarded_branches.c: does token i stand in a branch of an `if constexpr` that may be discarded?
bool is_discardable(size_t i);

// reached.c: is it a function of this file or class alone that nothing in the program names?
bool is_left_out(const struct declaration *d);
// ... or a template that nothing asks for?
bool is_in_vain(const struct declaration *d);
// Does nothing in the program name it, nor what may call it unnamed?
bool is_unnamed(const struct declaration *d);
// The compiler has named a use of function d, in code that runs, at token i.
void note_call(size_t i, const struct declaration *d);
// When all uses are noted: does nothing reach function d, which is code of the device?
bool is_skipped(const struct declaration *d);

#endif
