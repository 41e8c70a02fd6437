// SPDX-License-Identifier: MIT
struct pt { float x, y; };
constexpr int tile = 4;
template <int n> __global__ void k(float *o) {
    __shared__ float a[tile][n + 1], b;
    __shared__ pt p;
    static __shared__ int s;
    __shared__ alignas(16) char bytes[n * 2];
    extern __shared__ float dynamic[];
    if (threadIdx.x == 0) { b = 1; p = {2, 3}; s = 4; a[1][n] = 5; bytes[0] = 6; dynamic[1] = 7; }
    __syncthreads();
    o[threadIdx.x] = b + p.y + s + a[1][n] + bytes[0] + dynamic[1];
}
int main() {
    float *p;
    cudaMallocManaged(&p, 16);
    k<3><<<1, 4, 64>>>(p);
    return cudaDeviceSynchronize() || p[3] != 26;
}
