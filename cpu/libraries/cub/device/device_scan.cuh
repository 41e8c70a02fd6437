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

// By one thread, since runs may be of any length.
template <bool inclusive, class T, class Keys, class In, class Out, class Operation, class Equal>
struct scan_runs {
    Keys keys;
    In in;
    Out out;
    size_t n;
    Operation operation;
    T init;
    Equal equal;

    __device__ void operator()(size_t) const {
        Operation own = operation;
        Equal same = equal;
        T sum = init;
        for (size_t i = 0; i < n; i++) {
            const bool first = i == 0 || !same(keys[i - 1], keys[i]);
            const T item = in[i], before = first ? init : sum;
            sum = inclusive && first ? item : (T)own(before, item);
            out[i] = inclusive ? sum : before;
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

    template <class In, class Out, class Operation, class T, class Count>
    static cudaError_t InclusiveScanInit(void *memory, size_t &bytes, In in, Out out,
                                         Operation operation, T init, Count n,
                                         cudaStream_t stream = nullptr) {
        return scan<true>(memory, bytes, in, out, (size_t)n, operation, init, true, stream);
    }

    // In place.
    template <class In, class Operation, class Count,
              class = std::enable_if_t<std::is_integral_v<Count>>>
    static cudaError_t InclusiveScan(void *memory, size_t &bytes, In in, Operation operation,
                                     Count n, cudaStream_t stream = nullptr) {
        return InclusiveScan(memory, bytes, in, in, operation, n, stream);
    }
    template <class In, class Operation, class T, class Count,
              class = std::enable_if_t<std::is_integral_v<Count>>>
    static cudaError_t ExclusiveScan(void *memory, size_t &bytes, In in, Operation operation,
                                     T init, Count n, cudaStream_t stream = nullptr) {
        return ExclusiveScan(memory, bytes, in, in, operation, init, n, stream);
    }
    template <class In, class Count, class = std::enable_if_t<std::is_integral_v<Count>>>
    static cudaError_t InclusiveSum(void *memory, size_t &bytes, In in, Count n,
                                    cudaStream_t stream = nullptr) {
        return InclusiveSum(memory, bytes, in, in, n, stream);
    }
    template <class In, class Count, class = std::enable_if_t<std::is_integral_v<Count>>>
    static cudaError_t ExclusiveSum(void *memory, size_t &bytes, In in, Count n,
                                    cudaStream_t stream = nullptr) {
        return ExclusiveSum(memory, bytes, in, in, n, stream);
    }

    // A scan begins anew with each run of equal keys.
    template <class Keys, class In, class Out, class Operation, class Count, class Equal = Equality>
    static cudaError_t InclusiveScanByKey(void *memory, size_t &bytes, Keys keys, In in, Out out,
                                          Operation operation, Count n, Equal equal = Equal(),
                                          cudaStream_t stream = nullptr) {
        using T = typename std::iterator_traits<In>::value_type;
        return by_key<true>(memory, bytes, keys, in, out, operation, T(), (size_t)n, equal, stream);
    }
    template <class Keys, class In, class Out, class Operation, class T, class Count,
              class Equal = Equality>
    static cudaError_t ExclusiveScanByKey(void *memory, size_t &bytes, Keys keys, In in, Out out,
                                          Operation operation, T init, Count n,
                                          Equal equal = Equal(), cudaStream_t stream = nullptr) {
        return by_key<false>(memory, bytes, keys, in, out, operation, init, (size_t)n, equal,
                             stream);
    }
    template <class Keys, class In, class Out, class Count, class Equal = Equality>
    static cudaError_t InclusiveSumByKey(void *memory, size_t &bytes, Keys keys, In in, Out out,
                                         Count n, Equal equal = Equal(),
                                         cudaStream_t stream = nullptr) {
        return InclusiveScanByKey(memory, bytes, keys, in, out, cub::Sum(), n, equal, stream);
    }
    template <class Keys, class In, class Out, class Count, class Equal = Equality>
    static cudaError_t ExclusiveSumByKey(void *memory, size_t &bytes, Keys keys, In in, Out out,
                                         Count n, Equal equal = Equal(),
                                         cudaStream_t stream = nullptr) {
        using T = typename std::iterator_traits<In>::value_type;
        return ExclusiveScanByKey(memory, bytes, keys, in, out, cub::Sum(), T(), n, equal, stream);
    }

  private:
    template <bool inclusive, class Keys, class In, class Out, class Operation, class T,
              class Equal>
    static cudaError_t by_key(void *memory, size_t &bytes, Keys keys, In in, Out out,
                              Operation operation, T init, size_t n, Equal equal,
                              cudaStream_t stream) {
        cudaError_t error;
        if (!pieces(memory, bytes).fits(error) || n == 0)
            return error;
        return cuda_cpu::run_shares(stream, 1,
                                    scan_runs<inclusive, T, Keys, In, Out, Operation, Equal>{
                                        keys, in, out, n, operation, init, equal});
    }
};

} // namespace cub

#endif
