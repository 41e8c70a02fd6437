// SPDX-License-Identifier: MIT
// cub::BlockMergeSort and WarpMergeSort: threads leave keys and values, and the first thread sorts
// them by insertion, which keeps equal keys in order.
#ifndef CUDA_CPU_CUB_BLOCK_MERGE_SORT_H
#define CUDA_CPU_CUB_BLOCK_MERGE_SORT_H

#include <cub/warp/warp_reduce.cuh>

namespace cub {

template <class Key, class Value, int count, int threads> struct merge_sort_storage {
    Key keys[threads * count];
    std::conditional_t<std::is_same_v<Value, NullType>, char, Value> values[threads * count];

    template <class Less> __device__ void sort(Less less, bool pairs) {
        for (int i = 1; i < threads * count; i++) {
            const Key key = keys[i];
            const auto value = values[i];
            int k = i;
            for (; k > 0 && less(key, keys[k - 1]); k--) {
                keys[k] = keys[k - 1];
                if (pairs)
                    values[k] = values[k - 1];
            }
            keys[k] = key;
            if (pairs)
                values[k] = value;
        }
    }
};

#define CUDA_CPU_CUB_MERGE_SORT(thread, wait)                                                      \
    template <class Less> __device__ void Sort(Key(&keys)[count], Less less) {                     \
        leave(keys, thread);                                                                       \
        wait;                                                                                      \
        if (thread == 0)                                                                           \
            storage.sort(less, false);                                                             \
        wait;                                                                                      \
        take(keys, thread);                                                                        \
        wait;                                                                                      \
    }                                                                                              \
    template <class Less>                                                                          \
    __device__ void Sort(Key(&keys)[count], Value(&values)[count], Less less) {                    \
        leave(keys, thread);                                                                       \
        for (int k = 0; k < count; k++)                                                            \
            storage.values[thread * count + k] = values[k];                                        \
        wait;                                                                                      \
        if (thread == 0)                                                                           \
            storage.sort(less, true);                                                              \
        wait;                                                                                      \
        take(keys, thread);                                                                        \
        for (int k = 0; k < count; k++)                                                            \
            values[k] = storage.values[thread * count + k];                                        \
        wait;                                                                                      \
    }                                                                                              \
    template <class Less> __device__ void StableSort(Key(&keys)[count], Less less) {               \
        Sort(keys, less);                                                                          \
    }                                                                                              \
    template <class Less>                                                                          \
    __device__ void StableSort(Key(&keys)[count], Value(&values)[count], Less less) {              \
        Sort(keys, values, less);                                                                  \
    }                                                                                              \
                                                                                                   \
  private:                                                                                         \
    __device__ void leave(Key(&keys)[count], int from) {                                           \
        for (int k = 0; k < count; k++)                                                            \
            storage.keys[from * count + k] = keys[k];                                              \
    }                                                                                              \
    __device__ void take(Key(&keys)[count], int from) {                                            \
        for (int k = 0; k < count; k++)                                                            \
            keys[k] = storage.keys[from * count + k];                                              \
    }                                                                                              \
    TempStorage &storage;

template <class Key, int x, int count, class Value = NullType, int y = 1, int z = 1>
class BlockMergeSort {
  public:
    typedef merge_sort_storage<Key, Value, count, x * y * z> TempStorage;
    __device__ BlockMergeSort(TempStorage &storage) : storage(storage) {}
    CUDA_CPU_CUB_MERGE_SORT(thread_of_block(), __syncthreads())
};

template <class Key, int count, int threads = 32, class Value = NullType> class WarpMergeSort {
  public:
    typedef merge_sort_storage<Key, Value, count, threads> TempStorage;
    __device__ WarpMergeSort(TempStorage &storage) : storage(storage) {}
    CUDA_CPU_CUB_MERGE_SORT(lane_of_warp<threads>(), __syncwarp(mask_of_warp<threads>()))
};
#undef CUDA_CPU_CUB_MERGE_SORT

} // namespace cub

#endif
