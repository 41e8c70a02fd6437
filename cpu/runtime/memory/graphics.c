// SPDX-License-Identifier: MIT
// Buffers that a graphics library shares: registered, mapped, unmapped. A wrong order gives the
// codes that an H200 returns. They are those of the driver API's pages, but for a buffer that is
// named twice in a call; the runtime API's pages say cudaErrorUnknown.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cuda_cpu/array_api.h"
#include "cuda_cpu/graphics_api.h"
#include "diagnose/diagnose.h"
#include "memory/memory.h"
#include "streams/streams.h"

struct cudaGraphicsResource {
    struct cudaGraphicsResource *next;
    struct cuda_cpu_buffer buffer;
    unsigned flags;
    void *mapped; // device memory; NULL: not mapped
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cudaGraphicsResource *registered;

// The link to the resource, or to NULL; needs the lock.
static struct cudaGraphicsResource **find(const struct cudaGraphicsResource *resource) {
    struct cudaGraphicsResource **link = &registered;
    while (*link && *link != resource)
        link = &(*link)->next;
    return link;
}

static bool is_registered(const struct cudaGraphicsResource *resource) {
    pthread_mutex_lock(&lock);
    const bool known = *find(resource) != NULL;
    pthread_mutex_unlock(&lock);
    return known;
}

cudaError_t cuda_cpu_graphics_error(cudaError_t error) {
    return cuda_cpu_error(error);
}

cudaGraphicsResource_t cuda_cpu_registered_buffer(unsigned name) {
    pthread_mutex_lock(&lock);
    struct cudaGraphicsResource *r = registered;
    while (r && r->buffer.name != name)
        r = r->next;
    pthread_mutex_unlock(&lock);
    return r;
}

cudaError_t cuda_cpu_register_buffer(cudaGraphicsResource_t *resource,
                                     const struct cuda_cpu_buffer *buffer, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (!resource || buffer->name == 0 || flags > cudaGraphicsRegisterFlagsWriteDiscard)
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cudaGraphicsResource *const r = buffer->bytes > 0 ? malloc(sizeof *r) : NULL;
    if (!r)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *r = (struct cudaGraphicsResource){.buffer = *buffer, .flags = flags};
    pthread_mutex_lock(&lock);
    r->next = registered;
    registered = r;
    pthread_mutex_unlock(&lock);
    cuda_cpu_made("graphics resource", r, 0);
    *resource = r;
    return cudaSuccess;
}

cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (!is_registered(resource))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (resource->mapped)
        return cuda_cpu_error(cudaErrorAlreadyMapped);
    resource->flags = flags;
    return cudaSuccess;
}

// Device memory with what the buffer holds, unless all of that will be written anew.
static cudaError_t map(struct cudaGraphicsResource *r) {
    void *device;
    cudaError_t error = cuda_cpu_malloc_in_order(&device, r->buffer.bytes);
    if (error != cudaSuccess)
        return error;
    if (r->flags != cudaGraphicsMapFlagsWriteDiscard) {
        const void *const from = r->buffer.open(r->buffer.name, false);
        error = from ? cudaMemcpy(device, from, r->buffer.bytes, cudaMemcpyHostToDevice)
                     : cudaErrorUnknown;
        if (from)
            r->buffer.close(r->buffer.name);
    }
    if (error == cudaSuccess)
        r->mapped = device;
    else
        cuda_cpu_free_now(device);
    return error;
}

static cudaError_t unmap(struct cudaGraphicsResource *r) {
    cudaError_t error = cudaSuccess;
    if (r->flags != cudaGraphicsMapFlagsReadOnly) {
        void *const to = r->buffer.open(r->buffer.name, true);
        error = to ? cudaMemcpy(to, r->mapped, r->buffer.bytes, cudaMemcpyDeviceToHost)
                   : cudaErrorUnknown;
        if (to)
            r->buffer.close(r->buffer.name);
    }
    cuda_cpu_free_now(r->mapped);
    r->mapped = NULL;
    return error;
}

// Whether all of them can be mapped, or unmapped; if one can't, none is.
static cudaError_t check_all(int count, cudaGraphicsResource_t *resources, bool mapped) {
    if (count == 0 || !resources)
        return cudaErrorInvalidValue;
    if (count < 0)
        return cudaErrorInvalidResourceHandle;
    for (int i = 0; i < count; i++)
        if (!is_registered(resources[i]))
            return cudaErrorInvalidResourceHandle;
    for (int i = 0; i < count; i++) {
        bool wrong = mapped != (resources[i]->mapped != NULL);
        for (int j = 0; j < i; j++)
            wrong = wrong || resources[j] == resources[i];
        if (wrong)
            return mapped ? cudaErrorNotMapped : cudaErrorAlreadyMapped;
    }
    return cudaSuccess;
}

// The graphics library's work and the stream's wait for each other: on the CPU the host waits.
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
                                     cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    cudaError_t error = check_all(count, resources, false);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    for (int i = 0; i < count && error == cudaSuccess; i++)
        error = map(resources[i]);
    return error == cudaSuccess ? cudaSuccess : cuda_cpu_error(error);
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                                       cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    cudaError_t error = check_all(count, resources, true);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    cuda_cpu_wait_all(); // a kernel in another stream may still use it
    for (int i = 0; i < count && error == cudaSuccess; i++)
        error = unmap(resources[i]);
    return error == cudaSuccess ? cudaSuccess : cuda_cpu_error(error);
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *size,
                                                 cudaGraphicsResource_t resource) {
    CUDA_CPU_ALIVE();
    if (!is_registered(resource))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (!resource->mapped)
        return cuda_cpu_error(cudaErrorNotMapped);
    if (pointer)
        *pointer = resource->mapped;
    if (size)
        *size = resource->buffer.bytes;
    return cudaSuccess;
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
    CUDA_CPU_ALIVE();
    pthread_mutex_lock(&lock);
    struct cudaGraphicsResource **const link = find(resource);
    const bool known = *link != NULL, mapped = known && resource->mapped;
    if (known && !mapped)
        *link = resource->next;
    pthread_mutex_unlock(&lock);
    if (!known)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (mapped)
        return cuda_cpu_error(cudaErrorAlreadyMapped);
    cuda_cpu_gone(resource);
    free(resource);
    return cudaSuccess;
}
