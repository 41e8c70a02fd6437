// SPDX-License-Identifier: MIT
#include <cassert>
#include <cstdio>
#include <cstring>
#include <new>
struct node { int v; __device__ node(int v) : v(v) {} };
__global__ void k(int *o) {
    int *a = (int *)malloc(16), *b = new int[4];
    memset(a, 0, 16); memcpy(b, a, 16);
    node *n = new node(5);
    char room[sizeof(node)];
    node *m = new (room) node(6);
    assert(b[0] == 0);
    o[0] = a[1] + b[2] + n->v + m->v;
    free(a); delete[] b; delete n;
    if (o[0] != 11) printf("%d\n", o[0]);
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || p[0] != 11;
}
