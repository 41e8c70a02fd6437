// SPDX-License-Identifier: MIT
// cub::DeviceMergeSort: places are sorted by their keys, shares first, each by one thread; then
// pairs of sorted stretches are merged until one is left. Equal keys keep their order.
#ifndef CUDA_CPU_CUB_DEVICE_MERGE_SORT_H
#define CUDA_CPU_CUB_DEVICE_MERGE_SORT_H

#include <algorithm>
#include <iterator>

#include <cub/util.cuh>

namespace cub {

template <class Keys, class Less> struct less_at {
    Keys keys;
    mutable Less less;
    __device__ bool operator()(size_t a, size_t b) const { return less(keys[a], keys[b]); }
};

template <class Keys, class Less> struct sort_share {
    size_t *places;
    cuda_cpu::shares cut;
    less_at<Keys, Less> less;

    __device__ void operator()(size_t share) const {
        const size_t begin = cut.begin(share), end = cut.end(share);
        for (size_t i = begin; i < end; i++)
            places[i] = i;
        std::stable_sort(places + begin, places + end, less);
    }
};

// Share s merges stretches 2s and 2s + 1, of `length` places each.
template <class Keys, class Less> struct merge_share {
    size_t *places, n, length;
    less_at<Keys, Less> less;

    __device__ void operator()(size_t share) const {
        const size_t begin = 2 * share * length;
        const size_t middle = std::min(begin + length, n), end = std::min(middle + length, n);
        std::inplace_merge(places + begin, places + middle, places + end, less);
    }
};

template <class In, class Between> struct gather_share {
    In in;
    Between *between;
    const size_t *places;
    cuda_cpu::shares cut;

    __device__ void operator()(size_t share) const {
        for (size_t i = cut.begin(share), end = cut.end(share); i < end; i++)
            between[i] = in[places[i]];
    }
};
template <class Between, class Out> struct copy_share {
    const Between *between;
    Out out;
    cuda_cpu::shares cut;

    __device__ void operator()(size_t share) const {
        for (size_t i = cut.begin(share), end = cut.end(share); i < end; i++)
            out[i] = between[i];
    }
};

struct DeviceMergeSort {
    template <class Keys, class Count, class Less>
    static cudaError_t SortKeys(void *memory, size_t &bytes, Keys keys, Count n, Less less,
                                cudaStream_t stream = nullptr) {
        return sort(memory, bytes, keys, (char *)nullptr, keys, (char *)nullptr, (size_t)n, less,
                    stream);
    }
    template <class Keys, class Values, class Count, class Less>
    static cudaError_t SortPairs(void *memory, size_t &bytes, Keys keys, Values values, Count n,
                                 Less less, cudaStream_t stream = nullptr) {
        return sort<true>(memory, bytes, keys, values, keys, values, (size_t)n, less, stream);
    }
    template <class Keys, class KeysOut, class Count, class Less>
    static cudaError_t SortKeysCopy(void *memory, size_t &bytes, Keys keys, KeysOut keys_out,
                                    Count n, Less less, cudaStream_t stream = nullptr) {
        return sort(memory, bytes, keys, (char *)nullptr, keys_out, (char *)nullptr, (size_t)n,
                    less, stream);
    }
    template <class Keys, class Values, class Count, class Less>
    static cudaError_t StableSortPairs(void *memory, size_t &bytes, Keys keys, Values values,
                                       Count n, Less less, cudaStream_t stream = nullptr) {
        return SortPairs(memory, bytes, keys, values, n, less, stream);
    }
    template <class Keys, class Count, class Less>
    static cudaError_t StableSortKeys(void *memory, size_t &bytes, Keys keys, Count n, Less less,
                                      cudaStream_t stream = nullptr) {
        return SortKeys(memory, bytes, keys, n, less, stream);
    }

  private:
    template <bool pairs = false, class Keys, class Values, class KeysOut, class ValuesOut,
              class Less>
    static cudaError_t sort(void *memory, size_t &bytes, Keys keys, Values values, KeysOut keys_out,
                            ValuesOut values_out, size_t n, Less less, cudaStream_t stream) {
        using Key = typename std::iterator_traits<Keys>::value_type;
        using Value = typename std::iterator_traits<Values>::value_type;
        const cuda_cpu::shares all = cuda_cpu::cut(n, cuda_cpu::cores());
        pieces temporary(memory, bytes);
        size_t *const places = temporary.take<size_t>(n);
        Key *const between = temporary.take<Key>(n);
        Value *const values_between = temporary.take<Value>(pairs ? n : 0);
        cudaError_t error;
        if (!temporary.fits(error) || n == 0)
            return error;
        const less_at<Keys, Less> by{keys, less};
        error = cuda_cpu::run_shares(stream, all.count, sort_share<Keys, Less>{places, all, by});
        for (size_t length = all.length; length < n && error == cudaSuccess; length *= 2)
            error = cuda_cpu::run_shares(stream, (n + length - 1) / length / 2,
                                         merge_share<Keys, Less>{places, n, length, by});
        if (error == cudaSuccess)
            error = move(keys, between, keys_out, places, all, stream);
        if constexpr (pairs)
            if (error == cudaSuccess)
                error = move(values, values_between, values_out, places, all, stream);
        return error;
    }

    // The input may be the output: through `between`.
    template <class In, class Between, class Out>
    static cudaError_t move(In in, Between *between, Out out, const size_t *places,
                            cuda_cpu::shares all, cudaStream_t stream) {
        const cudaError_t error = cuda_cpu::run_shares(
            stream, all.count, gather_share<In, Between>{in, between, places, all});
        return error != cudaSuccess
                   ? error
                   : cuda_cpu::run_shares(stream, all.count,
                                          copy_share<Between, Out>{between, out, all});
    }
};

} // namespace cub

#endif
