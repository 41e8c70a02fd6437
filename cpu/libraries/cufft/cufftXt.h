// SPDX-License-Identifier: MIT
// cuFFT's plans by the types of their numbers, and on several devices.
#ifndef CUFFTXT_H_
#define CUFFTXT_H_

#include "cudalibxt.h"
#include "cufft.h"

#include "cuda_cpu/macros_away.h"

#ifdef __cplusplus
extern "C" {
#endif

// float and double, whose transform is calculated in the same precision.
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, cudaDataType in,
                                long long *onembed, long long ostride, long long odist,
                                cudaDataType out, long long batch, size_t *work,
                                cudaDataType execution);
// Any plan; only one from complex to complex numbers heeds the direction.
cufftResult cufftXtExec(cufftHandle plan, void *from, void *to, int direction);

// ---- functions of the program's that load and store elements ------------------------------------

typedef enum cufftXtCallbackType_t {
    CUFFT_CB_LD_COMPLEX = 0,
    CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
    CUFFT_CB_LD_REAL = 2,
    CUFFT_CB_LD_REAL_DOUBLE = 3,
    CUFFT_CB_ST_COMPLEX = 4,
    CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
    CUFFT_CB_ST_REAL = 6,
    CUFFT_CB_ST_REAL_DOUBLE = 7,
    CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;

typedef cufftComplex (*cufftCallbackLoadC)(void *in, size_t offset, void *info, void *shared);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *in, size_t offset, void *info, void *shared);
typedef cufftReal (*cufftCallbackLoadR)(void *in, size_t offset, void *info, void *shared);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void *in, size_t offset, void *info, void *shared);
typedef void (*cufftCallbackStoreC)(void *out, size_t offset, cufftComplex element, void *info,
                                    void *shared);
typedef void (*cufftCallbackStoreZ)(void *out, size_t offset, cufftDoubleComplex element,
                                    void *info, void *shared);
typedef void (*cufftCallbackStoreR)(void *out, size_t offset, cufftReal element, void *info,
                                    void *shared);
typedef void (*cufftCallbackStoreD)(void *out, size_t offset, cufftDoubleReal element, void *info,
                                    void *shared);

// A function's address, as cudaMemcpyFromSymbol has it from a variable of the device's; it is
// called once for each element, in order, with no shared memory.
cufftResult cufftXtSetCallback(cufftHandle plan, void **function, cufftXtCallbackType type,
                               void **info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);

// ---- several devices, each with a part of the array ---------------------------------------------

typedef enum cufftXtSubFormat_t {
    CUFFT_XT_FORMAT_INPUT = 0,
    CUFFT_XT_FORMAT_OUTPUT = 1,
    CUFFT_XT_FORMAT_INPLACE = 2,          // natural order
    CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3, // what a transform leaves
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
    CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
    CUFFT_COPY_HOST_TO_DEVICE = 0,
    CUFFT_COPY_DEVICE_TO_HOST = 1,
    CUFFT_COPY_DEVICE_TO_DEVICE = 2,
    CUFFT_COPY_UNDEFINED = 3
} cufftXtCopyType;

// Before the plan is made; the following take only such plans.
cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int *devices);
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **made, cufftXtSubFormat format);
cufftResult cufftXtFree(cudaLibXtDesc *parts);
// Descriptors, or on one side the host's array, with rows of real numbers padded as in place.
cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from, cufftXtCopyType type);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *from, cudaLibXtDesc *to,
                                  int direction);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *from, cudaLibXtDesc *to,
                                     int direction);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *from, cudaLibXtDesc *to,
                                     int direction);
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *from, cudaLibXtDesc *to);
cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *from, cudaLibXtDesc *to);
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *from, cudaLibXtDesc *to);
cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *from, cudaLibXtDesc *to);

#ifdef __cplusplus
}
#endif

#include "cuda_cpu/macros_back.h"

#endif
