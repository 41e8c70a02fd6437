// SPDX-License-Identifier: MIT
// What the libraries share, over the runtime.
#include "library.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/diagnose.h"
#include "hooks.h"
#include "memory/describe.h"
#include "streams/streams.h"

// ---- handles ------------------------------------------------------------------------------------

static struct cuda_cpu_handle *handles;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *cuda_cpu_make_handle(const char *maker, size_t bytes) {
    struct cuda_cpu_handle *const made = calloc(1, bytes);
    if (!made)
        return NULL;
    made->maker = maker;
    pthread_mutex_lock(&lock);
    made->next = handles;
    handles = made;
    pthread_mutex_unlock(&lock);
    return made;
}

static struct cuda_cpu_handle *find(const void *handle, const char *maker, bool ends) {
    pthread_mutex_lock(&lock);
    struct cuda_cpu_handle *h = handles;
    while (h && h != handle)
        h = h->next;
    const bool there = h && strcmp(h->maker, maker) == 0, destroyed = there && h->destroyed;
    if (there && ends)
        h->destroyed = true;
    pthread_mutex_unlock(&lock);
    if (destroyed)
        cuda_cpu_library_say("the handle was destroyed");
    else if (!there)
        cuda_cpu_library_say("the handle was not made by %s", maker);
    return there && !destroyed ? h : NULL;
}

void *cuda_cpu_find_handle(const void *handle, const char *maker) {
    return find(handle, maker, false);
}

void *cuda_cpu_end_handle(const void *handle, const char *maker) {
    return find(handle, maker, true);
}

// ---- work ---------------------------------------------------------------------------------------

bool cuda_cpu_run_in(cudaStream_t stream, void (*run)(void *call), const void *call, size_t bytes) {
    void *const copy = malloc(bytes);
    if (!copy)
        return false;
    memcpy(copy, call, bytes);
    const bool queued = cuda_cpu_enqueue(stream, run, free, copy);
    if (!queued)
        free(copy);
    return queued;
}

enum { BRIEF = 1 << 21 }; // operations: 20 to 50 us, which a sleeping thread takes to wake up

bool cuda_cpu_run_brief(cudaStream_t stream, void (*run)(void *call), const void *call,
                        size_t bytes, double operations) {
    return (operations < BRIEF && cuda_cpu_run_at_once(stream, run, (void *)call)) ||
           cuda_cpu_run_in(stream, run, call, bytes);
}

bool cuda_cpu_run_and_wait(cudaStream_t stream, void (*run)(void *call), const void *call,
                           size_t bytes) {
    return cuda_cpu_run_brief(stream, run, call, bytes, 0) &&
           cudaStreamSynchronize(stream) == cudaSuccess;
}

void cuda_cpu_library_wrote(void *start, size_t bytes) {
    CUDA_CPU_HOOK(filled, start, bytes);
}

bool cuda_cpu_library_watched(void) {
    return cuda_cpu_hooks.filled;
}

// ---- arguments ----------------------------------------------------------------------------------

static void fail(void *nothing) {
    (void)nothing;
    cuda_cpu_set_sticky(cudaErrorIllegalAddress);
}

bool cuda_cpu_library_may_touch(cudaStream_t stream, const char *what, const void *start,
                                size_t bytes) {
    char words[900];
    const void *begin;
    size_t whole = 0;
    if (bytes == 0)
        return true;
    bool known = cuda_cpu_find_memory(start, &begin, &whole);
    if (!known)
        known = (begin = cuda_cpu_find_variable(start, &whole));
    const size_t there = known ? whole - (size_t)((const char *)start - (const char *)begin) : 0;
    if (there >= bytes)
        return true;
    if (known) {
        cuda_cpu_describe_byte(start, words, sizeof words);
        cuda_cpu_library_say("%s needs %zu bytes, and %zu are there: it starts at %s", what, bytes,
                             there, words);
    } else {
        cuda_cpu_describe_pointer(start, words, sizeof words);
        cuda_cpu_library_say("%s is %s, which a GPU can't touch", what, words);
    }
    cuda_cpu_enqueue(stream, fail, free, NULL);
    return false;
}

void cuda_cpu_library_say(const char *format, ...) {
    char words[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    cuda_cpu_say(NULL, "%s", words);
}

void cuda_cpu_library_fail(const char *call, const char *format, ...) {
    char words[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    cuda_cpu_say(call, "%s", words);
    cuda_cpu_set_sticky(cudaErrorIllegalAddress);
}
