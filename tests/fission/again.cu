// SPDX-License-Identifier: MIT
// Loops that may go over some threads of a row again, and loops that look like it: what they read
// is what they write, by another name perhaps.
#include "kernels.h"

// From one array to another, of rows that are no whole vectors.
__global__ void there_and_back(int *out, int turns, int from) {
    __shared__ int now[4][16], next[4][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int last = -1;
    now[ty][tx] = tx * 37 % 101 + ty;
    next[ty][tx] = 0;
    __syncthreads();
    for (int i = from; i < turns; i++) {
        if (tx > i && tx < 15 - i && ty < 3) {
            next[ty][tx] = now[ty][tx - 1] + now[ty + 1][tx] * 3 - now[ty][tx + 1];
            last = i;
        }
        __syncthreads();
        if (tx >= i + 1 && tx <= 15 - i)
            now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (tx > 3)
        out[ty * 16 + tx] = now[ty][tx];
    __syncthreads();
    out[ty * 16 + tx] += next[ty][tx] + last;
}

// What it stores it has read: in place, by a sum, by another pointer to it.
__global__ void in_place(int *out, const int *in, int n) {
    __shared__ int s[64];
    int *const p = s;
    const int tx = threadIdx.x;
    int sum = 0;
    s[tx] = tx * 11 % 17;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        if (tx > i && tx < n)
            s[tx] = s[tx] * 3 + 1;
        __syncthreads();
        if (tx > i && tx < n)
            p[tx] = s[tx] * 3 + 2;
        __syncthreads();
        if (tx > i && tx < n)
            s[tx] = p[tx] * 3 + 3;
        __syncthreads();
        if (tx > i && tx < n)
            sum = sum * 3 + s[tx];
        __syncthreads();
        if (tx > i && tx < n)
            s[tx] += 5;
        __syncthreads();
        if (tx > i && tx < n)
            out[tx] = in[tx] * 3 + s[tx];
        __syncthreads();
    }
    if (tx < n)
        out[tx] = out[tx] * 7 + s[tx] * 3 + sum;
}

// Two names that the launch makes one array.
extern __shared__ int one[];
__global__ void by_two_names(int *out, int n) {
    extern __shared__ int other[];
    const int tx = threadIdx.x;
    one[tx] = tx * 13 % 23;
    __syncthreads();
    if (tx > 2 && tx < n)
        other[tx] = one[tx] * 3 + 1;
    __syncthreads();
    if (tx > 1 && tx < n)
        one[tx] = other[tx] * 5 + 2;
    __syncthreads();
    out[tx] = one[tx];
}

int main() {
    begin();
    for (int from = 0; from < 5; from++)
        there_and_back<<<1, dim3(16, 4)>>>(d, 5, from), show("there_and_back");
    for (int n = 3; n < 64; n += 5) {
        in_place<<<1, 64>>>(d, d, n), show("in_place");
        by_two_names<<<1, 64, 64 * sizeof(int)>>>(d, n), show("by_two_names");
    }
    return cudaFree(d) != cudaSuccess;
}
