// SPDX-License-Identifier: MIT
// Fault: a product of matrices by tiles whose guard has the wrong length: the last rows of a tile
// come from past the end of b. check-init says of which array, and how far. --mended: the right
// length.
#include "fault.h"

const int TILE = 8, M = 30, K = 20, N = 25;

__global__ void multiply(float *c, const float *a, const float *b, int rows_of_b) {
    __shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < K; k += TILE) {
        of_a[y][x] = row < M && k + x < K ? a[row * K + k + x] : 0;
        of_b[y][x] = k + y < rows_of_b && column < N ? b[(k + y) * N + column] : 0; // fault
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += of_a[y][i] * of_b[i][x];
        __syncthreads();
    }
    if (row < M && column < N) c[row * N + column] = sum;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    float *dev_a = zeros<float>(M * K), *dev_b = zeros<float>(K * N), *dev_c = room<float>(M * N);
    multiply<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE), dim3(TILE, TILE)>>>(dev_c, dev_a, dev_b,
                                                                                       mended ? K : M);
    printf("%g\n", sum_of(dev_c, M * N));
    RELEASE(dev_a, dev_b, dev_c);
}
