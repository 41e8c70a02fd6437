// SPDX-License-Identifier: MIT
// Loops that add up shared memory, and what stands with them between the same barriers. Where all
// of that goes to neighbouring elements, neighbouring threads are taken together
// (cpu/compiler/vector/split_reductions.c): tests/fission.t compares what they leave, optimised,
// too, and looks for which loops are by themselves.
#include "kernels.h"

enum { WIDE = 16, HIGH = 4 };

// s[y][x] for the thread (x, y): what its loops add up.
__device__ float first_value(int x, int y) { return 0.1f * (float)(x * 37 % 64) - (float)y; }

__global__ void near(int *out, int n) {
    __shared__ float s[WIDE][WIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    for (int k = y; k < WIDE; k += HIGH) s[k][x] = first_value(x, k);
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < n; k++) sum += s[y][k] * s[k][x];
    out[y * WIDE + x] -= (int)(sum * 64);
}

__global__ void far(int *out, int n) {
    __shared__ float s[WIDE][WIDE];
    __shared__ int where[WIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    for (int k = y; k < WIDE; k += HIGH) s[k][x] = first_value(x, k);
    where[x] = WIDE - 1 - x;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < n; k++) sum += s[y][k] * s[k][x];
    out[y * WIDE + where[x]] -= (int)(sum * 64);
}

// A stencil in one dimension, and one in two with weights, whose loops stand in each other.
__global__ void stencil(int *out, int radius) {
    __shared__ float s[64 + 16];
    const int t = threadIdx.x;
    s[t + 8] = first_value(t, 0);
    if (t < 8) {
        s[t] = (float)t;
        s[t + 72] = 3;
    }
    __syncthreads();
    float sum = 1;
    for (int k = -radius; k <= radius; k++) sum += s[t + 8 + k];
    out[t] = (int)(sum * 64);
}

__global__ void convolution(int *out, const int n) {
    __shared__ float s[HIGH + 2][WIDE + 2];
    __shared__ double weight[3][3];
    const int x = threadIdx.x, y = threadIdx.y;
    for (int i = y; i < HIGH + 2; i += HIGH)
        for (int j = x; j < WIDE + 2; j += WIDE) s[i][j] = first_value(j, i);
    if (x < 3 && y < 3) weight[y][x] = 0.25 * x - y;
    __syncthreads();
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += s[y + i][x + j] * weight[i][j];
    if (x < n)
        out[y * WIDE + x] = (int)(sum * 64);
    else
        out[y * WIDE + x] += x;
}

// What a thread writes it reads again: in the loop, in front of it and after it, where from and to
// are the same, which is not known before.
__global__ void own(int *out, int n, int from, int to) {
    __shared__ float s[WIDE][WIDE], mine[HIGH][2 * WIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    for (int k = y; k < WIDE; k += HIGH) s[k][x] = first_value(x, k);
    __syncthreads();
    mine[y][x + from] = (float)(x - y);
    float sum = 1;
    sum += mine[y][x + to];
    for (int k = 0; k < n; k++) sum += mine[y][x + to] * s[k][x];
    mine[y][x + to] = sum;
    sum += 2 * mine[y][x + from];
    mine[y][x + from] += sum;
    __syncthreads();
    out[y * WIDE + x] = (int)(mine[y][x + to] * 64);
}

// The sum is kept across a barrier.
__global__ void kept(int *out, int n) {
    __shared__ float s[WIDE][WIDE], sums[HIGH][WIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    for (int k = y; k < WIDE; k += HIGH) s[k][x] = first_value(x, k);
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < n; k++) sum += s[y][k] * s[k][x];
    sums[y][x] = sum;
    __syncthreads();
    out[y * WIDE + x] = (int)((sum - sums[y][WIDE - 1 - x]) * 64);
}

// Two loops, other types, and more that is kept.
__global__ void several(int *out, int n) {
    __shared__ signed char c[64 + 8];
    __shared__ long long l[64 + 8];
    const int t = threadIdx.x;
    c[t] = (signed char)(t * 29);
    l[t] = (long long)t << 33;
    if (t < 8) {
        c[t + 64] = 1;
        l[t + 64] = 2;
    }
    __syncthreads();
    int narrow = t;
    long long wide = 0;
    for (int k = 0; k < n; k++) narrow += c[t + k];
    for (int k = 0; k < n; k++) wide += l[t + k] * narrow;
    out[t] = narrow ^ (int)(wide >> 20);
    __syncthreads();
    out[63 - t] += narrow - (int)wide;
}

// Rows that are no whole vectors.
__global__ void rows(int *out, int n) {
    __shared__ float s[64];
    const int x = threadIdx.x, y = threadIdx.y, t = y * (int)blockDim.x + x;
    s[t] = first_value(t, y);
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < n; k++) sum += s[k] * s[y + k];
    out[t] = (int)(sum * 64) + t;
}

int main(void) {
    const dim3 block(WIDE, HIGH);
    begin();
    near<<<1, block>>>(d, WIDE), show("near");
    near<<<1, block>>>(d, 0), show("near, no turn");
    far<<<1, block>>>(d, WIDE), show("far");
    stencil<<<1, 64>>>(d, 8), show("stencil");
    stencil<<<1, 61>>>(d, 1), show("stencil, 61 threads");
    convolution<<<1, block>>>(d, 11), show("convolution");
    own<<<1, block>>>(d, 7, 3, 3), show("own");
    kept<<<1, block>>>(d, WIDE), show("kept");
    several<<<1, 64>>>(d, 8), show("several");
    rows<<<1, dim3(13, 4)>>>(d, 9), show("rows of 13");
    rows<<<1, dim3(3, 5)>>>(d, 9), show("rows of 3");
    rows<<<1, dim3(32, 2)>>>(d, 40), show("rows of 32");
}
