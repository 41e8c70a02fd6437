// SPDX-License-Identifier: MIT
struct vec { float x; vec(float x) : x(x) {} };
__global__ void k(float *out) {
    vec v(1); // refused
    out[0] = v.x;
}
