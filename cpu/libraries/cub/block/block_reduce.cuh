// SPDX-License-Identifier: MIT
// cub::BlockReduce: threads leave their values, and the first thread goes through them. Which of
// CUB's algorithms is asked for makes no difference.
#ifndef CUDA_CPU_CUB_BLOCK_REDUCE_H
#define CUDA_CPU_CUB_BLOCK_REDUCE_H

#include <cub/util.cuh>

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS
};

template <class T, int x, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1>
class BlockReduce {
    static constexpr int threads = x * y * z;

  public:
    struct TempStorage {
        T items[threads];
    };
    __device__ BlockReduce(TempStorage &storage) : storage(storage) {}

    // The result is the first thread's.
    template <class Operation> __device__ T Reduce(T item, Operation operation, int valid) {
        storage.items[thread_of_block()] = item;
        __syncthreads();
        if (thread_of_block() == 0)
            for (int k = 1; k < valid; k++)
                item = operation(item, storage.items[k]);
        return item;
    }
    template <class Operation> __device__ T Reduce(T item, Operation operation) {
        return Reduce(item, operation, threads);
    }
    template <int count, class Operation>
    __device__ T Reduce(T (&items)[count], Operation operation) {
        T sum = items[0];
        for (int k = 1; k < count; k++)
            sum = operation(sum, items[k]);
        return Reduce(sum, operation, threads);
    }
    __device__ T Sum(T item) { return Reduce(item, cub::Sum(), threads); }
    __device__ T Sum(T item, int valid) { return Reduce(item, cub::Sum(), valid); }
    template <int count> __device__ T Sum(T (&items)[count]) { return Reduce(items, cub::Sum()); }

  private:
    TempStorage &storage;
};

} // namespace cub

#endif
