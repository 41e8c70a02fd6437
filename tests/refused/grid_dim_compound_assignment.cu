// SPDX-License-Identifier: MIT
__global__ void k() {
    gridDim.y *= 2; // refused
}
