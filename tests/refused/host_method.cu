// SPDX-License-Identifier: MIT
struct point { float x, y; float norm() const { return x * x + y * y; } };
__global__ void k(point *p, float *out) {
    out[threadIdx.x] = p[threadIdx.x].norm(); // refused
}
