// SPDX-License-Identifier: MIT
extern const float half;
struct S {
    static const int n;
    static const float f;
};
template <class T> struct U {
    static const T one;
};
namespace N {
extern const int m;
}
const float half = 0.5f;
const int S::n = 3;
const float S::f = 1.5f;
template <class T> const T U<T>::one = 1;
const int N::m = 4;
__global__ void k(float *a) { *a = half + S::n + S::f + U<float>::one + N::m; }
int main() {
    float *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    return cudaDeviceSynchronize() || *a != 10;
}
