// SPDX-License-Identifier: MIT
// Rows of bench_cpu.cu: matrix products by tiles in shared memory, as courses write them. Beside
// them stand loops that go along the rows of b, which a compiler vectorises; they add in the same
// order.
#ifndef BENCH_CPU_PRODUCTS_H
#define BENCH_CPU_PRODUCTS_H

// ---- 64 barriers a block ------------------------------------------------------------------------

__global__ void multiply(const float *a, const float *b, float *c, int width) {
    __shared__ float tile_a[EDGE][EDGE], tile_b[EDGE][EDGE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * EDGE, row = ty + blockIdx.y * EDGE;
    float sum = 0;
    for (int phase = 0; phase < width; phase += EDGE) {
        tile_a[ty][tx] = a[row * width + phase + tx];
        tile_b[ty][tx] = b[(phase + ty) * width + column];
        __syncthreads();
        for (int k = 0; k < EDGE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    c[row * width + column] = sum;
}

static void tiled_cuda(struct bench *d) {
    multiply<<<dim3(WIDTH / EDGE, WIDTH / EDGE), dim3(EDGE, EDGE)>>>(d->a, d->b, d->c, WIDTH);
}

static void multiply_openmp(const float *a, const float *b, float *c, int width) {
#pragma omp parallel for
    for (int row = 0; row < width; row++) {
        float *of_row = c + row * width;
        for (int column = 0; column < width; column++)
            of_row[column] = 0;
        for (int k = 0; k < width; k++)
            for (int column = 0; column < width; column++)
                of_row[column] += a[row * width + k] * b[k * width + column];
    }
}

static void matmul_openmp(struct bench *d) {
    multiply_openmp(d->a, d->b, d->c, WIDTH);
}

// ---- the next phase's elements are fetched before this one is added up --------------------------

__global__ void multiply_ahead(const float *a, const float *b, float *c, int width) {
    __shared__ float tile_a[EDGE][EDGE], tile_b[EDGE][EDGE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * EDGE, row = ty + blockIdx.y * EDGE;
    float sum = 0, next_a = a[row * width + tx], next_b = b[ty * width + column];
    for (int phase = 0; phase < width; phase += EDGE) {
        tile_a[ty][tx] = next_a;
        tile_b[ty][tx] = next_b;
        __syncthreads();
        if (phase + EDGE < width) {
            next_a = a[row * width + phase + EDGE + tx];
            next_b = b[(phase + EDGE + ty) * width + column];
        }
        for (int k = 0; k < EDGE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    c[row * width + column] = sum;
}

static void ahead_cuda(struct bench *d) {
    multiply_ahead<<<dim3(WIDTH / EDGE, WIDTH / EDGE), dim3(EDGE, EDGE)>>>(d->a, d->b, d->c, WIDTH);
}

// ---- tiles whose rows are one longer ------------------------------------------------------------

__global__ void multiply_padded(const float *a, const float *b, float *c, int width) {
    __shared__ float tile_a[EDGE][EDGE + 1], tile_b[EDGE][EDGE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * EDGE, row = ty + blockIdx.y * EDGE;
    float sum = 0;
    for (int phase = 0; phase < width; phase += EDGE) {
        tile_a[ty][tx] = a[row * width + phase + tx];
        tile_b[ty][tx] = b[(phase + ty) * width + column];
        __syncthreads();
        for (int k = 0; k < EDGE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    c[row * width + column] = sum;
}

static void padded_cuda(struct bench *d) {
    multiply_padded<<<dim3(WIDTH / EDGE, WIDTH / EDGE), dim3(EDGE, EDGE)>>>(d->a, d->b, d->c,
                                                                            WIDTH);
}

// ---- all under a condition, which holds for all threads as long as tiles fit --------------------

__global__ void multiply_guarded(const float *a, const float *b, float *c, int width) {
    __shared__ float tile_a[EDGE][EDGE], tile_b[EDGE][EDGE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * EDGE, row = ty + blockIdx.y * EDGE;
    if (row < width && column < width) {
        float sum = 0;
        for (int phase = 0; phase < width; phase += EDGE) {
            tile_a[ty][tx] = a[row * width + phase + tx];
            tile_b[ty][tx] = b[(phase + ty) * width + column];
            __syncthreads();
            for (int k = 0; k < EDGE; k++)
                sum += tile_a[ty][k] * tile_b[k][tx];
            __syncthreads();
        }
        c[row * width + column] = sum;
    }
}

static void guarded_cuda(struct bench *d) {
    multiply_guarded<<<dim3(WIDTH / EDGE, WIDTH / EDGE), dim3(EDGE, EDGE)>>>(d->a, d->b, d->c,
                                                                             WIDTH);
}

#endif
