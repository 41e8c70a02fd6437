// SPDX-License-Identifier: MIT
// The window's own pixels, for CUDA: asked for once when the window is there, and given back before
// it goes. In between each frame maps and unmaps them (ripple_shared.cu, heat_shared.cu).
#ifndef SHARED_H
#define SHARED_H

#include "pictures/pixel_buffer.h"
#include "screen.h"

// From now on the window shows a buffer of OpenGL's, and CUDA knows it: as one that kernels write
// all of, so that what it held need not be kept. Where there is no window, or its OpenGL is not the
// GPU's, all stays as it was.
static inline void share(struct screen *screen) {
    const unsigned buffer = screen->bitmap->share(); // OpenGL's name of it
    if (buffer == 0)
        return;
    cudaGraphicsResource_t resource;
    const cudaError_t error =
        cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsWriteDiscard);
    if (pixel_buffer_shared(error)) // if not, it says why
        screen->shared = resource;
    else
        screen->bitmap->unshare();
    screen->saved = screen->shared != NULL;
}

static inline void unshare(struct screen *screen) {
    if (screen->shared)
        HANDLE_ERROR(cudaGraphicsUnregisterResource(screen->shared));
    screen->shared = NULL;
}

#endif
