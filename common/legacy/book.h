// SPDX-License-Identifier: MIT
// What the book.h of old listings has beside HANDLE_ERROR and HANDLE_NULL: swap, blocks of random
// data, a float's colour, and host threads. common/book.h includes it for those listings.
#ifndef COMMON_LEGACY_BOOK_H
#define COMMON_LEGACY_BOOK_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utility>

#include <cuda_runtime.h>

using std::swap;

static inline void HandleError(cudaError_t error, const char *file, int line) {
    handle_error(error, "a CUDA call", file, line);
}

// ---- random data, from the C library's rand(): the same in every run ---------------------------

// `size` random bytes; free() them.
static inline void *big_random_block(int size) {
    unsigned char *data = (unsigned char *)malloc((size_t)size);
    HANDLE_NULL(data);
    for (int i = 0; i < size; i++)
        data[i] = (unsigned char)rand();
    return data;
}

// `size` random ints, none negative; free() them.
static inline int *big_random_block_int(int size) {
    int *data = (int *)malloc((size_t)size * sizeof(int));
    HANDLE_NULL(data);
    for (int i = 0; i < size; i++)
        data[i] = rand();
    return data;
}

// ---- a kernel that colours floats --------------------------------------------------------------

// 0 ... 1 goes once round the colour wheel from cyan, and from black to white (HSL, saturation 1).
__host__ __device__ static inline uchar4 legacy_colour(float value) {
    const float room = fminf(value, 1 - value); // how far a channel may stray from the lightness
    unsigned char channel[3];
    for (int i = 0; i < 3; i++) {
        const float k = fmodf(6 + 12 * value + 8 * (float)i, 12);
        const float wave = fmaxf(-1, fminf(1, fminf(k - 3, 9 - k)));
        channel[i] = (unsigned char)fminf(fmaxf(255 * (value - room * wave), 0), 255);
    }
    return make_uchar4(channel[0], channel[1], channel[2], 255);
}

__device__ static inline void legacy_store(unsigned char *pixels, int i, uchar4 colour) {
    pixels[4 * i] = colour.x;
    pixels[4 * i + 1] = colour.y;
    pixels[4 * i + 2] = colour.z;
    pixels[4 * i + 3] = colour.w;
}

__device__ static inline void legacy_store(uchar4 *pixels, int i, uchar4 colour) {
    pixels[i] = colour;
}

// One thread a pixel, in a grid of exactly the picture's size. Pixels are uchar4 or bytes, RGBA.
template <class Pixel> __global__ void float_to_color(Pixel *pixels, const float *values) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    const int i = x + y * blockDim.x * gridDim.x;
    legacy_store(pixels, i, legacy_colour(values[i]));
}

// ---- host threads ------------------------------------------------------------------------------

typedef pthread_t CUTThread;
typedef void *(*CUT_THREADROUTINE)(void *);
#define CUT_THREADPROC void *
#define CUT_THREADEND return 0

static inline CUTThread start_thread(CUT_THREADROUTINE routine, void *data) {
    CUTThread thread;
    int error = pthread_create(&thread, NULL, routine, data);
    if (error != 0) {
        fprintf(stderr, "cannot start a thread: %s\n", strerror(error));
        exit(EXIT_FAILURE);
    }
    return thread;
}

// Waits until the thread has ended.
static inline void end_thread(CUTThread thread) {
    pthread_join(thread, NULL);
}

static inline void destroy_thread(CUTThread thread) {
    pthread_cancel(thread);
}

static inline void wait_for_threads(const CUTThread *threads, int count) {
    for (int i = 0; i < count; i++)
        end_thread(threads[i]);
}

#endif
