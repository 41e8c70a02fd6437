// SPDX-License-Identifier: MIT
// Lab 5, tiles: typically wrong. The tile has no padding: bank conflicts.
#include "checks.h"

// Task 1. out (columns × rows) is a (rows × columns), mirrored at its diagonal. A thread an
// element, straight from one memory to the other.
__global__ void transpose(const float *a, float *out, int rows, int columns) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < columns && y < rows)
        out[(size_t)x * rows + y] = a[(size_t)y * columns + x];
}

// Task 2. The same through a tile in shared memory: rows of a are read as rows, and rows of out are
// written as rows. Mind the banks.
__global__ void transpose_tiled(const float *a, float *out, int rows, int columns) {
    __shared__ float tile[TILE]
                         [TILE]; // a column more, so that a column's words lie in different banks
    const int left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    const int x = threadIdx.x, y = threadIdx.y;
    if (left + x < columns && top + y < rows)
        tile[y][x] = a[(size_t)(top + y) * columns + left + x];
    __syncthreads();
    if (top + x < rows && left + y < columns)
        out[(size_t)(left + y) * rows + top + x] = tile[x][y];
}

// Task 3. c (rows × width) = a (rows × columns) times b (columns × width). A thread an element of
// c.
__global__ void multiply(const float *a, const float *b, float *c, int rows, int columns,
                         int width) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= width || y >= rows)
        return;
    float sum = 0;
    for (int i = 0; i < columns; i++)
        sum += a[(size_t)y * columns + i] * b[(size_t)i * width + x];
    c[(size_t)y * width + x] = sum;
}

// Task 4. The same by tiles: the block loads a tile of a and one of b, each thread one element of
// each; all use them; then the next two. What hangs over an edge is 0.
__global__ void multiply_tiled(const float *a, const float *b, float *c, int rows, int columns,
                               int width) {
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = tx + blockIdx.x * TILE, y = ty + blockIdx.y * TILE;
    float sum = 0;
    for (int first = 0; first < columns; first += TILE) {
        tile_a[ty][tx] = y < rows && first + tx < columns ? a[(size_t)y * columns + first + tx] : 0;
        tile_b[ty][tx] =
            first + ty < columns && x < width ? b[(size_t)(first + ty) * width + x] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (x < width && y < rows)
        c[(size_t)y * width + x] = sum;
}

static float *to_device(const float *host, size_t n) {
    float *dev;
    CHECK(cudaMalloc(&dev, n * sizeof *dev));
    CHECK(cudaMemcpy(dev, host, n * sizeof *dev, cudaMemcpyHostToDevice));
    return dev;
}

// What the kernels write to: filled with a pattern that no task computes.
static float *blank_on_device(size_t n) {
    float *dev;
    CHECK(cudaMalloc(&dev, n * sizeof *dev));
    CHECK(cudaMemset(dev, LAB_POISON, n * sizeof *dev));
    return dev;
}

// The result comes back, is handed in, and its memory is freed.
static void hand_in(float *dev, size_t n) {
    float *host = lab_blank_floats(n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, dev, n * sizeof *dev, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev));
    lab_result(host, n);
    free(host);
}

// So many blocks of TILE × TILE threads as cover a matrix of that shape.
static dim3 blocks_for(int rows, int columns) {
    return dim3((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 100);
    const struct lab_shape s = lab_shape_of(lab_size());
    const size_t in_a = (size_t)s.rows * s.columns, in_b = (size_t)s.columns * s.width;
    const size_t in_c = (size_t)s.rows * s.width;
    const dim3 block(TILE, TILE);
    float *a = lab_small_floats("a", in_a, lab.seed), *b = lab_small_floats("b", in_b, lab.seed);
    float *dev_a = to_device(a, in_a), *dev_b = to_device(b, in_b);

    if (lab_task(1, "transpose")) {
        float *dev_out = blank_on_device(in_a);
        transpose<<<blocks_for(s.rows, s.columns), block>>>(dev_a, dev_out, s.rows, s.columns);
        hand_in(dev_out, in_a);
    }
    if (lab_task(2, "transpose by tiles")) {
        float *dev_out = blank_on_device(in_a);
        transpose_tiled<<<blocks_for(s.rows, s.columns), block>>>(dev_a, dev_out, s.rows,
                                                                  s.columns);
        hand_in(dev_out, in_a);
    }
    if (lab_task(3, "product")) {
        float *dev_c = blank_on_device(in_c);
        multiply<<<blocks_for(s.rows, s.width), block>>>(dev_a, dev_b, dev_c, s.rows, s.columns,
                                                         s.width);
        hand_in(dev_c, in_c);
    }
    if (lab_task(4, "product by tiles")) {
        float *dev_c = blank_on_device(in_c);
        multiply_tiled<<<blocks_for(s.rows, s.width), block>>>(dev_a, dev_b, dev_c, s.rows,
                                                               s.columns, s.width);
        hand_in(dev_c, in_c);
    }
    CHECK(cudaFree(dev_a));
    CHECK(cudaFree(dev_b));
    free(a);
    free(b);
    return lab_end();
}
