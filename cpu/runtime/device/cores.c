// SPDX-License-Identifier: MIT
// How many OS threads run blocks at the same time: CUDA_CPU_THREADS, else the cores that this
// process may use.
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "device/device.h"

enum { MOST_THREADS = 1024 };

// By CUDA_CPU_THREADS; 0: nothing that makes sense.
static int asked_for(void) {
    const char *const asked = getenv("CUDA_CPU_THREADS");
    char *end;
    if (!asked || !*asked)
        return 0;
    const long count = strtol(asked, &end, 10);
    if (*end || count < 1) {
        fprintf(stderr, "cuda-cpu: CUDA_CPU_THREADS=%s is no number of threads: ignored\n", asked);
        return 0;
    }
    if (count > MOST_THREADS) {
        fprintf(stderr, "cuda-cpu: CUDA_CPU_THREADS=%s is more than %d: %d it is\n", asked,
                MOST_THREADS, MOST_THREADS);
        return MOST_THREADS;
    }
    return (int)count;
}

int cuda_cpu_cores(void) {
    static int cores;
    int known = __atomic_load_n(&cores, __ATOMIC_RELAXED);
    if (known)
        return known;
    known = asked_for();
#ifdef __linux__
    cpu_set_t set;
    if (known < 1 && sched_getaffinity(0, sizeof set, &set) == 0)
        known = CPU_COUNT(&set);
#endif
    if (known < 1)
        known = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (known < 1)
        known = 1;
    __atomic_store_n(&cores, known, __ATOMIC_RELAXED);
    return known;
}
