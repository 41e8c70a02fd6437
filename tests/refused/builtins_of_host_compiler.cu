// SPDX-License-Identifier: MIT
// Functions of the host's compiler in device code, as nvcc 13 refuses them.
__global__ void k13(int *p, int x) { p[0] = __builtin_ctz(x) + __builtin_popcount(x) ; } // refused
__global__ void k14(int *p, int x) { if (__builtin_expect(x, 1)) p[0] = __builtin_popcount(x); }
int host(int x) { return __builtin_ctz(x) + __sync_fetch_and_add(&x, 1); }
__global__ void k15(int *p) { __sync_fetch_and_add(p, 1); } // refused
__global__ void k16(int *p) { __atomic_store_n(p, 1, __ATOMIC_RELAXED); } // refused
__global__ void k17(long *p) { *p = __builtin_ia32_rdtsc(); } // refused
__global__ void k18(int *p) { __builtin_add_overflow(*p, 1, p); } // refused
__device__ int f19(int x) { return __builtin_bswap32(x); } // refused
struct with_method { __device__ int m(int x) { return __builtin_clzl(x); } }; // refused
int main() { return 0; }
