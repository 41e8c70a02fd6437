// SPDX-License-Identifier: MIT
// cub::DeviceReduce: shares are reduced, then their results, in order. DeviceSegmentedReduce: a
// share has some segments.
#ifndef CUDA_CPU_CUB_DEVICE_REDUCE_H
#define CUDA_CPU_CUB_DEVICE_REDUCE_H

#include <iterator>
#include <limits>

#include <cub/device/device_run_length_encode.cuh>

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

// An element with its place; of equal ones the first is the least, and the greatest.
template <class In> struct with_places {
    using V = typename std::iterator_traits<In>::value_type;
    In in;
    __device__ KeyValuePair<int, V> operator[](size_t i) const { return {(int)i, in[i]}; }
};
template <class Better> struct better_pair {
    template <class Pair> __device__ Pair operator()(const Pair &a, const Pair &b) const {
        if (a.value == b.value)
            return a.key < b.key ? a : b;
        return Better()(a.value, b.value) == a.value ? a : b;
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

    // The pair's key is the element's place.
    template <class In, class Out, class Count>
    static cudaError_t ArgMax(void *memory, size_t &bytes, In in, Out out, Count n,
                              cudaStream_t stream = nullptr) {
        using T = typename std::iterator_traits<In>::value_type;
        return Reduce(memory, bytes, with_places<In>{in}, out, n, better_pair<cub::Max>(),
                      KeyValuePair<int, T>{1, std::numeric_limits<T>::lowest()}, stream);
    }

    template <class In, class Out, class Count>
    static cudaError_t ArgMin(void *memory, size_t &bytes, In in, Out out, Count n,
                              cudaStream_t stream = nullptr) {
        using T = typename std::iterator_traits<In>::value_type;
        return Reduce(memory, bytes, with_places<In>{in}, out, n, better_pair<cub::Min>(),
                      KeyValuePair<int, T>{1, std::numeric_limits<T>::max()}, stream);
    }

    template <class Keys, class KeysOut, class Values, class ValuesOut, class CountOut,
              class Operation, class Count>
    static cudaError_t ReduceByKey(void *memory, size_t &bytes, Keys keys, KeysOut keys_out,
                                   Values values, ValuesOut values_out, CountOut total,
                                   Operation operation, Count n, cudaStream_t stream = nullptr) {
        return reduce_runs(memory, bytes, keys, keys_out, values, values_out, total, operation,
                           (size_t)n, stream);
    }
};

// Segment s is [begins[s], ends[s]).
template <class T, class In, class Out, class Begins, class Ends, class Operation>
struct reduce_segments {
    In in;
    Out out;
    Begins begins;
    Ends ends;
    cuda_cpu::shares cut;
    Operation operation;
    T init;

    __device__ void operator()(size_t share) const {
        Operation own = operation;
        for (size_t s = cut.begin(share), end = cut.end(share); s < end; s++) {
            T sum = init;
            for (size_t i = (size_t)begins[s], last = (size_t)ends[s]; i < last; i++)
                sum = (T)own(sum, in[i]);
            out[s] = sum;
        }
    }
};

template <class T, class In, class Out, class Begins, class Ends, class Better>
struct best_of_segments {
    In in;
    Out out;
    Begins begins;
    Ends ends;
    cuda_cpu::shares cut;
    T init;

    __device__ void operator()(size_t share) const {
        for (size_t s = cut.begin(share), end = cut.end(share); s < end; s++) {
            KeyValuePair<int, T> best = {1, init}; // of an empty segment
            const size_t first = (size_t)begins[s], last = (size_t)ends[s];
            for (size_t i = first; i < last; i++)
                if (const T value = in[i]; i == first || Better()(best.value, value) != best.value)
                    best = {(int)(i - first), value};
            out[s] = best;
        }
    }
};

struct DeviceSegmentedReduce {
    template <class In, class Out, class Count, class Begins, class Ends, class Operation, class T>
    static cudaError_t Reduce(void *memory, size_t &bytes, In in, Out out, Count segments,
                              Begins begins, Ends ends, Operation operation, T init,
                              cudaStream_t stream = nullptr) {
        const cuda_cpu::shares all = cuda_cpu::cut_apart((size_t)segments);
        cudaError_t error;
        if (!pieces(memory, bytes).fits(error))
            return error;
        return cuda_cpu::run_shares(stream, all.count,
                                    reduce_segments<T, In, Out, Begins, Ends, Operation>{
                                        in, out, begins, ends, all, operation, init});
    }

#define CUDA_CPU_CUB_REDUCE(name, init)                                                            \
    template <class In, class Out, class Count, class Begins, class Ends>                          \
    static cudaError_t name(void *memory, size_t &bytes, In in, Out out, Count segments,           \
                            Begins begins, Ends ends, cudaStream_t stream = nullptr) {             \
        using T = typename std::iterator_traits<In>::value_type;                                   \
        return Reduce(memory, bytes, in, out, segments, begins, ends, cub::name(), (init),         \
                      stream);                                                                     \
    }
    CUDA_CPU_CUB_REDUCE(Sum, T())
    CUDA_CPU_CUB_REDUCE(Max, std::numeric_limits<T>::lowest())
    CUDA_CPU_CUB_REDUCE(Min, std::numeric_limits<T>::max())
#undef CUDA_CPU_CUB_REDUCE

    // The pair's key is the element's place in its segment.
#define CUDA_CPU_CUB_REDUCE(name, better, init)                                                    \
    template <class In, class Out, class Count, class Begins, class Ends>                          \
    static cudaError_t name(void *memory, size_t &bytes, In in, Out out, Count segments,           \
                            Begins begins, Ends ends, cudaStream_t stream = nullptr) {             \
        using T = typename std::iterator_traits<In>::value_type;                                   \
        const cuda_cpu::shares all = cuda_cpu::cut_apart((size_t)segments);                        \
        cudaError_t error;                                                                         \
        if (!pieces(memory, bytes).fits(error))                                                    \
            return error;                                                                          \
        return cuda_cpu::run_shares(stream, all.count,                                             \
                                    best_of_segments<T, In, Out, Begins, Ends, better>{            \
                                        in, out, begins, ends, all, (init)});                      \
    }
    CUDA_CPU_CUB_REDUCE(ArgMax, cub::Max, std::numeric_limits<T>::lowest())
    CUDA_CPU_CUB_REDUCE(ArgMin, cub::Min, std::numeric_limits<T>::max())
#undef CUDA_CPU_CUB_REDUCE
};

} // namespace cub

#endif
