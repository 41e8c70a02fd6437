// SPDX-License-Identifier: MIT
// cub::BlockRadixSort: threads leave their keys, and the first thread sorts them, digit by digit.
#ifndef CUDA_CPU_CUB_BLOCK_RADIX_SORT_H
#define CUDA_CPU_CUB_BLOCK_RADIX_SORT_H

#include <cub/device/device_radix_sort.cuh>

namespace cub {

template <class Key, int x, int count, class Value = NullType, int = 4, bool = true,
          int = 0 /* BLOCK_SCAN_WARP_SCANS */, int = 0, int y = 1, int z = 1>
class BlockRadixSort {
    static constexpr int threads = x * y * z, all = threads * count;
    static constexpr bool pairs = !std::is_same_v<Value, NullType>;

  public:
    struct TempStorage {
        Key keys[2][all];
        Value values[2][pairs ? all : 1];
    };
    __device__ BlockRadixSort(TempStorage &storage) : storage(storage) {}

#define CUDA_CPU_CUB_SORT(name, descending, striped)                                               \
    __device__ void name(Key(&keys)[count], int begin = 0, int end = 8 * (int)sizeof(Key)) {       \
        Value none[count];                                                                         \
        sort(keys, none, begin, end, descending, striped);                                         \
    }                                                                                              \
    __device__ void name(Key(&keys)[count], Value(&values)[count], int begin = 0,                  \
                         int end = 8 * (int)sizeof(Key)) {                                         \
        sort(keys, values, begin, end, descending, striped);                                       \
    }
    CUDA_CPU_CUB_SORT(Sort, false, false)
    CUDA_CPU_CUB_SORT(SortDescending, true, false)
    CUDA_CPU_CUB_SORT(SortBlockedToStriped, false, true)
    CUDA_CPU_CUB_SORT(SortDescendingBlockedToStriped, true, true)
#undef CUDA_CPU_CUB_SORT

  private:
    __device__ void sort(Key (&keys)[count], Value (&values)[count], int begin, int end,
                         bool descending, bool striped) {
        const int thread = thread_of_block();
        for (int k = 0; k < count; k++) {
            storage.keys[0][thread * count + k] = keys[k];
            if constexpr (pairs)
                storage.values[0][thread * count + k] = values[k];
        }
        __syncthreads();
        if (thread == 0)
            sort_one_segment(storage.keys[0], storage.keys[1], storage.keys[0], storage.values[0],
                             storage.values[1], storage.values[0], all, begin, end, descending);
        __syncthreads();
        for (int k = 0; k < count; k++) {
            const int place = striped ? k * threads + thread : thread * count + k;
            keys[k] = storage.keys[0][place];
            if constexpr (pairs)
                values[k] = storage.values[0][place];
        }
    }

    TempStorage &storage;
};

} // namespace cub

#endif
