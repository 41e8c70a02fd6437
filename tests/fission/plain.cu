// SPDX-License-Identifier: MIT
// Statements of all kinds, variables that live on after a barrier, and what is the same for all
// threads or only seems to be. tests/fission.t compares what split kernels print with what whole
// ones do.
#include <string.h>
#include "kernels.h"

struct vector {
    int v[3];
};
__global__ void arrow_array_k(int *out) {
    vector a[1] = {{{(int)threadIdx.x, 2, 3}}};
    int *p = a->v;
    __syncthreads();
    out[threadIdx.x] = *p += 5;
}

__global__ void return_between_k(int *out) {
    __syncthreads();
    if (threadIdx.x > 4) return;
    __syncthreads();
    out[threadIdx.x] = 1;
}

namespace vector_op {
__device__ float2 operator+(float2 a, float b) { return make_float2(a.x + b, a.y + b); }
__device__ void operator+=(float2 &a, float2 &b) {
    a.x += b.x;
    b.y++;
}
__global__ void vector_op_k(int *out) {
    float2 v = {1, 2}, w = {3, 4};
    v += w;
    __syncthreads();
    v = v + 1.0f;
    out[threadIdx.x] = v.x * 1000 + w.y * 10;
}
} // namespace vector_op

__global__ void volatile_shared_k(int *out) {
    volatile __shared__ int s[8];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[7 - threadIdx.x];
}

__global__ void new_each_k(int *out) {
    int *p = new int(5), *q = new int[2];
    q[0] = *p += threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = q[0] + *p;
    delete p;
    delete[] q;
}

__global__ void by_halves_k(int *out, int n) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    int by = 32;
    s[t] = t * n;
    while (true) {
        __syncthreads();
        if (t < by) s[t] += s[t + by];
        if (by == 1) {
            out[63 - t] += 7;
            break;
        }
        by /= 2;
    }
    __syncthreads();
    out[t] += s[0];
}

__global__ void some_leave_k(int *out, const int *in) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    for (int i = 0; i < 5; i++) {
        s[t] = i + t;
        __syncthreads();
        if (in[0] == i) break;
        if (t < 0) continue;
        out[t] += s[63 - t];
        __syncthreads();
    }
}

// A scan between two rooms that change places: no lanes in step, though ^ stands in an index.
__global__ void two_rooms_k(int *out) {
    __shared__ int room[2][8];
    const int t = threadIdx.x;
    int w = 0;
    room[w][t] = t + 1;
    __syncthreads();
    for (int by = 1; by < 8; by *= 2) {
        w ^= 1;
        room[w][t] = room[w ^ 1][t] + (t >= by ? room[1 - w][t - by] : 0);
        __syncthreads();
    }
    out[blockIdx.x * 8 + t] = room[w][t];
}

// Statements of all kinds between barriers; threads that return after the last.
__global__ void statements(int *to, int n) {
    __shared__ int cache[64];
    __shared__ int total;
    int kind = threadIdx.x % 4, sum = 0;
    if (threadIdx.x == 0) total = 0;
    switch (kind) {
    case 0: sum = 1; break;
    case 1: sum = 2; [[fallthrough]];
    case 2: sum += 4; break;
    default: sum = 100;
    }
    for (int i = 0; i < n; i++) {
        if (i == 2) continue;
        if (i > 4) break;
        sum += i;
    }
    cache[threadIdx.x] = sum;
    __syncthreads();
    atomicAdd(&total, 1);
    while (sum > 50) sum -= 7;
    __syncthreads();
    if (threadIdx.x >= 5 && threadIdx.x < 8) return;
    for (int i = 0; i < 2; i++)
        if (threadIdx.x == 9 && i == 1) return;
    to[threadIdx.x + blockIdx.x * blockDim.x] = sum + cache[0] + 10000 * total;
}

struct cell {
    int value;
    int next;
};

// Structures and arrays of a thread's own, and a type that has a name only here.
__global__ void structures(const int *from, int *to) {
    typedef int number;
    __shared__ number cache[64];
    struct cell mine = {from[threadIdx.x], 0};
    number twice[2] = {mine.value, 2 * mine.value};
    cache[threadIdx.x] = mine.value;
    __syncthreads();
    mine.next = cache[(threadIdx.x + 1) % blockDim.x];
    twice[1] += mine.next;
    __syncthreads();
    to[threadIdx.x + blockIdx.x * blockDim.x] = mine.value + mine.next + twice[0] + twice[1];
}

// Parameters that all change in the same way.
__global__ void shared_parameters(const int *from, int *to, int n) {
    __shared__ int cache[64];
    int sum = 0;
    while (n > 0) {
        cache[threadIdx.x] = from[threadIdx.x];
        __syncthreads();
        sum += cache[blockDim.x - 1 - threadIdx.x] * n;
        __syncthreads();
        n -= 3;
    }
    to[threadIdx.x] = sum + n;
}

#define MEET __syncthreads()
__device__ void meet(void) { __syncthreads(); }

// A barrier after a macro, one in a function, and the warp's own.
__global__ void hidden(const int *from, int *to) {
    __shared__ int cache[64];
    cache[threadIdx.x] = from[threadIdx.x];
    MEET;
    int sum = cache[blockDim.x - 1 - threadIdx.x];
    meet();
    cache[threadIdx.x] = sum;
    meet();
    to[threadIdx.x + blockIdx.x * blockDim.x] = cache[(threadIdx.x + 1) % blockDim.x];
}

__global__ void warp_only(const int *from, int *to) {
    __shared__ int cache[64];
    const int lane = threadIdx.x % 32, first = threadIdx.x - lane;
    cache[threadIdx.x] = from[threadIdx.x];
    __syncwarp();
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) sum += cache[first + (lane + i) % 32];
    __syncwarp(0xffffffff);
    to[threadIdx.x + blockIdx.x * blockDim.x] = sum;
}

__global__ void short_circuit_k(int *out) {
    int n = 0;
    if (threadIdx.x > 3 && n++ < 5) n += 10;
    __syncthreads();
    out[threadIdx.x] = n;
}

int main(void) {
    begin();
    int h[64], *in;
    for (int i = 0; i < 64; i++) h[i] = i * 37 % 101;
    if (cudaMalloc(&in, sizeof h) != cudaSuccess || cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    for (int threads : {1, 31, 64}) {
        statements<<<1, threads>>>(d, 9), show("statements");
        structures<<<1, threads>>>(in, d), show("structures");
        shared_parameters<<<1, threads>>>(in, d, 7), show("shared_parameters");
        hidden<<<1, threads>>>(in, d), show("hidden");
    }
    warp_only<<<1, 64>>>(in, d), show("warp_only");
    arrow_array_k<<<2, 8>>>(d), show("arrow_array");
    return_between_k<<<2, 8>>>(d), show("return_between");
    vector_op::vector_op_k<<<2, 8>>>(d), show("vector_op");
    volatile_shared_k<<<2, 8>>>(d), show("volatile_shared");
    new_each_k<<<2, 8>>>(d), show("new_each");
    by_halves_k<<<1, 64>>>(d, 5), show("by_halves");
    int *three = managed<int>(1);
    *three = 3;
    some_leave_k<<<1, 64>>>(d, three), show("some_leave");
    two_rooms_k<<<2, 8>>>(d), show("two_rooms");
    short_circuit_k<<<2, 8>>>(d), show("short_circuit");
}
