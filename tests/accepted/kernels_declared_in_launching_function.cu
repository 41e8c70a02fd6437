// SPDX-License-Identifier: MIT
void twice(int *p) {
    __global__ void set(int *, int);
    set<<<1, 1>>>(p, 3);
    {
        extern __global__ void __launch_bounds__(32) add(int *, int);
        add<<<1, 1>>>(p, 4);
    }
    cudaDeviceSynchronize();
}
__global__ void set(int *p, int n) { *p = n; }
__global__ void add(int *p, int n) { *p += n; }
int main() {
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    twice(p);
    return *p != 7;
}
