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
#include "cuda_cpu/count.h"
#include "cuda_cpu/channel.h"
#include "cuda_cpu/half_bits.h"
#include "cuda_cpu/types.h"

#ifdef CUDA_CPU_COUNT
#define CUDA_CPU_PURE __attribute__((noinline)) // each time counts
#else
#define CUDA_CPU_PURE __attribute__((noinline, pure))
#endif

// ---- fetching ----------------------------------------------------------------------------------

namespace cuda_cpu {

static inline const cuda_cpu_texture *texture(cudaTextureObject_t object) {
    return reinterpret_cast<const cuda_cpu_texture *>(object);
}

// A copy of what is known of a texture, for the time of a block (cpu/compiler/fission.c).
struct known_texture {
    cuda_cpu_texture copy;
    explicit known_texture(cudaTextureObject_t object) : copy() {
        if (object)
            copy = *texture(object);
    }
    cudaTextureObject_t object() const { return reinterpret_cast<cudaTextureObject_t>(&copy); }
    // Texels of that type as they are stored, unfiltered, clamped, counted in texels.
    template <class T> bool is_plane() const {
        using scalar = typename texel<T>::scalar;
        return std::is_same_v<T, float>
                   ? copy.plain_float
                   : !std::is_same_v<scalar, float> && copy.plain_integer == sizeof(T);
    }
    struct texel_plane plane() const;
};

// What a plane's fetches need, in a row of threads (cpu/compiler/fetch.c).
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
        memcpy(&bits, address, sizeof bits);
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
        memcpy(&value, address, sizeof value);
        return value;
    }
    case CUDA_CPU_UNSIGNED8:
        return (float)*(const unsigned char *)address / 255.0f;
    case CUDA_CPU_SIGNED8:
        return fmaxf((float)*(const signed char *)address / 127.0f, least);
    case CUDA_CPU_UNSIGNED16: {
        unsigned short value;
        memcpy(&value, address, sizeof value);
        return (float)value / 65535.0f;
    }
    case CUDA_CPU_SIGNED16: {
        short value;
        memcpy(&value, address, sizeof value);
        return fmaxf((float)value / 32767.0f, least);
    }
    default:
        return 0; // cudaCreateTextureObject lets no other format come here
    }
}

// The texel at an address as the kernel's type; NULL stands for the border.
template <class T> static inline T load(const cuda_cpu_texture *t, const char *address) {
    CUDA_CPU_COUNTED(cuda_cpu_count_texel(address, t->texel_bytes));
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
                                        : channel_value(t, address + c * t->channel_bytes, c);
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
template <class T> CUDA_CPU_PURE static T fetch(cudaTextureObject_t object, float x, float y) {
    return fetch<T>(texture(object), texture(object)->data, x, y);
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
    CUDA_CPU_COUNTED(const cuda_cpu::fetching whole_fetch);
    const cuda_cpu_texture *t = cuda_cpu::texture(object);
    const bool inside = i >= 0 && i < t->width;
    if constexpr (std::is_same_v<T, float>) {
        if (t->one_float) {
            CUDA_CPU_COUNTED(cuda_cpu_count_texel(inside ? (const float *)t->data + i : NULL, 4));
            return inside ? ((const float *)t->data)[i] : 0;
        }
    }
    return inside ? cuda_cpu::load_from<T>(t, t->data + (size_t)i * t->texel_bytes) : T{};
}

template <class T> static inline void tex1Dfetch(T *to, cudaTextureObject_t object, int i) {
    *to = tex1Dfetch<T>(object, i);
}

template <class T> static inline T tex1D(cudaTextureObject_t object, float x) {
    CUDA_CPU_COUNTED(const cuda_cpu::fetching whole_fetch);
    return cuda_cpu::fetch<T>(object, x, 0);
}

template <class T> static inline void tex1D(T *to, cudaTextureObject_t object, float x) {
    *to = tex1D<T>(object, x);
}

// The texel of column x and row y, by the filter and the address modes of the object. The common
// case is kept short: elements as they are stored, the nearest one, clamped.
template <class T> static inline T tex2D(cudaTextureObject_t object, float x, float y) {
    CUDA_CPU_COUNTED(const cuda_cpu::fetching whole_fetch);
    using scalar = typename cuda_cpu::texel<T>::scalar;
    const cuda_cpu_texture *t = cuda_cpu::texture(object);
    if (std::is_same_v<T, float>
            ? t->plain_float
            : !std::is_same_v<scalar, float> && t->plain_integer == sizeof(T)) {
        // (x > 0 also sends a NaN to 0; once x is not negative, (int) rounds down)
        x = x > 0 ? x : 0;
        y = y > 0 ? y : 0;
        const float last_column = (float)t->last_column, last_row = (float)t->last_row;
        const int column = (int)(x < last_column ? x : last_column);
        const int row = (int)(y < last_row ? y : last_row);
        const T *const texel = (const T *)(t->data + (size_t)row * t->pitch) + column;
        CUDA_CPU_COUNTED(cuda_cpu_count_texel(texel, sizeof *texel));
        return *texel;
    }
    return cuda_cpu::fetch<T>(object, x, y);
}

namespace cuda_cpu {

// The same of thread number `column` of a row, or one beside it, whose x lies in that column: the
// loads of neighbouring threads are neighbours. What is outside is the texel at the edge.
template <class T>
__attribute__((always_inline)) static inline T tex2D_beside(int column, const texel_plane &plane,
                                                            float, float y) {
    y = y > 0 ? y : 0;
    const float last_row = (float)plane.last_row;
    const int row = (int)(y < last_row ? y : last_row), last = plane.last_column;
    const T *const texels = (const T *)(plane.data + (size_t)row * plane.pitch);
    const T left = texels[0], right = texels[last];
    const T between = column >= 0 && column <= last ? texels[column] : T();
    return column < 0 ? left : column > last ? right : between;
}

// ... of a texture that is not known to be such.
template <class T>
__attribute__((always_inline)) static inline T tex2D_beside(int, cudaTextureObject_t object,
                                                            float x, float y) {
    return tex2D<T>(object, x, y);
}

} // namespace cuda_cpu

template <class T> static inline void tex2D(T *to, cudaTextureObject_t object, float x, float y) {
    *to = tex2D<T>(object, x, y);
}

template <class T> static inline T tex3D(cudaTextureObject_t object, float x, float y, float z) {
    CUDA_CPU_COUNTED(const cuda_cpu::fetching whole_fetch);
    return cuda_cpu::fetch<T>(cuda_cpu::texture(object), x, y, z);
}

template <class T>
static inline void tex3D(T *to, cudaTextureObject_t object, float x, float y, float z) {
    *to = tex3D<T>(object, x, y, z);
}

// ---- layers, levels, faces: further ways to name a texel ---------------------------------------

namespace cuda_cpu {

static inline const cuda_cpu_texture *level_at(const cuda_cpu_texture *t, int level) {
    return level == 0 ? t : &t->level[level];
}

// Reads from the mipmap's levels next to `level` and blends them, or from the nearest.
template <class T, class Read>
static inline T read_level(const cuda_cpu_texture *t, float level, Read read) {
    const float most = (float)(t->levels - 1);
    level = fminf(fmaxf(level + t->level_bias, t->level_least), t->level_most);
    level = level > 0 ? fminf(level, most) : 0; // a NaN, too, is 0
    using scalar = typename texel<T>::scalar;
    if constexpr (std::is_same_v<scalar, float>) {
        const float low = floorf(level);
        const float weight = floorf((level - low) * 256.0f) / 256.0f; // cut, as an H200 does
        if (t->between_levels && weight > 0) {
            const T two[2] = {read(level_at(t, (int)low)), read(level_at(t, (int)low + 1))};
            T result;
            float channel[2][texel<T>::channels];
            memcpy(channel, two, sizeof channel);
            for (int c = 0; c < texel<T>::channels; c++)
                channel[0][c] = in_steps(t, (1 - weight) * channel[0][c] + weight * channel[1][c]);
            memcpy(&result, channel[0], sizeof result);
            return result;
        }
        if (t->between_levels)
            return read(level_at(t, (int)low));
    }
    return read(level_at(t, (int)floorf(level + 0.5f)));
}

// The level whose texels lie as far apart as neighbouring reads do: (x, y, z) and (u, v, w) are how
// far a read is from its neighbours in the two directions of a picture.
static inline float level_of(const cuda_cpu_texture *t, float x, float y, float z, float u, float v,
                             float w) {
    const float width = (float)t->width, height = (float)t->height, depth = (float)t->depth;
    const float one = x * x * width * width + y * y * height * height + z * z * depth * depth;
    const float other = u * u * width * width + v * v * height * height + w * w * depth * depth;
    return 0.5f * log2f(fmaxf(one, other));
}

// Where a direction from a cube's middle meets its surface: the face, and the place on it.
struct on_cube {
    int face;
    float s, t;
};

static inline on_cube face_of(float x, float y, float z) {
    const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    if (ax >= ay && ax >= az)
        return {x < 0, ((x < 0 ? z : -z) / ax + 1) / 2, (-y / ax + 1) / 2};
    if (ay >= az)
        return {y < 0 ? 3 : 2, (x / ay + 1) / 2, ((y < 0 ? -z : z) / ay + 1) / 2};
    return {z < 0 ? 5 : 4, ((z < 0 ? -x : x) / az + 1) / 2, (-y / az + 1) / 2};
}

} // namespace cuda_cpu

// A function of the coordinates, T name<T>(object, ...), and the form that stores its result. `how`
// reads from the texture t. Kept out of the kernel's loop, as fetch() is.
#define CUDA_CPU_ARGUMENTS(...) __VA_ARGS__
#define CUDA_CPU_FETCH(name, parameters, arguments, how)                                           \
    template <class T>                                                                             \
    CUDA_CPU_PURE static T name(cudaTextureObject_t object, CUDA_CPU_ARGUMENTS parameters) {       \
        CUDA_CPU_COUNTED(const cuda_cpu::fetching whole_fetch);                                    \
        const cuda_cpu_texture *const t = cuda_cpu::texture(object);                               \
        return how;                                                                                \
    }                                                                                              \
    template <class T>                                                                             \
    static inline void name(T *to, cudaTextureObject_t object, CUDA_CPU_ARGUMENTS parameters) {    \
        *to = name<T>(object, CUDA_CPU_ARGUMENTS arguments);                                       \
    }
#define CUDA_CPU_LEVEL(name, parameters, arguments, level_parameters, level_arguments, level, how) \
    CUDA_CPU_FETCH(                                                                                \
        name, (CUDA_CPU_ARGUMENTS parameters, CUDA_CPU_ARGUMENTS level_parameters),                \
        (CUDA_CPU_ARGUMENTS arguments, CUDA_CPU_ARGUMENTS level_arguments),                        \
        cuda_cpu::read_level<T>(t, level, [=](const cuda_cpu_texture *t) { return how; }))
// Each with a level given, and with the distances to the neighbours.
#define CUDA_CPU_LEVELS(name, parameters, arguments, step, by_steps, how)                          \
    CUDA_CPU_LEVEL(name##Lod, parameters, arguments, (float level), (level), level, how)           \
    CUDA_CPU_LEVEL(name##Grad, parameters, arguments, (step dx, step dy), (dx, dy),                \
                   cuda_cpu::level_of by_steps, how)

CUDA_CPU_FETCH(tex1DLayered, (float x, int layer), (x, layer),
               cuda_cpu::fetch<T>(t, cuda_cpu::layer_at(t, layer), x, 0))
CUDA_CPU_FETCH(tex2DLayered, (float x, float y, int layer), (x, y, layer),
               cuda_cpu::fetch<T>(t, cuda_cpu::layer_at(t, layer), x, y))
CUDA_CPU_LEVELS(tex1D, (float x), (x), float, (t, dx, 0, 0, dy, 0, 0),
                cuda_cpu::fetch<T>(t, t->data, x, 0))
CUDA_CPU_LEVELS(tex2D, (float x, float y), (x, y), float2, (t, dx.x, dx.y, 0, dy.x, dy.y, 0),
                cuda_cpu::fetch<T>(t, t->data, x, y))
CUDA_CPU_LEVELS(tex3D, (float x, float y, float z), (x, y, z), float4,
                (t, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z), cuda_cpu::fetch<T>(t, x, y, z))
CUDA_CPU_LEVELS(tex1DLayered, (float x, int layer), (x, layer), float, (t, dx, 0, 0, dy, 0, 0),
                cuda_cpu::fetch<T>(t, cuda_cpu::layer_at(t, layer), x, 0))
CUDA_CPU_LEVELS(tex2DLayered, (float x, float y, int layer), (x, y, layer), float2,
                (t, dx.x, dx.y, 0, dy.x, dy.y, 0),
                cuda_cpu::fetch<T>(t, cuda_cpu::layer_at(t, layer), x, y))

namespace cuda_cpu {

template <class T>
static inline T fetch_cube(const cuda_cpu_texture *t, float x, float y, float z, int layer) {
    const on_cube at = face_of(x, y, z);
    return fetch<T>(t, layer_at(t, 6 * layer + at.face), at.s, at.t);
}

} // namespace cuda_cpu

// A cube seen from its middle in the direction (x, y, z).
CUDA_CPU_FETCH(texCubemap, (float x, float y, float z), (x, y, z),
               cuda_cpu::fetch_cube<T>(t, x, y, z, 0))
CUDA_CPU_FETCH(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer),
               cuda_cpu::fetch_cube<T>(t, x, y, z, layer))
CUDA_CPU_LEVEL(texCubemapLod, (float x, float y, float z), (x, y, z), (float level), (level), level,
               cuda_cpu::fetch_cube<T>(t, x, y, z, 0))
CUDA_CPU_LEVEL(texCubemapLayeredLod, (float x, float y, float z, int layer), (x, y, z, layer),
               (float level), (level), level, cuda_cpu::fetch_cube<T>(t, x, y, z, layer))

namespace cuda_cpu {

// One channel of the four texels that filtering would blend, from the lower left on.
template <class T>
static inline T gather(const cuda_cpu_texture *t, float x, float y, int channel) {
    static_assert(texel<T>::channels == 4, "tex2Dgather gives four texels' channels");
    const long column = split(in_texels(t, x, t->width)).low;
    const long row = split(in_texels(t, y, t->height)).low;
    typename texel<T>::scalar four[4], all[4];
    for (int k = 0; k < 4; k++) {
        const long right = k == 1 || k == 2, below = k < 2;
        const T one = load<T>(t, texel_at(t, t->data, column + right, row + below));
        memcpy(all, &one, sizeof all);
        four[k] = all[channel & 3];
    }
    T result;
    memcpy(&result, four, sizeof result);
    return result;
}

} // namespace cuda_cpu

template <class T>
CUDA_CPU_PURE static T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0) {
    return cuda_cpu::gather<T>(cuda_cpu::texture(object), x, y, channel);
}

#undef CUDA_CPU_PURE
#undef CUDA_CPU_LEVELS
#undef CUDA_CPU_LEVEL
#undef CUDA_CPU_FETCH
#undef CUDA_CPU_ARGUMENTS

#endif
