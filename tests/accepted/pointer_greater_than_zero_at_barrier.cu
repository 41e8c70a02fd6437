// SPDX-License-Identifier: MIT
template <class T> __global__ void k(T *o, int *p) {
    __shared__ T a[32];
    T x = o[threadIdx.x];
    x++;
    a[threadIdx.x] = x;
    if (p > 0) x++;
    __syncthreads();
    o[threadIdx.x] = a[31 - threadIdx.x]++;
    if (0 < p) *p = 1;
}
int main() {
    bool *o;
    cudaMallocManaged(&o, 32);
    k<<<1, 32>>>(o, (int *)0);
    return cudaDeviceSynchronize() || !(o[3]);
}
