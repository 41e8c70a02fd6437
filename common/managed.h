// SPDX-License-Identifier: MIT
// Managed memory for any toolkit: up to CUDA 12 a prefetch takes a device's number, later ones a
// place. A device is 0, 1, ...; the host is cudaCpuDeviceId.
//
//     managed_needed(&options, n, sizeof *a);                 // or status 77, or 2
//     HANDLE_ERROR(managed_prefetch(a, bytes, managed_device()));
//     HANDLE_ERROR(managed_advise(a, bytes, cudaMemAdviseSetReadMostly, managed_device()));
//
#ifndef MANAGED_H
#define MANAGED_H

#include <stdio.h>
#include <stdlib.h>

#include "book.h"
#include "options.h"

#if CUDART_VERSION >= 13000
// In the default stream.
static inline cudaError_t managed_prefetch(const void *memory, size_t bytes, int device) {
    struct cudaMemLocation place = {};
    place.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    place.id = device == cudaCpuDeviceId ? 0 : device;
    return cudaMemPrefetchAsync(memory, bytes, place, 0, 0);
}
static inline cudaError_t managed_advise(const void *memory, size_t bytes,
                                         enum cudaMemoryAdvise advice, int device) {
    struct cudaMemLocation place = {};
    place.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    place.id = device == cudaCpuDeviceId ? 0 : device;
    return cudaMemAdvise(memory, bytes, advice, place);
}
#else
static inline cudaError_t managed_prefetch(const void *memory, size_t bytes, int device) {
    return cudaMemPrefetchAsync(memory, bytes, device, 0);
}
static inline cudaError_t managed_advise(const void *memory, size_t bytes,
                                         enum cudaMemoryAdvise advice, int device) {
    return cudaMemAdvise(memory, bytes, advice, device);
}
#endif

static inline int managed_device(void) {
    int device;
    HANDLE_ERROR(cudaGetDevice(&device));
    return device;
}

// For as many bytes of managed memory as the device has free, so that all could be there, and the
// host has to hold no more, either: where that is exceeded, one line and status 2. And status 77
// where pages do not migrate one by one when they are touched: on Windows, and on GPUs before
// Pascal, all managed memory moves at each launch, and a prefetch is an error.
static inline void managed_needed(const struct options *options, size_t count, size_t bytes_each) {
    int pages;
    size_t available, total;
    HANDLE_ERROR(
        cudaDeviceGetAttribute(&pages, cudaDevAttrConcurrentManagedAccess, managed_device()));
    HANDLE_ERROR(cudaMemGetInfo(&available, &total));
    if (count > available / bytes_each)
        options_refuse(options, "--size %zu: the device has no memory free for %zu x %zu bytes",
                       options->size, count, bytes_each);
    if (pages)
        return;
    fprintf(stderr, "%s: skipped: pages do not migrate by themselves here\n", options->program);
    exit(77);
}

#endif
