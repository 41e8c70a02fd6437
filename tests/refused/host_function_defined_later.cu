// SPDX-License-Identifier: MIT
float square(float x);
__global__ void k(float *out) {
    out[threadIdx.x] = 1 + square(threadIdx.x); // refused
}
float square(float x) { return x * x; }
