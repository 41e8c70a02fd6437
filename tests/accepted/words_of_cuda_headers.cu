// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
struct __builtin_align__(16) p { int a, b; };
__no_return__ void done() {
    puts("ok");
    exit(0);
}
int CUDARTAPI twice(int x) { return 2 * x; }
__global__ void k(p *a) { a[1].b = alignof(p) + sizeof(p); }
int main() {
    p *a;
    cudaMallocManaged(&a, 2 * sizeof *a);
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    if (a[1].b == twice(16))
        done();
    return 1;
}
