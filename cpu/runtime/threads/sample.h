// SPDX-License-Identifier: MIT
// Where OS threads that run blocks are, asked from outside.
#ifndef CUDA_CPU_SAMPLE_H
#define CUDA_CPU_SAMPLE_H

#include "fiber.h"

enum {
    SAMPLES = 128, // of each OS thread, at most
    MOST_ASKED = 16
};

// What is known of an OS thread.
struct look {
    struct block *of;
    struct {
        void *pc;
        unsigned long state;
    } seen[SAMPLES];
    unsigned instructions; // that it was seen at
    unsigned returns;      // to one of them
    bool answers, changes;
    bool spin, circle; // threads that spin took turns; all of them came back as they had been
    char place[512];   // the line; "": not known
    bool told;
};

// Sets up what answers; false: it can't be. Once, before all else.
bool cuda_cpu_prepare_samples(void);
struct cuda_cpu_sample *cuda_cpu_new_sample(void);
// Samples OS threads, which must not end meanwhile: once, or for as long as it takes to know
// whether they go round.
void cuda_cpu_sample(struct look *looks, unsigned count, bool once);
// It came back to instructions with its registers and the top of its stack as they were, and never
// otherwise; or all its threads that took turns did.
bool cuda_cpu_goes_round(const struct look *l);
// Prints where they are, those of one line in one row.
void cuda_cpu_tell_looks(struct look *looks, unsigned count);
long long cuda_cpu_now_ms(void);

#endif
