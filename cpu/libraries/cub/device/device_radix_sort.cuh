// SPDX-License-Identifier: MIT
// cub::DeviceRadixSort: digit by digit, the least first. For each digit every share counts its
// values, one thread scans the counts, and every share puts its elements where they belong.
#ifndef CUDA_CPU_CUB_DEVICE_RADIX_SORT_H
#define CUDA_CPU_CUB_DEVICE_RADIX_SORT_H

#include <cub/util.cuh>

namespace cub {

enum { RADIX_BITS = 8, RADIX = 1 << RADIX_BITS };

template <size_t bytes>
using word_of = std::conditional_t<
    bytes == 1, unsigned char,
    std::conditional_t<bytes == 2, unsigned short,
                       std::conditional_t<bytes == 4, unsigned, unsigned long long>>>;

// A key's bits in the order of numbers without sign: a sign is turned over, and of negative floats
// everything. -0 and 0 are one key.
template <class Key> __device__ word_of<sizeof(Key)> ordered_bits(Key key) {
    using Word = word_of<sizeof(Key)>;
    constexpr Word sign = (Word)1 << (8 * sizeof(Key) - 1);
    Word bits;
    __builtin_memcpy(&bits, &key, sizeof bits);
    if constexpr (std::is_unsigned_v<Key>)
        return bits;
    else if constexpr (std::is_integral_v<Key>)
        return bits ^ sign;
    else
        return bits == sign ? sign : bits & sign ? (Word)~bits : (Word)(bits | sign);
}

template <class Key> struct digit_of {
    int low, bits;
    bool descending;
    __device__ unsigned operator()(Key key) const {
        const auto word = ordered_bits(key);
        const unsigned digit = (unsigned)(word >> low) & ((1u << bits) - 1);
        return descending ? (1u << bits) - 1 - digit : digit;
    }
};

template <class Key> struct count_share {
    const Key *keys;
    cuda_cpu::shares cut;
    digit_of<Key> digit;
    size_t *counts; // of share 0, then of share 1 ...

    __device__ void operator()(size_t share) const {
        size_t own[RADIX] = {};
        const Key *const from = keys;
        const digit_of<Key> d = digit;
        for (size_t i = cut.begin(share), end = cut.end(share); i < end; i++)
            own[d(from[i])]++;
        for (int k = 0; k < RADIX; k++)
            counts[share * RADIX + k] = own[k];
    }
};

// Counts become the places of the first.
struct scan_counts {
    size_t *counts, shares;
    __device__ void operator()(size_t) const {
        size_t place = 0;
        for (int k = 0; k < RADIX; k++)
            for (size_t share = 0; share < shares; share++) {
                const size_t count = counts[share * RADIX + k];
                counts[share * RADIX + k] = place;
                place += count;
            }
    }
};

template <class Key, class Value> struct place_share {
    const Key *keys;
    Key *keys_out;
    const Value *values;
    Value *values_out;
    cuda_cpu::shares cut;
    digit_of<Key> digit;
    const size_t *counts;

    __device__ void operator()(size_t share) const {
        size_t own[RADIX];
        const Key *const from = keys;
        Key *const to = keys_out;
        const digit_of<Key> d = digit;
        for (int k = 0; k < RADIX; k++)
            own[k] = counts[share * RADIX + k];
        for (size_t i = cut.begin(share), end = cut.end(share); i < end; i++) {
            const size_t place = own[d(from[i])]++;
            to[place] = from[i];
            if constexpr (!std::is_same_v<Value, NullType>)
                values_out[place] = values[i];
        }
    }
};

// By one thread: from `keys` through `between` to `out`, which may be `keys`.
template <class Key, class Value>
__device__ void sort_one_segment(const Key *keys, Key *between, Key *out, const Value *values,
                                 Value *values_between, Value *values_out, size_t n, int begin,
                                 int end, bool descending) {
    const cuda_cpu::shares all = {n, n, 1};
    size_t counts[RADIX];
    const Key *from = keys;
    const Value *values_from = values;
    for (int low = begin; low < end; low += RADIX_BITS) {
        const digit_of<Key> digit = {low, end - low < RADIX_BITS ? end - low : (int)RADIX_BITS,
                                     descending};
        count_share<Key>{from, all, digit, counts}(0);
        scan_counts{counts, 1}(0);
        const bool to_out = from == between;
        Key *const to = to_out ? out : between;
        Value *const values_to = to_out ? values_out : values_between;
        place_share<Key, Value>{from, to, values_from, values_to, all, digit, counts}(0);
        from = to;
        values_from = values_to;
    }
    for (size_t i = 0; i < n && from != out; i++) {
        out[i] = from[i];
        if constexpr (!std::is_same_v<Value, NullType>)
            values_out[i] = values_from[i];
    }
}

template <class Key, class Value, class Begins, class Ends> struct sort_segments {
    const Key *keys;
    Key *between, *out;
    const Value *values;
    Value *values_between, *values_out;
    Begins begins;
    Ends ends;
    cuda_cpu::shares cut;
    int begin, end;
    bool descending;

    __device__ void operator()(size_t share) const {
        for (size_t s = cut.begin(share), last = cut.end(share); s < last; s++) {
            const size_t i = (size_t)begins[s], to = (size_t)ends[s];
            if (i < to)
                sort_one_segment(keys + i, between + i, out + i, values + i, values_between + i,
                                 values_out + i, to - i, begin, end, descending);
        }
    }
};

struct DeviceRadixSort {
    // From in through the buffers to out: the last of the passes writes there. Buffers of the
    // caller's, if he has any, are out and in.
    template <class Key, class Value>
    static cudaError_t sort(void *memory, size_t &bytes, const Key *keys, Key *keys_out,
                            const Value *values, Value *values_out, size_t n, int begin, int end,
                            bool descending, cudaStream_t stream) {
        constexpr bool pairs = !std::is_same_v<Value, NullType>;
        const cuda_cpu::shares all = cuda_cpu::cut(n, cuda_cpu::cores());
        pieces temporary(memory, bytes);
        size_t *const counts = temporary.take<size_t>(all.count * RADIX);
        Key *const keys_between = temporary.take<Key>(n);
        Value *const values_between = temporary.take<Value>(pairs ? n : 0);
        cudaError_t error;
        if (!temporary.fits(error) || n == 0)
            return error;
        const int passes = (end - begin + RADIX_BITS - 1) / RADIX_BITS;
        if (passes <= 0) {
            error =
                cudaMemcpyAsync(keys_out, keys, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream);
            if (pairs && error == cudaSuccess)
                error = cudaMemcpyAsync(values_out, values, n * sizeof(Value),
                                        cudaMemcpyDeviceToDevice, stream);
            return error;
        }
        for (int pass = 0; pass < passes && error == cudaSuccess; pass++) {
            const int low = begin + pass * RADIX_BITS;
            const int bits = end - low < RADIX_BITS ? end - low : (int)RADIX_BITS;
            const bool to_out = (passes - pass) % 2 == 1;
            Key *const to = to_out ? keys_out : keys_between;
            Value *const values_to = to_out ? values_out : values_between;
            const digit_of<Key> digit = {low, bits, descending};
            error =
                cuda_cpu::run_shares(stream, all.count, count_share<Key>{keys, all, digit, counts});
            if (error == cudaSuccess)
                error = cuda_cpu::run_shares(stream, 1, scan_counts{counts, all.count});
            if (error == cudaSuccess)
                error = cuda_cpu::run_shares(
                    stream, all.count,
                    place_share<Key, Value>{keys, to, values, values_to, all, digit, counts});
            keys = to;
            values = values_to;
        }
        return error;
    }

#define CUDA_CPU_CUB_SORT(keys_name, pairs_name, descending)                                       \
    template <class Key, class Count>                                                              \
    static cudaError_t keys_name(void *memory, size_t &bytes, const Key *in, Key *out, Count n,    \
                                 int begin = 0, int end = 8 * (int)sizeof(Key),                    \
                                 cudaStream_t stream = nullptr) {                                  \
        return sort<Key, NullType>(memory, bytes, in, out, nullptr, nullptr, (size_t)n, begin,     \
                                   end, descending, stream);                                       \
    }                                                                                              \
    template <class Key, class Value, class Count>                                                 \
    static cudaError_t pairs_name(void *memory, size_t &bytes, const Key *in, Key *out,            \
                                  const Value *values, Value *values_out, Count n, int begin = 0,  \
                                  int end = 8 * (int)sizeof(Key), cudaStream_t stream = nullptr) { \
        return sort(memory, bytes, in, out, values, values_out, (size_t)n, begin, end, descending, \
                    stream);                                                                       \
    }                                                                                              \
    template <class Key, class Count>                                                              \
    static cudaError_t keys_name(void *memory, size_t &bytes, DoubleBuffer<Key> &keys, Count n,    \
                                 int begin = 0, int end = 8 * (int)sizeof(Key),                    \
                                 cudaStream_t stream = nullptr) {                                  \
        const cudaError_t error =                                                                  \
            keys_name(memory, bytes, keys.Current(), keys.Alternate(), n, begin, end, stream);     \
        keys.selector ^= memory && error == cudaSuccess;                                           \
        return error;                                                                              \
    }                                                                                              \
    template <class Key, class Value, class Count>                                                 \
    static cudaError_t pairs_name(void *memory, size_t &bytes, DoubleBuffer<Key> &keys,            \
                                  DoubleBuffer<Value> &values, Count n, int begin = 0,             \
                                  int end = 8 * (int)sizeof(Key), cudaStream_t stream = nullptr) { \
        const cudaError_t error =                                                                  \
            pairs_name(memory, bytes, keys.Current(), keys.Alternate(), values.Current(),          \
                       values.Alternate(), n, begin, end, stream);                                 \
        keys.selector ^= memory && error == cudaSuccess;                                           \
        values.selector ^= memory && error == cudaSuccess;                                         \
        return error;                                                                              \
    }
    CUDA_CPU_CUB_SORT(SortKeys, SortPairs, false)
    CUDA_CPU_CUB_SORT(SortKeysDescending, SortPairsDescending, true)
#undef CUDA_CPU_CUB_SORT
};

// Segment s is [begins[s], ends[s]).
struct DeviceSegmentedRadixSort {
    template <class Key, class Value, class Begins, class Ends>
    static cudaError_t sort(void *memory, size_t &bytes, const Key *keys, Key *keys_out,
                            const Value *values, Value *values_out, size_t n, size_t segments,
                            Begins begins, Ends ends, int begin, int end, bool descending,
                            cudaStream_t stream) {
        constexpr bool pairs = !std::is_same_v<Value, NullType>;
        const cuda_cpu::shares all = cuda_cpu::cut_apart(segments);
        pieces temporary(memory, bytes);
        Key *const between = temporary.take<Key>(n);
        Value *const values_between = temporary.take<Value>(pairs ? n : 0);
        cudaError_t error;
        if (!temporary.fits(error))
            return error;
        return cuda_cpu::run_shares(stream, all.count,
                                    sort_segments<Key, Value, Begins, Ends>{
                                        keys, between, keys_out, values, values_between, values_out,
                                        begins, ends, all, begin, end, descending});
    }

#define CUDA_CPU_CUB_SORT(keys_name, pairs_name, descending)                                       \
    template <class Key, class Count, class Begins, class Ends>                                    \
    static cudaError_t keys_name(void *memory, size_t &bytes, const Key *in, Key *out, Count n,    \
                                 Count segments, Begins begins, Ends ends, int begin = 0,          \
                                 int end = 8 * (int)sizeof(Key), cudaStream_t stream = nullptr) {  \
        return sort<Key, NullType>(memory, bytes, in, out, nullptr, nullptr, (size_t)n,            \
                                   (size_t)segments, begins, ends, begin, end, descending,         \
                                   stream);                                                        \
    }                                                                                              \
    template <class Key, class Value, class Count, class Begins, class Ends>                       \
    static cudaError_t pairs_name(void *memory, size_t &bytes, const Key *in, Key *out,            \
                                  const Value *values, Value *values_out, Count n, Count segments, \
                                  Begins begins, Ends ends, int begin = 0,                         \
                                  int end = 8 * (int)sizeof(Key), cudaStream_t stream = nullptr) { \
        return sort(memory, bytes, in, out, values, values_out, (size_t)n, (size_t)segments,       \
                    begins, ends, begin, end, descending, stream);                                 \
    }
    CUDA_CPU_CUB_SORT(SortKeys, SortPairs, false)
    CUDA_CPU_CUB_SORT(SortKeysDescending, SortPairsDescending, true)
#undef CUDA_CPU_CUB_SORT
};

// By another name, for other lengths of segments; radix sort is stable.
struct DeviceSegmentedSort {
#define CUDA_CPU_CUB_SORT(name, by)                                                                \
    template <class Key, class Count, class Begins, class Ends>                                    \
    static cudaError_t name##Keys##by(void *memory, size_t &bytes, const Key *in, Key *out,        \
                                      Count n, Count segments, Begins begins, Ends ends,           \
                                      cudaStream_t stream = nullptr) {                             \
        return DeviceSegmentedRadixSort::SortKeys##by(memory, bytes, in, out, n, segments, begins, \
                                                      ends, 0, 8 * (int)sizeof(Key), stream);      \
    }                                                                                              \
    template <class Key, class Value, class Count, class Begins, class Ends>                       \
    static cudaError_t name##Pairs##by(void *memory, size_t &bytes, const Key *in, Key *out,       \
                                       const Value *values, Value *values_out, Count n,            \
                                       Count segments, Begins begins, Ends ends,                   \
                                       cudaStream_t stream = nullptr) {                            \
        return DeviceSegmentedRadixSort::SortPairs##by(memory, bytes, in, out, values, values_out, \
                                                       n, segments, begins, ends, 0,               \
                                                       8 * (int)sizeof(Key), stream);              \
    }
    CUDA_CPU_CUB_SORT(Sort, )
    CUDA_CPU_CUB_SORT(Sort, Descending)
    CUDA_CPU_CUB_SORT(StableSort, )
    CUDA_CPU_CUB_SORT(StableSort, Descending)
#undef CUDA_CPU_CUB_SORT
};

} // namespace cub

#endif
