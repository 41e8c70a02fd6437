// SPDX-License-Identifier: MIT
__global__ void k(int *a, int n) { a[0] = n; }
int main() {
    int *p = nullptr;
    k<<<1, 1>>>(5, p); // refused
}
