// SPDX-License-Identifier: MIT
__global__ void k(int *a, int n) { a[0] = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 32);
    k // the kernel
        <<<dim3(1, 1), // the grid
           dim3(1),
           0, /* shared */ 0
        >>>(
            p,
            4 // four
        );
    return cudaDeviceSynchronize() || p[0] != 4;
}
