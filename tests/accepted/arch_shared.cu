// SPDX-License-Identifier: MIT
__host__ __device__ int f(int x) {
#ifdef __CUDA_ARCH__
    __shared__ int s;
    s = x;
    __syncthreads();
    return s;
#else
    return x;
#endif
}
__global__ void k(int *o) { o[0] = f(4); }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(o[0] + f(1) == 5);
}
