// SPDX-License-Identifier: MIT
// Atomics on shared memory, which in split kernels lock nothing. tests/fission.t compares what
// split kernels leave with what whole ones do.
#include "kernels.h"

__global__ void count_k(int *out, int n) {
    __shared__ unsigned bins[8];
    __shared__ unsigned long long sum[2][2], all;
    const int t = threadIdx.x;
    if (t < 8) bins[t] = 0;
    if (t < 4) sum[t / 2][t % 2] = 0;
    all = 5;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        atomicAdd(&bins[(t * 7 + i) % 8], 1);
        atomicAdd(&sum[t % 2][i % 2], 3ull << 31);
        atomicAdd(&all, -1);
    }
    __syncthreads();
    out[t] = bins[t % 8];
    out[t + 8] = (int)(sum[t / 2 % 2][t % 2] >> 31) + (int)all;
}

// The answers: of one thread, since the order of several is open.
__global__ void answers_k(int *out) {
    __shared__ int place, least, most, bits, other;
    if (threadIdx.x == 5) {
        place = 3, least = 40, most = -40, bits = 0xff, other = 77;
        for (int i = 0; i < 8; i++) {
            out[i] = atomicAdd(&place, i + 1);
            out[8 + i] = atomicMin(&least, 10 - i * i);
            out[16 + i] = atomicMax(&most, 10 - i * i);
            out[24 + i] = atomicAnd(&bits, ~(1 << i));
            out[32 + i] = atomicOr(&bits, 256 << i);
            out[40 + i] = atomicXor(&bits, 5 * i);
            out[48 + i] = atomicExch(&other, i);
        }
    }
    __syncthreads();
    out[56 + threadIdx.x] = place + least + most + bits + other;
}

// Others than these go on as they were: doubles, members, pointers, the program's own.
struct pair {
    int a, b;
};
__device__ int atomicMax(pair *p, int v) { return ::atomicMax(&p->b, v) + 1000; }
__global__ void others_k(int *out) {
    __shared__ double d;
    __shared__ pair p[2];
    __shared__ int n[4];
    __shared__ short h[2];
    const int t = threadIdx.x;
    d = 0.5;
    p[t % 2].a = p[t % 2].b = 4;
    n[t % 4] = 0;
    __syncthreads();
    int *q = n + 1;
    atomicAdd(&d, 0.25 * t);
    atomicAdd(&p[t % 2].a, t);
    atomicAdd(q, 2);
    atomicAdd(n + 2, 3);
    if (t == 6) out[t] = atomicMax(&p[1], 3) + atomicMax(&p[1], 9);
    __syncthreads();
    out[8 + t] = (int)(d * 4) + p[t % 2].a + p[t % 2].b + n[t % 4] + (int)sizeof h;
}

template <class T> __global__ void generic_k(int *out, T step) {
    __shared__ T sum;
    __shared__ int many;
    sum = 1;
    many = 2;
    __syncthreads();
    atomicAdd(&sum, step);
    atomicAdd(&many, (int)step);
    __syncthreads();
    out[threadIdx.x] = (int)(sum * 2) + many;
}

// What other blocks of a cluster may change is locked: nothing else in the file is.
__device__ int first_of(int *shared, int block) { return *(int *)__cluster_map_shared_rank(shared, block); }

__global__ void reached_k(int *out) {
    __shared__ int reached;
    reached = 4;
    __syncthreads();
    atomicAdd(&reached, 2);
    __syncthreads();
    out[threadIdx.x] = first_of(&reached, 0);
}

int main() {
    begin();
    float *in = managed<float>(16);
    for (int i = 0; i < 16; i++) in[i] = 1.0f / (3 + i);
    count_k<<<1, 8>>>(d, 5), show("count");
    answers_k<<<1, 8>>>(d), show("answers");
    others_k<<<1, 8>>>(d), show("others");
    generic_k<<<1, 8>>>(d, 1.5f), show("generic, float");
    generic_k<<<1, 8>>>(d, 1.5), show("generic, double");
    generic_k<<<1, 8>>>(d, 3), show("generic, int");
    reached_k<<<1, 8>>>(d), show("reached");
}
