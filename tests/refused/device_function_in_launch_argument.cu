// SPDX-License-Identifier: MIT
__device__ int dev_one() { return 1; }
__global__ void k(int n) {}
int main() {
    k<<<1, 1>>>(dev_one()); // refused
}
