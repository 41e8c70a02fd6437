// SPDX-License-Identifier: MIT
// nvcc compiles a file twice, for the host and for the device: both passes become one program.
#ifndef PASSES_H
#define PASSES_H

#include <stddef.h>

// The source, which was preprocessed for the host, and the same preprocessed with __CUDA_ARCH__
// become one source.
void merge_passes(char *device_text, size_t device_length);

#endif
