// SPDX-License-Identifier: MIT
// Kernels as values: launches by a call, attributes, more dynamic shared memory than 48 KB,
// occupancy, and what else is asked of a device.
#include <cuda_profiler_api.h>
#include <string.h>

#include "tap.h"

__global__ void scale(int *x, int n, short factor) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) x[i] *= factor;
}

template <class T> __global__ void fill(T *x, T value) { x[threadIdx.x] = value; }

__global__ void nothing(void) {}

__global__ void reverse(int *x, int n) {
    extern __shared__ int words[];
    for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x) words[i] = x[i];
    __syncthreads();
    for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x) x[i] = words[n - 1 - i];
}

template <class T> __global__ void reverse_any(T *x, int n) {
    extern __shared__ double raw[];
    T *words = (T *)raw;
    for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x) words[i] = x[i];
    __syncthreads();
    for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x) x[i] = words[n - 1 - i];
}

struct half_a_kilobyte_each {
    __host__ __device__ size_t operator()(int threads) const { return (size_t)threads * 512; }
};

static void test_launch_by_call(int *dev) {
    int x[100], n = 99, value = 7;
    short factor = 3;
    for (int i = 0; i < 100; i++) x[i] = i;
    must(cudaMemcpy(dev, x, sizeof x, cudaMemcpyHostToDevice));
    void *arguments[] = {&dev, &n, &factor};
    answers(cudaSuccess, cudaLaunchKernel((const void *)scale, dim3(4), dim3(25), arguments, 0, 0));
    factor = 2;
    answers(cudaSuccess, cudaLaunchKernel((void *)scale, 4, 25, arguments, 0, 0));
    factor = 1000; // the arguments were copied at the call
    must(cudaMemcpy(x, dev, sizeof x, cudaMemcpyDeviceToHost));
    ok(x[1] == 6 && x[98] == 588 && x[99] == 99, "cudaLaunchKernel");
    void *fill_arguments[] = {&dev, &value};
    answers(cudaSuccess, cudaLaunchKernel((void *)fill<int>, 1, 5, fill_arguments, 0, 0));
    must(cudaMemcpy(x, dev, sizeof x, cudaMemcpyDeviceToHost));
    ok(x[4] == 7 && x[5] == 30, "cudaLaunchKernel of a template");
    answers(cudaSuccess, cudaLaunchKernel((void *)nothing, 1, 1, NULL, 0, 0));
    answers(cudaErrorInvalidValue, cudaLaunchKernel((void *)nothing, 1, 1025, NULL, 0, 0));
    answers(cudaErrorInvalidValue, cudaGetLastError());
}

template <class Kernel> static void test_shared(Kernel *kernel, const char *what, int *dev) {
    const int n = 20000, bytes = n * 4;
    static int x[20000];
    for (int i = 0; i < n; i++) x[i] = i;
    must(cudaMemcpy(dev, x, sizeof x, cudaMemcpyHostToDevice));
    kernel<<<1, 256, bytes>>>(dev, n);
    ok(cudaGetLastError() == cudaErrorInvalidValue, "%s: no more than 48 KB by itself", what);
    must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<1, 256, bytes>>>(dev, n);
    ok(cudaGetLastError() == cudaSuccess, "%s: but as many as were asked for", what);
    must(cudaMemcpy(x, dev, sizeof x, cudaMemcpyDeviceToHost));
    ok(each(n, [&](int i) { return x[i] == n - 1 - i; }), "%s: all of them usable", what);
}

int main(void) {
    int *dev, most, blocks, grid, block;
    must(cudaMalloc(&dev, 100000));
    test_launch_by_call(dev);

    struct cudaFuncAttributes attributes;
    must(cudaFuncGetAttributes(&attributes, reverse));
    ok(attributes.maxThreadsPerBlock == 1024 && attributes.maxDynamicSharedSizeBytes == 48 << 10,
       "the attributes of a kernel");
    answers(cudaErrorInvalidValue, cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    cudaGetLastError();
    test_shared(reverse_any<int>, "a template", dev);
    test_shared(reverse, "a kernel", dev);
    must(cudaFuncGetAttributes(&attributes, reverse));
    ok(attributes.maxDynamicSharedSizeBytes == 80000, "the attribute is kept");
    must(cudaFuncSetAttribute(reverse, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    must(cudaFuncSetCacheConfig(reverse, cudaFuncCachePreferL1));

    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0));
    ok(blocks >= 1, "a core takes a block of 256");
    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 228 << 10));
    ok(blocks == 0, "but none with more shared memory than it has");
    must(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 0));
    must(cudaDeviceGetAttribute(&most, cudaDevAttrMultiProcessorCount, 0));
    ok(block >= 32 && block <= 1024 && block % 32 == 0 && grid >= most, "the best block");
    must(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 128));
    ok(block == 128, "under a limit");
    must(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, scale, half_a_kilobyte_each()));
    ok(block >= 32 && block * 512 <= 227 << 10, "that needs shared memory for each thread");
    size_t room;
    must(cudaOccupancyAvailableDynamicSMemPerBlock(&room, scale, 1, 256));
    ok(room >= 48 << 10 && room <= 228 << 10, "how much a block may have");

    size_t limit;
    must(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    ok(limit > 0, "the heap of kernels");
    must(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    must(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    ok(limit >= 4096, "a limit that was set");
    answers(cudaErrorInvalidValue, cudaDeviceGetLimit(&limit, (cudaLimit)77));
    cudaGetLastError();
    enum cudaFuncCache config;
    must(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    must(cudaDeviceGetCacheConfig(&config));

    char id[16];
    int found;
    struct cudaDeviceProp wish;
    memset(&wish, 0, sizeof wish);
    must(cudaDeviceGetPCIBusId(id, sizeof id, 0));
    must(cudaDeviceGetByPCIBusId(&found, id));
    ok(found == 0 && strlen(id) == 12, "a device by its place on the bus");
    must(cudaChooseDevice(&found, &wish));
    ok(found == 0, "cudaChooseDevice");
    must(cudaProfilerStart());
    must(cudaProfilerStop());
    must(cudaFree(dev));
    answers(cudaSuccess, cudaGetLastError());
    return done_testing();
}
