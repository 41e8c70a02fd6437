// SPDX-License-Identifier: MIT
// A __constant__ array is set in part only: the count was meant in elements.
#include "fault.h"

const int TERMS = 8;
__constant__ float coefficient[TERMS];

__global__ void polynomial(float *value) {
    const float x = threadIdx.x / 32.0f;
    float sum = 0;
    for (int i = TERMS - 1; i >= 0; i--) sum = sum * x + coefficient[i]; // fault
    value[threadIdx.x] = sum;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    const float all[TERMS] = {1, 1, 1, 1, 1, 1, 1, 1};
    HANDLE_ERROR(cudaMemcpyToSymbol(coefficient, all, mended ? sizeof all : TERMS));
    float *dev_value = room<float>(32);
    polynomial<<<1, 32>>>(dev_value);
    printf("%g\n", sum_of(dev_value, 32));
    RELEASE(dev_value);
}
