// SPDX-License-Identifier: MIT
#ifdef __CUDA_ARCH__
typedef float real;
__global__ void plain(const int *__restrict__ a, int *o) { *o = *a + 1; }
__global__ void more(int *o, int n = 4) { *o += n; }
#else
typedef double real;
__global__ void plain(int *a, int *o) { *o = *a; }
__global__ void more(int *o) { *o = 0; }
#endif
__global__ void numbers(real x, int *o) { *o += x; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    p[1] = 2;
    plain<<<1, 1>>>(p + 1, p);
    more<<<1, 1>>>(p);
    numbers<<<1, 1>>>(10, p);
    return cudaDeviceSynchronize() || *p != 3 + 4 + 10;
}
