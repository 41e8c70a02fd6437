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

__global__ void mask_behind(int *out, const int *in, int n) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    s[t] = 5 * t;
    if (in[t] < n) {
        s[t] = in[t] * 3;
        __syncthreads();
        out[t + blockIdx.x * blockDim.x] = s[(t + 3) % blockDim.x];
    }
    __syncthreads();
    out[t + blockIdx.x * blockDim.x] += s[(t + 1) % blockDim.x];
}

__global__ void mask_while(int *out, int n) {
    __shared__ int s[32], go_on;
    const int t = threadIdx.x;
    int turn = 0;
    s[t] = t * t % 7;
    if (t == 0)
        go_on = 1;
    __syncthreads();
    while (go_on) {
        const int next = s[(t + 1) % blockDim.x];
        __syncthreads();
        s[t] = (s[t] + next) % 11;
        turn++;
        if (t == 0)
            go_on = turn < n;
        __syncthreads();
    }
    out[t + blockIdx.x * blockDim.x] = s[t] + 100 * turn;
}

__global__ void mask_do(int *out, int n) {
    __shared__ int s[32], changed;
    const int t = threadIdx.x;
    s[t] = (t * 7 + n) % 8;
    do {
        __syncthreads();
        changed = 0;
        __syncthreads();
        if (t + 1 < blockDim.x && t % 2 == 0 && s[t] > s[t + 1]) {
            const int other = s[t];
            s[t] = s[t + 1];
            s[t + 1] = other;
            changed = 1;
        }
        __syncthreads();
        if (t + 1 < blockDim.x && t % 2 == 1 && s[t] > s[t + 1]) {
            const int other = s[t];
            s[t] = s[t + 1];
            s[t + 1] = other;
            changed = 1;
        }
        __syncthreads();
    } while (changed);
    out[t + blockIdx.x * blockDim.x] = s[t];
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
// mask, declared in it and left behind; loops in it that are left early; a constant of a class.
__device__ int ask(int *asked, int x) {
    ++*asked;
    return x;
}

struct turns {
    static const int MOST = 3;
};

__global__ void mask_condition(int *out, const int *in) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    int k = 0, m = 0;
    out[32 + t] = 0;
    if (in[t] >= 0 && (k++ < 5 || m++) && ask(&out[32 + t], 1)) {
        s[t] = k;
        __syncthreads();
        m += s[31 - t] + k;
        k = 9;
    }
    out[t] = m * 10 + k;
}

__global__ void mask_effects(int *out, const int *in) {
    __shared__ int s[32];
    const int t = threadIdx.x, q = t * 3;
    int k = in[t], sum = 0;
    out[32 + t] = 0;
    while (k-- > in[t] - 4 && ask(&out[32 + t], 1)) {
        int w = k;
        s[t] = sum + q;
        __syncthreads();
        for (int i = 0; i < turns::MOST; i++) {
            if (i == 1)
                continue;
            if (i == 2 && t > 4)
                break;
            w += s[(t + i) % 32];
        }
        sum += w;
        __syncthreads();
    }
    out[t] = sum * 3 + k + q;
}

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

// A thread that holds the lock goes on until it has let go.
__global__ void whole_lock(int *out, const int *in, int *locks) {
    const int t = threadIdx.x;
    int turn = 0;
    while (atomicCAS(&locks[t / 2], 0, 1) != 0)
        ;
    turn++;
    out[t] = turn;
    if (in[0] == 0) {
        out[t] += 2;
        __threadfence();
        atomicExch(&locks[t / 2], 0);
        __syncthreads();
    }
}

__global__ void whole_else(int *out, const int *in) {
    const int t = threadIdx.x;
    if (in[t] < 10) {
        out[t] = 1;
        __syncthreads();
    } else {
        out[t] = 7;
    }
}

__global__ void whole_nested(int *out, const int *in, int n) {
    const int t = threadIdx.x;
    for (int i = 0; i < n; i++)
        if (in[t] < 10) {
            out[t] += i;
            __syncthreads();
        }
}

// Within conditions that all threads have alike, and with a barrier after them.
__global__ void mask_within(int *out, const int *in, int n) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    int k = 0, from = t;
    s[t] = t;
    __syncthreads();
    if (n > 0) {
        out[t] += 1;
        if (blockIdx.x < (unsigned)n) {
            for (k = 0; k < 1 + in[n] / 2; k++) {
                from = k == 0 ? t : from * 3 % blockDim.x;
                __syncthreads();
                s[t] += from;
                __syncthreads();
                out[t] += s[(t + k) % blockDim.x];
            }
            out[t] += k * 100;
        }
        __syncthreads();
    }
    out[t] += s[(t + 1) % blockDim.x] * 1000 + from;
}

int main() {
    begin();
    int *in = managed<int>(33);
    for (int i = 0; i < 33; i++)
        in[i] = i;
    mask_if<<<2, 8>>>(d, in, 8), show("mask_if");
    mask_if<<<2, 8>>>(d, in, 0), show("mask_if, nobody");
    mask_behind<<<2, 8>>>(d, in, 8), show("mask_behind");
    mask_behind<<<2, 8>>>(d, in, -1), show("mask_behind, nobody");
    mask_while<<<2, 8>>>(d, 5), show("mask_while");
    mask_do<<<2, 8>>>(d, 3), show("mask_do");
    mask_for<<<2, 8>>>(d, in, 5), show("mask_for");
    mask_warp<<<1, 64>>>(d, in), show("mask_warp");
    mask_half_warp<<<1, 64>>>(d), show("mask_half_warp");
    int *locks;
    if (cudaMalloc(&locks, 32 * sizeof *locks) != cudaSuccess ||
        cudaMemset(locks, 0, 32 * sizeof *locks) != cudaSuccess)
        return 1;
    whole_lock<<<1, 64>>>(d, in, locks), show("whole_lock");
    whole_else<<<1, 8>>>(d, in), show("whole_else");
    whole_nested<<<1, 8>>>(d, in, 4), show("whole_nested");
    mask_within<<<2, 8>>>(d, in, 7), show("mask_within");
    mask_within<<<2, 8>>>(d, in, 1), show("mask_within, one block");
    mask_within<<<2, 8>>>(d, in, 0), show("mask_within, nobody");
    mask_condition<<<1, 32>>>(d, in), show("mask_condition");
    mask_effects<<<1, 32>>>(d, in), show("mask_effects");
    mask_head<<<1, 32>>>(d, in), show("mask_head");
    mask_half<<<1, 8>>>(d), show("mask_half");
    mask_uneven<<<1, 8>>>(d, 0), show("mask_uneven");
    mask_two_lines<<<1, 8>>>(d), show("mask_two_lines");
}
