// SPDX-License-Identifier: MIT
// cub::DeviceSelect and DevicePartition: shares count what they keep, one thread scans the counts,
// and shares copy it; a partition copies the rest, too, from the end on backwards.
#ifndef CUDA_CPU_CUB_DEVICE_SELECT_H
#define CUDA_CPU_CUB_DEVICE_SELECT_H

#include <iterator>

#include <cub/util.cuh>

namespace cub {

template <class Predicate> struct keep_if {
    Predicate predicate;
    template <class In> __device__ bool operator()(In in, size_t i) const {
        Predicate own = predicate;
        return own(in[i]);
    }
};
template <class Flags> struct keep_flagged {
    Flags flags;
    template <class In> __device__ bool operator()(In, size_t i) const { return (bool)flags[i]; }
};
struct keep_first_of_run {
    template <class In> __device__ bool operator()(In in, size_t i) const {
        return i == 0 || !(in[i] == in[i - 1]);
    }
};

// Decided on another sequence.
template <class Other, class Keep> struct keep_where {
    Other other;
    Keep keep;
    template <class In> __device__ bool operator()(In, size_t i) const { return keep(other, i); }
};

template <class In, class Keep> struct count_kept {
    In in;
    cuda_cpu::shares cut;
    Keep keep;
    size_t *counts;

    __device__ void operator()(size_t share) const {
        size_t count = 0;
        for (size_t i = cut.begin(share), end = cut.end(share); i < end; i++)
            count += keep(in, i);
        counts[share] = count;
    }
};

template <class CountOut> struct places_of_kept {
    size_t *counts, shares;
    CountOut total;

    __device__ void operator()(size_t) const {
        size_t place = 0;
        for (size_t share = 0; share < shares; share++) {
            const size_t count = counts[share];
            counts[share] = place;
            place += count;
        }
        *total = (typename std::iterator_traits<CountOut>::value_type)place;
    }
};

template <bool all, class In, class Out, class Keep> struct copy_kept {
    In in;
    Out out;
    cuda_cpu::shares cut;
    Keep keep;
    const size_t *places;

    __device__ void operator()(size_t share) const {
        size_t place = places[share];
        for (size_t i = cut.begin(share), end = cut.end(share); i < end; i++)
            if (keep(in, i))
                out[place++] = in[i];
            else if (all)
                out[cut.n - 1 - (i - place)] = in[i];
    }
};

struct DeviceSelect {
    template <bool all_items = false, class In, class Out, class CountOut, class Keep>
    static cudaError_t select(void *memory, size_t &bytes, In in, Out out, CountOut total, size_t n,
                              Keep keep, cudaStream_t stream) {
        const cuda_cpu::shares all = cuda_cpu::cut(n, cuda_cpu::cores());
        pieces temporary(memory, bytes);
        size_t *const counts = temporary.take<size_t>(all.count);
        cudaError_t error;
        if (!temporary.fits(error))
            return error;
        error =
            cuda_cpu::run_shares(stream, all.count, count_kept<In, Keep>{in, all, keep, counts});
        if (error == cudaSuccess)
            error =
                cuda_cpu::run_shares(stream, 1, places_of_kept<CountOut>{counts, all.count, total});
        if (error == cudaSuccess)
            error = cuda_cpu::run_shares(
                stream, all.count, copy_kept<all_items, In, Out, Keep>{in, out, all, keep, counts});
        return error;
    }

    template <class In, class Out, class CountOut, class Count, class Predicate>
    static cudaError_t If(void *memory, size_t &bytes, In in, Out out, CountOut total, Count n,
                          Predicate predicate, cudaStream_t stream = nullptr) {
        return select(memory, bytes, in, out, total, (size_t)n, keep_if<Predicate>{predicate},
                      stream);
    }

    template <class In, class Flags, class Out, class CountOut, class Count>
    static cudaError_t Flagged(void *memory, size_t &bytes, In in, Flags flags, Out out,
                               CountOut total, Count n, cudaStream_t stream = nullptr) {
        return select(memory, bytes, in, out, total, (size_t)n, keep_flagged<Flags>{flags}, stream);
    }

    template <class In, class Out, class CountOut, class Count>
    static cudaError_t Unique(void *memory, size_t &bytes, In in, Out out, CountOut total, Count n,
                              cudaStream_t stream = nullptr) {
        return select(memory, bytes, in, out, total, (size_t)n, keep_first_of_run(), stream);
    }

    // The first key and value of each run of equal keys.
    template <class Keys, class Values, class KeysOut, class ValuesOut, class CountOut, class Count>
    static cudaError_t UniqueByKey(void *memory, size_t &bytes, Keys keys, Values values,
                                   KeysOut keys_out, ValuesOut values_out, CountOut total, Count n,
                                   cudaStream_t stream = nullptr) {
        const cudaError_t error = select(memory, bytes, values, values_out, total, (size_t)n,
                                         keep_where<Keys, keep_first_of_run>{keys, {}}, stream);
        if (!memory || error != cudaSuccess)
            return error;
        return Unique(memory, bytes, keys, keys_out, total, n, stream);
    }
};

struct DevicePartition {
    template <class In, class Out, class CountOut, class Count, class Predicate>
    static cudaError_t If(void *memory, size_t &bytes, In in, Out out, CountOut total, Count n,
                          Predicate predicate, cudaStream_t stream = nullptr) {
        return DeviceSelect::select<true>(memory, bytes, in, out, total, (size_t)n,
                                          keep_if<Predicate>{predicate}, stream);
    }

    template <class In, class Flags, class Out, class CountOut, class Count>
    static cudaError_t Flagged(void *memory, size_t &bytes, In in, Flags flags, Out out,
                               CountOut total, Count n, cudaStream_t stream = nullptr) {
        return DeviceSelect::select<true>(memory, bytes, in, out, total, (size_t)n,
                                          keep_flagged<Flags>{flags}, stream);
    }
};

} // namespace cub

#endif
