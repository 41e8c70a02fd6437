// SPDX-License-Identifier: MIT
struct point { int x; };
__global__ void k(volatile int *o, volatile point *p, volatile int n, int volatile m[]) {
    n;
    *o;
    o[1];
    p->x;
    m[0];
    *(o + 1) == 1;
    auto q = o;
    *q;
}
int main() {}
