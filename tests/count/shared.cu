// SPDX-License-Identifier: MIT
// Kernels that use shared memory in every way: what `make count` counts of them is held to what
// Nsight Compute counted (docs/counters/).
#include "data.h"

__global__ void transpose_16(const float *a, float *b, int n) {
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = a[y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    b[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
template <int TILE> __global__ void matmul_tile(const float *a, const float *b, float *c, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    float sum = 0;
    for (int t = 0; t < n; t += TILE) {
        as[ty][tx] = a[y * n + t + tx];
        bs[ty][tx] = b[(t + ty) * n + x];
        __syncthreads();
        for (int k = 0; k < TILE; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
__global__ void reduce_sequential(const float *a, float *b) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[ME];
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) b[blockIdx.x] = s[0];
}
__global__ void reduce_shuffle(const float *a, float *b) {
    __shared__ float s[32];
    float sum = a[ME];
    for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0;
        for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
        if (threadIdx.x == 0) b[blockIdx.x] = sum;
    }
}
__global__ void scan_block(const float *a, float *b) {
    __shared__ float s[2][256];
    int t = threadIdx.x, now = 0;
    s[0][t] = a[ME];
    __syncthreads();
    for (int k = 1; k < 256; k *= 2) {
        s[1 - now][t] = t >= k ? s[now][t] + s[now][t - k] : s[now][t];
        now = 1 - now;
        __syncthreads();
    }
    b[ME] = s[now][t];
}
__global__ void stencil_halo(const float *a, float *b, int n) {
    const int RADIUS = 3;
    __shared__ float s[256 + 2 * RADIUS];
    int i = ME, t = threadIdx.x + RADIUS;
    s[t] = a[i];
    if (threadIdx.x < RADIUS) {
        s[t - RADIUS] = i >= RADIUS ? a[i - RADIUS] : 0;
        s[t + 256] = i + 256 < n ? a[i + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) sum += s[t + k];
    b[i] = sum;
}
__global__ void dynamic_reversed(const int *a, int *b) {
    extern __shared__ int s[];
    s[threadIdx.x] = a[ME];
    __syncthreads();
    b[ME] = s[blockDim.x - 1 - threadIdx.x];
}
THROUGH(shared_doubles, double, 256, threadIdx.x, (threadIdx.x + 1) % 256)
THROUGH(shared_doubles_stride2, double, 512, 2 * threadIdx.x, 2 * ((threadIdx.x + 1) % 256))
THROUGH(shared_float4, float4, 256, threadIdx.x, 255 - threadIdx.x)
THROUGH(shared_float4_stride2, float4, 512, 2 * threadIdx.x, 2 * (255 - threadIdx.x))
THROUGH(shared_float2_broadcast, float2, 256, threadIdx.x, threadIdx.x / 4)
__global__ void shared_bytes(const unsigned char *a, unsigned char *b) {
    __shared__ unsigned char s[1024];
    s[threadIdx.x] = a[ME];
    s[threadIdx.x * 4 % 1024] = a[ME];
    __syncthreads();
    b[ME] = (unsigned char)(s[threadIdx.x ^ 1] + s[threadIdx.x * 4 % 1024]);
}
__global__ void shared_random(const float *a, const int *index, float *b) {
    __shared__ float s[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = a[k];
    __syncthreads();
    b[ME] = s[index[ME] % 1024];
}
struct vec3 {
    float x, y, z;
};
__global__ void shared_structs(const vec3 *a, float *b) {
    __shared__ vec3 s[128];
    s[threadIdx.x] = a[ME];
    __syncthreads();
    vec3 v = s[127 - threadIdx.x];
    b[ME] = v.x * v.y + v.z;
}
__global__ void bitonic(float *a) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[ME];
    __syncthreads();
    for (int size = 2; size <= 256; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = t ^ stride;
            if (other > t) {
                bool up = (t & size) == 0;
                float x = s[t], y = s[other];
                if ((x > y) == up) {
                    s[t] = y;
                    s[other] = x;
                }
            }
            __syncthreads();
        }
    a[ME] = s[t];
}

int main(void) {
    make_data();
    const float *f = (const float *)dev_in;
    float *g = (float *)dev_out;
    const int blocks = N / B;
    transpose_16<<<dim3(16, 16), dim3(16, 16)>>>(f, g, 256);
    matmul_tile<16><<<dim3(8, 8), dim3(16, 16)>>>(f, f + N, g, 128);
    matmul_tile<32><<<dim3(4, 4), dim3(32, 32)>>>(f, f + N, g, 128);
    RUN(blocks, B, reduce_sequential, reduce_shuffle, scan_block);
    stencil_halo<<<blocks, B>>>(f, g, N);
    dynamic_reversed<<<500, 200, 200 * sizeof(int)>>>((int *)dev_in, (int *)dev_out);
    RUN(blocks, B, shared_doubles, shared_doubles_stride2, shared_float4, shared_float4_stride2,
        shared_float2_broadcast, shared_bytes);
    shared_random<<<blocks, B>>>(f, (int *)dev_index, g);
    RUN(200, 128, shared_structs);
    bitonic<<<64, B>>>((float *)dev_in);
    return finish();
}
