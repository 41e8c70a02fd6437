// SPDX-License-Identifier: MIT
__device__ void zero(unsigned &x) { x = 0; }
__global__ void k() {
    zero(threadIdx.x); // refused
}
