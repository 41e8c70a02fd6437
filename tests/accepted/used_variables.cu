// SPDX-License-Identifier: MIT
struct made { int x; __host__ __device__ made() : x(1) {} };
struct ended { int x; __host__ __device__ ~ended() {} };
__host__ __device__ int get() { return 1; }
__device__ void take(int &) {}
__device__ void take_all(int *) {}
__global__ void k(int *o, int n, int unused_parameter, int dropped_parameter) {
    int a;
    (void)a;
    [[maybe_unused]] int b = 3;
    __attribute__((unused)) int c;
    int d;
    o[0] = sizeof d;
    made e;
    ended f;
    int g = get(), h = n++;
    int i = 0;
    i++;
    int j = 1;
    j += 2;
    int l = 1;
    [&] { l = 2; }();
    const int m = 3;
    (void)m;
    volatile int p = 1;
    extern __shared__ int q[];
    int *r = o;
    r[1] = 1;
    int &s = o[2];
    s = 1;
    typedef int number;
    enum { nobody };
    struct local { int x; };
    if (int t = n)
        o[3] = 1;
    for (int u : {1, 2})
        o[4] = 1;
    int v = atomicAdd(o, 0);
    (void)dropped_parameter;
    int w;
    take(w);
    int x[2];
    take_all(x);
    o[5] = w;
    auto y = made();
    int z = max(n, 2);
}
template <class T> __global__ void never(T *o) { int a; T b = 3; 5 == o[0]; }
template <class T> __global__ void once(T *o) { T a = 3, b; b = 1; o[0] = 1; }
int main() {
    int *o;
    cudaMallocManaged(&o, 64);
    int first = get(), second = get();
    (void)second;
    made third;
    once<<<1, 1>>>(o + 8);
    k<<<1, 1, 64>>>(o, 1, 1, 1);
    return cudaDeviceSynchronize() || o[8] != 1;
}
