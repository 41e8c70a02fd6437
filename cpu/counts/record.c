// SPDX-License-Identifier: MIT
// Every access and every branch of a kernel, from the compiler's calls: -fsanitize=thread puts one
// in front of each load and store, -fsanitize-coverage=trace-pc one at the start of each basic
// block. Each becomes an entry in the log of the thread that runs; nothing else happens here, for
// this is what counting costs. Where no thread of a counted block runs there is no log.
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "hooks.h"

static __thread struct lane *lane;  // NULL: nobody counts
static __thread struct lane *muted; // for a while
__thread struct counter *cuda_cpu_counter;

// What an access needs of the lane at hand, in one place: this is most of what counting costs.
struct quick {
    uint64_t key, entry; // of a pc, and above its 48 bits the context; the site, as an entry has it
};
static __thread struct {
    uint64_t *at,
        *end;         // the next entry of its log, and where that is full; both NULL: nobody counts
    uint64_t context; // as a key has it
    struct quick *known;
    uintptr_t parameters, parameter_bytes; // of the launch at hand
} now;

__attribute__((noinline)) static void grow(struct lane *l) {
    l->room = l->room ? 2 * l->room : 64;
    l->log = realloc(l->log, l->room * sizeof *l->log);
    if (!l->log) {
        fprintf(stderr, "cuda-cpu: count: no memory for what a thread did between two barriers\n");
        abort();
    }
}

// The lane that counts from here on; NULL: none.
static void switch_to(struct lane *l) {
    if (lane)
        lane->length = (uint32_t)(now.at - lane->log);
    lane = l;
    if (l && !l->room)
        grow(l);
    now.at = l ? l->log + l->length : NULL;
    now.end = l ? l->log + l->room - 1 : NULL; // replay.c marks the end
    now.context = l ? (uint64_t)l->context << 48 : 0;
}

// ---- calls: a context is a call in another context ----------------------------------------------

// 0: the kernel itself.
enum { MOST_CONTEXTS = 1 << 16, DEEPEST = 60 };
static struct context {
    const void *caller;
    uint32_t parent, depth;
} contexts[MOST_CONTEXTS];
static uint32_t context_count = 1;

struct site cuda_cpu_sites[MOST_SITES];
static unsigned site_count = 1;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// What this OS thread has looked up before: of a key in a context, a number.
enum { KNOWN_BITS = 15, KNOWN = 1 << KNOWN_BITS, QUICK_BITS = 12, QUICK = 1 << QUICK_BITS };
struct known {
    uint64_t key;
    uint32_t context, number;
};
static __thread struct known *known_sites, *known_contexts;

static inline struct known *look_up(struct known *table, uint64_t key, uint32_t context) {
    return &table[(key * 0x9e3779b97f4a7c15u + context * 0xc2b2ae3d27d4eb4fu) >> (64 - KNOWN_BITS)];
}

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

unsigned cuda_cpu_site(const void *pc, uint32_t context, enum kind kind, uint32_t bytes) {
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

struct range {
    uintptr_t start, end;
};

void cuda_cpu_disown(unsigned site) {
    if (!cuda_cpu_sites[site].own)
        __atomic_store_n(&cuda_cpu_sites[site].own,
                         __atomic_add_fetch(&own_count, 1, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
}

// ---- logs ---------------------------------------------------------------------------------------

// The site that was not looked up before; 0 where it is none of a GPU's memory.
__attribute__((noinline)) static void find_site(struct known *k, uint64_t key, uint32_t context) {
    const unsigned site = cuda_cpu_site((const void *)(key & 0xffffffffffff), context,
                                        (enum kind)(key >> 56), key >> 48 & 0xff);
    const unsigned own = __atomic_load_n(&cuda_cpu_sites[site].own, __ATOMIC_RELAXED);
    *k = (struct known){key, context, own && own <= own_known ? 0 : site};
}

// The site's number; 0: nothing was noted.
static unsigned note(struct lane *l, const volatile void *address, uint32_t bytes, enum kind kind,
                     const void *pc) {
    const uint64_t key = (uintptr_t)pc | (uint64_t)bytes << 48 | (uint64_t)kind << 56;
    struct known *k = look_up(known_sites, key, l->context);
    if (k->key != key || k->context != l->context)
        find_site(k, key, l->context);
    const unsigned site = k->number;
    if (site) {
        struct lane *back = lane;
        switch_to(NULL);
        if (l->length + 1 >= l->room)
            grow(l);
        l->log[l->length++] = (uint64_t)site << 48 | ((uintptr_t)address & 0xffffffffffff);
        switch_to(back);
    }
    return site;
}

static inline struct quick *quick_at(uint64_t key) {
    return &now.known[(key * 0x9e3779b97f4a7c15u) >> (64 - QUICK_BITS)];
}

// The first time, and a log that is full.
__attribute__((noinline, cold)) static void note_first(const volatile void *address, uint32_t bytes,
                                                       enum kind kind, const void *pc) {
    const uint64_t site = note(lane, address, bytes, kind, pc), key = (uintptr_t)pc | now.context;
    *quick_at(key) = (struct quick){key, site << 48};
}

// An instruction that has a call of its own, so that its pc tells its kind and its bytes.
__attribute__((always_inline)) static inline void
note_here(const volatile void *address, uint32_t bytes, enum kind kind, const void *pc) {
    uint64_t *at = now.at;
    if (!at)
        return; // nobody counts
    const uint64_t key = (uintptr_t)pc | now.context;
    const struct quick *k = quick_at(key);
    if (__builtin_expect(at == now.end || k->key != key, 0)) {
        note_first(address, bytes, kind, pc);
        return;
    }
    if (k->entry) { // 0: none of a GPU's memory
        *at = k->entry | (uintptr_t)address;
        now.at = at + 1;
    }
}

// Whether it is a parameter of the kernel, which a GPU's compiler reads from where they all lie.
static inline bool is_parameter(const void *address) {
    return (uintptr_t)address - now.parameters < now.parameter_bytes;
}

#define HERE __builtin_return_address(0)
#define ACCESS(name, bytes, kind)                                                                  \
    void __tsan_##name(void *address);                                                             \
    void __tsan_##name(void *address) {                                                            \
        if (!(kind == READ && is_parameter(address)))                                              \
            note_here(address, bytes, kind, HERE);                                                 \
    }
#define ACCESSES(bytes)                                                                            \
    ACCESS(read##bytes, bytes, READ)                                                               \
    ACCESS(write##bytes, bytes, WRITE)                                                             \
    ACCESS(unaligned_read##bytes, bytes, READ)                                                     \
    ACCESS(unaligned_write##bytes, bytes, WRITE)                                                   \
    ACCESS(volatile_read##bytes, bytes, READ)                                                      \
    ACCESS(volatile_write##bytes, bytes, WRITE)                                                    \
    ACCESS(unaligned_volatile_read##bytes, bytes, READ)                                            \
    ACCESS(unaligned_volatile_write##bytes, bytes, WRITE)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

// A structure whose alignment is less than its size: a GPU moves it in pieces. Their size is not
// known here; 4 bytes is what most structures are made of, unless an address says that it is less.
static void note_range(const void *start, size_t bytes, enum kind kind, const void *pc) {
    const size_t step =
        bytes % 4 || (uintptr_t)start % 4 ? bytes % 2 || (uintptr_t)start % 2 ? 1 : 2 : 4;
    for (size_t i = 0; i < bytes; i += step) // told apart by where they stand
        note(lane, (const char *)start + i, (uint32_t)step, kind,
             (const char *)pc - (i / step) % 4);
}
void __tsan_read_range(void *start, size_t bytes);
void __tsan_read_range(void *start, size_t bytes) {
    if (lane)
        note_range(start, bytes, READ, HERE);
}
void __tsan_write_range(void *start, size_t bytes);
void __tsan_write_range(void *start, size_t bytes) {
    if (lane)
        note_range(start, bytes, WRITE, HERE);
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    note_here(NULL, 0, BLOCK, HERE);
}

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
    if (!lane)
        return;
    struct known *k = look_up(known_contexts, (uintptr_t)caller, lane->context);
    if (k->key != (uintptr_t)caller || k->context != lane->context)
        *k = (struct known){(uintptr_t)caller, lane->context, find_context(caller, lane->context)};
    lane->context = k->number;
    now.context = (uint64_t)k->number << 48;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {
    if (!lane)
        return;
    lane->context = contexts[lane->context].parent;
    now.context = (uint64_t)lane->context << 48;
}
void __tsan_init(void);
void __tsan_init(void) {}
void __tsan_vptr_update(void **vptr, void *value);
void __tsan_vptr_update(void **vptr, void *value) {
    (void)vptr, (void)value;
}
void __tsan_vptr_read(void **vptr);
void __tsan_vptr_read(void **vptr) {
    (void)vptr;
}

// What follows is not the program's own.
void cuda_cpu_count_mute(void) {
    if (lane)
        muted = lane;
    switch_to(NULL);
}
void cuda_cpu_count_own(void) {
    if (muted) {
        switch_to(muted);
        muted = NULL;
    }
}

// ---- atomics ------------------------------------------------------------------------------------

// An exchange always brings its answer; of the others the compiler knows whether anybody asks.
static void note_atomic(const volatile void *address, uint32_t bytes, bool used, const void *pc) {
    if (!lane)
        return;
    lane->atomic = (uint16_t)note(lane, address, bytes, ATOMIC, pc);
    if (used)
        cuda_cpu_sites[lane->atomic].used = true;
}

static void note_used(void) {
    if (lane && lane->atomic)
        cuda_cpu_sites[lane->atomic].used = true;
}
unsigned long long cuda_cpu_count_used(unsigned long long answer) {
    note_used();
    return answer;
}
double cuda_cpu_count_used_number(double answer) {
    note_used();
    return answer;
}

void cuda_cpu_count_update(const volatile void *address, size_t bytes) {
    note_atomic(address, (uint32_t)bytes, false, HERE);
    cuda_cpu_count_mute();
}

// A weak exchange is part of another atomic (cuda_cpu/atomic.h), made of a load and as many tries
// as it takes: that one says itself that it is one.
#define RMW(bits, type, name, builtin, used)                                                       \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order);                    \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order) {                   \
        (void)order;                                                                               \
        note_atomic(p, sizeof *p, used, HERE);                                                     \
        return builtin(p, value, __ATOMIC_SEQ_CST);                                                \
    }
#define ATOMICS(bits, type)                                                                        \
    type __tsan_atomic##bits##_load(const volatile type *p, int order);                            \
    type __tsan_atomic##bits##_load(const volatile type *p, int order) {                           \
        (void)order;                                                                               \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order);                     \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order) {                    \
        (void)order;                                                                               \
        if (lane)                                                                                  \
            note(lane, p, sizeof *p, WRITE, HERE);                                                 \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    RMW(bits, type, exchange, __atomic_exchange_n, true)                                           \
    RMW(bits, type, fetch_add, __atomic_fetch_add, false)                                          \
    RMW(bits, type, fetch_sub, __atomic_fetch_sub, false)                                          \
    RMW(bits, type, fetch_and, __atomic_fetch_and, false)                                          \
    RMW(bits, type, fetch_or, __atomic_fetch_or, false)                                            \
    RMW(bits, type, fetch_xor, __atomic_fetch_xor, false)                                          \
    RMW(bits, type, fetch_nand, __atomic_fetch_nand, false)                                        \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *expected,            \
                                                      type value, int order, int failed);          \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *expected,            \
                                                      type value, int order, int failed) {         \
        (void)order, (void)failed;                                                                 \
        note_atomic(p, sizeof *p, true, HERE);                                                     \
        return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST,            \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *expected, type value,  \
                                                    int order, int failed);                        \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *expected, type value,  \
                                                    int order, int failed) {                       \
        (void)order, (void)failed;                                                                 \
        return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST,            \
                                           __ATOMIC_SEQ_CST);                                      \
    }
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long)

#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16
typedef unsigned __int128 wide;
int __tsan_atomic128_compare_exchange_strong(volatile wide *p, wide *expected, wide value,
                                             int order, int failed);
int __tsan_atomic128_compare_exchange_strong(volatile wide *p, wide *expected, wide value,
                                             int order, int failed) {
    (void)order, (void)failed;
    note_atomic(p, sizeof *p, true, HERE);
    wide before = __sync_val_compare_and_swap(p, *expected, value);
    bool done = before == *expected;
    *expected = before;
    return done;
}
#endif

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
}

// ---- textures -----------------------------------------------------------------------------------

// The fetch that is under way.
static __thread const void *fetch;

// What a fetch reads is noted texel by texel, and its own loads are not the program's.
void cuda_cpu_count_fetch(void) {
    if (lane) {
        note(lane, NULL, 0, FETCH, HERE);
        fetch = HERE;
        cuda_cpu_count_mute();
    }
}

void cuda_cpu_count_texel(const void *address, size_t bytes) {
    if (muted)
        note(muted, address, (uint32_t)bytes, TEXEL, fetch);
}

// ---- threads and blocks -------------------------------------------------------------------------

static struct range *constants;
static size_t constant_count;
enum { MOST_SHARED = 64 };
static __thread struct range shared[MOST_SHARED];
static __thread size_t shared_count;
unsigned cuda_cpu_count_sample = 1;

// Before main.
void cuda_cpu_count_constant(const void *start, size_t bytes) {
    pthread_mutex_lock(&lock);
    constants = realloc(constants, (constant_count + 1) * sizeof *constants);
    if (!constants)
        abort();
    constants[constant_count++] = (struct range){(uintptr_t)start, (uintptr_t)start + bytes};
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_count_shared(const void *start, size_t bytes) {
    const struct range r = {(uintptr_t)start, (uintptr_t)start + bytes};
    size_t i = 0;
    while (i < shared_count && shared[i].start != r.start)
        i++;
    if (i == MOST_SHARED)
        return;
    shared[i] = r;
    shared_count = i == shared_count ? i + 1 : shared_count;
    if (cuda_cpu_counter && start != cuda_cpu_dynamic_shared())
        cuda_cpu_counter->static_shared += bytes;
}

void cuda_cpu_count_grid(const struct cuda_cpu_grid *grid) {
    switch_to(NULL);
    if (!grid) {
        cuda_cpu_count_end(cuda_cpu_counter);
        return;
    }
    if (!cuda_cpu_counter) {
        cuda_cpu_counter = calloc(1, sizeof *cuda_cpu_counter);
        known_sites = calloc(KNOWN, sizeof *known_sites);
        known_contexts = calloc(KNOWN, sizeof *known_contexts);
        now.known = calloc(QUICK, sizeof *now.known);
        if (!cuda_cpu_counter || !known_sites || !known_contexts || !now.known)
            abort();
    }
    cuda_cpu_prepare_counter(cuda_cpu_counter);
    cuda_cpu_counter->grid = grid;
    now.parameters = (uintptr_t)grid->closure;
    now.parameter_bytes = grid->closure_bytes;
    cuda_cpu_counter->threads = grid->block[0] * grid->block[1] * grid->block[2];
}

void cuda_cpu_count_block(size_t number) {
    struct counter *c = cuda_cpu_counter;
    switch_to(NULL);
    cuda_cpu_replay(c);
    const unsigned own = __atomic_load_n(&own_count, __ATOMIC_RELAXED);
    if (own != own_known) {
        memset(known_sites, 0, KNOWN * sizeof *known_sites);
        memset(now.known, 0, QUICK * sizeof *now.known);
    }
    own_known = own;
    shared_count = 0;
    c->static_shared = 0;
    for (unsigned i = 0; i < c->threads; i++) {
        c->lanes[i].context = 0;
        c->lanes[i].node = c->lanes[i].atomic = 0;
        c->lanes[i].barriers = 0;
    }
    const bool counts = number % cuda_cpu_count_sample == 0;
    c->blocks_counted += counts;
    c->barriers = 0;
    c->counts_block = counts;
    c->waited = false;
    c->begun = 0;
    c->block = number;
}

// The warp before has come to its end: it is replayed while the caches have its logs, and the next
// one writes into the same.
static void end_warp(struct counter *c, unsigned rank) {
    switch_to(NULL);
    cuda_cpu_replay_warp(c, rank - WARP);
    for (struct lane *l = c->lanes + rank; l < c->lanes + c->threads && l < c->lanes + rank + WARP;
         l++) {
        const struct lane other = l[0];
        l[0].log = l[-WARP].log, l[0].room = l[-WARP].room;
        l[-WARP].log = other.log, l[-WARP].room = other.room;
    }
}

void cuda_cpu_count_thread(unsigned rank) {
    struct counter *c = cuda_cpu_counter;
    if (!c->counts_block) {
        switch_to(NULL);
        return;
    }
    c->waited |= rank != c->begun++;
    if (rank % WARP == 0 && rank > 0 && !c->waited)
        end_warp(c, rank);
    switch_to(&c->lanes[rank]);
}

void cuda_cpu_count_wait(void) {
    switch_to(NULL); // others run
    muted = NULL;
}

// Others run before it has come to its end.
void cuda_cpu_count_leave(void) {
    if (cuda_cpu_counter)
        cuda_cpu_counter->waited = true;
    cuda_cpu_count_wait();
}

// The first thread past a barrier finds all others of the block there, or at their end.
void cuda_cpu_count_resume(unsigned rank) {
    switch_to(cuda_cpu_counter->counts_block ? &cuda_cpu_counter->lanes[rank] : NULL);
    if (lane && lane->barriers > cuda_cpu_counter->barriers) {
        cuda_cpu_counter->barriers = lane->barriers;
        switch_to(NULL);
        cuda_cpu_replay(cuda_cpu_counter);
        switch_to(&cuda_cpu_counter->lanes[rank]);
    }
}

void cuda_cpu_count_barrier(void) {
    if (lane) {
        note(lane, NULL, 0, BARRIER, HERE);
        lane->barriers++;
        switch_to(NULL);
    }
}

// ---- which memory -------------------------------------------------------------------------------

static int thread_bytes(struct dl_phdr_info *info, size_t size, void *bytes) {
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            *(size_t *)bytes = info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
    return 1; // the program itself comes first
}

static bool holds(const struct range *r, size_t count, uintptr_t address, uintptr_t *start,
                  uintptr_t *end) {
    for (size_t i = 0; i < count; i++)
        if (address - r[i].start < r[i].end - r[i].start) {
            *start = r[i].start;
            *end = r[i].end;
            return true;
        }
    return false;
}

// Variables of this OS thread: threadIdx and its kin, but for the shared arrays among them.
static bool find_thread_variables(uintptr_t address, uintptr_t *start, uintptr_t *end) {
    static __thread struct range own;
    if (own.end == 0) {
        const uintptr_t pointer = (uintptr_t)__builtin_thread_pointer();
        size_t bytes = 0;
        dl_iterate_phdr(thread_bytes, &bytes);
        own = (struct range){pointer - bytes, pointer + bytes};
    }
    *start = address;
    *end = address + 1;
    return address - own.start < own.end - own.start;
}

// Of the OS thread's own stack, on which a block's first threads run.
static bool on_own_stack(uintptr_t address) {
    static __thread struct range own;
    if (own.end == 0) {
        pthread_attr_t attributes;
        void *start = NULL;
        size_t bytes = 1;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstack(&attributes, &start, &bytes);
            pthread_attr_destroy(&attributes);
        }
        own = (struct range){(uintptr_t)start, (uintptr_t)start + bytes};
    }
    return address - own.start < own.end - own.start;
}

enum space cuda_cpu_space_of(uintptr_t address, uintptr_t *start, uintptr_t *end) {
    size_t bytes;
    const void *found;
    if (holds(shared, shared_count, address, start, end))
        return SHARED;
    if (holds(constants, constant_count, address, start, end))
        return CONSTANT;
    const struct range parameters = {now.parameters, now.parameters + now.parameter_bytes};
    if (holds(&parameters, 1, address, start, end))
        return PARAMETER;
    if (cuda_cpu_find_memory((const void *)address, &found, &bytes) ||
        (found = cuda_cpu_find_variable((const void *)address, &bytes))) {
        *start = (uintptr_t)found;
        *end = *start + bytes;
        return GLOBAL;
    }
    if (find_thread_variables(address, start, end))
        return OWN;
    return on_own_stack(address) || cuda_cpu_on_stack((const void *)address) ? LOCAL : PARAMETER;
}
