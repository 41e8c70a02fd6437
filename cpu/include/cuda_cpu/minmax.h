// SPDX-License-Identifier: MIT
// min, max and abs for every type, mixed ones included, as CUDA has them without any header.
#ifndef CUDA_CPU_MINMAX_H
#define CUDA_CPU_MINMAX_H

#include <math.h>
#include <stdlib.h>

#define CUDA_CPU_MINMAX(result, first, second)                                                     \
    static inline result min(first a, second b) {                                                  \
        return (result)b < (result)a ? (result)b : (result)a;                                      \
    }                                                                                              \
    static inline result max(first a, second b) {                                                  \
        return (result)a < (result)b ? (result)b : (result)a;                                      \
    }
CUDA_CPU_MINMAX(int, int, int)
CUDA_CPU_MINMAX(unsigned, unsigned, unsigned)
CUDA_CPU_MINMAX(unsigned, int, unsigned)
CUDA_CPU_MINMAX(unsigned, unsigned, int)
CUDA_CPU_MINMAX(long, long, long)
CUDA_CPU_MINMAX(unsigned long, unsigned long, unsigned long)
CUDA_CPU_MINMAX(unsigned long, long, unsigned long)
CUDA_CPU_MINMAX(unsigned long, unsigned long, long)
CUDA_CPU_MINMAX(long long, long long, long long)
CUDA_CPU_MINMAX(unsigned long long, unsigned long long, unsigned long long)
CUDA_CPU_MINMAX(unsigned long long, long long, unsigned long long)
CUDA_CPU_MINMAX(unsigned long long, unsigned long long, long long)
#undef CUDA_CPU_MINMAX

// A NaN gives way to a number, as the programming guide has it.
#define CUDA_CPU_MINMAX(result, first, second, suffix)                                             \
    static inline result min(first a, second b) {                                                  \
        return fmin##suffix(a, b);                                                                 \
    }                                                                                              \
    static inline result max(first a, second b) {                                                  \
        return fmax##suffix(a, b);                                                                 \
    }
CUDA_CPU_MINMAX(float, float, float, f)
CUDA_CPU_MINMAX(double, double, double, )
CUDA_CPU_MINMAX(double, float, double, )
CUDA_CPU_MINMAX(double, double, float, )
#undef CUDA_CPU_MINMAX

// The same by names of their own.
#define CUDA_CPU_MINMAX(prefix, type)                                                              \
    static inline type prefix##min(type a, type b) {                                               \
        return min(a, b);                                                                          \
    }                                                                                              \
    static inline type prefix##max(type a, type b) {                                               \
        return max(a, b);                                                                          \
    }
CUDA_CPU_MINMAX(u, unsigned)
CUDA_CPU_MINMAX(ll, long long)
CUDA_CPU_MINMAX(ull, unsigned long long)
#undef CUDA_CPU_MINMAX

#endif
