// SPDX-License-Identifier: MIT
// What else the GPU did while a ladder was timed: did its clocks stand back because of heat or
// power, and did another program use it? The library behind nvidia-smi knows (NVML, part of the
// driver). It is asked by name, and where it is not, or does not know the device, nothing is seen.
//
//     struct ladder_watch watch = ladder_watch_open();
//     ...enqueue...   ladder_watch_look(&watch);   ...wait...    while the GPU works
//     ...many turns later...   ladder_watch_others(&watch);      since the last time
//     watch.throttled, watch.others
//
#ifndef LADDER_WATCH_H
#define LADDER_WATCH_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "book.h"

// Why clocks stand back, in NVML's bits; the ones that are left out are no slowdown.
enum {
    WATCH_POWER = 0x4 | 0x80,
    WATCH_HEAT = 0x20 | 0x40,
    WATCH_HARDWARE = 0x8,
};

// NVML's own struct, by its documentation.
struct ladder_watch_sample {
    unsigned pid;
    unsigned long long time;
    unsigned multiprocessors, memory, encoder, decoder; // %
};

struct ladder_watch {
    void *device; // NULL: nothing to ask
    int (*reasons)(void *device, unsigned long long *bits);
    int (*use)(void *device, struct ladder_watch_sample *, unsigned *count,
               unsigned long long since);
    unsigned long long since; // in the samples' time
    unsigned busy;            // a program that was, 0: none so far
    const char *throttled;    // by what, in the last look; NULL: it was not
    bool others;
};

static inline void ladder_watch_others(struct ladder_watch *watch);

static inline struct ladder_watch ladder_watch_open(void) {
    struct ladder_watch watch = {};
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (library == NULL)
        return watch;
    int (*init)(void) = (int (*)(void))dlsym(library, "nvmlInit_v2");
    int (*find)(const char *, void **) =
        (int (*)(const char *, void **))dlsym(library, "nvmlDeviceGetHandleByPciBusId_v2");
    void *reasons = dlsym(library, "nvmlDeviceGetCurrentClocksEventReasons");
    if (reasons == NULL) // its name before driver 535
        reasons = dlsym(library, "nvmlDeviceGetCurrentClocksThrottleReasons");
    watch.reasons = (int (*)(void *, unsigned long long *))reasons;
    watch.use = (int (*)(void *, struct ladder_watch_sample *, unsigned *,
                         unsigned long long))dlsym(library, "nvmlDeviceGetProcessUtilization");
    int device;
    char place[32];
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetPCIBusId(place, sizeof place, device));
    if (init == NULL || find == NULL || init() != 0 || find(place, &watch.device) != 0)
        watch.device = NULL;
    ladder_watch_others(&watch); // what was before does not count
    watch.others = false;
    watch.busy = 0;
    return watch;
}

static inline void ladder_watch_look(struct ladder_watch *watch) {
    unsigned long long bits = 0;
    watch->throttled = NULL;
    if (watch->device == NULL || watch->reasons == NULL ||
        watch->reasons(watch->device, &bits) != 0)
        return;
    watch->throttled = bits & WATCH_HEAT       ? "heat"
                       : bits & WATCH_POWER    ? "power"
                       : bits & WATCH_HARDWARE ? "hardware"
                                               : NULL;
}

// Two programs that were busy: a container may know this one by another number than the driver
// does.
static inline void ladder_watch_others(struct ladder_watch *watch) {
    unsigned count = 0;
    if (watch->device == NULL || watch->use == NULL)
        return;
    watch->use(watch->device, NULL, &count, watch->since); // says how many there may be
    struct ladder_watch_sample *samples =
        (struct ladder_watch_sample *)calloc(count + 1, sizeof *samples);
    HANDLE_NULL(samples);
    if (count == 0 || watch->use(watch->device, samples, &count, watch->since) != 0)
        count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (samples[i].time > watch->since)
            watch->since = samples[i].time;
        if (samples[i].multiprocessors == 0)
            continue;
        watch->others = watch->others || (watch->busy && samples[i].pid != watch->busy);
        watch->busy = samples[i].pid;
    }
    free(samples);
}

#endif
