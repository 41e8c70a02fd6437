// SPDX-License-Identifier: MIT
__global__ void k() {
    warpSize = 16; // refused
}
