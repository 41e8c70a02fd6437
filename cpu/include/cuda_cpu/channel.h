// SPDX-License-Identifier: MIT
// What the texels of an array are: channel descriptors. C++ from 11 on.
#ifndef CUDA_CPU_CHANNEL_H
#define CUDA_CPU_CHANNEL_H

#include <type_traits>

#include "cuda_cpu/api.h"
#include "cuda_cpu/types.h"

namespace cuda_cpu {

// What a texel type is made of: its scalar type and how many of them.
template <class T> struct texel {
    using scalar = T;
    enum { channels = 1 };
};
#define CUDA_CPU_TEXEL(vector, type)                                                               \
    template <> struct texel<vector##1> {                                                          \
        using scalar = type;                                                                       \
        enum { channels = 1 };                                                                     \
    };                                                                                             \
    template <> struct texel<vector##2> {                                                          \
        using scalar = type;                                                                       \
        enum { channels = 2 };                                                                     \
    };                                                                                             \
    template <> struct texel<vector##4> {                                                          \
        using scalar = type;                                                                       \
        enum { channels = 4 };                                                                     \
    };
CUDA_CPU_TEXEL(char, signed char)
CUDA_CPU_TEXEL(uchar, unsigned char)
CUDA_CPU_TEXEL(short, short)
CUDA_CPU_TEXEL(ushort, unsigned short)
CUDA_CPU_TEXEL(int, int)
CUDA_CPU_TEXEL(uint, unsigned)
CUDA_CPU_TEXEL(float, float)
#undef CUDA_CPU_TEXEL

} // namespace cuda_cpu

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf(void) {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1(void) {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2(void) {
    return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4(void) {
    return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}

static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                          cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc(void) {
    using scalar = typename cuda_cpu::texel<T>::scalar;
    const int bits = 8 * sizeof(scalar), channels = cuda_cpu::texel<T>::channels;
    return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0,
            std::is_floating_point<scalar>::value ? cudaChannelFormatKindFloat
            : std::is_signed<scalar>::value       ? cudaChannelFormatKindSigned
                                                  : cudaChannelFormatKindUnsigned};
}

#endif
