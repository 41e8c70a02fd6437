// SPDX-License-Identifier: MIT
__shared__ int (*f)(int);
static __shared__ int (*g[2])(int), h;
__device__ int next(int x) { return x + 1; }
__global__ void k(int *o) {
    f = next;
    g[1] = &next;
    h = 2;
    *o = f(3) + (*g[1])(4) + h;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || *o != 11;
}
