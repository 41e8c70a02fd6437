// SPDX-License-Identifier: MIT
// Words of the toolkit's host_defines.h that are none of CUDA's qualifiers: with a compiler of
// GCC's family some mean an attribute, most nothing.
#ifndef CUDA_CPU_HOST_DEFINES_H
#define CUDA_CPU_HOST_DEFINES_H

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __no_return__ __attribute__((noreturn))
#define __thread__ __thread
#define __specialization_static
#define __nv_pure__
#define __local_maxnreg__(n)

#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__

#ifdef CUDA_CPU_DEVICE
#define __annotate__(a) __attribute__((a))
#else
#define __annotate__(a)
#endif
#define __location__(a) __##a##__

// nvcc's questions about lambdas that it takes apart, so that the host does not know their results.
// None is taken apart here.
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(type) false

// What only Windows has.
#define __import__
#define __export__
#define __cdecl
#define CUDARTAPI
#define CUDARTAPI_CDECL

#endif
