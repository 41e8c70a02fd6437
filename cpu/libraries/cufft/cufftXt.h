// SPDX-License-Identifier: MIT
// cuFFT's plans by the types of their numbers, for one device.
#ifndef CUFFTXT_H_
#define CUFFTXT_H_

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

#ifdef __cplusplus
}
#endif

#include "cuda_cpu/macros_back.h"

#endif
