// SPDX-License-Identifier: MIT
__device__ int f(int x) {
    __shared__ int s[8000];
    s[threadIdx.x] = x;
    __syncthreads();
    return s[0];
}
template <bool B> __global__ void k(int *o) {
    __shared__ int s[8000];
    s[threadIdx.x] = *o;
    __syncthreads();
    if constexpr (B)
        *o = f(*o);
    else
        *o = s[0] + 1;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<false><<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 1;
}
