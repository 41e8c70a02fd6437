// SPDX-License-Identifier: MIT
struct H {
    int x;
    ~H() {
        x = 0;
    }
};
__global__ void k(H *o) {
    delete o; // refused
}
