// SPDX-License-Identifier: MIT
int main() {
    k<<<1, 1>>>(); // refused
}
__global__ void k() {}
