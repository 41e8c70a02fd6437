// SPDX-License-Identifier: MIT
namespace n {
template <class T, int N> __global__ void fill(T *p, T by = 2);
template <class T> __global__ void fill(T *p, int a, int b);
template <class T> struct Use { static void go(T *p) { fill<T, 3><<<1, 3>>>(p); fill<<<1, 3>>>(p, 1, 2); } };
template <class T, int N> __global__ void fill(T *p, T by) { p[threadIdx.x] = N * by; }
template <class T> __global__ void fill(T *p, int a, int b) { p[threadIdx.x] += a + b; }
}
template <class T> __global__ void k(T);
template <class T> __global__ void k(T);
template <class T> __global__ void k(T p) { p[threadIdx.x]++; }
int main() {
    int *p;
    cudaMallocManaged(&p, 12);
    n::Use<int>::go(p);
    k<<<1, 3>>>(p);
    k<int *><<<1, 3>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == 11 && p[2] == 11);
}
