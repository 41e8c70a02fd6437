// SPDX-License-Identifier: MIT
// What blur_ladder works on: a grey picture of random floats on the device, the weights of a
// Gaussian of any radius, the blurred picture as plain kernels have it, and the comparison.
#ifndef BLUR_WORK_H
#define BLUR_WORK_H

#include <stdlib.h>

#include "ladders/ladder.h"
#include "verify.h"
#include "../filters.h"

const int BLUR_MOST = 32;              // radius
const size_t BLUR_ON_HOST = 400 * 400; // pixels that the host repeats
const int BLUR_BLOCK_X = 32, BLUR_BLOCK_Y = 8;

__constant__ float blur_weights[2 * BLUR_MOST + 1];

struct blur_work {
    size_t size; // pixels along an edge
    int radius;
    uint64_t seed;
    size_t pitch;                          // floats from the start of a row to that of the next
    float *dev_in, *dev_between, *dev_out; // between the two passes, where there are two
    float weights[2 * BLUR_MOST + 1];      // as in blur_weights
    int stream_rows, strip_rows;           // of a warp, of a block: by blur_tune
    float *dev_expected;
    unsigned long long *dev_wrong;
    cudaTextureObject_t tex_in, tex_between;
};

static inline dim3 blur_grid(size_t size, int x, int y) {
    return dim3((unsigned)((size + x - 1) / x), (unsigned)((size + y - 1) / y));
}

static inline size_t blur_bytes(const struct blur_work *w) {
    return w->size * w->pitch * sizeof(float);
}

// The nearest pixel inside.
__host__ __device__ static inline int blur_inside(int i, int size) {
    return min(max(i, 0), size - 1);
}

// Of a picture in device memory, clamped at its edges: pixel (x, y) reaches to (x + 1, y + 1).
static inline cudaTextureObject_t blur_texture(const struct blur_work *w, float *dev_pixels) {
    struct cudaResourceDesc where = {};
    where.resType = cudaResourceTypePitch2D;
    where.res.pitch2D.devPtr = dev_pixels;
    where.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    where.res.pitch2D.width = w->size;
    where.res.pitch2D.height = w->size;
    where.res.pitch2D.pitchInBytes = w->pitch * sizeof(float);
    struct cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &where, &how, NULL));
    return texture;
}

// How many rows a rung walks down at once: few, to fill the device; many, because it repeats some
// of those above and below. All are tried, and the fastest is taken; no result depends on it. On a
// CPU, whose time says nothing about a GPU, it is the most.
static inline void blur_tune(struct blur_work *w, int *rows, void (*run)(void *work)) {
    const int MOST = 128, STEP = 16, RUNS = 5;
    int best_rows = MOST;
    float best = INFINITY;
    for (*rows = MOST; *rows > 0 && strcmp(REPORT_BACKEND, "cpu") != 0; *rows -= STEP) {
        struct timing t = timing_start(RUNS, w->dev_out, blur_bytes(w));
        while (timing_next(&t))
            run(w);
        if (t.min_ms < best)
            best = t.min_ms, best_rows = *rows;
    }
    *rows = best_rows;
}

// ---- the reference ------------------------------------------------------------------------------

// One pass, a thread a pixel: along the rows, or along the columns. All sums begin with the weight
// of the lowest index, so that all forms in two passes are equal bit for bit.
__global__ static void blur_reference(float *out, const float *in, int size, size_t pitch,
                                      int radius, bool columns) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int i = -radius; i <= radius; i++) {
        const int column = columns ? x : blur_inside(x + i, size);
        const int row = columns ? blur_inside(y + i, size) : y;
        sum = fmaf(blur_weights[i + radius], in[column + row * pitch], sum);
    }
    out[x + y * pitch] = sum;
}

// How far a sum of so many positive terms may be off: each rounding errs by 2^-24 of it at most. In
// two passes, and with the weights' own roundings.
static inline double blur_tolerance(int radius, bool direct) {
    const double taps = 2 * radius + 1;
    return ((direct ? taps * taps : 0) + 2 * taps + 8) / (1 << 24);
}

// A small picture once more, in double precision, columns first.
static inline bool blur_host(const struct blur_work *w, const struct Weights *weights) {
    const int size = (int)w->size, radius = w->radius;
    const double *smooth = weights->smooth[GAUSSIAN];
    const size_t row = size * sizeof(float), pixels = (size_t)size * size;
    float *in = (float *)malloc(pixels * sizeof *in), *got = (float *)malloc(pixels * sizeof *got);
    double *between = (double *)calloc(pixels, sizeof *between);
    HANDLE_NULL(in);
    HANDLE_NULL(got);
    HANDLE_NULL(between);
    HANDLE_ERROR(
        cudaMemcpy2D(in, row, w->dev_in, w->pitch * sizeof *in, row, size, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy2D(got, row, w->dev_expected, w->pitch * sizeof *got, row, size,
                              cudaMemcpyDeviceToHost));
    size_t wrong = 0;
    for (int y = 0; y < size; y++)
        for (int i = -radius; i <= radius; i++)
            for (int x = 0; x < size; x++)
                between[x + (size_t)y * size] +=
                    smooth[i + radius] * in[x + (size_t)blur_inside(y + i, size) * size];
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            double sum = 0;
            for (int i = -radius; i <= radius; i++)
                sum += smooth[i + radius] * between[blur_inside(x + i, size) + (size_t)y * size];
            wrong +=
                !verify_close(got[x + (size_t)y * size], sum, 0, blur_tolerance(radius, false));
        }
    free(in);
    free(got);
    free(between);
    return wrong == 0;
}

__global__ static void blur_compare(const float *got, const float *expected, int size, size_t pitch,
                                    float tolerance, unsigned long long *wrong) {
    unsigned long long mine = 0;
    for (int y = blockIdx.x; y < size; y += gridDim.x)
        for (int x = threadIdx.x; x < size; x += blockDim.x) {
            const float should = expected[x + y * pitch];
            mine += !(fabsf(got[x + y * pitch] - should) <= tolerance * should); // no NaN passes
        }
    if (mine)
        atomicAdd(wrong, mine);
}

// Two passes have to give the reference bit for bit, direct sums and libraries within the bound.
static inline bool blur_differs(const struct blur_work *w, bool bound, char *says, size_t size) {
    unsigned long long wrong = 0;
    HANDLE_ERROR(cudaMemcpy(w->dev_wrong, &wrong, sizeof wrong, cudaMemcpyHostToDevice));
    const double tolerance = bound ? blur_tolerance(w->radius, true) : 0;
    blur_compare<<<(unsigned)(w->size < 8192 ? w->size : 8192), 256>>>(
        w->dev_out, w->dev_expected, (int)w->size, w->pitch, (float)tolerance, w->dev_wrong);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&wrong, w->dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    if (bound)
        snprintf(says, size, "%llu of %zu pixels are off by more than %.1e", wrong,
                 w->size * w->size, tolerance);
    else
        snprintf(says, size, "%llu of %zu pixels differ", wrong, w->size * w->size);
    return wrong == 0;
}

static inline void blur_poison(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    poison(w->dev_between, blur_bytes(w));
    poison(w->dev_out, blur_bytes(w));
}

// ---- the whole ----------------------------------------------------------------------------------

static inline void blur_create(const struct options *options, struct blur_work *w) {
    w->size = options->size;
    w->seed = options->seed;
    w->pitch = (w->size + 63) / 64 * 64;
    float **const pictures[] = {&w->dev_in, &w->dev_between, &w->dev_out, &w->dev_expected};
    for (float **const picture : pictures)
        *picture = (float *)ladder_alloc(options, w->size * w->pitch, sizeof **picture);
    w->dev_wrong = (unsigned long long *)ladder_alloc(options, 1, sizeof *w->dev_wrong);
    ladder_fill(w->dev_in, w->size * w->pitch, w->seed, 0, 1);

    struct Weights weights;
    weigh(&weights, w->radius);
    for (int i = 0; i <= 2 * w->radius; i++)
        w->weights[i] = (float)weights.smooth[GAUSSIAN][i];
    HANDLE_ERROR(cudaMemcpyToSymbol(blur_weights, w->weights, sizeof w->weights));
    const dim3 block(BLUR_BLOCK_X, BLUR_BLOCK_Y), grid = blur_grid(w->size, block.x, block.y);
    blur_reference<<<grid, block>>>(w->dev_between, w->dev_in, (int)w->size, w->pitch, w->radius,
                                    false);
    blur_reference<<<grid, block>>>(w->dev_expected, w->dev_between, (int)w->size, w->pitch,
                                    w->radius, true);
    HANDLE_ERROR(cudaGetLastError());
    if (w->size * w->size <= BLUR_ON_HOST && !blur_host(w, &weights)) {
        fprintf(stderr, "%s: the device's reference is not the host's\n", options->program);
        exit(EXIT_FAILURE);
    }
    w->tex_in = blur_texture(w, w->dev_in);
    w->tex_between = blur_texture(w, w->dev_between);
}

static inline void blur_destroy(struct blur_work *w) {
    HANDLE_ERROR(cudaDestroyTextureObject(w->tex_in));
    HANDLE_ERROR(cudaDestroyTextureObject(w->tex_between));
    void *const memory[] = {w->dev_in, w->dev_between, w->dev_out, w->dev_expected, w->dev_wrong};
    for (void *const dev_memory : memory)
        HANDLE_ERROR(cudaFree(dev_memory));
}

#endif
