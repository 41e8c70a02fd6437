// SPDX-License-Identifier: MIT
// Texture objects and arrays. The formulas are those of the CUDA C++ programming guide, "Texture
// Fetching": linear filtering weighs with 8 bits of fraction, as the hardware does.
#ifndef CUDA_CPU_TEXTURE_H
#define CUDA_CPU_TEXTURE_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <type_traits>

#include "cuda_cpu/api.h"
#include "cuda_cpu/types.h"

// ---- channel descriptors -----------------------------------------------------------------------

namespace cuda_cpu {

// What a texel type is made of: its scalar type and how many of them.
template <class T> struct texel {
    using scalar = T;
    static constexpr int channels = 1;
};
#define CUDA_CPU_TEXEL(vector, type)                                                               \
    template <> struct texel<vector##1> {                                                          \
        using scalar = type;                                                                       \
        static constexpr int channels = 1;                                                         \
    };                                                                                             \
    template <> struct texel<vector##2> {                                                          \
        using scalar = type;                                                                       \
        static constexpr int channels = 2;                                                         \
    };                                                                                             \
    template <> struct texel<vector##4> {                                                          \
        using scalar = type;                                                                       \
        static constexpr int channels = 4;                                                         \
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

static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                          cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc(void) {
    using scalar = typename cuda_cpu::texel<T>::scalar;
    const int bits = 8 * sizeof(scalar), channels = cuda_cpu::texel<T>::channels;
    return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0,
            std::is_floating_point_v<scalar> ? cudaChannelFormatKindFloat
            : std::is_signed_v<scalar>       ? cudaChannelFormatKindSigned
                                             : cudaChannelFormatKindUnsigned};
}

// ---- fetching ----------------------------------------------------------------------------------

namespace cuda_cpu {

static inline const cuda_cpu_texture *texture(cudaTextureObject_t object) {
    return reinterpret_cast<const cuda_cpu_texture *>(object);
}

// One channel of a stored texel as a float: its value, or for normalised reads [0, 1] or [-1, 1].
static inline float channel_value(const cuda_cpu_texture *t, const char *address) {
    switch (t->format) {
    case CUDA_CPU_FLOAT32: {
        float value;
        memcpy(&value, address, sizeof value);
        return value;
    }
    case CUDA_CPU_UNSIGNED8:
        return (float)*(const unsigned char *)address / 255.0f;
    case CUDA_CPU_SIGNED8:
        return fmaxf((float)*(const signed char *)address / 127.0f, -1.0f);
    case CUDA_CPU_UNSIGNED16: {
        unsigned short value;
        memcpy(&value, address, sizeof value);
        return (float)value / 65535.0f;
    }
    case CUDA_CPU_SIGNED16: {
        short value;
        memcpy(&value, address, sizeof value);
        return fmaxf((float)value / 32767.0f, -1.0f);
    }
    default:
        return 0; // cudaCreateTextureObject lets no other format come here
    }
}

// The texel at an address as the kernel's type; NULL stands for the border.
template <class T> static inline T load(const cuda_cpu_texture *t, const char *address) {
    using scalar = typename texel<T>::scalar;
    T result;
    scalar channel[texel<T>::channels];
    for (int c = 0; c < texel<T>::channels; c++) {
        channel[c] = 0;
        if (c >= t->channels)
            continue;
        if constexpr (std::is_same_v<scalar, float>)
            channel[c] = !address       ? t->border[c]
                         : t->as_stored ? ((const float *)address)[c]
                                        : channel_value(t, address + c * t->channel_bytes);
        else if (address)
            memcpy(&channel[c], address + c * t->channel_bytes,
                   sizeof(scalar) < t->channel_bytes ? sizeof(scalar) : t->channel_bytes);
    }
    memcpy(&result, channel, sizeof result);
    return result;
}

// A texel's place along one axis of n texels; -1 stands for the border.
static inline long wrapped(long i, long n, cudaTextureAddressMode mode) {
    switch (mode) {
    case cudaAddressModeWrap:
        return (i % n + n) % n;
    case cudaAddressModeMirror:
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    case cudaAddressModeBorder:
        return i < 0 || i >= n ? -1 : i;
    default:
        return i < 0 ? 0 : i >= n ? n - 1 : i;
    }
}

// A coordinate in texels. A NaN is 0; what is far outside stays far outside, but within a long.
static inline float in_texels(const cuda_cpu_texture *t, float x, long n) {
    if (t->normalized)
        x *= (float)n;
    return x != x ? 0 : fminf(fmaxf(x, -1e9f), 1e9f);
}

// Of the plane that begins at `data`; NULL: the border.
static inline const char *texel_at(const cuda_cpu_texture *t, const char *data, long x, long y) {
    x = wrapped(x, t->width, t->address[0]);
    y = wrapped(y, t->height, t->address[1]);
    return x < 0 || y < 0 || !data ? NULL : data + y * t->pitch + x * t->texel_bytes;
}

// A filter's two texels and the weight of the second, in 1/256.
struct between {
    long low;
    float weight;
};

static inline between split(float x) {
    x -= 0.5f;
    const float low = floorf(x);
    return {(long)low, floorf((x - low) * 256.0f + 0.5f) / 256.0f};
}

// Seen on an H200: normalised integers are filtered in steps of 16 bits.
static inline float in_steps(const cuda_cpu_texture *t, float value) {
    const bool stepped = t->format == CUDA_CPU_UNSIGNED8 || t->format == CUDA_CPU_UNSIGNED16;
    return stepped ? floorf(value * 65535.0f + 0.5f) / 65535.0f : value;
}

template <class T>
static inline T fetch(const cuda_cpu_texture *t, const char *data, float x, float y) {
    x = in_texels(t, x, t->width);
    y = in_texels(t, y, t->height);
    using scalar = typename texel<T>::scalar;
    if constexpr (std::is_same_v<scalar, float>) {
        if (t->linear) {
            // A border lies above and below a single row too, as the hardware has it.
            const bool rows = t->height > 1 || t->address[1] == cudaAddressModeBorder;
            const between h = split(x), v = rows ? split(y) : between{0, 0};
            T corner[4] = {load<T>(t, texel_at(t, data, h.low, v.low)),
                           load<T>(t, texel_at(t, data, h.low + 1, v.low)),
                           load<T>(t, texel_at(t, data, h.low, v.low + 1)),
                           load<T>(t, texel_at(t, data, h.low + 1, v.low + 1))};
            const float weight[4] = {
                (1 - h.weight) * (1 - v.weight),
                h.weight * (1 - v.weight),
                (1 - h.weight) * v.weight,
                h.weight * v.weight,
            };
            T result;
            float channel[texel<T>::channels], from[texel<T>::channels];
            for (int c = 0; c < texel<T>::channels; c++)
                channel[c] = 0;
            for (int k = 0; k < 4; k++) {
                memcpy(from, &corner[k], sizeof from);
                for (int c = 0; c < texel<T>::channels; c++)
                    channel[c] += weight[k] > 0 ? weight[k] * from[c] : 0;
            }
            for (int c = 0; c < texel<T>::channels; c++)
                channel[c] = in_steps(t, channel[c]);
            memcpy(&result, channel, sizeof result);
            return result;
        }
    }
    return load<T>(t, texel_at(t, data, (long)floorf(x), (long)floorf(y)));
}

// Kept out of the kernel's loop, which `flatten` would otherwise fill with it at every read. Pure,
// so that what is known of the texture stays known over the calls.
template <class T>
__attribute__((noinline, pure)) static T fetch(cudaTextureObject_t object, float x, float y) {
    return fetch<T>(texture(object), texture(object)->data, x, y);
}

template <class T>
__attribute__((noinline, pure)) static T load_from(const cuda_cpu_texture *t, const char *address) {
    return load<T>(t, address);
}

// Plane z of a volume; NULL: the border.
static inline const char *plane_at(const cuda_cpu_texture *t, long z) {
    z = wrapped(z, t->depth, t->address[2]);
    return z < 0 ? NULL : t->data + z * t->plane;
}

template <class T> static inline T fetch(cudaTextureObject_t object, float x, float y, float z) {
    const cuda_cpu_texture *t = texture(object);
    z = in_texels(t, z, t->depth);
    using scalar = typename texel<T>::scalar;
    if constexpr (std::is_same_v<scalar, float>) {
        if (t->linear) { // between two planes, each filtered by itself
            const between d = split(z);
            const T two[2] = {fetch<T>(t, plane_at(t, d.low), x, y),
                              fetch<T>(t, plane_at(t, d.low + 1), x, y)};
            T result;
            float channel[2][texel<T>::channels];
            memcpy(channel, two, sizeof channel);
            for (int c = 0; c < texel<T>::channels; c++)
                channel[0][c] = in_steps(t, d.weight == 0 ? channel[0][c]
                                                          : (1 - d.weight) * channel[0][c] +
                                                                d.weight * channel[1][c]);
            memcpy(&result, channel[0], sizeof result);
            return result;
        }
    }
    return fetch<T>(t, plane_at(t, (long)floorf(z)), x, y);
}

// Layer `layer`, or the nearest that there is.
static inline const char *layer_at(const cuda_cpu_texture *t, int layer) {
    return t->data + wrapped(layer, t->depth, cudaAddressModeClamp) * t->plane;
}

} // namespace cuda_cpu

// The i-th texel of linear memory, unfiltered; 0 outside.
template <class T> static inline T tex1Dfetch(cudaTextureObject_t object, int i) {
    const cuda_cpu_texture *t = cuda_cpu::texture(object);
    const bool inside = i >= 0 && i < t->width;
    if constexpr (std::is_same_v<T, float>) {
        if (t->one_float)
            return inside ? ((const float *)t->data)[i] : 0;
    }
    return inside ? cuda_cpu::load_from<T>(t, t->data + (size_t)i * t->texel_bytes) : T{};
}

template <class T> static inline void tex1Dfetch(T *to, cudaTextureObject_t object, int i) {
    *to = tex1Dfetch<T>(object, i);
}

template <class T> static inline T tex1D(cudaTextureObject_t object, float x) {
    return cuda_cpu::fetch<T>(object, x, 0);
}

// The texel of column x and row y, by the filter and the address modes of the object. The common
// case is kept short: elements as they are stored, the nearest one, clamped.
template <class T> static inline T tex2D(cudaTextureObject_t object, float x, float y) {
    using scalar = typename cuda_cpu::texel<T>::scalar;
    const cuda_cpu_texture *t = cuda_cpu::texture(object);
    if (std::is_same_v<T, float>
            ? t->plain_float
            : !std::is_same_v<scalar, float> && t->plain_integer == sizeof(T)) {
        // (x > 0 also sends a NaN to 0; once x is not negative, (int) rounds down)
        x = x > 0 ? x : 0;
        y = y > 0 ? y : 0;
        const int column = (int)(x < t->last_column ? x : t->last_column);
        const int row = (int)(y < t->last_row ? y : t->last_row);
        return *(const T *)(t->data + (size_t)row * t->pitch + (size_t)column * sizeof(T));
    }
    return cuda_cpu::fetch<T>(object, x, y);
}

template <class T> static inline void tex2D(T *to, cudaTextureObject_t object, float x, float y) {
    *to = tex2D<T>(object, x, y);
}

template <class T> static inline T tex3D(cudaTextureObject_t object, float x, float y, float z) {
    return cuda_cpu::fetch<T>(object, x, y, z);
}

template <class T>
static inline void tex3D(T *to, cudaTextureObject_t object, float x, float y, float z) {
    *to = tex3D<T>(object, x, y, z);
}

template <class T> static inline T tex1DLayered(cudaTextureObject_t object, float x, int layer) {
    const cuda_cpu_texture *t = cuda_cpu::texture(object);
    return cuda_cpu::fetch<T>(t, cuda_cpu::layer_at(t, layer), x, 0);
}

template <class T>
static inline T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer) {
    const cuda_cpu_texture *t = cuda_cpu::texture(object);
    return cuda_cpu::fetch<T>(t, cuda_cpu::layer_at(t, layer), x, y);
}

#endif
