// SPDX-License-Identifier: MIT
// The instructions of the source, numbered: a site is one of them, with the calls that led there; a
// context is a call in another context.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// This OS thread's lookups: for a key in a context, a number.
enum { KNOWN_BITS = 15, KNOWN = 1 << KNOWN_BITS };
struct known {
    uint64_t key;
    uint32_t context, number;
};
static __thread struct known *known_sites, *known_contexts;

static struct known *look_up(struct known *table, uint64_t key, uint32_t context) {
    return &table[(key * 0x9e3779b97f4a7c15u + context * 0xc2b2ae3d27d4eb4fu) >> (64 - KNOWN_BITS)];
}

// ---- contexts -----------------------------------------------------------------------------------

// 0: the kernel itself.
enum { MOST_CONTEXTS = 1 << 16, DEEPEST = 60 };
static struct context {
    const void *caller;
    uint32_t parent, depth;
} contexts[MOST_CONTEXTS];
static uint32_t context_count = 1;

int cuda_cpu_callers(uint32_t context, void **at, int most) {
    int depth = 0;
    for (; context && depth < most; context = contexts[context].parent)
        at[depth++] = (void *)contexts[context].caller;
    return depth;
}

static uint32_t find_context(const void *caller, uint32_t parent) {
    static uint32_t buckets[MOST_CONTEXTS], chain[MOST_CONTEXTS];
    uint32_t bucket = (uint32_t)(((uintptr_t)caller * 31 + parent * 2654435761u) % MOST_CONTEXTS);
    pthread_mutex_lock(&lock);
    uint32_t c = buckets[bucket];
    while (c && (contexts[c].caller != caller || contexts[c].parent != parent))
        c = chain[c];
    if (!c && context_count < MOST_CONTEXTS && contexts[parent].depth < DEEPEST) {
        c = context_count++;
        contexts[c] = (struct context){caller, parent, contexts[parent].depth + 1};
        chain[c] = buckets[bucket];
        buckets[bucket] = c;
    }
    pthread_mutex_unlock(&lock);
    return c ? c : parent;
}

uint32_t cuda_cpu_called(uint32_t context, const void *caller) {
    struct known *k = look_up(known_contexts, (uintptr_t)caller, context);
    if (k->key != (uintptr_t)caller || k->context != context)
        *k = (struct known){(uintptr_t)caller, context, find_context(caller, context)};
    return k->number;
}

uint32_t cuda_cpu_calling(uint32_t context) {
    return contexts[context].parent;
}

// ---- sites --------------------------------------------------------------------------------------

struct site cuda_cpu_sites[MOST_SITES];
static unsigned site_count = 1;

static unsigned find_site(const void *pc, uint32_t context, enum kind kind, uint32_t bytes) {
    static uint16_t buckets[MOST_SITES], chain[MOST_SITES];
    unsigned bucket = (unsigned)(((uintptr_t)pc * 31 + context * 2654435761u) % MOST_SITES);
    pthread_mutex_lock(&lock);
    unsigned s = buckets[bucket];
    while (s && (cuda_cpu_sites[s].pc != pc || cuda_cpu_sites[s].context != context ||
                 cuda_cpu_sites[s].bytes != bytes || cuda_cpu_sites[s].kind != kind ||
                 cuda_cpu_sites[s].space != UNKNOWN))
        s = chain[s];
    if (!s) {
        if (site_count == MOST_SITES) {
            fprintf(stderr, "cuda-cpu: count: more than %d instructions of the source\n",
                    MOST_SITES);
            abort();
        }
        s = site_count++;
        cuda_cpu_sites[s].pc = pc;
        cuda_cpu_sites[s].context = context;
        cuda_cpu_sites[s].bytes = bytes;
        cuda_cpu_sites[s].kind = kind;
        chain[s] = buckets[bucket];
        buckets[bucket] = (uint16_t)s;
    }
    pthread_mutex_unlock(&lock);
    return s;
}

unsigned cuda_cpu_site_in(unsigned site, enum space space) {
    unsigned s = __atomic_load_n(&cuda_cpu_sites[site].in[space], __ATOMIC_ACQUIRE);
    if (s)
        return s;
    pthread_mutex_lock(&lock);
    s = cuda_cpu_sites[site].in[space];
    if (!s) {
        if (site_count == MOST_SITES)
            abort();
        s = site_count++;
        cuda_cpu_sites[s] = cuda_cpu_sites[site];
        cuda_cpu_sites[s].space = space;
        __atomic_store_n(&cuda_cpu_sites[site].in[space], (uint16_t)s, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
    return s;
}

// Sites that are found to be of no interest are numbered: a block goes by what was known when it
// began, for its threads have to note the same.
static unsigned own_count;
static __thread unsigned own_known;

void cuda_cpu_disown(unsigned site) {
    if (!cuda_cpu_sites[site].own)
        __atomic_store_n(&cuda_cpu_sites[site].own,
                         __atomic_add_fetch(&own_count, 1, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
}

bool cuda_cpu_forget_own(void) {
    if (!known_sites) {
        known_sites = calloc(KNOWN, sizeof *known_sites);
        known_contexts = calloc(KNOWN, sizeof *known_contexts);
        if (!known_sites || !known_contexts)
            abort();
    }
    const unsigned own = __atomic_load_n(&own_count, __ATOMIC_RELAXED);
    if (own == own_known)
        return false;
    own_known = own;
    memset(known_sites, 0, KNOWN * sizeof *known_sites);
    return true;
}

unsigned cuda_cpu_site(const void *pc, uint32_t context, enum kind kind, uint32_t bytes) {
    const uint64_t key = (uintptr_t)pc | (uint64_t)bytes << 48 | (uint64_t)kind << 56;
    struct known *k = look_up(known_sites, key, context);
    if (k->key != key || k->context != context) {
        const unsigned site = find_site(pc, context, kind, bytes);
        const unsigned own = __atomic_load_n(&cuda_cpu_sites[site].own, __ATOMIC_RELAXED);
        *k = (struct known){key, context, own && own <= own_known ? 0 : site};
    }
    return k->number;
}
