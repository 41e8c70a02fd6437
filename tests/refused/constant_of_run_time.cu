// SPDX-License-Identifier: MIT
#include <cstdlib>
const int seed = rand();
__global__ void k(int *a) {
    a[0] = seed; // refused
}
