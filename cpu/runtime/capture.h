// SPDX-License-Identifier: MIT
// Streams that are being captured: between worker.c and capture.c, which have them, and graph.c.
// All of it is called with the streams' lock held (queue.h).
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

// Begins a capture in its first stream, number 0.
struct cuda_cpu_capture *cuda_cpu_capture_begin(void);
// Adds work to stream `number`.
void cuda_cpu_capture_add(struct cuda_cpu_capture *c, unsigned number, void (*run)(void *data),
                          void (*release)(void *data), void *data);
// Another stream joins in behind the mark; false if there are too many.
bool cuda_cpu_capture_join(struct cuda_cpu_capture *c, const struct cuda_cpu_mark *mark,
                           unsigned *number);
// Stream `number` waits for the mark.
void cuda_cpu_capture_wait(struct cuda_cpu_capture *c, unsigned number,
                           const struct cuda_cpu_mark *mark);
// Ends it, and gives the graph out unless something was wrong.
cudaError_t cuda_cpu_capture_end(struct cuda_cpu_capture *c, struct cuda_cpu_graph **graph);

#endif
