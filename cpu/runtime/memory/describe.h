// SPDX-License-Identifier: MIT
// What a pointer points to, in words; cuda_cpu_describe_byte (hooks.h) and cuda_cpu_say_not_freed
// (runtime.h) are of describe.c, too.
#ifndef CUDA_CPU_DESCRIBE_H
#define CUDA_CPU_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

// What it points to, for somebody who expected something else; true if that was freed.
bool cuda_cpu_describe_pointer(const void *address, char *text, size_t room);
// Says that a call that `does` something to the bytes from `address` on, in known memory, does it
// behind the end too.
void cuda_cpu_say_past_the_end(const char *does, const void *address, size_t bytes);

#endif
