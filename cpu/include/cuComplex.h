// SPDX-License-Identifier: MIT
// Complex numbers as the toolkit has them: pairs, and functions for host and device.
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include "cuda_cpu/macros_away.h"

#include <math.h>

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// One set of functions for each: their names end in `f` for floats.
#define CUDA_CPU_COMPLEX(complex, real, f)                                                         \
    static inline complex make_##complex(real re, real im) {                                       \
        const complex made = {re, im};                                                             \
        return made;                                                                               \
    }                                                                                              \
    static inline real cuCreal##f(complex a) {                                                     \
        return a.x;                                                                                \
    }                                                                                              \
    static inline real cuCimag##f(complex a) {                                                     \
        return a.y;                                                                                \
    }                                                                                              \
    static inline complex cuConj##f(complex a) {                                                   \
        return make_##complex(a.x, -a.y);                                                          \
    }                                                                                              \
    static inline complex cuCadd##f(complex a, complex b) {                                        \
        return make_##complex(a.x + b.x, a.y + b.y);                                               \
    }                                                                                              \
    static inline complex cuCsub##f(complex a, complex b) {                                        \
        return make_##complex(a.x - b.x, a.y - b.y);                                               \
    }                                                                                              \
    static inline complex cuCmul##f(complex a, complex b) {                                        \
        return make_##complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                       \
    }                                                                                              \
    static inline complex cuCfma##f(complex a, complex b, complex c) {                             \
        return cuCadd##f(cuCmul##f(a, b), c);                                                      \
    }                                                                                              \
    /* Scaled first, so that no square overflows. */                                               \
    static inline complex cuCdiv##f(complex a, complex b) {                                        \
        const real scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                      \
        const complex n = make_##complex(a.x * scale, a.y * scale);                                \
        const complex d = make_##complex(b.x * scale, b.y * scale);                                \
        const real one_over = 1 / (d.x * d.x + d.y * d.y);                                         \
        return make_##complex((n.x * d.x + n.y * d.y) * one_over,                                  \
                              (n.y * d.x - n.x * d.y) * one_over);                                 \
    }                                                                                              \
    static inline real cuCabs##f(complex a) {                                                      \
        return hypot##f(a.x, a.y);                                                                 \
    }
CUDA_CPU_COMPLEX(cuFloatComplex, float, f)
CUDA_CPU_COMPLEX(cuDoubleComplex, double, )
#undef CUDA_CPU_COMPLEX

static inline cuComplex make_cuComplex(float re, float im) {
    return make_cuFloatComplex(re, im);
}
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
    return make_cuDoubleComplex(a.x, a.y);
}
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
    return make_cuFloatComplex((float)a.x, (float)a.y);
}

#include "cuda_cpu/macros_back.h"

#endif
