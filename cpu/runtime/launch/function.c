// SPDX-License-Identifier: MIT
// Kernels as values: what is known of each by its address. How it is called, once the program made
// an untyped pointer of it, and how much dynamic shared memory it was allowed.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_cpu/cluster.h"
#include "diagnose/diagnose.h"
#include "launch/launch.h"

struct function {
    const void *address;
    void (*bind)(struct cuda_cpu_grid *grid, const void *function, void **arguments);
    size_t shared; // dynamic, allowed a block; 0: as every kernel
    bool large_clusters;
    void (*split)(void); // the form that runs a block; NULL: it is not known, or there is none
    bool flat;
    const void *signature;
    char *name; // NULL: it was not asked for yet, or is not known
};

static struct function *functions;
static size_t count, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The record of a function, made if there is none yet; needs the lock.
static struct function *record(const void *address) {
    for (size_t i = 0; i < count; i++)
        if (functions[i].address == address)
            return &functions[i];
    if (count == room) {
        room = 2 * room + 16;
        functions = realloc(functions, room * sizeof *functions);
        if (!functions)
            abort(); // a few bytes: there is nothing left to report it with
    }
    functions[count] = (struct function){.address = address};
    return &functions[count++];
}

void cuda_cpu_note_function(const void *address,
                            void (*bind)(struct cuda_cpu_grid *grid, const void *function,
                                         void **arguments)) {
    pthread_mutex_lock(&lock);
    record(address)->bind = bind;
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_note_split(const void *address, void (*form)(void), bool flat,
                         const void *signature) {
    pthread_mutex_lock(&lock);
    struct function *f = record(address);
    f->split = form;
    f->flat = flat;
    f->signature = signature;
    pthread_mutex_unlock(&lock);
}

void (*cuda_cpu_find_split(const void *address, const void *signature, bool *flat))(void) {
    void (*form)(void) = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count && !form; i++)
        if (functions[i].address == address && functions[i].signature == signature) {
            form = functions[i].split;
            *flat = functions[i].flat;
        }
    pthread_mutex_unlock(&lock);
    return form;
}

size_t cuda_cpu_shared_limit(const void *address) {
    size_t limit = CUDA_CPU_USUAL_SHARED;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        if ((!address || functions[i].address == address) && functions[i].shared > limit)
            limit = functions[i].shared;
    pthread_mutex_unlock(&lock);
    return limit;
}

unsigned cuda_cpu_cluster_limit(const void *address) {
    bool large = false;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        large =
            large || ((!address || functions[i].address == address) && functions[i].large_clusters);
    pthread_mutex_unlock(&lock);
    return large ? CUDA_CPU_MOST_CLUSTER : CUDA_CPU_USUAL_CLUSTER;
}

// The kernel's name, as the program's file has it; `otherwise` where it has none.
static const char *name_of(const void *address, const char *otherwise) {
    char name[256];
    pthread_mutex_lock(&lock);
    struct function *const f = record(address);
    if (!f->name && cuda_cpu_name_function(address, name, sizeof name))
        f->name = strdup(name);
    const char *const found = f->name ? f->name : otherwise;
    pthread_mutex_unlock(&lock);
    return found;
}

cudaError_t cuda_cpu_bind_function(struct cuda_cpu_grid *grid, const void *address,
                                   void **arguments) {
    pthread_mutex_lock(&lock);
    struct function f = *record(address);
    pthread_mutex_unlock(&lock);
    if (!f.bind) {
        fprintf(stderr,
                "cuda-cpu: a launch of the function at %p, which is no kernel or whose arguments "
                "are not known: give the launch the kernel by its name\n",
                address);
        return address ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction;
    }
    grid->name = name_of(address, grid->name);
    f.bind(grid, address, arguments);
    return cudaSuccess;
}

cudaError_t cuda_cpu_launch_function(const void *address, const unsigned shape[6], void **arguments,
                                     size_t shared, cudaStream_t stream, int cooperative) {
    static const unsigned none[3];
    return cuda_cpu_launch_cluster(address, shape, arguments, shared, stream, cooperative, none);
}

cudaError_t cuda_cpu_launch_cluster(const void *address, const unsigned shape[6], void **arguments,
                                    size_t shared, cudaStream_t stream, int cooperative,
                                    const unsigned cluster[3]) {
    CUDA_CPU_ALIVE();
    if (cooperative && cluster[0] * cluster[1] * cluster[2] > 1)
        return cuda_cpu_error(cudaErrorNotSupported);
    struct cuda_cpu_grid grid = {.name = "(cudaLaunchKernel)", .shared = shared};
    cudaError_t error = cuda_cpu_bind_function(&grid, address, arguments);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    grid.function = address;
    memcpy(grid.cluster, cluster, sizeof grid.cluster);
    if (cooperative)
        return cuda_cpu_launch_cooperative(&grid, shape, stream);
    return cuda_cpu_error(cuda_cpu_queue_launch(&grid, shape, stream));
}

// ---- attributes --------------------------------------------------------------------------------

// Not all kernels are known, but none is data.
static bool is_code(const void *address) {
    return address && cuda_cpu_in_image(address, true);
}

static cudaError_t no_function(const void *address) {
    return cuda_cpu_error(address ? cudaErrorInvalidResourceHandle
                                  : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *address) {
    CUDA_CPU_ALIVE();
    if (!attributes)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!is_code(address))
        return no_function(address);
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = cuda_cpu_static_shared(address),
        .maxThreadsPerBlock = CUDA_CPU_MOST_THREADS,
        .ptxVersion = 90,
        .binaryVersion = 90,
        .maxDynamicSharedSizeBytes = (int)cuda_cpu_shared_limit(address),
        .preferredShmemCarveout = cudaSharedmemCarveoutDefault,
    };
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *address, enum cudaFuncAttribute attribute, int value) {
    CUDA_CPU_ALIVE();
    if (!is_code(address))
        return no_function(address);
    switch ((int)attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || value > CUDA_CPU_MOST_SHARED)
            return cuda_cpu_error(cudaErrorInvalidValue);
        pthread_mutex_lock(&lock);
        record(address)->shared = (size_t)value;
        pthread_mutex_unlock(&lock);
        return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        pthread_mutex_lock(&lock);
        record(address)->large_clusters = value;
        pthread_mutex_unlock(&lock);
        return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        return value >= 0 && value <= 2 ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidValue);
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        return value >= -1 && value <= 100 ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidValue);
    default:
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
}

cudaError_t cudaFuncSetCacheConfig(const void *address, enum cudaFuncCache config) {
    CUDA_CPU_ALIVE();
    if (!is_code(address))
        return no_function(address);
    return (unsigned)config <= cudaFuncCachePreferEqual ? cudaSuccess
                                                        : cuda_cpu_error(cudaErrorInvalidValue);
}

// ---- occupancy: a core runs one block at a time ------------------------------------------------

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *address,
                                                          int threads, size_t shared) {
    (void)address;
    CUDA_CPU_ALIVE();
    if (!blocks || threads <= 0)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *blocks = threads <= CUDA_CPU_MOST_THREADS && shared <= CUDA_CPU_MOST_SHARED;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *address,
                                                                   int threads, size_t shared,
                                                                   unsigned flags) {
    if (flags > cudaOccupancyDisableCachingOverride)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, address, threads, shared);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *address,
                                                      int blocks, int threads) {
    (void)address;
    CUDA_CPU_ALIVE();
    if (!shared || blocks <= 0 || threads <= 0)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *shared = CUDA_CPU_CORE_SHARED / (size_t)blocks - (1 << 10);
    return cudaSuccess;
}
