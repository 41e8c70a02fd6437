// SPDX-License-Identifier: MIT
// What of the host compiler's builtins nvcc 13 takes in device code, and all of them on the host.
struct pair { int a, b; };
typedef int four __attribute__((vector_size(16)));

__global__ void k(int *p, float *f) {
    int x = threadIdx.x + 5, at = 0;
    if (__builtin_expect(x == 5, 1)) p[at++] = __builtin_popcount(x);
    p[at++] = __builtin_clz(x);
    p[at++] = __builtin_ffs(4);
    p[at++] = __builtin_abs(-x);
    __builtin_memcpy(p + at++, &x, 4);
    __builtin_memset(p + at++, 0, 4);
    p[at++] = __builtin_offsetof(pair, b);
    f[0] = __builtin_fmaf(2.f, 3.f, 1.f) + __builtin_sqrtf(4.f) + __builtin_copysignf(1.f, -2.f);
    p[at++] = __builtin_isnan(f[0]) + (int)__builtin_floor(2.5);
    if (x != 5) __builtin_unreachable();
}

int host(int x) {
    __float128 y = x;
    four z = {x, x, x, x};
    __sync_fetch_and_add(&x, 1);
    return (int)y + z[1] + __builtin_ctz(8) + __builtin_bswap32(0x01000000) + x;
}

int main() {
    static const int right[8] = {2, 29, 3, 5, 5, 0, 4, 2};
    int *p;
    float *f;
    cudaMallocManaged(&p, sizeof right);
    cudaMallocManaged(&f, sizeof *f);
    k<<<1, 1>>>(p, f);
    int wrong = cudaDeviceSynchronize() || *f != 8 || host(2) != 11;
    for (int i = 0; i < 8; i++) wrong |= p[i] != right[i];
    return wrong;
}
