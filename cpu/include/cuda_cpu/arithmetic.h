// SPDX-License-Identifier: MIT
// Integer arithmetic as a GPU does it, where C++ leaves it open and this processor does otherwise.
// cuda2cpp writes `a / at(threadIdx) / b` for a / b in device code
// (cpu/compiler/lower/arithmetic.c), and so on.
//
// Shifts are PTX's, which clamps the count: by 32 (64) and more bits nothing is left, or the sign.
// PTX leaves open what a division by zero gives. Today's GPUs give all bits set, as quotient and as
// remainder; code for 64 bits takes the way of 32 where the upper half of the dividend is 0, and
// leaves that half 0 (nvcc 13 for sm_90). The least number by -1 is itself, and leaves 0. Products
// wrap around.
#ifndef CUDA_CPU_ARITHMETIC_H
#define CUDA_CPU_ARITHMETIC_H

#include <type_traits>

#include "cuda_cpu/fault.h"
#include "cuda_cpu/launch.h"

#define CUDA_CPU_ALWAYS __attribute__((always_inline)) constexpr inline

namespace cuda_cpu {

// Where an operator stands, and which thread has come to it. Constant expressions pass through it
// too, so the index is a reference that nobody looks at before something is to be said.
struct place_of_operator {
    const uint3 &thread;
    const char *file;
    int line;

    // at(threadIdx) = b: what stands behind a /= or a <<=
    template <class B> struct operand {
        const B &value;
        const place_of_operator &where;
    };
    template <class B> CUDA_CPU_ALWAYS operand<B> operator=(const B &value) const {
        return {value, *this};
    }
};

CUDA_CPU_ALWAYS place_of_operator at(const uint3 &thread, const char *file = __builtin_FILE(),
                                     int line = __builtin_LINE()) {
    return {thread, file, line};
}

// a / at(threadIdx): the left operand, a copy of a number or a reference to an object, which may be
// one that nobody else has.
template <class A> struct left_operand {
    A value;
    const place_of_operator &where;
};

template <class T>
constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>;
template <class T>
constexpr bool counts = std::is_integral_v<T> ||
                        (std::is_enum_v<T> && std::is_convertible_v<T, long long>);
template <class A>
constexpr bool is_object = !is_number<std::remove_cv_t<std::remove_reference_t<A>>>;
template <class B> constexpr bool is_rvalue = !std::is_const_v<B> && !std::is_reference_v<B>;
// May an operator of the program's refer to its right operand? Numbers have C++'s own.
template <class A, class B> constexpr bool may_refer = !is_number<A> || is_object<B>;
template <class A, class B>
constexpr bool integers = counts<std::remove_cv_t<A>> &&counts<std::remove_cv_t<B>>;

// ---- what a GPU gives --------------------------------------------------------------------------

// The index is the thread's own where it was not read from threadIdx itself, or where that is kept
// (thread.h).
__attribute__((cold, noinline)) static inline unsigned long long
divided_by_zero(const uint3 &thread, bool own, const char *file, int line) {
    cuda_cpu_place place = {file, line, {blockIdx.x, blockIdx.y, blockIdx.z}, {}};
    uint3 index = thread;
    if (own && in_row) { // of blocks side by side
        place.block[0] = index.x / blockDim.x;
        index.x %= blockDim.x;
    }
    place.thread[0] = index.x;
    place.thread[1] = index.y;
    place.thread[2] = index.z;
    return cuda_cpu_divided_by_zero(&place, own || whole_threads);
}

// Whether the divisor needs care: 0, or -1.
template <class T> CUDA_CPU_ALWAYS bool is_odd_divisor(T b) {
    using U = std::make_unsigned_t<T>;
    return std::is_signed_v<T> ? (U)((U)b + 1) <= 1 : b == 0;
}

// What a division by zero gives. The compiler is not to know it, or it warns of where that leads.
template <class T> CUDA_CPU_ALWAYS T by_zero(T dividend, const place_of_operator &where) {
    using U = std::make_unsigned_t<T>;
    const unsigned long long set =
        divided_by_zero(where.thread, &where.thread != &threadIdx, where.file, where.line);
    return (T)(sizeof(T) == 8 && (U)dividend >> 4 * sizeof(T) == 0 ? set & 0xffffffff : set);
}

template <class T> CUDA_CPU_ALWAYS T quotient(T a, T b, const place_of_operator &where) {
    using U = std::make_unsigned_t<T>;
    if (__builtin_expect(is_odd_divisor(b), 0))
        return b == 0 ? by_zero(a, where) : (T)(0 - (U)a);
    return a / b;
}

template <class T> CUDA_CPU_ALWAYS T remainder(T a, T b, const place_of_operator &where) {
    if (__builtin_expect(is_odd_divisor(b), 0))
        return b == 0 ? by_zero(a, where) : 0;
    return a % b;
}

template <class T> CUDA_CPU_ALWAYS T shifted_left(T a, unsigned n, const place_of_operator &) {
    using U = std::make_unsigned_t<T>;
    return n < 8 * sizeof(T) ? (T)((U)a << n) : 0;
}

template <class T> CUDA_CPU_ALWAYS T shifted_right(T a, unsigned n, const place_of_operator &) {
    constexpr unsigned LAST = 8 * sizeof(T) - 1;
    if constexpr (std::is_signed_v<T>)
        return a >> (n < LAST ? n : LAST);
    else
        return n <= LAST ? a >> n : 0;
}

// What is left of an overflow.
template <class T> CUDA_CPU_ALWAYS T product(T a, T b, const place_of_operator &) {
    using U = std::make_unsigned_t<T>;
    return (T)((U)a * (U)b);
}

// ---- the operators -----------------------------------------------------------------------------

// Of the promoted type that the built-in operator has: both operands are of a division's, the left
// one of a shift's.
#define CUDA_CPU_OPERATOR(sign, assigns, function, type, second)                                   \
    template <class A, class = std::enable_if_t<is_number<A>>>                                     \
    CUDA_CPU_ALWAYS left_operand<A> operator sign(A a, const place_of_operator &where) {           \
        return {a, where};                                                                         \
    }                                                                                              \
    template <class A, class = std::enable_if_t<is_object<A>>, class = void>                       \
    CUDA_CPU_ALWAYS left_operand<A &&> operator sign(A &&a, const place_of_operator &where) {      \
        return {static_cast<A &&>(a), where};                                                      \
    }                                                                                              \
    template <class A, class B>                                                                    \
    CUDA_CPU_ALWAYS decltype(auto) operator sign(left_operand<A> a, const B &b) {                  \
        if constexpr (integers<A, B>) {                                                            \
            using T = decltype(type);                                                              \
            return function<T>((T)a.value, (second)b, a.where);                                    \
        } else {                                                                                   \
            return static_cast<A &&>(a.value) sign b;                                              \
        }                                                                                          \
    }                                                                                              \
    template <class A, class B, class = std::enable_if_t<may_refer<A, B> && !std::is_const_v<B>>>  \
    CUDA_CPU_ALWAYS decltype(auto) operator sign(left_operand<A> a, B &b) {                        \
        return static_cast<A &&>(a.value) sign b;                                                  \
    }                                                                                              \
    template <class A, class B, class = std::enable_if_t<may_refer<A, B> && is_rvalue<B>>,         \
              class = void>                                                                        \
    CUDA_CPU_ALWAYS decltype(auto) operator sign(left_operand<A> a, B &&b) {                       \
        return static_cast<A &&>(a.value) sign static_cast<B &&>(b);                               \
    }                                                                                              \
    template <class A, class B>                                                                    \
    __attribute__((always_inline)) inline decltype(auto) operator assigns(                         \
        A &&a, place_of_operator::operand<B> b) {                                                  \
        using T = std::remove_reference_t<A>;                                                      \
        if constexpr (integers<T, B> && std::is_volatile_v<T>)                                     \
            (void)(a = (T)(a sign b.where sign b.value));                                          \
        else if constexpr (integers<T, B>)                                                         \
            return (a = (T)(a sign b.where sign b.value));                                         \
        else                                                                                       \
            return static_cast<A &&>(a) assigns b.value;                                           \
    }
CUDA_CPU_OPERATOR(/, /=, quotient, +a.value / b, T)
CUDA_CPU_OPERATOR(%, %=, remainder, +a.value % b, T)
CUDA_CPU_OPERATOR(*, *=, product, +a.value *b, T)
CUDA_CPU_OPERATOR(<<, <<=, shifted_left, +a.value, unsigned)
CUDA_CPU_OPERATOR(>>, >>=, shifted_right, +a.value, unsigned)
#undef CUDA_CPU_OPERATOR

// What C++ no longer has, and nvcc's front end does (cpu/compiler/lower/removed_cxx.c): flag++
static inline bool set_behind(bool &flag) {
    const bool before = flag;
    flag = true;
    return before;
}

// ... p > null_address(): a null pointer of the type that is asked for
struct null_address {
    template <class T> constexpr operator T *() const { return nullptr; }
};

#undef CUDA_CPU_ALWAYS

} // namespace cuda_cpu

#endif
