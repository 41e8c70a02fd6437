// SPDX-License-Identifier: MIT
// A launch stands wherever an expression may, in any form, with arguments of any kind.
#include "numbers.h"
#define LAUNCH(kernel, n, ...) kernel<<<(n + 31) / 32, 32>>>(__VA_ARGS__)
__global__ void add(int *o, int n) { *o += n; }
__global__ void turned(int *o) { extern __shared__ int s[]; s[threadIdx.x] = threadIdx.x; __syncthreads(); o[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }
__global__ void size(int *o) { o[blockIdx.x] = blockDim.x; }
template <class T> __global__ void set(T *a, T v) { *a = v; }
template <class T> void go(T *a, T v) { set<T><<<1, 1>>>(a, v); set<<<1, 1>>>(a + 1, v); }
struct app { int *p; void run() { set<<<1, 1>>>(p, 3); } };
int launch(int *p, int v) { add<<<1, 1>>>(p, v); cudaDeviceSynchronize(); return v; }

// Arguments: in braces, converted, none, null, large, in a pack.
struct point { int x, y; };
enum kind { small = 2 };
struct wrapper { int *p; operator int *() const { return p; } };
struct large { int values[8188]; };
__global__ void product(int *o, point p) { *o = p.x * p.y; }
template <class T> __global__ void of_both(T *o, point p, int2 q) { *o = p.x + q.y; }
__global__ void converted(int *o, float f, double d, char c, kind q) { *o = f + d + c + q; }
__global__ void none(void) {}
__global__ void nulls(int *o, int *b, float *c) { *o = !b && !c; }
template <class T> __global__ void nulls_of(T *o, int *b, const float *c, T *d) { *o = !b && !c && !d; }
__global__ void last(const large all, int *o) { o[0] += all.values[8187]; }
template <class... T> __global__ void sum(int *o, T... v) { *o = (v + ... + 0); }
template <int... n> __global__ void sum_of(int *o) { *o = (n + ... + 0); }
__global__ void unnamed(int a[], int, const float [4], int (*f)[2]) { a[0] = 5 + (f == nullptr); }
__global__ void parentheses(int(n), float *(p), int(a)[3]) { p[threadIdx.x] = n + a[0]; }
__global__ void functions(int(g)(float), int *o) { *o = g ? g(1.0f) : 1; }
template <class T> __global__ void twice(T(v), T *o) { *o = 2 * v; }
int main() {
    int *o = numbers(), n = 2;
    cudaStream_t s;
    cudaStreamCreate(&s);
    turned<<<1, 4, 4 * sizeof(int), s>>>(o); turned<<<1, 4, 16>>>(o + 4);
    IS(o[0] == 3 && o[7] == 0);
    LAUNCH(set, 4, o, 4);
    IS(*o == 4);
    add // the kernel
        <<<dim3(1, 1), // the grid
           dim3(1),
           0, /* shared */ 0
        >>>(
            o,
            4 // four
        );
    if (n > 1) add<<<1, 1>>>(o, 1); else add<<<1, 1>>>(nullptr, 1);
    for (int i = 0; i < n; i++) add<<<1, 1>>>(o, 10), add<<<1, 1>>>(o, 10);
    n ? add<<<1, 1>>>(o, 100) : add<<<1, 1>>>(o, 100);
    (void)0, add<<<1, 1>>>(o, 100);
    IS(*o == 249);
    go(o, 1);
    auto f = [&](int v) { set<<<1, 1>>>(o + 2, v); };
    f(2);
    app{o + 3}.run();
    static const bool done = (set<<<1, 1>>>(o + 4, 4), true);
    IS(done && o[0] == 1 && o[1] == 1 && o[2] == 2 && o[3] == 3 && o[4] == 4);
    add<<<1, launch(o, 1)>>>(o + 1, launch(o, 10));
    IS(o[0] == 12 && o[1] == 11);
    size<<<5>>>(o);
    IS(o[4] == 1);
    const int a = 1, b = 2, c = 1 << (1 << 1 << b);
    const bool d = a <b, e = b> a;
    IS(c == 256 && d && e);
    product<<<1, 1>>>(o, {3, 4});
    of_both<<<{1, 1, 1}, {1}>>>(o + 1, {3, 4}, {5, 6});
    converted<<<1, 1>>>(wrapper{o + 2}, 1, 2.5f, 3, small);
    none<<<1, 1>>>();
    IS(o[0] == 12 && o[1] == 9 && o[2] == 8);
    nulls<<<1, 1>>>(o, NULL, 0);
    nulls_of<int><<<1, 1>>>(o + 1, 0, 0, 0);
    nulls_of<int><<<1, 1>>>(o + 2, NULL, NULL, NULL);
    nulls_of<int><<<1, 1>>>(o + 3, nullptr, nullptr, nullptr);
    IS(o[0] == 1 && o[1] == 1 && o[2] == 1 && o[3] == 1);
    static large all;
    all.values[8187] = 4;
    last<<<1, 1>>>(all, o);
    sum<<<1, 1>>>(o + 1, 1, 2, 3);
    sum<<<1, 1>>>(o + 2);
    sum_of<4, 5><<<1, 1>>>(o + 3);
    IS(o[0] == 5 && o[1] == 6 && o[2] == 0 && o[3] == 9);
    float *const p = numbers<float>(), *q = nullptr;
    unnamed<<<1, 1>>>(o, 3, q, nullptr);
    parentheses<<<1, 1>>>(3, p, o);
    twice<<<1, 1>>>(4, o + 1);
    functions<<<1, 1>>>(nullptr, o + 2);
    IS(o[0] == 6 && *p == 9 && o[1] == 8 && o[2] == 1);
    return wrong;
}
