// SPDX-License-Identifier: MIT
// The edits to tokens, each of a kind that C++ does not know: what rewrite.c calls.
#ifndef REWRITE_H
#define REWRITE_H

#include "lower.h"
#include "names/names.h"

// source_edits.c: text that takes the place of [start, end) of the source; several at one place
// stand in the order in which they were added.
struct edit {
    size_t start, end, number;
    const char *text;
};
struct edits {
    struct edit *all;
    size_t count, room;
};
void add_edit(struct edits *edits, size_t start, size_t end, const char *text);
// Makes all that are found in the trees of the device's functions: whether there was any.
bool edit_device_code(void (*find_edits)(struct edits *edits, const struct node *n));

// launch.c
#define STUB_PREFIX "cuda_cpu_launch_"

// Whether the kernel's stub is declared before it, too, since its body may launch it.
bool is_declared_in_front(const struct declaration *d);
// <<< at token i: whether it was a launch, which is rewritten.
bool rewrite_launch(size_t i);
// `using` at token i: of a kernel's name, its stub's too.
void rewrite_using(size_t i);
// A kernel's name at token i after a cast to a pointer of no type.
void rewrite_cast(size_t i);
// cudaLaunchKernel( or its kin at token i, or `func =`, the member of a graph's kernel node.
void rewrite_launch_by_call(size_t i);

// variables.c: __shared__ at token i.
void rewrite_shared(size_t i, bool in_function, const struct lowering *options);
// Those of the device outside functions and classes: their addresses are made known, and without
// --rdc they are the file's own, as nvcc has it: a header that defines some may come with several
// files of a program.
void rewrite_variables(bool shared_between_files);

// internal_linkage.c: functions of kernels, which a linker would take from another file, belong to
// this one.
void own_functions(const char *unit);

// removed_cxx.c: what nvcc takes and C++ does not, ++ of bools and its kin, in code of the
// device's; by an old standard, ++ in the host's, too.
void rewrite_removed_cxx(bool by_old_standard);

// ptx.c: asm at token i, in a function
void rewrite_asm(size_t i);

// unroll.c: the pragma at token i; `rolled`: it is left out.
void rewrite_unroll(size_t i, bool rolled);

// missing_return.c: a function that ends without returning something.
void add_missing_return(const struct declaration *d);

// builtin.c: a function of the host's.
void rewrite_builtins(const struct declaration *d, bool relaxed_constexpr);

// arrays.c: the local arrays of a function, of the device or the program's.
void watch_function(const struct declaration *d);

#endif
