// SPDX-License-Identifier: MIT
// Warp functions. Each is an exchange of values among the lanes of a mask (warp.c): shuffles,
// votes, match, reduce and __syncwarp, for every type of up to 8 bytes.
#ifndef CUDA_CPU_WARP_H
#define CUDA_CPU_WARP_H

#include <type_traits>

#include "cuda_cpu/launch.h"

// Always inlined, so that a report of a call names the program's own line.
#define CUDA_CPU_INLINE __attribute__((always_inline)) static inline

namespace cuda_cpu {

// What a shuffle gives of a T: CUDA declares them of int and of wider numbers, so that a char goes
// into one as an int, and of the classes of small floats; none of structures and pointers.
template <class T, class = void> struct widened {};
template <class T>
struct widened<T, std::enable_if_t<std::is_class_v<T> && !std::is_aggregate_v<T>>> {
    typedef T type;
};
template <class T>
struct widened<T, std::enable_if_t<std::is_arithmetic_v<T> ||
                                   (std::is_enum_v<T> && std::is_convertible_v<T, int>)>> {
    typedef decltype(+T()) type;
};
template <class T> using widened_t = typename widened<T>::type;

struct warp_lanes {
    const unsigned long long *value;
    unsigned present;
};

static inline unsigned lane_id(void) {
    return thread_rank() % 32;
}

// The first bytes, at most 8, of what a lane brings. That may be a variable that only the lane has
// written which the others will read: no mistake, though compilers warn of it.
#if !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
static inline unsigned long long bits_of(const void *mine, size_t bytes) {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, mine, bytes);
    return bits;
}
#if !defined(__clang__)
#pragma GCC diagnostic pop
#endif

// Returns nothing: what the caller copied of it would be counted as the program's own.
template <class T> CUDA_CPU_INLINE void exchange(unsigned mask, T mine, warp_lanes &all) {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>,
                  "a lane hands over a number of up to 8 bytes");
    CUDA_CPU_COUNTED(
        cuda_cpu_count_mute()); // up to where it goes on: a GPU's lanes have it in registers
    const uint3 me = threadIdx;
    const unsigned long long bits = bits_of(&mine, sizeof mine);
    CUDA_CPU_TRACE(cuda_cpu_watch_exchange());
    about_to_wait();
    all.value = cuda_cpu_warp_exchange(mask, bits, &all.present);
    threadIdx = me; // other lanes ran on this OS thread meanwhile
    CUDA_CPU_WATCH(cuda_cpu_watch_resume(thread_rank()));
    CUDA_CPU_COUNTED(cuda_cpu_count_resume(thread_rank()));
    CUDA_CPU_TRACE(cuda_cpu_watch_exchanged(all.present));
}

template <class T> static inline T value_of(const warp_lanes &all, unsigned lane) {
    T value;
    __builtin_memcpy(&value, &all.value[lane], sizeof value);
    return value;
}

// What lane `from` brought, or one's own value where that lies outside or did not come.
template <class T> CUDA_CPU_INLINE T shuffle(unsigned mask, T mine, int from, bool inside) {
    warp_lanes all;
    exchange(mask, mine, all);
    CUDA_CPU_COUNTED(const not_the_programs_own quiet);
    unsigned long long own = bits_of(&mine, sizeof mine);
    inside = inside && from >= 0 &&
             from < 32; // a width that is no power of two may lead out of the warp
    const bool there = inside && (all.present >> from & 1);
    CUDA_CPU_TRACE(if (inside && !there) own = cuda_cpu_watch_absent(own)); // nobody knows what
    return value_of<T>({there ? &all.value[from] : &own, 1}, 0);
}

// Combines the values of all lanes of the mask.
template <class T, class Combine> static inline T reduce(unsigned mask, T mine, Combine combine) {
    warp_lanes all;
    exchange(mask, mine, all);
    CUDA_CPU_COUNTED(const not_the_programs_own quiet);
    bool first = true;
    T result = mine;
    for (unsigned lane = 0; lane < 32; lane++)
        if (all.present >> lane & 1) {
            result = first ? value_of<T>(all, lane) : combine(result, value_of<T>(all, lane));
            first = false;
        }
    return result;
}

} // namespace cuda_cpu

CUDA_CPU_INLINE void __syncwarp(unsigned mask = 0xffffffff) {
    cuda_cpu::warp_lanes all;
    cuda_cpu::exchange(mask, 0, all);
}

static inline unsigned __activemask(const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE()) {
    const uint3 me = threadIdx;
    cuda_cpu::about_to_wait();
    const unsigned mask = cuda_cpu_active_lanes(file, line);
    threadIdx = me;
    CUDA_CPU_WATCH(cuda_cpu_watch_resume(cuda_cpu::thread_rank()));
    CUDA_CPU_COUNTED(cuda_cpu_count_resume(cuda_cpu::thread_rank()));
    return mask;
}

// ---- shuffles: `width` lanes at a time, a power of two -----------------------------------------
// Of a distance, and of a mask of lanes, PTX's shfl takes the low five bits.

template <class T>
CUDA_CPU_INLINE cuda_cpu::widened_t<T> __shfl_sync(unsigned mask, T value, int from,
                                                   int width = 32) {
    const int lane = (int)cuda_cpu::lane_id(), first = lane / width * width;
    return cuda_cpu::shuffle(mask, value, first + (from & (width - 1)), true);
}

template <class T>
CUDA_CPU_INLINE cuda_cpu::widened_t<T> __shfl_up_sync(unsigned mask, T value, unsigned delta,
                                                      int width = 32) {
    const int lane = (int)cuda_cpu::lane_id(), from = lane - (int)(delta % 32);
    return cuda_cpu::shuffle(mask, value, from, from >= lane / width * width);
}

template <class T>
CUDA_CPU_INLINE cuda_cpu::widened_t<T> __shfl_down_sync(unsigned mask, T value, unsigned delta,
                                                        int width = 32) {
    const int lane = (int)cuda_cpu::lane_id(), from = lane + (int)(delta % 32);
    return cuda_cpu::shuffle(mask, value, from, from < lane / width * width + width);
}

template <class T>
CUDA_CPU_INLINE cuda_cpu::widened_t<T> __shfl_xor_sync(unsigned mask, T value, int lane_mask,
                                                       int width = 32) {
    const int lane = (int)cuda_cpu::lane_id(), from = lane ^ (lane_mask & 31);
    // a group may read from those before it, but not from those behind
    return cuda_cpu::shuffle(mask, value, from, from < lane / width * width + width);
}

// ---- votes -------------------------------------------------------------------------------------

CUDA_CPU_INLINE unsigned __ballot_sync(unsigned mask, int predicate) {
    cuda_cpu::warp_lanes all;
    cuda_cpu::exchange(mask, predicate != 0, all);
    CUDA_CPU_COUNTED(const cuda_cpu::not_the_programs_own quiet);
    unsigned votes = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        if (all.present >> lane & 1)
            votes |= (unsigned)cuda_cpu::value_of<bool>(all, lane) << lane;
    return votes;
}

CUDA_CPU_INLINE int __any_sync(unsigned mask, int predicate) {
    return __ballot_sync(mask, predicate) != 0;
}

CUDA_CPU_INLINE int __all_sync(unsigned mask, int predicate) {
    return __ballot_sync(mask, !predicate) == 0;
}

// ---- match: which lanes brought the same value -------------------------------------------------

template <class T> static inline unsigned __match_any_sync(unsigned mask, T value) {
    cuda_cpu::warp_lanes all;
    cuda_cpu::exchange(mask, value, all);
    CUDA_CPU_COUNTED(const cuda_cpu::not_the_programs_own quiet);
    unsigned same = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        if ((all.present >> lane & 1) && all.value[lane] == all.value[cuda_cpu::lane_id()])
            same |= 1u << lane;
    return same;
}

template <class T> static inline unsigned __match_all_sync(unsigned mask, T value, int *all_same) {
    const unsigned same = __match_any_sync(mask, value);
    cuda_cpu::warp_lanes all;
    cuda_cpu::exchange(mask, same, all);
    bool agree = true;
    for (unsigned lane = 0; lane < 32; lane++)
        agree = agree && (!(all.present >> lane & 1) || all.value[lane] == all.present);
    *all_same = agree;
    return agree ? all.present : 0;
}

// ---- reductions --------------------------------------------------------------------------------

#define CUDA_CPU_REDUCE(type)                                                                      \
    static inline type __reduce_add_sync(unsigned mask, type value) {                              \
        return (type)cuda_cpu::reduce(mask, (unsigned)value,                                       \
                                      [](unsigned a, unsigned b) { return a + b; });               \
    }                                                                                              \
    static inline type __reduce_min_sync(unsigned mask, type value) {                              \
        return cuda_cpu::reduce(mask, value, [](type a, type b) { return b < a ? b : a; });        \
    }                                                                                              \
    static inline type __reduce_max_sync(unsigned mask, type value) {                              \
        return cuda_cpu::reduce(mask, value, [](type a, type b) { return a < b ? b : a; });        \
    }
CUDA_CPU_REDUCE(int)
CUDA_CPU_REDUCE(unsigned)
#undef CUDA_CPU_REDUCE

static inline unsigned __reduce_and_sync(unsigned mask, unsigned value) {
    return cuda_cpu::reduce(mask, value, [](unsigned a, unsigned b) { return a & b; });
}

static inline unsigned __reduce_or_sync(unsigned mask, unsigned value) {
    return cuda_cpu::reduce(mask, value, [](unsigned a, unsigned b) { return a | b; });
}

static inline unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
    return cuda_cpu::reduce(mask, value, [](unsigned a, unsigned b) { return a ^ b; });
}

#include "cuda_cpu/side_by_side.h"

#endif
