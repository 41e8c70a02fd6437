// SPDX-License-Identifier: MIT
// What the mask of a warp function names and should not: lanes that do not come. That lanes have
// returned before is the usual way to drop threads that have nothing to do, and no mistake. But one
// that comes to the end of the kernel, while others wait for it in a branch that it did not take,
// was named wrongly; and so was none at all by a lane that leaves itself out.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include "diagnose/diagnose.h"
#include "fiber.h"
#include "hooks.h"

// Whether the place that a fiber met others at is reported for the first time; its line.
static bool is_new(const struct fiber *f, const char *what, char place[512]) {
    enum { MOST = 64 };
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static const void *known[MOST];
    static int told;
    const struct cuda_cpu_call call = {{(void *)(uintptr_t)f->met_at}, 1};
    char name[256];
    pthread_mutex_lock(&lock);
    bool new = told < MOST;
    for (int i = 0; i < told; i++)
        new &= known[i] != f->met_at;
    if (new)
        known[told++] = f->met_at;
    pthread_mutex_unlock(&lock);
    if (!new)
        return false;
    if (!cuda_cpu_find_call(&call, name, sizeof name, place, 512))
        snprintf(place, 512, "code at %p", f->met_at);
    if (cuda_cpu_hooks.finding)
        return cuda_cpu_hooks.finding(what, place, "");
    return true;
}

static void print_thread(const struct block *b, unsigned thread) {
    const unsigned *size = b->grid->block;
    fprintf(stderr, "thread (%u, %u, %u)", thread % size[0], thread / size[0] % size[1],
            thread / size[0] / size[1]);
}

static void begin_line(const struct block *b) {
    fflush(stdout);
    fprintf(stderr, "cuda-cpu: kernel %s, block (%u, %u, %u)", b->grid->name, b->index[0],
            b->index[1], b->index[2]);
}

// Lanes of the warp that came to the end of the kernel.
static unsigned ended(const struct block *b, unsigned warp) {
    const unsigned first = b->first_waiter; // those before it have run without anybody waiting
    unsigned lanes = b->ended[warp];
    if (b->ended_before == first && warp <= first / WARP)
        lanes |= warp < first / WARP ? ~0u : (1u << first % WARP) - 1;
    return lanes;
}

void cuda_cpu_tell_absent(struct block *b, const struct fiber *one, unsigned warp, unsigned mask,
                          unsigned arrived) {
    const unsigned absent = mask & ~arrived & ended(b, warp);
    char place[512];
    if (!absent || !is_new(one, "mask", place))
        return;
    begin_line(b);
    fprintf(stderr, ": a warp function's mask, %#x, names lanes that never arrive\n", mask);
    fprintf(stderr, "  %d reached %s, ", __builtin_popcount(arrived), place);
    print_thread(b, warp * WARP + (unsigned)__builtin_ctz(arrived));
    fprintf(stderr, " for one\n  %d reached the end of the kernel without it, ",
            __builtin_popcount(absent));
    print_thread(b, warp * WARP + (unsigned)__builtin_ctz(absent));
    fprintf(stderr, " for one\n");
}

void cuda_cpu_tell_left_out(struct block *b, unsigned mask) {
    char place[512];
    if (!is_new(b->running, "mask", place))
        return;
    begin_line(b);
    fprintf(stderr, ", ");
    print_thread(b, b->running->thread);
    fprintf(stderr,
            ": calls a warp function with a mask, %#x, that does not name its own lane, %u\n", mask,
            b->running->thread % WARP);
    fprintf(stderr, "  %s\n", place);
}
