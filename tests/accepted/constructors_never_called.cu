// SPDX-License-Identifier: MIT
int base() { return 3; }
struct inner {
    int v = base();
    __device__ inner() {}
};
struct outer {
    inner in;
    int w = 1;
    __device__ outer() {}
};
struct whole {
    struct part {
        int v;
        __device__ part() { v = base(); }
    } in;
    __device__ whole() {}
};
__device__ inline int in_vain() { return outer().w + whole().in.v; }
__global__ void k(outer *p, whole *q, int *o) { *o = p->in.v + q->in.v + sizeof(outer); }
int main() {
    int *o;
    cudaMallocManaged(&o, 7 * sizeof *o);
    o[1] = o[2] = o[3] = o[4] = 5;
    k<<<1, 1>>>((outer *)(o + 1), (whole *)(o + 3), o);
    return cudaDeviceSynchronize() || *o != 18;
}
