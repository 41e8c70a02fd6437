// SPDX-License-Identifier: MIT
// Functions and types of the host's compiler in device code, as nvcc 13 refuses them.
typedef int v4 __attribute__((vector_size(16)));
typedef __float128 quad;
struct holds { v4 a; };
struct holdq { quad a; };
__global__ void k0(int *p, int x) { _Complex float f = x; p[0] = __real__ f; }
__global__ void k2(int *p, int x) { quad f = x; p[0] = f; } // refused
__global__ void k3(int *p, int x) { p[0] = (int)(__float128)x; } // refused
__global__ void k4(int *p, int x) { holds h; p[0] = sizeof h; } // refused
__device__ __float128 f6(int x) { return x; } // refused
__device__ int f7(v4 x) { return x[0]; } // refused
__global__ void k9(holdq h) { } // refused
__device__ v4 g; // refused
__host__ __device__ int f8(int x) { __float128 y = x; return y; } // refused
template <class T> __device__ int f9(T x) { return x; }
__global__ void k11(int *p, int x) { p[0] = f9((__float128)x); } // refused
__global__ void k13(int *p, int x) { p[0] = __builtin_ctz(x) + __builtin_popcount(x) ; } // refused
__global__ void k14(int *p, int x) { if (__builtin_expect(x, 1)) p[0] = __builtin_popcount(x); }
int host(int x) { __float128 y = x; v4 z = {x}; return y + z[0] + __builtin_ctz(x) + __sync_fetch_and_add(&x, 1); }
__global__ void k15(int *p) { __sync_fetch_and_add(p, 1); } // refused
__global__ void k16(int *p) { __atomic_store_n(p, 1, __ATOMIC_RELAXED); } // refused
__global__ void k17(long *p) { *p = __builtin_ia32_rdtsc(); } // refused
__global__ void k18(int *p) { __builtin_add_overflow(*p, 1, p); } // refused
__device__ int f19(int x) { return __builtin_bswap32(x); } // refused
struct with_method { __device__ int m(int x) { return __builtin_clzl(x); } }; // refused
int main() { return 0; }
