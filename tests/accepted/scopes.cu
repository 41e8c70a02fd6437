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
//// functions of the two sides that differ by the types of their parameters
#include <cstdio>
#include <string>
namespace a { struct object { int number; }; }
struct object { int number; };
typedef const int fixed;
__device__ int f(long);
__device__ int g(char);
__device__ int h(a::object);
__device__ int i(fixed *);
template <class T> __device__ int j(T *);
__device__ int f(long x) { return __popc(x); }
int f(unsigned x) { return std::string(x, 'x').size(); }
__device__ int g(char x) { return __popc(x); }
int g(signed char x) { return std::string(x, 'x').size(); }
__device__ int h(a::object x) { return __popc(x.number); }
int h(object x) { return std::string(x.number, 'x').size(); }
__device__ int i(fixed *x) { return __popc(*x); }
int i(int *x) { return std::string(*x, 'x').size(); }
template <class T> __device__ int j(T *x) { return __popc(*x); }
template <class T> int j(T x) { return std::string(x, 'x').size(); }
__global__ void kernel(int *out) {
    fixed seven = 7;
    *out = f(7l) + g(char(7)) + h(a::object{7}) + i(&seven) + j(&seven);
}
int main() {
    int *out, five = 5;
    cudaMallocManaged(&out, sizeof *out);
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    const int sum = f(5u) + g((signed char)5) + h(object{5}) + i(&five) + j(five);
    puts(*out == 15 && sum == 25 ? "ok" : "wrong");
}
//// functions of the two sides whose types have one name, or none
#include <cstdio>
#include <string>
namespace b { struct type { int number; }; struct box { __device__ int get(type); }; }
namespace a { struct type { int number; }; struct box { int get(type); }; }
namespace b { __device__ int box::get(type x) { return __popc(x.number); } }
int a::box::get(type x) { return std::string(x.number, 'x').size(); }
typedef struct { int number; } first;
typedef struct { int number; } second;
typedef enum { red, green } hue;
typedef enum { oval, square } shape;
__device__ int f(first x) { return __popc(x.number); }
int f(second x) { return std::string(x.number, 'x').size(); }
__device__ int g(hue);
__device__ int g(hue x) { return __popc(x); }
int g(shape x) { return std::string(x, 'x').size(); }
template <class T> struct list {
    template <class U> __device__ int sum(U, T);
    template <class U> int sum(U *, T);
    __device__ ~list();
};
template <class T> template <class U> __device__ int list<T>::sum(U a, T b) { return __popc(a + b); }
template <class T> template <class U> int list<T>::sum(U *a, T b) { return std::string(*a, 'x').size() + b; }
template <class T> __device__ list<T>::~list() { __threadfence(); }
template <class T> __device__ int of(T);
template <> int of<int>(int x) { return __popc(x); }
__global__ void kernel(int *out) {
    list<int> numbers;
    *out = b::box().get({7}) + f(first{3}) + g(green) + numbers.sum(2u, 1) + of(1);
}
int main() {
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    const int sum = a::box().get({5}) + f(second{4}) + g(square);
    puts(*out == 9 && sum == 10 ? "ok" : "wrong");
}
//// bases of the same names in many namespaces
#include <cstdio>
struct plain {
    int number;
    plain() : number(7) {}
};
struct holder { plain p; };
#define SPACE(name) \
    namespace name { \
    struct a {}; struct b : a {}; struct c : b {}; struct d : c {}; struct e : d {}; struct f : e {}; struct g : f {}; \
    struct h : g { __device__ int get(holder *o) { return __popc(o->p.number); } }; \
    }
SPACE(n0) SPACE(n1) SPACE(n2) SPACE(n3) SPACE(n4) SPACE(n5) SPACE(n6) SPACE(n7) SPACE(n8) SPACE(n9)
__global__ void kernel(holder *o, int *out) { *out = n0::h().get(o) + n9::h().get(o); }
int main() {
    int *out;
    holder *o, own;
    cudaMallocManaged(&out, sizeof *out);
    cudaMallocManaged(&o, sizeof *o);
    *o = own;
    kernel<<<1, 1>>>(o, out);
    cudaDeviceSynchronize();
    puts(*out == 6 ? "ok" : "wrong");
}
//// names that CUDA's headers have for functions of other parameters
#include <cstdio>
namespace own { const int all[] = {1}; }
enum class which { none, all, any };
struct S { int all, any; };
struct ballot { int x; };
__device__ bool any(int x) { return x > 0; }
template <class T> __device__ bool all(T x) { return x > 0; }
__global__ void k(int *o) {
    int dadd = 1, fdivide[2] = {2, 3};
    *o = any(3) + all(2.0f) + dadd + fdivide[0];
}
int main() {
    int *o;
    S s = {1, 2};
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(*o == 5 && s.all == 1 && own::all[0] == 1 && which::all != which::any ? "ok" : "wrong");
}
//// arrays whose elements the other side makes or ends, and constructors that make their own class
#include <cstdio>
struct M { ~M() {} };
struct A { M m; int x; };
struct D { int x = 3; __device__ D(int) {} __host__ __device__ D() {} D(char) : D(1) {} };
struct H { D d; H() : d(1) {} };
__global__ void k(int *o) {
    A a[2];
    a[0].x = 1, a[1].x = 2;
    A *b = new A[2];
    b[1].x = 4;
    *o = a[0].x + a[1].x + b[1].x;
    delete[] b;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    D d[2] = {1, 2};
    H h;
    printf(*o == 7 && d[1].x == 3 && h.d.x == 3 && D('a').x == 3 ? "ok\n" : "wrong\n");
}
//// constant members that are defined again outside their class
#include <cstdio>
struct V { int x; };
struct S {
    static const int a = 1;
    static constexpr int b = 2, c[2] = {3, 4};
    static constexpr V d = {5};
    static const int e, f;
};
const int S::a;
constexpr int S::b, S::c[2];
constexpr V S::d;
const int S::e = S::f + a; // of a value that stands below
const int S::f = 6;
template <class T> struct A { static const T a = 7; static const int b; };
template <class T> const T A<T>::a;
template <class T> const int A<T>::b = A<T>::a + 1;
__global__ void k(int *o) {
    *o = S::a + S::b + S::c[1] + S::d.x + S::f + A<int>::a + A<int>::b;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(*o == 33 ? "ok" : "wrong");
}
//// shared pointers to functions, outside functions
#include <cstdio>
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
    cudaDeviceSynchronize();
    puts(*o == 11 ? "ok" : "wrong");
}
//// the attributes that __global__ and its kin stand for
#include <cstdio>
#define ON_DEVICE __attribute__((device))
ON_DEVICE int one() { return 1; }
__attribute__((host)) __attribute__((device)) int both() { return 2; }
__attribute__((constant)) int c = 3;
__attribute__((unused)) __attribute__
    ((device)) int d = 4;
__attribute__((global)) void k(int *a) {
    __attribute__((shared)) int s[2];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = one() + both() + c + d + 10 * s[1 - threadIdx.x];
}
int main() {
    int *a, b[2];
    cudaMalloc(&a, sizeof b);
    k<<<1, 2>>>(a);
    cudaMemcpy(b, a, sizeof b, cudaMemcpyDeviceToHost);
    puts(b[0] == 20 && b[1] == 10 && both() == 2 ? "ok" : "wrong");
}
//// defaults that constexpr functions of the host work out
#include <cstdio>
#include <limits>
constexpr int f(int x) { return x + 1; }
__device__ int g(int x = f(2) * 3, int y = std::numeric_limits<signed char>::max()) { return x + y; }
__global__ void k(int *a) { *a = g(); }
int main() {
    int *a, n;
    cudaMalloc(&a, sizeof *a);
    k<<<1, 1>>>(a);
    cudaMemcpy(&n, a, sizeof n, cudaMemcpyDeviceToHost);
    puts(n == 9 + 127 ? "ok" : "wrong");
}
