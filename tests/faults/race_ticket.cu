// SPDX-License-Identifier: MIT
// Fault: each thread reads the counter for the place of its number and then counts up by an atomic,
// so two may read the same. check-race names both lines. --mended: the place is what the atomic
// returns.
#include "fault.h"

const int N = 64;

__global__ void keep_even(const int *numbers, int *kept, int *count, bool mended) {
    const int number = numbers[threadIdx.x];
    if (number % 2 == 0) {
        int place;
        if (mended) {
            place = atomicAdd(count, 1);
        } else {
            place = *count;      // fault: what another thread may read too
            atomicAdd(count, 1); // fault: before this
        }
        kept[place] = number;
    }
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[N], count, *dev_numbers, *dev_kept, *dev_count;
    for (int i = 0; i < N; i++)
        numbers[i] = i;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_kept, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_count, sizeof count));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_count, 0, sizeof count));
    keep_even<<<1, N>>>(dev_numbers, dev_kept, dev_count, mended);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&count, dev_count, sizeof count, cudaMemcpyDeviceToHost));
    RELEASE(dev_numbers, dev_kept, dev_count);
    return count != N / 2;
}
