// SPDX-License-Identifier: MIT
int hits;
__global__ void k() {
    atomicAdd(&hits, 1); // refused
}
