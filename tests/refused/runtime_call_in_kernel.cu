// SPDX-License-Identifier: MIT
__global__ void k(int *o) {
    o[0] = 1;
    cudaDeviceSynchronize(); // refused
}
int main() { k<<<1, 1>>>(nullptr); }
