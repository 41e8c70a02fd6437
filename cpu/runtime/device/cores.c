// SPDX-License-Identifier: MIT
// How many OS threads run blocks at the same time: CUDA_CPU_THREADS, else the cores that this
// process may use.
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "device/device.h"

int cuda_cpu_cores(void) {
    static int cores;
    int known = __atomic_load_n(&cores, __ATOMIC_RELAXED);
    if (known)
        return known;
    const char *asked = getenv("CUDA_CPU_THREADS");
    known = asked ? atoi(asked) : 0;
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
