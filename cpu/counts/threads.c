// SPDX-License-Identifier: MIT
// Which thread of which block runs, from blocks.h, thread.h, warp.h and fetch.h: its steps go into
// its own log, and are replayed when its warp has come to its end, or its block to a barrier.
#include <stdlib.h>

#include "record.h"

__thread struct counter *cuda_cpu_counter;
unsigned cuda_cpu_count_sample = 1;

// ---- blocks -------------------------------------------------------------------------------------

void cuda_cpu_count_grid(const struct cuda_cpu_grid *grid) {
    cuda_cpu_switch_to(NULL);
    if (!grid) {
        cuda_cpu_count_end(cuda_cpu_counter);
        return;
    }
    if (!cuda_cpu_counter) {
        if (!(cuda_cpu_counter = calloc(1, sizeof *cuda_cpu_counter)))
            abort();
        for (unsigned i = 0; i < MOST_THREADS; i++)
            cuda_cpu_counter->lanes[i].trail = &cuda_cpu_counter->trails[i / WARP];
    }
    cuda_cpu_prepare_counter(cuda_cpu_counter);
    cuda_cpu_forget_ranges();
    cuda_cpu_counter->grid = grid;
    cuda_cpu_counter->threads = grid->block[0] * grid->block[1] * grid->block[2];
}

void cuda_cpu_count_block(size_t number) {
    struct counter *c = cuda_cpu_counter;
    cuda_cpu_switch_to(NULL);
    cuda_cpu_replay(c);
    if (cuda_cpu_forget_own())
        cuda_cpu_forget_steps(c);
    cuda_cpu_forget_shared();
    c->static_shared = 0;
    for (unsigned i = 0; i < c->threads; i++) {
        c->lanes[i].context = 0;
        c->lanes[i].node = c->lanes[i].atomic = 0;
        c->lanes[i].barriers = 0;
        c->lanes[i].alone = false;
    }
    const bool counts = number % cuda_cpu_count_sample == 0;
    c->blocks_counted += counts;
    c->barriers = 0;
    c->counts_block = counts;
    c->waited = false;
    c->begun = 0;
    c->block = number;
}

// ---- threads ------------------------------------------------------------------------------------

// The warp before has come to its end: it is replayed while the caches have its logs, and the next
// one writes into the same.
static void end_warp(struct counter *c, unsigned rank) {
    cuda_cpu_switch_to(NULL);
    cuda_cpu_replay_warp(c, rank - WARP);
    for (struct lane *l = c->lanes + rank; l < c->lanes + c->threads && l < c->lanes + rank + WARP;
         l++) {
        const struct lane other = l[0];
        l[0].log = l[-WARP].log, l[0].room = l[-WARP].room;
        l[-WARP].log = other.log, l[-WARP].room = other.room;
    }
    struct trail *t = &c->trails[rank / WARP];
    const struct trail other = t[0];
    t[0] = t[-1];
    t[-1] = other;
}

void cuda_cpu_count_thread(unsigned rank) {
    struct counter *c = cuda_cpu_counter;
    if (!c->counts_block) {
        cuda_cpu_switch_to(NULL);
        return;
    }
    c->waited |= rank != c->begun++;
    if (rank % WARP == 0 && rank > 0 && !c->waited)
        end_warp(c, rank);
    cuda_cpu_switch_to(&c->lanes[rank]);
}

void cuda_cpu_count_wait(void) {
    cuda_cpu_switch_to(NULL); // others run
}

// Others run before it has come to its end.
void cuda_cpu_count_leave(void) {
    if (cuda_cpu_counter)
        cuda_cpu_counter->waited = true;
    cuda_cpu_count_wait();
}

// The first thread past a barrier finds all others of the block there, or at their end.
void cuda_cpu_count_resume(unsigned rank) {
    struct counter *c = cuda_cpu_counter;
    struct lane *lane = c->counts_block ? &c->lanes[rank] : NULL;
    cuda_cpu_switch_to(NULL);
    if (lane && lane->barriers > c->barriers) {
        c->barriers = lane->barriers;
        cuda_cpu_replay(c);
    }
    cuda_cpu_switch_to(lane);
}

void cuda_cpu_count_barrier(void) {
    struct lane *lane = cuda_cpu_lane;
    if (lane) {
        cuda_cpu_note(NULL, 0, BARRIER, HERE);
        lane->barriers++;
        cuda_cpu_switch_to(NULL);
    }
}

// ---- accesses that are not the program's own ----------------------------------------------------

void cuda_cpu_count_mute(void) {
    cuda_cpu_pause();
}
void cuda_cpu_count_own(void) {
    cuda_cpu_go_on();
}

// The fetch of a texture that is under way.
static __thread const void *fetch;

// Its reads are logged texel by texel; its own loads are not the program's.
void cuda_cpu_count_fetch_at(const void *pc) {
    if (cuda_cpu_lane) {
        cuda_cpu_note(NULL, 0, FETCH, pc);
        fetch = pc;
        cuda_cpu_pause();
    }
}
void cuda_cpu_count_fetch(void) {
    cuda_cpu_count_fetch_at(HERE);
}

void cuda_cpu_count_texel(const void *address, size_t bytes) {
    if (cuda_cpu_go_on()) {
        cuda_cpu_note(address, (uint32_t)bytes, TEXEL, fetch);
        cuda_cpu_pause();
    }
}

void cuda_cpu_count_fetch_one(const void *address, size_t bytes, const void *pc) {
    if (cuda_cpu_lane) {
        cuda_cpu_note(NULL, 0, FETCH, pc);
        cuda_cpu_note(address, (uint32_t)bytes, TEXEL, pc);
    }
}
