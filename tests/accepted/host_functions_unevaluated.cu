// SPDX-License-Identifier: MIT
int r(int i) { return i; }
template <int n> __device__ int number() { return n; }
template <class T> struct of { T v; };
template <class T> __device__ int f(T x = sizeof(decltype(r(1)))) { return x; }
__device__ int w(int x = sizeof(r(1))) { return x; }
__device__ auto u(int x) -> decltype(r(x)) { return x; }
__device__ auto v(int x) noexcept(noexcept(r(x))) { return x; }
__global__ void k(int *o, int i) {
    of<decltype(r(1))> c = {1};
    decltype(r(1)) d = 2;
    __typeof__(r(i)) e = 4;
    const decltype(r(3)) *p = o + 5;
    __shared__ decltype(r(1)) s[4];
    using t = decltype(r(2));
    auto l = [](int x) -> decltype(r(x)) { return x; };
    enum { SIZE = sizeof(r(i)) };
    int sum = 0;
    for (decltype(r(1)) y = 0; y < 3; y++)
        sum += y;
    if (decltype(r(1)) y = i)
        sum += y;
    s[0] = number<sizeof(r(1))>() + sizeof r(1) + alignof(decltype(r(1))) + noexcept(r(1)) + SIZE;
    o[0] = (decltype(r(1)))1.5f + decltype(r(1))(2) + decltype(r(1)){3} + static_cast<decltype(r(1))>(4.5);
    o[1] = c.v + d + e + t(7) + l(8) + sum + *p + s[0];
    o[2] = f<int>() + w() + u(1) + v(2);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 32);
    o[5] = 100;
    k<<<1, 1>>>(o, 2);
    return cudaDeviceSynchronize() || !(o[0] == 10 && o[1] == 143 && o[2] == 11);
}
