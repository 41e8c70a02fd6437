// SPDX-License-Identifier: MIT
__global__ void k() {
    dim3 a = threadIdx, b(blockIdx), c{threadIdx};
    dim3 d = dim3(threadIdx);
    uint3 e = {1, 2, 3};
    dim3 f = e;
}
void host(int n) {
    dim3 a(n, 2);
    dim3 b{(unsigned)n};
}
int main() {}
