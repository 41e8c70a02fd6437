// SPDX-License-Identifier: MIT
typedef void (*kernel_t)(int *);
namespace other { __device__ int f(int x) { return x; } }
__device__ int f(int x) { return other::f(x) + 1; }
__global__ void a(int *o) { o[0] = f(1); }
__global__ void b(int *o) { o[1] = f(2); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    kernel_t t[] = {a, b};
    for (kernel_t f : t)
        f<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == 2 && p[1] == 3);
}
