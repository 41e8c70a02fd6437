// SPDX-License-Identifier: MIT
// Fault: the last block has threads without a number, and frexpf leaves their exponents past the
// end of the array. The mathematical library makes that store. --mended: with the check of the
// index.
#include "fault.h"

const int THREADS = 64, NUMBERS = 100;

__global__ void exponents(float *numbers, int *exponent, bool mended) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const float number = numbers[i % NUMBERS];
    if (!mended || i < NUMBERS) {
        const float fraction = frexpf(number, &exponent[i]); // fault
        if (i < NUMBERS) numbers[i] = fraction;
    }
}

int main(int argc, char **) {
    float *dev_numbers = zeros<float>(NUMBERS);
    int *dev_exponent = room<int>(NUMBERS);
    exponents<<<2, THREADS>>>(dev_numbers, dev_exponent, argc > 1);
    FINISH(dev_numbers, dev_exponent);
}
