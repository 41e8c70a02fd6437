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
    const int pitch = mended ? 8 : 6;
    float numbers[ROWS * 8], result[ROWS], *dev_numbers, *dev_result;
    for (int i = 0; i < ROWS * 8; i++)
        numbers[i] = i * 0.5f;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof result));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    heads<<<1, ROWS>>>(dev_numbers, dev_result, pitch);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    RELEASE(dev_numbers, dev_result);
}
