// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>
struct H {
    int x;
    H() { x = 1; }
    H(const H &o) : x(o.x + 1) {}
    H &operator=(const H &o) { x = o.x + 8; return *this; }
};
struct S { H h[2]; };
struct M { std::unique_ptr<int> p; S s; };
__global__ void k(int *o, const S *s) { o[0] = s->h[1].x; }
int main() {
    M a, b = std::move(a);
    a = std::move(b);
    S *s;
    int *o;
    cudaMallocManaged(&s, sizeof *s);
    cudaMallocManaged(&o, sizeof *o);
    *s = a.s;
    k<<<1, 1>>>(o, s);
    return cudaDeviceSynchronize() || o[0] != 2 + 8 + 8;
}
