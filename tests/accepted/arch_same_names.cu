// SPDX-License-Identifier: MIT
#ifdef __CUDA_ARCH__
__device__ int helper() { return 1; }
enum { LANES = 32 };
#else
static int only() { return 2; }
struct data { int sum; };
#endif
struct part {
    int own;
#ifndef __CUDA_ARCH__
    int of_host() const { return own; }
#endif
};
__global__ void k(int *o) {
#ifdef __CUDA_ARCH__
    const int data = 3, sum = LANES;
    *o = helper() + data + sum;
#else
    int lanes = 5, *at = o;
    for (auto &x : {1, 2})
        lanes += x;
    *at = lanes;
#endif
}
int main() {
    int helper = 5, *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    part x = {1};
#ifndef __CUDA_ARCH__
    helper += only() + data{2}.sum + x.of_host();
#endif
    return *p + helper != 36 + 10;
}
