// SPDX-License-Identifier: MIT
// Mistakes that no GPU could run: code that crosses the line between host and device, and what
// declarations, launches and bodies show by themselves. All are told at the user's line.
#ifndef CROSSING_H
#define CROSSING_H

#include <stdio.h>

#include "declare.h"
#include "rewrite.h"
#include "scope.h"

struct node;
struct variable;

// ---- before anything is rewritten ---------------------------------------------------------------

// declarations.c: kernels that return something or are members; variables in a memory that they
// cannot be in. bodies.c: launches, stores into threadIdx and its kin, shared memory, in functions.
void check_declarations(void);
void check_body(const struct declaration *d);
extern bool separate_compilation; // nvcc's -rdc=true: kernels may launch kernels
extern bool extended_lambda;      // nvcc's --extended-lambda: lambdas may be __device__

// must_ask.c: whether names alone do not show that nothing crosses the line, so that the C++
// compiler has to be asked who calls whom.
bool has_to_be_asked(void);
extern bool report_questions; // says on stderr why it is asked, and what it does not understand

// ---- when all is rewritten ----------------------------------------------------------------------

// ask_compiler.c: asks it with this command (nothing is asked if that is NULL), and tells what is
// wrong.
extern const char *judge_command;
void ask_the_compiler(void);
// What it has named: at token i a use of declaration number `declaration`, which has mark `word`.
struct use {
    size_t i, declaration;
    char word[32], *quoted; // quoted: the declaration in the compiler's words
    bool instantiated;      // in a template whose arguments are known there
};
extern struct use *uses;
extern size_t use_count;
// judge.c: tells which of the uses no GPU, or no host, could run.
void judge_uses(void);

// mark.c: the word of the mark that a declaration gets: what is the host's, the device's, a
// kernel, the library's ...; NULL if both sides may use it.
const char *mark_of(const struct declaration *d);
// Is the word at token i a function of the mathematics that device code has, with f or l after it?
bool is_mathematics(size_t i);
// Is it one of the C++ library's own forms of that, which device code does not have?
bool is_own_mathematics(const struct declaration *d);
bool is_macro_of_c(size_t i);
// Our headers' functions that __sinf and its kin, macros, stand for: fast_sinf.
#define FAST "fast_"

// view.c: the program as the compiler is shown it, as file "view".
void write_view(FILE *out);
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
