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
    __device__ void InclusiveSum(T item, T &out) { InclusiveScan(item, out, Sum()); }
    __device__ void InclusiveSum(T item, T &out, T &all) { InclusiveScan(item, out, Sum(), all); }
    __device__ void ExclusiveSum(T item, T &out) { ExclusiveScan(item, out, T(), Sum()); }
    __device__ void ExclusiveSum(T item, T &out, T &all) {
        ExclusiveScan(item, out, T(), Sum(), all);
    }

  private:
    TempStorage &storage;
};

} // namespace cub

#endif
