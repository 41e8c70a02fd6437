// SPDX-License-Identifier: MIT
// What the libraries (cuBLAS, cuFFT ...) share: handles, work in the order of a stream, and
// arguments that a GPU could not follow. A library knows nothing else of the runtime.
#ifndef CUDA_CPU_LIBRARY_H
#define CUDA_CPU_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_cpu/api.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- handles: a library's own structure begins with one -----------------------------------------

struct cuda_cpu_handle {
    struct cuda_cpu_handle *next; // all that were ever made, since a program may use one too long
    const char *maker;            // the call that makes them; a string of the library's own
    bool destroyed;
    cudaStream_t stream;
};

// A zeroed structure of so many bytes; NULL: out of memory.
void *cuda_cpu_make_handle(const char *maker, size_t bytes);
// The handle, or NULL where this call did not make it or it was destroyed, which is said.
void *cuda_cpu_find_handle(const void *handle, const char *maker);
// Ends it; the same.
void *cuda_cpu_end_handle(const void *handle, const char *maker);

// ---- work ---------------------------------------------------------------------------------------

// Runs `run` with a copy of the call in the stream's order; false where it is no stream.
bool cuda_cpu_run_in(cudaStream_t stream, void (*run)(void *call), const void *call, size_t bytes);
// The same. Where there are few operations (on floats) and nothing comes before them in the stream,
// the calling thread does the work itself.
bool cuda_cpu_run_brief(cudaStream_t stream, void (*run)(void *call), const void *call,
                        size_t bytes, double operations);
// The same, and waits for it.
bool cuda_cpu_run_and_wait(cudaStream_t stream, void (*run)(void *call), const void *call,
                           size_t bytes);
// A library has written these bytes, which the checks cannot see by themselves.
void cuda_cpu_library_wrote(void *start, size_t bytes);
// Whether any check listens to that.
bool cuda_cpu_library_watched(void);

// ---- arguments ----------------------------------------------------------------------------------

// Whether a kernel could touch these bytes. If not, that is said of `what`, and the device is as
// after a kernel that touched them: the stream's work fails with cudaErrorIllegalAddress.
bool cuda_cpu_library_may_touch(cudaStream_t stream, const char *what, const void *start,
                                size_t bytes);
// The same for work that is under way in its stream: says of the call what is wrong with its data,
// and the device is as after a kernel that crashed.
__attribute__((format(printf, 2, 3))) void cuda_cpu_library_fail(const char *call,
                                                                 const char *format, ...);
// Says what is wrong with the call of the library that is under way.
__attribute__((format(printf, 1, 2))) void cuda_cpu_library_say(const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
