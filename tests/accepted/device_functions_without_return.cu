// SPDX-License-Identifier: MIT
// Functions of the device that end without their return, as in the skeleton of a lab: the value is
// unspecified, and nothing else happens. The program goes on.
#include <stdio.h>

#pragma GCC optimize("O2") // else such a function may return by chance
struct pair { int a, b; };
__device__ unsigned nothing(unsigned p, volatile unsigned *s) { /* to be written */ }
__device__ int sometimes(int t) {
    if (t < 1000) t++;
    else return t;
}
__device__ float *pointer(float *p) { p[0] = 1; }
__device__ pair object(int t) {
    for (int i = 0; i < t; i++)
        if (i == 2000) return {1, 2};
}
__device__ pair filled(int t) {
    pair p;
    p.a = t;
}
template <class T> __device__ T of_any_type(T value) { value += 1; }
__host__ __device__ float4 of_both_sides(int t) {
    switch (t) {
    case 5000: return make_float4(1, 2, 3, 4);
    }
}
__device__ int waits(int *s) {
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
}
struct object_with_method {
    int x;
    __device__ int method() { x++; }
    __device__ operator float() const { if (x == 7) return 1; }
    __device__ int &element(int i) { if (i > 1000) return x; }
};
struct made_of_a_number { int x; __device__ made_of_a_number(int n) : x(n) {} };
__device__ made_of_a_number made(int t) { if (t > 1000) return made_of_a_number(t); }
__device__ int right(int t) {
    while (true)
        if (t++ > 10) return t;
}

__global__ void k(unsigned *out, float *f) {
    __shared__ int s[32];
    int t = threadIdx.x;
    unsigned sum = nothing(t, out);
    sum += sometimes(t);
    sum += pointer(f) != nullptr;
    sum += object(t).a + filled(t).a + of_any_type(t) + of_any_type(1.5) + of_both_sides(t).x + waits(s);
    object_with_method m = {t};
    sum += m.method() + (float)m + m.element(t) + made(t).x;
    auto lambda = [&](int n) -> int { sum += n; };
    sum += lambda(t) + [](auto v) -> decltype(v) { if (v > 1000) return v; }(t);
    if (t == 0) {
        out[0] = sum;
        out[1] = right(3);
        out[2] = s[31];
        out[3] = 42;
    }
}

int main() {
    unsigned *d, h[4] = {};
    float *f;
    cudaMalloc(&d, 32 * sizeof *d);
    cudaMalloc(&f, sizeof *f);
    k<<<1, 32>>>(d, f);
    const cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s %u %u %u\n", cudaGetErrorString(e), h[1], h[2], h[3]);
    return e || h[1] != 12 || h[2] != 31 || h[3] != 42;
}
