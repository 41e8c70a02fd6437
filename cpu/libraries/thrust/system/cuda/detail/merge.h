// SPDX-License-Identifier: MIT
// thrust::merge: the result is cut into shares, and a binary search finds where each begins in both
// inputs ("merge path": Odeh, Green, Mwassi, Shmueli and Birk, 2012).
#ifndef CUDA_CPU_THRUST_MERGE_H
#define CUDA_CPU_THRUST_MERGE_H

#include <thrust/detail/seq.h>
#include <thrust/distance.h>
#include <thrust/merge.h>
#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

// How many of the first k of the result are a's: of equal elements a's come first.
template <class A, class B, class Less>
__device__ std::size_t merged_from_a(A a, std::size_t a_count, B b, std::size_t b_count,
                                     std::size_t k, Less &less) {
    std::size_t least = k > b_count ? k - b_count : 0, most = k < a_count ? k : a_count;
    while (least < most) {
        const std::size_t middle = least + (most - least) / 2;
        if (less(*(b + (k - middle - 1)), *(a + middle)))
            most = middle;
        else
            least = middle + 1;
    }
    return least;
}

template <class A, class B, class To, class Less>
__device__ void merge_part(A a, std::size_t a_count, B b, std::size_t b_count, To to,
                           std::size_t begin, std::size_t end, Less &less) {
    const std::size_t a_begin = merged_from_a(a, a_count, b, b_count, begin, less);
    const std::size_t a_end = merged_from_a(a, a_count, b, b_count, end, less);
    thrust::merge(thrust::seq, a + a_begin, a + a_end, b + (begin - a_begin), b + (end - a_end),
                  to + begin, less);
}

template <class A, class B, class To, class Less> struct merge_share {
    A a;
    std::size_t a_count;
    B b;
    std::size_t b_count;
    To to;
    shares cut;
    mutable Less less;

    __device__ void operator()(std::size_t share) const {
        merge_part(a, a_count, b, b_count, to, cut.begin(share), cut.end(share), less);
    }
};

template <class Derived, class A, class B, class To, class Less>
__host__ __device__ To merge(execution_policy<Derived> &policy, A first1, A last1, B first2,
                             B last2, To to, Less less) {
    const std::size_t a_count = (std::size_t)thrust::distance(first1, last1);
    const std::size_t b_count = (std::size_t)thrust::distance(first2, last2);
    const shares all = cut(a_count + b_count, 8 * cores());
    auto a = unwrap(first1);
    auto b = unwrap(first2);
    auto merged = unwrap(to);
    enqueue(policy, all.count,
            merge_share<decltype(a), decltype(b), decltype(merged), Less>{a, a_count, b, b_count,
                                                                          merged, all, less});
    finish(policy);
    return to + (a_count + b_count);
}

} // namespace cuda_cub

THRUST_NAMESPACE_END

#endif
