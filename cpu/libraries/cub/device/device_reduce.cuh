// SPDX-License-Identifier: MIT
// cub::DeviceReduce: shares are reduced, then their results, in order.
#ifndef CUDA_CPU_CUB_DEVICE_REDUCE_H
#define CUDA_CPU_CUB_DEVICE_REDUCE_H

#include <iterator>
#include <limits>

#include <cub/util.cuh>

namespace cub {

struct unchanged {
    template <class T> __host__ __device__ T operator()(const T &x) const { return x; }
};

template <class T, class In, class Operation, class Transform> struct reduce_share {
    In in;
    cuda_cpu::shares cut;
    T *results;
    Operation operation;
    Transform transform;

    __device__ void operator()(size_t share) const {
        const In from = in;
        Operation own = operation;
        Transform change = transform;
        size_t i = cut.begin(share);
        const size_t end = cut.end(share);
        T sum = (T)change(from[i]);
        while (++i < end)
            sum = (T)own(sum, change(from[i]));
        results[share] = sum;
    }
};

template <class T, class Out, class Operation> struct reduce_results {
    const T *results;
    size_t count;
    Out out;
    Operation operation;
    T init;

    __device__ void operator()(size_t) const {
        Operation own = operation;
        T sum = init;
        for (size_t i = 0; i < count; i++)
            sum = (T)own(sum, results[i]);
        *out = sum;
    }
};

struct DeviceReduce {
    template <class In, class Out, class Count, class Operation, class Transform, class T>
    static cudaError_t TransformReduce(void *memory, size_t &bytes, In in, Out out, Count n,
                                       Operation operation, Transform transform, T init,
                                       cudaStream_t stream = nullptr) {
        const cuda_cpu::shares all = cuda_cpu::cut((size_t)n, 8 * cuda_cpu::cores());
        pieces temporary(memory, bytes);
        T *const results = temporary.take<T>(all.count);
        cudaError_t error;
        if (!temporary.fits(error))
            return error;
        error = cuda_cpu::run_shares(
            stream, all.count,
            reduce_share<T, In, Operation, Transform>{in, all, results, operation, transform});
        return error != cudaSuccess
                   ? error
                   : cuda_cpu::run_shares(stream, 1,
                                          reduce_results<T, Out, Operation>{results, all.count, out,
                                                                            operation, init});
    }

    template <class In, class Out, class Count, class Operation, class T>
    static cudaError_t Reduce(void *memory, size_t &bytes, In in, Out out, Count n,
                              Operation operation, T init, cudaStream_t stream = nullptr) {
        return TransformReduce(memory, bytes, in, out, n, operation, unchanged(), init, stream);
    }

    template <class In, class Out, class Count>
    static cudaError_t Sum(void *memory, size_t &bytes, In in, Out out, Count n,
                           cudaStream_t stream = nullptr) {
        using T = typename std::iterator_traits<In>::value_type;
        return Reduce(memory, bytes, in, out, n, cub::Sum(), T(), stream);
    }

    template <class In, class Out, class Count>
    static cudaError_t Max(void *memory, size_t &bytes, In in, Out out, Count n,
                           cudaStream_t stream = nullptr) {
        using T = typename std::iterator_traits<In>::value_type;
        return Reduce(memory, bytes, in, out, n, cub::Max(), std::numeric_limits<T>::lowest(),
                      stream);
    }

    template <class In, class Out, class Count>
    static cudaError_t Min(void *memory, size_t &bytes, In in, Out out, Count n,
                           cudaStream_t stream = nullptr) {
        using T = typename std::iterator_traits<In>::value_type;
        return Reduce(memory, bytes, in, out, n, cub::Min(), std::numeric_limits<T>::max(), stream);
    }
};

} // namespace cub

#endif
