// SPDX-License-Identifier: MIT
// The devices: which one is the current one, what is set for each, and which reach each other's
// memory. All are this machine's CPU (properties.c).
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "device/device.h"
#include "diagnose/diagnose.h"

enum { CUDA_VERSION = 13000 }; // that the functions here are those of

// ---- which device ------------------------------------------------------------------------------

static __thread int current; // each host thread has its own

// One device, or as many pretended ones as CUDA_CPU_DEVICES says: each is this same CPU, under
// another number, and what belongs to one is no other's.
static int device_count(void) {
    static int devices;
    int known = __atomic_load_n(&devices, __ATOMIC_RELAXED);
    if (known)
        return known;
    known = cuda_cpu_asked_for("CUDA_CPU_DEVICES", CUDA_CPU_MOST_DEVICES);
    known = known ? known : 1;
    __atomic_store_n(&devices, known, __ATOMIC_RELAXED);
    return known;
}

bool cuda_cpu_device_exists(int device) {
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
    if (cuda_cpu_in_callback)
        return cuda_cpu_error(cuda_cpu_obstacle());
    *device = current;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
    if (!cuda_cpu_device_exists(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if (cuda_cpu_in_callback || cuda_cpu_sticky() == cudaErrorDevicesUnavailable)
        return cuda_cpu_error(cuda_cpu_obstacle());
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
    if (!cuda_cpu_device_exists(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    snprintf(id, (size_t)room, "0000:%02X:00.0", (unsigned)device & 0xff);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
    unsigned domain = 0, bus;
    if (!device || !id)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (sscanf(id, "%x:%x:0.0", &domain, &bus) != 2 &&
        (domain = 0, sscanf(id, "%x:0.0", &bus) != 1))
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (domain != 0 || !cuda_cpu_device_exists((int)bus))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *device = (int)bus;
    return cudaSuccess;
}

// ---- what is set for a device ------------------------------------------------------------------

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned flags_of[CUDA_CPU_MOST_DEVICES];
static enum cudaFuncCache cache_of[CUDA_CPU_MOST_DEVICES];
static enum cudaSharedMemConfig banks_of[CUDA_CPU_MOST_DEVICES];
static bool peer_access[CUDA_CPU_MOST_DEVICES][CUDA_CPU_MOST_DEVICES];
// by enum cudaLimit, as an H200 starts with; all devices have one set
static size_t limits[] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};

// Which devices may be taken where a program names none; that is always the first here.
cudaError_t cudaSetValidDevices(int *devices, int count) {
    if (count < 0 || count > device_count() || (count > 0 && !devices))
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (int i = 0; i < count; i++)
        if (!cuda_cpu_device_exists(devices[i]))
            return cuda_cpu_error(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    enum { FLAGS_ARE_VALID = 1 };
    if (!cuda_cpu_device_exists(device))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if (flags > FLAGS_ARE_VALID || device_flags >= 32)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (cuda_cpu_sticky() == cudaErrorDevicesUnavailable)
        return cuda_cpu_error(cudaErrorDevicesUnavailable);
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
    if (!cuda_cpu_device_exists(device) || !cuda_cpu_device_exists(peer))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *can = device != peer;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from,
                                      int to) {
    CUDA_CPU_ALIVE();
    if (!value || (unsigned)attribute - 1 >= cudaDevP2PAttrCudaArrayAccessSupported)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!cuda_cpu_device_exists(from) || !cuda_cpu_device_exists(to) || from == to)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    *value = attribute != cudaDevP2PAttrPerformanceRank;
    return cudaSuccess;
}

static cudaError_t set_peer_access(int peer, bool wanted, cudaError_t already) {
    CUDA_CPU_ALIVE();
    if (!cuda_cpu_device_exists(peer))
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if (peer == current)
        return cuda_cpu_error(wanted ? cudaErrorPeerAccessUnsupported
                                     : cudaErrorPeerAccessNotEnabled);
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

// ---- versions; the driver API, of which no function is here ------------------------------------

cudaError_t cudaDriverGetVersion(int *version) {
    if (!version)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *version = CUDA_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    return cudaDriverGetVersion(version);
}

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
