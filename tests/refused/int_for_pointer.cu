// SPDX-License-Identifier: MIT
__global__ void k(int *a) { a[0] = 1; }
int main() {
    int n = 5;
    k<<<1, 1>>>(n); // refused
}
