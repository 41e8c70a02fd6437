// SPDX-License-Identifier: MIT
// Takes NVML's place: a GPU whose clocks stand back because of heat, and that two programs use.
#include <stddef.h>
#include <unistd.h>

struct sample {
    unsigned pid;
    unsigned long long time;
    unsigned multiprocessors, memory, encoder, decoder;
};

int nvmlInit_v2(void) { return 0; }

int nvmlDeviceGetHandleByPciBusId_v2(const char *place, void **device) {
    static int gpu;
    *device = &gpu;
    return *place == '\0';
}

int nvmlDeviceGetCurrentClocksEventReasons(void *device, unsigned long long *bits) {
    *bits = 0x21; // idle, and heat
    return device == NULL;
}

int nvmlDeviceGetProcessUtilization(void *device, struct sample *samples, unsigned *count, unsigned long long since) {
    enum { TOO_SMALL = 7 };
    const struct sample now[] = {{(unsigned)getpid(), since + 1, 50, 1, 0, 0},
                                 {(unsigned)getppid(), since + 1, 50, 1, 0, 0}};
    const unsigned room = samples ? *count : 0;
    *count = 2;
    for (unsigned i = 0; i < 2 && i < room; i++) samples[i] = now[i];
    return room < 2 ? TOO_SMALL : device == NULL;
}
