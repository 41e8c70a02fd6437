// SPDX-License-Identifier: MIT
// Edits to tokens, each of a kind of thing that C++ does not know: what cuda2cpp.c calls.
#ifndef REWRITE_H
#define REWRITE_H

#include <stdbool.h>
#include <stddef.h>

struct declaration;

// variables.c
extern bool lie_apart;            // --apart, for make check-memory: each in memory of its own
extern bool shared_between_files; // --rdc
extern const char *const of_the_device[];
// __shared__ at token i
void rewrite_shared(size_t i, bool in_function);
// __device__ or its kin at token i, outside functions and classes: what it declares is made known,
// and the file's own.
void note_variables(size_t i);
// Makes static what extern __device__ and its kin define.
void define_externs(void);
void make_own(size_t i);
// Whether `extern` or `friend` declares the name at token `name` somewhere.
bool is_extern(size_t name);

// ptx.c: asm at token i, in a function
void rewrite_asm(size_t i);

// lanes.c: before anything else, since the source changes.
bool keep_in_step(void);

// returns.c, jumps.c: a function of the device's.
void rewrite_returns(const struct declaration *d);
void rewrite_jumps(const struct declaration *d);

// arrays.c: a function, of the device or the program's.
extern bool watch_arrays; // --arrays, for make check-race and check-init
void watch_function(const struct declaration *d);

#endif
