// SPDX-License-Identifier: MIT
template <class T> __host__ __device__ T value(T x) {
#ifdef __CUDA_ARCH__
    return x + T(1);
#else
    return x;
#endif
}
__global__ void k(int *o) { *o = value(1) + value(1.0f); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 4 && value(1) == 1);
}
