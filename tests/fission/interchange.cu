// SPDX-License-Identifier: MIT
// Loops that are the same for all threads, around loops over threads, and what keeps them inside.
#include "kernels.h"

static float *a;

__global__ void fill(float *table) {
    table += 4096 * blockIdx.x;
    for (int i = 0; i < 4096; i++) table[i] = (float)((i + 5 * (int)blockIdx.x) * 37 % 101) * 0.25f;
}

// A product, element by element, in two dimensions, under a condition.
__global__ void turn_product(int *out, const float *table, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < n) {
        float sum = 0;
        for (int k = 0; k < n; k++) sum += table[row * n + k] * table[k * n + col];
        out[row * n + col] = (int)sum;
    }
}

// Threads without an element have left.
__global__ void turn_left(int *out, const float *table, int n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned sum = i;
    const float *const from = table;
    for (unsigned k = n; k > 0; --k) sum = sum * 3u + (unsigned)from[i + k * n];
    out[i] = (int)sum;
}

__device__ float distance_to(const float *from, int p, int q, int n, int dimensions) {
    float d = 0.0;
    for (int i = 0; i < dimensions; i++) {
        const float by = from[i * n + p] - from[i * n + q];
        d += by * by;
    }
    return d;
}

// The nearest of several: a loop in a function, in a loop.
__global__ void turn_nearest(int *out, const float *table, int n) {
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    int nearest = -1;
    if (i < n) {
        float least = 1e30f;
        for (int q = 0; q < 5; q++) {
            const float *const from = table;
            float d = distance_to(from, i, q * 7 + 3, n, 20) * from[q];
            bool closer = d < least;
            if (closer) {
                least = d;
                nearest = q;
            } else if (d == least)
                nearest += 16;
        }
    }
    if (i < n) out[i] = nearest * 10 + n;
}

// Each neither more nor less often than it would.
__global__ void turn_else(int *out, const float *table, int n) {
    const int t = threadIdx.x;
    int sum = 0;
    if (t % 3 == 1)
        for (int k = 0; k < n; k++) sum += (int)table[t + k * 8];
    else
        for (int k = n; k < 2 * n; k++) sum -= (int)table[k * 8 + t] + k;
    out[t] = sum;
}

__global__ void stay_ordered(int *out, const float *table, int n) {
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += table[k * 16 + t];
    out[8 + atomicAdd(&out[0], 1)] = (int)sum + t;
}

// Rows are cut to the threads that a condition holds for.
__global__ void cut_both(int *out, const float *table, int n) {
    __shared__ int s[64];
    const int tx = threadIdx.x, ty = threadIdx.y, at = ty * blockDim.x + tx;
    const bool inside = tx >= 1 && 6 > tx;
    bool done;
    s[at] = at;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        done = false;
        if (inside && ty > i && ty <= (int)blockDim.y - 1 - i) {
            s[at] = s[at] * 3 + (int)table[at + i] + 1;
            done = true;
        }
        __syncthreads();
        if (done && tx + 1 < 7) out[at] += s[at + 1] + i;
        __syncthreads();
    }
}

// What a condition or an index stands for no longer has the value that it had.
__global__ void cut_gone_on(int *out, const float *table, int n) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    const unsigned char none = (unsigned char)(threadIdx.y * 256 + 256);
    int i = 0;
    s[t] = 0;
    __syncthreads();
    while (i < n) {
        const int j = t + i;
        i += 2;
        __syncthreads();
        if (j < n) s[t] += (int)table[j] + 1;
        __syncthreads();
    }
    if (none && t < n) s[t] += 1000;
    __syncthreads();
    out[t] = s[t];
}

// Names that stand for sums of names, a million of them.
__global__ void cut_sums(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x, a = t + t, b = a + a, c = b + b, d = c + c, e = d + d, f = e + e, g = f - f, h = g + g,
              i = h + h, j = i + i, k = j + j, l = k + k, m = l + l, n = m + m, o = n + n, p = o + o, q = p + p,
              r = q + q, u = r + r, v = u + u, w = v + v, x = w + w, y = x + x, z = y + y;
    s[t] = e;
    __syncthreads();
    if (z + t < 5) s[z + t] += d;
    __syncthreads();
    out[t] = s[t];
}

int main(void) {
    begin();
    if (cudaMalloc(&a, 4096 * sizeof *a) != cudaSuccess) return 1;
    fill<<<1, 1>>>(a);
    turn_product<<<dim3(2, 3), dim3(5, 4)>>>(d, a, 8), show("turn_product");
    turn_left<<<3, 20>>>(d, a, 47), show("turn_left");
    turn_nearest<<<2, 32>>>(d, a, 50), show("turn_nearest");
    turn_else<<<1, 50>>>(d, a, 9), show("turn_else");
    stay_ordered<<<1, 30>>>(d, a, 20), show("stay_ordered");
    cut_both<<<1, dim3(8, 7)>>>(d, a, 3), show("cut_both");
    cut_gone_on<<<1, 30>>>(d, a, 9), show("cut_gone_on");
    cut_sums<<<1, 40>>>(d), show("cut_sums");
}
