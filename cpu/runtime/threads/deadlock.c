// SPDX-License-Identifier: MIT
// Threads of a block that wait for each other forever: how many wait where.
#include <stdio.h>

#include "diagnose/diagnose.h"
#include "fiber.h"
#include "hooks.h"
#include "threads/threads.h"

static bool same_barrier(const struct fiber *a, const struct fiber *b) {
    return a->file == b->file && a->line == b->line;
}

static bool same_exchange(const struct fiber *a, const struct fiber *b) {
    return a->met_at == b->met_at;
}

// A row for the i-th of them and those after it that wait at the same place; no second one.
static void tell_waiting(const struct block *b, const struct fiber *const *who, unsigned count,
                         unsigned i, bool (*same)(const struct fiber *, const struct fiber *)) {
    const unsigned *size = b->grid->block, thread = who[i]->thread;
    const struct cuda_cpu_call call = {{(void *)(uintptr_t)who[i]->met_at}, 1};
    unsigned alike = 0;
    char name[128], place[512];
    for (unsigned k = 0; k < count; k++)
        if (same(who[k], who[i])) {
            if (k < i)
                return;
            alike++;
        }
    if (same == same_barrier)
        snprintf(place, sizeof place, "%s:%d", who[i]->file, who[i]->line);
    else if (!cuda_cpu_find_call(&call, name, sizeof name, place, sizeof place))
        return;
    fprintf(stderr, "  %u at %s, thread (%u, %u, %u) for one\n", alike, place, thread % size[0],
            thread / size[0] % size[1], thread / size[0] / size[1]);
}

static void tell_deadlock(const struct block *b) {
    fprintf(
        stderr,
        "cuda-cpu: kernel %s, block (%u, %u, %u): its threads wait for each other forever: %u at "
        "__syncthreads(), %u for other lanes of their warp\n",
        b->grid->name, b->index[0], b->index[1], b->index[2], b->waiting_count,
        b->alive - b->waiting_count);
    for (unsigned i = 0; i < b->waiting_count; i++)
        tell_waiting(b, (const struct fiber *const *)b->waiting, b->waiting_count, i, same_barrier);
    const struct fiber *lanes[MAX_THREADS];
    const unsigned count = cuda_cpu_lanes_waiting(b, lanes);
    for (unsigned i = 0; i < count; i++)
        tell_waiting(b, lanes, count, i, same_exchange);
    CUDA_CPU_HOOK(finding, "forever", b->grid->name, "");
}

void cuda_cpu_give_up(struct block *b) {
    static bool told; // other blocks do the same
    if (!__atomic_test_and_set(&told, __ATOMIC_RELAXED))
        tell_deadlock(b);
    cuda_cpu_crash(cudaErrorLaunchTimeout);
}
