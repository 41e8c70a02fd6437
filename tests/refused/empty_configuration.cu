// SPDX-License-Identifier: MIT
__global__ void k() {}
int main() {
    k<<<>>>(); // refused
}
