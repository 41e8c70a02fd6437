// SPDX-License-Identifier: MIT
// The functions that take a __device__ or __constant__ variable by its name.
#include "allocations.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "memory/memory.h"
#include "variables.h"

// Not all variables of the device are noted (those of templates are not), but none lies on a stack
// or in memory that was asked for.
static cudaError_t check_symbol(const void *symbol) {
    size_t bytes;
    if (cuda_cpu_find_variable(symbol, &bytes) || cuda_cpu_in_image(symbol, false))
        return cudaSuccess;
    cuda_cpu_say(NULL, "the symbol is no variable of the device but memory of the host's");
    return cuda_cpu_error(cudaErrorInvalidSymbol);
}

// From now on it is device memory that copies may reach.
static cudaError_t record_symbol(const void *symbol, size_t size) {
    size_t behind;
    const cudaError_t error = check_symbol(symbol);
    if (error != cudaSuccess)
        return error;
    if (!cuda_cpu_find_device_memory(symbol, &behind) &&
        !cuda_cpu_record_allocation((struct allocation){.start = (char *)symbol,
                                                        .bytes = size,
                                                        .type = cudaMemoryTypeDevice,
                                                        .owner = OWNED_BY_VARIABLE}))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    return cudaSuccess;
}

cudaError_t cuda_cpu_symbol_address(void **pointer, const void *symbol, size_t size) {
    CUDA_CPU_ALIVE();
    if (!pointer)
        return cuda_cpu_error(cudaErrorInvalidValue);
    const cudaError_t error = record_symbol(symbol, size);
    if (error == cudaSuccess) {
        cuda_cpu_make_known(symbol);
        *pointer = (void *)symbol;
    }
    return error;
}

cudaError_t cuda_cpu_symbol_size(size_t *bytes, const void *symbol, size_t size) {
    CUDA_CPU_ALIVE();
    if (!bytes)
        return cuda_cpu_error(cudaErrorInvalidValue);
    const cudaError_t error = check_symbol(symbol);
    if (error == cudaSuccess)
        *bytes = size;
    return error;
}

cudaError_t cuda_cpu_copy_symbol(void *symbol, size_t size, void *other, size_t bytes,
                                 size_t offset, enum cudaMemcpyKind kind, int to_symbol, int async,
                                 cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    cudaError_t error = record_symbol(symbol, size);
    if (error != cudaSuccess)
        return error;
    if (offset > size || bytes > size - offset) {
        cuda_cpu_say(NULL, "%zu bytes at offset %zu of a variable of %zu bytes", bytes, offset,
                     size);
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    if (kind != cudaMemcpyDefault && kind != cudaMemcpyDeviceToDevice &&
        kind != (to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost)) {
        cuda_cpu_say(NULL, "the direction is not that of a copy %s a variable of the device's",
                     to_symbol ? "to" : "from");
        return cuda_cpu_error(cudaErrorInvalidMemcpyDirection);
    }
    char *at = (char *)symbol + offset;
    cuda_cpu_by_symbol = symbol;
    error = cuda_cpu_copy(to_symbol ? cuda_cpu_flat_copy(at, other, bytes)
                                    : cuda_cpu_flat_copy(other, at, bytes),
                          kind, async, stream);
    cuda_cpu_by_symbol = NULL;
    return error;
}
