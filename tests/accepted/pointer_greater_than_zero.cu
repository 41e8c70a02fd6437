// SPDX-License-Identifier: MIT
struct S { int *p; };
struct O { int x; __device__ bool operator>(int y) const { return x > y; } };
template <class T> __device__ bool is_there(T *p) { return p > 0 && p + 1 > 0 && 0 <= p; }
__global__ void k(int *o, S s) {
    int *&r = o;
    O big = {3};
    int n = 0;
    n += o > 0; n += s.p > NULL; n += r >= 0; n += big > 0; n += (o) > (0); n += 0 < s.p; n += is_there(o); n += (o <= 0) + (o < 0);
    *o = n;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    S s = {o};
    k<<<1, 1>>>(o, s);
    return cudaDeviceSynchronize() || *o != 7;
}
