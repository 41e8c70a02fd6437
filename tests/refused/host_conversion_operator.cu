// SPDX-License-Identifier: MIT
struct meters { float v; operator float() const { return v; } };
__global__ void k(meters *m, float *out) {
    out[0] = m[0]; // refused
}
