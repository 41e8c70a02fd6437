// SPDX-License-Identifier: MIT
// A loop over threads around one that each of them ends after turns of its own
// (cpu/compiler/vector/common_trip_count.c): those that a vector's threads all do are done side by
// side.
#ifndef CUDA_CPU_TURNS_H
#define CUDA_CPU_TURNS_H

#include "cuda_cpu/loops.h"

namespace cuda_cpu {

// A thread's counter goes from `first` on as long as it is less than `limit`, or greater.
template <class Counter, class Limit> struct turns {
    Counter first;
    Limit limit; // of the type in which they are compared
};

template <class Counter, class Limit>
__attribute__((always_inline)) static inline auto turns_of(const Counter first, const Limit limit) {
    using compared = decltype(first + limit);
    return turns<Counter, compared>{first, (compared)limit};
}

// Integers in a row are added up faster by a thread alone, as vectors, unless they are few.
template <class Array, class... Sums> constexpr bool are_better_in_common() {
    if constexpr (std::is_array_v<Array>)
        if constexpr (std::extent_v < Array >> 0 && std::extent_v<Array> <= WIDTH)
            return true;
    return (... || std::is_floating_point_v<Sums>);
}

// tell(thread): its turns. together(counter, end, each): does for each(body) the turns up to that
// end, and returns the counter then; alone(thread, counter): those of one thread from there on.
// rises: it goes on as long as it is less. better: it is not left to the threads.
template <bool rises, bool better, class Tell, class Together, class Alone>
__attribute__((always_inline)) static inline void
each_thread_in_turns(const dim3 &block, const Tell &tell, const Together &together,
                     const Alone &alone) {
    if constexpr (!better) {
        each_thread_of_tile<false>(
            block, [&](const uint3 index, const linear_index thread) __attribute__((
                       always_inline)) { alone(index, thread, tell(index, thread).first); });
        return;
    }
    int first = 0;
    for (unsigned z = 0; z < block.z; z++)
        for (unsigned y = 0; y < block.y; y++, first += (int)block.x) {
            const auto index = [=](const int x) __attribute__((always_inline)) {
                return uint3{(unsigned)x, y, z};
            };
            const auto own = [&](const int x) __attribute__((always_inline)) {
                return tell(index(x), linear_index{first, x});
            };
            int left = 0;
            for (; left + warpSize <= (int)block.x; left += warpSize) {
                const auto begin = own(left);
                auto least = begin.limit, most = begin.limit;
                bool alike = true;
                for (int x = left; x < left + warpSize; x++) {
                    const auto turns = own(x);
                    least = turns.limit < least ? turns.limit : least;
                    most = turns.limit > most ? turns.limit : most;
                    alike = alike & (turns.first == begin.first);
                }
                const auto near = rises ? least : most, far = rises ? most : least;
                const double turns = (double)near - (double)begin.first,
                             all = (double)far - (double)begin.first;
                // What few have in common is not worth the asking.
                const bool common = near == far || (rises ? turns >= all / 4 : turns <= all / 4);
                if (alike && common) {
                    const auto counter = together(
                        begin.first, near, [&](const auto &body) __attribute__((always_inline)) {
                            for (int x = left; x < left + warpSize; x++)
                                body(index(x), linear_index{first, x});
                        });
                    if (least != most)
                        for (int x = left; x < left + warpSize; x++)
                            alone(index(x), linear_index{first, x}, counter);
                } else {
                    for (int x = left; x < left + warpSize; x++)
                        alone(index(x), linear_index{first, x}, own(x).first);
                }
            }
            for (int x = left; x < (int)block.x; x++)
                alone(index(x), linear_index{first, x}, own(x).first);
        }
}

} // namespace cuda_cpu

#endif
