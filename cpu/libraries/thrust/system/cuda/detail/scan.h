// SPDX-License-Identifier: MIT
// thrust::inclusive_scan and exclusive_scan: shares are reduced, one thread scans their results,
// and shares are scanned from these. One core alone scans at once.
#ifndef CUDA_CPU_THRUST_SCAN_H
#define CUDA_CPU_THRUST_SCAN_H

#include <thrust/system/cuda/detail/reduce.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

// The results of shares become what stands before each of them; `init` is before the first.
template <class T, class Operation> struct scan_results {
    T *results;
    std::size_t count;
    T init;
    bool has_init;
    mutable Operation operation;

    __device__ void operator()(std::size_t) const {
        T before = has_init ? T(operation(init, results[0])) : results[0];
        for (std::size_t i = 1; i < count; i++) { // the last share has no result
            const T next = i + 1 < count ? T(operation(before, results[i])) : before;
            results[i] = before;
            before = next;
        }
    }
};

template <bool inclusive, class From, class To, class T, class Operation> struct scan_share {
    From first;
    To to;
    shares cut;
    const T *before; // of share i, from i = 1
    T init;
    bool has_init;
    Operation operation;

    __device__ void operator()(std::size_t share) const {
        std::size_t i = cut.begin(share);
        const std::size_t end = cut.end(share);
        if (share == 0 && !has_init) { // inclusive
            T sum = static_cast<T>(*(first + i));
            *(to + i) = sum;
            scan(sum, i + 1, end);
        } else {
            scan(share == 0 ? init : before[share], i, end);
        }
    }

    __device__ void scan(T sum, std::size_t i, std::size_t end) const {
        Operation own = operation;
        const From from = first;
        const To into = to;
        for (; i < end; i++) {
            const T next = own(sum, *(from + i));
            *(into + i) = inclusive ? next : sum;
            sum = next;
        }
    }
};

template <bool inclusive, class Derived, class From, class To, class T, class Operation>
__host__ __device__ To scan(execution_policy<Derived> &policy, From first, From last, To to, T init,
                            bool has_init, Operation operation) {
    const std::size_t n = (std::size_t)thrust::distance(first, last);
    if (n == 0)
        return to;
    const shares all = cut(n, cores());
    thrust::detail::temporary_array<T, Derived> results(thrust::detail::derived_cast(policy),
                                                        all.count);
    T *const before = thrust::raw_pointer_cast(results.data());
    enqueue(policy, all.count - 1, reduce_share<From, T, Operation>{first, all, before, operation});
    if (all.count > 1)
        enqueue(policy, 1,
                scan_results<T, Operation>{before, all.count, init, has_init, operation});
    enqueue(policy, all.count,
            scan_share<inclusive, From, To, T, Operation>{first, to, all, before, init, has_init,
                                                          operation});
    finish(policy);
    return to + n;
}

template <class Derived, class From, class To, class Operation>
__host__ __device__ To inclusive_scan(execution_policy<Derived> &policy, From first, From last,
                                      To to, Operation operation) {
    using T = typename std::iterator_traits<From>::value_type;
    return cuda_cub::scan<true>(policy, first, last, to, T(), false, operation);
}

template <class Derived, class From, class To, class T, class Operation>
__host__ __device__ To inclusive_scan(execution_policy<Derived> &policy, From first, From last,
                                      To to, T init, Operation operation) {
    return cuda_cub::scan<true>(policy, first, last, to, init, true, operation);
}

template <class Derived, class From, class To, class T, class Operation>
__host__ __device__ To exclusive_scan(execution_policy<Derived> &policy, From first, From last,
                                      To to, T init, Operation operation) {
    return cuda_cub::scan<false>(policy, first, last, to, init, true, operation);
}

} // namespace cuda_cub

THRUST_NAMESPACE_END

#endif
