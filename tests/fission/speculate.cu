// SPDX-License-Identifier: MIT
// Conditions that leave threads of a row out, where all lanes of a vector may compute, and where
// they may not.
#include "kernels.h"

__device__ int hash(int t) {
    return (int)((unsigned)t * 2654435761u >> 20) - 2000;
}

// Stencils in numbers of each size; at the edges of a row, and of the array.
#define STENCIL(name, T)                                                                           \
    __global__ void name(int *out, int low, int high) {                                            \
        __shared__ T a[4][20], b[4][20];                                                           \
        const int x = threadIdx.x, y = threadIdx.y, width = blockDim.x;                            \
        a[y][x] = (T)(hash(x + 31 * y) / 3);                                                       \
        b[y][x] = (T)7;                                                                            \
        __syncthreads();                                                                           \
        if (x >= low && x < width - 1 && y > 0 && y <= high)                                       \
            b[y][x] = (T)(a[y][x - 1] * 3 - a[y][x + 1] + (x > 3 ? a[y - 1][x] : a[y][x]));        \
        __syncthreads();                                                                           \
        atomicAdd(&out[(x + width * y) % 64], (int)(b[y][x] * 5));                                 \
    }
STENCIL(of_float, float)
STENCIL(of_double, double)
STENCIL(of_char, signed char)
STENCIL(of_short, unsigned short)
STENCIL(of_long, long long)

// Arrays that have no more elements than the condition leaves threads: in front of the first and
// behind the last may be anything.
__global__ void small(int *out, int n) {
    __shared__ float s[5], to[3];
    const int t = threadIdx.x;
    if (t < 5)
        s[t] = (float)hash(t);
    if (t < 3)
        to[t] = 0.25f;
    __syncthreads();
    if (t >= 1 && t < n)
        to[t - 1] = s[t - 1] * 0.5f + s[t];
    __syncthreads();
    if (t < 5)
        out[t] = (int)(t < 3 ? to[t] : s[t]);
}

// Several stores, conditions in the condition; sums into what it stores.
__global__ void several(int *out, int n, float scale) {
    __shared__ float a[40], b[40];
    __shared__ double c[40];
    const int t = threadIdx.x;
    a[t] = (float)hash(t);
    b[t] = 2.5f;
    c[t] = 0.25 * t;
    __syncthreads();
    if (t > 0 && t < n) {
        b[t] = (a[t] + a[t - 1]) * scale;
        if (a[t] > 10)
            c[t] = b[t] * 2.0;
        else
            c[t] = a[t - 1] + c[t];
        b[t] = b[t] > 0 ? b[t] : c[t] > 3 ? -b[t] : 1;
    }
    __syncthreads();
    if (t >= 3 && t < n - 2)
        a[t] += b[t] * scale;
    __syncthreads();
    out[t] = (int)(a[t] + b[t] + c[t]);
}

// A division, by what is 0 for who is left out; an index out of memory; another's memory.
__global__ void apart(int *out, const int *in, int n) {
    __shared__ int s[48], by[48], to[48];
    const int t = threadIdx.x;
    s[t] = hash(t);
    by[t] = t < n ? t + 1 : 0;
    to[t] = t;
    __syncthreads();
    if (t < n)
        s[t] = s[t] / by[t];
    __syncthreads();
    if (t < n && t >= 2)
        by[t] = in[t] + s[t - 2];
    __syncthreads();
    if (t < n)
        to[t] = s[by[t] & 7 & (n - 1)] + 1;
    __syncthreads();
    out[t] = s[t] + by[t] + to[t];
}

// Who is left out has an index that has wrapped around.
__global__ void wrapped(int *out, unsigned low) {
    __shared__ unsigned char s[40], to[40];
    const auto t = threadIdx.x;
    s[t] = (unsigned char)hash((int)t);
    to[t] = 9;
    __syncthreads();
    if (threadIdx.x >= low && (int)threadIdx.x < (int)blockDim.x - 1)
        to[t] = s[t - 1] * 3 + (threadIdx.x > 7u ? s[t + 1] : s[t]);
    __syncthreads();
    out[t] = to[t];
}

// What a thread keeps from one part to the next, and a flag.
__global__ void kept(int *out, int n) {
    __shared__ int s[36], to[36];
    const int t = threadIdx.x;
    int mine = hash(t), turns = 0;
    bool done;
    s[t] = mine;
    to[t] = -t;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        done = false;
        if (t > i && t < n - i) {
            done = true;
            to[t] = s[t - 1] ^ s[t] + i;
        }
        __syncthreads();
        if (t > i && t < n) {
            mine = s[t] + to[t];
            turns = turns + 1;
        }
        __syncthreads();
        if (done)
            s[t] = to[t];
        __syncthreads();
    }
    out[t] = s[t] + mine * 3 + turns;
}

// Floats that operators work out, of floats and of doubles: sums of products, of which one is
// fused.
#define WORKED_OUT(name, T, value) WORKED_OUT_OF(name, T, 40, value)
#define WORKED_OUT_OF(name, T, columns, value)                                                     \
    __global__ void name(int *out, int low, float p, T q, int by) {                                \
        __shared__ float a[3][columns], b[3][columns];                                             \
        __shared__ T c[3][columns];                                                                \
        const int x = threadIdx.x, y = threadIdx.y, width = blockDim.x;                            \
        a[y][x] = hash(x + 41 * y) / 7.0f;                                                         \
        c[y][x] = (T)(hash(3 * x + y) / 11.0);                                                     \
        b[y][x] = -1.5f;                                                                           \
        __syncthreads();                                                                           \
        if (x >= low && x < width - 1 && y > 0)                                                    \
            b[y][x] = value;                                                                       \
        __syncthreads();                                                                           \
        atomicXor(&out[x], __float_as_int(b[y][x]) * (y + 3));                                     \
    }
WORKED_OUT(products, float, a[y][x - 1] * p + a[y][x + 1] * q - c[y][x] * c[0][x])
WORKED_OUT(wide_products, double, a[y][x - 1] * p + a[y - 1][x] * q - c[y][x] * c[0][x])
WORKED_OUT(literal, float, a[y][x] - 2.0 * a[y][x + 1] + by * (a[y - 1][x] + c[y][x]) * q)
WORKED_OUT(negated, double, -(-a[y][x] - c[y][x + 1]) - p * -b[y][x])
WORKED_OUT(copied, float, c[y - 1][x + 1])
WORKED_OUT(narrowed, double, c[y - 1][x])
// Vectors that end behind the array.
WORKED_OUT_OF(tight, float, 23, a[y][x - 1] * p + c[y - 1][x] * q)
WORKED_OUT_OF(wide_tight, double, 23, a[y][x - 1] * p + c[y - 1][x] * q)
WORKED_OUT(alike, float, a[y][x] + a[y - 1][2] * by - 3 * c[0][1])
WORKED_OUT(divided, float, a[y][x] / 3 + c[y][x])
WORKED_OUT(cast, float, (float)(a[y][x] * 0.1) + q)
WORKED_OUT(with_integer, float, a[y][x] * x + q)

#define SHOW(name)                                                                                 \
    name<<<1, block>>>(d, low, 0.1f, 0.7f, 3);                                                     \
    show(#name)

int main(void) {
    begin();
    for (int width = 6; width <= 40; width += 17)
        for (int low = 1; low < 4; low++) {
            const dim3 block(width, 3);
            SHOW(products);
            SHOW(wide_products);
            SHOW(literal);
            SHOW(negated);
            SHOW(copied);
            SHOW(narrowed);
            SHOW(alike);
            SHOW(divided);
            SHOW(cast);
            SHOW(with_integer);
            if (width > 23)
                continue;
            SHOW(tight);
            SHOW(wide_tight);
        }
    for (int width = 5; width <= 20; width += 5)
        for (int high = 0; high < 4; high++) {
            of_float<<<1, dim3(width, 4)>>>(d, high + 1, high), show("float");
            of_double<<<1, dim3(width, 4)>>>(d, 1, high), show("double");
            of_char<<<1, dim3(width, 4)>>>(d, 2, high), show("char");
            of_short<<<1, dim3(width, 4)>>>(d, 1, high), show("short");
            of_long<<<1, dim3(width, 4)>>>(d, 3 - high / 2, high), show("long");
        }
    for (int n = 0; n <= 4; n++)
        small<<<1, 33>>>(d, n), show("small");
    for (int n = 0; n <= 40; n += 5)
        several<<<1, 40>>>(d, n, 0.375f), show("several");
    for (int width = 5; width < 40; width += 8)
        wrapped<<<1, width>>>(d, 1 + width % 4), show("wrapped");
    int *in;
    if (cudaMalloc(&in, 48 * sizeof *in) != cudaSuccess ||
        cudaMemset(in, 1, 48 * sizeof *in) != cudaSuccess)
        return 1;
    for (int n = 1; n <= 48; n += 6)
        apart<<<1, 48>>>(d, in, n), show("apart");
    for (int n = 1; n <= 36; n += 7)
        kept<<<1, 36>>>(d, n), show("kept");
}
