// SPDX-License-Identifier: MIT
// The device's mathematical functions that C does not have. The fast forms (__sinf ...) are here as
// exact as the slow ones.
#ifndef CUDA_CPU_MATH_H
#define CUDA_CPU_MATH_H

#include <math.h>

#include "cuda_cpu/exponential.h"

namespace cuda_cpu {

// ---- roots and lengths -------------------------------------------------------------------------

static inline double rcbrt(double x) {
    return 1.0 / cbrt(x);
}

// The length of a vector, whose squares may neither overflow nor vanish.
static inline double norm(int n, const double *v) {
    double largest = 0, sum = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(v[i]));
    if (largest == 0 || !isfinite(largest)) {
        for (int i = 0; i < n; i++) // an infinity wins over a NaN
            sum = isinf(sum) ? sum : fabs(v[i]) > sum || v[i] != v[i] ? fabs(v[i]) : sum;
        return largest == 0 ? sum : largest;
    }
    int exponent;
    frexp(largest, &exponent);
    for (int i = 0; i < n; i++) {
        const double scaled = ldexp(v[i], -exponent);
        sum += scaled * scaled;
    }
    return ldexp(sqrt(sum), exponent);
}
static inline double norm_of_floats(int n, const float *v) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (isinf(v[i]))
            return INFINITY;
        sum += (double)v[i] * v[i];
    }
    return sqrt(sum);
}

// ---- of pi x -----------------------------------------------------------------------------------

// x is first brought into [-1/4, 1/4] without error; `quarter`: by how many turns of a quarter.
static inline double quarter_turns(double x, int *quarter) {
    const double rest = remainder(x, 2.0), turns = rint(2 * rest);
    *quarter = (int)turns & 3;
    return 3.14159265358979323846 * (rest - turns / 2);
}
static inline double sin_of_pi(double x) {
    if (!isfinite(x))
        return NAN;
    int quarter;
    const double angle = quarter_turns(x, &quarter);
    if (x == rint(x))
        return copysign(0.0, x);
    const double value = quarter & 1 ? cos(angle) : sin(angle);
    return quarter & 2 ? -value : value;
}
static inline double cos_of_pi(double x) {
    if (!isfinite(x))
        return NAN;
    int quarter;
    const double angle = quarter_turns(x, &quarter);
    const double value = quarter & 1 ? sin(angle) : cos(angle);
    return (quarter == 1 || quarter == 2 ? -value : value) + 0.0; // no -0
}
static inline float sin_of_pi(float x) {
    return (float)sin_of_pi((double)x);
}
static inline float cos_of_pi(float x) {
    return (float)cos_of_pi((double)x);
}
template <class T> static inline void sincos_of_pi(T x, T *sine, T *cosine) {
    *sine = sin_of_pi(x);
    *cosine = cos_of_pi(x);
}
static inline void sin_and_cos(double x, double *sine, double *cosine) {
    *sine = ::sin(x);
    *cosine = ::cos(x);
}
static inline void sin_and_cos(float x, float *sine, float *cosine) {
    *sine = ::sinf(x);
    *cosine = ::cosf(x);
}

// ---- of the normal distribution ----------------------------------------------------------------

// exp(x x) erfc(x)
static inline double erfcx(double x) {
    if (x < 26) {
        const double square = x * x;
        return exp(square) * (1 + fma(x, x, -square)) * erfc(x);
    }
    const double r = 1 / (x * x); // the asymptotic series
    return 0.56418958354775628695 / x *
           (1 - r * (0.5 - r * (0.75 - r * (1.875 - r * (6.5625 - r * 29.53125)))));
}

// The y with erfc(y) = x: a guess for the tail, and Halley's steps.
static inline double erfcinv(double x) {
    if (!(x > 0 && x < 2))
        return x == 0 ? INFINITY : x == 2 ? -INFINITY : NAN;
    const double tail = x < 1 ? x : 2 - x, far = sqrt(-log(tail * (2 - tail)));
    const double a = 2 / (M_PI * 0.147) + log(tail * (2 - tail)) / 2;
    double y = tail < 1e-6 ? far : sqrt(fmax(sqrt(a * a + far * far / 0.147) - a, 0));
    for (int i = 0; i < (tail < 1e-6 ? 8 : 4); i++) {
        // relative to the slope, so that far in the tail nothing vanishes
        const double slope = -1.12837916709551257390 * exp(-y * y);
        const double f = (erfc(y) - tail) / slope;
        y -= f / (1 + y * f);
    }
    return x <= 1 ? y : -y;
}

static inline double erfinv(double x) {
    if (!(x > -1 && x < 1))
        return x == 1 || x == -1 ? copysign(INFINITY, x) : NAN;
    if (fabs(x) > 0.5)
        return copysign(erfcinv(1 - fabs(x)), x);
    double y = 0.88622692545275801365 * x;
    for (int i = 0; i < 5; i++) {
        const double f = (erf(y) - x) / (1.12837916709551257390 * exp(-y * y));
        y -= f / (1 + y * f);
    }
    return y;
}

static inline double normcdf(double x) {
    // -x / sqrt(2) in two parts: far in the tail an error in it would grow
    const double y = -x * M_SQRT1_2, rest = fma(-x, M_SQRT1_2, -y) + x * 4.8336466567264567e-17;
    const double value = erfc(y) / 2;
    return fabs(y) < 27 ? value - 0.56418958354775628695 * exp(-y * y) * rest : value;
}
static inline double normcdfinv(double x) {
    return -M_SQRT2 * erfcinv(2 * x);
}

// ---- modified Bessel functions: the series has no cancellation ---------------------------------

static inline double bessel_i(int order, double x) {
    const double quarter = x * x / 4;
    double term = order ? x / 2 : 1, sum = term;
    if (!isfinite(x))
        return order ? x : fabs(x);
    for (int k = 1; k < 2000 && fabs(term) > 1e-18 * fabs(sum); k++)
        sum += term *= quarter / ((double)k * (k + order));
    return sum;
}
static inline double cyl_bessel_i0(double x) {
    return bessel_i(0, x);
}
static inline double cyl_bessel_i1(double x) {
    return bessel_i(1, x);
}

} // namespace cuda_cpu

// Their names: in double, and for floats both with an f and without.
#define CUDA_CPU_OF_ONE(name)                                                                      \
    static inline double name(double x) {                                                          \
        return cuda_cpu::name(x);                                                                  \
    }                                                                                              \
    static inline float name(float x) {                                                            \
        return (float)cuda_cpu::name((double)x);                                                   \
    }                                                                                              \
    static inline float name##f(float x) {                                                         \
        return (float)cuda_cpu::name((double)x);                                                   \
    }
CUDA_CPU_OF_ONE(rcbrt)
CUDA_CPU_OF_ONE(erfcx)
CUDA_CPU_OF_ONE(erfinv)
CUDA_CPU_OF_ONE(erfcinv)
CUDA_CPU_OF_ONE(normcdf)
CUDA_CPU_OF_ONE(normcdfinv)
CUDA_CPU_OF_ONE(cyl_bessel_i0)
CUDA_CPU_OF_ONE(cyl_bessel_i1)
#undef CUDA_CPU_OF_ONE

// Lengths of vectors, and 1 over them. Floats need no care in double: their squares fit.
static inline double rhypot(double a, double b) {
    return 1 / hypot(a, b);
}
static inline float rhypotf(float a, float b) {
    return (float)rhypot(a, b);
}
static inline double norm(int n, const double *v) {
    return cuda_cpu::norm(n, v);
}
static inline double rnorm(int n, const double *v) {
    return 1 / norm(n, v);
}
static inline double norm3d(double a, double b, double c) {
    const double v[] = {a, b, c};
    return norm(3, v);
}
static inline double rnorm3d(double a, double b, double c) {
    return 1 / norm3d(a, b, c);
}
static inline double norm4d(double a, double b, double c, double d) {
    const double v[] = {a, b, c, d};
    return norm(4, v);
}
static inline double rnorm4d(double a, double b, double c, double d) {
    return 1 / norm4d(a, b, c, d);
}
static inline float normf(int n, const float *v) {
    return (float)cuda_cpu::norm_of_floats(n, v);
}
static inline float rnormf(int n, const float *v) {
    return (float)(1 / cuda_cpu::norm_of_floats(n, v));
}
static inline float norm3df(float a, float b, float c) {
    const float v[] = {a, b, c};
    return normf(3, v);
}
static inline float rnorm3df(float a, float b, float c) {
    const float v[] = {a, b, c};
    return rnormf(3, v);
}
static inline float norm4df(float a, float b, float c, float d) {
    const float v[] = {a, b, c, d};
    return normf(4, v);
}
static inline float rnorm4df(float a, float b, float c, float d) {
    const float v[] = {a, b, c, d};
    return rnormf(4, v);
}

// Of two types, where device code has none of the C++ library's forms.
static inline constexpr double copysign(double a, float b) {
    return __builtin_copysign(a, (double)b);
}
static inline constexpr double copysign(float a, double b) {
    return __builtin_copysign((double)a, b);
}

// C libraries declare functions of these names, for uses of their own or newer standards: so ours
// have others, and the program's may have these.
static inline double cuda_cpu_rsqrt(double x) {
    return 1.0 / sqrt(x);
}
static inline float cuda_cpu_rsqrt(float x) {
    return 1.0f / sqrtf(x);
}
static inline float cuda_cpu_rsqrtf(float x) {
    return 1.0f / sqrtf(x);
}
#define rsqrt cuda_cpu_rsqrt
#define rsqrtf cuda_cpu_rsqrtf
#define CUDA_CPU_OF_PI(name)                                                                       \
    static inline double cuda_cpu_##name##pi(double x) {                                           \
        return cuda_cpu::name##_of_pi(x);                                                          \
    }                                                                                              \
    static inline float cuda_cpu_##name##pi(float x) {                                             \
        return cuda_cpu::name##_of_pi(x);                                                          \
    }                                                                                              \
    static inline float cuda_cpu_##name##pif(float x) {                                            \
        return cuda_cpu::name##_of_pi(x);                                                          \
    }
CUDA_CPU_OF_PI(sin)
CUDA_CPU_OF_PI(cos)
#undef CUDA_CPU_OF_PI
#define sinpi cuda_cpu_sinpi
#define cospi cuda_cpu_cospi
#define sinpif cuda_cpu_sinpif
#define cospif cuda_cpu_cospif
static inline void cuda_cpu_sincospi(double x, double *sine, double *cosine) {
    cuda_cpu::sincos_of_pi(x, sine, cosine);
}
static inline void cuda_cpu_sincospi(float x, float *sine, float *cosine) {
    cuda_cpu::sincos_of_pi(x, sine, cosine);
}
static inline void cuda_cpu_sincospif(float x, float *sine, float *cosine) {
    cuda_cpu::sincos_of_pi(x, sine, cosine);
}
#define sincospi cuda_cpu_sincospi
#define sincospif cuda_cpu_sincospif
#ifndef __GLIBC__ // which has these as CUDA has them
static inline void cuda_cpu_sincos(double x, double *sine, double *cosine) {
    cuda_cpu::sin_and_cos(x, sine, cosine);
}
static inline void cuda_cpu_sincosf(float x, float *sine, float *cosine) {
    cuda_cpu::sin_and_cos(x, sine, cosine);
}
static inline double cuda_cpu_exp10(double x) {
    return pow(10.0, x);
}
static inline float cuda_cpu_exp10f(float x) {
    return powf(10.0f, x);
}
#define sincos cuda_cpu_sincos
#define sincosf cuda_cpu_sincosf
#define exp10 cuda_cpu_exp10
#define exp10f cuda_cpu_exp10f
#endif

// The fast forms, whose names glibc has taken for its own: functions of the device alone.
namespace cuda_cpu {
static inline float fast_sinf(float x) {
    return sinf(x);
}
static inline float fast_cosf(float x) {
    return cosf(x);
}
static inline float fast_tanf(float x) {
    return tanf(x);
}
static inline float fast_expf(float x) {
    return device_expf(x);
}
static inline float fast_exp10f(float x) {
    return exp10f(x);
}
static inline float fast_logf(float x) {
    return logf(x);
}
static inline float fast_log2f(float x) {
    return log2f(x);
}
static inline float fast_log10f(float x) {
    return log10f(x);
}
static inline float fast_powf(float x, float y) {
    return powf(x, y);
}
static inline void fast_sincosf(float x, float *sine, float *cosine) {
    sin_and_cos(x, sine, cosine);
}
} // namespace cuda_cpu

#define __sinf(x) ::cuda_cpu::fast_sinf(x)
#define __cosf(x) ::cuda_cpu::fast_cosf(x)
#define __tanf(x) ::cuda_cpu::fast_tanf(x)
#define __expf(x) ::cuda_cpu::fast_expf(x)
#define __exp10f(x) ::cuda_cpu::fast_exp10f(x)
#define __logf(x) ::cuda_cpu::fast_logf(x)
#define __log2f(x) ::cuda_cpu::fast_log2f(x)
#define __log10f(x) ::cuda_cpu::fast_log10f(x)
#define __powf(x, y) ::cuda_cpu::fast_powf(x, y)
#define __sincosf(x, s, c) ::cuda_cpu::fast_sincosf(x, s, c)

static inline float fdividef(float x, float y) {
    return x / y;
}
static inline float __fdividef(float x, float y) {
    return x / y;
}

#endif
