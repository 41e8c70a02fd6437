// SPDX-License-Identifier: MIT
__global__ void k(int *out) {
    uint3 threadIdx = make_uint3(5, 0, 0);
    threadIdx.x++;
    out[0] = threadIdx.x;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || p[0] != 6;
}
