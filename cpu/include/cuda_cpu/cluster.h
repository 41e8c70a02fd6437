// SPDX-License-Identifier: MIT
// Launches with attributes (cudaLaunchKernelEx), and clusters: blocks that run at the same time and
// reach each other's shared memory. cooperative_groups.h has them as a group.
#ifndef CUDA_CPU_CLUSTER_H
#define CUDA_CPU_CLUSTER_H

#include "cuda_cpu/function.h"
#include "cuda_cpu/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

// The cluster of the block at hand; of 1 x 1 x 1 where none was given.
struct cuda_cpu_cluster {
    unsigned shape[3], rank;
    int given;
};
void cuda_cpu_ask_cluster(struct cuda_cpu_cluster *cluster);
// Called by one thread of each block of the cluster while the others of the block wait for it.
void cuda_cpu_sync_cluster(void);
// The same variable or place in the shared memory of another block of the cluster.
void *cuda_cpu_cluster_map(const void *shared, unsigned rank);
int cuda_cpu_in_dynamic_shared(const void *address);

#ifdef __cplusplus
} // extern "C"
#endif

#ifdef CUDA_CPU_DEVICE
// ---- launches ----------------------------------------------------------------------------------

enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributePriority = 8
};

enum cudaClusterSchedulingPolicy {
    cudaClusterSchedulingPolicyDefault = 0,
    cudaClusterSchedulingPolicySpread = 1,
    cudaClusterSchedulingPolicyLoadBalancing = 2
};

union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative, programmaticStreamSerializationAllowed, priority;
    struct {
        unsigned x, y, z;
    } clusterDim;
    enum cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
};

typedef struct cudaLaunchAttribute_st {
    enum cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
} cudaLaunchAttribute;

typedef struct cudaLaunchConfig_st {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
} cudaLaunchConfig_t;

namespace cuda_cpu {

// What a configuration's attributes ask for. A launch always waits for the one before it in its
// stream, so those that allow it not to change nothing.
static inline cudaError_t read_attributes(const cudaLaunchConfig_t *config, unsigned cluster[3],
                                          bool *cooperative) {
    for (unsigned i = 0; config && i < config->numAttrs; i++) {
        const cudaLaunchAttribute &attribute = config->attrs[i];
        switch (attribute.id) {
        case cudaLaunchAttributeIgnore:
        case cudaLaunchAttributeClusterSchedulingPolicyPreference:
        case cudaLaunchAttributeProgrammaticStreamSerialization:
        case cudaLaunchAttributePriority:
            break;
        case cudaLaunchAttributeCooperative:
            *cooperative = attribute.val.cooperative != 0;
            break;
        case cudaLaunchAttributeClusterDimension:
            cluster[0] = attribute.val.clusterDim.x;
            cluster[1] = attribute.val.clusterDim.y;
            cluster[2] = attribute.val.clusterDim.z;
            break;
        default:
            return cudaErrorNotSupported;
        }
    }
    return config ? cudaSuccess : cudaErrorInvalidValue;
}

// Kept for its type: the kernel's own parameters, to which the arguments are converted.
template <class... Parameter, class... Argument>
static inline cudaError_t launch_ex(const cudaLaunchConfig_t *config,
                                    void (*function)(Parameter...), Argument &&...argument) {
    std::tuple<std::decay_t<Parameter>...> values(std::forward<Argument>(argument)...);
    return std::apply(
        [&](auto &...value) {
            void *arguments[] = {(void *)&value..., nullptr};
            unsigned cluster[3] = {};
            bool cooperative = false;
            cudaError_t error = read_attributes(config, cluster, &cooperative);
            if (error != cudaSuccess)
                return error;
            const unsigned shape[6] = {config->gridDim.x,  config->gridDim.y,  config->gridDim.z,
                                       config->blockDim.x, config->blockDim.y, config->blockDim.z};
            return cuda_cpu_launch_cluster((const void *)launchable(function), shape, arguments,
                                           config->dynamicSmemBytes, config->stream, cooperative,
                                           cluster);
        },
        values);
}

} // namespace cuda_cpu

template <class... Parameter, class... Argument>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                             void (*function)(Parameter...),
                                             Argument &&...argument) {
    return cuda_cpu::launch_ex(config, function, std::forward<Argument>(argument)...);
}

static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                              const void *function, void **arguments) {
    unsigned cluster[3] = {};
    bool cooperative = false;
    const cudaError_t error = cuda_cpu::read_attributes(config, cluster, &cooperative);
    if (error != cudaSuccess)
        return error;
    const unsigned shape[6] = {config->gridDim.x,  config->gridDim.y,  config->gridDim.z,
                               config->blockDim.x, config->blockDim.y, config->blockDim.z};
    return cuda_cpu_launch_cluster(function, shape, arguments, config->dynamicSmemBytes,
                                   config->stream, cooperative, cluster);
}

// Clusters of a kernel that run at the same time; here as many as there are cores for, and one in
// any case.
template <class Function>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, Function,
                                                         const cudaLaunchConfig_t *config) {
    unsigned shape[3] = {1, 1, 1};
    bool cooperative = false;
    int device = 0, cores = 1;
    cudaError_t error =
        clusters ? cuda_cpu::read_attributes(config, shape, &cooperative) : cudaErrorInvalidValue;
    const int size = (int)(shape[0] * shape[1] * shape[2]);
    if (error == cudaSuccess && (size < 1 || size > CUDA_CPU_MOST_CLUSTER))
        error = cudaErrorInvalidClusterSize;
    if (error != cudaSuccess)
        return error;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, device);
    *clusters = cores < size ? 1 : cores / size;
    return cudaSuccess;
}

template <class Function>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, Function,
                                                               const cudaLaunchConfig_t *config) {
    if (!size || !config)
        return cudaErrorInvalidValue;
    *size = 8;
    return cudaSuccess;
}

// ---- device code -------------------------------------------------------------------------------

// What a launch before this one left in memory is there already.
static inline void cudaGridDependencySynchronize(void) {}
static inline void cudaTriggerProgrammaticLaunchCompletion(void) {}

namespace cuda_cpu {

static inline cuda_cpu_cluster my_cluster(void) {
    cuda_cpu_cluster c;
    cuda_cpu_ask_cluster(&c);
    return c;
}

// All threads of all blocks of the cluster.
static inline void sync_cluster(const char *file, int line) {
    __syncthreads(file, line);
    if (thread_rank() == 0)
        cuda_cpu_sync_cluster();
    __syncthreads(file, line);
}

} // namespace cuda_cpu

static inline dim3 __clusterDim(void) {
    const cuda_cpu_cluster c = cuda_cpu::my_cluster();
    return dim3(c.shape[0], c.shape[1], c.shape[2]);
}
static inline dim3 __clusterIdx(void) {
    const cuda_cpu_cluster c = cuda_cpu::my_cluster();
    return dim3(blockIdx.x / c.shape[0], blockIdx.y / c.shape[1], blockIdx.z / c.shape[2]);
}
static inline dim3 __clusterGridDimInClusters(void) {
    const cuda_cpu_cluster c = cuda_cpu::my_cluster();
    return dim3(gridDim.x / c.shape[0], gridDim.y / c.shape[1], gridDim.z / c.shape[2]);
}
static inline dim3 __clusterRelativeBlockIdx(void) {
    const cuda_cpu_cluster c = cuda_cpu::my_cluster();
    return dim3(blockIdx.x % c.shape[0], blockIdx.y % c.shape[1], blockIdx.z % c.shape[2]);
}
static inline unsigned __clusterRelativeBlockRank(void) {
    return cuda_cpu::my_cluster().rank;
}
static inline unsigned __clusterSizeInBlocks(void) {
    const dim3 shape = __clusterDim();
    return shape.x * shape.y * shape.z;
}
static inline unsigned __clusterDimIsSpecified(void) {
    return cuda_cpu::my_cluster().given != 0;
}
// The barrier in two parts; here all of it is in the second.
static inline void __cluster_barrier_arrive(void) {}
static inline void __cluster_barrier_arrive_relaxed(void) {}
static inline void __cluster_barrier_wait(const char *file = __builtin_FILE(),
                                          int line = __builtin_LINE()) {
    cuda_cpu::sync_cluster(file, line);
}
static inline void *__cluster_map_shared_rank(const void *shared, unsigned rank) {
    return cuda_cpu_cluster_map(shared, rank);
}
#endif

#endif
