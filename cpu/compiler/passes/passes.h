// SPDX-License-Identifier: MIT
// nvcc compiles a file twice, for the host and for the device: both passes become one program.
#ifndef PASSES_H
#define PASSES_H

// The source, which was preprocessed for the host, and the same preprocessed with __CUDA_ARCH__, as
// one source. What headers declare whose names begin with of_host is as the host's pass has it;
// NULL: there are none.
char *merge_passes(char *host, char *device, const char *of_host);

#endif
