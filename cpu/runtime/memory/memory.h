// SPDX-License-Identifier: MIT
// Memory of the device: what there is, and copies and fills of it.
#ifndef CUDA_CPU_ROOM_MEMORY_H
#define CUDA_CPU_ROOM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_cpu/grid.h"

// copy.c: a copy of `depth` planes of rows; no depth, one plane.
struct cuda_cpu_copy {
    char *to;
    const char *from;
    size_t to_pitch, from_pitch, width, height;
    size_t to_plane, from_plane, depth; // bytes from plane to plane
    bool by_kernel;                     // asked for
};
static inline struct cuda_cpu_copy cuda_cpu_flat_copy(void *to, const void *from, size_t bytes) {
    return (struct cuda_cpu_copy){to, from, bytes, bytes, bytes, 1, 0, 0, 0, false};
}
// Whether CUDA admits the copy, and says why not; and the copy itself, at once.
cudaError_t cuda_cpu_check_copy(const struct cuda_cpu_copy *c, enum cudaMemcpyKind kind);
void cuda_cpu_copy_now(const struct cuda_cpu_copy *c);
// volume.c: a copy in three dimensions as one of bytes; an error, which is said, if it does not
// fit.
cudaError_t cuda_cpu_describe_copy(const struct cudaMemcpy3DParms *p, struct cuda_cpu_copy *c);
cudaError_t cuda_cpu_copy(struct cuda_cpu_copy c, enum cudaMemcpyKind kind, bool async,
                          cudaStream_t stream);
// Sets bytes of planes of rows.
struct cuda_cpu_fill {
    char *to;
    size_t pitch, width, height;
    int value;
    size_t plane, depth;
};
cudaError_t cuda_cpu_fill(struct cuda_cpu_fill f, bool async, cudaStream_t stream);
// memory.c: cudaMalloc in the order of a stream, which a capture allows.
cudaError_t cuda_cpu_malloc_in_order(void **pointer, size_t bytes);
// memory.c: gives device memory back at once, without waiting; false if nothing starts there.
bool cuda_cpu_free_now(void *pointer);
// describe.c: says why this pointer can't be freed.
void cuda_cpu_say_not_freed(const void *pointer);
// pool.c: the memory there, if it came from a pool, is given back.
void cuda_cpu_end_loan(void *pointer);

// allocations.c: the device allocation that holds the address, or NULL.
const void *cuda_cpu_find_device_memory(const void *address, size_t *bytes_left);

// copy.c: what items of a stream run that are copies and fills.
void cuda_cpu_run_copy(void *data);
void cuda_cpu_run_fill(void *data);

#endif
