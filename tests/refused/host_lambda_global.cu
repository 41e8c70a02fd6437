// SPDX-License-Identifier: MIT
auto add = [](int a, int b) { return a + b; };
__global__ void k(int *out) {
    out[0] = add(1, 2); // refused
}
