// SPDX-License-Identifier: MIT
#include <cstdlib>
__global__ void k(int *a) {
    a[threadIdx.x] = rand() % 6; // refused
}
