// SPDX-License-Identifier: MIT
// Reductions and a scan from when the lanes of a warp ran in step, with volatile and nothing else
// between their lines.
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"

template <unsigned int blockSize> __device__ void warp_reduce(volatile int *data, unsigned int tid) {
    if (blockSize >= 64) data[tid] += data[tid + 32];
    if (blockSize >= 32) data[tid] += data[tid + 16];
    if (blockSize >= 16) data[tid] += data[tid + 8];
    if (blockSize >= 8) data[tid] += data[tid + 4];
    if (blockSize >= 4) data[tid] += data[tid + 2];
    if (blockSize >= 2) data[tid] += data[tid + 1];
}

template <unsigned int blockSize> __global__ void sum(const int *in, int *out) {
    __shared__ int data[blockSize];
    const unsigned int tid = threadIdx.x;
    data[tid] = in[tid];
    __syncthreads();
    if (blockSize >= 128) {
        if (tid < 64) data[tid] += data[tid + 64];
        __syncthreads();
    }
    if (tid < 32) warp_reduce<blockSize>(data, tid);
    if (tid == 0) *out = data[0];
}

__global__ void most(const int *in, int *out) {
    __shared__ int data[64];
    const int tid = threadIdx.x;
    int mine = in[tid];
    data[tid] = mine;
    __syncthreads();
    if (tid < 32) {
        volatile int *smem = data;
        smem[tid] = mine = max(mine, smem[tid + 32]);
        smem[tid] = mine = max(mine, smem[tid + 16]);
        smem[tid] = mine = max(mine, smem[tid + 8]);
        smem[tid] = mine = max(mine, smem[tid + 4]);
        smem[tid] = mine = max(mine, smem[tid + 2]);
        smem[tid] = mine = max(mine, smem[tid + 1]);
    }
    if (tid == 0) *out = data[0];
}

__global__ void scan(const int *in, int *out) {
    volatile __shared__ int s[64]; // zeros in front
    int t = threadIdx.x;
    s[t] = 0;
    s[t + 32] = in[t];
    t += 32;
    s[t] += s[t - 1];
    s[t] += s[t - 2];
    s[t] += s[t - 4];
    s[t] += s[t - 8];
    s[t] += s[t - 16];
    out[t - 32] = s[t];
}

extern volatile __shared__ int room[];

__global__ void sum_in_room(const int *in, int *out) {
    const int t = threadIdx.x;
    room[t] = in[t];
    __syncthreads();
    if (t < 8) {
        room[t] += room[t + 8];
        room[t] += room[t + 4];
        room[t] += room[t + 2];
        room[t] += room[t + 1];
    }
    if (t == 0) *out = room[0];
}

// In place, every lane from the one across: right only where all read before one writes.
__device__ void add_across(int *data, int tid) {
    data[tid] += data[tid ^ 8];
    data[tid] += data[tid ^ 4];
    data[tid] += data[tid ^ 2];
    data[tid] += data[tid ^ 1];
}

__global__ void sums_of_16(const int *in, int *out) {
    __shared__ int data[16];
    if (threadIdx.x < 16) {
        data[threadIdx.x] = in[threadIdx.x];
        add_across(data, threadIdx.x);
        out[threadIdx.x] = data[threadIdx.x];
    }
}

int main(void) {
    int numbers[128], scanned[32], sixteen = 0, total = 0, largest = 0, bad = 0;
    int *dev_numbers, *dev_result;
    for (int i = 0; i < 128; i++) {
        numbers[i] = rand() % 1000;
        total += numbers[i];
        if (i < 64 && numbers[i] > largest) largest = numbers[i];
    }
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc((void **)&dev_result, sizeof scanned));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));

    // The sums, the largest, and what each leaves of 32 or 16 numbers.
    const auto leaves = [&](int expected) {
        HANDLE_ERROR(cudaMemcpy(scanned, dev_result, sizeof scanned, cudaMemcpyDeviceToHost));
        printf("%d, expected %d\n", scanned[0], expected);
        bad += scanned[0] != expected;
    };
    for (int i = 0; i < 16; i++) sixteen += numbers[i];
    sum<128><<<1, 128>>>(dev_numbers, dev_result), leaves(total);
    most<<<1, 64>>>(dev_numbers, dev_result), leaves(largest);
    sum_in_room<<<1, 16, 16 * sizeof *dev_numbers>>>(dev_numbers, dev_result), leaves(sixteen);
    scan<<<1, 32>>>(dev_numbers, dev_result), leaves(numbers[0]);
    for (int i = 0, so_far = 0; i < 32; i++) bad += scanned[i] != (so_far += numbers[i]);
    sums_of_16<<<1, 64>>>(dev_numbers, dev_result), leaves(sixteen);
    for (int i = 0; i < 16; i++) bad += scanned[i] != sixteen;
    printf("%d wrong\n", bad);

    HANDLE_ERROR(cudaFree(dev_numbers));
    HANDLE_ERROR(cudaFree(dev_result));
    return bad != 0;
}
