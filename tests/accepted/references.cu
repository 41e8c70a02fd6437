// SPDX-License-Identifier: MIT
// References and pointers to members, of the device and of the host, in device code: one case after each `////`;
// each prints ok.
//// references of the device
#include <cstdio>
struct S { int a, b; };
__device__ int b[3] = {1, 2, 3}, single = 5;
__device__ int &one = b[1], &plain = single;
__device__ const int &read_only = b[2];
__device__ int (&all_of_b)[3] = b;
__device__ S s = {4, 5};
__device__ int &member = s.b;
__constant__ S &object = s;
__constant__ int table[2];
__device__ const int (&of_constant)[2] = table;
__device__ const int &temporary = 40 + 2;
__device__ int twice(int x) { return 2 * x; }
__device__ int (&function)(int) = twice;
__device__ int &again = one, other = 7, &third{other};
__global__ void k(int *o) {
    one += 10;
    again += 100;
    object.a = 9;
    third++;
    o[0] = b[1], o[1] = read_only, o[2] = all_of_b[0], o[3] = member, o[4] = s.a, o[5] = of_constant[1];
    o[6] = temporary, o[7] = function(4), o[8] = other, o[9] = plain;
    atomicAdd(&member, 1);
    o[10] = s.b;
}
int main() {
    int *o, value = 50, two[2] = {60, 61}, back, *p, there;
    cudaMallocManaged(&o, 44);
    cudaMemcpyToSymbol(single, &value, sizeof value);
    cudaMemcpyToSymbol(table, two, sizeof two);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    const int wanted[] = {112, 3, 1, 5, 9, 61, 42, 8, 8, 50, 6};
    bool right = true;
    for (int i = 0; i < 11; i++)
        right = right && o[i] == wanted[i];
    cudaMemcpyFromSymbol(&back, b, sizeof back, sizeof back);
    cudaGetSymbolAddress((void **)&p, single);
    cudaMemcpy(&there, p, sizeof there, cudaMemcpyDefault);
    puts(right && back == 112 && there == 50 ? "ok" : "wrong");
}
//// references of the device, across a barrier
#include <cstdio>
__device__ int sum[2], n = 64;
__device__ int &total = sum[1];
__device__ const int &count = n;
__global__ void k(int *o) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) total = count;
    __syncthreads();
    const int before = total;
    __syncthreads();
    if (threadIdx.x == 1) sum[1] = 5;
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x] + before + total;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 64 * sizeof *o);
    k<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < 64; i++)
        right = right && o[i] == 63 - i + 64 + 5;
    puts(right ? "ok" : "wrong");
}
//// pointers to members
#include <cstdio>
struct S { int a, b; __device__ int f() { return 10 * a; } __device__ int g(int x) const { return b + x; } };
__device__ int S::*p = nullptr, S::*second = &S::b;
__device__ int (S::*q)() = nullptr;
__device__ int (S::*r)() = &S::f;
__device__ int S::*t[3] = {nullptr, &S::a, 0};
__constant__ int (S::*y[2])(int) const = {&S::g, nullptr};
__managed__ int S::*m = nullptr;
constexpr int S::*none = nullptr;
constexpr int S::*some = &S::b;
constexpr int (S::*no_function)() = nullptr;
struct T { int S::*p; int (S::*f)(); };
__constant__ T both = {&S::b, nullptr};
__global__ void k(int *o, S s, int S::*a, int S::*z, T x) {
    o[0] = p == nullptr && !q && !t[0] && t[1] && !y[1] && !z && none == nullptr && !no_function && !both.f && !x.f;
    o[1] = s.*second + s.*a, o[2] = (s.*r)(), o[3] = (&s)->*t[1], o[4] = (s.*y[0])(3);
    o[5] = s.*some + s.*both.p + s.*x.p, o[6] = s.*m;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 28);
    m = &S::a;
    k<<<1, 1>>>(o, S{1, 2}, &S::a, nullptr, T{&S::a, nullptr});
    cudaDeviceSynchronize();
    const int wanted[] = {1, 3, 10, 1, 5, 5, 1};
    bool right = true;
    for (int i = 0; i < 7; i++)
        right = right && o[i] == wanted[i];
    puts(right ? "ok" : "wrong");
}
//// parameters that are references to functions
#include <cstdio>
int host(int x) { return x; }
__managed__ int shared_with_host[2] = {3, 4};
__global__ void k(int *o, int (&q)(int), int (&a)[2], int n = 3) { *o = n + a[1]; }
template <class F, class A> __global__ void l(int *o, F &f, A &&a) { *o += a[0]; }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o, host, shared_with_host);
    l<<<1, 1>>>(o, host, shared_with_host);
    cudaDeviceSynchronize();
    puts(*o == 10 ? "ok" : "wrong");
}
//// arguments that can be moved, and not copied
#include <cstdio>
#include <utility>
struct plain { int x; plain(int x) : x(x) {} plain(const plain &) = delete; plain(plain &&) = default; };
struct own { int x; own(int x) : x(x) {} own(const own &) = delete; own(own &&o) : x(o.x) { o.x = 0; } };
struct holds { plain p; int y; };
class hides { int x; hides(const hides &) = default; public: hides(int x) : x(x) {} hides(hides &&) = default; __device__ int get() { return x; } };
__global__ void k(int *o, plain p, own w, hides h) { *o = p.x + w.x + h.get(); }
template <class T> __global__ void one(int *o, T t) { *o += t.x; }
__global__ void held(int *o, const __grid_constant__ holds h) { *o += h.p.x + h.y; }
__global__ void split(int *o, plain p) {
    __shared__ int s[32];
    p.x += threadIdx.x;
    s[threadIdx.x] = p.x;
    __syncthreads();
    if (threadIdx.x == 3) atomicAdd(o, s[31 - threadIdx.x] + p.x);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    plain b(2);
    k<<<1, 1>>>(o, std::move(b), own(20), hides(200));
    one<<<1, 1>>>(o, plain(1000));
    one<own><<<1, 1>>>(o, own(2000));
    held<<<1, 1>>>(o, holds{plain(10000), 20000});
    split<<<1, 32>>>(o, plain(100000));
    auto pointer = split;
    pointer<<<1, 32>>>(o, plain(1000000));
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = 1;
    cudaLaunchKernelEx(&config, one<plain>, o, plain(10000000));
    cudaDeviceSynchronize();
    puts(*o == 222 + 3000 + 30000 + 200031 + 2000031 + 10000000 ? "ok" : "wrong");
}
