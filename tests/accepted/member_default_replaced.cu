// SPDX-License-Identifier: MIT
int host() { return 1; }
struct one { int v = host(); };
struct two { int u; int v = host(); };
struct outer { one m{3}; two n; __device__ outer() : n{1, 2} {} };
__global__ void k(int *p) {
    one a{1}, b = {2};
    one c = one{1}, d{c};
    two e{1, 2}, f = e;
    outer g;
    *p = a.v + b.v + c.v + d.v + e.v + f.v + g.m.v + g.n.v;
}
int main() {
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 14 && one{}.v == 1 && two{2}.v == 1);
}
