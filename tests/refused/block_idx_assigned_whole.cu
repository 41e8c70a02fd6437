// SPDX-License-Identifier: MIT
__global__ void k(uint3 i) {
    blockIdx = i; // refused
}
