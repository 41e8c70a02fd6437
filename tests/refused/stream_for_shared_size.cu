// SPDX-License-Identifier: MIT
__global__ void k() {}
int main() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    k<<<1, 1, s>>>(); // refused
}
