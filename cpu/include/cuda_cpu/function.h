// SPDX-License-Identifier: MIT
// Kernels as values: their attributes, occupancy, and launches by a call (cudaLaunchKernel) instead
// of <<<>>>. A kernel's address says nothing of its arguments; so where the source makes an untyped
// pointer of a kernel's name, cuda2cpp has launchable() note how the kernel is called.
#ifndef CUDA_CPU_FUNCTION_H
#define CUDA_CPU_FUNCTION_H

#include "cuda_cpu/grid.h"

#ifdef CUDA_CPU_DEVICE
#include "cuda_cpu/launch.h"
#endif
#ifdef __cplusplus
extern "C" {
#endif

struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
    int maxDynamicSharedSizeBytes, preferredShmemCarveout;
    int clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
    int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
    cudaFuncAttributeClusterSchedulingPolicyPreference = 15
};

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100
};

#define cudaOccupancyDefault 0u
#define cudaOccupancyDisableCachingOverride 1u

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function);
cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int threads, size_t shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                   const void *function,
                                                                   int threads, size_t shared,
                                                                   unsigned flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *function,
                                                      int blocks, int threads);

// ---- the seam to function.c and cooperative.c --------------------------------------------------

// Notes how the kernel at this address is called: `bind` sets up a grid with a copy of arguments.
void cuda_cpu_note_function(const void *function,
                            void (*bind)(struct cuda_cpu_grid *grid, const void *function,
                                         void **arguments));
cudaError_t cuda_cpu_launch_function(const void *function, const unsigned shape[6],
                                     void **arguments, size_t shared, cudaStream_t stream,
                                     int cooperative);
// The same with clusters of that many blocks along each axis; 0: none.
cudaError_t cuda_cpu_launch_cluster(const void *function, const unsigned shape[6], void **arguments,
                                    size_t shared, cudaStream_t stream, int cooperative,
                                    const unsigned cluster[3]);
// Called by one thread of each block of a cooperative launch while the others wait for it.
void cuda_cpu_sync_grid(void);
int cuda_cpu_is_cooperative(void);

#ifdef __cplusplus
} // extern "C"
#endif

#ifdef CUDA_CPU_DEVICE
namespace cuda_cpu {

template <class... Parameter, size_t... I>
static inline void bind_arguments(cuda_cpu_grid *grid, void (*function)(Parameter...),
                                  void **arguments, std::index_sequence<I...>) {
    (void)arguments;
    const auto call = [function](auto &...argument) { ::cuda_cpu::call(function, argument...); };
    using kernel = bound_kernel<std::decay_t<decltype(call)>, kept<std::decay_t<Parameter>>...>;
    const kernel bound{call,
                       {handed_on<std::decay_t<Parameter>>(
                           *static_cast<const std::decay_t<Parameter> *>(arguments[I]))...}};
    check_arguments(grid->name, bound.arguments);
    grid->closure = bound.for_device();
    grid->closure_bytes = sizeof bound;
    grid->run_blocks = run_blocks<kernel>;
    grid->run_thread = run_thread<kernel>;
}

template <class... Parameter>
static void bind(cuda_cpu_grid *grid, const void *function, void **arguments) {
    bind_arguments(grid, (void (*)(Parameter...))function, arguments,
                   std::index_sequence_for<Parameter...>());
}

template <class... Parameter>
static inline auto launchable(void (*function)(Parameter...)) -> decltype(function) {
    cuda_cpu_note_function((const void *)function, bind<Parameter...>);
    return function;
}

template <class T> static inline T *launchable(T *address) { // whose type was lost before
    return address;
}

static inline const void *launchable(const void *address) { // 0, nullptr
    return address;
}

static inline cudaError_t launch_by_call(const void *function, dim3 grid, dim3 block,
                                         void **arguments, size_t shared, cudaStream_t stream,
                                         bool cooperative) {
    const unsigned shape[6] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
    return cuda_cpu_launch_function(function, shape, arguments, shared, stream, cooperative);
}

// The occupancy calculator: the block, and the grid that fills the device, for most threads at
// once.
template <class SharedOf>
static inline cudaError_t best_block(int *grid, int *block, SharedOf shared_of, int limit) {
    int device, cores, most, blocks = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error != cudaSuccess)
        return error;
    cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerBlock, device);
    most = limit > 0 && limit < most ? limit : most;
    for (int threads = most; threads > 0 && blocks == 0;
         threads -= threads % 32 ? threads % 32 : 32) {
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nullptr, threads,
                                                              shared_of(threads));
        if (error != cudaSuccess)
            return error;
        *block = threads;
    }
    *grid = cores * blocks;
    return cudaSuccess;
}

} // namespace cuda_cpu

static inline cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                                           void **arguments, size_t shared = 0,
                                           cudaStream_t stream = nullptr) {
    return cuda_cpu::launch_by_call(function, grid, block, arguments, shared, stream, false);
}

static inline cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                                      void **arguments, size_t shared = 0,
                                                      cudaStream_t stream = nullptr) {
    return cuda_cpu::launch_by_call(function, grid, block, arguments, shared, stream, true);
}

template <class... Parameter>
static inline cudaError_t cudaLaunchKernel(void (*function)(Parameter...), dim3 grid, dim3 block,
                                           void **arguments, size_t shared = 0,
                                           cudaStream_t stream = nullptr) {
    return cudaLaunchKernel((const void *)cuda_cpu::launchable(function), grid, block, arguments,
                            shared, stream);
}

template <class... Parameter>
static inline cudaError_t
cudaLaunchCooperativeKernel(void (*function)(Parameter...), dim3 grid, dim3 block, void **arguments,
                            size_t shared = 0, cudaStream_t stream = nullptr) {
    return cudaLaunchCooperativeKernel((const void *)cuda_cpu::launchable(function), grid, block,
                                       arguments, shared, stream);
}

template <class... P>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                                void (*function)(P...)) {
    return cudaFuncGetAttributes(attributes, (const void *)function);
}

template <class... P>
static inline cudaError_t cudaFuncSetAttribute(void (*function)(P...), cudaFuncAttribute attribute,
                                               int value) {
    return cudaFuncSetAttribute((const void *)function, attribute, value);
}

template <class... P>
static inline cudaError_t cudaFuncSetCacheConfig(void (*function)(P...), cudaFuncCache config) {
    return cudaFuncSetCacheConfig((const void *)function, config);
}

template <class... P>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*function)(P...), int threads,
                                              size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function, threads,
                                                         shared);
}

template <class... P>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, void (*function)(P...),
                                                       int threads, size_t shared, unsigned flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)function,
                                                                  threads, shared, flags);
}

template <class... P>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared,
                                                                    void (*function)(P...),
                                                                    int blocks, int threads) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(shared, (const void *)function, blocks,
                                                     threads);
}

template <class Function>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, Function,
                                                             size_t shared = 0, int limit = 0) {
    return cuda_cpu::best_block(
        grid, block, [shared](int) { return shared; }, limit);
}

template <class Function>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                                      Function f, size_t shared = 0,
                                                                      int limit = 0, unsigned = 0) {
    return cudaOccupancyMaxPotentialBlockSize(grid, block, f, shared, limit);
}

template <class Shared, class Function>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block,
                                                                         Function, Shared shared_of,
                                                                         int limit = 0) {
    return cuda_cpu::best_block(grid, block, shared_of, limit);
}

template <class Shared, class Function>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid, int *block, Function, Shared shared_of, int limit = 0, unsigned = 0) {
    return cuda_cpu::best_block(grid, block, shared_of, limit);
}

template <class Function>
static inline cudaError_t cudaFuncSetSharedMemConfig(Function, cudaSharedMemConfig config) {
    return (unsigned)config <= cudaSharedMemBankSizeEightByte ? cudaSuccess : cudaErrorInvalidValue;
}
#endif

#endif
