// SPDX-License-Identifier: MIT
__global__ void k(float *a) { a[0] = 1; }
int main() {
    void *p = nullptr;
    k<<<1, 1>>>(p); // refused
}
