// SPDX-License-Identifier: MIT
// Fault: shorts are written, and integers read: the upper half of each was never written. Floats
// are written, and carried on as doubles, which the host adds up. check-init names the lines.
// --mended: integers and doubles.
#include "fault.h"

const int THREADS = 32;

__global__ void count(int *numbers, bool mended) {
    if (mended)
        numbers[threadIdx.x] = threadIdx.x;
    else
        *(short *)&numbers[threadIdx.x] = (short)threadIdx.x;
}

__global__ void twice(const int *numbers, int *result) {
    result[threadIdx.x] = 2 * numbers[threadIdx.x]; // fault
}

__global__ void halve(double *numbers, bool mended) {
    if (mended)
        numbers[threadIdx.x] = 0.5;
    else
        *(float *)&numbers[threadIdx.x] = 0.5f;
}

__global__ void carry(const double *from, double *to) { to[THREADS - 1 - threadIdx.x] = from[threadIdx.x]; }

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_numbers = room<int>(THREADS), *dev_result = room<int>(THREADS);
    count<<<1, THREADS>>>(dev_numbers, mended);
    twice<<<1, THREADS>>>(dev_numbers, dev_result);
    printf("%d\n", sum_of(dev_result, THREADS));

    double *dev_halves = room<double>(THREADS), *dev_carried = room<double>(THREADS);
    double carried[THREADS], sum = 0;
    halve<<<1, THREADS>>>(dev_halves, mended);
    carry<<<1, THREADS>>>(dev_halves, dev_carried);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(carried, dev_carried, sizeof carried, cudaMemcpyDeviceToHost));
    for (int i = 0; i < THREADS; i++) sum += carried[i]; // fault
    printf("%g\n", sum);
    RELEASE(dev_numbers, dev_result, dev_halves, dev_carried);
}
