// SPDX-License-Identifier: MIT
// Threads of a row that compute all of them, though a condition leaves some out, which do not store
// (cpu/compiler/vector/speculate.c): in a loop that the compiler vectorises, or as vectors.
#ifndef CUDA_CPU_LANES_H
#define CUDA_CPU_LANES_H

#include <type_traits>

#include "cuda_cpu/span.h"

namespace cuda_cpu {

constexpr int WIDTH = 16; // of a vector of numbers of 32 bits, at most
constexpr int HALF = WIDTH / 2;

// A lane of a loop that speculates, whose indices fit: whether it stores. What all of them work out
// goes into an array too, or the compiler would have it worked out behind the if, where each vector
// is read through a mask.
struct vector_lane : std::true_type {
    using lane_results = char[WIDTH][8];
    lane_results &all;
    const long place;
    const bool stores;
    vector_lane(lane_results &of_all, const long x, const bool in)
        : all(of_all), place(x), stores(in) {}
};
template <class T> struct stored_by_lane {
    const vector_lane &by;
    T &to;
    template <class Value> __attribute__((always_inline)) void operator=(const Value value) const {
        static_assert(sizeof(T) <= sizeof *by.all);
        T result;
        result = value;
        ((T *)by.all)[by.place] = result;
        if (by.stores)
            to = result;
    }
};
template <bool fitting, class Array, class T>
__attribute__((always_inline)) static inline T &stored_element(std::bool_constant<fitting>,
                                                               const Array &, T &to) {
    return to;
}
template <class Array, class T>
__attribute__((always_inline)) static inline stored_by_lane<T>
stored_element(const vector_lane &by, const Array &, T &to) {
    return {by, to};
}

template <int Lanes> struct lanes_in_line;

#if (defined __AVX512VL__ || defined __AVX2__) && !defined __clang__
#ifdef __AVX512VL__
constexpr int VECTORS_IN_WIDTH = 1;
#else
constexpr int VECTORS_IN_WIDTH = 2;
#endif
template <class Span>
constexpr int lanes_in_vector = does_speculate<Span> ? vectors_of<Span> / VECTORS_IN_WIDTH : 0;

// What has a number for each of some threads side by side: those numbers, and what operators make
// of them, worked out when it is stored.
struct lanes_value {};
template <class A> constexpr bool has_lanes = std::is_base_of_v<lanes_value, A>;

template <class T, int Lanes> struct lanes_numbers : lanes_value {
    using number = T;
    typedef T vector __attribute__((vector_size(Lanes * sizeof(T))));
    typedef T memory __attribute__((vector_size(Lanes * sizeof(T)), aligned(sizeof(T)), may_alias));
    const vector all;
    explicit lanes_numbers(const T &first) : all(*(const memory *)&first) {}
    vector values() const { return all; }
};

// Their values as numbers of another type; a number that all have alike stays one.
template <class To, class A>
__attribute__((always_inline)) static inline auto lanes_as(const A &a) {
    if constexpr (!has_lanes<A>) {
        return (To)a;
    } else if constexpr (std::is_same_v<To, typename A::number>) {
        return a.values();
    } else {
        // __builtin_convertvector would take quarters, or halves
        const auto x = a.values();
        constexpr int lanes = sizeof x / sizeof x[0];
        typedef To converted __attribute__((vector_size(lanes * sizeof(To))));
        if constexpr (lanes == 8)
            return converted{(To)x[0], (To)x[1], (To)x[2], (To)x[3],
                             (To)x[4], (To)x[5], (To)x[6], (To)x[7]};
        else if constexpr (sizeof x < sizeof(converted))
            return __builtin_ia32_cvtps2pd256(x);
        else
            return __builtin_ia32_cvtpd2ps256(x);
    }
}

template <class A, bool = has_lanes<A>> struct lanes_number { using type = A; };
template <class A> struct lanes_number<A, true> { using type = typename A::number; };

template <char sign, class A, class B> struct lanes_combined : lanes_value {
    using number =
        std::common_type_t<typename lanes_number<A>::type, typename lanes_number<B>::type>;
    const A a;
    const B b;
    lanes_combined(const A &left, const B &right) : a(left), b(right) {}
    // The left one first, as the compiler does it for one thread: of two products that are added
    // the first is fused with the sum.
    __attribute__((always_inline)) auto values() const {
        const auto left = lanes_as<number>(a);
        const auto right = lanes_as<number>(b);
        if constexpr (sign == '+')
            return left + right;
        else if constexpr (sign == '-')
            return left - right;
        else
            return left * right;
    }
};
template <class A> struct lanes_negative : lanes_value {
    using number = typename A::number;
    const A a;
    explicit lanes_negative(const A &of) : a(of) {}
    __attribute__((always_inline)) auto values() const { return -a.values(); }
};
template <class A, class B, std::enable_if_t<has_lanes<A> || has_lanes<B>, int> = 0>
__attribute__((always_inline)) static inline lanes_combined<'+', A, B> operator+(const A &a,
                                                                                 const B &b) {
    return {a, b};
}
template <class A, class B, std::enable_if_t<has_lanes<A> || has_lanes<B>, int> = 0>
__attribute__((always_inline)) static inline lanes_combined<'-', A, B> operator-(const A &a,
                                                                                 const B &b) {
    return {a, b};
}
template <class A, class B, std::enable_if_t<has_lanes<A> || has_lanes<B>, int> = 0>
__attribute__((always_inline)) static inline lanes_combined<'*', A, B> operator*(const A &a,
                                                                                 const B &b) {
    return {a, b};
}
template <class A, std::enable_if_t<has_lanes<A>, int> = 0>
__attribute__((always_inline)) static inline lanes_negative<A> operator-(const A &a) {
    return lanes_negative<A>(a);
}

// Threads of a row, whose indices fit: those that store.
template <int Lanes> struct lanes_in_line : std::true_type {
#ifdef __AVX512VL__
    const unsigned storing; // as bits
    template <class Columns>
    lanes_in_line(const Columns &in, const int x) : storing(in.bits >> x) {}
#else
    typedef int mask __attribute__((vector_size(Lanes * sizeof(int))));
    const mask storing;
    template <class Columns>
    __attribute__((always_inline)) lanes_in_line(const Columns &in, const int x)
        : storing(in.template mask_at<mask>(x)) {}
#endif
};
template <int Lanes, class Array> struct stored_by_lanes {
    const lanes_in_line<Lanes> &by;
    const Array &array;
    float &first;
    template <class A> __attribute__((always_inline)) void operator=(const A &values) const {
        auto all = lanes_as<float>(values);
#ifdef __AVX512VL__
        if constexpr (Lanes == 8)
            __builtin_ia32_storeups256_mask(&first, all, (char)by.storing);
        else
            __builtin_ia32_storeups512_mask(&first, all, (short)by.storing);
#else
        // Storing through a mask takes some processors as long as storing one by one. Nobody sees
        // what is stored again of the array, for it is the block's alone; beside it may be
        // anything.
        typedef typename lanes_numbers<float, Lanes>::memory memory;
        const size_t place = (size_t)&first - (size_t)&array;
        if (__builtin_expect(place <= sizeof array - sizeof all, 1) && sizeof array >= sizeof all)
            *(memory *)&first = by.storing ? all : (decltype(all))*(const memory *)&first;
        else if constexpr (Lanes == 4)
            __builtin_ia32_maskstoreps((decltype(all) *)&first, by.storing, all);
        else
            __builtin_ia32_maskstoreps256((decltype(all) *)&first, by.storing, all);
#endif
    }
};
template <int Lanes, class Array>
__attribute__((always_inline)) static inline stored_by_lanes<Lanes, Array>
stored_element(const lanes_in_line<Lanes> &by, const Array &array, float &first) {
    return {by, array, first};
}
template <int Lanes, class T>
__attribute__((always_inline)) static inline lanes_numbers<std::remove_cv_t<T>, Lanes>
loaded_element(const lanes_in_line<Lanes> &, T &first) {
    return lanes_numbers<std::remove_cv_t<T>, Lanes>(first);
}
#else
template <class Span> constexpr int lanes_in_vector = 0;
#endif

// The element of a thread that reads it; its neighbours read those beside it.
template <bool fitting, class T>
__attribute__((always_inline)) static inline T &loaded_element(std::bool_constant<fitting>,
                                                               T &element) {
    return element;
}

} // namespace cuda_cpu

#endif
