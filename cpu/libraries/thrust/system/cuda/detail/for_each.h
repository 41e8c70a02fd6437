// SPDX-License-Identifier: MIT
// thrust::for_each, on which Thrust builds transform, fill, generate, gather and the like.
#ifndef CUDA_CPU_THRUST_FOR_EACH_H
#define CUDA_CPU_THRUST_FOR_EACH_H

#include <thrust/detail/raw_reference_cast.h>
#include <thrust/distance.h>
#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

// A share's own copies of what a loop uses: what it stores might change the work itself, for all
// that the compiler knows.
template <class Iterator, class Function> struct for_each_share {
    Iterator first;
    shares cut;
    Function function;

    __device__ void operator()(std::size_t share) const {
        Function own = function; // its operator need not be const
        const Iterator from = first;
        const std::size_t end = cut.end(share);
        for (std::size_t i = cut.begin(share); i < end; i++)
            own(thrust::raw_reference_cast(*(from + i)));
    }
};

template <class Derived, class Iterator, class Size, class Function>
__host__ __device__ Iterator for_each_n(execution_policy<Derived> &policy, Iterator first, Size n,
                                        Function function) {
    if (n <= 0)
        return first;
    const shares all = cut_apart((std::size_t)n);
    enqueue(policy, all.count, for_each_share<Iterator, Function>{first, all, function});
    finish(policy);
    return first + n;
}

template <class Derived, class Iterator, class Function>
__host__ __device__ Iterator for_each(execution_policy<Derived> &policy, Iterator first,
                                      Iterator last, Function function) {
    return cuda_cub::for_each_n(policy, first, thrust::distance(first, last), function);
}

} // namespace cuda_cub

THRUST_NAMESPACE_END

#endif
