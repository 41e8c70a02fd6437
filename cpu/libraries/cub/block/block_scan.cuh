// SPDX-License-Identifier: MIT
// cub::BlockScan: threads leave their values, and the first thread scans them.
#ifndef CUDA_CPU_CUB_BLOCK_SCAN_H
#define CUDA_CPU_CUB_BLOCK_SCAN_H

#include <cub/util.cuh>

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1>
class BlockScan {
    static constexpr int threads = x * y * z;

  public:
    struct TempStorage {
        T items[threads], all;
    };
    __device__ BlockScan(TempStorage &storage) : storage(storage) {}

    template <class Operation>
    __device__ void InclusiveScan(T item, T &out, Operation operation, T &all) {
        const int thread = thread_of_block();
        storage.items[thread] = item;
        __syncthreads();
        if (thread == 0)
            for (int k = 1; k < threads; k++)
                storage.items[k] = operation(storage.items[k - 1], storage.items[k]);
        __syncthreads();
        out = storage.items[thread];
        all = storage.items[threads - 1];
    }
    template <class Operation> __device__ void InclusiveScan(T item, T &out, Operation operation) {
        T all;
        InclusiveScan(item, out, operation, all);
    }

    template <class Operation>
    __device__ void ExclusiveScan(T item, T &out, T init, Operation operation, T &all) {
        const int thread = thread_of_block();
        storage.items[thread] = item;
        __syncthreads();
        if (thread == 0) {
            T before = init, sum = storage.items[0];
            for (int k = 0; k < threads; k++) {
                const T own = storage.items[k];
                sum = k == 0 ? sum : (T)operation(sum, own);
                storage.items[k] = before;
                before = operation(before, own);
            }
            storage.all = sum;
        }
        __syncthreads();
        out = storage.items[thread];
        all = storage.all;
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

    // Several items of each thread, one after the other.
    template <int count> __device__ void InclusiveSum(T (&items)[count], T (&out)[count]) {
        T all;
        InclusiveSum(items, out, all);
    }
    template <int count> __device__ void InclusiveSum(T (&items)[count], T (&out)[count], T &all) {
        T sum = before_mine(items, all);
        for (int k = 0; k < count; k++)
            out[k] = sum = sum + items[k];
    }
    template <int count> __device__ void ExclusiveSum(T (&items)[count], T (&out)[count]) {
        T all;
        ExclusiveSum(items, out, all);
    }
    template <int count> __device__ void ExclusiveSum(T (&items)[count], T (&out)[count], T &all) {
        T sum = before_mine(items, all);
        for (int k = 0; k < count; k++) {
            const T next = sum + items[k]; // out may be items
            out[k] = sum;
            sum = next;
        }
    }

  private:
    TempStorage &storage;

    template <int count> __device__ T before_mine(T (&items)[count], T &all) {
        T mine = items[0], before;
        for (int k = 1; k < count; k++)
            mine = mine + items[k];
        ExclusiveSum(mine, before, all);
        return before;
    }
};

} // namespace cub

#endif
