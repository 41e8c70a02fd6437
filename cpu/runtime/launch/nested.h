// SPDX-License-Identifier: MIT
// Dynamic parallelism: what the threads of a grid ask the device to do (nested.c).
#ifndef CUDA_CPU_NESTED_H
#define CUDA_CPU_NESTED_H

#include <stdbool.h>

#include "cuda_cpu/grid.h"

// Runs the grid by that function, and all that its threads have launched: then it is complete.
// `depth`: how many grids it is nested in.
void cuda_cpu_run_complete(struct cuda_cpu_grid *grid,
                           void (*run)(const struct cuda_cpu_grid *grid), unsigned depth);
// The grid at hand runs once more, to be compared: what it launches is already known.
void cuda_cpu_nest_is_known(const struct cuda_cpu_grid *grid);

// All below are for the running thread of a kernel.

// cuda_cpu_enqueue() and cuda_cpu_stream_valid() there: streams of the grid.
bool cuda_cpu_enqueue_nested(cudaStream_t stream, void (*run)(void *data),
                             void (*release)(void *data), void *data);
bool cuda_cpu_stream_is_nested(cudaStream_t stream);
// Whether a grid may be launched in that stream; says why not.
cudaError_t cuda_cpu_check_nesting(const struct cuda_cpu_grid *grid, cudaStream_t stream);
// Its last error is that; what it was, and then is cudaSuccess where it is to be cleared.
void cuda_cpu_set_nested_error(cudaError_t error);
cudaError_t cuda_cpu_nested_error(bool clear);
// Streams and events that it makes and uses.
cudaError_t cuda_cpu_make_nested_stream(cudaStream_t *stream, unsigned flags);
cudaError_t cuda_cpu_make_nested_event(cudaEvent_t *event, unsigned flags);
cudaError_t cuda_cpu_record_nested_event(cudaEvent_t event, cudaStream_t stream);
cudaError_t cuda_cpu_wait_for_nested_event(cudaStream_t stream, cudaEvent_t event);

#endif
