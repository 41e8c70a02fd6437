// SPDX-License-Identifier: MIT
// The host's side of CUDA: the runtime functions that the CPU backend answers, with the error codes
// that a GPU's runtime gives for the same mistakes. Readable from C, as the runtime itself is.
#ifndef CUDA_CPU_API_H
#define CUDA_CPU_API_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_cpu/errors.h"

#ifdef __cplusplus
#define CUDA_CPU_DEFAULT(value) = value
extern "C" {
#else
#define CUDA_CPU_DEFAULT(value)
#endif

// ---- errors ------------------------------------------------------------------------------------

cudaError_t cudaGetLastError(void); // the last failure of this host thread; clears it
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

// ---- the device: the CPU, told as a GPU would tell itself --------------------------------------

typedef struct CUuuid_st {
    char bytes[16];
} cudaUUID_t;

struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int multiProcessorCount, integrated, canMapHostMemory;
    int maxTexture1D, maxTexture1DLinear, maxTexture2D[2], maxTexture2DLinear[3], maxTexture3D[3];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
    int asyncEngineCount, unifiedAddressing, memoryBusWidth, l2CacheSize;
    int maxThreadsPerMultiProcessor, streamPrioritiesSupported;
    int globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, hostNativeAtomicSupported;
    int pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
    int canUseHostPointerForRegisteredMem, cooperativeLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
    int maxBlocksPerMultiProcessor;
    size_t reservedSharedMemPerBlock;
    int memoryPoolsSupported, clusterLaunch;
    char luid[8];
    unsigned luidDeviceNodeMask;
    int maxTexture1DMipmap, maxTexture2DMipmap[2], maxTexture2DGather[2], maxTexture3DAlt[3];
    int maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
    int maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
    int maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap;
    int maxSurfaceCubemapLayered[2], multiGpuBoardGroupID;
    int persistingL2CacheMaxSize, accessPolicyMaxWindowSize;
    int hostRegisterSupported, hostRegisterReadOnlySupported, sparseCudaArraySupported;
    int timelineSemaphoreInteropSupported, gpuDirectRDMASupported;
    unsigned gpuDirectRDMAFlushWritesOptions, memoryPoolSupportedHandleTypes;
    int gpuDirectRDMAWritesOrdering, deferredMappingCudaArraySupported, ipcEventSupported;
    int unifiedFunctionPointers, deviceNumaConfig, deviceNumaId, mpsEnabled, hostNumaId;
    unsigned gpuPciDeviceID, gpuPciSubsystemID;
    int hostNumaMultinodeIpcSupported;
};

enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrTotalConstantMemory = 9,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxPitch = 11,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrClockRate = 13, // kHz
    cudaDevAttrTextureAlignment = 14,
    cudaDevAttrGpuOverlap = 15,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrKernelExecTimeout = 17,
    cudaDevAttrIntegrated = 18,
    cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputeMode = 20,
    cudaDevAttrMaxTexture1DWidth = 21,
    cudaDevAttrMaxTexture2DWidth = 22,
    cudaDevAttrMaxTexture2DHeight = 23,
    cudaDevAttrMaxTexture3DWidth = 24,
    cudaDevAttrMaxTexture3DHeight = 25,
    cudaDevAttrMaxTexture3DDepth = 26,
    cudaDevAttrMaxTexture2DLayeredWidth = 27,
    cudaDevAttrMaxTexture2DLayeredHeight = 28,
    cudaDevAttrMaxTexture2DLayeredLayers = 29,
    cudaDevAttrSurfaceAlignment = 30,
    cudaDevAttrConcurrentKernels = 31,
    cudaDevAttrEccEnabled = 32,
    cudaDevAttrPciBusId = 33,
    cudaDevAttrPciDeviceId = 34,
    cudaDevAttrTccDriver = 35,
    cudaDevAttrMemoryClockRate = 36,      // kHz
    cudaDevAttrGlobalMemoryBusWidth = 37, // bits
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrAsyncEngineCount = 40,
    cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrMaxTexture1DLayeredWidth = 42,
    cudaDevAttrMaxTexture1DLayeredLayers = 43,
    cudaDevAttrMaxTexture2DGatherWidth = 45,
    cudaDevAttrMaxTexture2DGatherHeight = 46,
    cudaDevAttrMaxTexture3DWidthAlt = 47,
    cudaDevAttrMaxTexture3DHeightAlt = 48,
    cudaDevAttrMaxTexture3DDepthAlt = 49,
    cudaDevAttrPciDomainId = 50,
    cudaDevAttrTexturePitchAlignment = 51,
    cudaDevAttrMaxTextureCubemapWidth = 52,
    cudaDevAttrMaxTextureCubemapLayeredWidth = 53,
    cudaDevAttrMaxTextureCubemapLayeredLayers = 54,
    cudaDevAttrMaxSurface1DWidth = 55,
    cudaDevAttrMaxSurface2DWidth = 56,
    cudaDevAttrMaxSurface2DHeight = 57,
    cudaDevAttrMaxSurface3DWidth = 58,
    cudaDevAttrMaxSurface3DHeight = 59,
    cudaDevAttrMaxSurface3DDepth = 60,
    cudaDevAttrMaxSurface1DLayeredWidth = 61,
    cudaDevAttrMaxSurface1DLayeredLayers = 62,
    cudaDevAttrMaxSurface2DLayeredWidth = 63,
    cudaDevAttrMaxSurface2DLayeredHeight = 64,
    cudaDevAttrMaxSurface2DLayeredLayers = 65,
    cudaDevAttrMaxSurfaceCubemapWidth = 66,
    cudaDevAttrMaxSurfaceCubemapLayeredWidth = 67,
    cudaDevAttrMaxSurfaceCubemapLayeredLayers = 68,
    cudaDevAttrMaxTexture1DLinearWidth = 69,
    cudaDevAttrMaxTexture2DLinearWidth = 70,
    cudaDevAttrMaxTexture2DLinearHeight = 71,
    cudaDevAttrMaxTexture2DLinearPitch = 72,
    cudaDevAttrMaxTexture2DMipmappedWidth = 73,
    cudaDevAttrMaxTexture2DMipmappedHeight = 74,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrMaxTexture1DMipmappedWidth = 77,
    cudaDevAttrStreamPrioritiesSupported = 78,
    cudaDevAttrGlobalL1CacheSupported = 79,
    cudaDevAttrLocalL1CacheSupported = 80,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxRegistersPerMultiprocessor = 82,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrIsMultiGpuBoard = 84,
    cudaDevAttrMultiGpuBoardGroupID = 85,
    cudaDevAttrHostNativeAtomicSupported = 86,
    cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
    cudaDevAttrPageableMemoryAccess = 88,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrComputePreemptionSupported = 90,
    cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrCanFlushRemoteWrites = 98,
    cudaDevAttrHostRegisterSupported = 99,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
    cudaDevAttrDirectManagedMemAccessFromHost = 101,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrMaxPersistingL2CacheSize = 108,
    cudaDevAttrMaxAccessPolicyWindowSize = 109,
    cudaDevAttrReservedSharedMemoryPerBlock = 111,
    cudaDevAttrSparseCudaArraySupported = 112,
    cudaDevAttrHostRegisterReadOnlySupported = 113,
    cudaDevAttrTimelineSemaphoreInteropSupported = 114,
    cudaDevAttrMemoryPoolsSupported = 115,
    cudaDevAttrGPUDirectRDMASupported = 116,
    cudaDevAttrGPUDirectRDMAFlushWritesOptions = 117,
    cudaDevAttrGPUDirectRDMAWritesOrdering = 118,
    cudaDevAttrMemoryPoolSupportedHandleTypes = 119,
    cudaDevAttrClusterLaunch = 120,
    cudaDevAttrDeferredMappingCudaArraySupported = 121,
    cudaDevAttrIpcEventSupport = 125,
    cudaDevAttrMemSyncDomainCount = 126,
    cudaDevAttrNumaConfig = 130,
    cudaDevAttrNumaId = 131,
    cudaDevAttrMpsEnabled = 133,
    cudaDevAttrHostNumaId = 134,
    cudaDevAttrD3D12CigSupported = 135,
    cudaDevAttrVulkanCigSupported = 138,
    cudaDevAttrGpuPciDeviceId = 139,
    cudaDevAttrGpuPciSubsystemId = 140,
    cudaDevAttrHostNumaMemoryPoolsSupported = 142,
    cudaDevAttrHostNumaMultinodeIpcSupported = 143,
    cudaDevAttrHostMemoryPoolsSupported = 144,
    cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147
};

cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaSetValidDevices(int *devices, int count);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wish);
cudaError_t cudaDeviceGetPCIBusId(char *id, int room, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);

enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2,
    cudaLimitDevRuntimeSyncDepth = 3,
    cudaLimitDevRuntimePendingLaunchCount = 4,
    cudaLimitMaxL2FetchGranularity = 5,
    cudaLimitPersistingL2CacheSize = 6
};

// What is set is kept and told again, and changes nothing: stacks and heaps are the host's.
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);

// How wide a bank is; kept and told again, and changes nothing.
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// Devices that the environment variable CUDA_CPU_DEVICES asked for share one memory: all of them
// can reach each other's.
#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4
};
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from,
                                      int to);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);

// Functions of the driver API by their names. There are none here: the pointer becomes NULL.
#define cudaEnableDefault 0x0
#define cudaEnableLegacyStream 0x1
#define cudaEnablePerThreadDefaultStream 0x2
enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess = 0,
    cudaDriverEntryPointSymbolNotFound = 1,
    cudaDriverEntryPointVersionNotSufficent = 2
};
cudaError_t
cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long flags,
                        enum cudaDriverEntryPointQueryResult *status CUDA_CPU_DEFAULT(0));
cudaError_t
cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned version,
                                 unsigned long long flags,
                                 enum cudaDriverEntryPointQueryResult *status CUDA_CPU_DEFAULT(0));

// ---- streams and events ------------------------------------------------------------------------

typedef struct cuda_cpu_stream *cudaStream_t;
typedef struct cuda_cpu_event *cudaEvent_t;
typedef void (*cudaHostFn_t)(void *data);
#define CUDART_CB // how functions are called that the runtime calls; Windows has several ways
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);

#define cudaStreamDefault 0u
#define cudaStreamNonBlocking 1u
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaEventDefault 0u
#define cudaEventBlockingSync 1u
#define cudaEventDisableTiming 2u
#define cudaEventInterprocess 4u
#define cudaEventRecordDefault 0u
#define cudaEventWaitDefault 0u

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
// Managed memory belongs to all streams here; what is asked for is checked.
#define cudaMemAttachSingle 4u
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer,
                                     size_t bytes CUDA_CPU_DEFAULT(0),
                                     unsigned flags CUDA_CPU_DEFAULT(cudaMemAttachSingle));

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream CUDA_CPU_DEFAULT(0),
                                     unsigned flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop);

// Memory and events of other processes: cudaErrorNotSupported.
#define CUDA_IPC_HANDLE_SIZE 64
#define cudaIpcMemLazyEnablePeerAccess 1u
typedef struct cudaIpcEventHandle_st {
    char reserved[CUDA_IPC_HANDLE_SIZE];
} cudaIpcEventHandle_t;
typedef struct cudaIpcMemHandle_st {
    char reserved[CUDA_IPC_HANDLE_SIZE];
} cudaIpcMemHandle_t;
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);
cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned flags);
cudaError_t cudaIpcCloseMemHandle(void *pointer);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

// ---- memory ------------------------------------------------------------------------------------

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

#define cudaHostAllocDefault 0u
#define cudaHostAllocPortable 1u
#define cudaHostAllocMapped 2u
#define cudaHostAllocWriteCombined 4u
#define cudaMemAttachGlobal 1u
#define cudaMemAttachHost 2u
#define cudaDeviceScheduleAuto 0u
#define cudaDeviceScheduleSpin 1u
#define cudaDeviceScheduleYield 2u
#define cudaDeviceScheduleBlockingSync 4u
#define cudaDeviceBlockingSync cudaDeviceScheduleBlockingSync // its name until CUDA 4
#define cudaDeviceScheduleMask 7u
#define cudaDeviceMapHost 8u
#define cudaDeviceLmemResizeToMax 16u
#define cudaDeviceMask 255u

cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned *flags);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemset(void *to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes,
                            cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream CUDA_CPU_DEFAULT(0));

#define cudaHostRegisterDefault 0u
#define cudaHostRegisterPortable 1u
#define cudaHostRegisterMapped 2u
#define cudaHostRegisterIoMemory 4u
#define cudaHostRegisterReadOnly 8u

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *pointer);

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};

enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2,
    cudaMemLocationTypeHostNuma = 3,
    cudaMemLocationTypeHostNumaCurrent = 4
};

struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

// Behind cudaMemPrefetchAsync and cudaMemAdvise, which toolkits up to 12 give a device's number and
// later ones a location.
cudaError_t cuda_cpu_prefetch(const void *start, size_t bytes, int device, cudaStream_t stream);
cudaError_t cuda_cpu_advise(const void *start, size_t bytes, enum cudaMemoryAdvise advice,
                            int device);

// Many copies by one call. The hints say when the source may be read and where it lies: here it is
// read in the stream's order.
enum cudaMemcpySrcAccessOrder {
    cudaMemcpySrcAccessOrderInvalid = 0,
    cudaMemcpySrcAccessOrderStream = 1,
    cudaMemcpySrcAccessOrderDuringApiCall = 2,
    cudaMemcpySrcAccessOrderAny = 3
};
struct cudaMemcpyAttributes {
    enum cudaMemcpySrcAccessOrder srcAccessOrder;
    struct cudaMemLocation srcLocHint, dstLocHint;
    unsigned flags;
};
cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from, const size_t *bytes,
                                 size_t count, struct cudaMemcpyAttributes *attributes,
                                 size_t *first, size_t attribute_count, cudaStream_t stream);

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);

// The allocators behind the typed templates below.
cudaError_t cuda_cpu_malloc(void **pointer, size_t bytes);
cudaError_t cuda_cpu_malloc_pitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cuda_cpu_malloc_host(void **pointer, size_t bytes, unsigned flags);
cudaError_t cuda_cpu_host_alloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t cuda_cpu_malloc_managed(void **pointer, size_t bytes, unsigned flags);
cudaError_t cuda_cpu_host_device_pointer(void **device, void *host, unsigned flags);
// A copy between host memory and a __constant__ or __device__ variable of `size` bytes.
cudaError_t cuda_cpu_copy_symbol(void *symbol, size_t size, void *host, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind, int to_symbol, int async,
                                 cudaStream_t stream);
cudaError_t cuda_cpu_symbol_address(void **pointer, const void *symbol, size_t size);

// ---- arrays and textures -----------------------------------------------------------------------

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};

struct cudaChannelFormatDesc {
    int x, y, z, w; // bits of each channel
    enum cudaChannelFormatKind f;
};

typedef struct cuda_cpu_array *cudaArray_t;
typedef const struct cuda_cpu_array *cudaArray_const_t;
typedef struct cuda_cpu_array cudaArray;
typedef struct cuda_cpu_mipmapped_array *cudaMipmappedArray_t;
typedef const struct cuda_cpu_mipmapped_array *cudaMipmappedArray_const_t;

struct cudaExtent {
    size_t width, height, depth;
};

struct cudaPos {
    size_t x, y, z;
};

// Rows of `pitch` bytes, `ysize` of them a plane.
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    struct cudaExtent extent = {width, height, depth};
    return extent;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    struct cudaPos pos = {x, y, z};
    return pos;
}

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *start, size_t pitch, size_t xsize,
                                                        size_t ysize) {
    struct cudaPitchedPtr pointer = {start, pitch, xsize, ysize};
    return pointer;
}

// Each side is an array or pitched memory. Widths are in texels where a side is an array, else in
// bytes.
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
cudaError_t cudaMemset3D(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters);

// The same between two devices.
struct cudaMemcpy3DPeerParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    int srcDevice;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    int dstDevice;
    struct cudaExtent extent;
};

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));

#define cudaArrayDefault 0u
#define cudaArrayLayered 1u // depth counts layers
#define cudaArraySurfaceLoadStore 2u
#define cudaArrayCubemap 4u // depth counts faces: 6, or layered 6 a layer
#define cudaArrayTextureGather 8u

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent size, unsigned flags CUDA_CPU_DEFAULT(0));

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height CUDA_CPU_DEFAULT(0),
                            unsigned flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
// An array and smaller ones, each level half the size of the one before.
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *arrays,
                                     const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent size, unsigned levels,
                                     unsigned flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t arrays,
                                       unsigned level);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t arrays);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned *flags, cudaArray_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind,
                                     cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind,
                                       cudaStream_t stream CUDA_CPU_DEFAULT(0));

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind,
                                   cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, enum cudaMemcpyKind kind,
                                     cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t
cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                       size_t from_x, size_t from_y, size_t bytes,
                       enum cudaMemcpyKind kind CUDA_CPU_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t
cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                         size_t from_x, size_t from_y, size_t width, size_t height,
                         enum cudaMemcpyKind kind CUDA_CPU_DEFAULT(cudaMemcpyDeviceToDevice));

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3
};

struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            cudaMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
    unsigned flags;
};

enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3
};

enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};

struct cudaResourceViewDesc;
typedef unsigned long long cudaTextureObject_t;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object);

typedef unsigned long long cudaSurfaceObject_t;

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2
};

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);

// What a surface object points to: an array's memory, written by kernels.
struct cuda_cpu_surface {
    char *data;
    long width, height, depth; // in bytes, rows, planes or layers
    size_t plane;
};
// A surface access outside with cudaBoundaryModeTrap: the kernel ends.
__attribute__((noreturn)) void cuda_cpu_surface_trap(void);

// How a channel becomes a number where it does not stay as it is stored.
enum cuda_cpu_format {
    CUDA_CPU_FLOAT32,
    CUDA_CPU_FLOAT16,
    CUDA_CPU_SRGB8, // all but the fourth channel
    CUDA_CPU_UNSIGNED8,
    CUDA_CPU_SIGNED8,
    CUDA_CPU_UNSIGNED16,
    CUDA_CPU_SIGNED16,
    CUDA_CPU_INTEGER // read as it is, into an integer
};

// What a texture object points to: texture.c fills it in, texture.h reads it at every fetch.
struct cuda_cpu_texture {
    const char *data;
    long width, height, depth; // in texels; depth counts layers where it is layered
    size_t pitch, plane, texel_bytes, channel_bytes;
    int channels;
    enum cuda_cpu_format format;
    enum cudaTextureAddressMode address[3];
    bool linear, normalized, layered, cubemap;
    // a mipmap's levels, each as a texture of its own; 1: the texture itself
    int levels;
    const struct cuda_cpu_texture *level;
    bool between_levels; // filtered
    float level_bias, level_least, level_most;
    bool as_stored; // floats that need no conversion
    bool one_float; // one channel of them
    // unfiltered, clamped, counted in texels: as one_float, or integers of so many bytes a texel
    bool plain_float;
    size_t plain_integer;
    int last_column, last_row;
    float border[4];
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
};

#ifdef __cplusplus
} // extern "C"

template <class T> static inline cudaError_t cudaMalloc(T **pointer, size_t bytes) {
    return cuda_cpu_malloc((void **)pointer, bytes);
}

namespace cuda_cpu {

static inline int device_of(cudaMemLocation location) {
    return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

} // namespace cuda_cpu

static inline cudaError_t cudaMemPrefetchAsync(const void *start, size_t bytes,
                                               cudaMemLocation location, unsigned flags,
                                               cudaStream_t stream = nullptr) {
    return cuda_cpu_prefetch(flags ? nullptr : start, bytes, cuda_cpu::device_of(location), stream);
}

static inline cudaError_t cudaMemPrefetchAsync(const void *start, size_t bytes, int device,
                                               cudaStream_t stream = nullptr) {
    return cuda_cpu_prefetch(start, bytes, device, stream);
}

static inline cudaError_t cudaMemAdvise(const void *start, size_t bytes, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
    return cuda_cpu_advise(start, bytes, advice, cuda_cpu::device_of(location));
}

static inline cudaError_t cudaMemAdvise(const void *start, size_t bytes, cudaMemoryAdvise advice,
                                        int device) {
    return cuda_cpu_advise(start, bytes, advice, device);
}

template <class T, class U>
static inline cudaError_t cudaMemcpyBatchAsync(T *const *to, U *const *from, const size_t *bytes,
                                               size_t count, cudaMemcpyAttributes *attributes,
                                               size_t *first, size_t attribute_count,
                                               cudaStream_t stream) {
    return cudaMemcpyBatchAsync((void *const *)to, (const void *const *)from, bytes, count,
                                attributes, first, attribute_count, stream);
}

template <class T, class U>
static inline cudaError_t cudaMemcpyBatchAsync(T *const *to, U *const *from, const size_t *bytes,
                                               size_t count, cudaMemcpyAttributes attributes,
                                               cudaStream_t stream) {
    size_t first = 0;
    return cudaMemcpyBatchAsync((void *const *)to, (const void *const *)from, bytes, count,
                                &attributes, &first, 1, stream);
}

template <class T>
static inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return cuda_cpu_malloc_pitch((void **)pointer, pitch, width, height);
}

template <class T>
static inline cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned flags = 0) {
    return cuda_cpu_malloc_host((void **)pointer, bytes, flags);
}

template <class T>
static inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags) {
    return cuda_cpu_host_alloc((void **)pointer, bytes, flags);
}

template <class T>
static inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes,
                                            unsigned flags = cudaMemAttachGlobal) {
    return cuda_cpu_malloc_managed((void **)pointer, bytes, flags);
}

template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags) {
    return cuda_cpu_host_device_pointer((void **)device, host, flags);
}

template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cuda_cpu_copy_symbol((void *)&symbol, sizeof symbol, (void *)from, bytes, offset, kind,
                                1, 0, nullptr);
}

template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                                  size_t offset, cudaMemcpyKind kind,
                                                  cudaStream_t stream = nullptr) {
    return cuda_cpu_copy_symbol((void *)&symbol, sizeof symbol, (void *)from, bytes, offset, kind,
                                1, 1, stream);
}

template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cuda_cpu_copy_symbol((void *)&symbol, sizeof symbol, to, bytes, offset, kind, 0, 0,
                                nullptr);
}

template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes,
                                                    size_t offset, cudaMemcpyKind kind,
                                                    cudaStream_t stream = nullptr) {
    return cuda_cpu_copy_symbol((void *)&symbol, sizeof symbol, to, bytes, offset, kind, 0, 1,
                                stream);
}

template <class T, class S>
static inline cudaError_t cudaGetSymbolAddress(T **pointer, const S &symbol) {
    return cuda_cpu_symbol_address((void **)pointer, (const void *)&symbol, sizeof symbol);
}

template <class S> static inline cudaError_t cudaGetSymbolSize(size_t *size, const S &) {
    *size = sizeof(S);
    return cudaSuccess;
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) {
    return cudaEventCreateWithFlags(event, flags);
}
#endif

#endif
