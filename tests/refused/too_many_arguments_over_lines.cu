// SPDX-License-Identifier: MIT
__global__ void k(float *a, int n) { a[0] = n; }
int main() {
    float *a = nullptr;
    k<<<1, 1>>>(a, // refused
        3,
        4,
        5);
}
