// SPDX-License-Identifier: MIT
// A bitonic sort of one block and its scan, with inline device functions, templates, typed dynamic
// shared memory, functions given to kernels by address, and the double's atomicAdd that old cards
// lacked.
#include "cuda.h"
#include "../common/book.h"

#define NUM 512

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *address, double val) {
    unsigned long long int *address_as_ull = (unsigned long long int *)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed,
                        __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif

// The same, by another name, as programs write it for any card.
__device__ double atomic_add(double *address, double val) {
    unsigned long long int *address_as_ull = (unsigned long long int *)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed,
                        __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

template <class T> struct SharedMemory {
    __device__ inline operator T *() {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
};

template <class T> __device__ inline void exchange(T &a, T &b) {
    T tmp = a;
    a = b;
    b = tmp;
}

template <class T> __global__ static void bitonicSort(T *values) {
    SharedMemory<T> smem;
    T *shared = smem;
    const unsigned int tid = threadIdx.x;
    shared[tid] = values[tid];
    __syncthreads();
    for (unsigned int k = 2; k <= blockDim.x; k *= 2) {
        for (unsigned int j = k / 2; j > 0; j /= 2) {
            unsigned int ixj = tid ^ j;
            if (ixj > tid) {
                if ((tid & k) == 0) {
                    if (shared[tid] > shared[ixj])
                        exchange(shared[tid], shared[ixj]);
                } else {
                    if (shared[tid] < shared[ixj])
                        exchange(shared[tid], shared[ixj]);
                }
            }
            __syncthreads();
        }
    }
    values[tid] = shared[tid];
}

// Sums before each element, in two buffers that take turns.
__global__ void scan(float *g_odata, const float *g_idata, int n) {
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int pout = 0, pin = 1;
    temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
        else
            temp[pout * n + thid] = temp[pin * n + thid];
        __syncthreads();
    }
    g_odata[thid] = temp[pout * n + thid];
}

typedef float (*unary)(float);
__device__ float square(float x) {
    return x * x;
}
__device__ float half_of(float x) {
    return 0.5f * x;
}
__device__ unary functions[2] = {square, half_of};

__global__ void apply(float *values, double *total, int which) {
    float y = functions[which](values[threadIdx.x]);
    values[threadIdx.x] = y;
    atomic_add(&total[0], (double)y);
    atomicAdd(&total[1], (double)y);
    float bits = __int_as_float(*(int *)&y);
    if (bits != y)
        atomicAdd(&total[0], 1e9);
}

int main(void) {
    int *values = big_random_block_int(NUM), *dev_values;
    float numbers[NUM], sums[NUM], *dev_numbers, *dev_sums;
    double total[2] = {0, 0}, *dev_total;
    for (int i = 0; i < NUM; i++) {
        values[i] %= 1000;
        numbers[i] = (float)values[i];
    }
    HANDLE_ERROR(cudaMalloc((void **)&dev_values, NUM * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, NUM * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, NUM * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_total, sizeof(total)));
    HANDLE_ERROR(cudaMemcpy(dev_values, values, NUM * sizeof(int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, NUM * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_total, total, sizeof(total), cudaMemcpyHostToDevice));

    bitonicSort<int><<<1, NUM, sizeof(int) * NUM>>>(dev_values);
    scan<<<1, NUM, 2 * NUM * sizeof(float)>>>(dev_sums, dev_numbers, NUM);
    apply<<<1, NUM>>>(dev_numbers, dev_total, 0);
    apply<<<1, NUM>>>(dev_numbers, dev_total, 1);
    HANDLE_ERROR(cudaMemcpy(values, dev_values, NUM * sizeof(int), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, NUM * sizeof(float), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(total, dev_total, sizeof(total), cudaMemcpyDeviceToHost));

    bool passed = true;
    float before = 0;
    double expected = 0;
    for (int i = 0; i < NUM; i++) {
        passed = passed && (i == 0 || values[i - 1] <= values[i]) && sums[i] == before;
        before += numbers[i];
        expected += 1.5 * numbers[i] * numbers[i];
    }
    passed = passed && total[0] == expected && total[1] == expected;
    printf("%s\n", passed ? "Test PASSED" : "Test FAILED");
    HANDLE_ERROR(cudaFree(dev_values));
    HANDLE_ERROR(cudaFree(dev_numbers));
    HANDLE_ERROR(cudaFree(dev_sums));
    HANDLE_ERROR(cudaFree(dev_total));
    free(values);
    return passed ? 0 : 1;
}
