// SPDX-License-Identifier: MIT
// The log of the lane that runs, written by record.c, atomics.c and threads.c.
//
// The first lane of a warp leaves a trail: the steps that it took, each by its pc. The lanes
// after it mostly take the same steps: as long as they do, they log only addresses, one word per
// step. A lane that diverges is on its own from there on, and logs its sites too.
#ifndef CUDA_CPU_RECORD_H
#define CUDA_CPU_RECORD_H

#include "counts.h"

extern __thread struct lane *cuda_cpu_lane; // NULL: not counting

// The lane that counts from here on; NULL: none.
void cuda_cpu_switch_to(struct lane *lane);
// What follows up to cuda_cpu_go_on() is not the program's own, unless others run meanwhile;
// whether somebody was paused.
void cuda_cpu_pause(void);
bool cuda_cpu_go_on(void);
// The counter's trails are of no use any more: sites have other numbers.
void cuda_cpu_forget_steps(struct counter *c);

// Notes it in the log; the site's number, or 0: none of a GPU's memory. Somebody counts.
unsigned cuda_cpu_note(const volatile void *address, uint32_t bytes, enum kind kind,
                       const void *pc);

#define HERE __builtin_return_address(0)

#endif
