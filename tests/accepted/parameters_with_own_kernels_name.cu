// SPDX-License-Identifier: MIT
__global__ void zero_point(int n, int *zero_point) {
    if (threadIdx.x < n)
        zero_point[threadIdx.x] = 3;
}
__global__ void both(int both, int *o) { o[1] = both; }
template <class T> __global__ void sum(T *sum, int n = 5) {
    __shared__ int part;
    part = n;
    __syncthreads();
    sum[2] = part;
}
namespace N {
__global__ void k(int (*k)[4]) { (*k)[3] = 6; }
}
int main() {
    int *o;
    cudaMallocManaged(&o, 16);
    zero_point<<<1, 1>>>(1, o);
    both<<<1, 1>>>(2, o);
    sum<<<1, 1>>>(o);
    N::k<<<1, 1>>>((int(*)[4])o);
    return cudaDeviceSynchronize() || !(o[0] == 3 && o[1] == 2 && o[2] == 5 && o[3] == 6);
}
