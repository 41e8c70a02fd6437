// SPDX-License-Identifier: MIT
// GPUAnimBitmap: an animation whose pixels a kernel writes, at 4 bytes in device memory. In a
// window they lie in an OpenGL buffer that CUDA maps (interop), so no pixel goes through the host.
// Where that fails (another GPU draws the screen, WSL, an SSH connection) or there is no window,
// they are copied: all else is as in a CPUAnimBitmap, file and frames included.
#ifndef COMMON_LEGACY_GPU_ANIM_H
#define COMMON_LEGACY_GPU_ANIM_H

#include "../book.h"
#include "../pictures/cpu_anim.h"
#include "../pictures/pixel_buffer.h"
#ifdef HAVE_GLUT
#include "gl_helper.h" // listings expect it
#endif

struct GPUAnimBitmap : CPUAnimBitmap {
    bool interop = true; // false: copy the pixels in any case

    GPUAnimBitmap(int width, int height, void *dataBlock = NULL)
        : CPUAnimBitmap(width, height, dataBlock) {
        title = "GPUAnimBitmap";
    }
    ~GPUAnimBitmap() { free_resources(); }

    // As CPUAnimBitmap's, but frame(pixels, dataBlock, ticks) gets a device pointer: width * height
    // pixels, which hold what the frame before left there.
    int anim_and_exit(void (*frame)(uchar4 *, void *, int), void (*anim_exit)(void *) = NULL) {
        draw = frame;
        running() = this;
        before_close(closing);
        int failed = CPUAnimBitmap::anim_and_exit(step, anim_exit);
        free_resources();
        return failed;
    }

    void free_resources() {
        if (resource != NULL)
            HANDLE_ERROR(cudaGraphicsUnregisterResource(resource));
        resource = NULL;
        HANDLE_ERROR(cudaFree(dev_pixels));
        dev_pixels = NULL;
    }

  private:
    void (*draw)(uchar4 *, void *, int) = NULL;
    uchar4 *dev_pixels = NULL; // where they are copied
    cudaGraphicsResource_t resource = NULL;

    // Callbacks know their program's data, not the animation; only one can run at a time.
    static GPUAnimBitmap *&running() {
        static GPUAnimBitmap *one = NULL;
        return one;
    }

    static void step(void *data, int ticks) {
        GPUAnimBitmap *a = running();
        if (ticks == 1) {
            const unsigned buffer = a->interop ? a->share() : 0;
            if (buffer == 0 || !pixel_buffer_shared(cudaGraphicsGLRegisterBuffer(
                                   &a->resource, buffer, cudaGraphicsRegisterFlagsNone))) {
                a->unshare();
                HANDLE_ERROR(cudaMalloc((void **)&a->dev_pixels, a->image_size()));
                HANDLE_ERROR(cudaMemset(a->dev_pixels, 0, a->image_size()));
            }
        }
        uchar4 *pixels = a->dev_pixels;
        if (a->resource != NULL) {
            HANDLE_ERROR(cudaGraphicsMapResources(1, &a->resource, 0));
            HANDLE_ERROR(cudaGraphicsResourceGetMappedPointer((void **)&pixels, NULL, a->resource));
        }
        a->draw(pixels, data, ticks);
        HANDLE_ERROR(cudaGetLastError());
        if (a->resource != NULL)
            HANDLE_ERROR(cudaGraphicsUnmapResources(1, &a->resource, 0));
        else
            HANDLE_ERROR(cudaMemcpy(a->pixels, pixels, a->image_size(), cudaMemcpyDeviceToHost));
    }

    static void closing(void *) { running()->free_resources(); }
};

#endif
