// SPDX-License-Identifier: MIT
// Readable from C. The vector types of CUDA C with the sizes and alignments of the programming
// guide's table (char1 ... double4), their make_ functions, and dim3.
#ifndef CUDA_CPU_TYPES_H
#define CUDA_CPU_TYPES_H

#define CUDA_CPU_MAKE(name, ...) static inline name make_##name(__VA_ARGS__)
#ifdef __cplusplus
#define CUDA_CPU_NAMED(name)
#define CUDA_CPU_MADE(name, ...) (name{__VA_ARGS__})
#else
#define CUDA_CPU_NAMED(name) typedef struct name name;
#define CUDA_CPU_MADE(name, ...) ((name){__VA_ARGS__})
#endif
#define CUDA_CPU_ALIGN(n) __attribute__((aligned(n)))

#define CUDA_CPU_VECTOR(name, type, align2, align4)                                                \
    struct name##1 {                                                                               \
        type x;                                                                                    \
    };                                                                                             \
    struct CUDA_CPU_ALIGN(align2) name##2 {                                                        \
        type x, y;                                                                                 \
    };                                                                                             \
    struct name##3 {                                                                               \
        type x, y, z;                                                                              \
    };                                                                                             \
    struct CUDA_CPU_ALIGN(align4) name##4 {                                                        \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    CUDA_CPU_NAMED(name##1)                                                                        \
    CUDA_CPU_NAMED(name##2)                                                                        \
    CUDA_CPU_NAMED(name##3)                                                                        \
    CUDA_CPU_NAMED(name##4)                                                                        \
    CUDA_CPU_MAKE(name##1, type x) {                                                               \
        return CUDA_CPU_MADE(name##1, x);                                                          \
    }                                                                                              \
    CUDA_CPU_MAKE(name##2, type x, type y) {                                                       \
        return CUDA_CPU_MADE(name##2, x, y);                                                       \
    }                                                                                              \
    CUDA_CPU_MAKE(name##3, type x, type y, type z) {                                               \
        return CUDA_CPU_MADE(name##3, x, y, z);                                                    \
    }                                                                                              \
    CUDA_CPU_MAKE(name##4, type x, type y, type z, type w) {                                       \
        return CUDA_CPU_MADE(name##4, x, y, z, w);                                                 \
    }

CUDA_CPU_VECTOR(char, signed char, 2, 4)
CUDA_CPU_VECTOR(uchar, unsigned char, 2, 4)
CUDA_CPU_VECTOR(short, short, 4, 8)
CUDA_CPU_VECTOR(ushort, unsigned short, 4, 8)
CUDA_CPU_VECTOR(int, int, 8, 16)
CUDA_CPU_VECTOR(uint, unsigned int, 8, 16)
CUDA_CPU_VECTOR(long, long, 2 * sizeof(long), 16)
CUDA_CPU_VECTOR(ulong, unsigned long, 2 * sizeof(long), 16)
CUDA_CPU_VECTOR(longlong, long long, 16, 16)
CUDA_CPU_VECTOR(ulonglong, unsigned long long, 16, 16)
CUDA_CPU_VECTOR(float, float, 8, 16)
CUDA_CPU_VECTOR(double, double, 16, 16)
#undef CUDA_CPU_VECTOR

// From CUDA 13 on, four of 8 bytes are aligned to 16 or to 32 by name.
#define CUDA_CPU_ALIGNED(name, type, alignment)                                                    \
    struct CUDA_CPU_ALIGN(alignment) name##4_##alignment##a {                                      \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    CUDA_CPU_NAMED(name##4_##alignment##a)                                                         \
    CUDA_CPU_MAKE(name##4_##alignment##a, type x, type y, type z, type w) {                        \
        return CUDA_CPU_MADE(name##4_##alignment##a, x, y, z, w);                                  \
    }
CUDA_CPU_ALIGNED(long, long, 16)
CUDA_CPU_ALIGNED(long, long, 32)
CUDA_CPU_ALIGNED(ulong, unsigned long, 16)
CUDA_CPU_ALIGNED(ulong, unsigned long, 32)
CUDA_CPU_ALIGNED(longlong, long long, 16)
CUDA_CPU_ALIGNED(longlong, long long, 32)
CUDA_CPU_ALIGNED(ulonglong, unsigned long long, 16)
CUDA_CPU_ALIGNED(ulonglong, unsigned long long, 32)
CUDA_CPU_ALIGNED(double, double, 16)
CUDA_CPU_ALIGNED(double, double, 32)
#undef CUDA_CPU_ALIGNED
#undef CUDA_CPU_NAMED
#undef CUDA_CPU_MAKE
#undef CUDA_CPU_MADE

// The shape of a grid or a block; what is not given is 1.
#ifdef __cplusplus
struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};
#else
typedef struct dim3 {
    unsigned int x, y, z;
} dim3;
#endif

#endif
