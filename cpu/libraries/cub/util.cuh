// SPDX-License-Identifier: MIT
// What CUB's parts share: operators, buffers in pairs, threads of a block, and temporary memory.
#ifndef CUDA_CPU_CUB_UTIL_H
#define CUDA_CPU_CUB_UTIL_H

#include <stdio.h>
#include <type_traits>

#include "cuda_cpu/shares.h"

namespace cub {

// ---- operators, as CUB had them until C++'s own took their place --------------------------------

struct Sum {
    template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const {
        return a + b;
    }
};
struct Max {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const {
        return a < b ? b : a;
    }
};
struct Min {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const {
        return b < a ? b : a;
    }
};
struct Equality {
    template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const {
        return a == b;
    }
};

struct Inequality {
    template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const {
        return !(a == b);
    }
};

// Two buffers, of which one has the data and the other may be written over.
template <class T> struct DoubleBuffer {
    T *d_buffers[2] = {nullptr, nullptr};
    int selector = 0;
    DoubleBuffer() = default;
    __host__ __device__ DoubleBuffer(T *current, T *alternate) : d_buffers{current, alternate} {}
    __host__ __device__ T *Current() const { return d_buffers[selector]; }
    __host__ __device__ T *Alternate() const { return d_buffers[selector ^ 1]; }
};

struct NullType {};

template <class Key, class Value> struct KeyValuePair {
    Key key;
    Value value;
};

// ---- errors -------------------------------------------------------------------------------------

__host__ __device__ inline cudaError_t Debug(cudaError_t error, const char *file, int line) {
    if (error != cudaSuccess)
        printf("CUDA error %d [%s, %d]: %s\n", (int)error, file, line, cudaGetErrorString(error));
    return error;
}

} // namespace cub

#define CubDebug(error) cub::Debug((error), __FILE__, __LINE__)
#define CubDebugExit(error)                                                                        \
    do {                                                                                           \
        if (CubDebug(error) != cudaSuccess)                                                        \
            exit(1);                                                                               \
    } while (0)

namespace cub {

// ---- threads and memory -------------------------------------------------------------------------

__device__ inline int thread_of_block() {
    return (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
}

// Temporary memory by CUB's protocol: asked with no memory, a function says how much it needs. In
// this order: pieces are taken, then fits() says whether to go on.
class pieces {
    unsigned char *const memory;
    size_t &bytes;
    const size_t there;
    size_t used = 0;

  public:
    pieces(void *memory, size_t &bytes)
        : memory((unsigned char *)memory), bytes(bytes), there(bytes) {}

    template <class T> T *take(size_t count) {
        const size_t start = used;
        used += (count * sizeof(T) + 255) / 256 * 256;
        return (T *)(memory ? memory + start : nullptr);
    }

    // False: it was only asked, or there is too little, which is `error`.
    bool fits(cudaError_t &error) {
        const size_t needed = used ? used : 1;
        error = memory && there < needed ? cudaErrorInvalidValue : cudaSuccess;
        if (!memory)
            bytes = needed;
        return memory && error == cudaSuccess;
    }
};

} // namespace cub

#endif
