// SPDX-License-Identifier: MIT
// Time as the GPU counts it, between two CUDA events: a stopwatch for the whole job, once and cold,
// and a loop for the kernel alone, warm and many times. Plain C too, by the host's clock there.
#ifndef EVENT_TIMER_H
#define EVENT_TIMER_H

#include <stdbool.h>
#include <stdlib.h>

// poison fills an output with a pattern that no right result has, so that a run that writes nothing
// fails. A moment is an event, or in plain C a reading of the clock.
#ifdef __CUDACC__
#include "book.h"

typedef cudaEvent_t moment;

static inline void poison(void *dev_memory, size_t bytes) {
    HANDLE_ERROR(cudaMemset(dev_memory, 0xFF, bytes));
#ifdef CUDA_CPU_UNDEFINE // `make check-init`: to it, a pattern is a value that nothing wrote
    CUDA_CPU_UNDEFINE(dev_memory, bytes);
#endif
}
static inline void moment_create(moment *m) {
    HANDLE_ERROR(cudaEventCreate(m));
}
static inline void moment_destroy(moment m) {
    HANDLE_ERROR(cudaEventDestroy(m));
}
static inline void moment_record(moment *m) {
    HANDLE_ERROR(cudaEventRecord(*m, 0));
}
// Waits for a moment that follows a launch; what went wrong is reported where the launch stands.
static inline void moment_wait(moment *m, const char *file, int line) {
    handle_error(cudaGetLastError(), "the launch", file, line);
    handle_error(cudaEventSynchronize(*m), "the kernel", file, line);
}
static inline float moment_ms(moment from, moment to) {
    float ms;
    HANDLE_ERROR(cudaEventElapsedTime(&ms, from, to));
    return ms;
}
#else
#include <string.h>
#include <time.h>

typedef struct timespec moment;

static inline void poison(void *memory, size_t bytes) {
    memset(memory, 0xFF, bytes);
}
static inline void moment_create(moment *m) {
    memset(m, 0, sizeof *m);
}
static inline void moment_destroy(moment m) {
    (void)m;
}
static inline void moment_record(moment *m) {
    __asm__ volatile("" ::: "memory"); // the work before it is done, and none after it has started
    clock_gettime(CLOCK_MONOTONIC, m);
}
static inline void moment_wait(moment *m, const char *file, int line) {
    (void)m, (void)file, (void)line;
}
static inline float moment_ms(moment from, moment to) {
    return (float)(to.tv_sec - from.tv_sec) * 1e3f + (float)(to.tv_nsec - from.tv_nsec) * 1e-6f;
}
#endif

// The stopwatch: an event at the start and one at the end of each lap.
//
//     struct stopwatch span = stopwatch_start();
//     ...cudaMalloc...          stopwatch_lap(&span, "allocate");
//     ...cudaMemcpy...          stopwatch_lap(&span, "copy in");
//     stopwatch_stop(&span);    // span.total_ms, span.name[], span.ms[]
//
enum { STOPWATCH_LAPS = 8 };

struct stopwatch {
    int laps;
    const char *name[STOPWATCH_LAPS]; // NULL: a lap that is not part of the total
    float ms[STOPWATCH_LAPS];
    float total_ms;
    moment at[STOPWATCH_LAPS + 1];
};

static inline struct stopwatch stopwatch_start(void) {
    struct stopwatch watch = {};
    for (int i = 0; i <= STOPWATCH_LAPS; i++)
        moment_create(&watch.at[i]);
    moment_record(&watch.at[0]);
    return watch;
}

static inline void stopwatch_lap(struct stopwatch *watch, const char *name) {
    if (watch->laps == STOPWATCH_LAPS)
        return;
    watch->name[watch->laps++] = name;
    moment_record(&watch->at[watch->laps]);
}

// What happened since the last lap does not count.
static inline void stopwatch_skip(struct stopwatch *watch) {
    stopwatch_lap(watch, NULL);
}

// Poisons an output that the run is to write; the time for that does not count.
static inline void stopwatch_poison(struct stopwatch *watch, void *dev_output, size_t bytes) {
    poison(dev_output, bytes);
    stopwatch_skip(watch);
}

static inline void stopwatch_stop(struct stopwatch *watch) {
    moment_wait(&watch->at[watch->laps], __FILE__, __LINE__);
    for (int i = 0; i < watch->laps; i++) {
        watch->ms[i] = moment_ms(watch->at[i], watch->at[i + 1]);
        watch->total_ms += watch->name[i] ? watch->ms[i] : 0;
    }
    for (int i = 0; i <= STOPWATCH_LAPS; i++)
        moment_destroy(watch->at[i]);
}

// The loop: its body runs once to warm up, then `runs` times (0: as many as fit half a second, 3 at
// least and 100 at most), each between two events. The output is poisoned before each, untimed.
//
//     struct timing t = timing_start(options.runs, dev_c, bytes);
//     while (timing_next(&t))
//         kernel<<<grid, block>>>(dev_a, dev_b, dev_c);
//     ...t.median_ms, t.min_ms, t.max_ms, t.runs...
//
enum { TIMING_FEWEST = 3, TIMING_MANY = 100, TIMING_MOST = 1000 };
static const float TIMING_BUDGET_MS = 500;

struct timing {
    float median_ms, min_ms, max_ms;
    int runs;
    float budget_ms; // TIMING_BUDGET_MS, unless a program with many kernels takes less for each
    void (*before)(void *work); // what precedes each run, untimed; NULL: poisons the output
    void *work;
    // what timing_next needs to remember
    int wanted;
    bool running, warm;
    float sample[TIMING_MOST], spent_ms;
    void *dev_output;
    size_t output_bytes;
    moment start, stop;
};

static inline struct timing timing_start(size_t runs, void *dev_output, size_t output_bytes) {
    struct timing t = {};
    t.wanted = runs < TIMING_MOST ? (int)runs : TIMING_MOST;
    t.budget_ms = TIMING_BUDGET_MS;
    t.dev_output = dev_output;
    t.output_bytes = output_bytes;
    moment_create(&t.start);
    moment_create(&t.stop);
    return t;
}

static inline int timing_compare(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// A launch that fails is reported where the loop stands.
#define timing_next(t) timing_next_at((t), __FILE__, __LINE__)

static inline bool timing_next_at(struct timing *t, const char *file, int line) {
    if (t->running) {
        moment_record(&t->stop);
        moment_wait(&t->stop, file, line);
        const float ms = moment_ms(t->start, t->stop);
        if (t->warm) {
            t->sample[t->runs++] = ms;
            t->spent_ms += ms;
        }
        t->warm = true;
    }
    const bool enough = t->spent_ms >= t->budget_ms || t->runs >= TIMING_MANY;
    if (t->wanted > 0 ? t->runs < t->wanted : t->runs < TIMING_FEWEST || !enough) {
        if (t->before)
            t->before(t->work);
        else if (t->dev_output)
            poison(t->dev_output, t->output_bytes);
        moment_record(&t->start);
        return t->running = true;
    }
    qsort(t->sample, (size_t)t->runs, sizeof *t->sample, timing_compare);
    t->min_ms = t->sample[0];
    t->median_ms = (t->sample[(t->runs - 1) / 2] + t->sample[t->runs / 2]) / 2;
    t->max_ms = t->sample[t->runs - 1];
    moment_destroy(t->start);
    moment_destroy(t->stop);
    return t->running = false;
}

#endif
