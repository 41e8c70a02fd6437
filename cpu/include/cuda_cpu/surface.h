// SPDX-License-Identifier: MIT
// Surface objects: arrays that kernels write. x is in bytes, the rest in rows, planes or layers;
// what lies outside reads as 0 and is not written, is moved to the border, or ends the kernel.
#ifndef CUDA_CPU_SURFACE_H
#define CUDA_CPU_SURFACE_H

#include "cuda_cpu/api.h"

namespace cuda_cpu {

// Where an access of `bytes` goes; NULL: nowhere.
static inline char *surface_at(cudaSurfaceObject_t object, unsigned kind, long x, long y, long z,
                               size_t bytes, cudaSurfaceBoundaryMode mode) {
    const auto *s = reinterpret_cast<const cuda_cpu_surface *>(object);
    if (!s || s->object.kind != CUDA_CPU_SURFACE)
        s = &cuda_cpu_no_surface;
    if (!(s->used_by & kind)) {
        cuda_cpu_use_missing("surface", CUDA_CPU_OBJECT_OF_OTHER_KIND);
        return nullptr;
    }
    const long last[3] = {s->width - (long)bytes, s->height - 1, s->depth - 1};
    long at[3] = {x, y, z};
    for (int axis = 0; axis < 3; axis++) {
        if (at[axis] >= 0 && at[axis] <= last[axis])
            continue;
        if (s->object.state != CUDA_CPU_OBJECT_MADE) {
            cuda_cpu_use_missing("surface", s->object.state);
            return nullptr;
        }
        if (mode == cudaBoundaryModeTrap)
            cuda_cpu_surface_trap();
        if (mode == cudaBoundaryModeZero)
            return nullptr;
        at[axis] = at[axis] < 0 ? 0 : last[axis];
    }
    CUDA_CPU_WATCH(if (at[0] % (long)bytes) cuda_cpu_surface_odd(at[0], bytes));
    return s->data + at[2] * s->plane + at[1] * s->width + at[0];
}

template <class T> static inline T surface_read(const char *from) {
    T value;
    __builtin_memset((void *)&value, 0, sizeof value);
    if (from)
        __builtin_memcpy((void *)&value, from, sizeof value);
    return value;
}

} // namespace cuda_cpu

// One dimension's worth of functions: its coordinates as parameters, then as the access takes them.
#define CUDA_CPU_COORDINATES(...) __VA_ARGS__
#define CUDA_CPU_SURFACE(name, kind, parameters, coordinates)                                      \
    template <class T>                                                                             \
    static inline T name##read(cudaSurfaceObject_t object, CUDA_CPU_COORDINATES parameters,        \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
        return cuda_cpu::surface_read<T>(cuda_cpu::surface_at(                                     \
            object, kind, CUDA_CPU_COORDINATES coordinates, sizeof(T), mode));                     \
    }                                                                                              \
    template <class T>                                                                             \
    static inline void name##read(T *to, cudaSurfaceObject_t object,                               \
                                  CUDA_CPU_COORDINATES parameters,                                 \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {           \
        *to = cuda_cpu::surface_read<T>(cuda_cpu::surface_at(                                      \
            object, kind, CUDA_CPU_COORDINATES coordinates, sizeof(T), mode));                     \
    }                                                                                              \
    template <class T>                                                                             \
    static inline void name##write(T value, cudaSurfaceObject_t object,                            \
                                   CUDA_CPU_COORDINATES parameters,                                \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
        char *at =                                                                                 \
            cuda_cpu::surface_at(object, kind, CUDA_CPU_COORDINATES coordinates, sizeof(T), mode); \
        if (at)                                                                                    \
            __builtin_memcpy(at, (const void *)&value, sizeof(T));                                 \
    }
CUDA_CPU_SURFACE(surf1D, CUDA_CPU_SURFACE_1D, (int x), (x, 0, 0))
CUDA_CPU_SURFACE(surf2D, CUDA_CPU_SURFACE_2D, (int x, int y), (x, y, 0))
CUDA_CPU_SURFACE(surf3D, CUDA_CPU_SURFACE_3D, (int x, int y, int z), (x, y, z))
CUDA_CPU_SURFACE(surf1DLayered, CUDA_CPU_SURFACE_1D_LAYERED, (int x, int layer), (x, 0, layer))
CUDA_CPU_SURFACE(surf2DLayered, CUDA_CPU_SURFACE_2D_LAYERED, (int x, int y, int layer),
                 (x, y, layer))
CUDA_CPU_SURFACE(surfCubemap, CUDA_CPU_SURFACE_CUBE, (int x, int y, int face), (x, y, face))
CUDA_CPU_SURFACE(surfCubemapLayered, CUDA_CPU_SURFACE_CUBE, (int x, int y, int layer_face),
                 (x, y, layer_face))
#undef CUDA_CPU_SURFACE
#undef CUDA_CPU_COORDINATES

#endif
