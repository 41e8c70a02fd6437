// SPDX-License-Identifier: MIT
__global__ void k(int *o) { o[0]++; }
namespace n {
using ::k;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    n::k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || o[0] != 1;
}
