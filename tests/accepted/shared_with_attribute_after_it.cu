// SPDX-License-Identifier: MIT
template <bool B> struct Known { int x; };
__global__ void k(int *out) {
    __shared__ int s[4] __attribute__((aligned(16)));
    __shared__ Known<sizeof(int) >= 4> known;
    __shared__ struct { int a[4]; } own;
    s[threadIdx.x] = own.a[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0)
        known.x = 5;
    __syncthreads();
    out[threadIdx.x] = s[3 - threadIdx.x] + own.a[3 - threadIdx.x] + known.x;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 4>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == 11 && p[1] == 9 && p[2] == 7 && p[3] == 5);
}
