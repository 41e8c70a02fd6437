// SPDX-License-Identifier: MIT
// Kernels with atomics, constant memory, local arrays and branches: what `make count` counts of
// them is held to what Nsight Compute counted (docs/counters/).
#include "data.h"

__constant__ float table[1024];
__constant__ int2 pairs[64];
__device__ unsigned total;

__global__ void atomic_one(unsigned *h) { atomicAdd(h, 1u); }
__global__ void atomic_histogram(const float *a, unsigned *h) { atomicAdd(&h[(int)(a[ME] * 256)], 1u); }
__global__ void atomic_float(const float *a, float *sum) { atomicAdd(&sum[threadIdx.x % 8], a[ME]); }
__global__ void atomic_double(const float *a, double *sum) { atomicAdd(&sum[threadIdx.x], (double)a[ME]); }
__global__ void atomic_used(const float *a, unsigned *count, float *b) {
    if (a[ME] > 0.5f) b[atomicAdd(count, 1u)] = a[ME];
}
__global__ void atomic_max(const int *index, int *most) { atomicMax(&most[threadIdx.x & 15], index[ME]); }
__global__ void atomic_cas(const int *index, int *slot) { atomicCAS(&slot[index[ME] & 1023], 0, ME); }
__global__ void atomic_exchange(const int *index, int *slot) { atomicExch(&slot[index[ME] & 1023], ME); }
__global__ void atomic_shared_int(const float *a, int *b) {
    __shared__ int bins[64];
    if (threadIdx.x < 64) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[(int)(a[ME] * 64)], 1);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&b[threadIdx.x], bins[threadIdx.x]);
}
__global__ void atomic_shared_float(const float *a, float *b) {
    __shared__ float sums[32];
    if (threadIdx.x < 32) sums[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&sums[threadIdx.x % 32], a[ME]);
    __syncthreads();
    if (threadIdx.x < 32) b[blockIdx.x * 32 + threadIdx.x] = sums[threadIdx.x];
}
__global__ void atomic_variable(const float *a) {
    if (a[ME] > 0.25f) atomicAdd(&total, 1u);
}
__global__ void constant_uniform(float *b, int n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += table[k];
    b[ME] = sum;
}
__global__ void constant_lanes(float *b) { b[ME] = table[threadIdx.x]; }
__global__ void constant_gather(const int *index, float *b) { b[ME] = table[index[ME] & 31]; }
__global__ void constant_pairs(float *b) {
    int2 p = pairs[threadIdx.x / 8];
    b[ME] = (float)(p.x * p.y);
}
__global__ void local_array(const float *a, const int *index, float *b) {
    float mine[16];
    for (int k = 0; k < 16; k++) mine[k] = a[k * N + ME];
    b[ME] = mine[index[ME] & 15];
}
__global__ void registers(const float *a, float *b) {
    float mine[4];
    for (int k = 0; k < 4; k++) mine[k] = a[k * N + ME];
    b[ME] = mine[0] * mine[1] + mine[2] * mine[3];
}
__global__ void early_exit(const float *a, float *b) {
    if (a[ME] < 0.5f) return;
    b[ME] = a[ME + N];
}
__global__ void both_arms(const float *a, float *b, float *c) {
    if (a[ME] < 0.5f)
        b[ME] = a[ME + N];
    else
        c[ME] = a[ME + 2 * N] + 1;
    b[ME + N] = 1;
}
__global__ void loop_of_lane(const float *a, float *b) {
    float sum = 0;
    for (int k = 0; k < (int)(threadIdx.x & 31); k++) sum += a[k * 16384 + ME];
    b[ME] = sum;
}
__global__ void rows_of_lengths(const int *index, const float *a, float *b) {
    float sum = 0;
    for (int r = 0; r < 4; r++) {
        int length = index[ME + r] & 7;
        for (int k = 0; k < length; k++) sum += a[(r * 8 + k) * 256 + (ME & 255)];
    }
    b[ME] = sum;
}
__device__ float clamped(const float *a, int i, int n) { return a[i < 0 ? 0 : i >= n ? n - 1 : i]; }
__global__ void function_calls(const float *a, float *b, int n) {
    b[ME] = clamped(a, ME - 1, n) + clamped(a, ME + 1, n);
}
__global__ void block_3d(const float *a, float *b) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    b[((blockIdx.x * 3 + z) * 5 + y) * 64 + x] = a[((blockIdx.x * 3 + z) * 5 + y) * 16 + x];
}
__global__ void search(const float *a, float *b, int n) {
    int k = ME & 63;
    while (k < n && a[k] < 0.9f) k += 64;
    b[ME] = (float)k;
}

int main(void) {
    make_data();
    const float *f = (const float *)dev_in;
    float *g = (float *)dev_out;
    const int *index = (const int *)dev_index;
    const int blocks = N / B;
    float host_table[1024];
    for (int i = 0; i < 1024; i++) host_table[i] = (float)i;
    cudaMemcpyToSymbol(table, host_table, sizeof host_table);
    cudaMemcpyToSymbol(pairs, host_table, sizeof(int2) * 64);
    atomic_one<<<100, 100>>>((unsigned *)dev_out);
    atomic_histogram<<<blocks, B>>>(f, (unsigned *)dev_out);
    atomic_float<<<blocks, B>>>(f, g);
    atomic_double<<<blocks, B>>>(f, (double *)dev_out);
    cudaMemset(dev_out, 0, BYTES);
    atomic_used<<<blocks, B>>>(f, (unsigned *)dev_out, g + 32);
    atomic_max<<<blocks, B>>>(index, (int *)dev_out);
    atomic_cas<<<blocks, B>>>(index, (int *)dev_out);
    atomic_exchange<<<blocks, B>>>(index, (int *)dev_out);
    atomic_shared_int<<<blocks, B>>>(f, (int *)dev_out);
    atomic_shared_float<<<blocks, B>>>(f, g);
    atomic_variable<<<blocks, B>>>(f);
    constant_uniform<<<100, B>>>(g, 100);
    constant_lanes<<<blocks, B>>>(g);
    constant_gather<<<blocks, B>>>(index, g);
    constant_pairs<<<blocks, B>>>(g);
    local_array<<<blocks, B>>>(f, index, g);
    registers<<<blocks, B>>>(f, g);
    early_exit<<<blocks, B>>>(f, g);
    both_arms<<<blocks, B>>>(f, g, g + 4 * N);
    loop_of_lane<<<64, B>>>(f, g);
    rows_of_lengths<<<64, B>>>(index, f, g);
    function_calls<<<blocks, B>>>(f, g, N);
    block_3d<<<50, dim3(16, 5, 3)>>>(f, g);
    search<<<blocks, B>>>(f, g, 5000);
    return finish();
}
