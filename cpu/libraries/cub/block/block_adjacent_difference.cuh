// SPDX-License-Identifier: MIT
// cub::BlockDiscontinuity and BlockAdjacentDifference: each thread leaves its first and last item
// for its neighbours.
#ifndef CUDA_CPU_CUB_BLOCK_DISCONTINUITY_H
#define CUDA_CPU_CUB_BLOCK_DISCONTINUITY_H

#include <cub/util.cuh>

namespace cub {

template <class T, int threads> struct ends_of_threads {
    T first[threads], last[threads];

    template <int count> __device__ void leave(const T (&items)[count]) {
        first[thread_of_block()] = items[0];
        last[thread_of_block()] = items[count - 1];
        __syncthreads();
    }
};

template <class T, int x, int y = 1, int z = 1> class BlockDiscontinuity {
    static constexpr int threads = x * y * z;

  public:
    typedef ends_of_threads<T, threads> TempStorage;
    __device__ BlockDiscontinuity(TempStorage &storage) : storage(storage) {}

    // A flag is 1 where an item differs from the one before it, or after it; the block's first
    // head and last tail are 1 unless the program gives what lies beside them.
    template <int count, class Flag, class Differ>
    __device__ void FlagHeads(Flag (&flags)[count], T (&items)[count], Differ differ) {
        storage.leave(items);
        heads(flags, items, differ, nullptr);
    }
    template <int count, class Flag, class Differ>
    __device__ void FlagHeads(Flag (&flags)[count], T (&items)[count], Differ differ, T before) {
        storage.leave(items);
        heads(flags, items, differ, &before);
    }
    template <int count, class Flag, class Differ>
    __device__ void FlagTails(Flag (&flags)[count], T (&items)[count], Differ differ) {
        storage.leave(items);
        tails(flags, items, differ, nullptr);
    }
    template <int count, class Flag, class Differ>
    __device__ void FlagTails(Flag (&flags)[count], T (&items)[count], Differ differ, T after) {
        storage.leave(items);
        tails(flags, items, differ, &after);
    }
    template <int count, class Flag, class Differ>
    __device__ void FlagHeadsAndTails(Flag (&head)[count], Flag (&tail)[count], T (&items)[count],
                                      Differ differ) {
        storage.leave(items);
        heads(head, items, differ, nullptr);
        tails(tail, items, differ, nullptr);
    }

  private:
    template <int count, class Flag, class Differ>
    __device__ void heads(Flag (&flags)[count], T (&items)[count], Differ differ, const T *before) {
        const int thread = thread_of_block();
        const T *const left = thread > 0 ? &storage.last[thread - 1] : before;
        for (int k = 0; k < count; k++)
            flags[k] = k > 0  ? (Flag)differ(items[k - 1], items[k])
                       : left ? (Flag)differ(*left, items[k])
                              : (Flag)1;
    }
    template <int count, class Flag, class Differ>
    __device__ void tails(Flag (&flags)[count], T (&items)[count], Differ differ, const T *after) {
        const int thread = thread_of_block();
        const T *const right = thread + 1 < threads ? &storage.first[thread + 1] : after;
        for (int k = 0; k < count; k++)
            flags[k] = k + 1 < count ? (Flag)differ(items[k], items[k + 1])
                       : right       ? (Flag)differ(items[k], *right)
                                     : (Flag)1;
    }

    TempStorage &storage;
};

template <class T, int x, int y = 1, int z = 1> class BlockAdjacentDifference {
    static constexpr int threads = x * y * z;

  public:
    typedef ends_of_threads<T, threads> TempStorage;
    __device__ BlockAdjacentDifference(TempStorage &storage) : storage(storage) {}

    // The block's first item, or its last, stays as it is.
    template <int count, class Out, class Operation>
    __device__ void SubtractLeft(T (&items)[count], Out (&out)[count], Operation operation) {
        storage.leave(items);
        const int thread = thread_of_block();
        for (int k = count - 1; k > 0; k--)
            out[k] = operation(items[k], items[k - 1]);
        out[0] = thread > 0 ? (Out)operation(items[0], storage.last[thread - 1]) : (Out)items[0];
    }
    template <int count, class Out, class Operation>
    __device__ void SubtractRight(T (&items)[count], Out (&out)[count], Operation operation) {
        storage.leave(items);
        const int thread = thread_of_block();
        for (int k = 0; k + 1 < count; k++)
            out[k] = operation(items[k], items[k + 1]);
        out[count - 1] = thread + 1 < threads
                             ? (Out)operation(items[count - 1], storage.first[thread + 1])
                             : (Out)items[count - 1];
    }

  private:
    TempStorage &storage;
};

} // namespace cub

#endif
