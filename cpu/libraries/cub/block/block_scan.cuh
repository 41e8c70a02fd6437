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
        T items[threads], all, prefix;
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

    // What stands before the block comes from a function of the program's, which gets the block's
    // result and is called by the first thread, or all of its warp.
    template <class Operation, class Prefix, class = std::enable_if_t<!std::is_same_v<Prefix, T>>>
    __device__ void InclusiveScan(T item, T &out, Operation operation, Prefix &prefix) {
        T all, own;
        InclusiveScan(item, own, operation, all);
        out = operation(before_block(prefix, all), own);
    }
    template <class Operation, class Prefix, class = std::enable_if_t<!std::is_same_v<Prefix, T>>>
    __device__ void ExclusiveScan(T item, T &out, Operation operation, Prefix &prefix) {
        T all, own;
        InclusiveScan(item, own, operation, all);
        storage.items[thread_of_block()] = own;
        const T before = before_block(prefix, all);
        const int thread = thread_of_block();
        out = thread == 0 ? before : (T)operation(before, storage.items[thread - 1]);
        __syncthreads();
    }
    template <class Prefix, class = std::enable_if_t<!std::is_same_v<Prefix, T>>>
    __device__ void InclusiveSum(T item, T &out, Prefix &prefix) {
        InclusiveScan(item, out, Sum(), prefix);
    }
    template <class Prefix, class = std::enable_if_t<!std::is_same_v<Prefix, T>>>
    __device__ void ExclusiveSum(T item, T &out, Prefix &prefix) {
        ExclusiveScan(item, out, Sum(), prefix);
    }

    // Several items of each thread, one after the other: a thread's own result is scanned, and
    // its items from what stands before them. `more` is the block's result, or a function as above.
    template <int count, class Operation, class... More>
    __device__ void InclusiveScan(T (&items)[count], T (&out)[count], Operation operation,
                                  More &...more) {
        T mine = items[0], last;
        for (int k = 1; k < count; k++)
            mine = operation(mine, items[k]);
        InclusiveScan(mine, last, operation, more...);
        leave_and_wait(last);
        T sum = thread_of_block() > 0 ? (T)operation(before_me(), items[0])
                : has_prefix<More...> ? (T)operation(storage.prefix, items[0])
                                      : items[0];
        out[0] = sum;
        for (int k = 1; k < count; k++)
            out[k] = sum = operation(sum, items[k]);
        __syncthreads();
    }
    template <int count, class Operation, class... More>
    __device__ void ExclusiveScan(T (&items)[count], T (&out)[count], T init, Operation operation,
                                  More &...more) {
        scan_before(items, out, operation, [&](T mine, T &before) {
            ExclusiveScan(mine, before, init, operation, more...);
        });
    }
    template <int count, class Operation, class Prefix,
              class = std::enable_if_t<!std::is_convertible_v<Operation, T>>>
    __device__ void ExclusiveScan(T (&items)[count], T (&out)[count], Operation operation,
                                  Prefix &prefix) {
        scan_before(items, out, operation,
                    [&](T mine, T &before) { ExclusiveScan(mine, before, operation, prefix); });
    }
    template <int count, class... More>
    __device__ void InclusiveSum(T (&items)[count], T (&out)[count], More &...more) {
        InclusiveScan(items, out, Sum(), more...);
    }
    template <int count, class... More>
    __device__ void ExclusiveSum(T (&items)[count], T (&out)[count], More &...more) {
        scan_before(items, out, Sum(),
                    [&](T mine, T &before) { ExclusiveSum(mine, before, more...); });
    }

  private:
    TempStorage &storage;

    template <class... More>
    static constexpr bool has_prefix = sizeof...(More) == 1 && !(std::is_same_v<More, T> && ...);

    template <class Prefix> __device__ T before_block(Prefix &prefix, T all) {
        if (thread_of_block() < 32) {
            const T before = prefix(all);
            if (thread_of_block() == 0)
                storage.prefix = before;
        }
        __syncthreads();
        return storage.prefix;
    }

    __device__ void leave_and_wait(T item) {
        storage.items[thread_of_block()] = item;
        __syncthreads();
    }
    __device__ T before_me() { return storage.items[thread_of_block() - 1]; }

    // `scan` says what stands before the thread's items.
    template <int count, class Operation, class Scan>
    __device__ void scan_before(T (&items)[count], T (&out)[count], Operation operation,
                                Scan scan) {
        T mine = items[0], sum;
        for (int k = 1; k < count; k++)
            mine = operation(mine, items[k]);
        scan(mine, sum);
        for (int k = 0; k < count; k++) {
            const T next = operation(sum, items[k]); // out may be items
            out[k] = sum;
            sum = next;
        }
    }
};

} // namespace cub

#endif
