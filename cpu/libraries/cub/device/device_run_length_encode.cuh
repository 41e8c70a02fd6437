// SPDX-License-Identifier: MIT
// Runs of equal keys: cub::DeviceRunLengthEncode, and DeviceReduce::ReduceByKey. The share in which
// a run begins reduces all of it.
#ifndef CUDA_CPU_CUB_DEVICE_RUN_LENGTH_ENCODE_H
#define CUDA_CPU_CUB_DEVICE_RUN_LENGTH_ENCODE_H

#include <cub/device/device_select.cuh>

namespace cub {

struct ones {
    __host__ __device__ int operator[](size_t) const { return 1; }
};

template <class Keys, class KeysOut, class Values, class ValuesOut, class Operation>
struct reduce_runs_share {
    Keys keys;
    KeysOut keys_out;
    Values values;
    ValuesOut values_out;
    cuda_cpu::shares cut;
    Operation operation;
    const size_t *places;

    __device__ void operator()(size_t share) const {
        Operation own = operation;
        size_t place = places[share];
        for (size_t i = cut.begin(share), end = cut.end(share); i < end;) {
            if (!keep_first_of_run()(keys, i)) {
                i++; // of a run of the share before
                continue;
            }
            keys_out[place] = keys[i];
            auto sum = values[i];
            for (i++; i < cut.n && keys[i] == keys[i - 1]; i++)
                sum = own(sum, values[i]);
            values_out[place++] = sum;
        }
    }
};

template <class Keys, class KeysOut, class Values, class ValuesOut, class CountOut, class Operation>
cudaError_t reduce_runs(void *memory, size_t &bytes, Keys keys, KeysOut keys_out, Values values,
                        ValuesOut values_out, CountOut total, Operation operation, size_t n,
                        cudaStream_t stream) {
    const cuda_cpu::shares all = cuda_cpu::cut(n, cuda_cpu::cores());
    pieces temporary(memory, bytes);
    size_t *const counts = temporary.take<size_t>(all.count);
    cudaError_t error;
    if (!temporary.fits(error))
        return error;
    error = cuda_cpu::run_shares(stream, all.count,
                                 count_kept<Keys, keep_first_of_run>{keys, all, {}, counts});
    if (error == cudaSuccess)
        error = cuda_cpu::run_shares(stream, 1, places_of_kept<CountOut>{counts, all.count, total});
    if (error == cudaSuccess)
        error =
            cuda_cpu::run_shares(stream, all.count,
                                 reduce_runs_share<Keys, KeysOut, Values, ValuesOut, Operation>{
                                     keys, keys_out, values, values_out, all, operation, counts});
    return error;
}

template <class In, class Offsets, class Lengths, class CountOut> struct long_runs {
    In in;
    Offsets offsets;
    Lengths lengths;
    CountOut total;
    size_t n;

    __device__ void operator()(size_t) const {
        int place = 0;
        for (size_t i = 0, end; i < n; i = end) {
            for (end = i + 1; end < n && in[end] == in[i];)
                end++;
            if (end > i + 1) {
                offsets[place] = (int)i;
                lengths[place++] = (int)(end - i);
            }
        }
        *total = place;
    }
};

struct DeviceRunLengthEncode {
    template <class In, class Out, class Lengths, class CountOut, class Count>
    static cudaError_t Encode(void *memory, size_t &bytes, In in, Out out, Lengths lengths,
                              CountOut total, Count n, cudaStream_t stream = nullptr) {
        return reduce_runs(memory, bytes, in, out, ones(), lengths, total, Sum(), (size_t)n,
                           stream);
    }

    // Where runs of two and more begin, and their lengths.
    template <class In, class Offsets, class Lengths, class CountOut, class Count>
    static cudaError_t NonTrivialRuns(void *memory, size_t &bytes, In in, Offsets offsets,
                                      Lengths lengths, CountOut total, Count n,
                                      cudaStream_t stream = nullptr) {
        cudaError_t error;
        if (!pieces(memory, bytes).fits(error))
            return error;
        return cuda_cpu::run_shares(
            stream, 1,
            long_runs<In, Offsets, Lengths, CountOut>{in, offsets, lengths, total, (size_t)n});
    }
};

} // namespace cub

#endif
