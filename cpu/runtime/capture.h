// SPDX-License-Identifier: MIT
// What a capture knows of its streams. All of it is used with the streams' lock held (queue.h).
#ifndef CUDA_CPU_CAPTURE_H
#define CUDA_CPU_CAPTURE_H

#include "runtime.h"

enum { MOST_CAPTURED = 64 }; // streams in one capture

// How far a place in a capture has seen each of its streams.
struct cuda_cpu_clock {
    unsigned seen[MOST_CAPTURED];
};

struct cuda_cpu_capture {
    unsigned long long id;
    struct cuda_cpu_graph *graph;
    unsigned streams;
    struct cuda_cpu_clock at[MOST_CAPTURED]; // the end of each stream; of itself: its length
    bool invalid;
};

// What an event that was recorded in a capture stands for; id 0: it was not.
struct cuda_cpu_mark {
    unsigned long long id;
    struct cuda_cpu_clock clock;
};

// Adds work to stream `number`.
void cuda_cpu_capture_add(struct cuda_cpu_capture *c, unsigned number, void (*run)(void *data),
                          void (*release)(void *data), void *data);

#endif
