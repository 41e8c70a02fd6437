// SPDX-License-Identifier: MIT
// The devices: which there are, which is the current one, and how many cores they have.
#ifndef CUDA_CPU_ROOM_DEVICE_H
#define CUDA_CPU_ROOM_DEVICE_H

#include <stdbool.h>

// device.c: the current device of this host thread; whether there is one of that number.
enum { CUDA_CPU_MOST_DEVICES = 16 };
int cuda_cpu_device(void);
bool cuda_cpu_device_exists(int device);

// cores.c: how many OS threads run blocks at the same time.
int cuda_cpu_cores(void);
// The number that an environment variable gives, from 1 to `most`; 0: none. Says what it does not
// take.
int cuda_cpu_asked_for(const char *variable, int most);
// properties.c: as many as that, unless programs are to be told another number; a cooperative grid
// has no more blocks.
int cuda_cpu_multiprocessors(void);

#endif
