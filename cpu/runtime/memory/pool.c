// SPDX-License-Identifier: MIT
// cudaMallocAsync and cudaFreeAsync. Memory is there as soon as it is asked for and goes when the
// stream comes to its cudaFreeAsync; a pool keeps count, and keeps none back.
#include <pthread.h>
#include <stdlib.h>

#include "cuda_cpu/pool.h"
#include "device/device.h"
#include "diagnose/diagnose.h"
#include "memory/memory.h"
#include "streams/streams.h"

struct cuda_cpu_pool {
    struct cuda_cpu_pool *next;
    int device;
    int reuse[4];                 // by enum cudaMemPoolAttr
    unsigned long long threshold; // kept to be told again
    unsigned long long used, used_high;
    enum cudaMemAccessFlags others[CUDA_CPU_MOST_DEVICES]; // what devices but its own may do
};

// Memory that came from a pool, by its address.
struct loan {
    struct loan *next;
    void *start;
    size_t bytes;
    struct cuda_cpu_pool *pool;
    bool going; // a cudaFreeAsync is on its way
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cuda_cpu_pool default_pools[CUDA_CPU_MOST_DEVICES];
static struct cuda_cpu_pool *current[CUDA_CPU_MOST_DEVICES]; // NULL: the default one
static struct cuda_cpu_pool *made;
static struct loan *loans;

static bool device_exists(int device) {
    int devices;
    return cudaGetDeviceCount(&devices) == cudaSuccess && device >= 0 && device < devices;
}

static struct cuda_cpu_pool *default_pool(int device) {
    struct cuda_cpu_pool *pool = &default_pools[device];
    pool->device = device;
    return pool;
}

static bool is_pool(cudaMemPool_t pool) {
    bool known = pool >= default_pools && pool < default_pools + CUDA_CPU_MOST_DEVICES;
    for (struct cuda_cpu_pool *p = made; p; p = p->next)
        known = known || p == pool;
    return known;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    CUDA_CPU_ALIVE();
    if (!pool)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!device_exists(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *pool = default_pool(device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    cudaError_t error = cudaDeviceGetDefaultMemPool(pool, device);
    if (error == cudaSuccess && current[device])
        *pool = current[device];
    return error;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    CUDA_CPU_ALIVE();
    if (!device_exists(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if (!is_pool(pool) || pool->device != device)
        return cuda_cpu_error(cudaErrorInvalidValue);
    current[device] = pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties) {
    CUDA_CPU_ALIVE();
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned ||
        properties->location.type != cudaMemLocationTypeDevice ||
        !device_exists(properties->location.id))
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cuda_cpu_pool *p = calloc(1, sizeof *p);
    if (!p)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    p->device = properties->location.id;
    pthread_mutex_lock(&lock);
    p->next = made;
    made = p;
    pthread_mutex_unlock(&lock);
    *pool = p;
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    CUDA_CPU_ALIVE();
    cuda_cpu_wait_all();
    CUDA_CPU_ALIVE();
    pthread_mutex_lock(&lock);
    struct cuda_cpu_pool **link = &made;
    while (*link && *link != pool)
        link = &(*link)->next;
    bool known = *link != NULL;
    if (known)
        *link = pool->next;
    for (int device = 0; device < CUDA_CPU_MOST_DEVICES; device++)
        if (current[device] == pool)
            current[device] = NULL;
    for (struct loan *l = loans; l; l = l->next) // what it lent out stays until it is freed
        if (l->pool == pool)
            l->pool = NULL;
    pthread_mutex_unlock(&lock);
    if (!known)
        return cuda_cpu_error(cudaErrorInvalidValue);
    free(pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    CUDA_CPU_ALIVE();
    if (!is_pool(pool) || !value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (attribute >= 1 && attribute <= 3)
        pool->reuse[attribute] = *(const int *)value;
    else if (attribute == cudaMemPoolAttrReleaseThreshold)
        pool->threshold = *(const unsigned long long *)value;
    else if ((attribute == cudaMemPoolAttrUsedMemHigh ||
              attribute == cudaMemPoolAttrReservedMemHigh) &&
             *(const unsigned long long *)value == 0)
        pool->used_high = pool->used;
    else
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    CUDA_CPU_ALIVE();
    if (!is_pool(pool) || !value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pthread_mutex_lock(&lock);
    struct cuda_cpu_pool now = *pool;
    pthread_mutex_unlock(&lock);
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        *(int *)value = now.reuse[attribute];
        return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
        *(unsigned long long *)value = now.threshold;
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
        *(unsigned long long *)value = now.used;
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
        *(unsigned long long *)value = now.used_high;
        return cudaSuccess;
    }
    return cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *given,
                                 size_t count) {
    CUDA_CPU_ALIVE();
    if (!is_pool(pool) || (count && !given))
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        const int device = given[i].location.id;
        const enum cudaMemAccessFlags flags = given[i].flags;
        const bool none = flags == cudaMemAccessFlagsProtNone;
        if (given[i].location.type != cudaMemLocationTypeDevice ||
            (!none && flags != cudaMemAccessFlagsProtRead &&
             flags != cudaMemAccessFlagsProtReadWrite))
            return cuda_cpu_error(cudaErrorInvalidValue);
        if (!device_exists(device) || (device == pool->device && none))
            return cuda_cpu_error(cudaErrorInvalidDevice); // a device keeps its own, as on an H200
        if (flags == cudaMemAccessFlagsProtRead)
            return cuda_cpu_error(cudaErrorNotSupported);
    }
    for (size_t i = 0; i < count; i++)
        pool->others[given[i].location.id] = given[i].flags;
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location) {
    CUDA_CPU_ALIVE();
    if (!flags || !location || !is_pool(pool) || location->type != cudaMemLocationTypeDevice)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!device_exists(location->id))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *flags =
        location->id == pool->device ? cudaMemAccessFlagsProtReadWrite : pool->others[location->id];
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
    (void)bytes; // nothing is kept back
    CUDA_CPU_ALIVE();
    return is_pool(pool) ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cuda_cpu_malloc_from_pool(void **pointer, size_t bytes, cudaMemPool_t pool,
                                      cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (!pointer || (pool && !is_pool(pool)))
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (cuda_cpu_capturing(stream)) // a graph that allocates: not here
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    cudaError_t error = cuda_cpu_malloc_in_order(pointer, bytes);
    if (error != cudaSuccess || !*pointer)
        return error;
    struct loan *l = calloc(1, sizeof *l);
    if (!l)
        abort(); // a few bytes: there is nothing left to report it with
    if (!pool)
        cudaDeviceGetMemPool(&pool, cuda_cpu_device());
    pthread_mutex_lock(&lock);
    *l = (struct loan){loans, *pointer, bytes, pool, false};
    loans = l;
    pool->used += bytes;
    if (pool->used > pool->used_high)
        pool->used_high = pool->used;
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

// Strikes the loan that starts at the pointer off, if there is one.
void cuda_cpu_end_loan(void *pointer) {
    pthread_mutex_lock(&lock);
    struct loan **link = &loans;
    while (*link && (*link)->start != pointer)
        link = &(*link)->next;
    struct loan *l = *link;
    if (l) {
        *link = l->next;
        if (l->pool)
            l->pool->used -= l->bytes;
    }
    pthread_mutex_unlock(&lock);
    free(l);
}

// A cudaFreeAsync that the stream comes to later.
struct late_free {
    void *pointer;
    struct cuda_cpu_call call;
};

static void run_free(void *data) {
    const struct late_free *f = data;
    cuda_cpu_asked_by = &f->call;
    cuda_cpu_free_now(f->pointer);
    cuda_cpu_asked_by = NULL;
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (!cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (cuda_cpu_capturing(stream))
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    if (!pointer)
        return cudaSuccess;
    pthread_mutex_lock(&lock);
    struct loan *l = loans;
    while (l && l->start != pointer)
        l = l->next;
    bool freed_before = l && l->going;
    if (l)
        l->going = true;
    pthread_mutex_unlock(&lock);
    size_t behind;
    if (freed_before || cuda_cpu_find_device_memory(pointer, &behind) != pointer) {
        if (freed_before)
            cuda_cpu_say(NULL, "the pointer is being freed already");
        else
            cuda_cpu_say_not_freed(pointer);
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    struct late_free *later = malloc(sizeof *later);
    if (!later)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    later->pointer = pointer;
    cuda_cpu_note_call(&later->call);
    cuda_cpu_enqueue(stream, run_free, free, later);
    return cudaSuccess;
}
