// SPDX-License-Identifier: MIT
struct T {
    int n;
#ifdef __CUDA_ARCH__
    __device__ int side() const { return n + 100; }
    __device__ int twice() const { return 2 * n + 100; }
#else
    int side() const { return n; }
    int twice() const { return 2 * n; }
#endif
};
struct other {
    int n;
    __host__ __device__ int plain() const { return n; }
};
__global__ void k(T t, const T *p, other o, int *a) {
#ifdef __CUDA_ARCH__
    *a = t.side() + 1000 * t.twice() + o.plain();
#endif
}
int main() {
    int *a, n;
    cudaMalloc(&a, sizeof *a);
    T t{3};
    k<<<1, 1>>>(t, &t, other{2}, a);
    cudaMemcpy(&n, a, sizeof n, cudaMemcpyDeviceToHost);
    return !(n == 103 + 106000 + 2 && t.side() == 3 && (&t)->twice() == 6);
}
