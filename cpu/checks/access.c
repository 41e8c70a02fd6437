// SPDX-License-Identifier: MIT
// Every access that a program makes, for check-race and check-init. g++ -fsanitize=thread puts a
// call in front of each load and store; this file answers the calls, in the place of
// ThreadSanitizer's library, which knows nothing of blocks and warps. Atomics become calls whole,
// fences too; what the C library does is in c_library.c.
//
// What does not come here: variables that no pointer leads to and no other thread can see, what
// libraries do by themselves, and the runtime.
#include <stdlib.h>

#include "access.h"
#include "race_fast_path.h"
#include "virtual_functions.h"

unsigned cuda_cpu_checks; // those that run

__attribute__((constructor(102))) static void begin(void) {
    for (unsigned check = CUDA_CPU_RACE; check <= CUDA_CPU_INIT; check *= 2)
        if (cuda_cpu_checking(check))
            cuda_cpu_checks |= check;
}

// ---- accesses ----------------------------------------------------------------------------------

// Of any kind and length.
void cuda_cpu_note_access(const volatile void *start, size_t bytes, unsigned flags,
                          const void *pc) {
    struct cuda_cpu_running *r = &cuda_cpu_running;
    const struct access a = {(uintptr_t)start, bytes, flags, pc};
    r->accesses++;
    if (bytes == 0 || r->busy)
        return;
    if (cuda_cpu_checks & CUDA_CPU_INIT && !(flags & ACCESS_COPY))
        cuda_cpu_init_access(&a);
    if (cuda_cpu_checks & CUDA_CPU_RACE && cuda_cpu_first_run())
        cuda_cpu_race_access(&a);
}

// Where check-init runs: all but numbers that are defined, and stores to global memory, go the long
// way.
static __attribute__((noinline)) void note_in_full(void *start, size_t bytes, unsigned flags,
                                                   const void *pc) {
    cuda_cpu_note_access(start, bytes, flags, pc);
}

static inline __attribute__((always_inline)) void note_init(void *start, size_t bytes,
                                                            unsigned flags, const void *pc) {
    const uintptr_t address = (uintptr_t)start;
    struct page *const page = cuda_cpu_find_page(address);
    struct cuda_cpu_running *const r = &cuda_cpu_running;
    if (bytes < sizeof(void *) && address % PAGE + bytes <= PAGE &&
        !cuda_cpu_any_undefined(page, address, bytes) &&
        (!(flags & ACCESS_WRITE) || !r->grid || !page || !page->kinds)) {
        r->accesses++;
        if (flags & ACCESS_WRITE && r->grid && page && page->kind == GLOBAL)
            cuda_cpu_note_number(page, address, bytes);
    } else if (page || address % PAGE + bytes > PAGE) {
        note_in_full(start, bytes, flags, pc);
    } else {
        r->accesses++;
    }
}

// A plain load or store of a number.
static inline __attribute__((always_inline)) void note(void *start, size_t bytes, unsigned flags,
                                                       const void *pc) {
    if (bytes == sizeof(void *) && !flags && __builtin_expect(cuda_cpu_shared_objects > 0, 0))
        cuda_cpu_look_for_virtual_call(start, pc);
    if (__builtin_expect(cuda_cpu_checks != CUDA_CPU_RACE, 0)) {
        if (cuda_cpu_checks == CUDA_CPU_INIT)
            note_init(start, bytes, flags, pc);
        else
            note_in_full(start, bytes, flags, pc);
    } else if (!cuda_cpu_race_fast((uintptr_t)start, bytes, flags, pc)) {
        note_in_full(start, bytes, flags, pc);
    }
}

static void note_volatile(void *start, size_t bytes, unsigned flags, const void *pc) {
    cuda_cpu_shuffle();
    cuda_cpu_note_access(start, bytes, flags | ACCESS_VOLATILE, pc);
}

void cuda_cpu_watch_block_scope(int begins) {
    cuda_cpu_running.block_scope = begins;
}

static inline unsigned scope(void) {
    return cuda_cpu_running.block_scope ? ACCESS_BLOCK : 0;
}

// An atomic that changes a number, whatever it finds.
static inline __attribute__((always_inline)) void note_atomic(const volatile void *start,
                                                              size_t bytes, const void *pc) {
    const unsigned flags = ACCESS_WRITE | ACCESS_ATOMIC | scope();
    if (cuda_cpu_checks != CUDA_CPU_RACE || flags & ACCESS_BLOCK ||
        !cuda_cpu_race_fast((uintptr_t)start, bytes, flags, pc))
        note_in_full((void *)start, bytes, flags, pc);
}

#define HERE __builtin_return_address(0)
#define ACCESS(name, bytes, flags, how)                                                            \
    void __tsan_##name(void *address);                                                             \
    void __tsan_##name(void *address) {                                                            \
        how(address, bytes, flags, HERE);                                                          \
    }
#define ACCESSES(bytes)                                                                            \
    ACCESS(read##bytes, bytes, 0, note)                                                            \
    ACCESS(write##bytes, bytes, ACCESS_WRITE, note)                                                \
    ACCESS(unaligned_read##bytes, bytes, 0, note)                                                  \
    ACCESS(unaligned_write##bytes, bytes, ACCESS_WRITE, note)                                      \
    ACCESS(volatile_read##bytes, bytes, 0, note_volatile)                                          \
    ACCESS(volatile_write##bytes, bytes, ACCESS_WRITE, note_volatile)                              \
    ACCESS(unaligned_volatile_read##bytes, bytes, 0, note_volatile)                                \
    ACCESS(unaligned_volatile_write##bytes, bytes, ACCESS_WRITE, note_volatile)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *start, size_t bytes);
void __tsan_read_range(void *start, size_t bytes) {
    cuda_cpu_note_access(start, bytes, 0, HERE);
}
void __tsan_write_range(void *start, size_t bytes);
void __tsan_write_range(void *start, size_t bytes) {
    cuda_cpu_note_access(start, bytes, ACCESS_WRITE, HERE);
}

// Other functions that the instrumentation calls; not needed here.
void __tsan_init(void);
void __tsan_init(void) {}
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
    (void)caller;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **vptr, void *value);
void __tsan_vptr_update(void **vptr, void *value) {
    (void)value;
    cuda_cpu_note_maker(vptr);
}
void __tsan_vptr_read(void **vptr);
void __tsan_vptr_read(void **vptr) {
    (void)vptr;
}

// ---- atomics -----------------------------------------------------------------------------------

static void fence(int order) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (cuda_cpu_running.grid)
        cuda_cpu_race_fence(order == __ATOMIC_SEQ_CST); // __threadfence_block() has a weaker one
}
// What an atomic does that lets others in its scope see what came before it, as libcu++'s do.
static void release(int order) {
    if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST)
        fence(scope() ? __ATOMIC_ACQ_REL : __ATOMIC_SEQ_CST);
}

// atomicCAS is a strong exchange, and the weak ones are part of other atomics (cuda_cpu/atomic.h).

#define RMW(bits, type, name, builtin)                                                             \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order);                    \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order) {                   \
        cuda_cpu_shuffle();                                                                        \
        release(order);                                                                            \
        note_atomic(p, sizeof *p, HERE);                                                           \
        return builtin(p, value, __ATOMIC_SEQ_CST);                                                \
    }
#define EXCHANGE(bits, type, name, swap)                                                           \
    int __tsan_atomic##bits##_##name(volatile type *p, type *expected, type value, int order,      \
                                     int failed);                                                  \
    int __tsan_atomic##bits##_##name(volatile type *p, type *expected, type value, int order,      \
                                     int failed) {                                                 \
        (void)failed;                                                                              \
        cuda_cpu_shuffle();                                                                        \
        release(order);                                                                            \
        cuda_cpu_note_access(p, sizeof *p, ACCESS_WRITE | ACCESS_ATOMIC | scope() | (swap), HERE); \
        return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST,            \
                                           __ATOMIC_SEQ_CST);                                      \
    }
#define ATOMICS(bits, type)                                                                        \
    type __tsan_atomic##bits##_load(const volatile type *p, int order);                            \
    type __tsan_atomic##bits##_load(const volatile type *p, int order) {                           \
        (void)order;                                                                               \
        cuda_cpu_shuffle();                                                                        \
        cuda_cpu_note_access(p, sizeof *p, ACCESS_ATOMIC | scope(), HERE);                         \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order);                     \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order) {                    \
        cuda_cpu_shuffle();                                                                        \
        release(order);                                                                            \
        cuda_cpu_note_access(p, sizeof *p, ACCESS_WRITE | ACCESS_ATOMIC | scope(), HERE);          \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    RMW(bits, type, exchange, __atomic_exchange_n)                                                 \
    RMW(bits, type, fetch_add, __atomic_fetch_add)                                                 \
    RMW(bits, type, fetch_sub, __atomic_fetch_sub)                                                 \
    RMW(bits, type, fetch_and, __atomic_fetch_and)                                                 \
    RMW(bits, type, fetch_or, __atomic_fetch_or)                                                   \
    RMW(bits, type, fetch_xor, __atomic_fetch_xor)                                                 \
    RMW(bits, type, fetch_nand, __atomic_fetch_nand)                                               \
    EXCHANGE(bits, type, compare_exchange_strong, ACCESS_SWAP)                                     \
    EXCHANGE(bits, type, compare_exchange_weak, 0)
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long)

#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16 // the one that cuda_cpu/atomic.h makes the others of
typedef unsigned __int128 wide;
int __tsan_atomic128_compare_exchange_strong(volatile wide *p, wide *expected, wide value,
                                             int order, int failed);
int __tsan_atomic128_compare_exchange_strong(volatile wide *p, wide *expected, wide value,
                                             int order, int failed) {
    (void)failed;
    cuda_cpu_shuffle();
    release(order);
    cuda_cpu_note_access(p, sizeof *p, ACCESS_WRITE | ACCESS_ATOMIC | ACCESS_SWAP, HERE);
    wide seen = __sync_val_compare_and_swap(p, *expected, value);
    bool done = seen == *expected;
    *expected = seen;
    return done;
}
#endif

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    fence(order);
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
}
