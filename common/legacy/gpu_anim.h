// SPDX-License-Identifier: MIT
// GPUAnimBitmap: an animation whose pixels a kernel writes, at 4 bytes in device memory. In a
// window they lie in an OpenGL buffer that CUDA maps (interop), so no pixel goes through the host.
// Where that fails (another GPU draws the screen, WSL, an SSH connection) or there is no window,
// they are copied: all else is as in a CPUAnimBitmap, file and frames included.
#ifndef COMMON_LEGACY_GPU_ANIM_H
#define COMMON_LEGACY_GPU_ANIM_H

#include "../book.h"
#include "../pictures/cpu_anim.h"

#ifdef HAVE_GLUT
#include "gl_helper.h"
#include <cuda_gl_interop.h>
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
        int failed = CPUAnimBitmap::anim_and_exit(step, anim_exit);
        free_resources();
        return failed;
    }

    void free_resources() {
        release();
        HANDLE_ERROR(cudaFree(dev_pixels));
        dev_pixels = NULL;
    }

  private:
    void (*draw)(uchar4 *, void *, int) = NULL;
    uchar4 *dev_pixels = NULL; // where they are copied

    // Callbacks know their program's data, not the animation; only one can run at a time.
    static GPUAnimBitmap *&running() {
        static GPUAnimBitmap *one = NULL;
        return one;
    }

    static void step(void *data, int ticks) {
        GPUAnimBitmap *a = running();
        if (ticks == 1 && !a->share()) {
            HANDLE_ERROR(cudaMalloc((void **)&a->dev_pixels, a->image_size()));
            HANDLE_ERROR(cudaMemset(a->dev_pixels, 0, a->image_size()));
        }
        uchar4 *pixels = a->dev_pixels != NULL ? a->dev_pixels : a->map();
        a->draw(pixels, data, ticks);
        HANDLE_ERROR(cudaGetLastError());
        if (pixels == a->dev_pixels)
            HANDLE_ERROR(cudaMemcpy(a->pixels, pixels, a->image_size(), cudaMemcpyDeviceToHost));
        else
            a->unmap();
    }

#ifndef HAVE_GLUT

    bool share() {
        return false;
    }
    uchar4 *map() {
        return NULL;
    }
    void unmap() {}
    void release() {}

#else

    GLuint buffer = 0;
    cudaGraphicsResource *resource = NULL;

    template <class Function> static bool load(Function &function, const char *name) {
        function = (Function)GET_PROC_ADDRESS(name);
        return function != NULL;
    }

    // Puts the pixels into an OpenGL buffer that CUDA may map. False where that can't be had or
    // the pixels are wanted on the host.
    bool share() {
        struct Window *shown = *window_open_one();
        PFNGLGENBUFFERSPROC gen;
        PFNGLBINDBUFFERPROC bind;
        PFNGLBUFFERDATAPROC fill;
        if (!interop || save || shown == NULL)
            return false;
        cudaError_t error = cudaErrorNotSupported;
        if (load(gen, "glGenBuffers") && load(bind, "glBindBuffer") && load(fill, "glBufferData")) {
            gen(1, &buffer);
            bind(GL_PIXEL_UNPACK_BUFFER, buffer);
            fill(GL_PIXEL_UNPACK_BUFFER, (GLsizeiptr)image_size(), pixels, GL_DYNAMIC_DRAW);
            error = cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsNone);
            if (error == cudaSuccess)
                error = cudaGraphicsMapResources(1, &resource, NULL);
            if (error == cudaSuccess)
                error = cudaGraphicsUnmapResources(1, &resource, NULL);
        }
        if (error != cudaSuccess) {
            fprintf(stderr, "CUDA cannot share a buffer with OpenGL (%s): copying the pixels\n",
                    cudaGetErrorName(error));
            (void)cudaGetLastError(); // dealt with
            release();
            return false;
        }
        // The buffer stays bound, so an address is a place in it: the picture begins at 0.
        shown->pixels = NULL;
        glutCloseFunc(closing); // the buffer goes with the window
        glutKeyboardFunc(key);
        return true;
    }

    uchar4 *map() {
        uchar4 *mapped = NULL;
        size_t size = 0;
        HANDLE_ERROR(cudaGraphicsMapResources(1, &resource, NULL));
        HANDLE_ERROR(cudaGraphicsResourceGetMappedPointer((void **)&mapped, &size, resource));
        return mapped;
    }

    void unmap() {
        HANDLE_ERROR(cudaGraphicsUnmapResources(1, &resource, NULL));
    }

    void release() {
        PFNGLBINDBUFFERPROC bind;
        PFNGLDELETEBUFFERSPROC remove_buffers;
        if (resource != NULL)
            HANDLE_ERROR(cudaGraphicsUnregisterResource(resource));
        resource = NULL;
        if (buffer != 0 && load(bind, "glBindBuffer") && load(remove_buffers, "glDeleteBuffers")) {
            bind(GL_PIXEL_UNPACK_BUFFER, 0);
            remove_buffers(1, &buffer);
        }
        buffer = 0;
    }

    static void closing() {
        running()->release();
    }

    // s saves what the buffer holds; the other keys are the window's.
    static void key(unsigned char key, int x, int y) {
        GPUAnimBitmap *a = running();
        if (key != 's') {
            window_key(key, x, y);
            return;
        }
        HANDLE_ERROR(cudaMemcpy(a->pixels, a->map(), a->image_size(), cudaMemcpyDeviceToHost));
        a->unmap();
        const char *name = (*window_open_one())->save_as;
        if (image_write(name, a->pixels, a->width, a->height) == 0)
            image_say("saved", name);
    }

#endif
};

#endif
