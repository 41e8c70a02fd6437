// SPDX-License-Identifier: MIT
__global__ void k(int *o) {
#if __CUDA_ARCH__ >= 700
    *o = 7;
#elif defined(__CUDA_ARCH__)
    *o = 3;
#else
    *o = 1;
#endif
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 7;
}
