// SPDX-License-Identifier: MIT
int *dev_data;
__global__ void k() {
    dev_data[threadIdx.x] = 1; // refused
}
