// SPDX-License-Identifier: MIT
// Functions, types and features of the host's compiler in device code, as nvcc 13 refuses them.
#include <typeinfo>
__global__ void k13(int *p, int x) { p[0] = __builtin_ctz(x) + __builtin_popcount(x) ; } // refused
__global__ void k14(int *p, int x) { if (__builtin_expect(x, 1)) p[0] = __builtin_popcount(x); }
int host(int x) { return __builtin_ctz(x) + __sync_fetch_and_add(&x, 1); }
__global__ void k15(int *p) { __sync_fetch_and_add(p, 1); } // refused
__global__ void k16(int *p) { __atomic_store_n(p, 1, __ATOMIC_RELAXED); } // refused
__global__ void k17(long *p) { *p = __builtin_ia32_rdtsc(); } // refused
__global__ void k18(int *p) { __builtin_add_overflow(*p, 1, p); } // refused
__device__ int f19(int x) { return __builtin_bswap32(x); } // refused
struct with_method { __device__ int m(int x) { return __builtin_clzl(x); } }; // refused
__global__ void k3(int *p, int x) { p[0] = (int)(__float128)x; } // refused
__device__ __float128 f6(int x) { return x; } // refused
__host__ __device__ int f8(int x) { __float128 y = x; return y; } // refused
typedef int v4 __attribute__((vector_size(16)));
__global__ void k1(v4 *p) { *p = *p + 1; } // refused
int host_vector(int x) { v4 z = {x}; return z[0]; }
int host_number(int x) { __float128 y = x; return y; }
struct base { __device__ virtual ~base() {} };
struct derived : base {};
template <int N> __global__ void of_constants(int *p, bool c) {
    const int n = 3;
    constexpr int m = N + 1;
    float a[n][m], b[N], d[sizeof *p];
    p[0] = sizeof a + sizeof b + sizeof d + __builtin_constant_p(3);
}
__global__ void array(float *p, int n) {
    float a[n]; // refused
    p[0] = a[0];
}
__device__ int arrays() {
    int n = 3;
    int a[2][n]; // refused
    float b[blockDim.x]; // refused
    return a[1][2] + b[0];
}
__host__ __device__ int array_of_both(int n) {
    int a[n]; // refused
    return a[0];
}
int array_of_host(int n) {
    int a[n];
    try { thread_local int t = a[0]; throw t; } catch (int x) { return x + (typeid(x) == typeid(n)); }
}
__global__ void tries(int *p) {
    try { *p = 1; } catch (...) { } // refused
    if (p) throw 1; // refused
}
__global__ void casts(base *b, int *p) { *p = dynamic_cast<derived *>(b) != nullptr; } // refused
__global__ void jumps(int *p) {
    void *to = &&end; // refused
    goto *to;
end: *p = __builtin_speculation_safe_value(1); // refused
}
__global__ void of_a_thread(int *p) { thread_local int t = 3; *p = t; } // refused
int main() { return 0; }
