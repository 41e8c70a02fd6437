// SPDX-License-Identifier: MIT
// Data of a ladder: random numbers that host and device work out alike, by their index, so that a
// reference needs no copy of them; and device memory as large as the user asks.
#ifndef LADDER_DATA_H
#define LADDER_DATA_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "book.h"
#include "digits.h"
#include "options.h"
#include "random.h"

// A number for each index, uniform in [0, 1). Seeds are small numbers here, so they are spread.
__host__ __device__ static inline float ladder_random(uint64_t seed, uint64_t index) {
    return random_number(seed * 0xd1342543de82ef95u, index);
}

// A length for each index, from least to most, as often between 16 and 32 as between 512 and 1024.
static inline size_t ladder_length(uint64_t seed, uint64_t index, double least, double most) {
    return (size_t)(least * pow(most / least, (double)ladder_random(seed, index)) + 0.5);
}

// to[i] = low + (high - low) * random number first + i, for any n.
__global__ static void ladder_fill_kernel(float *to, size_t first, size_t n, uint64_t seed,
                                          float low, float high) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        to[i] = low + (high - low) * ladder_random(seed, first + i);
}

// n numbers of the sequence, from `first` on.
static inline void ladder_fill_part(float *dev_to, size_t first, size_t n, uint64_t seed, float low,
                                    float high) {
    const size_t blocks = (n + 255) / 256;
    if (blocks == 0)
        return;
    ladder_fill_kernel<<<(unsigned)(blocks < 4096 ? blocks : 4096), 256>>>(dev_to, first, n, seed,
                                                                           low, high);
    HANDLE_ERROR(cudaGetLastError());
}

static inline void ladder_fill(float *dev_to, size_t n, uint64_t seed, float low, float high) {
    ladder_fill_part(dev_to, 0, n, seed, low, high);
}

// Where the device has no room, one line and status 2.
static inline void *ladder_alloc(const struct options *options, size_t count, size_t bytes_each) {
    void *dev_memory = NULL;
    if (count <= SIZE_MAX / bytes_each) {
        const cudaError_t error = cudaMalloc(&dev_memory, count * bytes_each);
        if (error == cudaSuccess)
            return dev_memory;
        if (error != cudaErrorMemoryAllocation)
            HANDLE_ERROR(error);
    }
    size_t free_bytes, total;
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &total));
    options_refuse(options, "--size %zu: %s GB more are needed, and the device has %s free",
                   options->size, digits(1e-9 * (double)count * (double)bytes_each, 3).text,
                   digits(1e-9 * (double)free_bytes, 3).text);
}

#endif
