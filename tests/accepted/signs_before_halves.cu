// SPDX-License-Identifier: MIT
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void k(float *o) {
    __half a = 3;
    __nv_bfloat16 b = 4;
    o[0] = (float)(+a * a) + (float)(+b - -b) + (float)(+__half2half2(a)).x;
}
int main() {
    float *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || *o != 9 + 8 + 3;
}
