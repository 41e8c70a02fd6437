// SPDX-License-Identifier: MIT
struct inner { int x; __host__ inner() : x(1) {} };
struct outer { inner i; };
__global__ void k(int *o) { o[0] = sizeof(outer); }
int main() {
    outer *const made = new outer;
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    const bool right = o[0] == sizeof(int) && made->i.x == 1;
    delete made;
    return !right;
}
