// SPDX-License-Identifier: MIT
// cub::DeviceScan: shares are reduced, one thread scans their results, and shares are scanned from
// these.
#ifndef CUDA_CPU_CUB_DEVICE_SCAN_H
#define CUDA_CPU_CUB_DEVICE_SCAN_H

#include <cub/device/device_reduce.cuh>

namespace cub {

// The results of shares become what stands before each; without an init nothing is before the
// first.
template <class T, class Operation> struct scan_results {
    T *results;
    size_t count;
    Operation operation;
    T init;
    bool has_init;

    __device__ void operator()(size_t) const {
        Operation own = operation;
        T before = init;
        for (size_t i = 0; i < count; i++) { // the last share has no result
            const bool first = i == 0 && !has_init, last = i + 1 == count;
            const T next = last ? before : first ? results[0] : (T)own(before, results[i]);
            results[i] = before;
            before = next;
        }
    }
};

template <bool inclusive, class T, class In, class Out, class Operation> struct scan_share {
    In in;
    Out out;
    cuda_cpu::shares cut;
    const T *before;
    Operation operation;
    bool has_init;

    __device__ void operator()(size_t share) const {
        const In from = in;
        const Out to = out;
        Operation own = operation;
        size_t i = cut.begin(share);
        const size_t end = cut.end(share);
        T sum = before[share];
        if (share == 0 && !has_init && i < end) { // inclusive
            sum = (T)from[i];
            to[i++] = sum;
        }
        for (; i < end; i++) {
            const T next = (T)own(sum, from[i]);
            to[i] = inclusive ? next : sum;
            sum = next;
        }
    }
};

struct DeviceScan {
    template <bool inclusive, class T, class In, class Out, class Operation>
    static cudaError_t scan(void *memory, size_t &bytes, In in, Out out, size_t n,
                            Operation operation, T init, bool has_init, cudaStream_t stream) {
        const cuda_cpu::shares all = cuda_cpu::cut(n, cuda_cpu::cores());
        pieces temporary(memory, bytes);
        T *const results = temporary.take<T>(all.count);
        cudaError_t error;
        if (!temporary.fits(error) || n == 0)
            return error;
        error = cuda_cpu::run_shares(
            stream, all.count - 1,
            reduce_share<T, In, Operation, unchanged>{in, all, results, operation, {}});
        if (error == cudaSuccess)
            error = cuda_cpu::run_shares(
                stream, 1,
                scan_results<T, Operation>{results, all.count, operation, init, has_init});
        if (error == cudaSuccess)
            error = cuda_cpu::run_shares(stream, all.count,
                                         scan_share<inclusive, T, In, Out, Operation>{
                                             in, out, all, results, operation, has_init});
        return error;
    }

    template <class In, class Out, class Operation, class Count>
    static cudaError_t InclusiveScan(void *memory, size_t &bytes, In in, Out out,
                                     Operation operation, Count n, cudaStream_t stream = nullptr) {
        using T = typename std::iterator_traits<In>::value_type;
        return scan<true>(memory, bytes, in, out, (size_t)n, operation, T(), false, stream);
    }

    template <class In, class Out, class Operation, class T, class Count>
    static cudaError_t ExclusiveScan(void *memory, size_t &bytes, In in, Out out,
                                     Operation operation, T init, Count n,
                                     cudaStream_t stream = nullptr) {
        return scan<false>(memory, bytes, in, out, (size_t)n, operation, init, true, stream);
    }

    template <class In, class Out, class Count>
    static cudaError_t InclusiveSum(void *memory, size_t &bytes, In in, Out out, Count n,
                                    cudaStream_t stream = nullptr) {
        return InclusiveScan(memory, bytes, in, out, cub::Sum(), n, stream);
    }

    template <class In, class Out, class Count>
    static cudaError_t ExclusiveSum(void *memory, size_t &bytes, In in, Out out, Count n,
                                    cudaStream_t stream = nullptr) {
        using T = typename std::iterator_traits<In>::value_type;
        return ExclusiveScan(memory, bytes, in, out, cub::Sum(), T(), n, stream);
    }
};

} // namespace cub

#endif
