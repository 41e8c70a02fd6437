// SPDX-License-Identifier: MIT
// nvcuda::wmma: a warp multiplies small matrices together. A fragment is a lane's share of one,
// laid out row by row over the lanes; where a GPU keeps copies of elements (halves of a and b), so
// do the lanes here. The lane that comes last to an mma_sync works the product out for all of them.
#ifndef CUDA_CPU_MMA_H
#define CUDA_CPU_MMA_H

#include "cuda_cpu/macros_away.h"

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#ifdef __CUDA__ // clangd's front end (cuda_runtime.h)
#pragma clang force_cuda_host_device begin
#endif

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}

namespace detail {

// Of what each element type is stored as and summed up in, and which numbers may multiply.
template <class T> struct element;
template <> struct element<__half> {
    using stored = __half;
    using sum = float;
};
template <> struct element<__nv_bfloat16> {
    using stored = __nv_bfloat16;
    using sum = float;
};
template <> struct element<precision::tf32> {
    using stored = float;
    using sum = float;
};
template <> struct element<signed char> {
    using stored = signed char;
    using sum = int;
};
template <> struct element<unsigned char> {
    using stored = unsigned char;
    using sum = int;
};
template <> struct element<int> {
    using stored = int;
    using sum = int;
};
template <> struct element<float> {
    using stored = float;
    using sum = float;
};
template <> struct element<double> {
    using stored = double;
    using sum = double;
};

// A shape that the hardware has, for factors of this type.
template <class T> constexpr bool shape(int m, int n, int k) {
    return std::is_same_v<T, precision::tf32> ? m == 16 && n == 16 && k == 8
           : std::is_same_v<T, double>        ? m == 8 && n == 8 && k == 4
                                       : k == 16 && m * n == 256 && (m == 8 || m == 16 || m == 32);
}

template <class Use, class T> constexpr bool usable(int m, int n, int k) {
    if (!std::is_same_v<Use, accumulator>)
        return !std::is_same_v<T, float> && !std::is_same_v<T, int> && shape<T>(m, n, k);
    if (std::is_same_v<T, float>)
        return shape<__half>(m, n, k) || shape<precision::tf32>(m, n, k);
    return (std::is_same_v<T, double> || std::is_same_v<T, int> ||
            std::is_same_v<T, __half>)&&shape<T>(m, n, k);
}

template <class Use> constexpr int rows(int m, int k) {
    return std::is_same_v<Use, matrix_b> ? k : m;
}
template <class Use> constexpr int columns(int n, int k) {
    return std::is_same_v<Use, matrix_a> ? k : n;
}

} // namespace detail

template <class Use, int m, int n, int k, class T, class Layout = void> class fragment {
    static_assert(detail::usable<Use, T>(m, n, k), "no tensor core has this shape for this type");
    static_assert(std::is_same_v<Use, accumulator> == std::is_void_v<Layout>,
                  "a and b are row_major or col_major; an accumulator is neither");

  public:
    using element_type = T;
    using storage_element_type = typename detail::element<T>::stored;
    enum {
        rows = detail::rows<Use>(m, k),
        columns = detail::columns<Use>(n, k),
        num_elements = std::is_same_v<T, __half> && !std::is_same_v<Use, accumulator>
                           ? 16
                           : rows * columns / 32,
        num_storage_elements = num_elements
    };
    storage_element_type x[num_elements];
};

namespace detail {

// The matrix's element that is the lane's i-th.
template <class Fragment> static inline int place(unsigned lane, int i) {
    return ((int)lane * (int)Fragment::num_elements + i) %
           (int)(Fragment::rows * Fragment::columns);
}

template <class Fragment, class T>
static inline void load(Fragment &f, const T *from, unsigned stride, bool by_rows) {
    const unsigned lane = cuda_cpu::lane_id();
    const int columns = Fragment::columns;
    for (int i = 0; i < Fragment::num_elements; i++) {
        const int e = place<Fragment>(lane, i), row = e / columns, column = e % columns;
        f.x[i] = from[by_rows ? (size_t)row * stride + column : (size_t)column * stride + row];
    }
}

// What multiplies: tensor cores see no more of a float than tf32 has.
template <class T> static inline auto factor(const typename element<T>::stored &x) {
    if constexpr (std::is_same_v<T, precision::tf32>)
        return __uint_as_float(__float_as_uint(x) & ~0x1fffu);
    else
        return (typename element<T>::sum)x;
}

// All lanes' shares of a fragment, put together.
template <class Number, class Fragment>
static inline void gather(Number *matrix, const void *const *shares) {
    for (unsigned lane = 0; lane < 32; lane++) {
        const Fragment &f = *static_cast<const Fragment *>(shares[lane]);
        const int first = place<Fragment>(lane, 0);
        for (int i = 0; i < Fragment::num_elements; i++)
            matrix[first + i] = (Number)factor<typename Fragment::element_type>(f.x[i]);
    }
}

// What a lane brings to an mma_sync.
struct operands {
    const void *a, *b, *c;
    void *d;
    bool done; // by another lane
};

template <class Sum> static inline Sum limited(Sum x) {
    const Sum most = std::is_same_v<Sum, int> ? (Sum)INT_MAX : (Sum)3.402823466e38;
    return x != x ? x : x < -most ? -most : x > most ? most : x;
}

template <int m, int n, int k, class A, class B, class C, class D>
static void multiply(operands *const *lanes, bool saturate) {
    using sum = typename element<typename A::element_type>::sum;
    const void *shares[32];
    alignas(64) sum a[m * k], b[k * n], c[m * n];
    for (int lane = 0; lane < 32; lane++)
        shares[lane] = lanes[lane]->a;
    gather<sum, A>(a, shares);
    for (int lane = 0; lane < 32; lane++)
        shares[lane] = lanes[lane]->b;
    gather<sum, B>(b, shares);
    for (int lane = 0; lane < 32; lane++)
        shares[lane] = lanes[lane]->c;
    gather<sum, C>(c, shares);
    for (int row = 0; row < m; row++) {
        sum *const result = c + row * n;
        for (int i = 0; i < k; i++)
            for (int column = 0; column < n; column++)
                result[column] += a[row * k + i] * b[i * n + column];
    }
    for (unsigned lane = 0; lane < 32; lane++) {
        D &d = *static_cast<D *>(lanes[lane]->d);
        const int first = place<D>(lane, 0);
        for (int i = 0; i < D::num_elements; i++)
            d.x[i] =
                (typename D::storage_element_type)(saturate ? limited(c[first + i]) : c[first + i]);
        lanes[lane]->done = true;
    }
}

} // namespace detail

// Not part of their callers: a kernel has dozens of these calls, and would take long to compile.
template <class Use, int m, int n, int k, class T, class Layout>
__attribute__((noinline)) static void
load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f,
                 const typename detail::element<T>::stored *from, unsigned stride) {
    detail::load(f, from, stride, std::is_same_v<Layout, row_major>);
}

template <int m, int n, int k, class T>
__attribute__((noinline)) static void load_matrix_sync(fragment<accumulator, m, n, k, T> &f,
                                                       const T *from, unsigned stride,
                                                       layout_t layout) {
    detail::load(f, from, stride, layout == mem_row_major);
}

template <int m, int n, int k, class T>
__attribute__((noinline)) static void store_matrix_sync(T *to,
                                                        const fragment<accumulator, m, n, k, T> &f,
                                                        unsigned stride, layout_t layout) {
    using share = fragment<accumulator, m, n, k, T>;
    const unsigned lane = cuda_cpu::lane_id();
    for (int i = 0; i < share::num_elements; i++) {
        const int e = detail::place<share>(lane, i), row = e / n, column = e % n;
        to[layout == mem_row_major ? (size_t)row * stride + column
                                   : (size_t)column * stride + row] = f.x[i];
    }
}

template <class Use, int m, int n, int k, class T, class Layout>
static inline void fill_fragment(fragment<Use, m, n, k, T, Layout> &f,
                                 const typename detail::element<T>::stored &value) {
    for (auto &x : f.x)
        x = value;
}

// d = a b + c, rounded once where the sums are halves.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class D, class C>
__attribute__((noinline)) static void
mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, T, LayoutA> &a,
         const fragment<matrix_b, m, n, k, T, LayoutB> &b,
         const fragment<accumulator, m, n, k, C> &c, bool saturate = false) {
    using sum = typename detail::element<T>::sum;
    static_assert(std::is_same_v<T, __half> || (std::is_same_v<C, sum> && std::is_same_v<D, sum>),
                  "sums are float; int for bytes, double for doubles; half for halves only");
    detail::operands mine = {&a, &b, &c, &d, false}, *lanes[32];
    cuda_cpu::warp_lanes all;
    cuda_cpu::exchange(0xffffffffu, &mine, all);
    if (mine.done)
        return;
    if (all.present != 0xffffffffu) {
        const cuda_cpu_place place = cuda_cpu::here(__FILE__, __LINE__);
        cuda_cpu_refuse(&place, cudaErrorLaunchFailure, "mma_sync() by less than a whole warp");
    }
    for (unsigned lane = 0; lane < 32; lane++)
        lanes[lane] = cuda_cpu::value_of<detail::operands *>(all, lane);
    detail::multiply<m, n, k, std::decay_t<decltype(a)>, std::decay_t<decltype(b)>,
                     std::decay_t<decltype(c)>, std::decay_t<decltype(d)>>(lanes, saturate);
}

// To the nearest number of tf32's 10 bits of fraction, ties away from zero.
static inline float __float_to_tf32(float x) {
    return x != x ? __uint_as_float(0x7fffffffu)
                  : __uint_as_float((__float_as_uint(x) + 0x1000u) & ~0x1fffu);
}

} // namespace wmma
} // namespace nvcuda

#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

#include "cuda_cpu/macros_back.h"

#endif
