// SPDX-License-Identifier: MIT
struct meters { float v; meters(float v) : v(v) {} };
__device__ float length(meters m) { return m.v; }
__global__ void k(float *out) {
    out[0] = length(2.0f); // refused
}
