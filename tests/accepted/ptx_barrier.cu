// SPDX-License-Identifier: MIT
// A barrier of the block by inline PTX, in a function that the kernel calls.
__device__ void wait_all() {
    asm volatile("bar.sync 0;" ::: "memory");
}
__global__ void turn(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    wait_all();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
    int *dev, h[64], wrong = 0;
    cudaMalloc(&dev, sizeof h);
    turn<<<1, 64>>>(dev);
    const cudaError_t e = cudaMemcpy(h, dev, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        wrong += h[i] != 63 - i;
    return wrong || e || cudaFree(dev);
}
