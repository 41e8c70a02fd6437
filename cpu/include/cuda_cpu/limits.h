// SPDX-License-Identifier: MIT
// What a launch may ask for, as a GPU of compute capability 9.0 has it: each number stands here
// once.
#ifndef CUDA_CPU_LIMITS_H
#define CUDA_CPU_LIMITS_H

enum {
    CUDA_CPU_WARP = 32,
    CUDA_CPU_MOST_THREADS = 1024, // of a block; along x and y too
    CUDA_CPU_MOST_THREADS_Z = 64, // along z
    CUDA_CPU_MOST_BLOCKS_X = 0x7fffffff,
    CUDA_CPU_MOST_BLOCKS_YZ = 65535,
    CUDA_CPU_USUAL_SHARED = 48 << 10, // bytes of shared memory a block
    CUDA_CPU_MOST_SHARED = 227 << 10, // once it was asked for (cudaFuncSetAttribute)
    CUDA_CPU_CORE_SHARED = 228 << 10,
    CUDA_CPU_USUAL_CLUSTER = 8, // blocks of a cluster
    CUDA_CPU_MOST_CLUSTER = 16,
    CUDA_CPU_PARAMETER_BYTES = 32764, // of a kernel
    CUDA_CPU_CONSTANT_BYTES = 64 << 10,
    CUDA_CPU_REGISTERS = 64 << 10
};

#endif
