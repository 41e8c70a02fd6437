// SPDX-License-Identifier: MIT
// nvcc -std=c++20
consteval int square(int n) { return n * n; }
struct S {
    int v;
    consteval S(int a) : v(a) {}
    consteval int twice() const { return 2 * v; }
};
template <class T> consteval T half(T t) { return t / 2; }
__device__ int f(int v = square(2)) { return v; }
__global__ void k(int *a) {
    constexpr S s(3);
    __shared__ int memory[square(2)];
    memory[0] = 1;
    a[0] = square(4) + f() + half(8) + s.twice() + S(5).v + memory[0] + (int)sizeof memory;
}
int main() {
    int *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    return cudaDeviceSynchronize() || a[0] != 52;
}
