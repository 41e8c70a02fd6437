// SPDX-License-Identifier: MIT
// Texture and surface objects: which there are, and what a kernel meets that uses another. An
// object's handle is its address. A destroyed one keeps its memory until many others were destroyed
// too, so that it can be told of; and 0 stands for an object that was never made (fetch.h).
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "diagnose/diagnose.h"
#include "hooks.h"
#include "objects.h"
#include "threads/threads.h"

enum { MOST_RETIRED = 1024, MOST_TOLD = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cuda_cpu_object *made;
static struct cuda_cpu_object *retired, **retired_end = &retired; // the oldest first
static unsigned retired_count;

void cuda_cpu_record_object(struct cuda_cpu_object *object) {
    pthread_mutex_lock(&lock);
    object->next = made;
    made = object;
    pthread_mutex_unlock(&lock);
}

// The link to the object, or to NULL; needs the lock.
static struct cuda_cpu_object **find(struct cuda_cpu_object **from, const void *object) {
    while (*from && *from != object)
        from = &(*from)->next;
    return from;
}

bool cuda_cpu_object_exists(const void *object) {
    pthread_mutex_lock(&lock);
    const bool exists = *find(&made, object);
    pthread_mutex_unlock(&lock);
    return exists;
}

bool cuda_cpu_retire_object(const char *kind, const void *object) {
    struct cuda_cpu_object *oldest = NULL;
    pthread_mutex_lock(&lock);
    struct cuda_cpu_object **const link = find(&made, object), *const found = *link;
    const bool before = !found && *find(&retired, object);
    if (found) {
        *link = found->next;
        found->next = NULL;
        *retired_end = found;
        retired_end = &found->next;
        if (retired_count++ == MOST_RETIRED) {
            oldest = retired;
            retired = oldest->next;
            retired_count--;
        }
    }
    pthread_mutex_unlock(&lock);
    if (!found)
        cuda_cpu_say(NULL, before ? "the %s object was destroyed before" : "not a %s object", kind);
    if (oldest)
        CUDA_CPU_HOOK(hidden, oldest);
    free(oldest);
    return found;
}

void cuda_cpu_use_missing(const char *kind, enum cuda_cpu_object_state state) {
    static unsigned told; // finding out where takes long, and a kernel may read a million times
    char kernel[256];
    if (__atomic_fetch_add(&told, 1, __ATOMIC_RELAXED) >= MOST_TOLD)
        return;
    snprintf(kernel, sizeof kernel, "kernel %s", cuda_cpu_kernel_name());
    const bool texture = *kind == 't';
    const char *const gives = texture ? "it reads zeros" : "it reads zeros, and writes nothing";
    if (state == CUDA_CPU_OBJECT_OF_OTHER_KIND)
        cuda_cpu_say(kernel, "uses a %s object by a function for those of another kind, as %s: %s",
                     kind, texture ? "tex2D of linear memory" : "surf1Dread of two dimensions",
                     gives);
    else if (state == CUDA_CPU_OBJECT_DESTROYED)
        cuda_cpu_say(kernel, "uses a %s object that was destroyed: %s", kind, gives);
    else
        cuda_cpu_say(kernel, "uses a %s object that was never created: %s", kind, gives);
}
