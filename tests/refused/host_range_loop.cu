// SPDX-License-Identifier: MIT
struct H {
    int a[3];
    int *begin() {
        return a;
    }
    int *end() {
        return a + 3;
    }
};
__global__ void k(int *o, H h) {
    for (int x : h) // refused
        o[0] += x;
}
