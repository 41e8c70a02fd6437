// SPDX-License-Identifier: MIT
// A dot product over memory that the device maps instead of copying, by the rules of old: ask the
// device, set the flags first, get the device's pointers.
#include "../common/book.h"

#define imin(a, b) (a < b ? a : b)
#define sum_squares(x) (x * (x + 1) * (2 * x + 1) / 6)

const int N = 33 * 1024 * 8;
const int threadsPerBlock = 256;
const int blocksPerGrid = imin(32, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void dot(int size, float *a, float *b, float *c) {
    __shared__ float cache[threadsPerBlock];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    float temp = 0;
    while (tid < size) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

static float malloc_test(int size, float *sum) {
    cudaEvent_t start, stop;
    float *a, *b, *partial, *dev_a, *dev_b, *dev_partial, elapsedTime;
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    HANDLE_NULL(a = (float *)malloc(size * sizeof(float)));
    HANDLE_NULL(b = (float *)malloc(size * sizeof(float)));
    HANDLE_NULL(partial = (float *)malloc(blocksPerGrid * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, size * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, size * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial, blocksPerGrid * sizeof(float)));
    for (int i = 0; i < size; i++) {
        a[i] = i % 64;
        b[i] = (i % 64) * 2;
    }
    HANDLE_ERROR(cudaEventRecord(start, 0));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, size * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, size * sizeof(float), cudaMemcpyHostToDevice));
    dot<<<blocksPerGrid, threadsPerBlock>>>(size, dev_a, dev_b, dev_partial);
    HANDLE_ERROR(
        cudaMemcpy(partial, dev_partial, blocksPerGrid * sizeof(float), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaEventRecord(stop, 0));
    HANDLE_ERROR(cudaEventSynchronize(stop));
    HANDLE_ERROR(cudaEventElapsedTime(&elapsedTime, start, stop));
    *sum = 0;
    for (int i = 0; i < blocksPerGrid; i++)
        *sum += partial[i];
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial));
    free(a);
    free(b);
    free(partial);
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    return elapsedTime;
}

static float cuda_host_alloc_test(int size, float *sum) {
    cudaEvent_t start, stop;
    float *a, *b, *partial, *dev_a, *dev_b, *dev_partial, elapsedTime;
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop));
    HANDLE_ERROR(cudaHostAlloc((void **)&a, size * sizeof(float),
                               cudaHostAllocWriteCombined | cudaHostAllocMapped));
    HANDLE_ERROR(cudaHostAlloc((void **)&b, size * sizeof(float),
                               cudaHostAllocWriteCombined | cudaHostAllocMapped));
    HANDLE_ERROR(
        cudaHostAlloc((void **)&partial, blocksPerGrid * sizeof(float), cudaHostAllocMapped));
    HANDLE_ERROR(cudaHostGetDevicePointer(&dev_a, a, 0));
    HANDLE_ERROR(cudaHostGetDevicePointer(&dev_b, b, 0));
    HANDLE_ERROR(cudaHostGetDevicePointer((void **)&dev_partial, partial, 0));
    for (int i = 0; i < size; i++) {
        a[i] = i % 64;
        b[i] = (i % 64) * 2;
    }
    HANDLE_ERROR(cudaEventRecord(start, 0));
    dot<<<blocksPerGrid, threadsPerBlock>>>(size, dev_a, dev_b, dev_partial);
    HANDLE_ERROR(cudaThreadSynchronize());
    HANDLE_ERROR(cudaEventRecord(stop, 0));
    HANDLE_ERROR(cudaEventSynchronize(stop));
    HANDLE_ERROR(cudaEventElapsedTime(&elapsedTime, start, stop));
    *sum = 0;
    for (int i = 0; i < blocksPerGrid; i++)
        *sum += partial[i];
    HANDLE_ERROR(cudaFreeHost(a));
    HANDLE_ERROR(cudaFreeHost(b));
    HANDLE_ERROR(cudaFreeHost(partial));
    HANDLE_ERROR(cudaEventDestroy(start));
    HANDLE_ERROR(cudaEventDestroy(stop));
    return elapsedTime;
}

int main(void) {
    cudaDeviceProp prop;
    int whichDevice;
    HANDLE_ERROR(cudaGetDevice(&whichDevice));
    HANDLE_ERROR(cudaGetDeviceProperties(&prop, whichDevice));
    if (prop.canMapHostMemory != 1) {
        printf("Device cannot map memory.\n");
        return 0;
    }
    HANDLE_ERROR(cudaSetDeviceFlags(cudaDeviceMapHost));
    float copied, mapped;
    printf("Time using cudaMalloc:    %3.1f ms\n", malloc_test(N, &copied));
    printf("Time using cudaHostAlloc: %3.1f ms\n", cuda_host_alloc_test(N, &mapped));
    const float expected = 2.0f * sum_squares(63.0f) * (N / 64);
    printf("Values calculated: %f and %f\n", copied, mapped);
    HANDLE_ERROR(cudaThreadExit());
    return fabsf(copied - expected) < 1e-5f * expected && fabsf(mapped - copied) == 0 ? 0 : 1;
}
