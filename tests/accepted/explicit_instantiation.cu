// SPDX-License-Identifier: MIT
template <class T> __global__ void k(T *a) { *a = 1; }
template <> __global__ void k<float>(float *a) { *a = 2; }
template __global__ void k<int>(int *);
int main() {
    int *p; float *q;
    cudaMallocManaged(&p, 8); cudaMallocManaged(&q, 8);
    k<<<1, 1>>>(p); k<<<1, 1>>>(q);
    return cudaDeviceSynchronize() || !(*p == 1 && *q == 2);
}
