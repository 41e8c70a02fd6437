// SPDX-License-Identifier: MIT
// Where a barrier happens: __syncthreads() and its counting forms end in cuda_cpu_barrier below. It
// is complete when as many threads wait as are alive; and where they do not all wait at the same
// one, or some have left that should have come, this file says so.
#include <pthread.h>
#include <stdio.h>

#include "fiber.h"
#include "hooks.h"
#include "threads/threads.h"

// How many threads are where, and one of them by its index.
static void print_one(const struct block *b, unsigned thread) {
    const unsigned *size = b->grid->block;
    fprintf(stderr, ", thread (%u, %u, %u) for one\n", thread % size[0], thread / size[0] % size[1],
            thread / size[0] / size[1]);
}

static void print_place(const struct block *b, const char *what, unsigned count,
                        const struct fiber *one) {
    fprintf(stderr, "  %u %s %s:%d", count, what, one->file, one->line);
    print_one(b, one->thread);
}

// Whether this barrier has not been reported yet; then its report begins, and the lock is kept.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char missed[] = "not all its threads reach the same __syncthreads()";

static bool begin_to_tell(const struct block *b, const unsigned index[3], const char *file,
                          int line, const char *what) {
    enum { MOST = 64 };
    static const char *files[MOST];
    static int lines[MOST], told;
    pthread_mutex_lock(&lock);
    bool known = told == MOST;
    for (int i = 0; i < told; i++)
        known = known || (lines[i] == line && files[i] == file);
    if (known) {
        pthread_mutex_unlock(&lock);
        return false;
    }
    files[told] = file;
    lines[told++] = line;
    fprintf(stderr, "cuda-cpu: kernel %s, block (%u, %u, %u): %s\n", b->grid->name, index[0],
            index[1], index[2], what);
    return true;
}

// Names a barrier that not all threads of the block came to. A GPU counts heads and goes on, with a
// wrong result or none; so the block goes on here too. Each barrier is reported once.
static void report_divergence(struct block *b) {
    const struct fiber *first = b->waiting[0];
    if (begin_to_tell(b, b->index, first->file, first->line, missed)) {
        char place[512];
        snprintf(place, sizeof place, "%s:%d", first->file, first->line);
        CUDA_CPU_HOOK(finding, "barrier", place, "");
        // one row a line that somebody waits at
        for (unsigned i = 0; i < b->waiting_count; i++) {
            unsigned count = 0;
            bool repeated = false;
            for (unsigned k = 0; k < b->waiting_count; k++)
                if (b->waiting[k]->line == b->waiting[i]->line &&
                    b->waiting[k]->file == b->waiting[i]->file) {
                    count++;
                    repeated = repeated || k < i;
                }
            if (!repeated)
                print_place(b, count == 1 ? "waits at" : "wait at", count, b->waiting[i]);
        }
        if (b->left_count > 0)
            print_place(b, "left after waiting at", b->left_count, &b->left);
        if (b->past_count > 0) {
            fprintf(stderr, "  %u reached the end of the kernel without it", b->past_count);
            print_one(b, b->past);
        }
        pthread_mutex_unlock(&lock);
    }
}

// The same of a block whose threads run in loops: those of `left` that are not of `before` miss it.
// Of a warp (all: -1) it is a function of the warp that lanes miss.
void cuda_cpu_miss_barrier(const unsigned index[3], const bool *before, const bool *left, int warp,
                           int behind, int met, const char *file, int line) {
    const struct block *b = cuda_cpu_block();
    const unsigned first = warp < 0 ? 0 : (unsigned)warp * WARP,
                   last = warp < 0 || b->threads - first < WARP ? b->threads : first + WARP;
    unsigned count[2] = {0, 0};
    struct fiber one[2] = {{.file = file, .line = line},
                           {.file = file, .line = behind ? behind : met}};
    for (unsigned t = first; t < last; t++)
        if (!before[t]) {
            if (count[left[t]]++ == 0 || (left[t] && !behind)) // who came to the end: the last one
                one[left[t]].thread = t;
        }
    if (!begin_to_tell(b, index, file, line,
                       warp < 0
                           ? missed
                           : "a warp function's mask, 0xffffffff, names lanes that never arrive"))
        return;
    char place[512];
    snprintf(place, sizeof place, "%s:%d", file, line);
    CUDA_CPU_HOOK(finding, warp < 0 ? "barrier" : "mask", place, "");
    print_place(b,
                warp >= 0       ? "reached"
                : count[0] == 1 ? "waits at"
                                : "wait at",
                count[0], &one[0]);
    if (behind) {
        print_place(b, count[1] == 1 ? "waits at" : "wait at", count[1], &one[1]);
    } else if (met) {
        print_place(b, "left after waiting at", count[1], &one[1]);
    } else {
        fprintf(stderr, "  %u reached the end of the kernel without it", count[1]);
        print_one(b, one[1].thread);
    }
    pthread_mutex_unlock(&lock);
}

// Everybody alive has come to the barrier: they may go on.
static void open_barrier(struct block *b) {
    if (b->scattered || b->left_count > 0 || b->past_count > 0)
        report_divergence(b);
    for (unsigned i = 0; i < b->waiting_count; i++)
        cuda_cpu_make_ready(b, b->waiting[i]);
    b->progress++;
    b->waiting_count = 0;
    b->scattered = false;
    b->result = b->sum;
    b->sum = 0;
}

// A return before the first barrier is the usual way to drop threads that have nothing to do. To
// return later, or to come to the end of the kernel past the barrier that others wait at, is a
// fault that open_barrier reports. Of these threads a block has (fiber.h):
//   ended  those that came to the end, a bit each; before the first waiter: ended_before
//   past   those that came to the end and had never waited
//   left   those that returned although they had waited before
void cuda_cpu_at_end(unsigned thread) {
    struct block *b = cuda_cpu_block();
    if (thread == b->running->thread)
        b->ended[thread / WARP] |= 1u << thread % WARP;
    else
        b->ended_before++;
    if (b->running->line == 0 || thread != b->running->thread) {
        b->past_count++;
        b->past = thread;
    }
}

void cuda_cpu_leave_barrier(struct block *b) {
    if (b->running->line != 0 && b->left_count++ == 0)
        b->left = *b->running;
    if (b->waiting_count > 0 && b->waiting_count == b->alive)
        open_barrier(b); // those who wait were waiting for this one only
}

void cuda_cpu_barrier(int value, const char *file, int line) {
    struct block *b = cuda_cpu_block();
    struct fiber *me = b->running;
    b->sum += value;
    me->file = file;
    me->line = line;
    b->scattered = b->scattered || (b->waiting_count > 0 && b->waiting[0]->line != line);
    b->waiting[b->waiting_count++] = me;
    if (b->waiting_count == b->alive) { // the last to come: this one goes on at once
        open_barrier(b);
        b->ready_count--; // it stands last among those that are ready now
    } else {
        cuda_cpu_park(b); // nothing after it: a jump, which leaves no frame on the stack
    }
}

int cuda_cpu_barrier_sum(void) {
    return cuda_cpu_block()->result;
}
