// SPDX-License-Identifier: MIT
__device__ int next(int x) { return x + 1; }
__global__ void k(int *o) {
    __device__ int next(int);
    __host__ void later(int);
    *o = next(3);
}
void later(int *o) {
    __global__ void k(int *);
    __device__ int next(int);
    k<<<1, 1>>>(o);
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    later(o);
    return cudaDeviceSynchronize() || *o != 4;
}
