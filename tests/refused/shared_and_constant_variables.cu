// SPDX-License-Identifier: MIT
__global__ void k(int *a, int n) {
    __shared__ int one = 0;                 // refused
    int __shared__ after_type = 3;          // refused
    __shared__ int some[4] = {1, 2, 3, 4};  // refused
    __shared__ int block_size[blockDim.x];  // refused
    __shared__ int parameter_size[n];       // refused
    __constant__ int c = 3;                 // refused
    a[0] = one + after_type + some[0] + block_size[0] + parameter_size[0] + c;
}
int main() {
    __shared__ int s; // refused
    __device__ int d; // refused
    s = 1;
    return s;
}
