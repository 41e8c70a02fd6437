// SPDX-License-Identifier: MIT
// CUDA on the CPU: OpenGL's buffers, registered for kernels. What becomes of them then is in
// cuda_cpu/graphics_api.h. As on a GPU, all of it happens on the thread that has the OpenGL
// context.
#ifndef CUDA_CPU_GL_INTEROP_H
#define CUDA_CPU_GL_INTEROP_H

#include "cuda_cpu/macros_away.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <cuda_runtime.h>

// GL/glx.h defines short names such as None and Success.
extern "C" void (*glXGetProcAddressARB(const unsigned char *name))(void);

namespace cuda_cpu {

struct gl_functions {
    PFNGLISBUFFERPROC is_buffer;
    PFNGLBINDBUFFERPROC bind;
    PFNGLGETBUFFERPARAMETERIVPROC get;
    PFNGLMAPBUFFERPROC map;
    PFNGLUNMAPBUFFERPROC unmap;
    gl_functions() {
        load(is_buffer, "glIsBuffer");
        load(bind, "glBindBuffer");
        load(get, "glGetBufferParameteriv");
        load(map, "glMapBuffer");
        load(unmap, "glUnmapBuffer");
    }

  private:
    template <class Function> static void load(Function &function, const char *name) {
        function = (Function)glXGetProcAddressARB((const unsigned char *)name);
    }
};

static inline const gl_functions &gl(void) {
    static const gl_functions functions;
    return functions;
}

// Binds a buffer where that disturbs nobody, until the end of the scope.
class gl_bound {
    GLint before = 0;

  public:
    explicit gl_bound(GLuint buffer) {
        glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &before);
        gl().bind(GL_ARRAY_BUFFER, buffer);
    }
    ~gl_bound() { gl().bind(GL_ARRAY_BUFFER, (GLuint)before); }
};

static inline void *gl_open(unsigned buffer, int writes) {
    const gl_bound bound(buffer);
    return gl().map(GL_ARRAY_BUFFER, writes ? GL_WRITE_ONLY : GL_READ_ONLY);
}

static inline void gl_close(unsigned buffer) {
    const gl_bound bound(buffer);
    gl().unmap(GL_ARRAY_BUFFER);
}

} // namespace cuda_cpu

static inline cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *resource,
                                                       GLuint buffer, unsigned flags) {
    if (resource == NULL)
        return cuda_cpu_graphics_error(cudaErrorInvalidValue);
    if (glGetString(GL_VERSION) == NULL || cuda_cpu::gl().map == NULL) // no OpenGL context
        return cuda_cpu_graphics_error(cudaErrorOperatingSystem);
    if (buffer != 0 && !cuda_cpu::gl().is_buffer(buffer))
        return cuda_cpu_graphics_error(cudaErrorInvalidResourceHandle);
    struct cuda_cpu_buffer shared = {buffer, 0, cuda_cpu::gl_open, cuda_cpu::gl_close};
    if (buffer != 0) {
        GLint bytes = 0;
        const cuda_cpu::gl_bound bound(buffer);
        cuda_cpu::gl().get(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &bytes);
        shared.bytes = (size_t)bytes;
    }
    return cuda_cpu_register_buffer(resource, &shared, flags);
}

// ---- the interface before CUDA 3, which knows buffers by their OpenGL name ---------------------

static inline cudaError_t cudaGLSetGLDevice(int device) {
    return cudaSetDevice(device);
}

static inline cudaError_t cudaGLRegisterBufferObject(GLuint buffer) {
    cudaGraphicsResource_t r;
    return cudaGraphicsGLRegisterBuffer(&r, buffer, cudaGraphicsMapFlagsNone);
}

static inline cudaError_t cudaGLSetBufferObjectMapFlags(GLuint buffer, unsigned flags) {
    return cudaGraphicsResourceSetMapFlags(cuda_cpu_registered_buffer(buffer), flags);
}

static inline cudaError_t cudaGLMapBufferObject(void **pointer, GLuint buffer) {
    cudaGraphicsResource_t r = cuda_cpu_registered_buffer(buffer);
    cudaError_t error = cudaGraphicsMapResources(1, &r);
    return error == cudaSuccess ? cudaGraphicsResourceGetMappedPointer(pointer, NULL, r) : error;
}

static inline cudaError_t cudaGLUnmapBufferObject(GLuint buffer) {
    cudaGraphicsResource_t r = cuda_cpu_registered_buffer(buffer);
    return cudaGraphicsUnmapResources(1, &r);
}

static inline cudaError_t cudaGLUnregisterBufferObject(GLuint buffer) {
    return cudaGraphicsUnregisterResource(cuda_cpu_registered_buffer(buffer));
}

#include "cuda_cpu/macros_back.h"

#endif
