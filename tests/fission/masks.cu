// SPDX-License-Identifier: MIT
// Barriers under conditions and in loops that the source does not show all threads to agree on, and
// what keeps kernels from masks. tests/fission.t compares what split kernels print with what whole
// ones do, and what is said of barriers that threads miss.
#include "kernels.h"

__global__ void mask_if(int *out, const int *in, int n) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    int m = t, k = 1;
    if (in[t] < n) {
        s[t] = in[t] * 3;
        k = 2;
        __syncthreads();
        for (int i = 0; i < 4; i++) {
            m += s[(t + i) % blockDim.x];
            __syncthreads();
            s[t] = m;
            __syncthreads();
        }
    }
    out[t + blockIdx.x * blockDim.x] = m * k;
}

__global__ void mask_for(int *out, const int *in, int n) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = in[t] / 100; i < n; i += in[0] / 100 + 1) {
        s[t] = i + t;
        __syncthreads();
        sum += s[blockDim.x - 1 - t];
        __syncthreads();
    }
    out[t + blockIdx.x * blockDim.x] = sum;
}

// What conditions do is done once a thread, and as far as && and || ask; what is kept in front of a
// mask, declared in it and not used after it; loops in it that are left early; a constant of a class.
__device__ int ask(int *asked, int x) {
    ++*asked;
    return x;
}

struct turns {
    static const int MOST = 3;
};

__global__ void mask_head(int *out, const int *in) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    int x = 1;
    for (int i = in[t] - t, j = 7; i < turns::MOST && (x++, true); i++, j--) {
        int u = j;
        s[t] = i * j + x;
        __syncthreads();
        u += s[(t + 1) % 32];
        __syncthreads();
        x += u;
    }
    for (int i = 0; i < 2; i++) {
        out[t] = x;
        __syncthreads();
        x += out[31 - t] & 3;
        __syncthreads();
    }
    out[t] = x;
}

// Threads leave the loop one after the other, which is their fault.
__global__ void mask_uneven(int *out, int n) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    s[t] = 0;
    int i = 0;
    while (i < t % 3 + n) {
        s[t] += i;
        __syncthreads();
        i++;
    }
    out[t + blockIdx.x * blockDim.x] = s[t] + i;
}

__global__ void mask_half(int *out) {
    const int t = threadIdx.x;
    if (t < 3) {
        out[t] = 1;
        __syncthreads();
        out[t] += 2;
    }
}

__global__ void mask_two_lines(int *out) {
    const int t = threadIdx.x;
    if (t < 3) {
        out[t] = 1;
        __syncthreads();
    }
    out[t] += 2;
    __syncthreads();
}

// Warps that come and warps that do not: each meets for itself.
__global__ void mask_warp(int *out, const int *in) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = t * t;
    __syncthreads();
    if (t < in[32]) {
        int v = s[t] + s[t + 32];
        __syncwarp();
        s[t] = v;
        __syncwarp();
        v = s[(t + 1) % 32];
        __syncwarp();
        s[t] = v;
    }
    __syncthreads();
    out[t] = s[t] + s[(t + 5) % 64];
}

__global__ void mask_half_warp(int *out) {
    const int t = threadIdx.x;
    if (t < 40) {
        out[t] = 1;
        __syncwarp();
        out[t] += 2;
    }
}

int main() {
    begin();
    int *in = managed<int>(33);
    for (int i = 0; i < 33; i++) in[i] = i;
    mask_if<<<2, 8>>>(d, in, 8), show("mask_if");
    mask_if<<<2, 8>>>(d, in, 0), show("mask_if, no thread");
    mask_for<<<2, 8>>>(d, in, 5), show("mask_for");
    mask_warp<<<1, 64>>>(d, in), show("mask_warp");
    mask_half_warp<<<1, 64>>>(d), show("mask_half_warp");
    int *locks;
    if (cudaMalloc(&locks, 32 * sizeof *locks) != cudaSuccess ||
        cudaMemset(locks, 0, 32 * sizeof *locks) != cudaSuccess)
        return 1;
    mask_head<<<1, 32>>>(d, in), show("mask_head");
    mask_half<<<1, 8>>>(d), show("mask_half");
    mask_uneven<<<1, 8>>>(d, 0), show("mask_uneven");
    mask_two_lines<<<1, 8>>>(d), show("mask_two_lines");
}
