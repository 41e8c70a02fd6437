// SPDX-License-Identifier: MIT
// Warps: 32 neighbouring threads of a block, which meet in exchanges. Every warp function (shuffle,
// vote, match, reduce, __syncwarp) is one exchange: each lane of a mask brings a value, waits until
// all lanes of the mask that are still alive have come, and may then read all values. Lanes that
// name different masks meet in different exchanges.
#include <stdlib.h>
#include <string.h>

#include "fiber.h"
#include "threads/threads.h"

struct exchange {
    struct exchange *next;
    unsigned mask, arrived, readers; // lanes: asked for, come, not yet done reading
    unsigned long long value[WARP];
    struct fiber *waiting[WARP];
    // of cuda_cpu_active_lanes: where it was asked
    unsigned warp;
    const char *file;
    int line;
};

// Lanes of the warp that the block has and that have not returned.
static unsigned living(const struct block *b, unsigned warp) {
    unsigned lanes = b->threads - warp * WARP;
    unsigned exist = lanes >= WARP ? ~0u : (1u << lanes) - 1;
    return exist & ~b->gone[warp];
}

static void complete(struct block *b, unsigned warp, struct exchange **link) {
    struct exchange *x = *link;
    const unsigned absent = x->mask & ~x->arrived;
    if (absent & b->gone[warp]) {
        const struct fiber *one = x->waiting[__builtin_ctz(x->arrived)];
        cuda_cpu_tell_absent(b, one ? one : b->running, warp, x->mask, x->arrived);
    }
    *link = x->next;
    x->readers = x->arrived;
    for (unsigned lane = 0; lane < WARP; lane++)
        if (x->waiting[lane])
            cuda_cpu_make_ready(b, x->waiting[lane]);
}

// The running thread reads no more from the exchange that it took part in last.
static void let_go(struct block *b, unsigned lane) {
    struct exchange *x = b->running->held;
    b->running->held = NULL;
    if (x && (x->readers &= ~(1u << lane)) == 0) {
        x->next = b->spare;
        b->spare = x;
    }
}

static struct exchange *new_exchange(struct block *b, unsigned mask) {
    struct exchange *x = b->spare;
    if (x)
        b->spare = x->next;
    else
        x = malloc(sizeof *x);
    if (!x)
        abort();
    memset(x, 0, sizeof *x);
    x->mask = mask;
    return x;
}

const unsigned long long *cuda_cpu_warp_exchange(unsigned mask, unsigned long long value,
                                                 unsigned *present) {
    struct block *b = cuda_cpu_block();
    unsigned warp = b->running->thread / WARP, lane = b->running->thread % WARP, me = 1u << lane;
    let_go(b, lane);
    b->running->met_at = __builtin_return_address(0);
    struct exchange **link = &b->open[warp];
    while (*link && ((*link)->mask != mask || ((*link)->arrived & me)))
        link = &(*link)->next;
    if (!*link)
        *link = new_exchange(b, mask);
    struct exchange *x = *link;
    x->arrived |= me;
    x->value[lane] = value;
    b->running->held = x;
    if (!(mask & me))
        cuda_cpu_tell_left_out(b, mask);
    if (x->arrived == (mask & living(b, warp)) || !(mask & me)) {
        complete(b, warp, link);
    } else {
        x->waiting[lane] = b->running;
        cuda_cpu_park(b);
    }
    *present = x->arrived;
    return x->value;
}

// Threads do not run in step here, so which lanes are at a line together shows only when no
// other thread of the block can go on: then all lanes that have come to it are the active ones.
unsigned cuda_cpu_active_lanes(const char *file, int line) {
    struct block *b = cuda_cpu_block();
    unsigned thread = b->running->thread, lane = thread % WARP;
    let_go(b, lane);
    struct exchange *x = b->converging;
    while (x && (x->warp != thread / WARP || x->line != line || x->file != file ||
                 (x->arrived >> lane & 1)))
        x = x->next;
    if (!x) {
        x = new_exchange(b, 0);
        x->warp = thread / WARP;
        x->file = file;
        x->line = line;
        x->next = b->converging;
        b->converging = x;
    }
    x->arrived |= 1u << lane;
    x->waiting[lane] = b->running;
    b->running->held = x;
    cuda_cpu_park(b);
    return x->arrived;
}

bool cuda_cpu_converge(struct block *b) {
    if (!b->converging)
        return false;
    complete(b, b->converging->warp, &b->converging);
    return true;
}

void cuda_cpu_leave_warp(struct block *b) {
    unsigned warp = b->running->thread / WARP, lane = b->running->thread % WARP;
    let_go(b, lane);
    b->gone[warp] |= 1u << lane;
    for (struct exchange **link = &b->open[warp]; *link;)
        if ((*link)->arrived == ((*link)->mask & living(b, warp)))
            complete(b, warp, link); // those in it were waiting for this lane only
        else
            link = &(*link)->next;
}

void cuda_cpu_begin_warps(struct block *b, unsigned first) {
    memset(b->gone, 0, sizeof b->gone);
    memset(b->ended, 0, sizeof b->ended);
    b->first_waiter = first;
    b->ended_before = 0;
    for (unsigned warp = 0; warp < first / WARP; warp++)
        b->gone[warp] = ~0u;
    if (first % WARP)
        b->gone[first / WARP] = (1u << first % WARP) - 1;
}

unsigned cuda_cpu_lanes_waiting(const struct block *b, const struct fiber *lanes[MAX_THREADS]) {
    unsigned count = 0;
    for (unsigned warp = 0; warp < MAX_THREADS / WARP; warp++)
        for (const struct exchange *x = b->open[warp]; x; x = x->next)
            for (unsigned lane = 0; lane < WARP; lane++)
                if (x->waiting[lane])
                    lanes[count++] = x->waiting[lane];
    return count;
}

static void free_list(struct exchange **list) {
    while (*list) {
        struct exchange *x = *list;
        *list = x->next;
        free(x);
    }
}

void cuda_cpu_drop_exchanges(struct block *b) {
    free_list(&b->spare);
    free_list(&b->converging);
    for (unsigned warp = 0; warp < MAX_THREADS / WARP; warp++)
        free_list(&b->open[warp]);
}
