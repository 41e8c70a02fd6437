// SPDX-License-Identifier: MIT
struct a_t { int x; };
struct b_t { int x; };
__global__ void k(a_t a) {}
int main() {
    b_t b = {1};
    k<<<1, 1>>>(b); // refused
}
