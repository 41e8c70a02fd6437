// SPDX-License-Identifier: MIT
#ifndef __CUDA_ARCH__
#include <string>
#include <vector>
#endif
__global__ void k(int *o) { *o = 4; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
#ifndef __CUDA_ARCH__
    std::vector<std::string> v(*p);
    return !(v.size() == 4);
#endif
}
