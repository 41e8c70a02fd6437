// SPDX-License-Identifier: MIT
// CUDA C becomes C++: what the C++ compiler cannot parse, or would do otherwise than a GPU, is
// rewritten in the tokens.
#ifndef LOWER_H
#define LOWER_H

#include <stdbool.h>

struct lowering {
    const char *unit;          // --unit=NAME: the file's own name among those of the program
    bool shared_between_files; // --rdc: nvcc's -rdc=true
    bool relaxed_constexpr;    // nvcc's --expt-relaxed-constexpr
    bool old_standard;         // C++ before C++17: ++ of bools in the host's code, too
    bool rolled;               // #pragma unroll is not for this compiler
    bool far;                  // addresses of shared variables, each by a call
    bool apart;                // for make check-memory: shared variables lie apart
    bool watch_arrays;         // for make check-race and check-init: local arrays are watched
};

// implicit_syncwarp.c: gives code from when the lanes of a warp ran in step the __syncwarp() that
// it needs. Whether there was any: the source is another one then.
bool insert_syncwarps(void);
// spinning.c: gives loops in which a thread waits for another one's write a word to step back, so
// that the other one runs. Whether there was any: the source is another one then.
bool insert_steps_back(void);
// arithmetic.c: shifts and divisions in device code, made a GPU's.
void guard_arithmetic(void);
// rewrite.c: all other edits, in their order.
void rewrite_program(const struct lowering *options);
// stub.c: after all edits, the stubs, each after its kernel.
void write_stubs(void);

#endif
