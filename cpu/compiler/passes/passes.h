// SPDX-License-Identifier: MIT
// nvcc compiles a file twice, for the host and for the device: both passes become one program.
#ifndef PASSES_H
#define PASSES_H

#include <stddef.h>

// The source, which was preprocessed for the host, and the same preprocessed with __CUDA_ARCH__
// become one source. What headers declare whose names begin with of_host is as the host's pass has
// it; NULL: there are none.
void merge_passes(char *device_text, size_t device_length, const char *of_host);

#endif
