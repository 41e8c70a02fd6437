// SPDX-License-Identifier: MIT
// Kernels whose memory behaviour is known on paper: what `make count` counts of them is held to
// what Nsight Compute counted (docs/counters/).
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 20)
#define B 256
#define ME (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void copy_coalesced(const float *a, float *b) { b[ME] = a[ME]; }
__global__ void copy_stride2(const float *a, float *b) { b[ME] = a[2 * ME]; }
__global__ void copy_offset1(const float *a, float *b) { b[ME] = a[ME + 1]; }
__global__ void copy_float4(const float4 *a, float4 *b) {
    if (ME < N / 4) b[ME] = a[ME];
}
struct point {
    float x, y, z;
};
__global__ void aos_xyz(const point *a, float *b) { b[ME] = a[ME].x + a[ME].y + a[ME].z; }
__global__ void half_warps(const float *a, float *b) {
    if (threadIdx.x % 32 < 16) b[ME] = a[ME];
}
__global__ void edge(const float *a, float *b, int n) {
    if (ME < n) b[ME] = a[ME];
}
template <int S> __global__ void shared_stride(const float *a, float *b) {
    __shared__ float s[256 * S];
    int t = threadIdx.x;
    s[t * S] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    b[blockIdx.x * blockDim.x + t] = s[((t + 1) % 256) * S];
}
__global__ void shared_broadcast(const float *a, float *b) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    b[blockIdx.x * blockDim.x + t] = s[t / 32];
}
__global__ void reduce_interleaved(const float *a, float *b) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
#pragma unroll 1
    for (int k = 1; k < 256; k *= 2) {
        int at = 2 * k * t;
        if (at < 256) s[at] += s[at + k];
        __syncthreads();
    }
    if (t == 0) b[blockIdx.x] = s[0];
}
__global__ void histogram_shared(const unsigned char *a, unsigned *h) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    int i = ME;
    atomicAdd(&s[a[i]], 1u);
    __syncthreads();
    atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
__constant__ float table[4096];
template <int D> __global__ void constant_addresses(float *b) { b[ME] = table[(ME % D) * 16 + blockIdx.x % 16]; }
__global__ void matmul_plain(const float *a, const float *b, float *c, int n) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float s = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];
    c[y * n + x] = s;
}
__global__ void collatz(int *b) {
    int i = ME;
    int v = i + 1, k = 0;
    while (v != 1 && k < 64) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        k++;
    }
    b[i] = k;
}

int main() {
    char *p, *q;
    cudaMalloc(&p, 256u << 20);
    cudaMalloc(&q, 256u << 20);
    unsigned char *h = (unsigned char *)malloc(N);
    unsigned s = 1;
    for (int i = 0; i < N; i++) {
        s = s * 1664525u + 1013904223u;
        h[i] = s >> 24;
    }
    cudaMemset(p, 0, 256u << 20);
    cudaMemcpy(p, h, N, cudaMemcpyHostToDevice);
    free(h);
    float *f = (float *)p, *g = (float *)q;
    const unsigned char *pb = (unsigned char *)p;
    const dim3 square(16, 16);

    copy_coalesced<<<N / B, B>>>(f, g);
    copy_stride2<<<N / B, B>>>(f, g);
    copy_offset1<<<N / B, B>>>(f, g);
    copy_float4<<<N / 4 / B, B>>>((float4 *)p, (float4 *)q);
    aos_xyz<<<N / B, B>>>((point *)p, g);
    half_warps<<<N / B, B>>>(f, g);
    edge<<<(1000 + B - 1) / B, B>>>(f, g, 1000);
    shared_stride<2><<<1024, B>>>(f, g);
    shared_stride<3><<<1024, B>>>(f, g);
    shared_broadcast<<<1024, B>>>(f, g);
    reduce_interleaved<<<1024, B>>>(f, g);
    histogram_shared<<<N / B, B>>>(pb, (unsigned *)q);
    constant_addresses<8><<<N / B, B>>>(g);
    matmul_plain<<<square, square>>>(f, f + 65536, g, 256);
    collatz<<<1024, B>>>((int *)q);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(p);
    cudaFree(q);
    return error != cudaSuccess;
}
