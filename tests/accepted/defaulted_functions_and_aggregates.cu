// SPDX-License-Identifier: MIT
struct p { int x = 3; p() = default; p(const p &) = default; p &operator=(const p &) = default; };
struct q { p a; int b = 2; };
struct base { int n; __device__ base(int n) : n(n) {} };
struct derived : base { using base::base; };
__global__ void k(int *o) {
    q a, b = a;
    b = a;
    derived d(4);
    int s = 0;
    for (int i = 0; i < 1; i++) s += b.a.x + b.b + d.n;
    *o = s;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 9;
}
