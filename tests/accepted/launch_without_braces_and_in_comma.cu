// SPDX-License-Identifier: MIT
__global__ void k(int *a) { ++*a; }
int main() {
    int *p, n = 2;
    cudaMallocManaged(&p, 8);
    *p = 0;
    if (n > 1) k<<<1, 1>>>(p); else k<<<1, 1>>>(nullptr);
    for (int i = 0; i < n; i++) k<<<1, 1>>>(p), k<<<1, 1>>>(p);
    n ? k<<<1, 1>>>(p) : k<<<1, 1>>>(p);
    (void)0, k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 7;
}
