// SPDX-License-Identifier: MIT
// The error codes of the CUDA runtime: number, name and text as a GPU's runtime gives them.
#ifndef CUDA_CPU_ERRORS_H
#define CUDA_CPU_ERRORS_H

#define CUDA_CPU_ERRORS(X)                                                                         \
    X(0, cudaSuccess, "no error")                                                                  \
    X(1, cudaErrorInvalidValue, "invalid argument")                                                \
    X(2, cudaErrorMemoryAllocation, "out of memory")                                               \
    X(3, cudaErrorInitializationError, "initialization error")                                     \
    X(9, cudaErrorInvalidConfiguration, "invalid configuration argument")                          \
    X(12, cudaErrorInvalidPitchValue, "invalid pitch argument")                                    \
    X(13, cudaErrorInvalidSymbol, "invalid device symbol")                                         \
    X(16, cudaErrorInvalidHostPointer, "invalid host pointer")                                     \
    X(17, cudaErrorInvalidDevicePointer, "invalid device pointer")                                 \
    X(18, cudaErrorInvalidTexture, "invalid texture reference")                                    \
    X(19, cudaErrorInvalidTextureBinding, "texture is not bound to a pointer")                     \
    X(20, cudaErrorInvalidChannelDescriptor, "invalid channel descriptor")                         \
    X(21, cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")                    \
    X(26, cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type")      \
    X(27, cudaErrorInvalidNormSetting, "read as normalized float not supported for data type")     \
    X(35, cudaErrorInsufficientDriver,                                                             \
      "CUDA driver version is insufficient for CUDA runtime version")                              \
    X(46, cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable")        \
    X(52, cudaErrorMissingConfiguration, "__global__ function call is not configured")             \
    X(98, cudaErrorInvalidDeviceFunction, "invalid device function")                               \
    X(100, cudaErrorNoDevice, "no CUDA-capable device is detected")                                \
    X(101, cudaErrorInvalidDevice, "invalid device ordinal")                                       \
    X(201, cudaErrorDeviceUninitialized, "invalid device context")                                 \
    X(208, cudaErrorAlreadyMapped, "resource already mapped")                                      \
    X(209, cudaErrorNoKernelImageForDevice,                                                        \
      "no kernel image is available for execution on the device")                                  \
    X(211, cudaErrorNotMapped, "resource not mapped")                                              \
    X(215, cudaErrorUnsupportedLimit, "limit is not supported on this architecture")               \
    X(217, cudaErrorPeerAccessUnsupported,                                                         \
      "peer access is not supported between these two devices")                                    \
    X(304, cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS")       \
    X(400, cudaErrorInvalidResourceHandle, "invalid resource handle")                              \
    X(401, cudaErrorIllegalState, "the operation cannot be performed in the present state")        \
    X(500, cudaErrorSymbolNotFound, "named symbol not found")                                      \
    X(600, cudaErrorNotReady, "device not ready")                                                  \
    X(700, cudaErrorIllegalAddress, "an illegal memory access was encountered")                    \
    X(701, cudaErrorLaunchOutOfResources, "too many resources requested for launch")               \
    X(702, cudaErrorLaunchTimeout, "the launch timed out and was terminated")                      \
    X(704, cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled")                    \
    X(705, cudaErrorPeerAccessNotEnabled, "peer access has not been enabled")                      \
    X(708, cudaErrorSetOnActiveProcess, "cannot set while device is active in this process")       \
    X(709, cudaErrorContextIsDestroyed, "context is destroyed")                                    \
    X(710, cudaErrorAssert, "device-side assert triggered")                                        \
    X(712, cudaErrorHostMemoryAlreadyRegistered,                                                   \
      "part or all of the requested memory range is already mapped")                               \
    X(713, cudaErrorHostMemoryNotRegistered,                                                       \
      "pointer does not correspond to a registered memory region")                                 \
    X(715, cudaErrorIllegalInstruction, "an illegal instruction was encountered")                  \
    X(716, cudaErrorMisalignedAddress, "misaligned address")                                       \
    X(719, cudaErrorLaunchFailure, "unspecified launch failure")                                   \
    X(720, cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch")            \
    X(800, cudaErrorNotPermitted, "operation not permitted")                                       \
    X(801, cudaErrorNotSupported, "operation not supported")                                       \
    X(900, cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing")  \
    X(901, cudaErrorStreamCaptureInvalidated,                                                      \
      "operation failed due to a previous error during capture")                                   \
    X(902, cudaErrorStreamCaptureMerge,                                                            \
      "operation would result in a merge of separate capture sequences")                           \
    X(903, cudaErrorStreamCaptureUnmatched,                                                        \
      "capture was not ended in the same stream as it began")                                      \
    X(904, cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work")                   \
    X(905, cudaErrorStreamCaptureIsolation,                                                        \
      "dependency created on uncaptured work in another stream")                                   \
    X(906, cudaErrorStreamCaptureImplicit,                                                         \
      "operation would make the legacy stream depend on a capturing blocking stream")              \
    X(907, cudaErrorCapturedEvent,                                                                 \
      "operation not permitted on an event last recorded in a capturing stream")                   \
    X(908, cudaErrorStreamCaptureWrongThread,                                                      \
      "attempt to terminate a thread-local capture sequence from another thread")                  \
    X(910, cudaErrorGraphExecUpdateFailure,                                                        \
      "the graph update was not performed because it included changes which violated constraints " \
      "specific to instantiated graph update")                                                     \
    X(912, cudaErrorInvalidClusterSize,                                                            \
      "a kernel launch error has occurred due to cluster misconfiguration")                        \
    X(999, cudaErrorUnknown, "unknown error")

#define CUDA_CPU_ENUMERATOR(number, name, text) name = number,
enum cudaError { CUDA_CPU_ERRORS(CUDA_CPU_ENUMERATOR) };
#undef CUDA_CPU_ENUMERATOR
typedef enum cudaError cudaError_t;

#endif
