// SPDX-License-Identifier: MIT
__device__ int next(int x) { return x + 1; }
__device__ int last(int x) { return x - 1; }
__device__ int (*pick(int which))(int);
__device__ int (*pick(int which))(int) { return which ? next : last; }
__device__ int (&row(int (&a)[2][3]))[3] { return a[1]; }
struct picks {
    __device__ int (*get() const)(int) { return next; }
};
__global__ void k(int *a) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    *a = pick(1)(10) + pick(0)(100) + row(m)[2] + picks().get()(1000);
}
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 11 + 99 + 6 + 1001;
}
