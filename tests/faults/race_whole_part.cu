// SPDX-License-Identifier: MIT
// Fault: all threads have modff leave the whole part in one word of shared memory. The mathematical
// library makes that store. --mended: in a variable of the thread's own.
#include "fault.h"

const int THREADS = 64;

__global__ void fractions(float *numbers, bool mended) {
    __shared__ float shared_whole;
    float whole;
    numbers[threadIdx.x] = modff(1.5f * threadIdx.x, mended ? &whole : &shared_whole); // fault
}

int main(int argc, char **) {
    float *dev_numbers = room<float>(THREADS);
    fractions<<<1, THREADS>>>(dev_numbers, argc > 1);
    FINISH(dev_numbers);
}
