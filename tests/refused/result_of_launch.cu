// SPDX-License-Identifier: MIT
__global__ void k() {}
int main() {
    int r = k<<<1, 1>>>(); // refused
    return r;
}
