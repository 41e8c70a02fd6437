// SPDX-License-Identifier: MIT
__global__ void k(int *o) {
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, n = 0, q = 2;
    a[n++] += a[q ^ 1];
    a[++n] -= a[q ^ 1];
    o[0] = n * 100 + a[0] * 10 + a[2];
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || *o != 249;
}
