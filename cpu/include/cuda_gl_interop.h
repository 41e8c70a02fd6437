// SPDX-License-Identifier: MIT
// CUDA on the CPU: OpenGL buffers mapped for kernels. A mapped buffer is device memory; mapping
// copies the buffer there and unmapping copies it back. As on a GPU, all of it happens on the
// thread that has the OpenGL context.
#ifndef CUDA_CPU_GL_INTEROP_H
#define CUDA_CPU_GL_INTEROP_H

#include "cuda_cpu/macros_away.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <stdlib.h>

#include <cuda_runtime.h>

enum cudaGraphicsRegisterFlags {
    cudaGraphicsRegisterFlagsNone = 0,
    cudaGraphicsRegisterFlagsReadOnly = 1,
    cudaGraphicsRegisterFlagsWriteDiscard = 2
};

enum cudaGraphicsMapFlags {
    cudaGraphicsMapFlagsNone = 0,
    cudaGraphicsMapFlagsReadOnly = 1,    // kernels write nothing: not copied back
    cudaGraphicsMapFlagsWriteDiscard = 2 // kernels write all of it: not copied there
};

struct cudaGraphicsResource {
    struct cudaGraphicsResource *next;
    GLuint buffer;
    unsigned flags;
    size_t size;  // in bytes
    void *device; // NULL: not mapped
};
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;

// GL/glx.h defines short names such as None and Success.
extern "C" void (*glXGetProcAddressARB(const unsigned char *name))(void);

namespace cuda_cpu {

struct gl_functions {
    PFNGLISBUFFERPROC is_buffer;
    PFNGLBINDBUFFERPROC bind;
    PFNGLGETBUFFERPARAMETERIVPROC get;
    PFNGLGETBUFFERSUBDATAPROC read;
    PFNGLBUFFERSUBDATAPROC write;
    gl_functions() {
        load(is_buffer, "glIsBuffer");
        load(bind, "glBindBuffer");
        load(get, "glGetBufferParameteriv");
        load(read, "glGetBufferSubData");
        load(write, "glBufferSubData");
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

// The registered ones, for the functions that name a buffer only.
static inline cudaGraphicsResource_t *gl_resources(void) {
    static cudaGraphicsResource_t first = NULL;
    return &first;
}

static inline cudaGraphicsResource_t gl_resource(GLuint buffer) {
    cudaGraphicsResource_t r = *gl_resources();
    while (r != NULL && r->buffer != buffer)
        r = r->next;
    return r;
}

static inline cudaError_t gl_map(cudaGraphicsResource_t r) {
    void *device, *host = malloc(r->size);
    if (host == NULL)
        return cudaErrorMemoryAllocation;
    cudaError_t error = cudaMalloc(&device, r->size);
    if (error == cudaSuccess && !(r->flags & cudaGraphicsMapFlagsWriteDiscard)) {
        gl_bound bound(r->buffer);
        gl().read(GL_ARRAY_BUFFER, 0, (GLsizeiptr)r->size, host);
        error = cudaMemcpy(device, host, r->size, cudaMemcpyHostToDevice);
    }
    free(host);
    if (error == cudaSuccess)
        r->device = device;
    return error;
}

static inline cudaError_t gl_unmap(cudaGraphicsResource_t r) {
    cudaError_t error = cudaSuccess;
    void *host = malloc(r->size);
    if (host == NULL)
        return cudaErrorMemoryAllocation;
    if (!(r->flags & cudaGraphicsMapFlagsReadOnly)) {
        gl_bound bound(r->buffer);
        error = cudaMemcpy(host, r->device, r->size, cudaMemcpyDeviceToHost);
        gl().write(GL_ARRAY_BUFFER, 0, (GLsizeiptr)r->size, host);
    }
    free(host);
    cudaError_t freed = cudaFree(r->device);
    r->device = NULL;
    return error != cudaSuccess ? error : freed;
}

} // namespace cuda_cpu

static inline cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *resource,
                                                       GLuint buffer, unsigned flags) {
    GLint size = 0;
    if (resource == NULL)
        return cudaErrorInvalidValue;
    if (cuda_cpu::gl().is_buffer == NULL || !cuda_cpu::gl().is_buffer(buffer))
        return cudaErrorInvalidValue; // or no OpenGL context
    {
        cuda_cpu::gl_bound bound(buffer);
        cuda_cpu::gl().get(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    }
    if (size == 0)
        return cudaErrorInvalidValue;
    cudaGraphicsResource_t made = (cudaGraphicsResource_t)malloc(sizeof *made);
    if (made == NULL)
        return cudaErrorMemoryAllocation;
    *made = {*cuda_cpu::gl_resources(), buffer, flags, (size_t)size, NULL};
    *cuda_cpu::gl_resources() = *resource = made;
    return cudaSuccess;
}

static inline cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t r,
                                                          unsigned flags) {
    if (r == NULL || r->device != NULL)
        return r == NULL ? cudaErrorInvalidResourceHandle : cudaErrorAlreadyMapped;
    r->flags = flags;
    return cudaSuccess;
}

static inline cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
                                                   cudaStream_t stream = NULL) {
    cudaError_t error = cudaStreamSynchronize(stream);
    for (int i = 0; i < count && error == cudaSuccess; i++)
        if (resources[i] == NULL)
            error = cudaErrorInvalidResourceHandle;
        else if (resources[i]->device != NULL)
            error = cudaErrorAlreadyMapped;
        else
            error = cuda_cpu::gl_map(resources[i]);
    return error;
}

static inline cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                                                     cudaStream_t stream = NULL) {
    cudaError_t error = cudaStreamSynchronize(stream);
    for (int i = 0; i < count && error == cudaSuccess; i++)
        if (resources[i] == NULL)
            error = cudaErrorInvalidResourceHandle;
        else if (resources[i]->device == NULL)
            error = cudaErrorNotMapped;
        else
            error = cuda_cpu::gl_unmap(resources[i]);
    return error;
}

template <class T>
static inline cudaError_t cudaGraphicsResourceGetMappedPointer(T **pointer, size_t *size,
                                                               cudaGraphicsResource_t r) {
    if (r == NULL || r->device == NULL)
        return r == NULL ? cudaErrorInvalidResourceHandle : cudaErrorNotMapped;
    if (pointer != NULL)
        *pointer = (T *)r->device;
    if (size != NULL)
        *size = r->size;
    return cudaSuccess;
}

static inline cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t r) {
    cudaGraphicsResource_t *link = cuda_cpu::gl_resources();
    while (*link != NULL && *link != r)
        link = &(*link)->next;
    if (r == NULL || *link == NULL)
        return cudaErrorInvalidResourceHandle;
    cudaError_t error = cudaFree(r->device);
    *link = r->next;
    free(r);
    return error;
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
    return cudaGraphicsResourceSetMapFlags(cuda_cpu::gl_resource(buffer), flags);
}

static inline cudaError_t cudaGLMapBufferObject(void **pointer, GLuint buffer) {
    cudaGraphicsResource_t r = cuda_cpu::gl_resource(buffer);
    cudaError_t error = cudaGraphicsMapResources(1, &r);
    return error == cudaSuccess ? cudaGraphicsResourceGetMappedPointer(pointer, NULL, r) : error;
}

static inline cudaError_t cudaGLUnmapBufferObject(GLuint buffer) {
    cudaGraphicsResource_t r = cuda_cpu::gl_resource(buffer);
    return cudaGraphicsUnmapResources(1, &r);
}

static inline cudaError_t cudaGLUnregisterBufferObject(GLuint buffer) {
    return cudaGraphicsUnregisterResource(cuda_cpu::gl_resource(buffer));
}

#include "cuda_cpu/macros_back.h"

#endif
