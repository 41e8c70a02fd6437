// SPDX-License-Identifier: MIT
// Loops that each thread ends after a number of turns of its own: the turns that a warp's threads
// have in common are done by all of them at once. tests/fission.t compares what split kernels print
// with what whole ones do, and looks for which loops are.
#include "kernels.h"

__global__ void triangle(int *out, int from) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    s[t] = 0.1f * (t * 37 % 64);
    __syncthreads();
    float up = 1, down = 2, unsure = 3, closed = 4, by_two = 5;
    for (int k = from; k < t; k++) up += s[k] * up;
    for (int k = 63; k > t; k--) down += s[k] * down;
    for (unsigned k = 4294967290; k < (unsigned)(t - 3); k++) // less than nothing is much
        unsure += s[k & 63] * unsure;
    for (int k = 63; k >= t; --k) closed += s[k] * 0.25f;
    for (int k = 0; k <= t + from; k += 2) by_two = by_two * 0.5f + s[k];
    out[t] = (int)up ^ (int)down ^ (int)(unsure * 8) ^ (int)(closed * 1024) ^ (int)(by_two * 65536);
}

// All do as many: vectors are made of them as they are.
__global__ void same_turns(int *out, int n) {
    __shared__ float s[8][8];
    const int tx = threadIdx.x, ty = threadIdx.y;
    s[ty][tx] = 0.1f * (tx * 37 % 64 + ty);
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < n; k++) sum += s[ty][k] * s[k][tx];
    out[ty * 8 + tx] = (int)(sum * 65536);
}

// None of these has a limit that stays, or a counter that goes on in equal steps.
__global__ void moving(int *out, int n) {
    __shared__ float s[64];
    int t = threadIdx.x, limit = t, step = 1;
    s[t] = 0.1f * (t * 37 % 64);
    __syncthreads();
    float a = 0, b = 0, c = 0, d = 0;
    for (int k = 0; k < limit; k++) {
        a += s[k];
        limit = limit - 1;
    }
    __syncthreads();
    for (int k = 0; k < t; k += step) {
        b += s[k];
        step = step + 1;
    }
    __syncthreads();
    for (int k = 0; k < t; k++) {
        c += s[k];
        k += n;
    }
    __syncthreads();
    for (int k = 0; k < t; k += t % 3 + 1) d += s[k];
    out[t] = (int)(a * 1024) ^ (int)(b * 4096) ^ (int)(c * 65536) ^ (int)(d * 256);
}

int main() {
    begin();
    for (int k = 0; k < 4; k++) {
        triangle<<<1, 64>>>(d, k), show("triangle");
        same_turns<<<1, dim3(8, 8)>>>(d, k + 4), show("same_turns");
        moving<<<1, 64>>>(d, k), show("moving");
    }
    return cudaFree(d) != cudaSuccess;
}
