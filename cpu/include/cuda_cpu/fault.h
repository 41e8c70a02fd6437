// SPDX-License-Identifier: MIT
// How a kernel's thread gives up, and what it asks of where it is: the seam between access.h and
// fault.c.
#ifndef CUDA_CPU_FAULT_H
#define CUDA_CPU_FAULT_H

#include "cuda_cpu/errors.h"

#ifdef __cplusplus
extern "C" {
#endif

// A thread of a kernel, and where in the program it stands.
struct cuda_cpu_place {
    const char *file;
    int line;
    unsigned block[3], thread[3];
};

// Ends the kernel with cudaErrorLaunchFailure; in host code, the program.
__attribute__((noreturn)) void cuda_cpu_trap(const struct cuda_cpu_place *place);
// Ends the kernel with the error and says what it was that could not be done.
__attribute__((noreturn)) void cuda_cpu_refuse(const struct cuda_cpu_place *place,
                                               cudaError_t error, const char *what);
// Ends the kernel with cudaErrorAssert, or aborts the program.
__attribute__((noreturn)) void cuda_cpu_assertion(const struct cuda_cpu_place *place,
                                                  const char *function, const char *condition);
// Says once for each place that an integer was divided by zero; outside a kernel, ends the program
// as that does anywhere. of_thread: the place's thread is known. Returns what is left: all bits
// set.
unsigned long long cuda_cpu_divided_by_zero(const struct cuda_cpu_place *place, int of_thread);
// Stops in a debugger; without one the program ends.
void cuda_cpu_breakpoint(void);
// Whether the calling thread is a kernel's.
int cuda_cpu_is_in_kernel(void);
// Whether the pointer is to device memory.
int cuda_cpu_is_global(const void *pointer);
// Whether it is to the shared memory of the calling thread's block, and to the thread's own stack.
int cuda_cpu_is_shared(const void *pointer);
int cuda_cpu_is_local(const void *pointer);
// The address of shared memory that has this lower half; `seen`: one that is not far.
size_t cuda_cpu_whole_shared_address(unsigned low, size_t seen);
// Which core runs the calling thread's block, from 0.
unsigned cuda_cpu_core(void);

#ifdef __cplusplus
}
#endif

#endif
