// SPDX-License-Identifier: MIT
// The door to split/ and vector/: they take the kernels of a file as trees, and give C++. Nothing
// else knows how.
#ifndef SPLIT_H
#define SPLIT_H

#include <stdbool.h>

// The split form of kernel `name` is called this and `name`.
#define SPLIT_PREFIX "cuda_cpu_split_"

// Puts texts of kernels with the functions that wait written out after the source, which is read
// anew then; tokens keep their numbers. When they have been read: the source ends where the
// program's does.
void inline_functions(void);
void drop_inlined(void);
// Finds the kernels that can be split at their barriers, before anything is rewritten.
void find_splits(void);
// Is the kernel of that name split? And does its split form run rows of blocks (index.c), or only
// blocks whose rows are whole warps (warp_uniform.c)?
struct split_form {
    bool exists, flat, whole_warps;
};
struct split_form split_form_of(const char *kernel);
// Says of each kernel, a line each, which form it has, and what keeps it whole.
void report_forms(void);
// Writes the split forms, when all else is rewritten.
void write_splits(void);

#endif
