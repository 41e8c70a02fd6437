// SPDX-License-Identifier: MIT
struct H { int x = 0; ~H() { x = 0; } };
struct M { H h; };
__global__ void k(int *o) {
    M m;
    o[0] = m.h.x;
} // refused
