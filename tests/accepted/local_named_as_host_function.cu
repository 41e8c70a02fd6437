// SPDX-License-Identifier: MIT
int total(int x) { return x; }
int count = 3;
__global__ void k(int *o) {
    int total = 5;
    int count = 2;
    *o = total + count;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p + total(1) + count == 11);
}
