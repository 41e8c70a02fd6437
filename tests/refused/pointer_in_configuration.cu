// SPDX-License-Identifier: MIT
__global__ void k() {}
int main() {
    int *n = nullptr;
    k<<<n, 1>>>(); // refused
}
