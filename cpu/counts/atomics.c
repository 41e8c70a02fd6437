// SPDX-License-Identifier: MIT
// Atomics, as the compiler's calls and cuda_cpu/atomic.h have them: done, and noted; and whether
// anybody asks for the answer.
#include "counts.h"
#include "record.h"

// An exchange always brings its answer; of the others the compiler knows whether anybody asks.
static void note_atomic(const volatile void *address, uint32_t bytes, bool used, const void *pc) {
    struct lane *lane = cuda_cpu_lane;
    if (!lane)
        return;
    lane->atomic = (uint16_t)cuda_cpu_note(address, bytes, ATOMIC, pc);
    if (used)
        cuda_cpu_sites[lane->atomic].used = true;
}

static void note_used(void) {
    const struct lane *lane = cuda_cpu_lane;
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
        if (cuda_cpu_lane)                                                                         \
            cuda_cpu_note(p, sizeof *p, WRITE, HERE);                                              \
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
