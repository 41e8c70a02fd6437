// SPDX-License-Identifier: MIT
// The queues of the streams: queue.c fills and serves them, wait.c waits for them, worker.c has the
// streams' threads; stream.c, event.c and capture.c are what programs know of them.
#ifndef CUDA_CPU_QUEUE_H
#define CUDA_CPU_QUEUE_H

#include <pthread.h>

#include "cuda_cpu/graph.h"
#include "streams/streams.h"

enum { NAPS = 32 }; // of a stream's thread, after the host has waited for the stream

// What a capture knows of its streams; the streams' lock is held.
struct cuda_cpu_capture {
    unsigned long long id;
    struct cuda_cpu_graph *graph;
    unsigned streams;
    struct cuda_cpu_clock at[MOST_CAPTURED]; // the end of each stream; of itself: its length
    bool invalid;
    enum cudaStreamCaptureMode mode;
    pthread_t by; // the host thread that began it
};

// What an event that was recorded in a capture stands for; id 0: it was not.
struct cuda_cpu_mark {
    unsigned long long id;
    struct cuda_cpu_clock clock;
};

struct cuda_cpu_stream {
    struct cuda_cpu_stream *next; // all that were ever created; a destroyed one is used again
    pthread_t thread;
    pthread_cond_t work; // its own thread sleeps until there is some
    struct item *first, **end;
    bool served, asleep; // somebody runs its first item; its own thread waits for work
    bool counted;        // among queue.c's `unserved`
    bool naps;           // asleep, and looks by itself soon
    unsigned naps_left;  // so often, before it sleeps until it is woken; the host gives it more
    unsigned long long queued, done; // the newest ticket given out, and finished
    unsigned long long awaited;      // the next that somebody sleeps for
    bool open, blocking;             // blocking: keeps order with the default stream
    int waiting; // threads that wait for it, awake, and would do some of its work
    int device;
    struct cuda_cpu_capture *capture; // NULL: its work runs; else it is kept for a graph
    unsigned number;                  // in the capture
    unsigned long long id;
    int priority; // as it was asked for; all streams are served alike
};

struct wait {
    struct cuda_cpu_stream *stream;
    unsigned long long ticket;
};

struct item {
    struct item *next;
    void (*run)(void *data), (*release)(void *data);
    void *data;
    bool claimed; // the thread that has queued it will run it, and has its memory
    size_t wait_count;
    struct wait waits[];
};

extern pthread_mutex_t cuda_cpu_stream_lock;
extern pthread_cond_t cuda_cpu_ticket_done;      // a ticket was finished
extern struct cuda_cpu_stream *cuda_cpu_streams; // all; the default stream is created first
extern struct cuda_cpu_stream *cuda_cpu_legacy;  // the default stream

static inline bool cuda_cpu_reached(struct wait w) {
    return __atomic_load_n(&w.stream->done, __ATOMIC_ACQUIRE) >= w.ticket;
}

static inline struct wait cuda_cpu_newest(struct cuda_cpu_stream *s) {
    return (struct wait){s, s->queued};
}

// ---- queue.c -----------------------------------------------------------------------------------

// Queues an item, with one more ticket to wait for if extra.stream is set; needs the lock.
struct wait cuda_cpu_add_item(struct cuda_cpu_stream *stream, void (*run)(void *),
                              void (*release)(void *), void *data, struct wait extra);
// Queues an item that this thread is to run itself, by cuda_cpu_run_up_to(), and serves the stream
// for it. The stream is NULL where other work comes first, or a capture is under way. Takes the
// lock.
struct wait cuda_cpu_claim(cudaStream_t handle, struct item *item);
// What an item that only waits does.
void cuda_cpu_only_waits(void *data);
// After any change of a stream's first item, or of who serves it: somebody who is awake will see
// that there is work, or its own thread is woken. Needs the lock.
void cuda_cpu_offer(struct cuda_cpu_stream *s);
// Runs the first item of a stream that this thread serves, and those after it that anybody may
// run, up to the ticket.
void cuda_cpu_run_up_to(struct cuda_cpu_stream *s, unsigned long long ticket);
// Whether other threads than a stream's own may serve it: checks know which thread is the host's
// and which the device's.
bool cuda_cpu_anybody_serves(void);
// Runs the first item that the ticket waits for, or (no stream) of any stream, if nobody does and
// anybody may; whether there was one.
bool cuda_cpu_serve_for(struct wait w);

// ---- wait.c ------------------------------------------------------------------------------------

// Waits until the ticket is finished.
void cuda_cpu_wait_for(struct wait w);
// The same, and the host knows it and may count on it.
void cuda_cpu_wait_for_and_tell(struct wait w);
// Whether it is finished; if so, the host knows it.
bool cuda_cpu_reached_and_tell(struct wait w);
// A kernel cannot wait for work: it would wait for itself.
void cuda_cpu_keep_kernels_out(void);
// Numbers on the device are rounded as they are on this thread now.
void cuda_cpu_keep_rounding(void);

// ---- worker.c ----------------------------------------------------------------------------------

// The stream behind a handle, or NULL; needs the lock.
struct cuda_cpu_stream *cuda_cpu_find_stream(cudaStream_t handle);
// A stream with a thread of its own, or NULL: there is no memory. Needs the lock.
struct cuda_cpu_stream *cuda_cpu_start_stream(bool blocking);
// The program gives the stream up; false if it is none that it has created.
bool cuda_cpu_close_stream(cudaStream_t handle);

// ---- event.c -----------------------------------------------------------------------------------

// What the item of a recorded event does.
void cuda_cpu_run_stamp(void *data);

// ---- capture.c ---------------------------------------------------------------------------------

// Adds work to stream `number`.
void cuda_cpu_capture_add(struct cuda_cpu_capture *c, unsigned number, void (*run)(void *data),
                          void (*release)(void *data), void *data);
// A stream that is being captured can't be waited for: true if it is, and the capture is over.
// NULL: any stream.
bool cuda_cpu_spoils_capture(struct cuda_cpu_stream *stream);
// A stream waits for an event, and one of them is in a capture: the stream joins it, or is in it.
// Needs the lock.
cudaError_t cuda_cpu_wait_in_capture(struct cuda_cpu_stream *stream,
                                     const struct cuda_cpu_mark *mark);

#endif
