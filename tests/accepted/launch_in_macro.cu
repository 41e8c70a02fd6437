// SPDX-License-Identifier: MIT
#define LAUNCH(kernel, n, ...) kernel<<<(n + 31) / 32, 32>>>(__VA_ARGS__)
__global__ void k(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 32);
    LAUNCH(k, 4, p, 4);
    return cudaDeviceSynchronize() || p[3] != 4;
}
