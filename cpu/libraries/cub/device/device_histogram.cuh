// SPDX-License-Identifier: MIT
// cub::DeviceHistogram: shares count on their own, then the counts are added up.
#ifndef CUDA_CPU_CUB_DEVICE_HISTOGRAM_H
#define CUDA_CPU_CUB_DEVICE_HISTOGRAM_H

#include <iterator>

#include <cub/util.cuh>

namespace cub {

template <class Level> struct even_bins {
    Level lower, upper;
    int bins;
    template <class Sample> __device__ int operator()(Sample sample) const {
        const Level x = (Level)sample;
        if (!(x >= lower && x < upper))
            return bins; // none
        if constexpr (std::is_integral_v<Level>)
            return (int)((unsigned long long)(x - lower) * bins /
                         (unsigned long long)(upper - lower));
        const int bin = (int)((x - lower) * ((Level)bins / (upper - lower)));
        return bin < bins ? bin : bins - 1;
    }
};

// Bin b is [levels[b], levels[b + 1]).
template <class Level> struct bins_between {
    const Level *levels;
    int bins;
    template <class Sample> __device__ int operator()(Sample sample) const {
        const Level x = (Level)sample;
        if (!(x >= levels[0] && x < levels[bins]))
            return bins;
        int low = 0, high = bins; // levels[low] <= x < levels[high]
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            *(x < levels[middle] ? &high : &low) = middle;
        }
        return low;
    }
};

template <class Samples, class Counter, class Bins> struct histogram_share {
    Samples samples;
    cuda_cpu::shares cut;
    Bins bins;
    Counter *counts; // of bins and one more for each share

    __device__ void operator()(size_t share) const {
        const Bins own = bins;
        Counter *const mine = counts + share * (own.bins + 1);
        for (int b = 0; b <= own.bins; b++)
            mine[b] = 0;
        for (size_t i = cut.begin(share), end = cut.end(share); i < end; i++)
            mine[own(samples[i])]++;
    }
};

template <class Counter> struct add_histograms {
    const Counter *counts;
    size_t shares;
    int bins;
    Counter *histogram;

    __device__ void operator()(size_t) const {
        for (int b = 0; b < bins; b++) {
            Counter sum = 0;
            for (size_t share = 0; share < shares; share++)
                sum += counts[share * (bins + 1) + b];
            histogram[b] = sum;
        }
    }
};

struct DeviceHistogram {
    template <class Samples, class Counter, class Bins>
    static cudaError_t count(void *memory, size_t &bytes, Samples samples, Counter *histogram,
                             const Bins &bins, size_t n, cudaStream_t stream) {
        const cuda_cpu::shares all = cuda_cpu::cut(n, cuda_cpu::cores());
        pieces temporary(memory, bytes);
        Counter *const counts = temporary.take<Counter>(all.count * (size_t)(bins.bins + 1));
        cudaError_t error;
        if (!temporary.fits(error))
            return error;
        error = cuda_cpu::run_shares(
            stream, all.count, histogram_share<Samples, Counter, Bins>{samples, all, bins, counts});
        return error != cudaSuccess
                   ? error
                   : cuda_cpu::run_shares(
                         stream, 1,
                         add_histograms<Counter>{counts, all.count, bins.bins, histogram});
    }

    // levels - 1 bins of equal width in [lower, upper).
    template <class Samples, class Counter, class Level, class Count>
    static cudaError_t HistogramEven(void *memory, size_t &bytes, Samples samples,
                                     Counter *histogram, int levels, Level lower, Level upper,
                                     Count n, cudaStream_t stream = nullptr) {
        return count(memory, bytes, samples, histogram, even_bins<Level>{lower, upper, levels - 1},
                     (size_t)n, stream);
    }

    // levels - 1 bins, between so many levels that rise.
    template <class Samples, class Counter, class Level, class Count>
    static cudaError_t HistogramRange(void *memory, size_t &bytes, Samples samples,
                                      Counter *histogram, int levels, const Level *between, Count n,
                                      cudaStream_t stream = nullptr) {
        return count(memory, bytes, samples, histogram, bins_between<Level>{between, levels - 1},
                     (size_t)n, stream);
    }
};

} // namespace cub

#endif
