// SPDX-License-Identifier: MIT
// How a kernel's thread gives up: the seam between access.h and fault.c.
#ifndef CUDA_CPU_FAULT_H
#define CUDA_CPU_FAULT_H

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
// Ends the kernel with cudaErrorAssert, or aborts the program.
__attribute__((noreturn)) void cuda_cpu_assertion(const struct cuda_cpu_place *place,
                                                  const char *function, const char *condition);
// Stops in a debugger; without one the program ends.
void cuda_cpu_breakpoint(void);
// Whether the pointer is to device memory.
int cuda_cpu_is_global(const void *pointer);

#ifdef __cplusplus
}
#endif

#endif
