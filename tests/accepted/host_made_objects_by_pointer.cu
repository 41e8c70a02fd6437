// SPDX-License-Identifier: MIT
// nvcc --diag-suppress=177
int h() { return 3; }
struct H {
    int x;
    H() { x = h(); }
    H &operator=(const H &o) { x = o.x; return *this; }
};
struct S { H h; typedef int type; };
struct V { int v = h(); };
struct T { S *s; };
template <class C> __device__ int get(const C *c) { return c->h.x; }
template <class C> __device__ int size() { C(*c)[2] = nullptr; return sizeof *c; }
struct W { H h; };
static __device__ int nobody() { W w; return w.h.x; }
__global__ void k(int *o, S *s, const V *v) {
    S(*a)[2] = (S(*)[2])s;
    S (*f)(int) = nullptr;
    S b = *s;
    V w = *v;
    T t = {s + 1};
    S::type n = f != nullptr;
    s = &b;
    o[0] = (*a)[1].h.x + get<S>(t.s) + get(s) + w.v + n + size<S>() / sizeof(S);
}
int main() {
    S *s;
    V *v;
    int *o;
    cudaMallocManaged(&s, 2 * sizeof *s);
    cudaMallocManaged(&v, sizeof *v);
    cudaMallocManaged(&o, sizeof *o);
    s[0] = s[1] = S();
    *v = V();
    k<<<1, 1>>>(o, s, v);
    return cudaDeviceSynchronize() || o[0] != 3 + 3 + 3 + 3 + 2;
}
