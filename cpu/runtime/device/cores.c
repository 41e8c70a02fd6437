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

int cuda_cpu_asked_for(const char *variable, int most) {
    const char *const asked = getenv(variable);
    char *end;
    if (!asked || !*asked)
        return 0;
    const long count = strtol(asked, &end, 10);
    if (*end || count < 1) {
        fprintf(stderr, "cuda-cpu: %s=%s is no number from 1 to %d: ignored\n", variable, asked,
                most);
        return 0;
    }
    if (count > most)
        fprintf(stderr, "cuda-cpu: %s=%s is more than %d: %d it is\n", variable, asked, most, most);
    return count > most ? most : (int)count;
}

int cuda_cpu_cores(void) {
    static int cores;
    int known = __atomic_load_n(&cores, __ATOMIC_RELAXED);
    if (known)
        return known;
    known = cuda_cpu_asked_for("CUDA_CPU_THREADS", MOST_THREADS);
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
