// SPDX-License-Identifier: MIT
struct S { int a, b; __device__ int f() { return 10 * a; } __device__ int g(int x) const { return b + x; } };
__device__ int S::*p = nullptr, S::*second = &S::b;
__device__ int (S::*q)() = nullptr;
__device__ int (S::*r)() = &S::f;
__device__ int S::*t[3] = {nullptr, &S::a, 0};
__constant__ int (S::*y[2])(int) const = {&S::g, nullptr};
__managed__ int S::*m = nullptr;
constexpr int S::*none = nullptr;
constexpr int S::*some = &S::b;
constexpr int (S::*no_function)() = nullptr;
struct T { int S::*p; int (S::*f)(); };
__constant__ T both = {&S::b, nullptr};
__global__ void k(int *o, S s, int S::*a, int S::*z, T x) {
    o[0] = p == nullptr && !q && !t[0] && t[1] && !y[1] && !z && none == nullptr && !no_function && !both.f && !x.f;
    o[1] = s.*second + s.*a, o[2] = (s.*r)(), o[3] = (&s)->*t[1], o[4] = (s.*y[0])(3);
    o[5] = s.*some + s.*both.p + s.*x.p, o[6] = s.*m;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 28);
    m = &S::a;
    k<<<1, 1>>>(o, S{1, 2}, &S::a, nullptr, T{&S::a, nullptr});
    cudaDeviceSynchronize();
    const int wanted[] = {1, 3, 10, 1, 5, 5, 1};
    bool right = true;
    for (int i = 0; i < 7; i++)
        right = right && o[i] == wanted[i];
    return !right;
}
