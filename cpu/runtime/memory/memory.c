// SPDX-License-Identifier: MIT
// Memory: device memory is host memory that the runtime keeps a record of (allocations.c), so that
// a copy past its end, a copy in the wrong direction and a second cudaFree are refused as a GPU's
// runtime refuses them.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "allocations.h"
#include "describe.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "memory/memory.h"
#include "streams/streams.h"
#include "threads/threads.h"
#include "variables.h"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>

#else
#define RUNNING_ON_VALGRIND 0
#endif

// What kernels use lies apart from what this process keeps for itself: a kernel that writes past
// the end, which on a GPU often passes, shall not strike the records and texts of the C library's
// heap but free memory, and then a page that no access is allowed to. The system counts such
// pages, so only so many allocations have one. The tools that watch the heap get all memory from
// it.
enum { PAGE = 4096, BEHIND = 64 << 10, MOST_GUARDED = 8192, LARGE_PAGE = 2 << 20 };

static bool watched(void) {
#if defined(__SANITIZE_ADDRESS__)
    return true;
#else
    return RUNNING_ON_VALGRIND;
#endif
}

// Without the page at the end.
static size_t mapped_bytes(size_t bytes) {
    return (bytes + BEHIND + PAGE - 1) / PAGE * PAGE;
}

static void *map_pages(size_t bytes) {
    void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return start == MAP_FAILED ? NULL : start;
}

// Memory of more than a page as large as there are has such pages: neighbouring blocks name
// elements far from each other, and a processor looks up the place of each page, and fetches ahead
// within it. In front of it is nothing else then, so it begins with as much that nobody has as
// there is after it.
static size_t in_front(size_t bytes) {
#ifdef MADV_HUGEPAGE
    return bytes >= LARGE_PAGE ? BEHIND : 0;
#else
    return (void)bytes, 0;
#endif
}

static void *map_large_pages(size_t front, size_t bytes) {
    char *whole = map_pages(front + bytes + LARGE_PAGE);
    if (!whole)
        return NULL;
    const size_t unused = -((uintptr_t)whole + front) % LARGE_PAGE;
    char *start = whole + unused + front;
    if (unused > 0)
        munmap(whole, unused);
    munmap(start + bytes, LARGE_PAGE - unused);
#ifdef MADV_HUGEPAGE
    madvise(start, bytes, MADV_HUGEPAGE);
#endif
    return start;
}

// A processor holds a load back until after a store whose address ends in the same bits, since it
// may be the same place: for a moment if those are 12 ("4-KByte aliasing", Intel 64 and IA-32
// Architectures Optimization Reference Manual), and for long if they are 20 and the physical
// address's (Islam et al., SPOILER, USENIX Security 2019). All that begins with a large page is
// alike in 21: `out[i] = in[i] - in[i - 1]` took ten times as long. So large allocations that
// follow each other begin some pages apart.
static size_t next_place(size_t front) {
    enum { PLACES = 16 };
    static unsigned allocations;
    return front == 0 ? 0 : __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED) % PLACES * PAGE;
}
static size_t place_of(const void *memory, size_t front) {
    return front == 0 ? 0 : (uintptr_t)memory % LARGE_PAGE;
}

static void *map_memory(size_t bytes) {
    const size_t front = in_front(bytes), place = next_place(front),
                 inside = mapped_bytes(place + bytes);
    char *start = front > 0 ? map_large_pages(front, inside + PAGE) : map_pages(inside + PAGE);
    if (!start)
        return NULL;
    if (cuda_cpu_count_allocations() < MOST_GUARDED)
        mprotect(start + inside, PAGE, PROT_NONE);
#ifdef MADV_POPULATE_WRITE
    // Small pages at once: one after the other, as they are met, they cost short kernels much.
    if (front == 0)
        madvise(start, (bytes + PAGE - 1) / PAGE * PAGE, MADV_POPULATE_WRITE);
#endif
    return start + place;
}

// The memory itself, or what a check gives instead.
static void *get_memory(size_t bytes, enum cudaMemoryType type) {
    void *memory;
    if (cuda_cpu_hooks.allocate)
        return cuda_cpu_hooks.allocate(bytes, type);
    if (!watched())
        return map_memory(bytes);
    return posix_memalign(&memory, 512, bytes) == 0 ? memory : NULL;
}

static void give_back(void *memory, size_t bytes) {
    if (cuda_cpu_hooks.release)
        cuda_cpu_hooks.release(memory);
    else if (watched())
        free(memory);
    else {
        const size_t front = in_front(bytes), place = place_of(memory, front);
        munmap((char *)memory - place - front, front + mapped_bytes(place + bytes) + PAGE);
    }
}

static cudaError_t allocate(void **pointer, size_t bytes, enum cudaMemoryType type,
                            unsigned flags) {
    CUDA_CPU_ALIVE();
    if (!pointer)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *pointer = NULL;
    if (bytes == 0)
        return cudaSuccess;
    // The system would promise more than there is and kill the program later; a GPU says no at
    // once.
    size_t available, total;
    void *memory = cudaMemGetInfo(&available, &total) == cudaSuccess && bytes <= available
                       ? get_memory(bytes, type)
                       : NULL;
    if (!memory)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    if (!cuda_cpu_record_allocation((struct allocation){.start = memory,
                                                        .bytes = bytes,
                                                        .type = type,
                                                        .owner = OWNED_BY_RUNTIME,
                                                        .flags = flags})) {
        give_back(memory, bytes);
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    }
    CUDA_CPU_HOOK(allocated, memory, bytes);
    *pointer = memory;
    return cudaSuccess;
}

cudaError_t cuda_cpu_malloc_in_order(void **pointer, size_t bytes) {
    return allocate(pointer, bytes, cudaMemoryTypeDevice, 0);
}

// The host's call, which a capture may not allow.
static cudaError_t allocate_at_once(void **pointer, size_t bytes) {
    if (pointer && bytes > 0 && cuda_cpu_unsafe_in_capture())
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    return allocate(pointer, bytes, cudaMemoryTypeDevice, 0);
}

cudaError_t cuda_cpu_malloc(void **pointer, size_t bytes) {
    if (pointer && !cuda_cpu_in_kernel() && cuda_cpu_is_the_devices(pointer)) {
        char where[900];
        cuda_cpu_describe_byte(pointer, where, sizeof where);
        cuda_cpu_say(NULL,
                     "the host writes the address into device memory, at %s, which ends the "
                     "program where there is a GPU: an array of the host's has it, and "
                     "cudaMemcpy brings that there",
                     where);
    }
    return allocate_at_once(pointer, bytes);
}

cudaError_t cuda_cpu_malloc_pitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    if (!pitch)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *pitch = (width + 511) / 512 * 512;
    size_t bytes;
    if (*pitch < width || __builtin_mul_overflow(*pitch, height, &bytes))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    const cudaError_t error = allocate_at_once(pointer, bytes);
    if (error == cudaSuccess)
        CUDA_CPU_HOOK(pitched, *pointer, *pitch, width);
    return error;
}

cudaError_t cuda_cpu_malloc_host(void **pointer, size_t bytes, unsigned flags) {
    if (flags > 7)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return allocate(pointer, bytes, cudaMemoryTypeHost, flags);
}

// The same by its other name, which stays among the callers, so that messages have it.
cudaError_t cuda_cpu_host_alloc(void **pointer, size_t bytes, unsigned flags) {
    const cudaError_t error = cuda_cpu_malloc_host(pointer, bytes, flags);
    __asm__ volatile(""); // no jump in the place of the call
    return error;
}

cudaError_t cuda_cpu_malloc_managed(void **pointer, size_t bytes, unsigned flags) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return allocate(pointer, bytes, cudaMemoryTypeManaged, flags);
}

bool cuda_cpu_free_now(void *pointer) {
    size_t bytes;
    bool known = cuda_cpu_forget_allocation(pointer, OWNED_BY_RUNTIME, true, &bytes);
    if (known) {
        cuda_cpu_end_loan(pointer);
        give_back(pointer, bytes);
    }
    return known;
}

// A free in a kernel is the destructor's of a thread's own copy of an argument. On a GPU there are
// no such copies, so what they point to is not theirs to free, unless the copy took it for itself.
static cudaError_t free_in_kernel(void *pointer, bool device) {
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct allocation *a = cuda_cpu_find_allocation(pointer);
    bool own = a && a->by_kernel;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    size_t bytes;
    if (own && device)
        cuda_cpu_free_now(pointer);
    else if (own && cuda_cpu_forget_allocation(pointer, OWNED_BY_RUNTIME, false, &bytes))
        give_back(pointer, bytes);
    return cudaSuccess;
}

cudaError_t cudaFree(void *pointer) {
    CUDA_CPU_ALIVE();
    if (!pointer)
        return cudaSuccess;
    if (cuda_cpu_in_kernel())
        return free_in_kernel(pointer, true);
    cuda_cpu_wait_all(); // as the real one does: what still runs may use it
    CUDA_CPU_ALIVE();
    if (cuda_cpu_free_now(pointer))
        return cudaSuccess;
    cuda_cpu_say_not_freed(pointer);
    return cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaFreeHost(void *pointer) {
    CUDA_CPU_ALIVE();
    if (!pointer)
        return cudaSuccess;
    if (cuda_cpu_in_kernel())
        return free_in_kernel(pointer, false);
    cuda_cpu_wait_all();
    CUDA_CPU_ALIVE();
    size_t bytes;
    if (!cuda_cpu_forget_allocation(pointer, OWNED_BY_RUNTIME, false, &bytes)) {
        cuda_cpu_say_not_freed(pointer);
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    give_back(pointer, bytes);
    return cudaSuccess;
}

// The host's own memory, from now on treated as pinned.
cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (!pointer || bytes == 0 || flags > 15 || (uintptr_t)pointer > UINTPTR_MAX - bytes)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct allocation *next = cuda_cpu_allocation_behind(pointer);
    bool taken = cuda_cpu_find_allocation(pointer) ||
                 (next && (uintptr_t)next->start < (uintptr_t)pointer + bytes);
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    if (taken)
        return cuda_cpu_error(cudaErrorHostMemoryAlreadyRegistered);
    if (!cuda_cpu_record_allocation((struct allocation){.start = pointer,
                                                        .bytes = bytes,
                                                        .type = cudaMemoryTypeHost,
                                                        .owner = OWNED_BY_HOST,
                                                        .flags = flags}))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    CUDA_CPU_HOOK(registered, pointer, bytes);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer) {
    CUDA_CPU_ALIVE();
    if (!pointer)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cuda_cpu_wait_all();
    CUDA_CPU_ALIVE();
    size_t bytes;
    return cuda_cpu_forget_allocation(pointer, OWNED_BY_HOST, false, &bytes)
               ? cudaSuccess
               : cuda_cpu_error(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cuda_cpu_host_device_pointer(void **device, void *host, unsigned flags) {
    CUDA_CPU_ALIVE();
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(host);
    bool pinned = a && a->type == cudaMemoryTypeHost;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    if (!device || flags || !pinned)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *device = host; // one memory, one address
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer) {
    CUDA_CPU_ALIVE();
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(pointer);
    bool pinned = a && a->type == cudaMemoryTypeHost;
    if (pinned && flags)
        *flags = a->flags | cudaHostAllocMapped;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return pinned && flags ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer) {
    CUDA_CPU_ALIVE();
    if (!attributes)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(pointer);
    const bool managed = !a && cuda_cpu_managed_variable(pointer);
    enum cudaMemoryType type = a         ? a->type
                               : managed ? cudaMemoryTypeManaged
                                         : cudaMemoryTypeUnregistered;
    int device = a ? a->device : managed ? 0 : cudaInvalidDeviceId;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    attributes->type = type;
    attributes->device = device;
    attributes->devicePointer = type == cudaMemoryTypeUnregistered ? NULL : (void *)pointer;
    attributes->hostPointer = type == cudaMemoryTypeDevice ? NULL : (void *)pointer;
    return cudaSuccess;
}

// ---- hints about managed memory: understood, and of no use here --------------------------------

static cudaError_t hint(const void *start, size_t bytes, int device) {
    CUDA_CPU_ALIVE();
    int devices;
    cudaGetDeviceCount(&devices);
    if (device < cudaCpuDeviceId || device >= devices)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(start);
    const struct variable *const v = a ? NULL : cuda_cpu_managed_variable(start);
    bool managed = v || (a && a->type == cudaMemoryTypeManaged);
    bool inside = v ? bytes <= v->end - (uintptr_t)start
                    : managed && bytes <= a->bytes - (size_t)((const char *)start - a->start);
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return inside && bytes > 0 ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cuda_cpu_prefetch(const void *start, size_t bytes, int device, cudaStream_t stream) {
    if (!cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    return hint(start, bytes, device);
}

cudaError_t cuda_cpu_advise(const void *start, size_t bytes, enum cudaMemoryAdvise advice,
                            int device) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return hint(start, bytes, device);
}
