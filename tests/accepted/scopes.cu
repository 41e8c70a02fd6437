// SPDX-License-Identifier: MIT
// Names that hide others, which nvcc takes: one case after each `////`; each prints ok.
//// locals named as __constant__ variables are
#include <cstdio>
namespace a { __constant__ int q; }
__constant__ int r;
__global__ void k(int *out, int n) {
    int q = 100 / n, r = 2;
    q %= n;
    r++;
    out[0] = q + r;
    { int *q = out; *q += 1; q++; }
}
int main() {
    int *p, r = 3, q;
    r = 4, q = 5;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p, 7);
    cudaDeviceSynchronize();
    printf(p[0] == 4 && r + q == 9 ? "ok\n" : "wrong\n");
}
//// host variables named as built-in ones are
#include <cstdio>
struct shape { dim3 gridDim, blockDim; unsigned all() const { return gridDim.x * blockDim.x; } };
__global__ void k(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.x; }
void launch(int *p, dim3 gridDim, int warpSize) { k<<<gridDim, warpSize>>>(p); }
int main() {
    int *p, threadIdx = 4;
    dim3 gridDim(2), blockDim(8);
    gridDim.x = 3;
    threadIdx++;
    cudaMallocManaged(&p, 128);
    k<<<gridDim, blockDim>>>(p);
    launch(p, gridDim, blockDim.x);
    cudaDeviceSynchronize();
    for (unsigned blockIdx = 0; blockIdx < 2; blockIdx++)
        threadIdx += blockIdx;
    printf(p[23] == 3 && threadIdx == 6 && shape{gridDim, blockDim}.all() == 24 ? "ok\n" : "wrong\n");
}
//// a local that hides threadIdx in a kernel
#include <cstdio>
__global__ void k(int *out) {
    uint3 threadIdx = make_uint3(5, 0, 0);
    threadIdx.x++;
    out[0] = threadIdx.x;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 6 ? "ok\n" : "wrong\n");
}
//// locals of kernel pointers named as functions are
#include <cstdio>
typedef void (*kernel_t)(int *);
namespace other { __device__ int f(int x) { return x; } }
__device__ int f(int x) { return other::f(x) + 1; }
__global__ void a(int *o) { o[0] = f(1); }
__global__ void b(int *o) { o[1] = f(2); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    kernel_t t[] = {a, b};
    for (kernel_t f : t)
        f<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 2 && p[1] == 3 ? "ok\n" : "wrong\n");
}
//// shared memory with an attribute behind it, of a type with >= among its arguments, of one without a name
#include <cstdio>
template <bool B> struct Known { int x; };
__global__ void k(int *out) {
    __shared__ int s[4] __attribute__((aligned(16)));
    __shared__ Known<sizeof(int) >= 4> known;
    __shared__ struct { int a[4]; } own;
    s[threadIdx.x] = own.a[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0)
        known.x = 5;
    __syncthreads();
    out[threadIdx.x] = s[3 - threadIdx.x] + own.a[3 - threadIdx.x] + known.x;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 4>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 11 && p[1] == 9 && p[2] == 7 && p[3] == 5 ? "ok\n" : "wrong\n");
}
//// the host takes the address of a function of the device, beside an object that asks who calls whom
#include <cstdio>
__device__ int f(int x) { return x + 1; }
struct Both {
    int v;
    __host__ __device__ Both(int x) : v(x) {}
    __host__ __device__ friend Both operator+(Both a, Both b) { return Both(a.v + b.v); }
};
__device__ Both operator-(Both a, Both b) { return Both(a.v - b.v); }
__global__ void k(int *out) { *out = (Both(f(3)) - Both(1)).v; }
int main() {
    int (*const address)(int) = f, *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(address && *p == 3 ? "ok\n" : "wrong\n");
}
//// attributes behind __global__ and its kin; letters of other languages in names of the host and of locals
#include <cstdio>
__global__ [[maybe_unused]] void unused(int *o) { *o = 1; }
__device__ [[nodiscard]] int one() { return 1; }
template <class T> __global__ [[maybe_unused]] void k(T *größe) {
    __shared__ T ö[2];
    ö[threadIdx.x] = one();
    __syncthreads();
    {
        T fläche = ö[threadIdx.x ^ 1] + 1;
        größe[threadIdx.x] = fläche;
    }
#pragma unroll
#pragma unroll 2
    for (int i = 0; i < 2; i++)
        größe[threadIdx.x] += i;
}
int main() {
    int *straße;
    cudaMallocManaged(&straße, 8);
    k<<<1, 2>>>(straße);
    cudaDeviceSynchronize();
    puts(straße[0] == 3 && straße[1] == 3 ? "ok" : "wrong");
}
//// methods that differ by the & behind their parameters
#include <cstdio>
#include <string>
struct Value {
    int number;
    __device__ int get() &;
    int get() &&;
};
__device__ int Value::get() & {
    return __popc(number);
}
int Value::get() && {
    return (int)std::string(number, 'x').size();
}
__global__ void kernel(int *out) {
    Value value{7};
    *out = value.get();
}
int main() {
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    puts(*out == 3 && Value{5}.get() == 5 ? "ok" : "wrong");
    return 0;
}
