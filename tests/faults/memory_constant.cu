// SPDX-License-Identifier: MIT
// Fault: an index past the end of an array in constant memory: the table has as many
// entries as there are steps, and the kernel reads the value at the end of each step.
#include "fault.h"

const int STEPS = 16;

__constant__ float table[STEPS];

__global__ void slopes(float *out, int last) {
    const int i = threadIdx.x;
    if (i < last) out[i] = table[i + 1] - table[i]; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    float *out = room<float>(STEPS);
    slopes<<<1, STEPS>>>(out, mended ? STEPS - 1 : STEPS);
    FINISH(out);
}
