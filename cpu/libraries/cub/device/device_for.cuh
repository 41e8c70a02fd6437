// SPDX-License-Identifier: MIT
// cub::DeviceFor: a function of the program's, called for each number or element.
#ifndef CUDA_CPU_CUB_DEVICE_FOR_H
#define CUDA_CPU_CUB_DEVICE_FOR_H

#include <cub/util.cuh>

namespace cub {

template <class Function> struct call_for_numbers {
    cuda_cpu::shares cut;
    Function function;

    __device__ void operator()(size_t share) const {
        Function own = function;
        for (size_t i = cut.begin(share), end = cut.end(share); i < end; i++)
            own(i);
    }
};
// What Thrust's device_reference stands for; anything else as it is.
template <class Reference> __device__ auto referred(Reference &&r, int) -> decltype(*(&r).get()) {
    return *(&r).get();
}
template <class T> __device__ T &&referred(T &&r, long) {
    return static_cast<T &&>(r);
}

template <class In, class Function> struct call_for_element {
    In in;
    Function function;

    template <class Index> __device__ void operator()(Index i) { function(referred(in[i], 0)); }
};

struct DeviceFor {
    template <class Count, class Function>
    static cudaError_t Bulk(Count n, Function function, cudaStream_t stream = nullptr) {
        const cuda_cpu::shares all = cuda_cpu::cut_apart((size_t)n);
        return cuda_cpu::run_shares(stream, all.count, call_for_numbers<Function>{all, function});
    }
    template <class In, class Count, class Function>
    static cudaError_t ForEachN(In in, Count n, Function function, cudaStream_t stream = nullptr) {
        return Bulk(n, call_for_element<In, Function>{in, function}, stream);
    }
    template <class In, class Function>
    static cudaError_t ForEach(In begin, In end, Function function, cudaStream_t stream = nullptr) {
        return ForEachN(begin, end - begin, function, stream);
    }

    // Each with temporary memory, of which none is needed.
    template <class Count, class Function>
    static cudaError_t Bulk(void *memory, size_t &bytes, Count n, Function function,
                            cudaStream_t stream = nullptr) {
        return only_asked(memory, bytes) ? cudaSuccess : Bulk(n, function, stream);
    }
    template <class In, class Count, class Function>
    static cudaError_t ForEachN(void *memory, size_t &bytes, In in, Count n, Function function,
                                cudaStream_t stream = nullptr) {
        return only_asked(memory, bytes) ? cudaSuccess : ForEachN(in, n, function, stream);
    }
    template <class In, class Function>
    static cudaError_t ForEach(void *memory, size_t &bytes, In begin, In end, Function function,
                               cudaStream_t stream = nullptr) {
        return only_asked(memory, bytes) ? cudaSuccess : ForEach(begin, end, function, stream);
    }

  private:
    static bool only_asked(void *memory, size_t &bytes) {
        if (!memory)
            bytes = 1;
        return !memory;
    }
};

} // namespace cub

#endif
