// SPDX-License-Identifier: MIT
// Every access and every branch of a kernel, from the compiler's calls: -fsanitize=thread puts one
// in front of each load and store, -fsanitize-coverage=trace-pc one at the start of each basic
// block. Each becomes a step of the thread that runs; nothing else happens here, for this is what
// counting costs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

__thread struct lane *cuda_cpu_lane;

// Lookups of the lane that went alone: for a key, how an entry of its log begins
// with.
enum { QUICK_BITS = 12, QUICK = 1 << QUICK_BITS };
struct quick {
    uint64_t key, entry; // a pc, and above its 48 bits the context; the site
};

// All that an access needs, in one place. A lane that goes alone, and one that does not count, is
// on no trail: its next step has no pc.
static const uint64_t nowhere = 0;
__thread struct {
    const uint64_t *next; // the pc of the trail's next step
    intptr_t log;         // offset from there of its word in the lane's log
    uint64_t context;     // as a key has it
    uint64_t *at, *end;   // alone: the next entry, and where the log is full; NULL: it is not
    struct quick *quick;
} cuda_cpu_now = {.next = &nowhere}; // cuda_cpu/count_inline.s knows its first two
#define now cuda_cpu_now

static uint64_t *word(void) {
    return (uint64_t *)((intptr_t)now.next + now.log);
}

__attribute__((noinline, cold)) static void *enlarged(void *old, size_t bytes) {
    void *new = realloc(old, bytes);
    if (!new) {
        fprintf(stderr,
                "cuda-cpu: count: no memory for the log of a thread between two barriers\n");
        abort();
    }
    return new;
}

__attribute__((noinline, cold)) static void make_room(struct lane *l, uint32_t room) {
    l->log = enlarged(l->log, room * sizeof *l->log);
    l->room = room;
}

// Behind the last step there is always one without a pc.
__attribute__((noinline, cold)) static void make_steps(struct trail *t, uint32_t room) {
    t->pcs = enlarged(t->pcs, room * sizeof *t->pcs);
    t->steps = enlarged(t->steps, room * sizeof *t->steps);
    memset(t->pcs + t->room, 0, (room - t->room) * sizeof *t->pcs);
    t->room = room;
}

void cuda_cpu_forget_steps(struct counter *c) {
    for (unsigned i = 0; i < MOST_THREADS / WARP; i++)
        if (c->trails[i].room)
            c->trails[i].pcs[0] = 0;
    if (now.quick)
        memset(now.quick, 0, QUICK * sizeof *now.quick);
}

static uint32_t steps_taken(const struct lane *l) {
    return (uint32_t)(now.next - l->trail->pcs);
}

static void put_down(struct lane *l) {
    if (l->alone) {
        l->length = (uint32_t)(now.at - l->log);
    } else {
        struct trail *t = l->trail;
        l->length = steps_taken(l);
        if (t->length < l->length)
            t->length = l->length;
        t->pcs[t->length] = 0; // what follows is older
    }
}

static void take_up(struct lane *l) {
    struct trail *t = l->trail;
    if (!t->room)
        make_steps(t, 64);
    if (l->room < t->room)
        make_room(l, t->room);
    if (t->length == 0 && t->context != l->context) {
        t->context = l->context;
        t->pcs[0] = 0;
    } else if (l->length == 0 && t->context != l->context) {
        l->alone = true;
    }
    now.context = (uint64_t)l->context << 48;
    if (l->alone) {
        now.next = &nowhere;
        now.at = l->log + l->length, now.end = l->log + l->room - 1; // replay.c marks the end
    } else {
        now.next = t->pcs + l->length;
        now.log = (intptr_t)l->log - (intptr_t)t->pcs;
        now.at = NULL;
    }
}

// The lane that is paused, and where.
static __thread struct {
    struct lane *lane;
    const uint64_t *next;
    uint64_t *at;
} paused;

void cuda_cpu_pause(void) {
    if (cuda_cpu_lane) {
        paused.lane = cuda_cpu_lane;
        paused.next = now.next, paused.at = now.at;
        cuda_cpu_lane = NULL;
        now.next = &nowhere, now.at = NULL;
    }
}

bool cuda_cpu_go_on(void) {
    if (!paused.lane)
        return false;
    cuda_cpu_lane = paused.lane;
    now.next = paused.next, now.at = paused.at;
    paused.lane = NULL;
    return true;
}

void cuda_cpu_switch_to(struct lane *l) {
    cuda_cpu_go_on();
    if (cuda_cpu_lane)
        put_down(cuda_cpu_lane);
    cuda_cpu_lane = l;
    if (l) {
        take_up(l);
    } else {
        now.next = &nowhere;
        now.at = NULL;
    }
}

// ---- a step that is not the trail's next --------------------------------------------------------

__attribute__((noinline)) static unsigned note_alone(const volatile void *address, unsigned site) {
    struct lane *l = cuda_cpu_lane;
    if (!site)
        return 0;
    if (now.at == now.end) {
        l->length = (uint32_t)(now.at - l->log);
        make_room(l, 2 * l->room);
        take_up(l);
    }
    *now.at++ = (uint64_t)site << 48 | ((uintptr_t)address & 0xffffffffffff);
    return site;
}

__attribute__((noinline)) static unsigned note_new(const volatile void *address, uint32_t bytes,
                                                   enum kind kind, const void *pc) {
    struct lane *l = cuda_cpu_lane;
    const unsigned site = cuda_cpu_site(pc, l->context, kind, bytes);
    if (l->alone)
        return note_alone(address, site);
    struct trail *t = l->trail;
    const uint32_t step = steps_taken(l);
    if (step < t->length) { // others went another way from here
        l->alone = true;
        l->length = l->shared = step;
        take_up(l);
        return note_alone(address, site);
    }
    t->length = step + 1;
    if (t->length == t->room) {
        make_steps(t, 2 * t->room);
        l->length = step;
        take_up(l);
    }
    t->pcs[step] = (uintptr_t)pc;
    t->pcs[step + 1] = 0; // what follows may be of another context
    t->steps[step] = (struct step){(uint16_t)site, (unsigned char)kind, (unsigned char)bytes};
    *word() = (uintptr_t)address;
    now.next++;
    return site;
}

unsigned cuda_cpu_note(const volatile void *address, uint32_t bytes, enum kind kind,
                       const void *pc) {
    if (*now.next == (uintptr_t)pc) {
        const struct step s = cuda_cpu_lane->trail->steps[steps_taken(cuda_cpu_lane)];
        if (s.kind == kind && s.bytes == bytes) {
            *word() = (uintptr_t)address;
            now.next++;
            return s.site;
        }
    }
    return note_new(address, bytes, kind, pc);
}

// ---- the compiler's calls -----------------------------------------------------------------------

__attribute__((noinline)) static void note_off_trail(const volatile void *address, uint32_t bytes,
                                                     enum kind kind, const void *pc) {
    if (!now.at) {
        note_new(address, bytes, kind, pc);
        return;
    }
    if (!now.quick)
        now.quick = memset(enlarged(NULL, QUICK * sizeof *now.quick), 0, QUICK * sizeof *now.quick);
    const uint64_t key = (uintptr_t)pc | now.context;
    struct quick *k = &now.quick[(key * 0x9e3779b97f4a7c15u) >> (64 - QUICK_BITS)];
    if (now.at == now.end || k->key != key)
        *k = (struct quick){key, (uint64_t)note_new(address, bytes, kind, pc) << 48};
    else if (k->entry) // 0: none of a GPU's memory
        *now.at++ = k->entry | ((uintptr_t)address & 0xffffffffffff);
}

// An instruction that has a call of its own, so that its pc tells its kind and its bytes.
__attribute__((always_inline)) static inline void
note_here(const volatile void *address, uint32_t bytes, enum kind kind, const void *pc) {
    const uint64_t *next = now.next;
    if (__builtin_expect(*next != (uintptr_t)pc, 0)) {
        if (next != &nowhere || now.at)
            note_off_trail(address, bytes, kind, pc);
        return;
    }
    if (kind != BLOCK)
        *(uint64_t *)((intptr_t)next + now.log) = (uintptr_t)address;
    now.next = next + 1;
}

#define ACCESS(name, bytes, kind)                                                                  \
    void __tsan_##name(void *address);                                                             \
    void __tsan_##name(void *address) {                                                            \
        note_here(address, bytes, kind, HERE);                                                     \
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
        cuda_cpu_note((const char *)start + i, (uint32_t)step, kind,
                      (const char *)pc - (i / step) % 4);
}
void __tsan_read_range(void *start, size_t bytes);
void __tsan_read_range(void *start, size_t bytes) {
    if (cuda_cpu_lane)
        note_range(start, bytes, READ, HERE);
}
void __tsan_write_range(void *start, size_t bytes);
void __tsan_write_range(void *start, size_t bytes) {
    if (cuda_cpu_lane)
        note_range(start, bytes, WRITE, HERE);
}

// cuda_cpu/thread.h: memcpy and memset of lengths for which the compiler makes no single access.
void *cuda_cpu_count_memcpy(void *to, const void *from, size_t bytes) {
    if (cuda_cpu_lane) {
        note_range(from, bytes, READ, HERE);
        note_range(to, bytes, WRITE, HERE);
    }
    return memcpy(to, from, bytes);
}
void *cuda_cpu_count_memset(void *to, int value, size_t bytes) {
    if (cuda_cpu_lane)
        note_range(to, bytes, WRITE, HERE);
    return memset(to, value, bytes);
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    note_here(NULL, 0, BLOCK, HERE);
}

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
    if (!cuda_cpu_lane)
        return;
    cuda_cpu_lane->context = cuda_cpu_called(cuda_cpu_lane->context, caller);
    now.context = (uint64_t)cuda_cpu_lane->context << 48;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {
    if (!cuda_cpu_lane)
        return;
    cuda_cpu_lane->context = cuda_cpu_calling(cuda_cpu_lane->context);
    now.context = (uint64_t)cuda_cpu_lane->context << 48;
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
