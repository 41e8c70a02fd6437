// SPDX-License-Identifier: MIT
// Flags that the threads of a box have, and flags that look like it.
#include "kernels.h"

// A trapezoid of sums, turn by turn smaller. The edge may be so far that x + edge wraps around:
// then nobody knows in front of a row whom the condition holds for.
__global__ void trapezoid(int *out, unsigned edge, int turns, int low, int high) {
    __shared__ int now[64], next[64];
    const unsigned tx = threadIdx.x, row = threadIdx.y + blockDim.y * threadIdx.z;
    const int ty = threadIdx.y, t = tx + blockDim.x * row, width = blockDim.x;
    now[t] = t * 37 % 101;
    next[t] = -1;
    bool computed;
    __syncthreads();
    for (int i = 0; i < turns; i++) {
        computed = false;
        if (tx + edge >= (unsigned)(i + 1) + edge && tx + edge < (unsigned)(width - i - 1) + edge &&
            ty >= low && ty != high && ty <= high + i) {
            computed = true;
            next[t] = now[t - 1] + now[t] * 3 + now[t + 1] + i;
        }
        __syncthreads();
        if (computed)
            now[t] = next[t];
        __syncthreads();
        if ((int)tx > i + 2 && computed)
            next[t] += 7;
        __syncthreads();
        if (computed) // those at an edge ask
            next[t] ^= now[min(tx + 1u, 5u)];
        __syncthreads();
    }
    if (computed && (int)tx < width - 3) {
        out[t] = next[t] * 2;
    }
    __syncthreads();
    out[t] += now[t] + next[t];
}

// The edge comes near in some turns only, and the flag has been lost in front of others.
__global__ void sometimes(int *out, int turns) {
    __shared__ int s[64];
    const int row = threadIdx.y + blockDim.y * threadIdx.z, t = threadIdx.x + blockDim.x * row;
    bool some;
    s[t] = t;
    for (int i = 0; i < turns; i++) {
        const unsigned edge = i % 2 ? 0xfffffffcu : 1;
        some = false;
        __syncthreads();
        if (threadIdx.x + edge >= 3u && threadIdx.y < 2) {
            s[t] = s[t] * 5 + i;
            some = true;
        }
        __syncthreads();
        if (some)
            s[t] ^= 64 << i;
        if (i == 2)
            continue;
        __syncthreads();
        if (threadIdx.x > 1 && some)
            s[t] += 1000;
    }
    out[t] = s[t];
}

// None of these is a box: set under another condition, by two conditions, in an else, by what the
// data says, kept from turn to turn; and its value is used.
__global__ void no_boxes(int *out, int n) {
    __shared__ int s[64];
    const int tx = threadIdx.x, row = threadIdx.y + blockDim.y * threadIdx.z,
              t = tx + blockDim.x * row;
    bool under, two, other, data, sticky = false, value;
    s[t] = t * 11 % 17;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        under = false;
        if (tx > i && tx < n) {
            s[t] += 1;
            if (s[t] % 2)
                under = true;
        }
        __syncthreads();
        two = false;
        if (tx > n)
            two = true;
        __syncthreads();
        if (tx < i + 1)
            two = true;
        __syncthreads();
        other = false;
        if (tx > n - i)
            s[t] += 3;
        else
            other = true;
        __syncthreads();
        data = false;
        if (s[t] > 9)
            data = true;
        __syncthreads();
        if (tx > n - 2 - i)
            sticky = true;
        __syncthreads();
        value = false;
        if (tx > 2)
            value = true;
        __syncthreads();
        s[t] += value;
        __syncthreads();
        if (under)
            s[t] = s[t] * 3 + 1;
        __syncthreads();
        if (two)
            s[t] = s[t] * 3 + 2;
        __syncthreads();
        if (other)
            s[t] = s[t] * 3 + 3;
        __syncthreads();
        if (data)
            s[t] = s[t] * 3 + 4;
        __syncthreads();
        if (sticky)
            s[t] = s[t] % 1000 + 5;
        __syncthreads();
        if (value)
            s[t] = s[t] * 3 + 6;
        __syncthreads();
    }
    out[t] = s[t];
}

int main() {
    begin();
    const dim3 shapes[] = {64, dim3(16, 4), dim3(9, 7), dim3(5, 3, 4), dim3(8, 8), dim3(3, 21)};
    for (const dim3 &shape : shapes) {
        trapezoid<<<1, shape>>>(d, 0, 2, 1, 4), show("trapezoid");
        trapezoid<<<1, shape>>>(d, 0xfffffff0u, 3, 0, 70), show("trapezoid, wraps around");
        sometimes<<<1, shape>>>(d, 5), show("sometimes");
        no_boxes<<<1, shape>>>(d, 7), show("no_boxes");
    }
    return cudaFree(d) != cudaSuccess;
}
