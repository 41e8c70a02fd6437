// SPDX-License-Identifier: MIT
__global__ void inc(int *a, int v) { *a += v; }
int launch(int *p, int v) { inc<<<1, 1>>>(p, v); cudaDeviceSynchronize(); return v; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    p[0] = p[1] = 0;
    inc<<<1, launch(p, 1)>>>(p + 1, launch(p, 10));
    return cudaDeviceSynchronize() || !(p[0] == 11 && p[1] == 10);
}
