// SPDX-License-Identifier: MIT
struct base { int n; int size() const { return n; } };
struct derived : base {};
__global__ void k(derived d, int *out) {
    out[0] = d.size(); // refused
}
