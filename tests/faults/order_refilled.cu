// SPDX-License-Identifier: MIT
// A pinned buffer is filled again while it is copied.
#include "fault.h"

const int N = 256, ROUNDS = 3;

__global__ void add(float *sum, const float *part) { sum[threadIdx.x] += part[threadIdx.x]; }

int main(int argc, char **) {
    const bool mended = argc > 1;
    const size_t bytes = N * sizeof(float);
    float *buffer, *dev_part, *dev_sum;
    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaMallocHost(&buffer, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_part, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_sum, bytes));
    HANDLE_ERROR(cudaMemsetAsync(dev_sum, 0, bytes, stream));
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++) buffer[i] = round; // fault: the copy of the round before may be under way
        HANDLE_ERROR(cudaMemcpyAsync(dev_part, buffer, bytes, cudaMemcpyDefault, stream)); // fault
        if (mended) HANDLE_ERROR(cudaStreamSynchronize(stream));
        add<<<1, N, 0, stream>>>(dev_sum, dev_part);
        HANDLE_ERROR(cudaGetLastError());
    }
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    RELEASE(dev_part, dev_sum);
    HANDLE_ERROR(cudaFreeHost(buffer));
    HANDLE_ERROR(cudaStreamDestroy(stream));
}
