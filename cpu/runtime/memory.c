// SPDX-License-Identifier: MIT
// Memory: device memory is host memory that this file keeps a record of, so that a copy past its
// end, a copy in the wrong direction and a second cudaFree are refused as a GPU's runtime refuses
// them.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#endif

#include "line.h"
#include "runtime.h"

struct allocation {
    char *start;
    size_t bytes;
    enum cudaMemoryType type; // Device, Host (pinned) or Managed
    bool symbol;              // a __device__ variable, or the host's registered: not ours to free
    unsigned flags;
    int device;                 // that it was allocated on
    struct cuda_cpu_call *made; // by which call; NULL where that is not known
    bool by_kernel;             // that call stood in a kernel
    // Where a check runs: the call that filled so many bytes of it last, and not all; or NULL.
    struct cuda_cpu_call *filled_by;
    size_t filled;
};

// All allocations by rising address; found by bisection.
static struct allocation *all;
static size_t count, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The first allocation that starts behind `address`.
static size_t upper_bound(const void *address) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)all[middle].start <= (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The allocation that holds `address`, or NULL; needs the lock.
static struct allocation *find(const void *address) {
    size_t i = upper_bound(address);
    if (i == 0)
        return NULL;
    struct allocation *a = &all[i - 1];
    return (uintptr_t)address - (uintptr_t)a->start < a->bytes ? a : NULL;
}

// What was freed last, a ring, so that its use can be called by its name.
enum { REMEMBERED = 64 };
static struct allocation freed[REMEMBERED];
static struct cuda_cpu_call freed_by[REMEMBERED];
static size_t freed_count;

// Memory that is in use again is no longer freed memory; needs the lock.
static void forget_freed(const char *start, size_t bytes) {
    for (size_t i = 0; i < REMEMBERED; i++)
        if (freed[i].bytes && (uintptr_t)freed[i].start < (uintptr_t)start + bytes &&
            (uintptr_t)start < (uintptr_t)freed[i].start + freed[i].bytes)
            freed[i].bytes = 0;
}

// Needs the lock.
static void remember_freed(struct allocation a) {
    if (!a.made)
        return; // the host's own, which was only registered
    size_t i = freed_count++ % REMEMBERED;
    free(freed[i].made);
    free(a.filled_by);
    a.filled_by = NULL;
    freed[i] = a;
    cuda_cpu_note_call(&freed_by[i]);
}

static bool record(struct allocation new) {
    new.device = cuda_cpu_device();
    new.by_kernel = cuda_cpu_in_kernel();
    if (!new.symbol) {
        new.made = malloc(sizeof *new.made);
        if (new.made)
            cuda_cpu_note_call(new.made);
    }
    pthread_mutex_lock(&lock);
    if (count == room) {
        size_t more = 2 * room + 64;
        struct allocation *moved = realloc(all, more * sizeof *all);
        if (!moved) {
            pthread_mutex_unlock(&lock);
            free(new.made);
            return false;
        }
        all = moved;
        room = more;
    }
    size_t i = upper_bound(new.start);
    memmove(all + i + 1, all + i, (count - i) * sizeof *all);
    all[i] = new;
    count++;
    forget_freed(new.start, new.bytes);
    pthread_mutex_unlock(&lock);
    if (!new.symbol)
        cuda_cpu_made("allocation", new.start, new.bytes);
    return true;
}

// Takes the allocation that starts at `pointer` off the record, and says how large it was; false if
// there is none of `type`s.
static bool forget(void *pointer, bool device, size_t *bytes) {
    bool found = false;
    struct allocation gone = {0};
    pthread_mutex_lock(&lock);
    size_t i = upper_bound(pointer);
    if (i > 0 && all[i - 1].start == pointer && !all[i - 1].symbol &&
        (all[i - 1].type != cudaMemoryTypeHost) == device) {
        found = true;
        gone = all[i - 1];
        remember_freed(gone);
        count--;
        memmove(all + i - 1, all + i, (count - i + 1) * sizeof *all);
    }
    pthread_mutex_unlock(&lock);
    *bytes = gone.bytes;
    if (found) {
        CUDA_CPU_HOOK(freed, pointer, gone.bytes);
        cuda_cpu_gone(pointer);
    }
    return found;
}

struct variable {
    uintptr_t start, end;
    const char *name;
    bool known; // the host may have its address
};
static const struct variable *by_its_name(const void *address);

// ---- in words ----------------------------------------------------------------------------------

// `an allocation of 64 bytes (cudaMalloc at vecadd.cu:12)`
static void describe_allocation(const struct allocation *a, char *text, size_t room) {
    char made[600] = "";
    if (a->made)
        cuda_cpu_describe_call(a->made, "made", made, sizeof made);
    snprintf(text, room, "%s of %zu bytes%s%s%s",
             a->made                                      ? "an allocation"
             : a->symbol && a->type == cudaMemoryTypeHost ? "registered memory"
                                                          : "a variable",
             a->bytes, *made ? " (" : "", made, *made ? ")" : "");
}

// For who is told later of what nothing wrote: a copy or fill that ends in an allocation's middle
// is perhaps one that took a number of elements for one of bytes.
static void note_filling(const void *to, size_t bytes) {
    if (!cuda_cpu_hooks.copied)
        return;
    pthread_mutex_lock(&lock);
    struct allocation *a = find(to);
    if (a && a->start == to && !a->symbol) {
        if (bytes < a->bytes && !a->filled_by)
            a->filled_by = malloc(sizeof *a->filled_by);
        a->filled = bytes;
        if (a->filled_by)
            cuda_cpu_note_call(a->filled_by);
    }
    pthread_mutex_unlock(&lock);
}

// `; cudaMemcpy at vecadd.cu:15 wrote its first 16 bytes`
static void describe_filling(const struct allocation *a, size_t byte, char *text, size_t room) {
    char call[600];
    *text = '\0';
    if (!a->filled_by || byte < a->filled)
        return;
    cuda_cpu_describe_call(a->filled_by, "a call", call, sizeof call);
    snprintf(text, room, "; %s wrote its first %zu bytes", call, a->filled);
}

bool cuda_cpu_describe_byte(const void *address, char *text, size_t room) {
    char what[700], filled[700] = "";
    pthread_mutex_lock(&lock);
    struct allocation *a = find(address);
    size_t byte = a ? (size_t)((const char *)address - a->start) : 0;
    if (a) {
        describe_allocation(a, what, sizeof what);
        describe_filling(a, byte, filled, sizeof filled);
    }
    pthread_mutex_unlock(&lock);
    if (a)
        snprintf(text, room, "byte %zu of %s%s", byte, what, filled);
    return a;
}

// What a pointer points to, for somebody who expected something else; true if it was freed.
static bool describe_pointer(const void *address, char *text, size_t room) {
    enum { HEADER = 16 }; // what malloc puts between two pieces of memory
    char what[700], by[600];
    bool was_freed = false;
    pthread_mutex_lock(&lock);
    struct allocation *a = find(address);
    size_t i = upper_bound(address);
    size_t past = i > 0 ? (uintptr_t)address - (uintptr_t)all[i - 1].start - all[i - 1].bytes : 0;
    const struct variable *v = by_its_name(address);
    if (!a && i > 0 && past < HEADER && !all[i - 1].symbol) {
        describe_allocation(&all[i - 1], what, sizeof what);
        snprintf(text, room, past ? "memory behind %s" : "the end of %s", what);
    } else if (v) {
        snprintf(text, room,
                 "the host's name of the device's variable %s (cudaMemcpyToSymbol, "
                 "cudaMemcpyFromSymbol and cudaGetSymbolAddress take it)",
                 v->name);
    } else if (a) {
        static const char *const types[] = {"", "pinned host memory", "device memory",
                                            "managed memory"};
        snprintf(text, room, "%s", types[a->type]);
    } else {
        snprintf(text, room, "%s",
                 (uintptr_t)address >= 4096 ? "host memory" : "where no memory is");
        for (i = 0; i < REMEMBERED; i++)
            if ((uintptr_t)address - (uintptr_t)freed[i].start < freed[i].bytes) {
                cuda_cpu_describe_call(&freed_by[i], "before", by, sizeof by);
                snprintf(text, room, "memory that was freed (%s)", by);
                was_freed = true;
            }
    }
    pthread_mutex_unlock(&lock);
    return was_freed;
}

// That `bytes` from `address` on, in known memory, end behind it.
static void say_past_the_end(const char *does, const void *address, size_t bytes) {
    char what[700] = "its memory";
    size_t past = 0;
    pthread_mutex_lock(&lock);
    struct allocation *a = find(address);
    if (a) {
        describe_allocation(a, what, sizeof what);
        past = bytes - (a->bytes - (size_t)((const char *)address - a->start));
    }
    pthread_mutex_unlock(&lock);
    cuda_cpu_say(NULL, "%s %zu byte%s past the end of %s", does, past, past == 1 ? "" : "s", what);
}

// Where the same line, of a destructor perhaps, has freed it before: who has called it then and
// now.
static void describe_callers(const void *pointer, char *text, size_t room) {
    struct cuda_cpu_call now, before = {{NULL}, 0};
    char name[128], here[512], there[512], place[512];
    cuda_cpu_note_call(&now);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < REMEMBERED; i++)
        if (freed[i].start && (uintptr_t)pointer - (uintptr_t)freed[i].start < freed[i].bytes)
            before = freed_by[i];
    pthread_mutex_unlock(&lock);
    if (before.depth && cuda_cpu_find_call(&now, name, sizeof name, here, sizeof here) &&
        cuda_cpu_find_call(&before, name, sizeof name, place, sizeof place) &&
        strcmp(here, place) == 0 && cuda_cpu_find_caller(&now, here, sizeof here) &&
        cuda_cpu_find_caller(&before, there, sizeof there))
        snprintf(text, room, "; called from %s, and before from %s", here, there);
}

void cuda_cpu_say_not_freed(const void *pointer) {
    char what[900];
    pthread_mutex_lock(&lock);
    struct allocation *a = find(pointer);
    size_t inside = a ? (size_t)((const char *)pointer - a->start) : 0;
    pthread_mutex_unlock(&lock);
    if (inside)
        cuda_cpu_say(NULL, "the pointer is %zu bytes into an allocation, not its start", inside);
    else if (describe_pointer(pointer, what, sizeof what)) {
        char callers[1100] = "";
        describe_callers(pointer, callers, sizeof callers);
        cuda_cpu_say(NULL, "the pointer is to %s%s", what, callers);
    } else
        cuda_cpu_say(NULL, "the pointer is to %s, which this call does not free", what);
}

// What kernels use lies apart from what this process keeps for itself: a kernel that writes past
// the end, which on a GPU often passes, shall not strike the records and texts of the C library's
// heap but memory that nobody has, and then a page that nobody may touch. The system counts such
// pages, so only so many allocations have one. The tools that watch the heap get all memory from
// it.
enum { PAGE = 4096, BEHIND = 64 << 10, MOST_GUARDED = 8192 };

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

static void *map_memory(size_t bytes) {
    const size_t inside = mapped_bytes(bytes);
    char *start = mmap(NULL, inside + PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    if (__atomic_load_n(&count, __ATOMIC_RELAXED) < MOST_GUARDED)
        mprotect(start + inside, PAGE, PROT_NONE);
    return start;
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
    else
        munmap(memory, mapped_bytes(bytes) + PAGE);
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
    if (!record((struct allocation){memory, bytes, type, false, flags, 0, NULL, false, NULL, 0})) {
        give_back(memory, bytes);
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    }
    CUDA_CPU_HOOK(allocated, memory, bytes);
    *pointer = memory;
    return cudaSuccess;
}

// Whether the address is in memory that the host can't touch.
static bool is_the_devices(const void *address) {
    pthread_mutex_lock(&lock);
    const struct allocation *a = find(address);
    bool yes = a && a->type == cudaMemoryTypeDevice;
    pthread_mutex_unlock(&lock);
    return yes;
}

cudaError_t cuda_cpu_malloc(void **pointer, size_t bytes) {
    if (pointer && is_the_devices(pointer)) {
        char where[900];
        cuda_cpu_describe_byte(pointer, where, sizeof where);
        cuda_cpu_say(NULL,
                     "the host writes the address into device memory, at %s, which ends the "
                     "program where there is a GPU: an array of the host's has it, and "
                     "cudaMemcpy brings that there",
                     where);
    }
    return allocate(pointer, bytes, cudaMemoryTypeDevice, 0);
}

cudaError_t cuda_cpu_malloc_pitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    if (!pitch)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *pitch = (width + 511) / 512 * 512;
    size_t bytes;
    if (*pitch < width || __builtin_mul_overflow(*pitch, height, &bytes))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    return allocate(pointer, bytes, cudaMemoryTypeDevice, 0);
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
    bool known = forget(pointer, true, &bytes);
    if (known) {
        cuda_cpu_end_loan(pointer);
        give_back(pointer, bytes);
    }
    return known;
}

// A free in a kernel is the destructor's of a thread's own copy of an argument. On a GPU there are
// no such copies, so what they point to is not theirs to free, unless the copy took it for itself.
static cudaError_t free_in_kernel(void *pointer, bool device) {
    pthread_mutex_lock(&lock);
    const struct allocation *a = find(pointer);
    bool own = a && a->by_kernel;
    pthread_mutex_unlock(&lock);
    size_t bytes;
    if (own && device)
        cuda_cpu_free_now(pointer);
    else if (own && forget(pointer, false, &bytes))
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
    size_t bytes;
    if (!forget(pointer, false, &bytes)) {
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
    pthread_mutex_lock(&lock);
    size_t next = upper_bound(pointer);
    bool taken =
        find(pointer) || (next < count && (uintptr_t)all[next].start < (uintptr_t)pointer + bytes);
    pthread_mutex_unlock(&lock);
    if (taken)
        return cuda_cpu_error(cudaErrorHostMemoryAlreadyRegistered);
    if (!record((struct allocation){pointer, bytes, cudaMemoryTypeHost, true, flags, 0, NULL, false,
                                    NULL, 0}))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    CUDA_CPU_HOOK(registered, pointer, bytes);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer) {
    CUDA_CPU_ALIVE();
    if (!pointer)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cuda_cpu_wait_all();
    pthread_mutex_lock(&lock);
    struct allocation *a = find(pointer);
    bool registered = a && a->start == pointer && a->symbol && a->type == cudaMemoryTypeHost;
    if (registered)
        a->symbol = false; // so that it may be taken off the record
    pthread_mutex_unlock(&lock);
    size_t bytes;
    return registered && forget(pointer, false, &bytes)
               ? cudaSuccess
               : cuda_cpu_error(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cuda_cpu_host_device_pointer(void **device, void *host, unsigned flags) {
    CUDA_CPU_ALIVE();
    pthread_mutex_lock(&lock);
    struct allocation *a = find(host);
    bool pinned = a && a->type == cudaMemoryTypeHost;
    pthread_mutex_unlock(&lock);
    if (!device || flags || !pinned)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *device = host; // one memory, one address
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer) {
    CUDA_CPU_ALIVE();
    pthread_mutex_lock(&lock);
    struct allocation *a = find(pointer);
    bool pinned = a && a->type == cudaMemoryTypeHost;
    if (pinned && flags)
        *flags = a->flags | cudaHostAllocMapped;
    pthread_mutex_unlock(&lock);
    return pinned && flags ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer) {
    CUDA_CPU_ALIVE();
    if (!attributes)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pthread_mutex_lock(&lock);
    struct allocation *a = find(pointer);
    enum cudaMemoryType type = a ? a->type : cudaMemoryTypeUnregistered;
    int device = a ? a->device : cudaInvalidDeviceId;
    pthread_mutex_unlock(&lock);
    attributes->type = type;
    attributes->device = device;
    attributes->devicePointer = type == cudaMemoryTypeUnregistered ? NULL : (void *)pointer;
    attributes->hostPointer = type == cudaMemoryTypeDevice ? NULL : (void *)pointer;
    return cudaSuccess;
}

bool cuda_cpu_is_the_hosts_too(const void *address) {
    pthread_mutex_lock(&lock);
    const struct allocation *a = find(address);
    bool yes = a && a->type != cudaMemoryTypeDevice;
    pthread_mutex_unlock(&lock);
    return yes;
}

const void *cuda_cpu_find_device_memory(const void *address, size_t *bytes_behind) {
    pthread_mutex_lock(&lock);
    struct allocation *a = find(address);
    const void *start = a && a->type != cudaMemoryTypeHost ? a->start : NULL;
    if (start)
        *bytes_behind = a->bytes - (size_t)((const char *)address - a->start);
    pthread_mutex_unlock(&lock);
    return start;
}

bool cuda_cpu_find_memory(const void *address, const void **start, size_t *bytes) {
    pthread_mutex_lock(&lock);
    const struct allocation *a = find(address);
    if (a) {
        *start = a->start;
        *bytes = a->bytes;
    }
    pthread_mutex_unlock(&lock);
    return a != NULL;
}

// ---- arguments of kernels ----------------------------------------------------------------------

static struct variable *variables; // of the program, by rising address
static size_t variable_count, variable_room;

// Before main; from a library that is loaded later, perhaps at any time.
void cuda_cpu_note_variable(const void *start, size_t bytes, const char *name, bool host_too) {
    pthread_mutex_lock(&lock);
    if (variable_count == variable_room) {
        variable_room = 2 * variable_room + 64;
        variables = realloc(variables, variable_room * sizeof *variables);
        if (!variables)
            abort();
    }
    size_t i = variable_count++;
    for (; i > 0 && variables[i - 1].start > (uintptr_t)start; i--)
        variables[i] = variables[i - 1];
    variables[i] = (struct variable){(uintptr_t)start, (uintptr_t)start + bytes, name, host_too};
    pthread_mutex_unlock(&lock);
}

const void *cuda_cpu_variable_at(const void *start, size_t *bytes) {
    const void *found = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < variable_count && !found; i++)
        if (variables[i].start == (uintptr_t)start) {
            found = start;
            *bytes = variables[i].end - variables[i].start;
        }
    pthread_mutex_unlock(&lock);
    return found;
}

const void *cuda_cpu_variable_named(const char *name, size_t *bytes) {
    const void *start = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < variable_count && !start; i++)
        if (strcmp(variables[i].name, name) == 0) {
            start = (const void *)variables[i].start;
            *bytes = variables[i].end - variables[i].start;
        }
    pthread_mutex_unlock(&lock);
    return start;
}

const char *cuda_cpu_variable_name(const void *start) {
    const char *name = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < variable_count && !name; i++)
        if (variables[i].start == (uintptr_t)start)
            name = variables[i].name;
    pthread_mutex_unlock(&lock);
    return name;
}

// How many variables start at or below the address. Needs the lock.
static size_t variables_below(uintptr_t at) {
    size_t low = 0, high = variable_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (variables[middle].start <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The variable that the address lies in or at the end of, or NULL. Needs the lock.
static const struct variable *at_variable(uintptr_t at) {
    size_t below = variables_below(at);
    return below > 0 && at <= variables[below - 1].end ? &variables[below - 1] : NULL;
}

// The variable that the address lies in, if the host has never been told where that is: here it may
// use its name all the same. Needs the lock.
static const struct variable *by_its_name(const void *address) {
    const struct variable *v = at_variable((uintptr_t)address);
    return v && (uintptr_t)address < v->end && !v->known ? v : NULL;
}

// The host is told of a variable's address: by cudaGetSymbolAddress, or in what it copies.
static void make_known(const void *address) {
    pthread_mutex_lock(&lock);
    const struct variable *v = by_its_name(address);
    if (v)
        variables[v - variables].known = true;
    pthread_mutex_unlock(&lock);
}

static void learn_addresses(const char *from, size_t bytes) {
    enum { MOST = 4096 }; // as much as pointers fill, more or less
    const void *address;
    if (bytes > MOST || variable_count == 0)
        return;
    for (size_t i = 0; i + sizeof address <= bytes; i += sizeof address) {
        memcpy(&address, from + i, sizeof address);
        if ((uintptr_t)address - variables[0].start <
            variables[variable_count - 1].end - variables[0].start)
            make_known(address);
    }
}

const void *cuda_cpu_find_variable(const void *address, size_t *bytes) {
    const void *start = NULL;
    pthread_mutex_lock(&lock);
    const struct variable *v = at_variable((uintptr_t)address);
    if (v && (uintptr_t)address < v->end) {
        start = (const void *)v->start;
        *bytes = v->end - v->start;
    }
    pthread_mutex_unlock(&lock);
    return start;
}

const void *cuda_cpu_nearest_variable(const void *address, size_t *bytes) {
    const uintptr_t at = (uintptr_t)address;
    const struct variable *v = NULL;
    pthread_mutex_lock(&lock);
    size_t below = variables_below(at);
    if (below > 0)
        v = &variables[below - 1];
    if (below < variable_count &&
        (!v || (at >= v->end && variables[below].start - at < at - v->end)))
        v = &variables[below];
    const void *start = v ? (const void *)v->start : NULL;
    if (v)
        *bytes = v->end - v->start;
    pthread_mutex_unlock(&lock);
    return start;
}

const void *cuda_cpu_find_registered(const void *address, size_t *bytes) {
    const void *start = NULL;
    pthread_mutex_lock(&lock);
    struct allocation *a = find(address);
    if (a && a->symbol && a->type == cudaMemoryTypeHost) {
        start = a->start;
        *bytes = a->bytes;
    }
    pthread_mutex_unlock(&lock);
    return start;
}

// Whether a kernel may have this pointer: into memory of the device, pinned, managed or registered,
// or to its end; an element before its start, as those have that count from 1. Needs the lock.
static bool for_kernels(const void *pointer) {
    enum { BEFORE = 16 }; // bytes, where malloc keeps its own and no memory of the host is
    const uintptr_t at = (uintptr_t)pointer;
    size_t i = upper_bound(pointer);
    if ((i > 0 && at - (uintptr_t)all[i - 1].start <= all[i - 1].bytes) ||
        (i < count && (uintptr_t)all[i].start - at <= BEFORE))
        return !by_its_name(pointer);
    return at_variable(at) && !by_its_name(pointer);
}

void cuda_cpu_check_arguments(const char *kernel, const void *const *arguments, size_t n) {
    bool fine = true;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < n && fine; i++)
        fine = !arguments[i] || for_kernels(arguments[i]);
    pthread_mutex_unlock(&lock);
    for (size_t i = 0; i < n && !fine; i++) {
        char what[900], name[256];
        pthread_mutex_lock(&lock);
        bool this_one = !arguments[i] || for_kernels(arguments[i]);
        pthread_mutex_unlock(&lock);
        if (this_one)
            continue;
        describe_pointer(arguments[i], what, sizeof what);
        snprintf(name, sizeof name, "kernel %s", kernel);
        cuda_cpu_say(name, "argument %zu points to %s, which kernels on a GPU can't touch", i + 1,
                     what);
    }
}

// ---- copies ------------------------------------------------------------------------------------

// Where a range lies: in memory that the runtime knows (device, pinned or managed: one address
// space for all), past the end of such memory, or in the host's own.
enum place { KNOWN, PAST_THE_END, PAGEABLE };

static __thread const void *by_symbol; // the variable that a copy at hand names as CUDA has it

static enum place place_of(const void *address, size_t bytes) {
    pthread_mutex_lock(&lock);
    struct allocation *a = find(address);
    const struct variable *v = by_its_name(address);
    enum place place = !a || (v && v->start != (uintptr_t)by_symbol) ? PAGEABLE
                       : bytes > a->bytes - (size_t)((const char *)address - a->start)
                           ? PAST_THE_END
                           : KNOWN;
    pthread_mutex_unlock(&lock);
    return place;
}

// The bytes that planes of rows reach over; SIZE_MAX where that overflows.
static size_t extent(size_t pitch, size_t width, size_t height, size_t plane, size_t depth) {
    size_t bytes, behind;
    if (__builtin_mul_overflow(pitch, height - 1, &bytes) ||
        __builtin_mul_overflow(plane, depth ? depth - 1 : 0, &behind) ||
        __builtin_add_overflow(bytes, width, &bytes) ||
        __builtin_add_overflow(bytes, behind, &bytes))
        return SIZE_MAX;
    return bytes;
}

static void copy_bytes(char *to, const char *from, size_t bytes) {
    CUDA_CPU_HOOK(copied, to, from, bytes);
    memmove(to, from, bytes);
    learn_addresses(to, bytes);
}

static void copy_plane(const struct cuda_cpu_copy *c) {
    if (c->to_pitch == c->width && c->from_pitch == c->width)
        copy_bytes(c->to, c->from, c->width * c->height);
    else
        for (size_t row = 0; row < c->height; row++)
            copy_bytes(c->to + row * c->to_pitch, c->from + row * c->from_pitch, c->width);
}

void cuda_cpu_copy_now(const struct cuda_cpu_copy *c) {
    struct cuda_cpu_copy plane = *c;
    for (size_t z = 0; z < (c->depth ? c->depth : 1); z++) {
        plane.to = c->to + z * c->to_plane;
        plane.from = c->from + z * c->from_plane;
        copy_plane(&plane);
    }
}

void cuda_cpu_run_copy(void *data) {
    cuda_cpu_copy_now(data);
}

// Where the two sides of a copy lie.
static void places(const struct cuda_cpu_copy *c, enum place *to, enum place *from) {
    *to = place_of(c->to, extent(c->to_pitch, c->width, c->height, c->to_plane, c->depth));
    *from = place_of(c->from, extent(c->from_pitch, c->width, c->height, c->from_plane, c->depth));
}

cudaError_t cuda_cpu_check_copy(const struct cuda_cpu_copy *c, enum cudaMemcpyKind kind) {
    static const char *const kind_names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                             "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                             "cudaMemcpyDefault"};
    if ((unsigned)kind > cudaMemcpyDefault) {
        cuda_cpu_say(NULL, "%d is not a direction (cudaMemcpyKind)", (int)kind);
        return cudaErrorInvalidMemcpyDirection;
    }
    if (c->height > 1 && (c->to_pitch < c->width || c->from_pitch < c->width)) {
        cuda_cpu_say(NULL, "rows of %zu bytes do not fit a pitch of %zu", c->width,
                     c->to_pitch < c->width ? c->to_pitch : c->from_pitch);
        return cudaErrorInvalidPitchValue;
    }
    if (c->width == 0 || c->height == 0)
        return cudaSuccess;
    if (!c->to || !c->from) {
        cuda_cpu_say(NULL, "the %s is NULL", c->to ? "source" : "destination");
        return cudaErrorInvalidValue;
    }

    // A side that the kind calls the device's must not be pageable; any memory goes for the host's,
    // though a program that means the host's and gives the device's is wrong.
    enum place to, from;
    places(c, &to, &from);
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    bool refused = (to_device && to == PAGEABLE) || (from_device && from == PAGEABLE);
    if (refused || (kind != cudaMemcpyDefault && ((!to_device && is_the_devices(c->to)) ||
                                                  (!from_device && is_the_devices(c->from))))) {
        char source[900], destination[900];
        describe_pointer(c->from, source, sizeof source);
        describe_pointer(c->to, destination, sizeof destination);
        cuda_cpu_say(NULL, "called %s, but it is from %s to %s", kind_names[kind], source,
                     destination);
        if (refused)
            return cudaErrorInvalidValue;
    }
    if (to == PAST_THE_END || from == PAST_THE_END) {
        if (to == PAST_THE_END)
            say_past_the_end("writes", c->to,
                             extent(c->to_pitch, c->width, c->height, c->to_plane, c->depth));
        else
            say_past_the_end("reads", c->from,
                             extent(c->from_pitch, c->width, c->height, c->from_plane, c->depth));
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t cuda_cpu_copy(struct cuda_cpu_copy c, enum cudaMemcpyKind kind, bool async,
                          cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (async && !cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    cudaError_t error = cuda_cpu_check_copy(&c, kind);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    if (c.width == 0 || c.height == 0)
        return cudaSuccess;
    if (c.height == 1 && !c.depth)
        note_filling(c.to, c.width);

    enum place to, from;
    places(&c, &to, &from);
    if (from == PAGEABLE)
        CUDA_CPU_HOOK(host_side, c.from,
                      extent(c.from_pitch, c.width, c.height, c.from_plane, c.depth), false);
    if (to == PAGEABLE)
        CUDA_CPU_HOOK(host_side, c.to, extent(c.to_pitch, c.width, c.height, c.to_plane, c.depth),
                      true);
    // As a GPU does with pageable memory: the host waits, so it may use its buffer again at once.
    bool pageable = (to == PAGEABLE || from == PAGEABLE) && !cuda_cpu_capturing(stream);
    if (!async || pageable) {
        if (async)
            cuda_cpu_wait_stream(stream);
        else
            cuda_cpu_wait_legacy();
        // The device's side of it is the stream's all the same, for who watches.
        if (!async || !cuda_cpu_hooks.queued) {
            cuda_cpu_copy_now(&c);
            return cudaSuccess;
        }
    }
    struct cuda_cpu_copy *later = malloc(sizeof *later);
    if (!later)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *later = c;
    cuda_cpu_enqueue(stream, cuda_cpu_run_copy, free, later);
    if (pageable)
        cuda_cpu_finish_stream(stream, to == PAGEABLE);
    return cudaSuccess;
}

static struct cuda_cpu_copy flat(void *to, const void *from, size_t bytes) {
    return (struct cuda_cpu_copy){to, from, bytes, bytes, bytes, 1, 0, 0, 0};
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return cuda_cpu_copy(flat(to, from, bytes), kind, false, NULL);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return cuda_cpu_copy(flat(to, from, bytes), kind, true, stream);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    return cuda_cpu_copy(
        (struct cuda_cpu_copy){to, from, to_pitch, from_pitch, width, height, 0, 0, 0}, kind, false,
        NULL);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return cuda_cpu_copy(
        (struct cuda_cpu_copy){to, from, to_pitch, from_pitch, width, height, 0, 0, 0}, kind, true,
        stream);
}

void cuda_cpu_run_fill(void *data) {
    struct cuda_cpu_fill *f = data;
    for (size_t plane = 0; plane < (f->depth ? f->depth : 1); plane++)
        for (size_t row = 0; row < f->height; row++) {
            memset(f->to + plane * f->plane + row * f->pitch, f->value, f->width);
            CUDA_CPU_HOOK(filled, f->to + plane * f->plane + row * f->pitch, f->width);
        }
}

cudaError_t cuda_cpu_fill(struct cuda_cpu_fill f, cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (!cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (f.height > 1 && f.pitch < f.width) {
        cuda_cpu_say(NULL, "rows of %zu bytes do not fit a pitch of %zu", f.width, f.pitch);
        return cuda_cpu_error(cudaErrorInvalidPitchValue);
    }
    // An array of no elements is set to 0, or to all bits, perhaps; to no number else.
    if (f.width == 0 && f.height == 1 && f.value != 0 && (f.value & 0xff) != 0xff && f.value != 127)
        cuda_cpu_say(NULL, "sets 0 bytes, to %d: first comes the value, then the number of bytes",
                     f.value);
    if (f.width == 0 || f.height == 0)
        return cudaSuccess;
    const size_t bytes = extent(f.pitch, f.width, f.height, f.plane, f.depth);
    const enum place place = place_of(f.to, bytes);
    if (place == PAST_THE_END) {
        say_past_the_end("sets", f.to, bytes);
    } else if (place == PAGEABLE) {
        char what[900];
        describe_pointer(f.to, what, sizeof what);
        cuda_cpu_say(NULL, "sets %s, which is not the device's", what);
    }
    if (place != KNOWN)
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cuda_cpu_fill *later = malloc(sizeof *later);
    if (!later)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *later = f;
    if (f.height == 1 && !f.depth)
        note_filling(f.to, f.width);
    cuda_cpu_enqueue(stream, cuda_cpu_run_fill, free, later);
    return cudaSuccess;
}

// No tail call: what is said of it is to name this function.
cudaError_t cudaMemset(void *to, int value, size_t bytes) {
    return cuda_cpu_error(cudaMemsetAsync(to, value, bytes, NULL));
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream) {
    return cuda_cpu_fill((struct cuda_cpu_fill){to, bytes, bytes, 1, value, 0, 0}, stream);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
    return cudaMemset2DAsync(to, pitch, value, width, height, NULL);
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    return cuda_cpu_fill((struct cuda_cpu_fill){to, pitch, width, height, value, 0, 0}, stream);
}

// ---- between devices: one memory ---------------------------------------------------------------

static cudaError_t copy_peer(void *to, int to_device, const void *from, int from_device,
                             size_t bytes, bool async, cudaStream_t stream) {
    int devices;
    cudaGetDeviceCount(&devices);
    if (to_device < 0 || to_device >= devices || from_device < 0 || from_device >= devices)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    return cuda_cpu_copy(flat(to, from, bytes), cudaMemcpyDeviceToDevice, async, stream);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes) {
    return copy_peer(to, to_device, from, from_device, bytes, false, NULL);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream) {
    return copy_peer(to, to_device, from, from_device, bytes, true, stream);
}

// ---- hints about managed memory: understood, and of no use here --------------------------------

static cudaError_t hint(const void *start, size_t bytes, int device) {
    CUDA_CPU_ALIVE();
    int devices;
    cudaGetDeviceCount(&devices);
    if (device < cudaCpuDeviceId || device >= devices)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    pthread_mutex_lock(&lock);
    struct allocation *a = find(start);
    bool managed = a && a->type == cudaMemoryTypeManaged;
    bool inside = managed && bytes <= a->bytes - (size_t)((const char *)start - a->start);
    pthread_mutex_unlock(&lock);
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

// ---- __constant__ and __device__ variables -----------------------------------------------------

// From now on it is device memory that copies may reach.
static cudaError_t record_symbol(const void *symbol, size_t size) {
    size_t behind;
    if (!cuda_cpu_find_device_memory(symbol, &behind) &&
        !record((struct allocation){(char *)symbol, size, cudaMemoryTypeDevice, true, 0, 0, NULL,
                                    false, NULL, 0}))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    return cudaSuccess;
}

cudaError_t cuda_cpu_symbol_address(void **pointer, const void *symbol, size_t size) {
    CUDA_CPU_ALIVE();
    if (!pointer)
        return cuda_cpu_error(cudaErrorInvalidValue);
    const cudaError_t error = record_symbol(symbol, size);
    if (error == cudaSuccess) {
        make_known(symbol);
        *pointer = (void *)symbol;
    }
    return error;
}

cudaError_t cuda_cpu_copy_symbol(void *symbol, size_t size, void *other, size_t bytes,
                                 size_t offset, enum cudaMemcpyKind kind, int to_symbol, int async,
                                 cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (offset > size || bytes > size - offset) {
        cuda_cpu_say(NULL, "%zu bytes at offset %zu of a variable of %zu bytes", bytes, offset,
                     size);
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    if (kind != cudaMemcpyDefault && kind != cudaMemcpyDeviceToDevice &&
        kind != (to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost)) {
        cuda_cpu_say(NULL, "the direction is not that of a copy %s a variable of the device's",
                     to_symbol ? "to" : "from");
        return cuda_cpu_error(cudaErrorInvalidMemcpyDirection);
    }
    cudaError_t error = record_symbol(symbol, size);
    if (error != cudaSuccess)
        return error;
    char *at = (char *)symbol + offset;
    by_symbol = symbol;
    error = cuda_cpu_copy(to_symbol ? flat(at, other, bytes) : flat(other, at, bytes), kind, async,
                          stream);
    by_symbol = NULL;
    return error;
}
