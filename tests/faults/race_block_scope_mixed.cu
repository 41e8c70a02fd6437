// SPDX-License-Identifier: MIT
// Fault: one block adds to a sum by an atomic that is one for its own threads alone, another by a
// plain one. check-race names the line.
// --mended: atomics for all threads of the device.
#include "fault.h"

__global__ void sum(int *total, bool mended) {
    if (blockIdx.x > 0 || mended)
        atomicAdd(total, 1); // fault
    else
        __nv_atomic_add(total, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
}

int main(int argc, char **) {
    int *dev_total = zeros<int>();
    sum<<<2, 64>>>(dev_total, argc > 1);
    FINISH(dev_total);
}
