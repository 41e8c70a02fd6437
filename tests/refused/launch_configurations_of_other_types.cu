// SPDX-License-Identifier: MIT
__global__ void k() {}
int main() {
    int *p = nullptr;
    float3 g = {1, 1, 1};
    cudaStream_t s = nullptr;
    k<<<g, 1>>>();         // refused
    k<<<p, 1>>>();         // refused
    k<<<1, 1, s>>>();      // refused
    int r = k<<<1, 1>>>(); // refused
    return r;
}
