// SPDX-License-Identifier: MIT
// Mistakes that no GPU could run: code that crosses the line between host and device, and what
// declarations, launches and bodies show by themselves. All are told at the user's line.
#ifndef CROSSING_H
#define CROSSING_H

#include <stdbool.h>

struct judging {
    const char *command; // the C++ compiler, which is asked who calls whom; NULL: nothing is judged
    bool separate_compilation; // nvcc's -rdc=true: kernels may launch kernels
    bool extended_lambda;      // nvcc's --extended-lambda: lambdas may be __device__
    bool relaxed_constexpr;    // nvcc's --expt-relaxed-constexpr: constexpr is of both sides
};

// declarations.c, bodies.c, before anything is rewritten: kernels that return something or are
// members, variables in a memory that they cannot be in, launches, stores into threadIdx.
void check_declarations(const struct judging *options);
// must_ask.c: do names alone not show that nothing crosses the line, so that the C++ compiler has
// to be asked who calls whom?
bool has_to_be_asked(const struct judging *options);
// ask_compiler.c, when all is rewritten: asks it, and tells what is wrong.
void ask_the_compiler(const struct judging *options);

#endif
