// SPDX-License-Identifier: MIT
namespace mine {
__forceinline__ __device__ float rsqrt(float x) { return x + 1; }
struct V {
    float sinpi;
    float rsqrtf(float y) { return sinpi + y; }
};
}
struct W {
    int exp10;
    __device__ int rsqrt(int x) { return exp10 + x; }
};
__global__ void k(double *o) {
    float rsqrtf(4), cospif = 1;
    double s, c;
    float (*f)(float) = sinpif;
    W w = {3};
    sincospi(0.5, &s, &c);
    o[0] = ::rsqrt(4.0) + rsqrt(16.0f) + mine::rsqrt(1) + rsqrtf + w.rsqrt(2) + cospif;
    o[1] = sinpi(0.5f) + cospi(1.0) + s + c + f(0.5);
}
int main() {
    double *o;
    mine::V v = {2};
    cudaMallocManaged(&o, 16);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(o[0] == 12.75 && o[1] == 2 && v.rsqrtf(3) == 5 && rsqrt(4.0) == 0.5);
}
