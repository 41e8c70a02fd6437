// SPDX-License-Identifier: MIT
// Rows of threads of which few do something else: every so many of them, one alone, those at an
// edge.
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

__global__ void one_alone(int *out, const float *table, int n) {
    __shared__ int s[64], of_all;
    const int tx = threadIdx.x;
    s[tx] = tx;
    __syncthreads();
    if (tx == n)
        of_all = (int)table[tx] + 1;
    if (n + 60 == tx)
        s[tx] -= 7;
    if (tx - 4u == 0xffffffffu)
        s[tx] -= 100;
    __syncthreads();
    out[tx] = s[tx] * of_all;
}

// All of them, and those at the edges of a row, of the block.
__global__ void chained(int *out, const float *table, int n) {
    __shared__ float s[10][10];
    const int tx = threadIdx.x, ty = threadIdx.y, last = blockDim.x - 1;
    float west, north;
    s[ty][tx] = table[ty * 8 + tx] * (float)n;
    __syncthreads();
    if (tx == 0 && ty == 0) {
        west = table[100];
        north = table[101];
    } else if (ty == 0 && tx == last) {
        west = s[ty][tx - 1] + 1.0f;
        north = table[102];
    } else if (tx == last) {
        west = s[ty][tx - 1] + 2.0f;
        north = s[ty - 1][tx];
    } else if (0 == tx) {
        west = table[103 + ty];
        north = s[ty - 1][tx];
    } else if (ty != 0 && tx != 3 && tx != n && tx != n + 1 && tx != 2 * n) {
        west = s[ty][tx - 1];
        north = s[ty - 1][tx];
    } else {
        west = 0.25f;
        north = ty == 0 ? table[tx] : s[ty - 1][tx];
    }
    out[ty * 8 + tx] = (int)(s[ty][tx] * 4.0f + west * 16.0f + north * 64.0f);
}

// Neighbours, and what those at an edge have instead.
__global__ void clamped(int *out, const float *table, int n, unsigned m, unsigned char few) {
    __shared__ float s[64];
    const int t = threadIdx.x, last = blockDim.x - 1;
    int west = t - 1, east = t + 1;
    west = west < n ? n : west;
    east = (east > last - n) ? last - n : east;
    s[t] = table[t];
    __syncthreads();
    float sum = s[west] + s[east] * 2.0f;
    sum += table[max(t - 3, 0)] + table[min(last, t + 2) + n * 64];
    sum += table[min(t, (int)m)] + table[max(threadIdx.x - 2u, m) & 63u];
    sum += table[n > t ? n : t] + table[t >= 5 ? 5 : t] + table[t <= 5 ? t : 5];
    sum += table[(t < n ? n * 2 : t) + (t > 9 ? 9 : t)];
    sum += table[min(t, (int)few)] + table[2 * (t < 7 ? t : 7)];
    sum += table[t - 5 < -3 ? 2 : t - 5 < 0 ? 1 : t - 5];
    out[t] = (int)(sum * 8.0f);
    __syncthreads();
    if (max(t - 4, n) < 4) // holds for all at that edge
        out[t] += 1000;
    __syncthreads();
    if (t > 5 && (t < 8 ? t : 8) < (int)m)
        out[t] += (int)table[min(t, 9)];
}

// Divisions that a condition keeps from being done.
__global__ void kept_from(int *out, const float *table, int n, int m) {
    const int t = threadIdx.x;
    float sum = 0;
    if (m)
        sum += table[t < n / m ? t : 0] + table[min(t, n % m)] + table[n / m + t];
    out[t] = (int)(sum * 4.0f);
}

// Rows of tiles.
__global__ void copied(int *out, const float *table, int n) {
    __shared__ float tile[8][65];
    const int t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x + t;
    int from = n;
    for (int row = 0; row < 8; row++) {
        tile[row][t] = table[from + t];
        from += 64;
    }
    __syncthreads();
    float sum = 0;
    for (int row = 7; row >= 0; row--)
        sum = sum * 0.5f + tile[row][63 - t];
    __syncthreads();
    for (int row = 0; row < n; row++)
        tile[row][t + 1] = table[i + row * 64];
    __syncthreads();
    for (int row = 1; row < 8; row++) // what the turn before has left
        tile[row][t] = tile[row - 1][t];
    __syncthreads();
    out[t] = (int)sum + (int)tile[t % 8][t];
}

// What is left of a block, turn after turn; its threads at an edge have other neighbours. Rows are
// narrower than a vector, as wide, and wider; of some of them nothing is left.
__global__ void pyramid(int *out, const float *table, int turns, int top, int width) {
    __shared__ float now[12][48], next[12][48];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z, row = ty + tz * blockDim.y,
              rows = blockDim.y * blockDim.z;
    int north = row - 1, south = row + 1, west = tx - 1, east = tx + 1;
    north = north < top ? top : north;
    south = south > rows - 1 ? rows - 1 : south;
    west = west < 0 ? 0 : west;
    east = east > width - 1 ? width - 1 : east;
    bool computed = false;
    float corner = 0;
    now[row][tx] = next[row][tx] = -1;
    __syncthreads();
    if (row >= top && tx < width)
        now[row][tx] = table[row * 48 + tx];
    __syncthreads();
    for (int i = 0; i < turns; i++) {
        computed = false;
        if (tx >= i + 1 && tx < (int)blockDim.x - i - 1 && row >= i + top && tx < width) {
            computed = true;
            next[row][tx] = now[row][tx] * 2.0 + now[north][tx] + now[south][tx] - now[row][west] +
                            now[row][east];
        }
        __syncthreads();
        if (computed)
            now[row][tx] = next[row][tx];
        __syncthreads();
        if (tx == 0 && row > 1)
            corner += now[row][tx + 1];
        else if (tx == (int)blockDim.x - 1)
            corner -= now[row][tx - 1];
        else if (tx < width - i)
            corner += now[row][tx - 1] * now[row][tx + 1];
        __syncthreads();
    }
    next[row][tx] = corner + (computed ? now[row][tx] : 0);
    __syncthreads();
    for (int k = 0; k < rows && row == 0; k++)
        out[tx] = out[tx] * 3 + (int)next[k][tx];
}

// What threads keep of whether they have something to do: those that have stand side by side, or
// not.
__global__ void flagged(int *out, const float *table, int n) {
    __shared__ int s[64];
    const int row = threadIdx.y + blockDim.y * threadIdx.z, t = threadIdx.x + blockDim.x * row;
    bool some = table[t] > 12, last = false;
    s[t] = (int)table[t];
    for (int i = 0; i < 6; i++) {
        __syncthreads();
        if (some)
            s[t] = s[t] * 3 + i;
        __syncthreads();
        some = i % 2 ? (int)threadIdx.x >= i - row && (int)threadIdx.x < n - i
                     : (t * 5 + i * n) % 7 < 4;
        last = some && (int)threadIdx.x > n;
        __syncthreads();
        if (some && (int)threadIdx.x < n) {
            s[t] ^= 32;
            some = s[t] % 3 == 0;
        }
        __syncthreads();
        if (last)
            s[t] += 1000;
    }
    out[t] = s[t];
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
    one_alone<<<1, 64>>>(d, a, 3), show("one_alone");
    chained<<<1, dim3(8, 8)>>>(d, a, 2), show("chained");
    chained<<<1, dim3(8, 5)>>>(d, a, 7), show("chained");
    clamped<<<1, 60>>>(d, a, 2, 11, 6), show("clamped");
    clamped<<<1, 17>>>(d, a, 0, 3, 200), show("clamped");
    kept_from<<<1, 20>>>(d, a, 50, 7), show("kept_from");
    kept_from<<<1, 20>>>(d, a, 50, 0), show("kept_from");
    copied<<<1, 64>>>(d, a, 5), show("copied");
    pyramid<<<1, dim3(16, 12)>>>(d, a, 2, 0, 16), show("pyramid");
    pyramid<<<1, dim3(16, 5, 2)>>>(d, a, 3, 2, 13), show("pyramid");
    pyramid<<<1, dim3(7, 3)>>>(d, a, 5, 1, 4), show("pyramid");
    pyramid<<<1, dim3(48, 12)>>>(d, a, 4, 0, 45), show("pyramid");
    pyramid<<<1, dim3(33, 4, 3)>>>(d, a, 1, 3, 33), show("pyramid");
    flagged<<<1, 64>>>(d, a, 41), show("flagged");
    flagged<<<1, dim3(9, 7)>>>(d, a, 6), show("flagged");
    flagged<<<1, dim3(5, 3, 4)>>>(d, a, 4), show("flagged");
    flagged<<<1, dim3(8, 4, 2)>>>(d, a, 7), show("flagged");
    flagged<<<1, dim3(16, 4)>>>(d, a, 11), show("flagged");
    flagged<<<1, dim3(32, 2)>>>(d, a, 30), show("flagged");
    flagged<<<1, 40>>>(d, a, 40), show("flagged");
    scattered<<<1, 32>>>(d, a, 8), show("scattered");
    scattered<<<1, 19>>>(d, a, 34), show("scattered");
    return cudaFree(a) != cudaSuccess || cudaFree(d) != cudaSuccess;
}
