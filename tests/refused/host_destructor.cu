// SPDX-License-Identifier: MIT
struct guard { int *p; ~guard() { *p = 0; } };
__global__ void k(int *out) {
    guard g = {out}; // refused
    out[1] = 1;
}
