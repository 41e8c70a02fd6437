// SPDX-License-Identifier: MIT
// One stream is to wait for another's kernel, but the event is recorded in the stream that waits.
#include "fault.h"

const int N = 128;

__global__ void fill(int *number) {
    number[threadIdx.x] = threadIdx.x; // fault
}

__global__ void twice(const int *number, int *result) {
    result[threadIdx.x] = 2 * number[threadIdx.x]; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_number = zeros<int>(N), *dev_result = room<int>(N);
    cudaStream_t first, second;
    cudaEvent_t filled;
    HANDLE_ERROR(cudaStreamCreate(&first));
    HANDLE_ERROR(cudaStreamCreate(&second));
    HANDLE_ERROR(cudaEventCreate(&filled));
    fill<<<1, N, 0, first>>>(dev_number);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaEventRecord(filled, mended ? first : second));
    HANDLE_ERROR(cudaStreamWaitEvent(second, filled, 0));
    twice<<<1, N, 0, second>>>(dev_number, dev_result);
    FINISH(dev_number, dev_result);
    HANDLE_ERROR(cudaEventDestroy(filled));
    HANDLE_ERROR(cudaStreamDestroy(first));
    HANDLE_ERROR(cudaStreamDestroy(second));
}
