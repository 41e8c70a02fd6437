// SPDX-License-Identifier: MIT
// Fault: a kernel adds to managed memory that neither it nor the host has ever written.
// check-init names the line. --mended: the host writes zeros first.
#include "fault.h"

const int N = 32;

__global__ void add(float *sums, const float *numbers) {
    sums[threadIdx.x] += numbers[threadIdx.x]; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    float *sums, *numbers, total = 0;
    HANDLE_ERROR(cudaMallocManaged(&sums, N * sizeof(float)));
    HANDLE_ERROR(cudaMallocManaged(&numbers, N * sizeof(float)));
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        if (mended) sums[i] = 0;
    }
    add<<<1, N>>>(sums, numbers);
    HANDLE_KERNELS();
    for (int i = 0; i < N; i++) total += sums[i];
    RELEASE(sums, numbers);
    return mended && total != N * (N - 1) / 2;
}
