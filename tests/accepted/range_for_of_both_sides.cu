// SPDX-License-Identifier: MIT
template <class T, int N> struct fixed {
    T d[N];
    __host__ __device__ T *begin() { return d; }
    __host__ __device__ T *end() { return d + N; }
};
struct list {
    int *a, n;
    int *begin() const { return a; }
    int *end() const { return a + n; }
};
__global__ void k(int *o) {
    fixed<int, 3> f = {{1, 2, 3}};
    int a[2] = {4, 5};
    for (int x : f)
        *o += x;
    for (int x : a)
        *o += x;
}
int main() {
    int *p, s = 0;
    cudaMallocManaged(&p, 4);
    *p = 0;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    for (int x : list{p, 1})
        s += x;
    return s != 15;
}
