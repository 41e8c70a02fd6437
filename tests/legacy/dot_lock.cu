// SPDX-License-Identifier: MIT
// A dot product whose blocks add to one sum behind a lock, which the launch gets by value and which
// frees its memory when it goes.
#include "../common/book.h"

#define smaller(a, b) ((a) < (b) ? (a) : (b))

const int N = 40 * 1000;
const int THREADS = 128;
const int BLOCKS = smaller(24, (N + THREADS - 1) / THREADS);

struct Lock {
    int *mutex;
    Lock(void) {
        HANDLE_ERROR(cudaMalloc((void **)&mutex, sizeof(int)));
        HANDLE_ERROR(cudaMemset(mutex, 0, sizeof(int)));
    }
    ~Lock(void) { cudaFree(mutex); }
    __device__ void lock(void) {
        while (atomicCAS(mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void unlock(void) {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

__global__ void dot(Lock lock, const int *a, const int *b, volatile int *sum) {
    __shared__ int cache[THREADS];
    int mine = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < N; i += blockDim.x * gridDim.x)
        mine += a[i] * b[i];
    cache[threadIdx.x] = mine;
    __syncthreads();
    for (int half = blockDim.x / 2; half != 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        lock.lock();
        *sum += cache[0];
        lock.unlock();
    }
}

int main(void) {
    int *a = (int *)malloc(N * sizeof(int)), *b = (int *)malloc(N * sizeof(int));
    int *dev_a, *dev_b, *dev_sum, sum = 0, expected = 0;
    for (int i = 0; i < N; i++) {
        a[i] = rand() % 100;
        b[i] = rand() % 100 - 50;
        expected += a[i] * b[i];
    }
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, N * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, N * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sum, sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, N * sizeof(int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, N * sizeof(int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_sum, &sum, sizeof(int), cudaMemcpyHostToDevice));

    Lock lock;
    dot<<<BLOCKS, THREADS>>>(lock, dev_a, dev_b, dev_sum);
    HANDLE_ERROR(cudaMemcpy(&sum, dev_sum, sizeof(int), cudaMemcpyDeviceToHost));
    printf("GPU: %d, CPU: %d\n", sum, expected);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_sum));
    free(a);
    free(b);
    return sum != expected;
}
