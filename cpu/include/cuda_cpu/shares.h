// SPDX-License-Identifier: MIT
// Work of a library that is cut into shares and runs as a kernel: what Thrust's and CUB's
// algorithms are made of.
#ifndef CUDA_CPU_SHARES_H
#define CUDA_CPU_SHARES_H

#include <new>

#include <cuda_runtime.h>

namespace cuda_cpu {

// n elements in `count` shares of `length`, the last of which may be shorter.
struct shares {
    size_t n, length, count;
    __host__ __device__ size_t begin(size_t share) const { return share * length; }
    __host__ __device__ size_t end(size_t share) const {
        return share + 1 < count ? (share + 1) * length : n;
    }
};

__host__ __device__ inline shares cut(size_t n, size_t count) {
    count = count < n ? count : n;
    const size_t length = count == 0 ? 0 : (n + count - 1) / count;
    return {n, length, length == 0 ? 0 : (n + length - 1) / length};
}

// The device's; a thread of a kernel has one.
__host__ __device__ inline size_t cores() {
    int count = 1;
    if (!on_device())
        cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
    return (size_t)count;
}

// A share is a block of one thread. A check is to see a thread for each share, as on a GPU.
#if defined(CUDA_CPU_CHECK) || defined(CUDA_CPU_COUNT)
constexpr bool shares_are_threads = true;
#else
constexpr bool shares_are_threads = false;
#endif

// Into how many shares independent elements are cut: some for each core, since not all take the
// same time.
__host__ __device__ inline shares cut_apart(size_t n) {
    return cut(n, shares_are_threads ? n : 8 * cores());
}

// Any work of at most so many bytes, as a kernel's argument: a launch has several forms of a
// kernel, so this one is compiled for few types.
template <size_t most> struct any_work {
    void (*run)(const void *work, size_t share);
    alignas(16) unsigned char bytes[most];
};

template <class Work> __device__ void run_work(const void *work, size_t share) {
    (*static_cast<const Work *>(work))(share);
}

template <size_t most> __global__ void run_share(any_work<most> work, size_t count) {
    const size_t share = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (share < count)
        work.run(work.bytes, share);
}

// Calls work(share) for each of so many shares, in the stream's order, and does not wait. In a
// kernel the calling thread does it all.
template <class Work>
__attribute__((noinline)) __host__ __device__ cudaError_t run_shares(cudaStream_t stream,
                                                                     size_t count,
                                                                     const Work &work) {
    if (on_device()) {
        for (size_t share = 0; share < count; share++)
            work(share);
        return cudaSuccess;
    }
    if (count == 0)
        return cudaSuccess;
    constexpr size_t step = 64, most = (sizeof work + step - 1) / step * step;
    any_work<most> any;
    any.run = run_work<Work>;
    ::new ((void *)any.bytes) Work(work);
    const unsigned threads = shares_are_threads ? 256 : 1;
    run_share<<<(unsigned)((count + threads - 1) / threads), threads, 0, stream>>>(any, count);
    return cudaGetLastError();
}

} // namespace cuda_cpu

#endif
