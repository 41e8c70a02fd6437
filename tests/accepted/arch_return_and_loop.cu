// SPDX-License-Identifier: MIT
__host__ __device__ int count(const int *a, int n) {
    int c = 0;
    for (int i = 0; i < n; i++) {
#ifdef __CUDA_ARCH__
        if (a[i] < 0) return -1;
        c += 2;
#else
        c++;
#endif
    }
    return c;
}
__global__ void k(int *o) { int a[3] = {1, 2, 3}; *o = count(a, 3); }
int main() {
    int *p, a[2] = {-1, 2};
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 6 && count(a, 2) == 2);
}
