// SPDX-License-Identifier: MIT
// What a program built for `make check-...` tells the checkers (cpu/checks/check.c) from thread.h,
// blocks.h, warp.h and cuda2cpp's output: which thread runs, where it waits, what its shared and
// local arrays are. In every other build a CUDA_CPU_WATCH(...) is nothing; a CUDA_CPU_TRACE(...)
// also in the build for check-memory.
#ifndef CUDA_CPU_WATCH_H
#define CUDA_CPU_WATCH_H

#include <stddef.h>

// How an array is described: the bytes of an element and the lengths of its dimensions.
struct cuda_cpu_shape {
    size_t element, length[3]; // 0: it has no such dimension, or none that is known
};
struct cuda_cpu_named_array {
    struct cuda_cpu_named_array *next, *before; // that the checkers know
    const char *name;                           // "": none
    char *start;
    size_t bytes;
    struct cuda_cpu_shape shape;
};

#ifdef __cplusplus
#include <type_traits>

namespace cuda_cpu {

template <class T> static constexpr cuda_cpu_shape shape_of(void) {
    return {sizeof(std::remove_all_extents_t<T>),
            {std::extent_v<T, 0>, std::extent_v<T, 1>, std::extent_v<T, 2>}};
}

} // namespace cuda_cpu
#endif

#if defined(CUDA_CPU_CHECK) &&                                                                     \
    CUDA_CPU_CHECK & 3 // race and init, as cpu/checks/check.h numbers them
#define CUDA_CPU_TRACE(call) call
#else
#define CUDA_CPU_TRACE(call)
#endif

#if !defined(CUDA_CPU_CHECK) || CUDA_CPU_CHECK == 8 // or the debugger's
static inline void cuda_cpu_poison_shared(void *start, size_t bytes, const char *name,
                                          struct cuda_cpu_shape shape) {
    enum { FEW = 4096 };
    typedef long ones __attribute__((vector_size(__BIGGEST_ALIGNMENT__), aligned(1), may_alias));
    size_t done = 0;
    (void)name, (void)shape;
    // Around a call the compiler would save what it keeps in vector registers.
    if (__builtin_constant_p(bytes) && bytes <= FEW) {
#pragma GCC unroll 4
        for (; done + sizeof(ones) <= bytes; done += sizeof(ones)) {
            *(ones *)((char *)start + done) = ~(ones){};
            __asm__ volatile(""); // or it would make it a call
        }
    }
    __builtin_memset((char *)start + done, 0xff, bytes - done);
}
#endif

#ifdef CUDA_CPU_CHECK
#define CUDA_CPU_WATCH(call) call
#define CUDA_CPU_WATCHING 1

#ifdef __cplusplus
extern "C" {
#endif

// Block (x, y, z), the `number`-th of its grid, begins on this OS thread.
void cuda_cpu_watch_block(size_t number, unsigned x, unsigned y, unsigned z);
// A thread of it begins, goes on after it waited, and returns.
void cuda_cpu_watch_thread(unsigned rank);
void cuda_cpu_watch_resume(unsigned rank);
// It begins, or is past a barrier, and may let others go on first, by `step_back`: from here on
// also when it is about to touch what others may change (CUDA_CPU_SHUFFLE, checks/shuffle.c). NULL:
// no thread of this OS thread is at work any more.
void cuda_cpu_watch_shuffle(void (*step_back)(void));
// It comes to the block's barrier, and is past it.
void cuda_cpu_watch_barrier(void);
void cuda_cpu_watch_past_barrier(void);
// It comes to an exchange in its warp, and has met the lanes of `present` there.
void cuda_cpu_watch_exchange(void);
void cuda_cpu_watch_exchanged(unsigned present);
// An asynchronous copy is under way; those so far are a batch; all batches but the last so many
// are there.
void cuda_cpu_watch_async_copy(void *to, size_t bytes);
void cuda_cpu_watch_async_commit(void);
void cuda_cpu_watch_async_wait(size_t prior);
// Fills a shared array that the block meets for the first time.
#if CUDA_CPU_CHECK != 8
void cuda_cpu_poison_shared(void *start, size_t bytes, const char *name,
                            struct cuda_cpu_shape shape);
#endif
// Memory for a shared array, apart from all others; its address goes into the slot.
void cuda_cpu_apart_shared(void **slot, size_t bytes, const char *name);
// The launch's dynamic shared memory goes by a name.
void cuda_cpu_watch_dynamic(const char *name, size_t element);
// A local array begins and ends.
void cuda_cpu_watch_local(struct cuda_cpu_named_array *array);
void cuda_cpu_watch_local_end(struct cuda_cpu_named_array *array);
void cuda_cpu_watch_host(void *start, size_t bytes);
#if CUDA_CPU_CHECK & 3
// Nothing that lies there counts as written (common/event_timer.h).
#define CUDA_CPU_UNDEFINE(start, bytes) cuda_cpu_undefine(start, bytes)
void cuda_cpu_undefine(void *start, size_t bytes);
// The atomics between two such calls are of the block's scope.
void cuda_cpu_watch_block_scope(int begins);
// What a lane gets from one that has not come, where a GPU gives it anything; here its own.
unsigned long long cuda_cpu_watch_absent(unsigned long long own);
// A __constant__ variable without an initialiser, which the host is to set.
void cuda_cpu_watch_constant(void *start, size_t bytes);
#endif

#ifdef __cplusplus
}

namespace cuda_cpu {

#if CUDA_CPU_CHECK & 3
// For the time of an atomic that other blocks need not see as one.
struct of_block {
    explicit of_block(int of_block) { cuda_cpu_watch_block_scope(of_block); }
    of_block(const of_block &) = delete;
    ~of_block() { cuda_cpu_watch_block_scope(0); }
};
#endif

// What a shared array is bound to where each lies apart from the others.
struct apart {
    void *&slot;
    const char *name;
    template <class T> operator T &() const {
        if (!slot)
            cuda_cpu_apart_shared(&slot, sizeof(T), name);
        return *static_cast<T *>(slot);
    }
};

// Put behind the declaration of a local array that has no initialiser.
class local_array : cuda_cpu_named_array {
  public:
    template <class T>
    local_array(T &array, const char *name)
        : cuda_cpu_named_array{nullptr,        nullptr,      name,
                               (char *)&array, sizeof array, shape_of<T>()} {
        if (!std::is_trivially_default_constructible_v<std::remove_all_extents_t<T>>)
            bytes = 0; // its elements have written themselves
        cuda_cpu_watch_local(this);
    }
    local_array(const local_array &) = delete;
    ~local_array() { cuda_cpu_watch_local_end(this); }
};

// The same of an array of the host's; of one whose length is not known when it is compiled,
// nothing.
template <class T, size_t n> static inline void host_array(T (&array)[n]) {
    if constexpr (std::is_trivially_default_constructible_v<std::remove_all_extents_t<T>>)
        cuda_cpu_watch_host((void *)&array, sizeof array);
}
static inline void host_array(...) {}

} // namespace cuda_cpu
#endif
#else
#define CUDA_CPU_WATCH(call)
#define CUDA_CPU_WATCHING 0
#endif

#if defined(CUDA_CPU_UNCHECKED) && defined(__cplusplus)
// The object without checks that --check=all makes beside the others. Who sees it in a program has
// linked without nvcc.
extern "C" int cuda_cpu_say_unchecked(void);
namespace cuda_cpu {
[[maybe_unused]] static const int said_unchecked = cuda_cpu_say_unchecked();
}
#endif

#endif
