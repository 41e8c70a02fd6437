// SPDX-License-Identifier: MIT
// cub::BlockExchange: threads leave their items in the order of one arrangement, and take them in
// that of another.
#ifndef CUDA_CPU_CUB_BLOCK_EXCHANGE_H
#define CUDA_CPU_CUB_BLOCK_EXCHANGE_H

#include <cub/util.cuh>

namespace cub {

template <class T, int x, int count, bool = false, int y = 1, int z = 1> class BlockExchange {
    static constexpr int threads = x * y * z;

  public:
    struct TempStorage {
        T items[threads * count];
    };
    __device__ BlockExchange(TempStorage &storage) : storage(storage) {}

#define CUDA_CPU_CUB_EXCHANGE(name, from, to)                                                      \
    template <class Out> __device__ void name(const T(&in)[count], Out(&out)[count]) {             \
        exchange(                                                                                  \
            in, out, [](int k) { return from(k); }, [](int k) { return to(k); });                  \
    }                                                                                              \
    __device__ void name(T(&items)[count]) {                                                       \
        name(items, items);                                                                        \
    }
    CUDA_CPU_CUB_EXCHANGE(StripedToBlocked, striped, blocked)
    CUDA_CPU_CUB_EXCHANGE(BlockedToStriped, blocked, striped)
    CUDA_CPU_CUB_EXCHANGE(WarpStripedToBlocked, warp_striped, blocked)
    CUDA_CPU_CUB_EXCHANGE(BlockedToWarpStriped, blocked, warp_striped)
#undef CUDA_CPU_CUB_EXCHANGE

    // To places that the threads name.
    template <class Out, class Place>
    __device__ void ScatterToBlocked(const T (&in)[count], Out (&out)[count],
                                     Place (&places)[count]) {
        exchange(
            in, out, [&](int k) { return (int)places[k]; }, [](int k) { return blocked(k); });
    }
    template <class Out, class Place>
    __device__ void ScatterToStriped(const T (&in)[count], Out (&out)[count],
                                     Place (&places)[count]) {
        exchange(
            in, out, [&](int k) { return (int)places[k]; }, [](int k) { return striped(k); });
    }
    template <class Place>
    __device__ void ScatterToBlocked(T (&items)[count], Place (&places)[count]) {
        ScatterToBlocked(items, items, places);
    }
    template <class Place>
    __device__ void ScatterToStriped(T (&items)[count], Place (&places)[count]) {
        ScatterToStriped(items, items, places);
    }

  private:
    // The places of the calling thread's item k.
    static __device__ int blocked(int k) {
        return thread_of_block() * count + k;
    }
    static __device__ int striped(int k) {
        return k * threads + thread_of_block();
    }
    static __device__ int warp_striped(int k) {
        const int warp = thread_of_block() / 32, first = warp * 32;
        const int lanes = threads - first < 32 ? threads - first : 32;
        return first * count + k * lanes + thread_of_block() - first;
    }

    template <class Out, class From, class To>
    __device__ void exchange(const T (&in)[count], Out (&out)[count], From from, To to) {
        for (int k = 0; k < count; k++)
            storage.items[from(k)] = in[k];
        __syncthreads();
        for (int k = 0; k < count; k++)
            out[k] = storage.items[to(k)];
    }

    TempStorage &storage;
};

} // namespace cub

#endif
