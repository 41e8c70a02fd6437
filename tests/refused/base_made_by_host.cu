// SPDX-License-Identifier: MIT
struct B { int x; B(int v) : x(v) {} };
struct D : B { __device__ D() : B(3) {} }; // refused
__global__ void k(int *o) {
    D a;
    o[0] = a.x;
}
