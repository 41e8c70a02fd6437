// SPDX-License-Identifier: MIT
// For editors: clangd reads a .cu by its own CUDA front end, not through cuda2cpp, so it wants the
// qualifiers defined and the function that a launch is checked against. No program is built with
// this.
#ifndef CUDA_CPU_EDITOR_H
#define CUDA_CPU_EDITOR_H

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(n)
// A word of clang's own since 15; before, nothing: __attribute__((__noinline__)) is written, too.
#if __clang_major__ < 15
#define __noinline__
#endif

struct dim3;
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void *stream = nullptr);
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                                         cudaStream_t stream = nullptr);

#endif
