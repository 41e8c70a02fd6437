// SPDX-License-Identifier: MIT
// Functions of the mathematical library that leave a second result at an address. Their code is the
// library's, so the compiler puts no call before the store: the driver redirects them
// (driver/checks.c), and the check looks at the address before the function runs.
#ifndef CUDA_CPU_MATH_RESULTS_H
#define CUDA_CPU_MATH_RESULTS_H

#include <math.h>

// F(type of the result, name, (parameters), (arguments)); the address is called to.
#define MATH_RESULTS(F)                                                                            \
    F(double, frexp, (double x, int *to), (x, to))                                                 \
    F(float, frexpf, (float x, int *to), (x, to))                                                  \
    F(double, modf, (double x, double *to), (x, to))                                               \
    F(float, modff, (float x, float *to), (x, to))                                                 \
    F(double, remquo, (double x, double y, int *to), (x, y, to))                                   \
    F(float, remquof, (float x, float y, int *to), (x, y, to))

#endif
