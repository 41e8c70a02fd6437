// SPDX-License-Identifier: MIT
// Several threads compute the same running value of an element in memory: each ends with the right
// one, for nvcc keeps the sum in a register and only stores it.
#include <stdio.h>
#define N 32
// a and x are all ones: each of these leaves N in each element, or in all that it has.
__global__ void columns(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] = 0;
    for (int j = 0; j < N; j++) sum[i] += a[j * N + i] * x[j];
}
__global__ void assigned(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        sum[i] = 0;
        for (int j = 0; j < N; j++) sum[i] = sum[i] + a[j * N + i] * x[j];
    }
}
__global__ void pointer(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *p = sum + i;
    *p = 0;
    for (int j = 0; j < N; j++) *p += a[j * N + i] * x[j];
}
__global__ void shared_columns(const float *a, const float *x, float *sum) {
    __shared__ float s[32];
    s[threadIdx.x] = 0;
    for (int j = 0; j < N; j++) s[threadIdx.x] += a[j * N + threadIdx.x] * x[j];
    __syncthreads();
    sum[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}
__global__ void shared_one(const float *a, const float *x, float *sum) {
    __shared__ float s;
    s = 0;
    for (int j = 0; j < N; j++) s += a[j * N] * x[j];
    __syncthreads();
    sum[blockIdx.x * 32 + threadIdx.x] = s;
}
__global__ void one(const float *a, const float *x, float *sum) {
    for (int i = 0; i < N; i++) {
        sum[i] = 0;
        for (int j = 0; j < N; j++) sum[i] += a[j * N + i] * x[j];
    }
}
__global__ void halves(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x / 2 * 2;
    sum[i] = 0; sum[i + 1] = 0;
    for (int j = 0; j < N; j++) sum[i] += a[j * N + i] * x[j];
    for (int j = 0; j < N; j++) sum[i + 1] += a[j * N + i] * x[j];
}
__global__ void down(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] = 2 * N;
    for (int j = 0; j < N; j++) sum[i] -= a[j * N + i] * x[j];
}
__global__ void counted(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] = 0;
    for (int j = 0; j < N; j++) sum[i]++;
}
__global__ void strided(const float *a, const float *x, float *sum) { // all rows go over all columns
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        sum[i] = 0;
        for (int j = 0; j < N; j++) sum[i] += a[j * N + i] * x[j];
    }
}
__global__ void behind_barrier(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float one[N];
    one[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    sum[i] = 0;
    for (int j = 0; j < N; j++) sum[i] += a[j * N + i] * one[j];
}
__global__ void two(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] = 0;
    for (int j = 0; j < N / 2; j++) { sum[i] += a[j * N + i]; sum[i] += x[j]; }
}
__global__ void nested(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] = 0;
    for (int j = 0; j < N; j += 8) for (int k = 0; k < 8; k++) sum[i] += a[(j + k) * N + i];
}
__device__ void add(float *to, float v) { *to += v; }
__global__ void function(const float *a, const float *x, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] = 0;
    for (int j = 0; j < N; j++) add(&sum[i], a[j * N + i] * x[j]);
}
__global__ void plane(const float *a, const float *x, float *sum) { // 32 x 8 own elements
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = threadIdx.y;
    if (r < 1) {
    sum[r * N + i] = 0;
    for (int j = 0; j < N; j++) sum[r * N + i] += a[j * N + i] * x[j];
    }
}
struct pair { float x, y; };
__global__ void member(const float *a, const float *x, pair *sum) {
    int i = blockIdx.x * blockDim.x / 2 + threadIdx.x / 2;
    sum[i].x = 0; sum[i].y = 0;
    for (int j = 0; j < N; j++) { sum[i].x += a[j * N + i] * x[j]; sum[i].y += 1; }
}
int main() {
    float *a, *x, *s; int bad = 0;
    cudaMallocManaged(&a, N * N * sizeof *a);
    cudaMallocManaged(&x, N * sizeof *x);
    cudaMallocManaged(&s, N * sizeof *s);
    for (int i = 0; i < N * N; i++) a[i] = 1;
    for (int i = 0; i < N; i++) x[i] = 1;
#define TRY(k, T) for (int z = 1; z < 3; z++) { for (int i = 0; i < N; i++) s[i] = -1; \
    k<<<1, dim3(32, 8 / z, z)>>>(a, x, (T *)s); cudaDeviceSynchronize(); \
    for (int i = 0; i < N; i++) if (s[i] != N) { printf("%s: %d: %g\n", #k, i, s[i]); bad = 1; break; } }
    TRY(columns, float) TRY(assigned, float) TRY(pointer, float) TRY(shared_columns, float) TRY(shared_one, float) TRY(one, float) TRY(halves, float) TRY(down, float)
    TRY(counted, float) TRY(strided, float) TRY(behind_barrier, float) TRY(two, float) TRY(nested, float) TRY(function, float) TRY(plane, float) TRY(member, pair)
    return bad;
}
