// SPDX-License-Identifier: MIT
// thrust::reduce: each share is reduced on its own, then one thread reduces the shares' results in
// their order.
#ifndef CUDA_CPU_THRUST_REDUCE_H
#define CUDA_CPU_THRUST_REDUCE_H

#include <thrust/detail/temporary_array.h>
#include <thrust/distance.h>
#include <thrust/system/cuda/detail/copy.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

template <class Iterator, class T, class Operation> struct reduce_share {
    Iterator first;
    shares cut;
    T *results;
    Operation operation;

    __device__ void operator()(std::size_t share) const {
        Operation own = operation;
        const Iterator from = first;
        std::size_t i = cut.begin(share);
        const std::size_t end = cut.end(share);
        T sum = static_cast<T>(*(from + i));
        while (++i < end)
            sum = own(sum, *(from + i));
        ::new ((void *)(results + share)) T(sum);
    }
};

template <class T, class Operation> struct reduce_results {
    T *results;
    std::size_t count;
    T init;
    mutable Operation operation;

    __device__ void operator()(std::size_t) const {
        T sum = init;
        for (std::size_t i = 0; i < count; i++)
            sum = operation(sum, results[i]);
        results[0] = sum;
    }
};

template <class Derived, class Iterator, class T, class Operation>
__host__ __device__ T reduce(execution_policy<Derived> &policy, Iterator first, Iterator last,
                             T init, Operation operation) {
    const std::size_t n = (std::size_t)thrust::distance(first, last);
    if (n == 0)
        return init;
    const shares all = cut(n, 8 * cores());
    thrust::detail::temporary_array<T, Derived> results(thrust::detail::derived_cast(policy),
                                                        all.count);
    T *const start = thrust::raw_pointer_cast(results.data());
    enqueue(policy, all.count, reduce_share<Iterator, T, Operation>{first, all, start, operation});
    enqueue(policy, 1, reduce_results<T, Operation>{start, all.count, init, operation});
    return get_value(policy, start);
}

} // namespace cuda_cub

THRUST_NAMESPACE_END

#endif
