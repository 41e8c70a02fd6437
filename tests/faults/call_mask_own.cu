// SPDX-License-Identifier: MIT
// Lanes exchange by a mask that leaves out half of those who call.
#include "fault.h"

__global__ void swap(int *value, unsigned mask) {
    value[threadIdx.x] = __shfl_xor_sync(mask, (int)threadIdx.x, 1); // fault
}

int main(int argc, char **) {
    int *dev_value = room<int>(32);
    swap<<<1, 32>>>(dev_value, argc > 1 ? 0xffffffff : 0x0000ffff);
    FINISH(dev_value);
}
