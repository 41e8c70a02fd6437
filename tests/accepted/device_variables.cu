// SPDX-License-Identifier: MIT
__device__ int a = 3, b[2] = {4, 5};
__constant__ float c[3] = {1, 2, 3};
__device__ const int d = 6;
static __device__ volatile int e;
__managed__ int m = 7;
struct pt { int x, y; };
__device__ pt origin = {1, 2};
__constant__ pt places[2] = {{1, 2}, {3, 4}};
namespace n { __device__ int f = 8; }
__device__ int g = 9;
__device__ int *pointer = nullptr;
__global__ void k() { m += a + b[1] + c[2] + d + origin.y + places[1].x + n::f + g + (pointer == nullptr); e = 1; }
int main() {
    int x = 10;
    cudaMemcpyToSymbol(a, &x, sizeof x);
    k<<<1, 1>>>();
    return cudaDeviceSynchronize() || m != 7 + 10 + 5 + 3 + 6 + 2 + 3 + 8 + 9 + 1;
}
