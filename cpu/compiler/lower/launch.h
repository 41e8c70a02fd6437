// SPDX-License-Identifier: MIT
// What is done with kernels and launches, token by token.
#ifndef LAUNCH_H
#define LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#define STUB_PREFIX "cuda_cpu_launch_"

struct kernel {
    size_t declared; // its name in its first declaration
    char *cluster;   // its __cluster_dims__, or NULL
};

// The kernel whose name is the word at that token, declared there or before; NULL where there is
// none.
struct kernel *find_kernel(size_t word);

// Remembers the kernels that the file declares.
void note_kernels(void);
// <<< at token i: whether it was a launch, which is rewritten.
bool rewrite_launch(size_t i);
// `using` at token i: of a kernel's name, its stub's too.
void rewrite_using(size_t i);
// A kernel's name at token i behind a cast to a pointer of no type.
void rewrite_cast(size_t i);
// cudaLaunchKernel( or its kin at token i, or `func =`, the member of a graph's kernel node.
void rewrite_launch_by_call(size_t i);
// stub.c: when all is rewritten, the stubs, each behind its kernel.
void write_stubs(void);

#endif
