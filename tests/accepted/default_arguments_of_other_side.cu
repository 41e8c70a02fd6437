// SPDX-License-Identifier: MIT
__device__ int of_device() { return 3; }
int of_host() { return 4; }
int f(int x = of_device()) { return x; }
struct S {
    int f(int x = of_device()) { return x; }
};
__global__ void k(int *o, int x = of_host()) { o[0] = x + of_device(); }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(o[0] == 7 && f(2) + S().f(1) == 3);
}
