// SPDX-License-Identifier: MIT
__global__ void set(int *a, int v) { *a = v; }
__global__ void set(float *a, float v) { *a = v + 0.5f; }
template <class T> __global__ void set(T *a) { *a = 9; }
int main() {
    int *p; float *q; double *r;
    cudaMallocManaged(&p, 4); cudaMallocManaged(&q, 4); cudaMallocManaged(&r, 8);
    set<<<1, 1>>>(p, 1); set<<<1, 1>>>(q, 2); set<<<1, 1>>>(r);
    return cudaDeviceSynchronize() || !(*p == 1 && *q == 2.5f && *r == 9);
}
