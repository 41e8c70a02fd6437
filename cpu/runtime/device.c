// SPDX-License-Identifier: MIT
// The device: this machine's CPU, described in a GPU's words. What a kernel may rely on (limits of
// a block and a grid, shared memory, warp) is what an H200 answers, since the backend keeps to it;
// what the machine decides (name, cores, memory, clock, caches) is told as it is.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

enum { CUDA_VERSION = 13000 }; // that the functions here are those of

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

// ---- which device ------------------------------------------------------------------------------

enum { MOST_DEVICES = 16 };

static __thread int current; // each host thread has its own

// The cores; or as many as CUDA_CPU_MULTIPROCESSORS says, for programs whose grids go by them: so
// `make count DEVICE=h200` counts the grids of an H200.
static int told_multiprocessors(void) {
    const char *asked = getenv("CUDA_CPU_MULTIPROCESSORS");
    const int count = asked ? atoi(asked) : 0;
    return count > 0 && count <= 1024 ? count : cuda_cpu_cores();
}

// One device, or as many pretended ones as CUDA_CPU_DEVICES says: each is this same CPU, under
// another number, and what belongs to one is no other's.
static int device_count(void) {
    static int devices;
    int known = __atomic_load_n(&devices, __ATOMIC_RELAXED);
    if (known)
        return known;
    const char *asked = getenv("CUDA_CPU_DEVICES");
    known = asked ? atoi(asked) : 1;
    known = known < 1 ? 1 : known > MOST_DEVICES ? MOST_DEVICES : known;
    __atomic_store_n(&devices, known, __ATOMIC_RELAXED);
    return known;
}

static bool exists(int device) {
    return device >= 0 && device < device_count();
}

int cuda_cpu_device(void) {
    return current;
}

cudaError_t cudaGetDeviceCount(int *count) {
    if (!count)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *count = device_count();
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device) {
    if (!device)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *device = current;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
    if (!exists(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    current = device;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wish) {
    if (!device || !wish)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *device = 0; // they are all alike
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int room, int device) {
    if (!id || room < 13)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!exists(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    snprintf(id, (size_t)room, "0000:%02X:00.0", (unsigned)device & 0xff);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
    unsigned domain = 0, bus;
    if (!device || !id)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if ((sscanf(id, "%x:%x:0.0", &domain, &bus) != 2 &&
         (domain = 0, sscanf(id, "%x:0.0", &bus) != 1)) ||
        domain != 0 || !exists((int)bus))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *device = (int)bus;
    return cudaSuccess;
}

// ---- what is set for a device ------------------------------------------------------------------

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned flags_of[MOST_DEVICES];
static enum cudaFuncCache cache_of[MOST_DEVICES];
static enum cudaSharedMemConfig banks_of[MOST_DEVICES];
static bool peer_access[MOST_DEVICES][MOST_DEVICES];
// by enum cudaLimit, as an H200 starts with; all devices have one set
static size_t limits[] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};

// Which devices may be taken where a program names none; that is always the first here.
cudaError_t cudaSetValidDevices(int *devices, int count) {
    if (count < 0 || count > device_count() || (count > 0 && !devices))
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (int i = 0; i < count; i++)
        if (!exists(devices[i]))
            return cuda_cpu_error(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    enum { FLAGS_ARE_VALID = 1 };
    if (!exists(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if (flags > FLAGS_ARE_VALID || device_flags >= 32)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (flags & FLAGS_ARE_VALID)
        flags_of[device] = device_flags;
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    if (flags >= 32)
        return cuda_cpu_error(cudaErrorInvalidValue);
    flags_of[current] = flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    if (!flags)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *flags = flags_of[current] | cudaDeviceMapHost;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    CUDA_CPU_ALIVE();
    if (!value)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if ((unsigned)limit >= sizeof limits / sizeof *limits)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pthread_mutex_lock(&lock);
    *value = limits[limit];
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    CUDA_CPU_ALIVE();
    if ((unsigned)limit >= sizeof limits / sizeof *limits)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pthread_mutex_lock(&lock);
    limits[limit] = value;
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    CUDA_CPU_ALIVE();
    if (!config)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *config = cache_of[current];
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
    CUDA_CPU_ALIVE();
    if ((unsigned)config > cudaFuncCachePreferEqual)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cache_of[current] = config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    CUDA_CPU_ALIVE();
    if (!config)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *config = banks_of[current];
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    CUDA_CPU_ALIVE();
    if ((unsigned)config > cudaSharedMemBankSizeEightByte)
        return cuda_cpu_error(cudaErrorInvalidValue);
    banks_of[current] = config;
    return cudaSuccess;
}

// A profiler of CPU programs is started from outside.
cudaError_t cudaProfilerStart(void) {
    CUDA_CPU_ALIVE();
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void) {
    CUDA_CPU_ALIVE();
    return cudaSuccess;
}

// ---- peers -------------------------------------------------------------------------------------

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    CUDA_CPU_ALIVE();
    if (!can)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!exists(device) || !exists(peer))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *can = device != peer;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from,
                                      int to) {
    CUDA_CPU_ALIVE();
    if (!value || (unsigned)attribute - 1 >= cudaDevP2PAttrCudaArrayAccessSupported)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!exists(from) || !exists(to) || from == to)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *value = attribute != cudaDevP2PAttrPerformanceRank;
    return cudaSuccess;
}

static cudaError_t set_peer_access(int peer, bool wanted, cudaError_t already) {
    CUDA_CPU_ALIVE();
    if (!exists(peer) || peer == current)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    pthread_mutex_lock(&lock);
    bool before = peer_access[current][peer];
    peer_access[current][peer] = wanted;
    pthread_mutex_unlock(&lock);
    return before == wanted ? cuda_cpu_error(already) : cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    if (flags != 0)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return set_peer_access(peer, true, cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return set_peer_access(peer, false, cudaErrorPeerAccessNotEnabled);
}

// ---- properties --------------------------------------------------------------------------------

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
    if (!p)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!exists(device))
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
    p->multiProcessorCount = told_multiprocessors();
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
    p->streamPrioritiesSupported = 0;
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

cudaError_t cudaDriverGetVersion(int *version) {
    if (!version)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *version = CUDA_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    return cudaDriverGetVersion(version);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    CUDA_CPU_ALIVE();
    if (!free_bytes || !total_bytes)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *free_bytes = free_memory();
    *total_bytes = total_memory();
    return cudaSuccess;
}

// ---- the driver API: no function of it is here -------------------------------------------------

cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned version,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *status) {
    if (!name || !*name || !function || version > CUDA_VERSION ||
        flags > cudaEnablePerThreadDefaultStream)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *function = NULL;
    if (status)
        *status = cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status) {
    return cudaGetDriverEntryPointByVersion(name, function, CUDA_VERSION, flags, status);
}

// ---- other processes ---------------------------------------------------------------------------

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer) {
    (void)handle, (void)pointer;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned flags) {
    (void)pointer, (void)handle, (void)flags;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaIpcCloseMemHandle(void *pointer) {
    (void)pointer;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
    (void)handle, (void)event;
    return cuda_cpu_error(cudaErrorNotSupported);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
    (void)event, (void)handle;
    return cuda_cpu_error(cudaErrorNotSupported);
}
