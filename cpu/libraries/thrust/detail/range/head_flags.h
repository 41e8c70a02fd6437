// SPDX-License-Identifier: MIT
// Which elements begin a run of equal ones, for thrust::unique. Thrust 1.17's own reads the element
// before the first, where there may be no memory.
#ifndef CUDA_CPU_THRUST_HEAD_FLAGS_H
#define CUDA_CPU_THRUST_HEAD_FLAGS_H

#include <iterator>

#include <thrust/detail/config.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

THRUST_NAMESPACE_BEGIN
namespace detail {

template <class Iterator, class Equal> struct begins_run {
    using result_type = bool;
    Iterator first;
    Equal equal;
    template <class Index> __host__ __device__ bool operator()(Index i) {
        return i == 0 || !equal(*(first + i), *(first + (i - 1)));
    }
};

template <class Iterator,
          class Equal = thrust::equal_to<typename std::iterator_traits<Iterator>::value_type>>
struct head_flags {
    using index = typename std::iterator_traits<Iterator>::difference_type;
    using iterator = thrust::transform_iterator<begins_run<Iterator, Equal>,
                                                thrust::counting_iterator<index>, bool>;
    Iterator first, last;
    Equal equal;

    __host__ __device__ head_flags(Iterator first, Iterator last, Equal equal = Equal())
        : first(first), last(last), equal(equal) {}
    __host__ __device__ iterator begin() const {
        return iterator(thrust::counting_iterator<index>(0),
                        begins_run<Iterator, Equal>{first, equal});
    }
    __host__ __device__ iterator end() const { return begin() + (last - first); }
};

} // namespace detail
THRUST_NAMESPACE_END

#endif
