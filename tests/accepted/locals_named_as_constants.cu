// SPDX-License-Identifier: MIT
namespace a { __constant__ int q; }
__constant__ int r;
__global__ void k(int *out, int n) {
    int q = 100 / n, r = 2;
    q %= n;
    r++;
    out[0] = q + r;
    { int *q = out; *q += 1; q++; }
}
int main() {
    int *p, r = 3, q;
    r = 4, q = 5;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p, 7);
    return cudaDeviceSynchronize() || !(p[0] == 4 && r + q == 9);
}
