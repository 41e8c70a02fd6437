// SPDX-License-Identifier: MIT
// __trap, a failed assert and a breakpoint: the kernel ends and leaves an error that stays. The
// same words in host code end the program, as they do anywhere.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_cpu/fault.h"
#include "fiber.h"

static bool in_a_kernel(void) {
    return cuda_cpu_block() && cuda_cpu_block()->grid;
}

void cuda_cpu_trap(const struct cuda_cpu_place *at) {
    if (!in_a_kernel())
        abort();
    fprintf(stderr,
            "cuda-cpu: kernel %s: __trap() at %s:%d by block (%u, %u, %u), thread (%u, %u, %u)\n",
            cuda_cpu_block()->grid->name, at->file, at->line, at->block[0], at->block[1],
            at->block[2], at->thread[0], at->thread[1], at->thread[2]);
    cuda_cpu_crash(cudaErrorLaunchFailure);
}

void cuda_cpu_assertion(const struct cuda_cpu_place *at, const char *function,
                        const char *condition) {
    if (!in_a_kernel()) {
        fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", at->file, at->line, function,
                condition);
        abort();
    }
    // in a GPU's words
    fprintf(stderr, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
            at->file, at->line, function, at->block[0], at->block[1], at->block[2], at->thread[0],
            at->thread[1], at->thread[2], condition);
    cuda_cpu_crash(cudaErrorAssert);
}

void cuda_cpu_breakpoint(void) {
    raise(SIGTRAP);
}

int cuda_cpu_is_global(const void *pointer) {
    size_t behind;
    return cuda_cpu_find_device_memory(pointer, &behind) != NULL;
}
