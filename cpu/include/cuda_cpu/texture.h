// SPDX-License-Identifier: MIT
// The functions that read through a texture object: what they have in common is in fetch.h.
#ifndef CUDA_CPU_TEXTURE_H
#define CUDA_CPU_TEXTURE_H

#include "cuda_cpu/fetch.h"

// The i-th texel of linear memory, unfiltered; 0 outside.
template <class T> static inline T tex1Dfetch(cudaTextureObject_t object, int i) {
    return cuda_cpu::linear_texel<T>(object, i);
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

// The texel of column x and row y, by the filter and the address modes of the object.
template <class T> static inline T tex2D(cudaTextureObject_t object, float x, float y) {
    return cuda_cpu::plane_texel<T>(object, x, y);
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
    return cuda_cpu::fetch<T>(cuda_cpu::texture(object, CUDA_CPU_VOLUME), x, y, z);
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
            __builtin_memcpy(channel, two, sizeof channel);
            for (int c = 0; c < texel<T>::channels; c++)
                channel[0][c] = in_steps(t, (1 - weight) * channel[0][c] + weight * channel[1][c]);
            __builtin_memcpy(&result, channel[0], sizeof result);
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
// reads from the texture t, of that kind. Kept out of the kernel's loop, as fetch() is.
#define CUDA_CPU_ARGUMENTS(...) __VA_ARGS__
#define CUDA_CPU_FETCH(name, kind, parameters, arguments, how)                                     \
    template <class T>                                                                             \
    CUDA_CPU_PURE static T name(cudaTextureObject_t object, CUDA_CPU_ARGUMENTS parameters) {       \
        CUDA_CPU_COUNTED(const cuda_cpu::fetching whole_fetch);                                    \
        const cuda_cpu_texture *const t = cuda_cpu::texture(object, kind);                         \
        return how;                                                                                \
    }                                                                                              \
    template <class T>                                                                             \
    static inline void name(T *to, cudaTextureObject_t object, CUDA_CPU_ARGUMENTS parameters) {    \
        *to = name<T>(object, CUDA_CPU_ARGUMENTS arguments);                                       \
    }
#define CUDA_CPU_LEVEL(name, kind, parameters, arguments, level_parameters, level_arguments,       \
                       level, how)                                                                 \
    CUDA_CPU_FETCH(                                                                                \
        name, kind, (CUDA_CPU_ARGUMENTS parameters, CUDA_CPU_ARGUMENTS level_parameters),          \
        (CUDA_CPU_ARGUMENTS arguments, CUDA_CPU_ARGUMENTS level_arguments),                        \
        cuda_cpu::read_level<T>(t, level, [=](const cuda_cpu_texture *t) { return how; }))
// Each with a level given, and with the distances to the neighbours.
#define CUDA_CPU_LEVELS(name, kind, parameters, arguments, step, by_steps, how)                    \
    CUDA_CPU_LEVEL(name##Lod, kind, parameters, arguments, (float level), (level), level, how)     \
    CUDA_CPU_LEVEL(name##Grad, kind, parameters, arguments, (step dx, step dy), (dx, dy),          \
                   cuda_cpu::level_of by_steps, how)

CUDA_CPU_FETCH(tex1DLayered, CUDA_CPU_ROWS, (float x, int layer), (x, layer),
               cuda_cpu::fetch<T>(t, cuda_cpu::layer_at(t, layer), x, 0))
CUDA_CPU_FETCH(tex2DLayered, CUDA_CPU_PLANE, (float x, float y, int layer), (x, y, layer),
               cuda_cpu::fetch<T>(t, cuda_cpu::layer_at(t, layer), x, y))
CUDA_CPU_LEVELS(tex1D, CUDA_CPU_PLANE, (float x), (x), float, (t, dx, 0, 0, dy, 0, 0),
                cuda_cpu::fetch<T>(t, t->data, x, 0))
CUDA_CPU_LEVELS(tex2D, CUDA_CPU_PLANE, (float x, float y), (x, y), float2,
                (t, dx.x, dx.y, 0, dy.x, dy.y, 0), cuda_cpu::fetch<T>(t, t->data, x, y))
CUDA_CPU_LEVELS(tex3D, CUDA_CPU_VOLUME, (float x, float y, float z), (x, y, z), float4,
                (t, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z), cuda_cpu::fetch<T>(t, x, y, z))
CUDA_CPU_LEVELS(tex1DLayered, CUDA_CPU_ROWS, (float x, int layer), (x, layer), float,
                (t, dx, 0, 0, dy, 0, 0), cuda_cpu::fetch<T>(t, cuda_cpu::layer_at(t, layer), x, 0))
CUDA_CPU_LEVELS(tex2DLayered, CUDA_CPU_PLANE, (float x, float y, int layer), (x, y, layer), float2,
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
CUDA_CPU_FETCH(texCubemap, CUDA_CPU_CUBE, (float x, float y, float z), (x, y, z),
               cuda_cpu::fetch_cube<T>(t, x, y, z, 0))
CUDA_CPU_FETCH(texCubemapLayered, CUDA_CPU_CUBE, (float x, float y, float z, int layer),
               (x, y, z, layer), cuda_cpu::fetch_cube<T>(t, x, y, z, layer))
CUDA_CPU_LEVEL(texCubemapLod, CUDA_CPU_CUBE, (float x, float y, float z), (x, y, z), (float level),
               (level), level, cuda_cpu::fetch_cube<T>(t, x, y, z, 0))
CUDA_CPU_LEVEL(texCubemapLayeredLod, CUDA_CPU_CUBE, (float x, float y, float z, int layer),
               (x, y, z, layer), (float level), (level), level,
               cuda_cpu::fetch_cube<T>(t, x, y, z, layer))

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
        __builtin_memcpy(all, &one, sizeof all);
        four[k] = all[channel & 3];
    }
    T result;
    __builtin_memcpy(&result, four, sizeof result);
    return result;
}

} // namespace cuda_cpu

template <class T>
CUDA_CPU_PURE static T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0) {
    CUDA_CPU_COUNTED(const cuda_cpu::fetching whole_fetch);
    return cuda_cpu::gather<T>(cuda_cpu::texture(object, CUDA_CPU_PLANE), x, y, channel);
}

#undef CUDA_CPU_PURE
#undef CUDA_CPU_LEVELS
#undef CUDA_CPU_LEVEL
#undef CUDA_CPU_FETCH
#undef CUDA_CPU_ARGUMENTS

#endif
