// SPDX-License-Identifier: MIT
__global__ void k(int *const __restrict__ a, const int n, const int &m) { *a = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    p[1] = 4;
    k<<<1, 1>>>(p, 3, p[1]);
    return cudaDeviceSynchronize() || *p != 3;
}
