// SPDX-License-Identifier: MIT
// Kernels with barriers, for tests under Valgrind and AddressSanitizer: sums in shared memory,
// static and dynamic; threads that return before the barrier; a barrier that only later blocks
// meet.
#include <stdio.h>
#include <stdlib.h>

#include "book.h"

const int THREADS = 64;

// Threads beyond n return; the others add their elements up in pairs, with a barrier between steps.
__global__ void sums(const int *in, int *out, int n) {
    __shared__ int part[THREADS];
    extern __shared__ int copy[];
    const int t = threadIdx.x;
    const int i = t + blockIdx.x * blockDim.x;
    part[t] = 0;
    copy[t] = 0;
    __syncthreads();
    if (i >= n && t > 0) return;
    copy[t] = i < n ? in[i] : 0;
    __syncthreads();
    part[t] = copy[t] + (t % 2 == 0 && i + 1 < n ? copy[t + 1] : 0);
    if (blockIdx.x > 1) __syncthreads();
    if (t % 2 == 0) atomicAdd(&out[blockIdx.x], part[t]);
}

// With any argument it writes past the end of the sums: the tool has to find it.
int main(int argc, char **) {
    const int ns[] = {1, 63, 64, 65, 200, 1000};
    int wrong = 0;
    for (int n : ns) {
        const int blocks = (n + THREADS - 1) / THREADS;
        int *in = (int *)malloc(n * sizeof *in), *out = (int *)malloc(blocks * sizeof *out);
        HANDLE_NULL(in);
        HANDLE_NULL(out);
        int *dev_in, *dev_out;
        HANDLE_ERROR(cudaMalloc(&dev_in, n * sizeof *in));
        HANDLE_ERROR(cudaMalloc(&dev_out, blocks * sizeof *out));
        for (int i = 0; i < n; i++) in[i] = 7 * i + 1;
        HANDLE_ERROR(cudaMemcpy(dev_in, in, n * sizeof *in, cudaMemcpyHostToDevice));
        HANDLE_ERROR(cudaMemset(dev_out, 0, blocks * sizeof *out));
        sums<<<blocks + argc - 1, THREADS, THREADS * sizeof(int)>>>(dev_in, dev_out, n);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(out, dev_out, blocks * sizeof *out, cudaMemcpyDeviceToHost));
        for (int b = 0; b < blocks; b++) {
            int sum = 0;
            for (int i = b * THREADS; i < n && i < (b + 1) * THREADS; i++) sum += in[i];
            wrong += out[b] != sum;
        }
        HANDLE_ERROR(cudaFree(dev_in));
        HANDLE_ERROR(cudaFree(dev_out));
        free(in);
        free(out);
    }
    printf("%d wrong sums\n", wrong);
    return wrong != 0;
}
