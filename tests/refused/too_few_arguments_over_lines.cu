// SPDX-License-Identifier: MIT
__global__ void k(float *a, int n, const float *b, int last = 1) { a[0] = n + b[0] + last; }
int main() {
    float *a = nullptr;
    k<<<1, // refused
        1>>>(
        a,
        3);
}
