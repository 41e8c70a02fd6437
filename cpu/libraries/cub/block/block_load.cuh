// SPDX-License-Identifier: MIT
// cub::BlockLoad and BlockStore: each thread reads and writes its own items, neighbours in memory,
// whichever of CUB's ways is asked for.
#ifndef CUDA_CPU_CUB_BLOCK_LOAD_H
#define CUDA_CPU_CUB_BLOCK_LOAD_H

#include <cub/util.cuh>

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

// The place of a thread's item k: side by side, or striped over the block.
template <bool striped, int threads, int count> __device__ int place_of_item(int k) {
    return striped ? k * threads + thread_of_block() : thread_of_block() * count + k;
}

template <class T, int x, int count, BlockLoadAlgorithm way = BLOCK_LOAD_DIRECT, int y = 1,
          int z = 1>
struct BlockLoad {
    struct TempStorage {};
    __device__ BlockLoad() {}
    __device__ BlockLoad(TempStorage &) {}
    template <class In> __device__ void Load(In in, T (&items)[count]) {
        Load(in, items, x * y * z * count);
    }
    // Only the first `valid` ones of the block.
    template <class In> __device__ void Load(In in, T (&items)[count], int valid) {
        for (int k = 0; k < count; k++) {
            const int place = place_of_item<way == BLOCK_LOAD_STRIPED, x * y * z, count>(k);
            if (place < valid)
                items[k] = in[place];
        }
    }
    template <class In, class Other>
    __device__ void Load(In in, T (&items)[count], int valid, Other otherwise) {
        for (int k = 0; k < count; k++)
            items[k] = otherwise;
        Load(in, items, valid);
    }
};

template <class T, int x, int count, BlockStoreAlgorithm way = BLOCK_STORE_DIRECT, int y = 1,
          int z = 1>
struct BlockStore {
    struct TempStorage {};
    __device__ BlockStore() {}
    __device__ BlockStore(TempStorage &) {}
    template <class Out> __device__ void Store(Out out, T (&items)[count]) {
        Store(out, items, x * y * z * count);
    }
    template <class Out> __device__ void Store(Out out, T (&items)[count], int valid) {
        for (int k = 0; k < count; k++) {
            const int place = place_of_item<way == BLOCK_STORE_STRIPED, x * y * z, count>(k);
            if (place < valid)
                out[place] = items[k];
        }
    }
};

// The same without a class, the calling thread's number given.
#define CUDA_CPU_CUB_DIRECT(Load, Store, kinds, place)                                             \
    template <kinds class T, int count, class In>                                                  \
    __device__ void Load(int thread, In in, T(&items)[count]) {                                    \
        for (int k = 0; k < count; k++)                                                            \
            items[k] = in[place];                                                                  \
    }                                                                                              \
    template <kinds class T, int count, class In>                                                  \
    __device__ void Load(int thread, In in, T(&items)[count], int valid) {                         \
        for (int k = 0; k < count; k++)                                                            \
            if (place < valid)                                                                     \
                items[k] = in[place];                                                              \
    }                                                                                              \
    template <kinds class T, int count, class In, class Other>                                     \
    __device__ void Load(int thread, In in, T(&items)[count], int valid, Other otherwise) {        \
        for (int k = 0; k < count; k++)                                                            \
            items[k] = place < valid ? (T)in[place] : (T)otherwise;                                \
    }                                                                                              \
    template <kinds class T, int count, class Out>                                                 \
    __device__ void Store(int thread, Out out, T(&items)[count]) {                                 \
        for (int k = 0; k < count; k++)                                                            \
            out[place] = items[k];                                                                 \
    }                                                                                              \
    template <kinds class T, int count, class Out>                                                 \
    __device__ void Store(int thread, Out out, T(&items)[count], int valid) {                      \
        for (int k = 0; k < count; k++)                                                            \
            if (place < valid)                                                                     \
                out[place] = items[k];                                                             \
    }
CUDA_CPU_CUB_DIRECT(LoadDirectBlocked, StoreDirectBlocked, , thread *count + k)
#define CUDA_CPU_CUB_THREADS int threads,
CUDA_CPU_CUB_DIRECT(LoadDirectStriped, StoreDirectStriped, CUDA_CPU_CUB_THREADS,
                    k *threads + thread)
#undef CUDA_CPU_CUB_THREADS
#undef CUDA_CPU_CUB_DIRECT

} // namespace cub

#endif
