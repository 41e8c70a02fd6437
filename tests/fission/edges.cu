// SPDX-License-Identifier: MIT
// Rows of threads of which few do something else: every so many of them, those that the data says.
#include "kernels.h"

static float *a;

__global__ void fill(float *table) {
    for (int i = 0; i < 4096; i++) table[i] = (float)(i * 37 % 101) * 0.25f;
}

// Divisions that a condition keeps from being done.
__global__ void kept_from(int *out, const float *table, int n, int m) {
    const int t = threadIdx.x;
    float sum = 0;
    if (m) sum += table[t < n / m ? t : 0] + table[min(t, n % m)] + table[n / m + t];
    out[t] = (int)(sum * 4.0f);
}

// What the data says is stored, where the data says: with as many turns as a thread is warps away.
__global__ void scattered(int *out, const float *table, int n) {
    __shared__ short counts[8], more[40];
    const int t = threadIdx.x;
    const float value = table[t + n];
    int *const after = out + 32;
    if (t < 8) counts[t] = (short)(t * 5 % 7 - 2);
    for (int k = t; k < 40; k += blockDim.x) more[k] = (short)(k % 3);
    __syncthreads();
    int at = t * 13 % 32, other = (int)value;
    for (int w = 0; w < t / 8; w++) other += counts[w];
    for (int w = t; w < n + 6; w += 3) other += more[w];
    __syncthreads();
    if (value > 12.5f) out[at] = value;
    __syncthreads();
    if (other % 3 == 1) {
        after[at - 32] = other;
    }
    __syncthreads();
    if (table[t] < 10) after[31 - at] = other + 100;
}

// Rows that begin after their first thread and end before their last.
#define ROW(name, type, ...)                                                                                           \
    __global__ void name(int *out, int low, int high) {                                                                \
        const type x = threadIdx.x + blockIdx.x * blockDim.x;                                                          \
        const int y = threadIdx.y + blockIdx.y * blockDim.y;                                                           \
        __VA_ARGS__ out[x] = out[x] * 3 + x + y + 1;                                                                   \
    }
ROW(inside, int, if (x >= low && x < high))
ROW(above, int, if (x > low))
ROW(above_two, int, if (x > low && x >= high))
ROW(in_plane, int, if (y > 0 && x >= 1 && y < low && x <= high))
ROW(of_floats, int, if (x < high + 0.5f && x > low * 0.5f))
ROW(wide, size_t, if (x >= low && x <= high))
ROW(left, int, if (x < low || x >= high) return;)
ROW(left_unsigned, unsigned, if (x <= low || x > high) return;)

int main() {
    begin();
    static const int limits[][2] = {{0, 64}, {1, 63}, {20, 40}, {40, 20}, {-1, 70}, {64, 64}, {5, 5}};
#define ROWS(name)                                                                                                     \
    for (const auto &l : limits) {                                                                                     \
        name<<<4, 16>>>(d, l[0], l[1]), show(#name);                                                                   \
        name<<<1, 64>>>(d, l[0], l[1]), show(#name);                                                                   \
        name<<<2, dim3(8, 4)>>>(d, l[0], l[1]), show(#name);                                                           \
    }
    ROWS(inside)
    ROWS(above)
    ROWS(above_two)
    ROWS(in_plane)
    ROWS(of_floats)
    ROWS(wide)
    ROWS(left)
    ROWS(left_unsigned)
    if (cudaMalloc(&a, 4096 * sizeof *a) != cudaSuccess) return 1;
    fill<<<1, 1>>>(a);
    kept_from<<<1, 20>>>(d, a, 50, 7), show("kept_from");
    kept_from<<<1, 20>>>(d, a, 50, 0), show("kept_from");
    scattered<<<1, 32>>>(d, a, 8), show("scattered");
    scattered<<<1, 19>>>(d, a, 34), show("scattered");
    return cudaFree(a) != cudaSuccess || cudaFree(d) != cudaSuccess;
}
