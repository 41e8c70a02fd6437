// SPDX-License-Identifier: MIT
namespace a { namespace b { __global__ void k(int *p) { *p = 1; } template <class T> __global__ void t(T *p) { *p = 4; } } }
namespace { __global__ void hidden(int *p) { *p = 2; } }
namespace c = a::b;
using a::b::t;
int main() {
    int *p;
    cudaMallocManaged(&p, 20);
    a::b::k<<<1, 1>>>(p);
    c::k<<<1, 1>>>(p + 1);
    hidden<<<1, 1>>>(p + 2);
    ::a::b::k<<<1, 1>>>(p + 3);
    t<<<1, 1>>>(p + 4);
    using namespace a::b;
    k<<<1, 1>>>(p + 3);
    return cudaDeviceSynchronize() || !(p[0] == 1 && p[1] == 1 && p[2] == 2 && p[3] == 1 && p[4] == 4);
}
