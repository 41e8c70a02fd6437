// SPDX-License-Identifier: MIT
// Rows of threads of which few do something else: every so many of them, those that the data says.
#include "kernels.h"

static float *a;

__global__ void fill(float *table) {
    for (int i = 0; i < 4096; i++)
        table[i] = (float)(i * 37 % 101) * 0.25f;
}

// Sums of neighbours, of neighbours of neighbours, and so on; divisors that there are not.
__global__ void every_other(int *out, const float *table, int n) {
    __shared__ int s[64];
    const int tx = threadIdx.x;
    s[tx] = (int)table[tx];
    __syncthreads();
    for (unsigned by = 2; by <= 32; by *= 2) {
        if ((tx + 1) % by == 0 && tx < 5 * n)
            s[tx] += s[tx - by / 2];
        __syncthreads();
    }
    for (int by = n; by >= -2; by--) {
        if (1 == tx % by)
            s[tx] += by * 100;
        __syncthreads();
    }
    for (int rest = -1; rest < 4; rest++) {
        if ((tx - 5) % 3 == rest)
            s[tx] = s[tx] * 3 + rest;
        __syncthreads();
        if ((tx - 5u) % 7u == rest)
            s[tx] = s[tx] * 5 + rest;
        __syncthreads();
        if (tx % 5000000000ll == rest)
            s[tx] ^= 64;
        __syncthreads();
    }
    out[tx] = s[tx];
}

__global__ void every_row(int *out, const float *table, int n) {
    __shared__ int s[8][8];
    const int tx = threadIdx.x, ty = threadIdx.y;
    s[ty][tx] = (int)table[ty * 8 + tx];
    __syncthreads();
    for (int i = 1; i <= 3; i++) {
        const int power = 1 << i;
        if (ty % power == 0)
            s[ty][tx] += s[ty + power / 2][tx];
        __syncthreads();
    }
    for (int i = n; i >= -1; i--) { // by none, too
        if (ty % i == 1 && tx > 1)
            s[ty][tx] += i;
        __syncthreads();
    }
    out[ty * 8 + tx] = s[ty][tx];
}

// Divisions that a condition keeps from being done.
__global__ void kept_from(int *out, const float *table, int n, int m) {
    const int t = threadIdx.x;
    float sum = 0;
    if (m)
        sum += table[t < n / m ? t : 0] + table[min(t, n % m)] + table[n / m + t];
    out[t] = (int)(sum * 4.0f);
}

// What the data says is stored, where the data says: with as many turns as a thread is warps away.
__global__ void scattered(int *out, const float *table, int n) {
    __shared__ short counts[8], more[40];
    const int t = threadIdx.x;
    const float value = table[t + n];
    int *const behind = out + 32;
    if (t < 8)
        counts[t] = (short)(t * 5 % 7 - 2);
    for (int k = t; k < 40; k += blockDim.x)
        more[k] = (short)(k % 3);
    __syncthreads();
    int at = t * 13 % 32, other = (int)value;
    for (int w = 0; w < t / 8; w++)
        other += counts[w];
    for (int w = t; w < n + 6; w += 3)
        other += more[w];
    __syncthreads();
    if (value > 12.5f)
        out[at] = value;
    __syncthreads();
    if (other % 3 == 1) {
        behind[at - 32] = other;
    }
    __syncthreads();
    if (table[t] < 10)
        behind[31 - at] = other + 100;
}

int main() {
    begin();
    if (cudaMalloc(&a, 4096 * sizeof *a) != cudaSuccess)
        return 1;
    fill<<<1, 1>>>(a);
    every_other<<<1, 47>>>(d, a, 6), show("every_other");
    every_row<<<1, dim3(7, 8)>>>(d, a, 5), show("every_row");
    kept_from<<<1, 20>>>(d, a, 50, 7), show("kept_from");
    kept_from<<<1, 20>>>(d, a, 50, 0), show("kept_from");
    scattered<<<1, 32>>>(d, a, 8), show("scattered");
    scattered<<<1, 19>>>(d, a, 34), show("scattered");
    return cudaFree(a) != cudaSuccess || cudaFree(d) != cudaSuccess;
}
