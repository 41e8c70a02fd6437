// SPDX-License-Identifier: MIT
// thrust::stable_sort, alone and by key, which Thrust's other sorts call: each core sorts a run,
// then pairs of runs are merged until one is left, each time by all cores.
#ifndef CUDA_CPU_THRUST_SORT_H
#define CUDA_CPU_THRUST_SORT_H

#include <thrust/detail/internal_functional.h>
#include <thrust/detail/temporary_array.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/sequence.h> // NVIDIA's has it here, and programs rely on that
#include <thrust/sort.h>
#include <thrust/system/cuda/detail/copy.h>
#include <thrust/system/cuda/detail/merge.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

// How Thrust sorts on one core of the host: numbers by their digits. Asked for in a kernel, it
// would take the slower way that suits a GPU's thread.
namespace one_core = thrust::system::detail::sequential;

template <class Keys, class Less> __device__ void sort_run(Keys first, Keys last, Less less) {
    using Key = typename std::iterator_traits<Keys>::value_type;
    thrust::detail::seq_t seq;
    if constexpr (one_core::sort_detail::use_primitive_sort<Key, Less>::value)
        one_core::sort_detail::stable_sort(seq, first, last, less, thrust::detail::true_type());
    else
        one_core::stable_merge_sort_detail::recursive_stable_merge_sort(seq, first, last, less);
}

template <class Keys, class Values, class Less>
__device__ void sort_run_by_key(Keys first, Keys last, Values values, Less less) {
    using Key = typename std::iterator_traits<Keys>::value_type;
    thrust::detail::seq_t seq;
    if constexpr (one_core::sort_detail::use_primitive_sort<Key, Less>::value)
        one_core::sort_detail::stable_sort_by_key(seq, first, last, values, less,
                                                  thrust::detail::true_type());
    else
        one_core::stable_merge_sort_detail::recursive_stable_merge_sort_by_key(seq, first, last,
                                                                               values, less);
}

// Neighbouring runs of `run` elements become one each; a share of the result may begin in one pair
// and end in another.
template <class From, class To, class Less> struct merge_runs_share {
    From from;
    To to;
    std::size_t run;
    shares cut;
    mutable Less less;

    __device__ void operator()(std::size_t share) const {
        const std::size_t end = cut.end(share);
        for (std::size_t at = cut.begin(share); at < end;) {
            const std::size_t pair = at / (2 * run) * (2 * run), left = cut.n - pair;
            const std::size_t a_count = left < run ? left : run;
            const std::size_t b_count = left < 2 * run ? left - a_count : run;
            const std::size_t pair_end = pair + a_count + b_count;
            const std::size_t stop = end < pair_end ? end : pair_end;
            merge_part(from + pair, a_count, from + (pair + a_count), b_count, to + pair, at - pair,
                       stop - pair, less);
            at = stop;
        }
    }
};

template <class Derived, class Data, class Buffer, class Less>
__host__ __device__ void merge_runs(execution_policy<Derived> &policy, Data data, Buffer buffer,
                                    std::size_t n, std::size_t run, Less less) {
    const shares all = cut(n, 8 * cores());
    bool in_data = true;
    for (; run < n; run *= 2, in_data = !in_data)
        if (in_data)
            enqueue(policy, all.count,
                    merge_runs_share<Data, Buffer, Less>{data, buffer, run, all, less});
        else
            enqueue(policy, all.count,
                    merge_runs_share<Buffer, Data, Less>{buffer, data, run, all, less});
    if (!in_data)
        thrust::copy_n(policy, buffer, n, data);
}

template <class Keys, class Less> struct sort_share {
    Keys keys;
    shares cut;
    mutable Less less;

    __device__ void operator()(std::size_t share) const {
        sort_run(keys + cut.begin(share), keys + cut.end(share), less);
    }
};

template <class Derived, class Keys, class Less>
__host__ __device__ void stable_sort(execution_policy<Derived> &policy, Keys first, Keys last,
                                     Less less) {
    using Key = typename std::iterator_traits<Keys>::value_type;
    const std::size_t n = (std::size_t)thrust::distance(first, last);
    const shares all = cut(n, cores());
    auto keys = unwrap(first);
    enqueue(policy, all.count, sort_share<decltype(keys), Less>{keys, all, less});
    if (all.count > 1) {
        thrust::detail::temporary_array<Key, Derived> buffer(thrust::detail::derived_cast(policy),
                                                             n);
        merge_runs(policy, keys, unwrap(buffer.begin()), n, all.length, less);
        synchronize(policy); // before the buffer goes
    }
    finish(policy);
}

template <class Keys, class Values, class Less> struct sort_by_key_share {
    Keys keys;
    Values values;
    shares cut;
    mutable Less less;

    __device__ void operator()(std::size_t share) const {
        sort_run_by_key(keys + cut.begin(share), keys + cut.end(share), values + cut.begin(share),
                        less);
    }
};

template <class Derived, class Keys, class Values, class Less>
__host__ __device__ void stable_sort_by_key(execution_policy<Derived> &policy, Keys first,
                                            Keys last, Values values, Less less) {
    using Key = typename std::iterator_traits<Keys>::value_type;
    using Value = typename std::iterator_traits<Values>::value_type;
    const std::size_t n = (std::size_t)thrust::distance(first, last);
    const shares all = cut(n, cores());
    auto keys = unwrap(first);
    auto of_keys = unwrap(values);
    enqueue(policy, all.count,
            sort_by_key_share<decltype(keys), decltype(of_keys), Less>{keys, of_keys, all, less});
    if (all.count > 1) {
        Derived &derived = thrust::detail::derived_cast(policy);
        thrust::detail::temporary_array<Key, Derived> more(derived, n);
        thrust::detail::temporary_array<Value, Derived> of_more(derived, n);
        merge_runs(policy, thrust::make_zip_iterator(thrust::make_tuple(keys, of_keys)),
                   thrust::make_zip_iterator(
                       thrust::make_tuple(unwrap(more.begin()), unwrap(of_more.begin()))),
                   n, all.length, thrust::detail::compare_first<Less>(less));
        synchronize(policy);
    }
    finish(policy);
}

} // namespace cuda_cub

THRUST_NAMESPACE_END

#endif
