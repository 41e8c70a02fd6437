// SPDX-License-Identifier: MIT
// Switching from one stack to another on the same OS thread.
#ifndef CUDA_CPU_SWITCH_H
#define CUDA_CPU_SWITCH_H

#include <stdbool.h>

enum {
    PAGE = 4096,
    // Of a fiber, committed as it is used: 128 KB and a page that no access is allowed to. An odd
    // number of pages: with a power of two the stacks' addresses would fight for a few entries of
    // the TLB.
    STACK_BYTES = 33 * PAGE,
    // Above each stack nobody may touch as much, for a thread that writes past its arrays.
    ABOVE_STACK = 2 * PAGE,
};

// Saves what a function call must keep, leaves the stack pointer in *from, and goes on where `to`
// was left. Threads mostly wait at the same barrier, so the processor predicts this return, and the
// ones after it, from the calls of the thread before.
__attribute__((visibility("hidden"))) void cuda_cpu_switch(void **from, void *to);

// What `to` is for a stack that ends at `top` and has not been used: there `entry`, which never
// returns, begins.
void *cuda_cpu_first_frame(char *top, void (*entry)(void));

// Calls a function on the stack that ends at `top`, for as long as it takes. Its return, and those
// after it, are predicted, as they would not be after a switch.
void cuda_cpu_call_on(char *top, void (*function)(void));
// Whether that is there for this processor.
extern const bool cuda_cpu_can_call_on;

#endif
