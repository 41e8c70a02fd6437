// SPDX-License-Identifier: MIT
// Grids: the checks of a launch, and how it gets into its stream.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_cpu/limits.h"
#include "device/device.h"
#include "diagnose/diagnose.h"
#include "launch/launch.h"
#include "streams/streams.h"
#include "threads/threads.h"

const void *cuda_cpu_keep_closure(const void *closure, size_t bytes, size_t alignment) {
    const size_t aligned = alignment < 16 ? 16 : alignment;
    void *const kept = aligned_alloc(aligned, (bytes + aligned - 1) / aligned * aligned);
    if (!kept)
        abort();
    return memcpy(kept, closure, bytes);
}

void cuda_cpu_free_closure(const void *closure) {
    free((void *)closure);
}

void cuda_cpu_translate_closure(const void *closure, size_t bytes) {
    if (!cuda_cpu_in_kernel())
        cuda_cpu_translate_tables((void *)(uintptr_t)closure, bytes, false);
}

void cuda_cpu_run_any(const struct cuda_cpu_grid *grid) {
    if (grid->cluster[0])
        cuda_cpu_run_clusters(grid);
    else
        cuda_cpu_run_grid(grid);
}

void cuda_cpu_run_launch(void *data) {
    struct cuda_cpu_grid *grid = data;
    if (cuda_cpu_sticky() != cudaSuccess)
        return;
    cuda_cpu_take_core(true);
    cuda_cpu_run_complete(grid, cuda_cpu_run_any, 0);
    cuda_cpu_leave_core();
}

void cuda_cpu_release_launch(void *data) {
    struct cuda_cpu_grid *grid = data;
    cuda_cpu_free_closure(grid->closure);
    free(grid);
}

// Says what about the launch is out of range; the error, as an H200 has it.
__attribute__((format(printf, 2, 3))) static cudaError_t refuse(const struct cuda_cpu_grid *grid,
                                                                const char *format, ...) {
    char kernel[256], text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(kernel, sizeof kernel, "kernel %s", grid->name);
    cuda_cpu_say(kernel, "%s", text);
    return cuda_cpu_in_kernel() ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;
}

cudaError_t cuda_cpu_check_launch(const struct cuda_cpu_grid *grid, const unsigned shape[6]) {
    static const unsigned limit[6] = {CUDA_CPU_MOST_BLOCKS_X,  CUDA_CPU_MOST_BLOCKS_YZ,
                                      CUDA_CPU_MOST_BLOCKS_YZ, CUDA_CPU_MOST_THREADS,
                                      CUDA_CPU_MOST_THREADS,   CUDA_CPU_MOST_THREADS_Z};
    const unsigned *block = shape + 3;
    for (int i = 0; i < 6; i++)
        if (shape[i] == 0)
            return refuse(grid, "no %s: the %s is %u x %u x %u", i < 3 ? "blocks" : "threads",
                          i < 3 ? "grid" : "block", shape[i / 3 * 3], shape[i / 3 * 3 + 1],
                          shape[i / 3 * 3 + 2]);
    if ((size_t)block[0] * block[1] * block[2] > CUDA_CPU_MOST_THREADS)
        return refuse(grid, "%zu threads a block (%u x %u x %u), at most %d",
                      (size_t)block[0] * block[1] * block[2], block[0], block[1], block[2],
                      CUDA_CPU_MOST_THREADS);
    for (int i = 0; i < 6; i++)
        if (shape[i] > limit[i])
            return refuse(grid, "%u %s in %c, at most %u", shape[i],
                          i < 3 ? "blocks" : "threads a block", "xyz"[i % 3], limit[i]);
    const unsigned *cluster = grid->cluster;
    if (cluster[0]) {
        const unsigned size = cluster[0] * cluster[1] * cluster[2];
        if (size == 0 || size > cuda_cpu_cluster_limit(grid->function)) {
            refuse(grid, "clusters of %u blocks, at most %u", size,
                   cuda_cpu_cluster_limit(grid->function));
            return cudaErrorInvalidClusterSize;
        }
        for (int i = 0; i < 3; i++)
            if (shape[i] % cluster[i]) {
                refuse(grid, "%u blocks in %c are not a multiple of the cluster's %u", shape[i],
                       "xyz"[i], cluster[i]);
                return cudaErrorInvalidClusterSize;
            }
    }
    const size_t most =
        grid->shared > CUDA_CPU_USUAL_SHARED ? cuda_cpu_shared_limit(grid->function) : 0;
    if (grid->shared > CUDA_CPU_USUAL_SHARED && grid->shared > most)
        return refuse(grid, "%zu bytes of dynamic shared memory, at most %zu%s", grid->shared, most,
                      most == CUDA_CPU_USUAL_SHARED
                          ? " (cudaFuncAttributeMaxDynamicSharedMemorySize allows more)"
                          : "");
    return cudaSuccess;
}

cudaError_t cuda_cpu_queue_launch(const struct cuda_cpu_grid *given, const unsigned shape[6],
                                  cudaStream_t stream) {
    const bool nested = cuda_cpu_in_kernel();
    cudaError_t error = cuda_cpu_sticky();
    if (cuda_cpu_in_callback) {
        refuse(given, "launched by a function that a stream calls, which may not call the runtime");
        error = cudaErrorNotPermitted;
    }
    if (error == cudaSuccess)
        error = cuda_cpu_check_launch(given, shape);
    if (error == cudaSuccess && nested)
        error = cuda_cpu_check_nesting(given, stream);
    if (error == cudaSuccess && !nested && !cuda_cpu_stream_is_here(stream)) {
        error = cuda_cpu_sticky();
        if (error == cudaSuccess) {
            refuse(given, "launched in no stream of the current device");
            error = cudaErrorInvalidResourceHandle;
        }
    }
    struct cuda_cpu_grid *grid = error == cudaSuccess ? malloc(sizeof *grid) : NULL;
    if (error == cudaSuccess && !grid)
        error = cudaErrorMemoryAllocation;
    cuda_cpu_keep_signals();
    if (grid) {
        *grid = *given;
        memcpy(grid->grid, shape, sizeof grid->grid);
        memcpy(grid->block, shape + 3, sizeof grid->block);
        if (cuda_cpu_enqueue(stream, cuda_cpu_run_launch, cuda_cpu_release_launch, grid))
            return cudaSuccess;
        free(grid);
        error = cudaErrorInvalidResourceHandle;
    }
    cuda_cpu_free_closure(given->closure);
    return error;
}

// A launch returns nothing: it is for the program to ask.
void cuda_cpu_launch(const struct cuda_cpu_grid *grid, const unsigned shape[6],
                     cudaStream_t stream) {
    cudaError_t error = cuda_cpu_error(cuda_cpu_queue_launch(grid, shape, stream));
    if (cuda_cpu_in_kernel())
        return; // its last error is the thread's own, and nothing waits for it
    if (error == cudaSuccess) {
        cuda_cpu_unwaited(grid->name, __builtin_return_address(0));
    } else {
        char what[256];
        snprintf(what, sizeof what, "the launch of %s", grid->name);
        cuda_cpu_unlooked(what, error);
    }
}
