// SPDX-License-Identifier: MIT
// Lab 13, convolution: README.md beside this file tells what to do; the lines to write
// are marked TODO. It compiles and runs as it is, and says what is missing.
//
//     make masks && bin/masks
#include "checks.h"

// The weights, from the left (or the top) to the right (or the bottom). main() copies them here.
__constant__ int row_mask[WIDTH], square_mask[WIDTH * WIDTH];

// Task 1. out[i] is the sum of row_mask[j] * a[i + j - RADIUS] over all j; outside of a[] there are
// zeros. One thread for each result.
__global__ void from_memory(const int *a, int *out, int n) {
    const int i = threadIdx.x + blockIdx.x * BLOCK;
    // TODO 1
}

// Task 2. The same out of a tile: the block loads its 256 numbers and a halo of RADIUS on either
// side, zeros where there is none, and then nothing has to be asked any more.
__global__ void from_tile(const int *a, int *out, int n) {
    __shared__ int tile[BLOCK + 2 * RADIUS];
    const int t = threadIdx.x, first = blockIdx.x * BLOCK;
    // TODO 2
}

// Task 3. A picture of size x size, and a square mask: out of a tile of 16 x 16 results, with halos
// on all four sides. Weight (i, j) is square_mask[i + j * WIDTH].
__global__ void from_square_tile(const int *a, int *out, int size) {
    __shared__ int tile[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
    const int x = threadIdx.x + blockIdx.x * TILE, y = threadIdx.y + blockIdx.y * TILE;
    // TODO 3
}

// Task 4. A mask that is a product: weight (i, j) is row_mask[i] * row_mask[WIDTH - 1 - j]. So
// first along the rows, as in task 1 (a row ends at the picture's edge), ...
__global__ void along_rows(const int *a, int *between, int size) {
    const int x = threadIdx.x + blockIdx.x * TILE, y = threadIdx.y + blockIdx.y * TILE;
    // TODO 4
}

// ... then what comes out of that along the columns, with the weights the other way round.
__global__ void along_columns(const int *between, int *out, int size) {
    const int x = threadIdx.x + blockIdx.x * TILE, y = threadIdx.y + blockIdx.y * TILE;
    // TODO 4
}

static int *blank_on_device(int n) {
    int *host = lab_blank_ints(n), *dev;
    CHECK(cudaMalloc(&dev, n * sizeof *dev));
    CHECK(cudaMemcpy(dev, host, n * sizeof *dev, cudaMemcpyHostToDevice));
    free(host);
    return dev;
}

// The result comes back and is handed in.
static void hand_in(int *dev, int n) {
    int *host = lab_blank_ints(n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, dev, n * sizeof *dev, cudaMemcpyDeviceToHost));
    lab_result(host, n);
    free(host);
    CHECK(cudaFree(dev));
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 200);
    const int size = (int)lab_size(), n = size * size;
    int row[WIDTH], square[WIDTH * WIDTH];
    lab_weights(row, square);
    int *a = lab_ints("a", n, BELOW), *dev_a;
    CHECK(cudaMalloc(&dev_a, n * sizeof *dev_a));
    CHECK(cudaMemcpy(dev_a, a, n * sizeof *dev_a, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(row_mask, row, sizeof row));
    CHECK(cudaMemcpyToSymbol(square_mask, square, sizeof square));

    const int blocks = (n + BLOCK - 1) / BLOCK, tiles = (size + TILE - 1) / TILE;
    const dim3 grid(tiles, tiles), block(TILE, TILE);
    if (lab_task(1, "a row, from memory")) {
        int *dev_out = blank_on_device(n);
        from_memory<<<blocks, BLOCK>>>(dev_a, dev_out, n);
        hand_in(dev_out, n);
    }
    if (lab_task(2, "a row, from tiles")) {
        int *dev_out = blank_on_device(n);
        from_tile<<<blocks, BLOCK>>>(dev_a, dev_out, n);
        hand_in(dev_out, n);
    }
    if (lab_task(3, "a picture, from tiles")) {
        int *dev_out = blank_on_device(n);
        from_square_tile<<<grid, block>>>(dev_a, dev_out, size);
        hand_in(dev_out, n);
    }
    if (lab_task(4, "rows, then columns")) {
        int *dev_between = blank_on_device(n), *dev_out = blank_on_device(n);
        along_rows<<<grid, block>>>(dev_a, dev_between, size);
        along_columns<<<grid, block>>>(dev_between, dev_out, size);
        hand_in(dev_out, n);
        CHECK(cudaFree(dev_between));
    }
    CHECK(cudaFree(dev_a));
    free(a);
    return lab_end();
}
