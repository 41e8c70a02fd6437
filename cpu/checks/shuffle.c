// SPDX-License-Identifier: MIT
// Other orders of a block's threads, which a GPU may have: a program whose result depends on it is
// wrong, though here, where threads run one after the other, it looks right. A barrier is missing
// where both sides use atomics, or an atomic where `volatile` hides the race.
//
//     CUDA_CPU_SHUFFLE=reverse    those of a higher number begin first, and go on first after a
//                                 barrier
//     CUDA_CPU_SHUFFLE=SEED       any may be first, and each lets some others go on before it makes
//                                 an atomic or a volatile access; for a seed always the same
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "cuda_cpu/watch.h"

unsigned cuda_cpu_shuffled; // the state of a row of numbers
static bool reversed;
static __thread void (*step_back_of_thread)(void); // NULL: no thread is at work

__attribute__((constructor(102))) static void begin(void) {
    const char *const how = getenv("CUDA_CPU_SHUFFLE");
    reversed = how && strcmp(how, "reverse") == 0;
    cuda_cpu_shuffled = how && !reversed ? (unsigned)atoi(how) * 2 + 1 : 0;
}

// The next number (xorshift: Marsaglia, 2003), below n.
static unsigned next_below(unsigned n) {
    cuda_cpu_shuffled ^= cuda_cpu_shuffled << 13;
    cuda_cpu_shuffled ^= cuda_cpu_shuffled >> 17;
    cuda_cpu_shuffled ^= cuda_cpu_shuffled << 5;
    return cuda_cpu_shuffled % n;
}

void cuda_cpu_let_others_go_on(void) {
    enum { FEW = 4 };
    const struct cuda_cpu_running *const r = &cuda_cpu_running;
    if (r->grid && !r->busy && step_back_of_thread)
        for (unsigned left = next_below(FEW); left > 0; left--)
            step_back_of_thread();
}

void cuda_cpu_watch_shuffle(void (*step_back)(void)) {
    enum { ROUNDS = 16, SIDE_BY_SIDE = 8 };
    const struct cuda_cpu_running *const r = &cuda_cpu_running;
    unsigned left = 0;
    step_back_of_thread = step_back;
    if (!step_back)
        return;
    if (reversed)
        left = (r->grid->block[0] * r->grid->block[1] * r->grid->block[2] - 1 - r->thread) /
               SIDE_BY_SIDE;
    else if (cuda_cpu_shuffled)
        left = next_below(ROUNDS);
    for (; left > 0; left--)
        step_back();
}
