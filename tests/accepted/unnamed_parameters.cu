// SPDX-License-Identifier: MIT
struct B {
    unsigned int a : 3;
    unsigned int : 0;
    float b;
};
__device__ int f(int) { return 2; }
int f(float) { return 1; }
__global__ void k(int *o) { o[0] = f(1); }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(o[0] + f(1.f) == 3);
}
