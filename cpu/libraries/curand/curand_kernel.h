// SPDX-License-Identifier: MIT
// cuRAND's generators for kernels, on the CPU: the same numbers as on a GPU for the same seed,
// sequence and offset (README.md). Nothing is to be linked.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#ifndef CUDA_CPU_DEVICE // a source of the host's, which may call these, too
#include <math.h>
#include <new>
#include <string.h>
#include <type_traits>
#include <utility>

#include "cuda_cpu/launch.h"
#include "cuda_cpu/device.h"
#endif

#include "curand.h"

#include "cuda_cpu/macros_away.h"

#include <math.h>

// What they have in common: the second of a pair of normal numbers, or of their exponentials, is
// kept for the next call.
namespace cuda_cpu {
enum { no_normal, plain_normal, log_normal };
}
struct curandPairs {
    int kept, kept_double;
    float normal;
    double normal_double;
};

typedef struct curandStateXORWOW : curandPairs {
    unsigned d, v[5];
} curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStatePhilox4_32_10 : curandPairs {
    uint4 ctr, output; // output: of the counter
    uint2 key;
    unsigned place; // of the next number in output
} curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a : curandPairs {
    unsigned s1[3], s2[3];
} curandStateMRG32k3a_t;

// Quasirandom numbers: x is the next; scrambled ones begin with c instead of 0.
template <class Word, int bits, bool scrambled> struct curandStateSobol {
    Word i, x, c, direction_vectors[bits];
};
typedef curandStateSobol<unsigned, 32, false> curandStateSobol32_t, curandStateSobol32;
typedef curandStateSobol<unsigned, 32, true> curandStateScrambledSobol32_t,
    curandStateScrambledSobol32;
typedef curandStateSobol<unsigned long long, 64, false> curandStateSobol64_t, curandStateSobol64;
typedef curandStateSobol<unsigned long long, 64, true> curandStateScrambledSobol64_t,
    curandStateScrambledSobol64;

// jump.c, in the runtime: n steps on, or n sequences, which are 2^67 steps of XORWOW long. Of
// MRG32k3a a sequence has 2^127 steps, and curand_init's 2^76.
extern "C" {
void cuda_cpu_xorwow_jump(unsigned v[5], unsigned long long n, int log2_length);
void cuda_cpu_mrg_jump(unsigned s1[3], unsigned s2[3], unsigned long long n, int log2_length);
}

namespace cuda_cpu {

static inline void forget_pairs(curandPairs *s) {
    s->kept = s->kept_double = no_normal;
    s->normal = 0;
    s->normal_double = 0;
}

// ---- Philox (Salmon and others, 2011): ten rounds over a counter --------------------------------

static inline uint4 philox(uint4 c, uint2 k) {
    for (int round = 0; round < 10; round++) {
        const unsigned long long even = 0xD2511F53ull * c.x, odd = 0xCD9E8D57ull * c.z;
        c = make_uint4((unsigned)(odd >> 32) ^ c.y ^ k.x, (unsigned)odd,
                       (unsigned)(even >> 32) ^ c.w ^ k.y, (unsigned)even);
        k.x += 0x9E3779B9;
        k.y += 0xBB67AE85;
    }
    return c;
}

// The counter's upper half counts sequences; a carry out of the lower one goes there.
static inline void philox_add(curandStatePhilox4_32_10_t *s, unsigned long long n) {
    const unsigned low = (unsigned)n;
    unsigned high = (unsigned)(n >> 32);
    s->ctr.x += low;
    high += s->ctr.x < low;
    s->ctr.y += high;
    if (s->ctr.y < high && ++s->ctr.z == 0)
        ++s->ctr.w;
}

// ---- MRG32k3a (L'Ecuyer, 1999) ------------------------------------------------------------------

static inline double mrg(curandStateMRG32k3a_t *s) {
    const long long m1 = 4294967087, m2 = 4294944443;
    long long p1 = (1403580ll * s->s1[1] - 810728ll * s->s1[0]) % m1,
              p2 = (527612ll * s->s2[2] - 1370589ll * s->s2[0]) % m2;
    p1 += p1 < 0 ? m1 : 0;
    p2 += p2 < 0 ? m2 : 0;
    s->s1[0] = s->s1[1], s->s1[1] = s->s1[2], s->s1[2] = (unsigned)p1;
    s->s2[0] = s->s2[1], s->s2[1] = s->s2[2], s->s2[2] = (unsigned)p2;
    return (double)(p1 - p2 + (p1 <= p2 ? m1 : 0));
}

static inline unsigned mrg_start(unsigned long long x, unsigned long long modulus) {
    return (unsigned)(x * 12345 % modulus);
}

// ---- from bits to numbers -----------------------------------------------------------------------

// In (0, 1]: the middles of 2^32 steps, rounded.
static inline float uniform_of(unsigned x) {
    return fmaf((float)x, 0x1p-32f, 0x1p-33f);
}
static inline float uniform_of(unsigned long long x) {
    return uniform_of((unsigned)(x >> 32));
}
static inline double uniform_double_of(unsigned x) {
    return x * 0x1p-32 + 0x1p-32;
}
static inline double uniform_double_of(unsigned long long x) {
    return (double)(x >> 11) * 0x1p-53 + 0x1p-54;
}
static inline double uniform_double_of(unsigned x, unsigned y) {
    return (double)(x ^ (unsigned long long)y << 21) * 0x1p-53 + 0x1p-54;
}

// Box and Muller's pair; `turn` is an angle.
static inline float2 pair_of(float u, float turn) {
    const float radius = sqrtf(-2 * logf(u));
    return make_float2(sinf(turn) * radius, cosf(turn) * radius);
}
static inline float2 pair_of(unsigned x, unsigned y) {
    const float step = 0x1p-32f * 6.2831855f;
    return pair_of(uniform_of(x), fmaf((float)y, step, step / 2));
}
static inline double2 pair_of(double u, double half_turns) {
    const double radius = sqrt(-2 * log(u));
    double s, c;
    sincospi(half_turns, &s, &c);
    return make_double2(s * radius, c * radius);
}
static inline double2 pair_of(uint4 x) {
    return pair_of(uniform_double_of(x.x, x.y), 2 * uniform_double_of(x.z, x.w));
}

// The inverse of the distribution; the upper half is the lower one's mirror image.
static inline float inverse_normal(unsigned x) {
    const bool upper = x > 0x80000000u;
    const float s = upper ? 1.4142135f : -1.4142135f;
    return s * erfcinvf(2 * uniform_of(upper ? ~x : x));
}
static inline float inverse_normal(unsigned long long x) {
    return inverse_normal((unsigned)(x >> 32));
}
static inline double inverse_normal_double(unsigned x) {
    const bool upper = x > 0x80000000u;
    const double s = upper ? 1.4142135623730951 : -1.4142135623730951;
    return s * erfcinv(2 * ((upper ? ~x : x) * 0x1p-32 + 0x1p-33));
}
static inline double inverse_normal_double(unsigned long long x) {
    x >>= 11;
    const bool upper = x > 0x10000000000000ull;
    const double s = upper ? 1.4142135623730951 : -1.4142135623730951;
    return s * erfcinv(2 * ((double)(upper ? 0x1fffffffffffffull - x : x) * 0x1p-53 + 0x1p-54));
}

} // namespace cuda_cpu

// ---- bits ---------------------------------------------------------------------------------------

static inline unsigned curand(curandStateXORWOW_t *s) {
    const unsigned t = s->v[0] ^ s->v[0] >> 2, last = s->v[4];
    s->v[0] = s->v[1], s->v[1] = s->v[2], s->v[2] = s->v[3], s->v[3] = last;
    s->v[4] = (last ^ last << 4) ^ (t ^ t << 1);
    s->d += 362437;
    return s->v[4] + s->d;
}

static inline void curand_step(curandStatePhilox4_32_10_t *s) {
    if (++s->ctr.x == 0 && ++s->ctr.y == 0 && ++s->ctr.z == 0)
        ++s->ctr.w;
    s->output = cuda_cpu::philox(s->ctr, s->key);
}

static inline unsigned curand(curandStatePhilox4_32_10_t *s) {
    const unsigned x = s->place == 0   ? s->output.x
                       : s->place == 1 ? s->output.y
                       : s->place == 2 ? s->output.z
                                       : s->output.w;
    if (++s->place == 4) {
        curand_step(s);
        s->place = 0;
    }
    return x;
}

static inline uint4 curand4(curandStatePhilox4_32_10_t *s) {
    const uint4 a = s->output;
    curand_step(s);
    const uint4 b = s->output;
    return s->place == 0   ? a
           : s->place == 1 ? make_uint4(a.y, a.z, a.w, b.x)
           : s->place == 2 ? make_uint4(a.z, a.w, b.x, b.y)
                           : make_uint4(a.w, b.x, b.y, b.z);
}

static inline unsigned curand(curandStateMRG32k3a_t *s) {
    return (unsigned)(cuda_cpu::mrg(s) * 1.000000048662);
}

template <class Word, int bits, bool scrambled>
static inline Word curand(curandStateSobol<Word, bits, scrambled> *s) {
    const Word x = s->x;
    const int zeros = ~s->i ? __builtin_ctzll(~(unsigned long long)s->i) : bits - 1;
    s->x ^= s->direction_vectors[zeros];
    s->i++;
    return x;
}

// ---- further on ---------------------------------------------------------------------------------

static inline void skipahead(unsigned long long n, curandStateXORWOW_t *s) {
    cuda_cpu_xorwow_jump(s->v, n, 0);
    s->d += 362437 * (unsigned)n;
}
static inline void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *s) {
    cuda_cpu_xorwow_jump(s->v, n, 67);
}

static inline void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *s) {
    s->place += n & 3;
    n /= 4;
    if (s->place > 3) {
        n++;
        s->place -= 4;
    }
    cuda_cpu::philox_add(s, n);
    s->output = cuda_cpu::philox(s->ctr, s->key);
}
static inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *s) {
    const unsigned low = (unsigned)n;
    s->ctr.z += low;
    s->ctr.w += (unsigned)(n >> 32) + (s->ctr.z < low);
    s->output = cuda_cpu::philox(s->ctr, s->key);
}

static inline void skipahead(unsigned long long n, curandStateMRG32k3a_t *s) {
    cuda_cpu_mrg_jump(s->s1, s->s2, n, 0);
}
static inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *s) {
    cuda_cpu_mrg_jump(s->s1, s->s2, n, 76);
}
static inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *s) {
    cuda_cpu_mrg_jump(s->s1, s->s2, n, 127);
}

template <class Word, int bits, bool scrambled>
static inline void skipahead(unsigned long long n, curandStateSobol<Word, bits, scrambled> *s) {
    s->i += (Word)n;
    s->x = s->c;
    const Word gray = s->i ^ s->i >> 1;
    for (int k = 0; k < bits; k++)
        if (gray >> k & 1)
            s->x ^= s->direction_vectors[k];
}

// ---- the beginning ------------------------------------------------------------------------------

static inline void curand_init(unsigned long long seed, unsigned long long sequence,
                               unsigned long long offset, curandStateXORWOW_t *s) {
    const unsigned t0 = 1099087573u * ((unsigned)seed ^ 0xaad26b49u),
                   t1 = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
    s->d = 6615241 + t1 + t0;
    s->v[0] = 123456789 + t0;
    s->v[1] = 362436069 ^ t0;
    s->v[2] = 521288629 + t1;
    s->v[3] = 88675123 ^ t1;
    s->v[4] = 5783321 + t0;
    cuda_cpu::forget_pairs(s);
    skipahead_sequence(sequence, s);
    skipahead(offset, s);
}

static inline void curand_init(unsigned long long seed, unsigned long long sequence,
                               unsigned long long offset, curandStatePhilox4_32_10_t *s) {
    s->ctr = make_uint4(0, 0, 0, 0);
    s->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    s->place = 0;
    cuda_cpu::forget_pairs(s);
    skipahead_sequence(sequence, s);
    skipahead(offset, s);
}

static inline void curand_init(unsigned long long seed, unsigned long long sequence,
                               unsigned long long offset, curandStateMRG32k3a_t *s) {
    const unsigned long long m1 = 4294967087, m2 = 4294944443, x1 = (unsigned)seed ^ 0x55555555u,
                             x2 = (unsigned)(seed >> 32) ^ 0xAAAAAAAAu;
    for (int i = 0; i < 3; i++) {
        s->s1[i] = seed ? cuda_cpu::mrg_start(i % 2 ? x2 : x1, m1) : 12345;
        s->s2[i] = seed ? cuda_cpu::mrg_start(i % 2 ? x1 : x2, m2) : 12345;
    }
    cuda_cpu::forget_pairs(s);
    skipahead_subsequence(sequence, s);
    skipahead(offset, s);
}

template <class Word, int bits>
static inline void curand_init(const Word *vectors, unsigned long long offset,
                               curandStateSobol<Word, bits, false> *s) {
    for (int k = 0; k < bits; k++)
        s->direction_vectors[k] = vectors[k];
    s->i = s->c = 0;
    skipahead(offset, s);
}
template <class Word, int bits>
static inline void curand_init(const Word *vectors, Word scramble, unsigned long long offset,
                               curandStateSobol<Word, bits, true> *s) {
    for (int k = 0; k < bits; k++)
        s->direction_vectors[k] = vectors[k];
    s->i = 0;
    s->c = scramble;
    skipahead(offset, s);
}

// ---- uniform and normal numbers -----------------------------------------------------------------

template <class State> static inline float curand_uniform(State *s) {
    return cuda_cpu::uniform_of(curand(s));
}
static inline float curand_uniform(curandStateMRG32k3a_t *s) {
    return (float)(cuda_cpu::mrg(s) * 2.3283065498378288e-10);
}
static inline float4 curand_uniform4(curandStatePhilox4_32_10_t *s) {
    const uint4 x = curand4(s);
    return make_float4(cuda_cpu::uniform_of(x.x), cuda_cpu::uniform_of(x.y),
                       cuda_cpu::uniform_of(x.z), cuda_cpu::uniform_of(x.w));
}

template <class State> static inline double curand_uniform_double(State *s) {
    return cuda_cpu::uniform_double_of(curand(s));
}
static inline double curand_uniform_double(curandStateXORWOW_t *s) {
    const unsigned x = curand(s);
    return cuda_cpu::uniform_double_of(x, curand(s));
}
static inline double curand_uniform_double(curandStateMRG32k3a_t *s) {
    return cuda_cpu::mrg(s) * 2.3283065498378288e-10;
}
static inline double2 curand_uniform2_double(curandStatePhilox4_32_10_t *s) {
    const uint4 x = curand4(s);
    return make_double2(cuda_cpu::uniform_double_of(x.x, x.y),
                        cuda_cpu::uniform_double_of(x.z, x.w));
}

template <class State> static inline float2 curand_normal2(State *s) {
    const unsigned x = curand(s);
    return cuda_cpu::pair_of(x, curand(s));
}
static inline float2 curand_normal2(curandStateMRG32k3a_t *s) {
    const float u = curand_uniform(s);
    return cuda_cpu::pair_of(u, curand_uniform(s) * 6.2831855f);
}
static inline float4 curand_normal4(curandStatePhilox4_32_10_t *s) {
    const uint4 x = curand4(s);
    const float2 a = cuda_cpu::pair_of(x.x, x.y), b = cuda_cpu::pair_of(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
static inline double2 curand_normal2_double(curandStateXORWOW_t *s) {
    uint4 x;
    x.x = curand(s), x.y = curand(s), x.z = curand(s), x.w = curand(s);
    return cuda_cpu::pair_of(x);
}
static inline double2 curand_normal2_double(curandStatePhilox4_32_10_t *s) {
    return cuda_cpu::pair_of(curand4(s));
}
static inline double2 curand_normal2_double(curandStateMRG32k3a_t *s) {
    const double u = curand_uniform_double(s);
    return cuda_cpu::pair_of(u, curand_uniform_double(s) * 2);
}
static inline double4 curand_normal4_double(curandStatePhilox4_32_10_t *s) {
    const double2 a = curand_normal2_double(s), b = curand_normal2_double(s);
    return make_double4(a.x, a.y, b.x, b.y);
}

namespace cuda_cpu {
// One of a pair: the first, or the second that was kept for a call of the same kind. A call of the
// other kind throws that one away, as cuRAND's does.
template <class Pair, class T> inline T one_of_pair(int &kept, T &second, int kind, Pair make) {
    if (kept == kind) {
        kept = no_normal;
        return second;
    }
    const auto pair = make();
    second = pair.y;
    kept = kind;
    return pair.x;
}
} // namespace cuda_cpu

template <class State> static inline float curand_normal(State *s) {
    return cuda_cpu::one_of_pair(s->kept, s->normal, cuda_cpu::plain_normal,
                                 [=] { return curand_normal2(s); });
}
template <class State> static inline double curand_normal_double(State *s) {
    return cuda_cpu::one_of_pair(s->kept_double, s->normal_double, cuda_cpu::plain_normal,
                                 [=] { return curand_normal2_double(s); });
}
template <class Word, int bits, bool scrambled>
static inline float curand_normal(curandStateSobol<Word, bits, scrambled> *s) {
    return cuda_cpu::inverse_normal(curand(s));
}
template <class Word, int bits, bool scrambled>
static inline double curand_normal_double(curandStateSobol<Word, bits, scrambled> *s) {
    return cuda_cpu::inverse_normal_double(curand(s));
}

// ---- logarithms that are normal -----------------------------------------------------------------

template <class State>
static inline float2 curand_log_normal2(State *s, float mean, float deviation) {
    const float2 x = curand_normal2(s);
    return make_float2(expf(mean + deviation * x.x), expf(mean + deviation * x.y));
}
template <class State>
static inline double2 curand_log_normal2_double(State *s, double mean, double deviation) {
    const double2 x = curand_normal2_double(s);
    return make_double2(exp(mean + deviation * x.x), exp(mean + deviation * x.y));
}
template <class State>
static inline float curand_log_normal(State *s, float mean, float deviation) {
    return cuda_cpu::one_of_pair(s->kept, s->normal, cuda_cpu::log_normal,
                                 [=] { return curand_log_normal2(s, mean, deviation); });
}
template <class State>
static inline double curand_log_normal_double(State *s, double mean, double deviation) {
    return cuda_cpu::one_of_pair(s->kept_double, s->normal_double, cuda_cpu::log_normal,
                                 [=] { return curand_log_normal2_double(s, mean, deviation); });
}
template <class Word, int bits, bool scrambled>
static inline float curand_log_normal(curandStateSobol<Word, bits, scrambled> *s, float mean,
                                      float deviation) {
    return expf(mean + deviation * curand_normal(s));
}
template <class Word, int bits, bool scrambled>
static inline double curand_log_normal_double(curandStateSobol<Word, bits, scrambled> *s,
                                              double mean, double deviation) {
    return exp(mean + deviation * curand_normal_double(s));
}
static inline float4 curand_log_normal4(curandStatePhilox4_32_10_t *s, float mean,
                                        float deviation) {
    const float4 x = curand_normal4(s);
    return make_float4(expf(mean + deviation * x.x), expf(mean + deviation * x.y),
                       expf(mean + deviation * x.z), expf(mean + deviation * x.w));
}

// ---- Poisson's distribution ---------------------------------------------------------------------

namespace cuda_cpu {

// Knuth: how many uniform numbers may be multiplied.
template <class State> static inline unsigned poisson_of_product(State *s, float lambda) {
    unsigned k = 0;
    for (float p = expf(lambda) * curand_uniform(s); p > 1; k++)
        p *= curand_uniform(s);
    return k;
}

// An approximation of the incomplete gamma function, and its inverse: cuRAND's constants.
struct poisson_shape {
    float lambda, alpha, beta;
};
static inline poisson_shape shape_of(float lambda) {
    return {lambda,
            1.43248035075540910f / sqrtf(lambda - 0.12400979329415655f) + 0.00025361074907033f,
            0.21096734870196546f / sqrtf(lambda - 1.97381164089999420f) + 0.94201734077887530f};
}
static inline float gamma_share(const poisson_shape &g, float x) {
    const float t = 1 + expf(g.alpha * (g.lambda - x) - g.beta);
    return 1 / (t * t);
}
static inline float gamma_place(const poisson_shape &g, float y) {
    return g.lambda - (g.beta + logf(1 / sqrtf(y) - 1)) / g.alpha;
}

// Rejection: a place by that approximation, kept as often as its probability wants.
template <class State> static inline unsigned poisson_by_rejection(State *s, float lambda) {
    const poisson_shape g = shape_of(lambda);
    for (;;) {
        const float x = floorf(gamma_place(g, curand_uniform(s))), u = curand_uniform(s),
                    bound = (gamma_share(g, x + 1) - gamma_share(g, x)) * 1.3f;
        if (u * bound < expf(x * logf(lambda) - lambda - (float)lgamma(1.0 + x)) && bound >= 1e-20)
            return (unsigned)x;
    }
}

// The inverse of the distribution, summed up from 0; the first factor is taken in steps, since
// exp(-lambda) may be too small for a number.
static inline unsigned poisson_of_share(double u, double lambda) {
    const int step = 500;
    double p = 1, sum = 1;
    unsigned k = 0;
    for (int done = 0;; done += step) {
        const double factor = exp(lambda > done + step ? (double)-step : done - lambda);
        p *= factor;
        sum *= factor;
        while (u > sum) {
            p *= lambda / ++k;
            sum += p;
        }
        if (done + step >= lambda)
            return k;
    }
}
static inline double share_of(unsigned x) {
    return x * 0x1p-32 + 0x1p-33;
}
static inline double share_of(unsigned long long x) {
    return (double)(x >> 11) * 0x1p-53 + 0x1p-55;
}
template <class Word> static inline unsigned poisson_of_bits(Word x, double lambda) {
    if (lambda < 1000)
        return poisson_of_share(share_of(x), lambda);
    return (unsigned)(sqrt(lambda) * inverse_normal_double(x) + lambda + 0.5);
}

} // namespace cuda_cpu

template <class State> static inline unsigned curand_poisson(State *s, double lambda) {
    if (lambda < 64)
        return cuda_cpu::poisson_of_product(s, (float)lambda);
    if (lambda > 4000)
        return (unsigned)(sqrt(lambda) * curand_normal_double(s) + lambda + 0.5);
    return cuda_cpu::poisson_by_rejection(s, (float)lambda);
}
template <class Word, int bits, bool scrambled>
static inline unsigned curand_poisson(curandStateSobol<Word, bits, scrambled> *s, double lambda) {
    return cuda_cpu::poisson_of_bits(curand(s), lambda);
}
static inline uint4 curand_poisson4(curandStatePhilox4_32_10_t *s, double lambda) {
    uint4 k;
    if (lambda > 4000) {
        const double4 x = curand_normal4_double(s);
        const double root = sqrt(lambda), middle = lambda + 0.5;
        return make_uint4((unsigned)(root * x.x + middle), (unsigned)(root * x.y + middle),
                          (unsigned)(root * x.z + middle), (unsigned)(root * x.w + middle));
    }
    k.x = curand_poisson(s, lambda), k.y = curand_poisson(s, lambda);
    k.z = curand_poisson(s, lambda), k.w = curand_poisson(s, lambda);
    return k;
}

#include "cuda_cpu/macros_back.h"

#endif
