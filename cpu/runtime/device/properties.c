// SPDX-License-Identifier: MIT
// The device's properties: this machine's CPU, described in a GPU's words. What a kernel may rely
// on (limits of a block and a grid, shared memory, warp) is what an H200 answers, since the backend
// keeps to it; what the machine decides (name, cores, memory, clock, caches) is told as it is.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cuda_cpu/limits.h"
#include "device/device.h"
#include "diagnose/diagnose.h"

// ---- the machine -------------------------------------------------------------------------------

// A file of one number, such as those under /sys; -1 where there is none.
static long long number_in(const char *path) {
    long long value = -1;
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%lld", &value) != 1)
            value = -1;
        fclose(file);
    }
    return value;
}

// The value of the first line `key ... : value` of /proc/cpuinfo.
static bool cpuinfo(const char *key, char *value, size_t room) {
    char line[512];
    bool found = false;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && !found && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        found = colon && strncmp(line, key, strlen(key)) == 0;
        if (found) {
            colon += 1 + strspn(colon + 1, " \t");
            colon[strcspn(colon, "\n")] = '\0';
            snprintf(value, room, "%s", colon);
        }
    }
    if (file)
        fclose(file);
    return found;
}

static size_t total_memory(void) {
    size_t total = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    long long limit = number_in("/sys/fs/cgroup/memory.max"); // a container's share
    return limit > 0 && (size_t)limit < total ? (size_t)limit : total;
}

static size_t free_memory(void) {
    long long kilobytes = -1;
    char line[256];
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && kilobytes < 0 && fgets(line, sizeof line, file))
        sscanf(line, "MemAvailable: %lld", &kilobytes);
    if (file)
        fclose(file);
    size_t total = total_memory();
    size_t available = kilobytes >= 0 ? (size_t)kilobytes * 1024 : total;
    return available < total ? available : total;
}

// What clock64() counts, which is not what the cores run at: the time stamp counter goes on at a
// rate of its own. Where the processor does not tell it, it is measured against the system's clock.
static int clock_khz(void) {
    static int khz;
    int known = __atomic_load_n(&khz, __ATOMIC_RELAXED);
    if (known)
        return known;
#if defined(__x86_64__)
    enum { MEASURED_NS = 20000000 };
    struct timespec begin, now;
    long long ns;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    const unsigned long long first = __builtin_ia32_rdtsc();
    do {
        nanosleep(&(struct timespec){0, MEASURED_NS / 4}, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
        ns = (now.tv_sec - begin.tv_sec) * 1000000000LL + now.tv_nsec - begin.tv_nsec;
    } while (ns < MEASURED_NS);
    known = (int)((double)(__builtin_ia32_rdtsc() - first) * 1e6 / (double)ns + 0.5);
#elif defined(__aarch64__)
    unsigned long long hertz;
    __asm__("mrs %0, cntfrq_el0" : "=r"(hertz));
    known = (int)(hertz / 1000);
#else
    known = 1000000; // nanoseconds
#endif
    __atomic_store_n(&khz, known, __ATOMIC_RELAXED);
    return known;
}

static int cache_bytes(void) {
#ifdef _SC_LEVEL3_CACHE_SIZE
    long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (bytes <= 0)
        bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return bytes > 0 ? (int)bytes : 0;
#else
    return 0;
#endif
}

// The cores; or as many as CUDA_CPU_MULTIPROCESSORS says, for programs whose grids go by them: so
// `make count DEVICE=h200` counts the grids of an H200.
int cuda_cpu_multiprocessors(void) {
    static int multiprocessors;
    int known = __atomic_load_n(&multiprocessors, __ATOMIC_RELAXED);
    if (known)
        return known;
    known = cuda_cpu_asked_for("CUDA_CPU_MULTIPROCESSORS", 1024);
    known = known ? known : cuda_cpu_cores();
    __atomic_store_n(&multiprocessors, known, __ATOMIC_RELAXED);
    return known;
}

// ---- properties --------------------------------------------------------------------------------

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
    if (!p)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!cuda_cpu_device_exists(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    memset(p, 0, sizeof *p);
    p->pciBusID = device;
    if (!cpuinfo("model name", p->name, sizeof p->name - 32))
        snprintf(p->name, sizeof p->name, "CPU");
    snprintf(p->name + strlen(p->name), 32, " (%d core%s)", cuda_cpu_cores(),
             cuda_cpu_cores() == 1 ? "" : "s");
    p->totalGlobalMem = total_memory();
    p->sharedMemPerBlock = CUDA_CPU_USUAL_SHARED;
    p->sharedMemPerBlockOptin = CUDA_CPU_MOST_SHARED;
    p->sharedMemPerMultiprocessor = CUDA_CPU_CORE_SHARED;
    p->reservedSharedMemPerBlock = CUDA_CPU_CORE_SHARED - CUDA_CPU_MOST_SHARED;
    p->regsPerBlock = p->regsPerMultiprocessor = CUDA_CPU_REGISTERS;
    p->warpSize = CUDA_CPU_WARP;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = CUDA_CPU_MOST_THREADS;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = CUDA_CPU_MOST_THREADS;
    p->maxThreadsDim[2] = CUDA_CPU_MOST_THREADS_Z;
    p->maxGridSize[0] = CUDA_CPU_MOST_BLOCKS_X;
    p->maxGridSize[1] = p->maxGridSize[2] = CUDA_CPU_MOST_BLOCKS_YZ;
    p->totalConstMem = CUDA_CPU_CONSTANT_BYTES;
    p->major = 9;
    p->minor = 0;
    p->textureAlignment = p->surfaceAlignment = 512;
    p->texturePitchAlignment = 32;
    p->multiProcessorCount = cuda_cpu_multiprocessors();
    p->integrated = 1; // it is the host's own memory
    p->canMapHostMemory = 1;
    p->maxTexture1D = 131072;
    p->maxTexture1DLinear = 268435456;
    p->maxTexture2D[0] = 131072;
    p->maxTexture2D[1] = 65536;
    p->maxTexture2DLinear[0] = 131072;
    p->maxTexture2DLinear[1] = 65000;
    p->maxTexture2DLinear[2] = 2097120;
    p->maxTexture3D[0] = p->maxTexture3D[1] = p->maxTexture3D[2] = 16384;
    p->maxTexture3DAlt[0] = p->maxTexture3DAlt[1] = 8192;
    p->maxTexture3DAlt[2] = 32768;
    p->maxTexture1DMipmap = p->maxTexture2DMipmap[0] = p->maxTexture2DMipmap[1] = 32768;
    p->maxTexture2DGather[0] = p->maxTexture2DGather[1] = 32768;
    p->maxTexture1DLayered[0] = p->maxSurface1DLayered[0] = 32768;
    p->maxTexture1DLayered[1] = p->maxSurface1DLayered[1] = 2048;
    p->maxTexture2DLayered[0] = p->maxTexture2DLayered[1] = 32768;
    p->maxSurface2DLayered[0] = p->maxSurface2DLayered[1] = 32768;
    p->maxTexture2DLayered[2] = p->maxSurface2DLayered[2] = 2048;
    p->maxTextureCubemap = p->maxTextureCubemapLayered[0] = 32768;
    p->maxSurfaceCubemap = p->maxSurfaceCubemapLayered[0] = 32768;
    p->maxTextureCubemapLayered[1] = p->maxSurfaceCubemapLayered[1] = 2046;
    p->maxSurface1D = 32768;
    p->maxSurface2D[0] = 131072;
    p->maxSurface2D[1] = 65536;
    p->maxSurface3D[0] = p->maxSurface3D[1] = p->maxSurface3D[2] = 16384;
    p->hostRegisterSupported = p->unifiedFunctionPointers = 1;
    p->multiGpuBoardGroupID = device;
    p->deviceNumaId = p->hostNumaId = -1;
    p->concurrentKernels = p->cooperativeLaunch = p->memoryPoolsSupported = 1;
    p->asyncEngineCount = 2;
    p->unifiedAddressing = 1;
    p->l2CacheSize = cache_bytes();
    p->maxThreadsPerMultiProcessor = CUDA_CPU_MOST_THREADS; // a core runs one block at a time
    p->maxBlocksPerMultiProcessor = 1;
    p->streamPrioritiesSupported = 1; // as an H200's: they change nothing here
    p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    p->managedMemory = p->concurrentManagedAccess = 1;
    p->hostNativeAtomicSupported = 1;
    p->pageableMemoryAccess = p->pageableMemoryAccessUsesHostPageTables = 0; // a mistake, mostly
    p->canUseHostPointerForRegisteredMem = 1;
    p->directManagedMemAccessFromHost = 1;
    p->computePreemptionSupported = 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    struct cudaDeviceProp p;
    if (!value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (cuda_cpu_in_callback)
        return cuda_cpu_error(cuda_cpu_obstacle());
    cudaError_t error = cudaGetDeviceProperties(&p, device);
    if (error != cudaSuccess)
        return error;
    const struct {
        enum cudaDeviceAttr attribute;
        long long value;
    } table[] = {
        {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
        {cudaDevAttrMaxBlockDimX, p.maxThreadsDim[0]},
        {cudaDevAttrMaxBlockDimY, p.maxThreadsDim[1]},
        {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
        {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
        {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
        {cudaDevAttrMaxGridDimZ, p.maxGridSize[2]},
        {cudaDevAttrMaxSharedMemoryPerBlock, (int)p.sharedMemPerBlock},
        {cudaDevAttrTotalConstantMemory, (int)p.totalConstMem},
        {cudaDevAttrWarpSize, p.warpSize},
        {cudaDevAttrMaxPitch, (int)p.memPitch},
        {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
        {cudaDevAttrClockRate, attribute == cudaDevAttrClockRate ? clock_khz() : 0},
        {cudaDevAttrTextureAlignment, (int)p.textureAlignment},
        {cudaDevAttrGpuOverlap, 1},
        {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
        {cudaDevAttrKernelExecTimeout, 0},
        {cudaDevAttrIntegrated, p.integrated},
        {cudaDevAttrCanMapHostMemory, p.canMapHostMemory},
        {cudaDevAttrComputeMode, 0},
        {cudaDevAttrMaxTexture1DWidth, p.maxTexture1D},
        {cudaDevAttrMaxTexture2DWidth, p.maxTexture2D[0]},
        {cudaDevAttrMaxTexture2DHeight, p.maxTexture2D[1]},
        {cudaDevAttrSurfaceAlignment, (int)p.surfaceAlignment},
        {cudaDevAttrConcurrentKernels, p.concurrentKernels},
        {cudaDevAttrEccEnabled, p.ECCEnabled},
        {cudaDevAttrPciBusId, p.pciBusID},
        {cudaDevAttrPciDeviceId, p.pciDeviceID},
        {cudaDevAttrPciDomainId, p.pciDomainID},
        {cudaDevAttrTccDriver, p.tccDriver},
        {cudaDevAttrMemoryClockRate, 0}, // not to be read without privileges
        {cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
        {cudaDevAttrL2CacheSize, p.l2CacheSize},
        {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
        {cudaDevAttrAsyncEngineCount, p.asyncEngineCount},
        {cudaDevAttrUnifiedAddressing, p.unifiedAddressing},
        {cudaDevAttrTexturePitchAlignment, (int)p.texturePitchAlignment},
        {cudaDevAttrMaxTexture1DLinearWidth, p.maxTexture1DLinear},
        {cudaDevAttrMaxTexture2DLinearWidth, p.maxTexture2DLinear[0]},
        {cudaDevAttrMaxTexture2DLinearHeight, p.maxTexture2DLinear[1]},
        {cudaDevAttrMaxTexture2DLinearPitch, p.maxTexture2DLinear[2]},
        {cudaDevAttrComputeCapabilityMajor, p.major},
        {cudaDevAttrComputeCapabilityMinor, p.minor},
        {cudaDevAttrStreamPrioritiesSupported, p.streamPrioritiesSupported},
        {cudaDevAttrGlobalL1CacheSupported, p.globalL1CacheSupported},
        {cudaDevAttrLocalL1CacheSupported, p.localL1CacheSupported},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, (int)p.sharedMemPerMultiprocessor},
        {cudaDevAttrMaxRegistersPerMultiprocessor, p.regsPerMultiprocessor},
        {cudaDevAttrManagedMemory, p.managedMemory},
        {cudaDevAttrIsMultiGpuBoard, p.isMultiGpuBoard},
        {cudaDevAttrHostNativeAtomicSupported, p.hostNativeAtomicSupported},
        {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2},
        {cudaDevAttrPageableMemoryAccess, p.pageableMemoryAccess},
        {cudaDevAttrConcurrentManagedAccess, p.concurrentManagedAccess},
        {cudaDevAttrComputePreemptionSupported, p.computePreemptionSupported},
        {cudaDevAttrCanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem},
        {cudaDevAttrCooperativeLaunch, p.cooperativeLaunch},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, (int)p.sharedMemPerBlockOptin},
        {cudaDevAttrPageableMemoryAccessUsesHostPageTables, 1},
        {cudaDevAttrDirectManagedMemAccessFromHost, 1},
        {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
        {cudaDevAttrReservedSharedMemoryPerBlock, (int)p.reservedSharedMemPerBlock},
        {cudaDevAttrMaxTexture3DWidth, p.maxTexture3D[0]},
        {cudaDevAttrMaxTexture3DHeight, p.maxTexture3D[1]},
        {cudaDevAttrMaxTexture3DDepth, p.maxTexture3D[2]},
        {cudaDevAttrMaxTexture3DWidthAlt, p.maxTexture3DAlt[0]},
        {cudaDevAttrMaxTexture3DHeightAlt, p.maxTexture3DAlt[1]},
        {cudaDevAttrMaxTexture3DDepthAlt, p.maxTexture3DAlt[2]},
        {cudaDevAttrMaxTexture1DMipmappedWidth, p.maxTexture1DMipmap},
        {cudaDevAttrMaxTexture2DMipmappedWidth, p.maxTexture2DMipmap[0]},
        {cudaDevAttrMaxTexture2DMipmappedHeight, p.maxTexture2DMipmap[1]},
        {cudaDevAttrMaxTexture2DGatherWidth, p.maxTexture2DGather[0]},
        {cudaDevAttrMaxTexture2DGatherHeight, p.maxTexture2DGather[1]},
        {cudaDevAttrMaxTexture1DLayeredWidth, p.maxTexture1DLayered[0]},
        {cudaDevAttrMaxTexture1DLayeredLayers, p.maxTexture1DLayered[1]},
        {cudaDevAttrMaxTexture2DLayeredWidth, p.maxTexture2DLayered[0]},
        {cudaDevAttrMaxTexture2DLayeredHeight, p.maxTexture2DLayered[1]},
        {cudaDevAttrMaxTexture2DLayeredLayers, p.maxTexture2DLayered[2]},
        {cudaDevAttrMaxTextureCubemapWidth, p.maxTextureCubemap},
        {cudaDevAttrMaxTextureCubemapLayeredWidth, p.maxTextureCubemapLayered[0]},
        {cudaDevAttrMaxTextureCubemapLayeredLayers, p.maxTextureCubemapLayered[1]},
        {cudaDevAttrMaxSurface1DWidth, p.maxSurface1D},
        {cudaDevAttrMaxSurface2DWidth, p.maxSurface2D[0]},
        {cudaDevAttrMaxSurface2DHeight, p.maxSurface2D[1]},
        {cudaDevAttrMaxSurface3DWidth, p.maxSurface3D[0]},
        {cudaDevAttrMaxSurface3DHeight, p.maxSurface3D[1]},
        {cudaDevAttrMaxSurface3DDepth, p.maxSurface3D[2]},
        {cudaDevAttrMaxSurface1DLayeredWidth, p.maxSurface1DLayered[0]},
        {cudaDevAttrMaxSurface1DLayeredLayers, p.maxSurface1DLayered[1]},
        {cudaDevAttrMaxSurface2DLayeredWidth, p.maxSurface2DLayered[0]},
        {cudaDevAttrMaxSurface2DLayeredHeight, p.maxSurface2DLayered[1]},
        {cudaDevAttrMaxSurface2DLayeredLayers, p.maxSurface2DLayered[2]},
        {cudaDevAttrMaxSurfaceCubemapWidth, p.maxSurfaceCubemap},
        {cudaDevAttrMaxSurfaceCubemapLayeredWidth, p.maxSurfaceCubemapLayered[0]},
        {cudaDevAttrMaxSurfaceCubemapLayeredLayers, p.maxSurfaceCubemapLayered[1]},
        {cudaDevAttrMultiGpuBoardGroupID, p.multiGpuBoardGroupID},
        {cudaDevAttrHostRegisterSupported, p.hostRegisterSupported},
        {cudaDevAttrHostRegisterReadOnlySupported, p.hostRegisterReadOnlySupported},
        {cudaDevAttrSparseCudaArraySupported, p.sparseCudaArraySupported},
        {cudaDevAttrMaxPersistingL2CacheSize, p.persistingL2CacheMaxSize},
        {cudaDevAttrMaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize},
        {cudaDevAttrTimelineSemaphoreInteropSupported, p.timelineSemaphoreInteropSupported},
        {cudaDevAttrGPUDirectRDMASupported, p.gpuDirectRDMASupported},
        {cudaDevAttrMemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes},
        {cudaDevAttrDeferredMappingCudaArraySupported, p.deferredMappingCudaArraySupported},
        {cudaDevAttrIpcEventSupport, p.ipcEventSupported},
        {cudaDevAttrNumaConfig, p.deviceNumaConfig},
        {cudaDevAttrNumaId, p.deviceNumaId},
        {cudaDevAttrHostNumaId, p.hostNumaId},
        {cudaDevAttrMpsEnabled, p.mpsEnabled},
        {cudaDevAttrMemoryPoolsSupported, p.memoryPoolsSupported},
        {cudaDevAttrClusterLaunch, p.clusterLaunch},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].attribute == attribute) {
            *value = (int)table[i].value;
            return cudaSuccess;
        }
    return cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    CUDA_CPU_ALIVE();
    if (free_bytes)
        *free_bytes = free_memory();
    if (total_bytes)
        *total_bytes = total_memory();
    return cudaSuccess;
}
