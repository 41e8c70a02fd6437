// SPDX-License-Identifier: MIT
// Warp functions from before CUDA 9, which name no lanes: all that come along take part. Those are
// the lanes that __activemask() sees, so a program that relied on lanes meeting again after a
// branch without saying so may see fewer: then give it __syncwarp() and the _sync functions.
#ifndef COMMON_LEGACY_WARP_H
#define COMMON_LEGACY_WARP_H

#include <cuda_runtime.h>

// The toolkit still declares the votes, though sm_70 and later can't run them, so only macros can
// take their place there, and only for sources that vote (flags.sh): its C++ library has names like
// these. The CPU backend doesn't declare them.
#ifdef CUDA_CPU_BACKEND
__device__ static inline int __any(int predicate) {
    return __any_sync(__activemask(), predicate);
}

__device__ static inline int __all(int predicate) {
    return __all_sync(__activemask(), predicate);
}

__device__ static inline unsigned __ballot(int predicate) {
    return __ballot_sync(__activemask(), predicate);
}
#elif defined LEGACY_VOTES
#define __any(predicate) __any_sync(__activemask(), (predicate))
#define __all(predicate) __all_sync(__activemask(), (predicate))
#define __ballot(predicate) __ballot_sync(__activemask(), (predicate))
#endif

// The shuffles it declares for host code only, which never calls them.
template <class T> __device__ static inline T __shfl(T value, int lane, int width = 32) {
    return __shfl_sync(__activemask(), value, lane, width);
}

template <class T> __device__ static inline T __shfl_up(T value, unsigned by, int width = 32) {
    return __shfl_up_sync(__activemask(), value, by, width);
}

template <class T> __device__ static inline T __shfl_down(T value, unsigned by, int width = 32) {
    return __shfl_down_sync(__activemask(), value, by, width);
}

template <class T> __device__ static inline T __shfl_xor(T value, int mask, int width = 32) {
    return __shfl_xor_sync(__activemask(), value, mask, width);
}

#endif
