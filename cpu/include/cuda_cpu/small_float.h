// SPDX-License-Identifier: MIT
// What cuda_fp16.h and cuda_bf16.h have in common: arithmetic, comparisons and mathematics on a
// small float and on pairs of it. Included by each with its own type:
//
//     CUDA_CPU_SMALL        the type: has .bits, converts to float, and is made of one
//     CUDA_CPU_PAIR         struct of two of them, x and y
//     CUDA_CPU_EXACT        a wider type whose sums, products and quotients, rounded once more, are
//                           what rounding once would have given
//
// Every operation is worked out in a wider type and rounded to the nearest.
#define SMALL CUDA_CPU_SMALL
#define PAIR CUDA_CPU_PAIR
#define WIDE(x) ((CUDA_CPU_EXACT)(float)(x))

#define CUDA_CPU_BOTH(name, name2, parameters, parameters2, expression, low, high)                 \
    static inline SMALL name parameters {                                                          \
        return expression;                                                                         \
    }                                                                                              \
    static inline PAIR name2 parameters2 {                                                         \
        return {low, high};                                                                        \
    }
#define CUDA_CPU_BINARY(name, expression)                                                          \
    CUDA_CPU_BOTH(name, name##2, (SMALL a, SMALL b), (PAIR a, PAIR b), expression, name(a.x, b.x), \
                  name(a.y, b.y))
#define CUDA_CPU_UNARY(name, name2, expression)                                                    \
    CUDA_CPU_BOTH(name, name2, (SMALL a), (PAIR a), expression, name(a.x), name(a.y))
#define CUDA_CPU_TERNARY(name, name2, expression)                                                  \
    CUDA_CPU_BOTH(name, name2, (SMALL a, SMALL b, SMALL c), (PAIR a, PAIR b, PAIR c), expression,  \
                  name(a.x, b.x, c.x), name(a.y, b.y, c.y))

// ---- arithmetic --------------------------------------------------------------------------------

CUDA_CPU_BINARY(__hadd, SMALL(WIDE(a) + WIDE(b)))
CUDA_CPU_BINARY(__hsub, SMALL(WIDE(a) - WIDE(b)))
CUDA_CPU_BINARY(__hmul, SMALL(WIDE(a) * WIDE(b)))
static inline SMALL __hdiv(SMALL a, SMALL b) {
    return SMALL(WIDE(a) / WIDE(b));
}
static inline PAIR __h2div(PAIR a, PAIR b) {
    return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)};
}
static inline SMALL __hadd_rn(SMALL a, SMALL b) {
    return __hadd(a, b);
}
static inline SMALL __hsub_rn(SMALL a, SMALL b) {
    return __hsub(a, b);
}
static inline SMALL __hmul_rn(SMALL a, SMALL b) {
    return __hmul(a, b);
}
// The product is exact in double, the sum rounds to odd, and only then to the type.
CUDA_CPU_TERNARY(__hfma, __hfma2,
                 SMALL(cuda_cpu::add_to_odd((double)(float)a *(double)(float)b, (float)c)))
static inline SMALL cuda_cpu_saturate(SMALL a) {
    return SMALL(__saturatef((float)a));
}
static inline SMALL __hadd_sat(SMALL a, SMALL b) {
    return cuda_cpu_saturate(__hadd(a, b));
}
static inline SMALL __hsub_sat(SMALL a, SMALL b) {
    return cuda_cpu_saturate(__hsub(a, b));
}
static inline SMALL __hmul_sat(SMALL a, SMALL b) {
    return cuda_cpu_saturate(__hmul(a, b));
}
static inline SMALL __hfma_sat(SMALL a, SMALL b, SMALL c) {
    return cuda_cpu_saturate(__hfma(a, b, c));
}
static inline SMALL __hfma_relu(SMALL a, SMALL b, SMALL c) {
    return SMALL(fmaxf((float)__hfma(a, b, c), 0.0f));
}
CUDA_CPU_UNARY(__hneg, __hneg2, SMALL::of_bits(a.bits ^ 0x8000))
CUDA_CPU_UNARY(__habs, __habs2, SMALL::of_bits(a.bits & 0x7fff))
CUDA_CPU_BINARY(__hmin, SMALL(fminf((float)a, (float)b)))
CUDA_CPU_BINARY(__hmax, SMALL(fmaxf((float)a, (float)b)))

#define CUDA_CPU_PAIR_OF(name, of_one)                                                             \
    static inline PAIR name(PAIR a, PAIR b) {                                                      \
        return {of_one(a.x, b.x), of_one(a.y, b.y)};                                               \
    }
CUDA_CPU_PAIR_OF(__hadd2_rn, __hadd)
CUDA_CPU_PAIR_OF(__hsub2_rn, __hsub)
CUDA_CPU_PAIR_OF(__hmul2_rn, __hmul)
CUDA_CPU_PAIR_OF(__hadd2_sat, __hadd_sat)
CUDA_CPU_PAIR_OF(__hsub2_sat, __hsub_sat)
CUDA_CPU_PAIR_OF(__hmul2_sat, __hmul_sat)
static inline PAIR __hfma2_sat(PAIR a, PAIR b, PAIR c) {
    return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
static inline PAIR __hfma2_relu(PAIR a, PAIR b, PAIR c) {
    return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
// c + a b, the pairs being complex numbers.
static inline PAIR __hcmadd(PAIR a, PAIR b, PAIR c) {
    return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
            __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}
// A NaN wins.
static inline SMALL __hmin_nan(SMALL a, SMALL b) {
    return (float)a != (float)a || (float)b != (float)b ? SMALL::of_bits(0x7fff) : __hmin(a, b);
}
static inline SMALL __hmax_nan(SMALL a, SMALL b) {
    return (float)a != (float)a || (float)b != (float)b ? SMALL::of_bits(0x7fff) : __hmax(a, b);
}
CUDA_CPU_PAIR_OF(__hmin2_nan, __hmin_nan)
CUDA_CPU_PAIR_OF(__hmax2_nan, __hmax_nan)
#undef CUDA_CPU_PAIR_OF

// ---- comparisons: of numbers, and (u) true for NaNs too ----------------------------------------

#define CUDA_CPU_COMPARE(name, operation)                                                          \
    static inline bool __h##name(SMALL a, SMALL b) {                                               \
        return (float)a operation(float) b;                                                        \
    }                                                                                              \
    static inline bool __h##name##u(SMALL a, SMALL b) {                                            \
        return (float)a operation(float) b || (float)a != (float)a || (float)b != (float)b;        \
    }                                                                                              \
    static inline PAIR __h##name##2(PAIR a, PAIR b) {                                              \
        return {SMALL((float)__h##name(a.x, b.x)), SMALL((float)__h##name(a.y, b.y))};             \
    }                                                                                              \
    static inline bool __hb##name##2(PAIR a, PAIR b) {                                             \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                         \
    }                                                                                              \
    static inline unsigned __h##name##2_mask(PAIR a, PAIR b) {                                     \
        return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);      \
    }                                                                                              \
    static inline PAIR __h##name##u2(PAIR a, PAIR b) {                                             \
        return {SMALL((float)__h##name##u(a.x, b.x)), SMALL((float)__h##name##u(a.y, b.y))};       \
    }                                                                                              \
    static inline bool __hb##name##u2(PAIR a, PAIR b) {                                            \
        return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y);                                   \
    }                                                                                              \
    static inline unsigned __h##name##u2_mask(PAIR a, PAIR b) {                                    \
        return (__h##name##u(a.x, b.x) ? 0xffffu : 0) |                                            \
               (__h##name##u(a.y, b.y) ? 0xffff0000u : 0);                                         \
    }
CUDA_CPU_COMPARE(eq, ==)
CUDA_CPU_COMPARE(le, <=)
CUDA_CPU_COMPARE(ge, >=)
CUDA_CPU_COMPARE(lt, <)
CUDA_CPU_COMPARE(gt, >)
static inline bool __hisnan(SMALL a) {
    return (float)a != (float)a;
}
static inline int __hisinf(SMALL a) { // with its sign
    return isinf((float)a) ? (float)a > 0 ? 1 : -1 : 0;
}
static inline PAIR __hisnan2(PAIR a) {
    return {SMALL((float)__hisnan(a.x)), SMALL((float)__hisnan(a.y))};
}
// (unlike !=, __hne is not true of a NaN)
CUDA_CPU_COMPARE(ne, <(float)b || (float)a>)
#undef CUDA_CPU_COMPARE

// ---- mathematics -------------------------------------------------------------------------------

CUDA_CPU_UNARY(hsqrt, h2sqrt, SMALL(sqrt(WIDE(a))))
CUDA_CPU_UNARY(hrsqrt, h2rsqrt, SMALL(1 / sqrt((double)(float)a)))
CUDA_CPU_UNARY(hrcp, h2rcp, SMALL(1 / WIDE(a)))
CUDA_CPU_UNARY(hexp, h2exp, SMALL(exp((double)(float)a)))
CUDA_CPU_UNARY(hexp2, h2exp2, SMALL(exp2((double)(float)a)))
CUDA_CPU_UNARY(hexp10, h2exp10, SMALL(pow(10.0, (double)(float)a)))
CUDA_CPU_UNARY(hlog, h2log, SMALL(log((double)(float)a)))
CUDA_CPU_UNARY(hlog2, h2log2, SMALL(log2((double)(float)a)))
CUDA_CPU_UNARY(hlog10, h2log10, SMALL(log10((double)(float)a)))
CUDA_CPU_UNARY(hsin, h2sin, SMALL(sin((double)(float)a)))
CUDA_CPU_UNARY(hcos, h2cos, SMALL(cos((double)(float)a)))
CUDA_CPU_UNARY(htanh, h2tanh, SMALL(tanh((double)(float)a)))
CUDA_CPU_UNARY(htanh_approx, h2tanh_approx, SMALL(tanh((double)(float)a)))
CUDA_CPU_UNARY(hceil, h2ceil, SMALL(ceilf((float)a)))
CUDA_CPU_UNARY(hfloor, h2floor, SMALL(floorf((float)a)))
CUDA_CPU_UNARY(htrunc, h2trunc, SMALL(truncf((float)a)))
CUDA_CPU_UNARY(hrint, h2rint, SMALL(rintf((float)a)))

// ---- operators ---------------------------------------------------------------------------------

#define CUDA_CPU_OPERATOR(operation, of_one, of_two)                                               \
    static inline SMALL operator operation(const SMALL &a, const SMALL &b) {                       \
        return of_one(a, b);                                                                       \
    }                                                                                              \
    static inline PAIR operator operation(const PAIR &a, const PAIR &b) {                          \
        return of_two(a, b);                                                                       \
    }                                                                                              \
    static inline SMALL &operator operation##=(SMALL &a, const SMALL &b) {                         \
        return a = of_one(a, b);                                                                   \
    }                                                                                              \
    static inline PAIR &operator operation##=(PAIR &a, const PAIR &b) {                            \
        return a = of_two(a, b);                                                                   \
    }
CUDA_CPU_OPERATOR(+, __hadd, __hadd2)
CUDA_CPU_OPERATOR(-, __hsub, __hsub2)
CUDA_CPU_OPERATOR(*, __hmul, __hmul2)
CUDA_CPU_OPERATOR(/, __hdiv, __h2div)
#undef CUDA_CPU_OPERATOR
static inline SMALL operator+(const SMALL &a) {
    return a;
}
static inline PAIR operator+(const PAIR &a) {
    return a;
}
static inline SMALL operator-(const SMALL &a) {
    return __hneg(a);
}
static inline PAIR operator-(const PAIR &a) {
    return __hneg2(a);
}
static inline SMALL cuda_cpu_one_of(const SMALL &) {
    return SMALL(1.0f);
}
static inline PAIR cuda_cpu_one_of(const PAIR &) {
    return {SMALL(1.0f), SMALL(1.0f)};
}
#define CUDA_CPU_OPERATOR(operation, T)                                                            \
    static inline T &operator operation##operation(T &a) {                                         \
        return a = a operation cuda_cpu_one_of(a);                                                 \
    }                                                                                              \
    static inline T operator operation##operation(T &a, int) {                                     \
        const T before = a;                                                                        \
        a = a operation cuda_cpu_one_of(a);                                                        \
        return before;                                                                             \
    }
CUDA_CPU_OPERATOR(+, SMALL)
CUDA_CPU_OPERATOR(-, SMALL)
CUDA_CPU_OPERATOR(+, PAIR)
CUDA_CPU_OPERATOR(-, PAIR)
#undef CUDA_CPU_OPERATOR
// Two pairs compare as both of their halves do.
#define CUDA_CPU_OPERATOR(operation, of_one, of_two)                                               \
    static inline bool operator operation(const SMALL &a, const SMALL &b) {                        \
        return of_one(a, b);                                                                       \
    }                                                                                              \
    static inline bool operator operation(const PAIR &a, const PAIR &b) {                          \
        return of_two(a, b);                                                                       \
    }
CUDA_CPU_OPERATOR(==, __heq, __hbeq2)
CUDA_CPU_OPERATOR(!=, __hneu, __hbneu2)
CUDA_CPU_OPERATOR(<, __hlt, __hblt2)
CUDA_CPU_OPERATOR(<=, __hle, __hble2)
CUDA_CPU_OPERATOR(>, __hgt, __hbgt2)
CUDA_CPU_OPERATOR(>=, __hge, __hbge2)
#undef CUDA_CPU_OPERATOR

// ---- atomics -----------------------------------------------------------------------------------

static inline SMALL atomicAdd(SMALL *p, SMALL v) {
    unsigned short old = __atomic_load_n(&p->bits, __ATOMIC_RELAXED), wanted;
    do
        wanted = __hadd(SMALL::of_bits(old), v).bits;
    while (!__atomic_compare_exchange_n(&p->bits, &old, wanted, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    return SMALL::of_bits(old);
}
static inline PAIR atomicAdd(PAIR *p, PAIR v) { // of each half by itself
    return {atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)};
}

#undef SMALL
#undef PAIR
#undef WIDE
#undef CUDA_CPU_BOTH
#undef CUDA_CPU_BINARY
#undef CUDA_CPU_UNARY
#undef CUDA_CPU_TERNARY
#undef CUDA_CPU_SMALL
#undef CUDA_CPU_PAIR
#undef CUDA_CPU_EXACT
