// SPDX-License-Identifier: MIT
// What conv_ladder works on: a picture of random floats on the device, a mask of random weights,
// and the picture that a plain kernel makes of both in double precision.
#ifndef CONV_WORK_H
#define CONV_WORK_H

#include "ladders/ladder.h"
#include "verify.h"
#include "../convolution.h"

const int CONV_MOST = 15;       // radius
const int CONV_ON_HOST = 2048;  // pixels along an edge: the host repeats some of such a picture
const int CONV_TERMS = 1 << 17; // as many terms, or a few more

__constant__ float conv_mask[MOST_WIDTH * MOST_WIDTH];

struct conv_work {
    int size, radius; // pixels along an edge; the mask is 2 radius + 1 wide and high
    size_t pitch;     // floats from row to row; those after a row's end are 0 in dev_in
    float *dev_in, *dev_out, *dev_mask;
    float *dev_expected;
    unsigned long long *dev_wrong;
};

static inline size_t conv_bytes(const struct conv_work *w) {
    return (size_t)w->size * w->pitch * sizeof(float);
}

__global__ static void conv_fill(float *in, int size, size_t pitch, uint64_t seed) {
    const size_t stride = (size_t)gridDim.x * blockDim.x, n = (size_t)size * pitch;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        in[i] = i % pitch < (size_t)size ? ladder_random(seed, i) : 0;
}

// One thread: one pixel. Zeros outside.
__global__ static void conv_reference(const float *in, float *out, int size, size_t pitch,
                                      int radius) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    double sum = 0;
    int term = 0;
    for (int j = y - radius; j <= y + radius; j++)
        for (int i = x - radius; i <= x + radius; i++, term++)
            if (i >= 0 && i < size && j >= 0 && j < size)
                sum += (double)conv_mask[term] * in[i + j * pitch];
    out[x + y * pitch] = (float)sum;
}

// All terms are positive: so many roundings are allowed.
static inline double conv_tolerance(const struct conv_work *w) {
    const size_t width = 2 * w->radius + 1;
    return verify_sum_tolerance(2 * width * width);
}

// Pixels in the corners, on the edges and here and there, once more on the host.
static inline bool conv_host(const struct conv_work *w, const float *mask) {
    float *in = (float *)malloc(conv_bytes(w)), *got = (float *)malloc(conv_bytes(w));
    HANDLE_NULL(in);
    HANDLE_NULL(got);
    HANDLE_ERROR(cudaMemcpy(in, w->dev_in, conv_bytes(w), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(got, w->dev_expected, conv_bytes(w), cudaMemcpyDeviceToHost));
    const int width = 2 * w->radius + 1, most = CONV_TERMS / (width * width);
    const int step = max(w->size * w->size / most, 1);
    const struct extent all = {(int)w->pitch, w->size, 1}, reach = {w->radius, w->radius, 0};
    size_t wrong = 0;
    for (size_t i = 0; i < (size_t)w->size * w->size; i += step) {
        const int x = (int)(i % w->size), y = (int)(i / w->size);
        wrong += !verify_close(got[x + y * w->pitch], convolution_at(in, all, mask, reach, x, y, 0),
                               0, conv_tolerance(w));
    }
    free(in);
    free(got);
    return wrong == 0;
}

__global__ static void conv_compare(const float *got, const float *expected, int size, size_t pitch,
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

static inline bool conv_right(void *work, const struct rung *rung, char *says, size_t size) {
    const struct conv_work *w = (const struct conv_work *)work;
    unsigned long long wrong = 0;
    (void)rung;
    HANDLE_ERROR(cudaMemcpy(w->dev_wrong, &wrong, sizeof wrong, cudaMemcpyHostToDevice));
    conv_compare<<<(unsigned)(w->size < 8192 ? w->size : 8192), 256>>>(
        w->dev_out, w->dev_expected, w->size, w->pitch, (float)conv_tolerance(w), w->dev_wrong);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&wrong, w->dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    snprintf(says, size, "%llu of %zu pixels are off by more than %.1e", wrong,
             (size_t)w->size * w->size, conv_tolerance(w));
    return wrong == 0;
}

static inline void conv_poison(void *work) {
    const struct conv_work *w = (const struct conv_work *)work;
    poison(w->dev_out, conv_bytes(w));
}

static inline void conv_create(const struct options *options, struct conv_work *w) {
    const int width = 2 * w->radius + 1;
    float mask[MOST_WIDTH * MOST_WIDTH];
    w->size = (int)options->size;
    w->pitch = (options->size + 31) / 32 * 32;
    float **const pictures[] = {&w->dev_in, &w->dev_out, &w->dev_expected};
    for (float **const picture : pictures)
        *picture = (float *)ladder_alloc(options, w->size * w->pitch, sizeof **picture);
    w->dev_mask = (float *)ladder_alloc(options, width * width, sizeof *w->dev_mask);
    w->dev_wrong = (unsigned long long *)ladder_alloc(options, 1, sizeof *w->dev_wrong);
    convolution_mask(mask, width * width, options->seed);
    HANDLE_ERROR(cudaMemcpyToSymbol(conv_mask, mask, width * width * sizeof *mask));
    HANDLE_ERROR(
        cudaMemcpy(w->dev_mask, mask, width * width * sizeof *mask, cudaMemcpyHostToDevice));
    conv_fill<<<1024, 256>>>(w->dev_in, w->size, w->pitch, options->seed);
    const dim3 block(32, 8), grid((w->size + 31) / 32, (w->size + 7) / 8);
    conv_reference<<<grid, block>>>(w->dev_in, w->dev_expected, w->size, w->pitch, w->radius);
    HANDLE_ERROR(cudaGetLastError());
    if (w->size <= CONV_ON_HOST && !conv_host(w, mask)) {
        fprintf(stderr, "%s: the device's reference is not the host's\n", options->program);
        exit(EXIT_FAILURE);
    }
}

static inline void conv_destroy(const struct conv_work *w) {
    void *const memory[] = {w->dev_in, w->dev_out, w->dev_mask, w->dev_expected, w->dev_wrong};
    for (void *const dev_memory : memory)
        HANDLE_ERROR(cudaFree(dev_memory));
}

#endif
