// SPDX-License-Identifier: MIT
// Edits to tokens, each of a kind of thing that C++ does not know: what main.c calls.
#ifndef REWRITE_H
#define REWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct declaration;

// rewrite.c: all of the edits below, in their order.
extern bool relaxed_constexpr; // nvcc's --expt-relaxed-constexpr
void rewrite_program(void);

// variables.c
extern bool are_asked_for;        // --far, their addresses, each by a call
extern bool lie_apart;            // --apart, for make check-memory: each in memory of its own
extern bool shared_between_files; // --rdc
// __shared__ at token i
void rewrite_shared(size_t i, bool in_function);
// Those of the device outside functions and classes: their addresses are made known, and without
// --rdc they are the file's own, as nvcc has it: a header that defines some may come with several
// files of a program.
void rewrite_variables(void);

// internal_linkage.c: functions of kernels, which a linker would take from another file, belong to
// this one.
extern const char *unit; // --unit=NAME: the file's own name among those of the program
void own_functions(void);

// removed_cxx.c: what C++ no longer has, ++ of bools and p > 0, in code of the device's;
// --old-standard, one before C++17: ++ in the host's, too.
extern bool by_old_standard;
void rewrite_former(void);

// pointer_casts.c: in code of the device's.
void rewrite_pointer_casts(void);

// repeated_const.c: `const` that has been said before.
void drop_repeated(void);
// Is it a `const` of a type that another one stands in front of: const const T, const int const?
bool is_repeated(size_t i);

// ptx.c: asm at token i, in a function
void rewrite_asm(size_t i);

// unroll.c: the pragma at token i
extern bool rolled; // --rolled: #pragma unroll is not for this compiler
void rewrite_unroll(size_t i);

// implicit_syncwarp.c: before anything else, since the source changes.
bool insert_syncwarps(void);

// returns.c, jumps.c: a function of the device's.
void rewrite_returns(const struct declaration *d);
void rewrite_jumps(const struct declaration *d);
// builtin.c: a function of the host's.
void rewrite_builtins(const struct declaration *d);

// arithmetic.c: shifts and divisions in device code, made a GPU's.
void guard_arithmetic(void);

// arrays.c: a function, of the device or the program's.
extern bool watch_arrays; // --arrays, for make check-race and check-init
void watch_function(const struct declaration *d);

#endif
