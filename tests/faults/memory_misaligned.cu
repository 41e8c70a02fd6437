// SPDX-License-Identifier: MIT
// Fault: a float4 is read where a row of 6 floats starts, and every second row starts at no
// multiple of 16 bytes. A GPU ends the kernel there; a CPU does not mind. check-memory names the
// line.
// --mended: rows as long as two float4.
#include "fault.h"

const int ROWS = 4;

__global__ void heads(const float *numbers, float *result, int pitch) {
    const float *row = numbers + threadIdx.x * pitch;
    const float4 head = *(const float4 *)row; // fault
    result[threadIdx.x] = head.x + head.y + head.z + head.w;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    float *dev_numbers = zeros<float>(ROWS * 8), *dev_result = room<float>(ROWS);
    heads<<<1, ROWS>>>(dev_numbers, dev_result, mended ? 8 : 6);
    FINISH(dev_numbers, dev_result);
}
