// SPDX-License-Identifier: MIT
// virtual_functions.c: whose the virtual functions of an object are that host and device share.
#ifndef CUDA_CPU_VIRTUAL_FUNCTIONS_H
#define CUDA_CPU_VIRTUAL_FUNCTIONS_H

#include "check.h"

// How many are known.
extern size_t cuda_cpu_shared_objects;
// This thread makes the object that has its pointer to the table of virtual functions there.
void cuda_cpu_note_maker(void **pointer);
// It reads 8 bytes.
void cuda_cpu_look_for_virtual_call(const void *address, const void *pc);

#endif
