// SPDX-License-Identifier: MIT
// What the kernels of tests/count read, the same bytes on a GPU and on a CPU: their control flow
// and addresses depend on it.
#ifndef DATA_H
#define DATA_H

#include <stdio.h>
#include <stdlib.h>

const int N = 1 << 17; // elements
const int B = 256;     // threads of a block
const size_t BYTES = 8u << 20;

#define ME ((int)(blockIdx.x * blockDim.x + threadIdx.x))

// A kernel in which each thread writes one element.
#define MOVE(name, from, to, ...)                                                                                      \
    __global__ void name(const from *a, to *b) { b[ME] = __VA_ARGS__; }
// By way of shared memory: element `put` of `room` is written, element `got` read after a barrier.
#define THROUGH(name, type, room, put, got)                                                                            \
    __global__ void name(const type *a, type *b) {                                                                     \
        __shared__ type s[room];                                                                                       \
        s[put] = a[ME];                                                                                                \
        __syncthreads();                                                                                               \
        b[ME] = s[got];                                                                                                \
    }

static char *dev_in, *dev_out, *dev_index;

static inline unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// in: N floats of 0 to 1 as often as they fit; index: N ints of 0 to N - 1.
static inline void make_data(void) {
    unsigned state = 12345;
    float *in = (float *)malloc(BYTES);
    int *index = (int *)malloc(N * sizeof *index);
    for (size_t i = 0; i < BYTES / sizeof *in; i++) in[i] = (float)(next(&state) & 0xffff) / 65536;
    for (int i = 0; i < N; i++) index[i] = (int)(next(&state) % (unsigned)N);
    cudaMalloc(&dev_in, BYTES);
    cudaMalloc(&dev_out, BYTES);
    cudaMalloc(&dev_index, N * sizeof *index);
    cudaMemcpy(dev_in, in, BYTES, cudaMemcpyHostToDevice);
    cudaMemset(dev_out, 0, BYTES);
    cudaMemcpy(dev_index, index, N * sizeof *index, cudaMemcpyHostToDevice);
    free(in);
    free(index);
}

// Launches each kernel, by its name, from what is read to what is written: up to 64 of them.
#define RUN(blocks, threads, ...) RESCAN(RUN_ONE(blocks, threads, __VA_ARGS__))
#define RUN_ONE(blocks, threads, kernel, ...)                                                                          \
    kernel<<<blocks, threads>>>(any_pointer{dev_in}, any_pointer{dev_out});                                            \
    __VA_OPT__(RUN_ANOTHER NO_ARGUMENTS(blocks, threads, __VA_ARGS__))
#define RUN_ANOTHER() RUN_ONE
#define NO_ARGUMENTS ()
#define RESCAN(...) RESCAN_16(RESCAN_16(RESCAN_16(RESCAN_16(__VA_ARGS__))))
#define RESCAN_16(...) RESCAN_4(RESCAN_4(RESCAN_4(RESCAN_4(__VA_ARGS__))))
#define RESCAN_4(...) RESCAN_1(RESCAN_1(RESCAN_1(RESCAN_1(__VA_ARGS__))))
#define RESCAN_1(...) __VA_ARGS__
struct any_pointer {
    char *at;
    template <class T> operator T *() const { return (T *)at; }
};

// Rows of 64 floats.
static inline cudaTextureObject_t texture_of_rows(void) {
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypePitch2D;
    from.res.pitch2D = {dev_in, cudaCreateChannelDesc<float>(), 64, 64, 64 * sizeof(float)};
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &from, &how, NULL);
    return texture;
}

static inline int finish(void) {
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(dev_in);
    cudaFree(dev_out);
    cudaFree(dev_index);
    return error != cudaSuccess;
}

#endif
