// SPDX-License-Identifier: MIT
// Loops that add to sums in memory, which are kept in variables where nothing else in the loop may
// be one of them (cpu/compiler/vector/sums.c), and where something is.
#include "kernels.h"

enum { BODIES = 24, THREADS = 16 };
struct body {
    double weight, x, y;
};
union numbers {
    float x, y;
    int bits;
};

__device__ float value_of(int t) {
    return 0.1f * (float)(t * 37 % 64) - 2;
}

// Members of a thread's object; what the last turn leaves in variables; threads that do no turn, or
// one. e^x of doubles goes into vectors.
__global__ void members(int *out, struct body *force, int n) {
    __shared__ struct body s[BODIES];
    __shared__ double charge[BODIES];
    const int t = threadIdx.x;
    int at = t, j;
    double u = 0, v;
    struct body d;
    d.x = d.y = d.weight = 0;
    while (at < BODIES) {
        s[at].x = value_of(at);
        s[at].y = value_of(at + 1);
        s[at].weight = 1;
        charge[at] = 0.25 * at;
        at = at + THREADS;
    }
    __syncthreads();
    struct body *f = &force[2];
    at = t;
    while (at < BODIES) {
        for (j = 0; j < n; j++) {
            u = s[at].x * s[j].x + (double)s[at].y * s[j].y - s[j].weight;
            v = exp(-u * u);
            d.x = s[at].x - s[j].x;
            d.y = 2 * v * d.x;
            f[at].weight += (double)(charge[j] * v);
            f[at].x += charge[j] * d.y;
            f[at].y -= (v * d.x + (t > 3 ? 1 : u));
        }
        at = at + THREADS;
    }
    out[t] = (int)((u + d.x + d.y) * 64);
}
__global__ void shown(int *out, const struct body *force) {
    const int t = threadIdx.x;
    out[t] = (int)((force[t].weight + 3 * force[t].x + 5 * force[t].y) * 4096);
}

// Memory that must not be touched where there is no turn.
__global__ void no_turns(int *out, float *nowhere, int n) {
    const int t = threadIdx.x;
    for (int j = 0; j < n; j++)
        nowhere[t] += (float)j;
    for (unsigned j = 3; j <= (unsigned)n; j += 2u)
        nowhere[t] += 1;
    for (long j = 1; j < n; ++j)
        nowhere[t] -= 1;
    out[t] = t + n;
}

// The sum is one of the elements that it adds up, or part of one: each thread's own four.
__global__ void itself(int *out, int at) {
    __shared__ float s[4 * THREADS];
    const int t = threadIdx.x;
    for (int k = 0; k < 4; k++)
        s[4 * t + k] = value_of(4 * t + k);
    float *f = &s[4 * t];
    for (int j = 0; j < 4; j++)
        f[at] += s[4 * t + j];
    float *odd = (float *)((char *)f + 2);
    for (int j = 0; j < 3; j++)
        odd[0] += s[4 * t + j] * 3;
    for (int k = 0; k < 4; k++)
        out[t] += (int)(s[4 * t + k] * 64) * (k + 1);
}

// Two sums that are one, by pointers, and as members of a union; one that is added to twice.
__global__ void one(int *out, float *a, float *b, union numbers *both, int n) {
    __shared__ float s[THREADS];
    const int t = threadIdx.x;
    s[t] = value_of(t);
    a[t] = 1;
    both[t].x = 2;
    __syncthreads();
    for (int j = 0; j < n; j++) {
        a[t] += s[j];
        b[t] -= s[j] * 0.5f;
        a[t] += 0.25f;
    }
    for (int j = 0; j < n; j++) {
        both[t].x += s[j];
        both[t].y -= s[j] * 3;
    }
    out[t] = (int)((a[t] + b[t]) * 64) ^ both[t].bits;
}

// Not in each turn; elsewhere in each turn; what it reads may be the sum; a number that is no
// float; loops that a pragma stands in front of.
__global__ void others(int *out, float *a, int n) {
    __shared__ float s[THREADS];
    const int t = threadIdx.x;
    float *mine = a + 4 * t;
    s[t] = value_of(t);
    for (int k = 0; k < 4; k++)
        mine[k] = 0;
    __syncthreads();
    for (int j = 0; j < n; j++) {
        if (j == 2)
            continue;
        mine[0] += s[j];
    }
    for (int j = 0; j < n; j++)
        if (s[j] > 0)
            mine[1] += s[j];
    for (int j = 0; j < 4; j++)
        mine[j] += s[j];
    for (int j = 0; j < 4; j++)
        mine[1] += mine[j];
    for (int j = 0; j < n; j++)
        out[t] += (int)(s[j] * 8);
#pragma unroll
    for (int j = 0; j < n; j++)
        mine[3] += s[j];
    int k = 1;
    for (int j = 0; j < n; j++) {
        mine[k] += s[j];
        k = (k + 1) & 3;
    }
    out[t] += (int)((mine[0] + 2 * mine[1] + 3 * mine[2] + 4 * mine[3]) * 64);
}

int main(void) {
    struct body *force;
    begin();
    if (cudaMalloc(&force, 64 * sizeof *force) != cudaSuccess ||
        cudaMemset(force, 0, 64 * sizeof *force) != cudaSuccess)
        return 1;
    float *const a = (float *)force;
    for (int n = 0; n <= BODIES; n += n < 4 ? 1 : 5) {
        members<<<1, THREADS>>>(d, force, n), show("members");
        shown<<<1, 32>>>(d, force), show("their sums");
    }
    no_turns<<<1, THREADS>>>(d, (float *)NULL, 0), show("no turns");
    no_turns<<<1, THREADS>>>(d, a, 5), show("five turns");
    for (int at = 0; at < 4; at++)
        itself<<<1, THREADS>>>(d, at), show("itself");
    one<<<1, THREADS>>>(d, a, a, (union numbers *)(a + 64), 7), show("one");
    one<<<1, THREADS>>>(d, a, a + 32, (union numbers *)(a + 64), 9), show("two");
    others<<<1, THREADS>>>(d, a, 11), show("others");
}
