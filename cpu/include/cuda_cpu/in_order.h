// SPDX-License-Identifier: MIT
// Sums of products, turn by turn: each product and its addition are one operation, as on a GPU. g++
// would make vectors of the products in such a loop, round them, and then add them in order. It
// does not where it may not reorder the sum. cuda2cpp (cpu/compiler/lower/arithmetic.c) writes
//
//   s += next_in_order = a * b        for s += a * b, and -=
//   s = s + first_in_order + a * b    for s = s + a * b, and -
//   s = a * b + last_in_order + s     for s = a * b + s
//
// Where the operands are not both floating-point numbers, the plain operator is used.
#ifndef CUDA_CPU_IN_ORDER_H
#define CUDA_CPU_IN_ORDER_H

#include <type_traits>

#define CUDA_CPU_ALWAYS __attribute__((always_inline)) constexpr inline

namespace cuda_cpu {

template <class T>
constexpr bool is_floating = std::is_floating_point_v<std::remove_cv_t<std::remove_reference_t<T>>>;

template <class T> CUDA_CPU_ALWAYS T not_reordered(T sum) {
#if defined __has_builtin
#if __has_builtin(__builtin_assoc_barrier)
    if constexpr (std::is_floating_point_v<T>)
        return __builtin_assoc_barrier(sum);
#endif
#endif
    return sum;
}

// A floating number on its way to a sum.
template <class T> struct addend {
    T value;
    CUDA_CPU_ALWAYS operator T() const { return value; }
};
template <class S, class T> CUDA_CPU_ALWAYS S &operator+=(S &sum, addend<T> by) {
    if constexpr (is_floating<S>)
        return sum = not_reordered(sum) + by.value;
    else
        return sum += by.value;
}
template <class S, class T> CUDA_CPU_ALWAYS S &operator-=(S &sum, addend<T> by) {
    if constexpr (is_floating<S>)
        return sum = not_reordered(sum) - by.value;
    else
        return sum -= by.value;
}

struct next_in_order_t {
    template <class B> CUDA_CPU_ALWAYS decltype(auto) operator=(B &&value) const {
        if constexpr (is_floating<B>)
            return addend<std::remove_cv_t<std::remove_reference_t<B>>>{value};
        else
            return static_cast<B &&>(value);
    }
};
constexpr next_in_order_t next_in_order;

// Both operands are numbers.
struct first_in_order_t {};
struct last_in_order_t {};
constexpr first_in_order_t first_in_order;
constexpr last_in_order_t last_in_order;

template <class S> struct first_operand { S value; };
template <class S> CUDA_CPU_ALWAYS first_operand<S> operator+(S sum, first_in_order_t) {
    return {sum};
}
template <class S> CUDA_CPU_ALWAYS first_operand<S> operator-(S sum, first_in_order_t) {
    return {sum};
}
template <class S, class B> CUDA_CPU_ALWAYS auto operator+(first_operand<S> sum, B by) {
    return not_reordered(sum.value) + by;
}
template <class S, class B> CUDA_CPU_ALWAYS auto operator-(first_operand<S> sum, B by) {
    return not_reordered(sum.value) - by;
}
template <class B> CUDA_CPU_ALWAYS addend<B> operator+(B by, last_in_order_t) {
    return {by};
}
template <class B, class S> CUDA_CPU_ALWAYS auto operator+(addend<B> by, S sum) {
    return by.value + not_reordered(sum);
}

} // namespace cuda_cpu

#undef CUDA_CPU_ALWAYS

#endif
