// SPDX-License-Identifier: MIT
int host(int x) { return x; }
__managed__ int shared_with_host[2] = {3, 4};
__global__ void k(int *o, int (&q)(int), int (&a)[2], int n = 3) { *o = n + a[1]; }
template <class F, class A> __global__ void l(int *o, F &f, A &&a) { *o += a[0]; }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o, host, shared_with_host);
    l<<<1, 1>>>(o, host, shared_with_host);
    return cudaDeviceSynchronize() || *o != 10;
}
