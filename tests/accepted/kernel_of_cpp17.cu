// SPDX-License-Identifier: MIT
template <auto n, class T> __global__ void k(T *a) {
    if constexpr (n > 2)
        *a = n;
    else
        *a = -n;
}
struct pair { int a, b; };
__global__ void s(int *o) {
    auto [x, y] = pair{3, 4};
    if (int z = x + y; z > 5) *o = z;
}
namespace a::b { __global__ void c(int *o) { *o = 5; } }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<3><<<1, 1>>>(p); k<1><<<1, 1>>>(p + 1); s<<<1, 1>>>(p + 2); a::b::c<<<1, 1>>>(p + 3);
    return cudaDeviceSynchronize() || !(p[0] == 3 && p[1] == -1 && p[2] == 7 && p[3] == 5);
}
