// SPDX-License-Identifier: MIT
template <class F> __host__ __device__ int apply(F f) { return f(1); }
static __device__ int held(int n, const int *p) { return apply([n, p](int x) { return n + *p + x; }); }
__global__ void k(int *a) {
    static const int five = 5;
    int own = five;
    a[1] = held(2, a) + apply([own](int x) { return own * x; });
}
static int host(int n) {
    static int calls;
    const int now = ++calls, more = n;
    return [n, now, more](int x) { return n + now + more + x; }(1);
}
int main() {
    int *a;
    cudaMallocManaged(&a, 2 * sizeof *a);
    a[0] = 7;
    k<<<1, 1>>>(a);
    return cudaDeviceSynchronize() || !(a[1] == 2 + 7 + 1 + 5 && host(3) == 3 + 1 + 3 + 1);
}
