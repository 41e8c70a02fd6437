// SPDX-License-Identifier: MIT
// Symbols by their names, as strings, which CUDA 5 removed: cudaMemcpyToSymbol("table", ...). Only
// the CPU backend can look them up. An array of chars may be a symbol itself; its address tells.
#ifndef COMMON_LEGACY_SYMBOL_H
#define COMMON_LEGACY_SYMBOL_H

#include <cuda_runtime.h>

#ifdef CUDA_CPU_BACKEND

// The variable that is called so, or is there; NULL: there is none.
static inline void *legacy_symbol(const char *name, size_t *bytes) {
    void *const known = const_cast<void *>(cuda_cpu_variable_at(name, bytes));
    return known ? known : const_cast<void *>(cuda_cpu_variable_named(name, bytes));
}

static inline cudaError_t cudaMemcpyToSymbol(const char *symbol, const void *from, size_t bytes,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    size_t size = 0;
    void *const variable = legacy_symbol(symbol, &size);
    return variable ? cuda_cpu_copy_symbol(variable, size, const_cast<void *>(from), bytes, offset,
                                           kind, 1, 0, nullptr)
                    : cudaErrorInvalidSymbol;
}

static inline cudaError_t cudaMemcpyFromSymbol(void *to, const char *symbol, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    size_t size = 0;
    void *const variable = legacy_symbol(symbol, &size);
    return variable ? cuda_cpu_copy_symbol(variable, size, to, bytes, offset, kind, 0, 0, nullptr)
                    : cudaErrorInvalidSymbol;
}

static inline cudaError_t cudaGetSymbolAddress(void **pointer, const char *symbol) {
    size_t size = 0;
    void *const variable = legacy_symbol(symbol, &size);
    return variable ? cuda_cpu_symbol_address(pointer, variable, size) : cudaErrorInvalidSymbol;
}

static inline cudaError_t cudaGetSymbolSize(size_t *size, const char *symbol) {
    return legacy_symbol(symbol, size) ? cudaSuccess : cudaErrorInvalidSymbol;
}

#endif

#endif
