// SPDX-License-Identifier: MIT
// Memory by other ways than cudaMalloc: in a stream's order, from pools, the host's own registered,
// managed with hints.
#include <cuda.h>
#include <string.h>

#include "tap.h"

__managed__ int variable[4];

__global__ void add(int *x, int n, int value) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) x[i] += value;
}

int main(void) {
    enum { N = 1000 };
    static int host[N];
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));

    int *first, *second;
    must(cudaMallocAsync(&first, sizeof host, stream));
    must(cudaMemsetAsync(first, 0, sizeof host, stream));
    for (int i = 0; i < 10; i++) add<<<4, 256, 0, stream>>>(first, N, 1);
    must(cudaMemcpyAsync(host, first, sizeof host, cudaMemcpyDeviceToHost, stream));
    must(cudaFreeAsync(first, stream));
    must(cudaMallocAsync((void **)&second, 64, stream));
    must(cudaFreeAsync(second, stream));
    must(cudaStreamSynchronize(stream));
    ok(host[0] == 10 && host[N - 1] == 10, "cudaMallocAsync and cudaFreeAsync");

    size_t left = 0, all = 0;
    ok(cuMemGetInfo(&left, &all) == CUDA_SUCCESS && left > 0 && all >= left, "the driver started with the runtime");

    cudaMemPool_t pool, again;
    unsigned long long threshold = 1 << 20, used = 77;
    must(cudaDeviceGetDefaultMemPool(&pool, 0));
    must(cudaDeviceGetMemPool(&again, 0));
    ok(pool == again, "a device starts with its default pool");
    must(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    threshold = 0;
    must(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    must(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    ok(threshold == 1 << 20 && used == 0, "the attributes of a pool");
    must(cudaMemPoolTrimTo(pool, 0));
    struct cudaMemPoolProps properties;
    memset(&properties, 0, sizeof properties);
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    must(cudaMemPoolCreate(&pool, &properties));
    must(cudaMallocFromPoolAsync(&first, 4096, pool, stream));
    must(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    ok(used == 4096, "a pool of one's own counts");
    must(cudaFreeAsync(first, stream));
    must(cudaStreamSynchronize(stream));
    must(cudaMemPoolDestroy(pool));

    for (int i = 0; i < N; i++) host[i] = i;
    int *mapped;
    answers(cudaSuccess, cudaHostRegister(host, sizeof host, cudaHostRegisterMapped));
    answers(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(host, sizeof host, 0));
    must(cudaHostGetDevicePointer(&mapped, host, 0));
    add<<<4, 256, 0, stream>>>(mapped, N, 5);
    must(cudaStreamSynchronize(stream));
    ok(host[0] == 5 && host[N - 1] == N + 4, "a kernel writes registered memory");
    struct cudaPointerAttributes at;
    must(cudaPointerGetAttributes(&at, host));
    ok(at.type == cudaMemoryTypeHost && at.hostPointer == host, "which is known as the host's");
    answers(cudaSuccess, cudaHostUnregister(host));
    answers(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(host));
    answers(cudaErrorInvalidValue, cudaHostRegister(NULL, 4, 0));
    cudaGetLastError();

    must(cudaPointerGetAttributes(&at, variable));
    ok(at.type == cudaMemoryTypeManaged && at.device == 0, "a __managed__ variable is managed memory");
    int *managed;
    must(cudaMallocManaged(&managed, sizeof host));
    memset(managed, 0, sizeof host);
#if CUDART_VERSION >= 13000
    struct cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, cpu = {cudaMemLocationTypeHost, 0};
    answers(cudaSuccess, cudaMemAdvise(managed, sizeof host, cudaMemAdviseSetReadMostly, device));
    answers(cudaSuccess, cudaMemPrefetchAsync(variable, sizeof variable, device, 0, stream));
    answers(cudaSuccess, cudaMemPrefetchAsync(managed, sizeof host, device, 0, stream));
    add<<<4, 256, 0, stream>>>(managed, N, 3);
    answers(cudaSuccess, cudaMemPrefetchAsync(managed, sizeof host, cpu, 0, stream));
#else
    answers(cudaSuccess, cudaMemAdvise(managed, sizeof host, cudaMemAdviseSetReadMostly, 0));
    answers(cudaSuccess, cudaMemPrefetchAsync(managed, sizeof host, 0, stream));
    add<<<4, 256, 0, stream>>>(managed, N, 3);
    answers(cudaSuccess, cudaMemPrefetchAsync(managed, sizeof host, cudaCpuDeviceId, stream));
#endif
    must(cudaStreamSynchronize(stream));
    ok(managed[0] == 3 && managed[N - 1] == 3, "managed memory with hints");

    size_t free_bytes, total;
    must(cudaMemGetInfo(&free_bytes, &total));
    ok(free_bytes > 0 && free_bytes <= total, "cudaMemGetInfo");
    free_all(managed, stream);
    answers(cudaSuccess, cudaGetLastError());

    struct cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtNone};
    enum cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    must(cudaDeviceGetDefaultMemPool(&pool, 0));
    ok(cudaMemPoolGetAccess(&flags, pool, &access.location) == cudaSuccess && flags == cudaMemAccessFlagsProtReadWrite,
       "a device reaches its own pool");
    answers(cudaErrorInvalidDevice, cudaMemPoolSetAccess(pool, &access, 1)); // can't be taken away
    access.flags = cudaMemAccessFlagsProtRead;
    answers(cudaErrorNotSupported, cudaMemPoolSetAccess(pool, &access, 1));
    access.flags = cudaMemAccessFlagsProtReadWrite;
    ok(cudaMemPoolSetAccess(pool, &access, 1) == cudaSuccess, "nor need it be given");
    access.location.id = 99;
    ok(cudaMemPoolSetAccess(pool, &access, 1) == cudaErrorInvalidDevice, "no such device");
    cudaGetLastError();
    return done_testing();
}
