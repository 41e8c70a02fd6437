// SPDX-License-Identifier: MIT
// matmul_padded's kernel for every m, k and n, in one process, for tests/matmul.t:
//
//     every_shape MOST STEP        m, k and n from 1 to MOST, where STEP divides their sum
//
// The numbers are small and whole, so that every sum is exact and has to be equal. The reference of
// k + 1 columns is that of k columns and one more product of a column and a row.
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "digits.h"
#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "report.h"
#include "verify.h"
#include "../../matmul/matrix.h"

#define main program_main
namespace padded {
#include "../../matmul/matmul_padded.cu"
}
#undef main

enum { MOST = 128 };
static float a[MOST][MOST], b[MOST][MOST]; // whole, of which corners are used
static float a_corner[MOST * MOST], expected[MOST * MOST], c[MOST * MOST];

static int whole(uint64_t *state) { return (int)(random_next(state) * 17) - 8; }

int main(int argc, char **argv) {
    const int most = argc == 3 ? atoi(argv[1]) : 0, step = argc == 3 ? atoi(argv[2]) : 0;
    if (most < 1 || most > MOST || step < 1) return 2;
    uint64_t state = 3;
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++) {
            a[i][j] = whole(&state);
            b[i][j] = whole(&state);
        }
    float *dev_a, *dev_b, *dev_c;
    HANDLE_ERROR(cudaMalloc(&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc(&dev_b, sizeof b));
    HANDLE_ERROR(cudaMalloc(&dev_c, sizeof c));

    long shapes = 0, wrong = 0;
    const int tile = padded::TILE_WIDTH;
    for (int n = 1; n <= most; n++) {
        // The first k rows of a corner of b are the beginning of it: one copy for all k.
        static float b_corner[MOST * MOST];
        for (int p = 0; p < most; p++)
            for (int j = 0; j < n; j++) b_corner[p * n + j] = b[p][j];
        HANDLE_ERROR(cudaMemcpy(dev_b, b_corner, sizeof b, cudaMemcpyHostToDevice));
        for (int m = 1; m <= most; m++) {
            const size_t bytes = (size_t)m * n * sizeof(float);
            memset(expected, 0, bytes);
            for (int k = 1; k <= most; k++) {
                for (int i = 0; i < m; i++)
                    for (int j = 0; j < n; j++) expected[i * n + j] += a[i][k - 1] * b[k - 1][j];
                if ((m + k + n) % step != 0) continue;
                for (int i = 0; i < m; i++) memcpy(&a_corner[i * k], a[i], k * sizeof(float));
                HANDLE_ERROR(cudaMemcpy(dev_a, a_corner, (size_t)m * k * sizeof(float), cudaMemcpyHostToDevice));
                poison(dev_c, bytes);
                const dim3 block(tile, tile);
                const dim3 grid((n + tile - 1) / tile, (m + tile - 1) / tile);
                padded::multiply<<<grid, block>>>(dev_a, dev_b, dev_c, padded::sizes_of(m, n, k));
                HANDLE_ERROR(cudaGetLastError());
                HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
                shapes++;
                bool right = true; // a NaN is equal to nothing, and 0 to -0
                for (int i = 0; i < m * n; i++) right = right && c[i] == expected[i];
                if (!right && wrong++ == 0) printf("first wrong: m %d, k %d, n %d\n", m, k, n);
            }
        }
    }
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    printf("%ld of %ld shapes wrong\n", wrong, shapes);
    return wrong > 0;
}
