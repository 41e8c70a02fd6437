// SPDX-License-Identifier: MIT
int n = 3;
static __host__ __device__ int unused() { return n; }
static inline __device__ int lost() { return n; }
static inline __device__ int lost_too() { return lost(); }
constexpr __host__ __device__ int small(int x) { return x > 3 ? n : x; }
struct A {
    int v;
    __host__ __device__ int forgotten() { return n + v; }
    __host__ __device__ virtual int never_made() { return n + v; }
    __device__ int less(int x) { return v - x; }
    float less(float x) { return n - x; }
};
__device__ float g(float x);
int g(int x) { return x + n; }
__device__ float g(float x) { return x / 2; }
__host__ __device__ int either() {
    int m = sizeof(n);
#ifndef __CUDA_ARCH__
    m += n - 3;
#endif
    return m;
}
struct B {
    int v;
    __host__ __device__ B(int v) : v(v) {}
    __device__ int less(int x) { return v - x; }
    float less(float x) { return n - x; }
};
__global__ void k(B *a) {
    B b(2);
    a->v = b.less(1) + (int)g(4.0f) + small(1) + either();
}
int main() {
    B *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    return cudaDeviceSynchronize() || !(a->v == 8 && g(1) == 4 && a->less(1.0f) == 2 && either() == 4);
}
