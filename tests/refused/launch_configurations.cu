// SPDX-License-Identifier: MIT
__global__ void k() {}
int main() {
    k<<<>>>();              // refused
    k<<<1, 1, 0, 0, 0>>>(); // refused
}
