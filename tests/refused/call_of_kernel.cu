// SPDX-License-Identifier: MIT
__global__ void k(int *a) { a[0] = 1; }
int main() {
    k(nullptr); // refused
}
