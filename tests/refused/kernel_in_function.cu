// SPDX-License-Identifier: MIT
int main() {
    __global__ void k(int *a) { a[0] = 1; } // refused
}
