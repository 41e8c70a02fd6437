// SPDX-License-Identifier: MIT
struct counter { int n; counter() { n = 5; } };
__global__ void k(int *out) {
    counter c; // refused
    out[0] = c.n;
}
