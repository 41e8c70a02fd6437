// SPDX-License-Identifier: MIT
__global__ void k(int *o) { o[0] = 1; }
__host__ __device__ void f(int *o) {
    k<<<1, 1>>>(o); // refused
}
