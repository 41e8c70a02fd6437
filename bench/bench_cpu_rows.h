// SPDX-License-Identifier: MIT
// More rows of bench_cpu.cu: what a course's kernels do beside what one would write by hand with
// OpenMP. Each pair works on the same data, and leaves its result in c.
#ifndef BENCH_CPU_ROWS_H
#define BENCH_CPU_ROWS_H

const int LONG = 1 << 25;                            // elements of the long dot product
const int CELLS = 1 << 20, SIDE = 1 << 10;           // elements of the others; along an edge
const int RADIUS = 4, STENCIL_THREADS = 256;         // of the stencil in shared memory
const int BINS = 256;                                // of the histogram
const int BODIES = 2048;                             // of n-body
const int ROW_LENGTH = 16, ROWS_OF_MATRIX = 1 << 16; // of the sparse matrix

// ---- a long dot product: bound by memory --------------------------------------------------------

static void long_cuda(struct bench *d) {
    dot<<<DOT_BLOCKS, DOT_THREADS>>>(d->long_a, d->long_b, d->c, LONG);
}

static void long_openmp(struct bench *d) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < LONG; i++)
        sum += d->long_a[i] * d->long_b[i];
    d->result = (float)sum;
}

// ---- a sum by shuffles in the kernel itself: split at each --------------------------------------

__global__ void sum_lanes(const float *a, float *partial, int n) {
    __shared__ float of_warp[DOT_THREADS / 32];
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < DOT_THREADS / 32; warp++)
            sum += of_warp[warp];
        partial[blockIdx.x] = sum;
    }
}

static void lanes_cuda(struct bench *d) {
    sum_lanes<<<DOT_BLOCKS, DOT_THREADS>>>(d->a, d->c, SUM);
}

// ---- heat step through a texture ----------------------------------------------------------------

__global__ void step_texture(cudaTextureObject_t in, float *out, int size) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    const float u = x + 0.5f, v = y + 0.5f, t = tex2D<float>(in, u, v);
    const float top = tex2D<float>(in, u, v - 1), bottom = tex2D<float>(in, u, v + 1);
    const float left = tex2D<float>(in, u - 1, v), right = tex2D<float>(in, u + 1, v);
    out[x + y * size] = t + 0.25f * (top + bottom + left + right - 4 * t);
}

static void texture_cuda(struct bench *d) {
    step_texture<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(d->texture, d->c, SIDE);
}

// ---- transpose: a tile in shared memory ---------------------------------------------------------

__global__ void transpose(const float *in, float *out, int size) {
    __shared__ float tile[EDGE][EDGE + 1];
    const int x0 = blockIdx.x * EDGE, y0 = blockIdx.y * EDGE;
    tile[threadIdx.y][threadIdx.x] = in[(y0 + threadIdx.y) * size + x0 + threadIdx.x];
    __syncthreads();
    out[(x0 + threadIdx.y) * size + y0 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

static void transpose_cuda(struct bench *d) {
    transpose<<<dim3(SIDE / EDGE, SIDE / EDGE), dim3(EDGE, EDGE)>>>(d->a, d->c, SIDE);
}

static void transpose_openmp(struct bench *d) {
#pragma omp parallel for
    for (int y0 = 0; y0 < SIDE; y0 += EDGE)
        for (int x0 = 0; x0 < SIDE; x0 += EDGE)
            for (int x = x0; x < x0 + EDGE; x++)
                for (int y = y0; y < y0 + EDGE; y++)
                    d->c[x * SIDE + y] = d->a[y * SIDE + x];
}

// ---- a stencil in shared memory -----------------------------------------------------------------

__global__ void smooth(const float *in, float *out, int n) {
    __shared__ float near[STENCIL_THREADS + 2 * RADIUS];
    const int i = threadIdx.x + blockIdx.x * blockDim.x, t = threadIdx.x + RADIUS;
    near[t] = in[i];
    if (threadIdx.x < RADIUS) {
        near[t - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
        near[t + STENCIL_THREADS] = i + STENCIL_THREADS < n ? in[i + STENCIL_THREADS] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += near[t + k];
    out[i] = sum;
}

static void smooth_cuda(struct bench *d) {
    smooth<<<CELLS / STENCIL_THREADS, STENCIL_THREADS>>>(d->a, d->c, CELLS);
}

static void smooth_openmp(struct bench *d) {
#pragma omp parallel for
    for (int i = 0; i < CELLS; i++) {
        float sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += i + k >= 0 && i + k < CELLS ? d->a[i + k] : 0;
        d->c[i] = sum;
    }
}

// ---- histogram: atomics in shared memory, then in global memory ---------------------------------

__global__ void histogram(const float *in, unsigned *bins, int n) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&own[(int)(in[i] * BINS)], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void as_floats(const unsigned *bins, float *out) {
    out[threadIdx.x] = (float)bins[threadIdx.x];
}

static void histogram_cuda(struct bench *d) {
    HANDLE_ERROR(cudaMemsetAsync(d->bins, 0, BINS * sizeof *d->bins));
    histogram<<<DOT_BLOCKS, BINS>>>(d->a, d->bins, CELLS);
    as_floats<<<1, BINS>>>(d->bins, d->c);
}

static void histogram_openmp(struct bench *d) {
    unsigned bins[BINS] = {};
#pragma omp parallel for reduction(+ : bins[:BINS])
    for (int i = 0; i < CELLS; i++)
        bins[(int)(d->a[i] * BINS)]++;
    for (int i = 0; i < BINS; i++)
        d->c[i] = (float)bins[i];
}

// ---- n-body: all pairs, a tile of bodies in shared memory ---------------------------------------

__host__ __device__ static inline float pull(float dx, float dy) {
    const float r = dx * dx + dy * dy + 0.01f;
    return dx / (r * sqrtf(r));
}

__global__ void bodies(const float *x, const float *y, float *force, int n) {
    __shared__ float near_x[DOT_THREADS], near_y[DOT_THREADS];
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    float sum = 0;
    for (int k = 0; k < n; k += DOT_THREADS) {
        near_x[threadIdx.x] = x[k + threadIdx.x];
        near_y[threadIdx.x] = y[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < DOT_THREADS; j++)
            sum += pull(near_x[j] - x[i], near_y[j] - y[i]);
        __syncthreads();
    }
    force[i] = sum;
}

static void bodies_cuda(struct bench *d) {
    bodies<<<BODIES / DOT_THREADS, DOT_THREADS>>>(d->a, d->b, d->c, BODIES);
}

static void bodies_openmp(struct bench *d) {
#pragma omp parallel for
    for (int i = 0; i < BODIES; i++) {
        float sum = 0;
        for (int j = 0; j < BODIES; j++)
            sum += pull(d->a[j] - d->a[i], d->b[j] - d->b[i]);
        d->c[i] = sum;
    }
}

// ---- a sparse matrix times a vector: rows of the same length, columns at random -----------------

__host__ __device__ static inline int column_of(int row, int k) {
    return (int)((unsigned)(row * ROW_LENGTH + k) * 2654435761u >> 12);
}

__global__ void sparse(const int *first, const int *column, const float *value, const float *x,
                       float *y, int rows) {
    const int row = threadIdx.x + blockIdx.x * blockDim.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = first[row]; k < first[row + 1]; k++)
        sum += value[k] * x[column[k]];
    y[row] = sum;
}

static void sparse_cuda(struct bench *d) {
    sparse<<<ROWS_OF_MATRIX / DOT_THREADS, DOT_THREADS>>>(d->first, d->column, d->a, d->b, d->c,
                                                          ROWS_OF_MATRIX);
}

static void sparse_openmp(struct bench *d) {
#pragma omp parallel for
    for (int row = 0; row < ROWS_OF_MATRIX; row++) {
        float sum = 0;
        for (int k = d->first[row]; k < d->first[row + 1]; k++)
            sum += d->a[k] * d->b[d->column[k]];
        d->c[row] = sum;
    }
}

#endif
