// SPDX-License-Identifier: MIT
// cub::WarpReduce: lanes leave their values, and the first lane goes through them.
#ifndef CUDA_CPU_CUB_WARP_REDUCE_H
#define CUDA_CPU_CUB_WARP_REDUCE_H

#include <cub/util.cuh>

namespace cub {

// A lane's place in its logical warp, and that warp's lanes.
template <int threads> __device__ int lane_of_warp() {
    return thread_of_block() % 32 % threads;
}
template <int threads> __device__ unsigned mask_of_warp() {
    const unsigned mask = threads == 32 ? ~0u : (1u << threads % 32) - 1;
    return mask << thread_of_block() % 32 / threads * threads;
}

template <class T, int threads = 32> class WarpReduce {
    static_assert(threads >= 1 && threads <= 32, "a logical warp has at most 32 threads");

  public:
    struct TempStorage {
        T items[threads];
        bool flags[threads];
    };
    __device__ WarpReduce(TempStorage &storage) : storage(storage) {}

    // The result is the first lane's.
    template <class Operation>
    __device__ T Reduce(T item, Operation operation, int valid = threads) {
        const int lane = lane_of_warp<threads>();
        storage.items[lane] = item;
        __syncwarp(mask_of_warp<threads>());
        if (lane == 0)
            for (int k = 1; k < valid; k++)
                item = operation(item, storage.items[k]);
        __syncwarp(mask_of_warp<threads>());
        return item;
    }
    __device__ T Sum(T item, int valid = threads) { return Reduce(item, cub::Sum(), valid); }
    __device__ T Max(T item, int valid = threads) { return Reduce(item, cub::Max(), valid); }
    __device__ T Min(T item, int valid = threads) { return Reduce(item, cub::Min(), valid); }

    // Segments, which begin where the flag is set, or end there; the result is that of each
    // segment's first lane.
    template <class Flag, class Operation>
    __device__ T HeadSegmentedReduce(T item, Flag head, Operation operation) {
        return segmented(item, (bool)head, operation, 0);
    }
    template <class Flag, class Operation>
    __device__ T TailSegmentedReduce(T item, Flag tail, Operation operation) {
        return segmented(item, (bool)tail, operation, 1);
    }
    template <class Flag> __device__ T HeadSegmentedSum(T item, Flag head) {
        return HeadSegmentedReduce(item, head, cub::Sum());
    }
    template <class Flag> __device__ T TailSegmentedSum(T item, Flag tail) {
        return TailSegmentedReduce(item, tail, cub::Sum());
    }

  private:
    // From the calling lane on, as far as no flag of the next lane (0), or of the one before (1).
    template <class Operation>
    __device__ T segmented(T item, bool flag, Operation operation, int before) {
        const int lane = lane_of_warp<threads>();
        storage.items[lane] = item;
        storage.flags[lane] = flag;
        __syncwarp(mask_of_warp<threads>());
        for (int k = lane + 1; k < threads && !storage.flags[k - before]; k++)
            item = operation(item, storage.items[k]);
        __syncwarp(mask_of_warp<threads>());
        return item;
    }

    TempStorage &storage;
};

} // namespace cub

#endif
