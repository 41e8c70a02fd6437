// SPDX-License-Identifier: MIT
// How often each byte occurs in a block of random ones: atomics in shared, then in global memory.
#include "../common/book.h"

#define BYTES (4 * 1024 * 1024 + 5)
#define BINS 256

__global__ void count_bytes(const unsigned char *bytes, unsigned *bins) {
    __shared__ unsigned mine[BINS];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BINS + threadIdx.x; i < BYTES; i += gridDim.x * BINS)
        atomicAdd(mine + bytes[i], 1);
    __syncthreads();
    atomicAdd(bins + threadIdx.x, mine[threadIdx.x]);
}

int main(void) {
    unsigned char *bytes = (unsigned char *)big_random_block(BYTES), *dev_bytes;
    unsigned bins[BINS], *dev_bins;
    cudaDeviceProp prop;
    HANDLE_ERROR(cudaGetDeviceProperties(&prop, 0));
    HANDLE_ERROR(cudaMalloc((void **)&dev_bytes, BYTES));
    HANDLE_ERROR(cudaMalloc((void **)&dev_bins, sizeof bins));
    HANDLE_ERROR(cudaMemcpy(dev_bytes, bytes, BYTES, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_bins, 0, sizeof bins));
    count_bytes<<<2 * prop.multiProcessorCount, BINS>>>(dev_bytes, dev_bins);
    HANDLE_ERROR(cudaMemcpy(bins, dev_bins, sizeof bins, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_bins));
    HANDLE_ERROR(cudaFree(dev_bytes));

    int wrong = 0, empty = 0;
    for (int b = 0; b < BINS; b++)
        empty += bins[b] == 0;
    for (int i = 0; i < BYTES; i++)
        bins[bytes[i]]--;
    for (int b = 0; b < BINS; b++)
        wrong += bins[b] != 0;
    printf("%d of %d bins are wrong, %d empty\n", wrong, BINS, empty);
    free(bytes);
    return wrong == 0 && empty == 0 ? 0 : 1;
}
