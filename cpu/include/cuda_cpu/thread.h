// SPDX-License-Identifier: MIT
// What a kernel's thread sees: threadIdx and its kin, shared memory, __syncthreads.
//
// Everything here is static, one copy a source file, and no address of it is ever taken: that is
// how the compiler knows that no store through a kernel's pointers changes threadIdx.
#ifndef CUDA_CPU_THREAD_H
#define CUDA_CPU_THREAD_H

#include <type_traits>

#include "cuda_cpu/builtin.h"
#include "cuda_cpu/count.h"
#include "cuda_cpu/limits.h"
#include "cuda_cpu/watch.h"
#include "cuda_cpu/grid.h"
#include "cuda_cpu/types.h"

// What a kernel's thread knows of itself. Each file has its own, which the compiler can keep in
// registers over any store; unless functions of the device may be called from file to file. That no
// function of one file is taken for another's, since the linker merges templates and inline
// functions: cuda2cpp's
// --unit, and this name.
#ifdef __CUDACC_RDC__
#define CUDA_CPU_THREAD_LOCAL inline thread_local
#else
#define CUDA_CPU_THREAD_LOCAL __attribute__((unused)) static thread_local
#endif
#ifndef CUDA_CPU_UNIT
#define CUDA_CPU_UNIT every_file
#endif

CUDA_CPU_SEEN CUDA_CPU_THREAD_LOCAL uint3 threadIdx;
CUDA_CPU_SEEN CUDA_CPU_THREAD_LOCAL uint3 blockIdx;
CUDA_CPU_SEEN CUDA_CPU_THREAD_LOCAL dim3 blockDim;
CUDA_CPU_SEEN CUDA_CPU_THREAD_LOCAL dim3 gridDim;
#ifdef CUDA_CPU_COUNT
#include "cuda_cpu/count_index.h"
#endif
__attribute__((unused)) static constexpr int warpSize = 32;

// Whether the caller is code of a kernel. An OS thread is that or not for as long as a function
// runs on it: so it may be asked once, in front of a loop.
extern "C" __attribute__((const)) bool cuda_cpu_in_kernel(void);

namespace cuda_cpu {

// What functions ask whose text differs between the two passes
// (cpu/compiler/passes/merge_passes.c).
static inline bool on_device(void) {
    return cuda_cpu_in_kernel();
}

// A size, or an index, that a launch has checked: so comparisons with what none can be are no code.
// Else gcc would take a shared array's element by such an index for an address of its own, which
// lies too far away to be linked.
static inline void at_most(const unsigned n, const unsigned most) {
    if (n > most)
        __builtin_unreachable();
}
static inline dim3 checked(const dim3 size) {
    at_most(size.x, CUDA_CPU_MOST_THREADS);
    at_most(size.y, CUDA_CPU_MOST_THREADS);
    at_most(size.z, CUDA_CPU_MOST_THREADS_Z);
    return size;
}
static inline uint3 checked(const uint3 index) {
    at_most(index.x, CUDA_CPU_MOST_THREADS - 1);
    at_most(index.y, CUDA_CPU_MOST_THREADS - 1);
    at_most(index.z, CUDA_CPU_MOST_THREADS_Z - 1);
    return index;
}

// Set once a thread of the running block has waited; written only by the functions below.
CUDA_CPU_THREAD_LOCAL bool fibers;
// Threads of the running block that came to the end of the kernel before any has waited, and one
// of them.
CUDA_CPU_THREAD_LOCAL unsigned at_end_count, at_end_rank;
// threadIdx above is that of the thread that runs: not so in the loops of split kernels. And in a
// row of blocks side by side, what those have counts through all of them.
CUDA_CPU_THREAD_LOCAL bool whole_threads, in_row;
// Counts blocks, so that shared variables are poisoned once a block.
CUDA_CPU_THREAD_LOCAL unsigned long block_serial;

static inline unsigned thread_rank(void) {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// For who looks at an OS thread from outside (cpu/runtime/threads/watchdog.c).
constexpr unsigned NO_THREAD = ~0u;
__attribute__((unused, no_sanitize_address, no_sanitize_thread)) static unsigned
where(unsigned *index) {
    index[0] = blockIdx.x, index[1] = blockIdx.y, index[2] = blockIdx.z;
    index[3] = threadIdx.x, index[4] = threadIdx.y, index[5] = threadIdx.z;
    return (in_row ? 0 : 1) | (threadIdx.x != NO_THREAD ? 2 : 0);
}

static inline void about_to_wait(void) {
    CUDA_CPU_COUNTED(cuda_cpu_count_leave());
    if (!fibers) {
        fibers = true;
        cuda_cpu_begin_fibers(thread_rank(), blockIdx.x, blockIdx.y, blockIdx.z);
        for (; at_end_count > 0; at_end_count--)
            cuda_cpu_at_end(at_end_rank);
    }
}

// What cuda2cpp puts at the end of a kernel: threads that return before do not come here.
static inline void at_end(void) {
    CUDA_CPU_COUNTED(cuda_cpu_count_wait());
    if (fibers) {
        cuda_cpu_at_end(thread_rank());
    } else {
        at_end_count++;
        at_end_rank = thread_rank();
    }
}

static inline void spin(void); // access.h

static inline void barrier(int value, const char *file, int line) {
    uint3 me = threadIdx;
    CUDA_CPU_TRACE(cuda_cpu_watch_barrier());
    CUDA_CPU_COUNTED(cuda_cpu_count_barrier());
    about_to_wait();
    cuda_cpu_barrier(value, file, line);
    threadIdx = checked(me); // others ran on this OS thread meanwhile
    CUDA_CPU_WATCH(cuda_cpu_watch_resume(thread_rank()));
    CUDA_CPU_TRACE(cuda_cpu_watch_past_barrier());
    CUDA_CPU_TRACE(cuda_cpu_watch_shuffle(spin));
    CUDA_CPU_COUNTED(cuda_cpu_count_resume(thread_rank()));
}

// Shared memory holds nothing that can be relied on when a block starts: all bits set is NaN as a
// float and -1 as an int, so a value that nobody wrote shows.
template <class T>
static inline void poison_shared(unsigned long &seen, T &variable, const char *name) {
    static_assert(sizeof variable <= CUDA_CPU_USUAL_SHARED,
                  "a block has 48 KB of static shared memory");
    CUDA_CPU_COUNTED(const not_the_programs_own quiet);
    if (seen != block_serial) {
        seen = block_serial;
        cuda_cpu_poison_shared((void *)&variable, sizeof variable, name, shape_of<T>());
        CUDA_CPU_COUNTED(cuda_cpu_count_shared((void *)&variable, sizeof variable));
    }
}

template <class T> static inline T &dynamic_shared(const char *name) {
    (void)name;
    CUDA_CPU_TRACE(cuda_cpu_watch_dynamic(name, sizeof(std::remove_all_extents_t<T>)));
    return *static_cast<T *>(cuda_cpu_dynamic_shared());
}

} // namespace cuda_cpu

// The barriers of a block. A thread that has returned no longer counts.
static inline void __syncthreads(const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    cuda_cpu::barrier(0, file, line);
}

static inline int __syncthreads_count(int predicate, const char *file = __builtin_FILE(),
                                      int line = __builtin_LINE()) {
    cuda_cpu::barrier(predicate != 0, file, line);
    return cuda_cpu_barrier_sum();
}

static inline int __syncthreads_or(int predicate, const char *file = __builtin_FILE(),
                                   int line = __builtin_LINE()) {
    cuda_cpu::barrier(predicate != 0, file, line);
    return cuda_cpu_barrier_sum() != 0;
}

static inline int __syncthreads_and(int predicate, const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE()) {
    cuda_cpu::barrier(predicate == 0, file, line);
    return cuda_cpu_barrier_sum() == 0;
}

#endif
