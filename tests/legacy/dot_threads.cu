// SPDX-License-Identifier: MIT
// A dot product whose halves two host threads compute, in mapped host memory.
#include "../common/book.h"

#define COUNT (33 * 1024 * 4)
#define THREADS 256
#define BLOCKS 32

__global__ void partial_sums(const float *x, const float *y, int count, float *sums) {
    __shared__ float products[THREADS];
    float mine = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += BLOCKS * THREADS) mine += x[i] * y[i];
    products[threadIdx.x] = mine;
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half) products[threadIdx.x] += products[threadIdx.x + half];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = products[0];
}

struct Half {
    float *x, *y, result;
    int first, count;
};

void *work(void *data) {
    Half *half = (Half *)data;
    float *dev_x, *dev_y, *dev_sums, sums[BLOCKS];
    HANDLE_ERROR(cudaSetDevice(0));
    HANDLE_ERROR(cudaHostGetDevicePointer(&dev_x, half->x, 0));
    HANDLE_ERROR(cudaHostGetDevicePointer(&dev_y, half->y, 0));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, sizeof sums));
    partial_sums<<<BLOCKS, THREADS>>>(dev_x + half->first, dev_y + half->first, half->count, dev_sums);
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_sums));
    half->result = 0;
    for (int b = 0; b < BLOCKS; b++) half->result += sums[b];
    return 0;
}

static CUT_THREADPROC count(int *calls) {
    ++*calls;
    CUT_THREADEND;
}

int main(void) {
    float *x, *y;
    unsigned flags = cudaHostAllocWriteCombined | cudaHostAllocPortable | cudaHostAllocMapped;
    HANDLE_ERROR(cudaSetDeviceFlags(cudaDeviceMapHost));
    HANDLE_ERROR(cudaHostAlloc((void **)&x, COUNT * sizeof(float), flags));
    HANDLE_ERROR(cudaHostAlloc((void **)&y, COUNT * sizeof(float), flags));
    double expected = 0;
    for (int i = 0; i < COUNT; i++) {
        x[i] = 1.0f / (1 + i % 97);
        y[i] = i % 13 - 3;
        expected += (double)x[i] * y[i];
    }
    Half halves[2] = {{x, y, 0, 0, COUNT / 2}, {x, y, 0, COUNT / 2, COUNT / 2}};
    CUTThread other = start_thread(work, &halves[1]);
    work(&halves[0]);
    end_thread(other);

    int calls[4] = {0, 0, 0, 0};
    CUTThread counters[4];
    for (int i = 0; i < 4; i++) counters[i] = start_thread((CUT_THREADROUTINE)count, &calls[i]);
    wait_for_threads(counters, 4);

    HANDLE_ERROR(cudaFreeHost(x));
    HANDLE_ERROR(cudaFreeHost(y));
    double sum = (double)halves[0].result + halves[1].result;
    printf("%f, expected %f\n", sum, expected);
    bool right = fabs(sum - expected) <= 1e-4 * expected;
    return right && calls[0] + calls[1] + calls[2] + calls[3] == 4 ? 0 : 1;
}
