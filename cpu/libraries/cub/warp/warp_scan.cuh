// SPDX-License-Identifier: MIT
// cub::WarpScan: lanes leave their values, and each goes through those before it.
#ifndef CUDA_CPU_CUB_WARP_SCAN_H
#define CUDA_CPU_CUB_WARP_SCAN_H

#include <cub/warp/warp_reduce.cuh>

namespace cub {

template <class T, int threads = 32> class WarpScan {
  public:
    struct TempStorage {
        T items[threads];
    };
    __device__ WarpScan(TempStorage &storage) : storage(storage) {}

    template <class Operation>
    __device__ void InclusiveScan(T item, T &out, Operation operation, T &all) {
        const int lane = lane_of_warp<threads>();
        storage.items[lane] = item;
        __syncwarp(mask_of_warp<threads>());
        T sum = storage.items[0];
        out = sum;
        for (int k = 1; k < threads; k++) {
            sum = operation(sum, storage.items[k]);
            if (k == lane)
                out = sum;
        }
        all = sum;
        __syncwarp(mask_of_warp<threads>());
    }
    template <class Operation> __device__ void InclusiveScan(T item, T &out, Operation operation) {
        T all;
        InclusiveScan(item, out, operation, all);
    }
    template <class Operation>
    __device__ void ExclusiveScan(T item, T &out, T init, Operation operation, T &all) {
        const int lane = lane_of_warp<threads>();
        storage.items[lane] = item;
        __syncwarp(mask_of_warp<threads>());
        T sum = storage.items[0], before = init;
        for (int k = 0; k < threads; k++) {
            if (k == lane)
                out = before;
            before = operation(before, storage.items[k]);
            sum = k == 0 ? sum : operation(sum, storage.items[k]);
        }
        all = sum;
        __syncwarp(mask_of_warp<threads>());
    }
    template <class Operation>
    __device__ void ExclusiveScan(T item, T &out, T init, Operation operation) {
        T all;
        ExclusiveScan(item, out, init, operation, all);
    }
    __device__ void InclusiveSum(T item, T &out) { InclusiveScan(item, out, cub::Sum()); }
    __device__ void InclusiveSum(T item, T &out, T &all) {
        InclusiveScan(item, out, cub::Sum(), all);
    }
    __device__ void ExclusiveSum(T item, T &out) { ExclusiveScan(item, out, T(), cub::Sum()); }
    __device__ void ExclusiveSum(T item, T &out, T &all) {
        ExclusiveScan(item, out, T(), cub::Sum(), all);
    }

    // Both at once.
    template <class Operation>
    __device__ void Scan(T item, T &inclusive, T &exclusive, T init, Operation operation) {
        ExclusiveScan(item, exclusive, init, operation);
        inclusive = operation(exclusive, item);
    }
    __device__ void Sum(T item, T &inclusive, T &exclusive) {
        Scan(item, inclusive, exclusive, T(), cub::Sum());
    }

    __device__ T Broadcast(T item, unsigned from) {
        if (lane_of_warp<threads>() == (int)from)
            storage.items[0] = item;
        __syncwarp(mask_of_warp<threads>());
        item = storage.items[0];
        __syncwarp(mask_of_warp<threads>());
        return item;
    }

  private:
    TempStorage &storage;
};

} // namespace cub

#endif
