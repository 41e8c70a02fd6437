// SPDX-License-Identifier: MIT
// Fetching texels: address modes, formats and filters. The formulas are those of the CUDA C++
// programming guide, "Texture Fetching": linear filtering weighs with 8 bits of fraction, as the
// hardware does.
#ifndef CUDA_CPU_FETCH_H
#define CUDA_CPU_FETCH_H

#include <math.h>
#include <type_traits>

#include "cuda_cpu/api.h"
#include "cuda_cpu/count.h"
#include "cuda_cpu/channel.h"
#include "cuda_cpu/half_bits.h"
#include "cuda_cpu/types.h"

#ifdef CUDA_CPU_COUNT
#define CUDA_CPU_PURE __attribute__((noinline)) // each time counts
#else
#define CUDA_CPU_PURE __attribute__((noinline, pure))
#endif

namespace cuda_cpu {

// For functions that read textures of that kind.
static inline const cuda_cpu_texture *texture(cudaTextureObject_t object, unsigned kind) {
    const auto *const t = reinterpret_cast<const cuda_cpu_texture *>(object);
    if (!t || t->object.kind != CUDA_CPU_TEXTURE)
        return &cuda_cpu_no_texture;
    return t->read_by & kind ? t : &cuda_cpu_other_texture;
}

// What a texture of such integers has as its plain_integer.
template <class T>
constexpr size_t plain_integer = 8 * sizeof(typename texel<T>::scalar) + texel<T>::channels;

// A copy of what is known of a texture, for the time of a block (cpu/compiler/split/emit_kernel.c).
struct known_texture {
    cuda_cpu_texture copy;
    bool none; // 0 stays 0: a kernel may ask whether it was given one
    explicit known_texture(cudaTextureObject_t object)
        : copy(*texture(object, CUDA_CPU_ANY)), none(!object) {}
    cudaTextureObject_t object() const {
        return none ? 0 : reinterpret_cast<cudaTextureObject_t>(&copy);
    }
    // Texels of that type as they are stored, unfiltered, clamped, counted in texels.
    template <class T> bool is_plane() const {
        using scalar = typename texel<T>::scalar;
        return std::is_same_v<T, float>
                   ? copy.plain_float
                   : !std::is_same_v<scalar, float> && copy.plain_integer == plain_integer<T>;
    }
    struct texel_plane plane() const;
};

// What a plane's fetches need, in a row of threads (cpu/compiler/vector/texture_fetch.c).
struct texel_plane {
    const char *data;
    size_t pitch;
    int last_column, last_row;
    cudaTextureObject_t whole;
    operator cudaTextureObject_t() const { return whole; }
};

inline texel_plane known_texture::plane() const {
    return {copy.data, copy.pitch, copy.last_column, copy.last_row, object()};
}

// Channel c of a stored texel as a float: its value, or for normalised reads [0, 1] or [-1, 1].
static inline float channel_value(const cuda_cpu_texture *t, const char *address, int c) {
    // the smallest integer lies below -1, and is moved there once it is filtered: in_steps()
    const float least = t->linear ? -2.0f : -1.0f;
    switch (t->format) {
    case CUDA_CPU_FLOAT16: {
        unsigned short bits;
        __builtin_memcpy(&bits, address, sizeof bits);
        return half_to_float(bits);
    }
    case CUDA_CPU_SRGB8: {
        const float value = (float)*(const unsigned char *)address / 255.0f;
        return c == 3              ? value
               : value <= 0.04045f ? value / 12.92f
                                   : powf((value + 0.055f) / 1.055f, 2.4f);
    }
    case CUDA_CPU_FLOAT32: {
        float value;
        __builtin_memcpy(&value, address, sizeof value);
        return value;
    }
    case CUDA_CPU_UNSIGNED8:
        return (float)*(const unsigned char *)address / 255.0f;
    case CUDA_CPU_SIGNED8:
        return fmaxf((float)*(const signed char *)address / 127.0f, least);
    case CUDA_CPU_UNSIGNED16: {
        unsigned short value;
        __builtin_memcpy(&value, address, sizeof value);
        return (float)value / 65535.0f;
    }
    case CUDA_CPU_SIGNED16: {
        short value;
        __builtin_memcpy(&value, address, sizeof value);
        return fmaxf((float)value / 32767.0f, least);
    }
    default:
        return 0; // cudaCreateTextureObject lets no other format come here
    }
}

// Channel c of a stored texel in a register of 32 bits: an integer, or a float's bits.
static inline unsigned channel_bits(const cuda_cpu_texture *t, const char *address, int c) {
    unsigned bits = 0;
    if (t->format != CUDA_CPU_INTEGER) {
        const float value = channel_value(t, address, c);
        __builtin_memcpy(&bits, &value, sizeof bits);
    } else {
        const size_t unused = 32 - 8 * t->channel_bytes;
        __builtin_memcpy(&bits, address, t->channel_bytes);
        bits <<= unused;
        bits = t->is_signed ? (unsigned)((int)bits >> unused) : bits >> unused;
    }
    return bits;
}

// The texel at an address as the kernel's type, which should be that of the texels: it gets the
// bits of their registers otherwise. NULL stands for the border.
template <class T> static inline T load(const cuda_cpu_texture *t, const char *address) {
    CUDA_CPU_COUNTED(cuda_cpu_count_texel(address, t->texel_bytes));
    if (!address && t->object.state != CUDA_CPU_OBJECT_MADE)
        cuda_cpu_use_missing("texture", t->object.state);
    using scalar = typename texel<T>::scalar;
    T result;
    scalar channel[texel<T>::channels];
    for (int c = 0; c < texel<T>::channels; c++) {
        channel[c] = 0;
        if (c >= t->channels)
            continue;
        if (std::is_same_v<scalar, float> && (!address || t->as_stored)) {
            channel[c] = (scalar)(address ? ((const float *)address)[c] : t->border[c]);
        } else if (address) {
            const unsigned bits = channel_bits(t, address + c * t->channel_bytes, c);
            __builtin_memcpy(&channel[c], &bits, sizeof(scalar));
        }
    }
    __builtin_memcpy(&result, channel, sizeof result);
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

// Seen on an H200: normalised integers are filtered in steps of 16 bits, and -1 is the least.
static inline float in_steps(const cuda_cpu_texture *t, float value) {
    switch (t->format) {
    case CUDA_CPU_UNSIGNED8:
    case CUDA_CPU_UNSIGNED16:
        return floorf(value * 65535.0f + 0.5f) / 65535.0f;
    case CUDA_CPU_SIGNED8:
    case CUDA_CPU_SIGNED16:
        return fmaxf(floorf(value * 32767.0f + 0.5f) / 32767.0f, -1.0f);
    default:
        return value;
    }
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
                __builtin_memcpy(from, &corner[k], sizeof from);
                for (int c = 0; c < texel<T>::channels; c++)
                    channel[c] += weight[k] > 0 ? weight[k] * from[c] : 0;
            }
            for (int c = 0; c < texel<T>::channels; c++)
                channel[c] = in_steps(t, channel[c]);
            __builtin_memcpy(&result, channel, sizeof result);
            return result;
        }
    }
    return load<T>(t, texel_at(t, data, (long)floorf(x), (long)floorf(y)));
}

// Kept out of the kernel's loop, which `flatten` would otherwise fill with it at every read. Pure,
// so that what is known of the texture stays known over the calls.
template <class T> CUDA_CPU_PURE static T fetch(cudaTextureObject_t object, float x, float y) {
    const cuda_cpu_texture *const t = texture(object, CUDA_CPU_PLANE);
    return fetch<T>(t, t->data, x, y);
}

template <class T>
CUDA_CPU_PURE static T load_from(const cuda_cpu_texture *t, const char *address) {
    return load<T>(t, address);
}

// Plane z of a volume; NULL: the border.
static inline const char *plane_at(const cuda_cpu_texture *t, long z) {
    z = wrapped(z, t->depth, t->address[2]);
    return z < 0 ? NULL : t->data + z * t->plane;
}

template <class T> static inline T fetch(const cuda_cpu_texture *t, float x, float y, float z) {
    z = in_texels(t, z, t->depth);
    using scalar = typename texel<T>::scalar;
    if constexpr (std::is_same_v<scalar, float>) {
        if (t->linear) { // between two planes, each filtered by itself
            const between d = split(z);
            const T two[2] = {fetch<T>(t, plane_at(t, d.low), x, y),
                              fetch<T>(t, plane_at(t, d.low + 1), x, y)};
            T result;
            float channel[2][texel<T>::channels];
            __builtin_memcpy(channel, two, sizeof channel);
            for (int c = 0; c < texel<T>::channels; c++)
                channel[0][c] = in_steps(t, d.weight == 0 ? channel[0][c]
                                                          : (1 - d.weight) * channel[0][c] +
                                                                d.weight * channel[1][c]);
            __builtin_memcpy(&result, channel[0], sizeof result);
            return result;
        }
    }
    return fetch<T>(t, plane_at(t, (long)floorf(z)), x, y);
}

// Layer `layer`, or the nearest that there is.
static inline const char *layer_at(const cuda_cpu_texture *t, int layer) {
    return t->data + wrapped(layer, t->depth, cudaAddressModeClamp) * t->plane;
}

// What tex1Dfetch and tex2D read.
template <class T> CUDA_CPU_UNSEEN static T linear_texel(cudaTextureObject_t object, int i) {
    const cuda_cpu_texture *const t = texture(object, CUDA_CPU_LINEAR);
    const bool inside = i >= 0 && i < t->width;
    CUDA_CPU_WATCH(if (!inside) cuda_cpu_texture_past_end(i, t->width));
    if constexpr (std::is_same_v<T, float>) {
        if (t->one_float) {
            CUDA_CPU_COUNTED(cuda_cpu_count_fetch_one(inside ? (const float *)t->data + i : NULL, 4,
                                                      __builtin_return_address(0)));
            return inside ? ((const float *)t->data)[i] : 0;
        }
    }
    CUDA_CPU_COUNTED(cuda_cpu_count_fetch_at(__builtin_return_address(0)));
    const T texel = inside ? load_from<T>(t, t->data + (size_t)i * t->texel_bytes) : T{};
    CUDA_CPU_COUNTED(cuda_cpu_count_own());
    return texel;
}

// The common case is kept short: elements as they are stored, the nearest one, clamped.
template <class T>
CUDA_CPU_UNSEEN static T plane_texel(cudaTextureObject_t object, float x, float y) {
    using scalar = typename texel<T>::scalar;
    const cuda_cpu_texture *const t = texture(object, CUDA_CPU_ANY);
    if (std::is_same_v<T, float>
            ? t->plain_float
            : !std::is_same_v<scalar, float> && t->plain_integer == plain_integer<T>) {
        // (x > 0 also sends a NaN to 0; once x is not negative, (int) rounds down)
        x = x > 0 ? x : 0;
        y = y > 0 ? y : 0;
        const float last_column = (float)t->last_column, last_row = (float)t->last_row;
        const int column = (int)(x < last_column ? x : last_column);
        const int row = (int)(y < last_row ? y : last_row);
        const T *const texel = (const T *)(t->data + (size_t)row * t->pitch) + column;
        CUDA_CPU_COUNTED(
            cuda_cpu_count_fetch_one(texel, sizeof *texel, __builtin_return_address(0)));
        return *texel;
    }
    CUDA_CPU_COUNTED(cuda_cpu_count_fetch_at(__builtin_return_address(0)));
    const T texel = fetch<T>(object, x, y);
    CUDA_CPU_COUNTED(cuda_cpu_count_own());
    return texel;
}

} // namespace cuda_cpu

#endif
