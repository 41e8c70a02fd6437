// SPDX-License-Identifier: MIT
// Streams: work that runs in order, and what waits for it.
#ifndef CUDA_CPU_ROOM_STREAMS_H
#define CUDA_CPU_ROOM_STREAMS_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_cpu/grid.h"

// worker.c: runs `run(data)` in the stream's order, then `release(data)`; false where the handle is
// no stream. A stream that is being captured into a graph keeps them for it: then it may run more
// than once, or never, before it is released.
bool cuda_cpu_enqueue(cudaStream_t stream, void (*run)(void *data), void (*release)(void *data),
                      void *data);

// wait.c: runs `run(data)` on this thread if the stream's turn for it is now; false: it isn't, or
// only the stream's own thread may. Worth it for work that takes less than waking that thread, or
// that the host is about to wait for.
bool cuda_cpu_run_at_once(cudaStream_t stream, void (*run)(void *data), void *data);

// Calls a function of the host's for a stream: it may not call the runtime.
void cuda_cpu_call_host(cudaHostFn_t function, void *data);
// launch/nested.c, which answers the thread of a kernel: the same in a stream of its grid, whether
// it is one, and streams and events that the grid makes.
bool cuda_cpu_enqueue_nested(cudaStream_t stream, void (*run)(void *data),
                             void (*release)(void *data), void *data);
bool cuda_cpu_stream_is_nested(cudaStream_t stream);
cudaError_t cuda_cpu_make_nested_stream(cudaStream_t *stream, unsigned flags);
cudaError_t cuda_cpu_make_nested_event(cudaEvent_t *event, unsigned flags);
cudaError_t cuda_cpu_record_nested_event(cudaEvent_t event, cudaStream_t stream);
cudaError_t cuda_cpu_wait_for_nested_event(cudaStream_t stream, cudaEvent_t event);

// What an item of a stream runs that is a callback, for a graph to know it by.
void cuda_cpu_run_callback(void *data);
// Waits for all that a call on the default stream has to wait for.
void cuda_cpu_wait_legacy(void);
bool cuda_cpu_stream_valid(cudaStream_t stream);
// Whether it is being captured into a graph.
bool cuda_cpu_capturing(cudaStream_t stream);
// A call that a capture does not allow is made by this host thread: true if one is under way that
// its mode protects, which is over.
bool cuda_cpu_unsafe_in_capture(void);
// Whether kernels of the current device may run in it.
bool cuda_cpu_stream_is_here(cudaStream_t stream);
void cuda_cpu_wait_stream(cudaStream_t stream);
// The same where the program may not count on it, unless it `may`.
void cuda_cpu_finish_stream(cudaStream_t stream, bool may);
void cuda_cpu_wait_all(void);

// Runs the next item of any stream that waits for somebody to run it; whether there was one.
bool cuda_cpu_serve_any(void);
bool cuda_cpu_work_waits(void);        // whether there is one now
bool cuda_cpu_work_is_to_be_had(void); // and no other thread is about to run it
// Wakes the threads of streams whose work somebody would have seen soon: it is asked for now, or
// that somebody has found something else to do.
void cuda_cpu_hurry(void);
extern __thread const void *cuda_cpu_served; // the stream whose work this thread runs
int cuda_cpu_who_wait(const void *stream);   // how many wait for it, awake, and would do some of it

// ---- capture.c
// -----------------------------------------------------------------------------------

enum { MOST_CAPTURED = 64 }; // streams in one capture

// How far a place in a capture has seen each of its streams.
struct cuda_cpu_clock {
    unsigned seen[MOST_CAPTURED];
};

#endif
