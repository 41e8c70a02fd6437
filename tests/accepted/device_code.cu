// SPDX-License-Identifier: MIT
// What C++ has, in device code.
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "numbers.h"
__device__ int next(int x) { return x + 1; }
__device__ int last(int x) { return x - 1; }
__host__ __device__ int two_more(int x) { return x + 2; }

// Functions: recursive, by pointers, declared before, in functions, and with attributes.
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__host__ __device__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
typedef int (*op_t)(int);
__device__ op_t table[] = {next, two_more};
__shared__ int (*f)(int);
static __shared__ int (*g[2])(int), h;
__device__ int (*pick(int which))(int);
__device__ int (*pick(int which))(int) { return which ? next : last; }
__device__ int (&row(int (&a)[2][3]))[3] { return a[1]; }
struct picks { __device__ int (*get() const)(int) { return next; } };
__global__ void functions(int *o, bool chosen) {
    __device__ int next(int);
    __host__ void later(int);
    typeof(*o) m[2][3] = {{1, 2, 3}, {4, 5, 6}}; // by -std=c++17, too
    f = next;
    g[1] = &next;
    h = 2;
    op_t of = chosen ? next : last;
    o[0] = even(10) + fact(4) + next(3) + of(3) + table[1](4);
    o[1] = f(3) + (*g[1])(4) + h;
    o[2] = pick(1)(10) + pick(0)(100) + row(m)[2] + picks().get()(1000);
}
__device__ int inlined(int a);
__device__ int inlined(float a);
namespace N { __device__ int given(const int *); }
__global__ void declared_first(int *o) { o[0] = inlined(1) + inlined(1.f) + N::given(o + 1); }
inline __device__ int inlined(int b) { return b + 1; }
__device__ int inlined(float) { return 7; }
namespace N { __inline__ __device__ int given(int const *p) { return *p; } }
void later(int *o) {
    __global__ void declared_first(int *);
    __device__ int next(int);
    declared_first<<<1, 1>>>(o);
}

// Classes.
struct shape { __device__ virtual int area() const { return 0; } __device__ virtual ~shape() {} };
struct square : shape { int a; __device__ square(int a) : a(a) {} __device__ int area() const override { return a * a; } };
struct outside { int x; __device__ int get() const; __host__ __device__ void set(int y); int host(); };
__device__ int outside::get() const { return x; }
__host__ __device__ void outside::set(int y) { x = y; }
int outside::host() { return x + 100; }
struct vec {
    float x, y;
    __host__ __device__ vec(float x = 0, float y = 0) : x(x), y(y) {}
    __host__ __device__ vec operator+(vec o) const { return vec(x + o.x, y + o.y); }
    __host__ __device__ float dot(vec o) const { return x * o.x + y * o.y; }
    __host__ __device__ operator bool() const { return x != 0; }
    __host__ __device__ ~vec() {}
};
__host__ __device__ vec operator*(float s, vec v) { return vec(s * v.x, s * v.y); }
__device__ __host__ inline float norm2(vec v) { return v.dot(v); }
union bits { float f; unsigned u; };
enum class color : unsigned char { red, green };
struct flags { unsigned a : 3, b : 5; };
__device__ int counted() { static int n = 0; return ++n; }
__global__ void classes(int *o) {
    struct local {
        int a;
        __device__ local(int x) : a(x) {}
        __device__ int *where() { return &a; }
        __device__ int operator()(int x) const { return a * x; }
    };
    local l(threadIdx.x);
    *l.where() += 2;
    __syncthreads();
    o[threadIdx.x] = l(3);
    if (threadIdx.x > 0) return;
    shape *s = new square(3);
    outside v;
    v.set(4);
    o[2] = s->area() + v.get();
    delete s;
    vec a(1, 2), b = 2.0f * a + a;
    if (b) o[3] = norm2(b);
    bits c; c.f = 1.0f;
    flags f = {5, 9};
    counted();
    o[4] = (c.u >> 23) + f.b + static_cast<int>(color::green) + counted();
    int n = 3;
    auto add = [&](int x) { return x + n; };
    auto twice = [=](auto x) { return 2 * x; };
    o[5] = add(4) + 10 * twice(n);
}

// Attributes after __global__, and letters that are not ASCII.
__global__ [[maybe_unused]] void unused(int *o) { *o = 1; }
__device__ [[nodiscard]] int kept() { return 1; }
template <class T> __global__ [[maybe_unused]] void letters(T *größe) {
    __shared__ T ö[2];
    ö[threadIdx.x] = kept();
    __syncthreads();
    {
        T fläche = ö[threadIdx.x ^ 1] + 1;
        größe[threadIdx.x] = fläche;
    }
#pragma unroll
#pragma unroll 2
    for (int i = 0; i < 2; i++) größe[threadIdx.x] += i;
}

// Functions of the library, by either name and by names that CUDA's headers have; an element of another lane.
__host__ __device__ double signs(double x, float y) { return copysign(x, y) + copysign(y, x); }
__global__ void mathematics(float *o, double x, float y) {
    o[0] = std::sqrt(16.0f) + std::abs(-2.0f) + std::fabs(1.0) + std::pow(2.0, 3.0) + std::floor(1.5f) + std::fmax(1.0, 2.0);
    o[1] = sqrtf(4) + max(1, 2) + min(3.0f, 4.0f) + abs(-3) + std::isnan(1.0f);
    o[2] = signs(x, y) + copysign(y, -1.0f) + std::copysign(x, 1.0);
    __half a = 3;
    __nv_bfloat16 b = 4;
    o[3] = (float)(+a * a) + (float)(+b - -b) + (float)(+__half2half2(a)).x;
}
namespace own { const int all[] = {1}; }
enum class which { none, all, any };
struct S { int all, any; };
struct ballot { int x; };
__device__ bool any(int x) { return x > 0; }
template <class T> __device__ bool all(T x) { return x > 0; }
__global__ void names(int *o) {
    int dadd = 1, fdivide[2] = {2, 3};
    o[0] = any(3) + all(2.0f) + dadd + fdivide[0];
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, n = 0, q = 2;
    a[n++] += a[q ^ 1];
    a[++n] -= a[q ^ 1];
    o[1] = n * 100 + a[0] * 10 + a[2];
}
int main() {
    int *o = numbers();
    float *const p = numbers<float>();
    functions<<<1, 1>>>(o, true);
    IS(o[0] == 1 + fact(4) + 4 + 4 + 6 && o[1] == 11 && o[2] == 11 + 99 + 6 + 1001);
    o[1] = 5;
    later(o);
    IS(o[0] == 2 + 7 + 5);
    classes<<<1, 2>>>(o);
    outside v = {1};
    IS(o[0] == 6 && o[1] == 9 && o[2] == 13 && o[3] == norm2(2.0f * vec(1, 2) + vec(1, 2)) && o[4] == 127 + 9 + 1 + 2 && o[5] == 67 && v.host() == 101);
    letters<<<1, 2>>>(o);
    IS(o[0] == 3 && o[1] == 3);
    mathematics<<<1, 1>>>(p, 2, -3);
    IS(p[0] == 18 && p[1] == 10 && p[2] == signs(2, -3) - 3 + 2 && std::copysign(1, -2.0f) == -1 && p[3] == 9 + 8 + 3);
    S s = {1, 2};
    names<<<1, 1>>>(o);
    IS(o[0] == 5 && s.all == 1 && own::all[0] == 1 && which::all != which::any && o[1] == 249);
    return wrong;
}
