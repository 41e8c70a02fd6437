// SPDX-License-Identifier: MIT
// Buffers of a graphics library that CUDA may use for a while. A mapped buffer is device memory:
// mapping copies the buffer there, and unmapping copies it back. What is known here of the library
// is how it opens a buffer to the host; cuda_gl_interop.h registers OpenGL's.
#ifndef CUDA_CPU_GRAPHICS_API_H
#define CUDA_CPU_GRAPHICS_API_H

#include <stddef.h>

#include "cuda_cpu/defaults.h"
#include "cuda_cpu/errors.h"
#include "cuda_cpu/stream_api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cudaGraphicsRegisterFlags {
    cudaGraphicsRegisterFlagsNone = 0,
    cudaGraphicsRegisterFlagsReadOnly = 1,
    cudaGraphicsRegisterFlagsWriteDiscard = 2,
    cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
    cudaGraphicsRegisterFlagsTextureGather = 8
};

enum cudaGraphicsMapFlags {
    cudaGraphicsMapFlagsNone = 0,
    cudaGraphicsMapFlagsReadOnly = 1,    // kernels write nothing: not copied back
    cudaGraphicsMapFlagsWriteDiscard = 2 // kernels write all of it: not copied there
};

typedef struct cudaGraphicsResource *cudaGraphicsResource_t;

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned flags);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
                                     cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                                       cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *size,
                                                 cudaGraphicsResource_t resource);

// A buffer as its library knows it, and how the host gets at its bytes: to read them, or to write
// all of them.
struct cuda_cpu_buffer {
    unsigned name;
    size_t bytes;
    void *(*open)(unsigned name, int writes); // NULL: it can't be opened now
    void (*close)(unsigned name);
};
cudaError_t cuda_cpu_register_buffer(cudaGraphicsResource_t *resource,
                                     const struct cuda_cpu_buffer *buffer, unsigned flags);
// The resource that is registered for a buffer of that name; NULL: none.
cudaGraphicsResource_t cuda_cpu_registered_buffer(unsigned name);
// Records a failed call, and returns the error.
cudaError_t cuda_cpu_graphics_error(cudaError_t error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif
