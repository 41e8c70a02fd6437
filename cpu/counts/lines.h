// SPDX-License-Identifier: MIT
// Which line of the program a site stands in.
#ifndef CUDA_CPU_LINES_H
#define CUDA_CPU_LINES_H

#include "counts.h"

struct cuda_cpu_line {
    const char *file; // NULL: unknown
    unsigned line;
};

// Looks all sites of all kernels up; then one may be asked for.
void cuda_cpu_find_lines(void);
struct cuda_cpu_line cuda_cpu_line_of(const struct site *s);

#endif
