// SPDX-License-Identifier: MIT
// Fault: blocks add to one sum by an atomic that is one for the threads of a block alone.
// check-race names the line.
// --mended: an atomic for all threads of the device.
#include "fault.h"
#if __has_include(<cuda/atomic>)
#include <cuda/atomic>
#define ADD_IN_BLOCK(to, n) (cuda::atomic_ref<int, cuda::thread_scope_block>(to).fetch_add(n))
#else
#define ADD_IN_BLOCK(to, n) atomicAdd_block(&(to), n)
#endif

const int THREADS = 64, BLOCKS = 4;

__global__ void sum(const int *numbers, int *total, bool mended) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    __shared__ int of_block;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    atomicAdd_block(&of_block, numbers[i]);
    if (mended)
        atomicAdd(total, numbers[i]);
    else {
        atomicAdd_block(total, numbers[i]); // fault
        ADD_IN_BLOCK(total[1], numbers[i]); // fault
    }
}

int main(int argc, char **) {
    int *dev_numbers = zeros<int>(BLOCKS * THREADS), *dev_total = zeros<int>(2);
    sum<<<BLOCKS, THREADS>>>(dev_numbers, dev_total, argc > 1);
    FINISH(dev_numbers, dev_total);
}
