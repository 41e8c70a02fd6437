// SPDX-License-Identifier: MIT
// cub::BlockHistogram: counters in the memory that the program gives, by atomics.
#ifndef CUDA_CPU_CUB_BLOCK_HISTOGRAM_H
#define CUDA_CPU_CUB_BLOCK_HISTOGRAM_H

#include <cub/util.cuh>

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int x, int count, int bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT,
          int y = 1, int z = 1>
struct BlockHistogram {
    struct TempStorage {};
    __device__ BlockHistogram() {}
    __device__ BlockHistogram(TempStorage &) {}

    template <class Counter> __device__ void InitHistogram(Counter (&histogram)[bins]) {
        for (int i = thread_of_block(); i < bins; i += x * y * z)
            histogram[i] = 0;
    }
    template <class Counter>
    __device__ void Composite(T (&items)[count], Counter (&histogram)[bins]) {
        for (int k = 0; k < count; k++)
            atomicAdd(&histogram[(int)items[k]], (Counter)1);
    }
    template <class Counter>
    __device__ void Histogram(T (&items)[count], Counter (&histogram)[bins]) {
        InitHistogram(histogram);
        __syncthreads();
        Composite(items, histogram);
    }
};

} // namespace cub

#endif
