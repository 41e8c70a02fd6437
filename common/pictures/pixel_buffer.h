// SPDX-License-Identifier: MIT
// A buffer of pixels that CUDA shares with OpenGL, which a window shows (cpu_anim.h's share()).
// Without HAVE_GLUT there is no OpenGL to share with, and registering says so.
#ifndef PIXEL_BUFFER_H
#define PIXEL_BUFFER_H

#include "../book.h"
#include "window.h"

#ifdef HAVE_GLUT
#include <cuda_gl_interop.h>
#else
static inline cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *resource,
                                                       unsigned buffer, unsigned flags) {
    (void)resource, (void)buffer, (void)flags;
    return cudaErrorNotSupported;
}
#endif

// True if the buffer is shared now. Otherwise one line on stderr says why not: another GPU draws
// the screen, or the CPU does (cudaErrorOperatingSystem), or this is WSL.
static inline bool pixel_buffer_shared(cudaError_t registered) {
    if (registered != cudaSuccess) {
        fprintf(stderr, "CUDA cannot share a buffer with OpenGL (%s): the pixels are copied\n",
                cudaGetErrorName(registered));
        (void)cudaGetLastError(); // dealt with
    }
    return registered == cudaSuccess;
}

#endif
