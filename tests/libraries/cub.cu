// SPDX-License-Identifier: MIT
// CUB (cpu/libraries/cub): every result from arithmetic by hand.
#include <initializer_list>

#include <cub/cub.cuh>

#include "tap.h"

enum { THREADS = 96, N = 100003 }; // a prime, so i * 7919 % N is each number once

// ---- in a block ---------------------------------------------------------------------------------

__global__ void block_sums(int *out) {
    typedef cub::BlockReduce<int, THREADS> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    const int sum = Reduce(storage).Sum((int)threadIdx.x + 1); // 1 + ... + 96 = 96 * 97 / 2
    if (threadIdx.x == 0) out[0] = sum;
    __syncthreads();
    const int most = Reduce(storage).Reduce((int)(threadIdx.x * 37 % THREADS), cub::Max());
    if (threadIdx.x == 0) out[1] = most;
    __syncthreads();
    int two[2] = {1, (int)threadIdx.x};
    const int both = Reduce(storage).Sum(two);
    if (threadIdx.x == 0) out[2] = both;
    __syncthreads();
    const int ten = Reduce(storage).Sum(1, 10); // of the first ten threads
    if (threadIdx.x == 0) out[3] = ten;
}

__global__ void block_scans(int *before, int *upto, int *total) {
    typedef cub::BlockScan<int, THREADS> Scan;
    __shared__ typename Scan::TempStorage storage;
    int all;
    Scan(storage).ExclusiveSum(2, before[threadIdx.x], all);
    if (threadIdx.x == 0) *total = all;
    __syncthreads();
    int items[2] = {1, 1};
    Scan(storage).InclusiveSum(items, items);
    upto[2 * threadIdx.x] = items[0];
    upto[2 * threadIdx.x + 1] = items[1];
}

__global__ void load_and_store(const int *in, int *out, int n) {
    typedef cub::BlockLoad<int, THREADS, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<int, THREADS, 4, cub::BLOCK_STORE_TRANSPOSE> Store;
    __shared__ typename Load::TempStorage load;
    __shared__ typename Store::TempStorage store;
    int items[4];
    Load(load).Load(in, items, n, -1);
    for (int k = 0; k < 4; k++) items[k] = 10 * items[k];
    __syncthreads();
    Store(store).Store(out, items, n);
}

__global__ void warps(int *sums, int *scans) {
    typedef cub::WarpReduce<int> Reduce;
    typedef cub::WarpScan<int, 16> Scan;
    __shared__ typename Reduce::TempStorage reduce[THREADS / 32];
    __shared__ typename Scan::TempStorage scan[THREADS / 16];
    const int sum = Reduce(reduce[threadIdx.x / 32]).Sum((int)threadIdx.x);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    Scan(scan[threadIdx.x / 16]).InclusiveSum(1, scans[threadIdx.x]);
}

// 256 keys are each number from -100 to 155 once, and their values the keys' double.
__global__ void block_sort(int *rising, int *falling, int *values) {
    typedef cub::BlockRadixSort<int, 64, 4> Sort;
    typedef cub::BlockRadixSort<int, 64, 4, int> SortPairs;
    __shared__ union {
        typename Sort::TempStorage keys;
        typename SortPairs::TempStorage pairs;
    } storage;
    int keys[4], twice[4];
    for (int k = 0; k < 4; k++) {
        keys[k] = (int)(4 * threadIdx.x + k) * 77 % 256 - 100;
        twice[k] = 2 * keys[k];
    }
    SortPairs(storage.pairs).SortDescending(keys, twice);
    for (int k = 0; k < 4; k++) {
        falling[4 * threadIdx.x + k] = keys[k];
        values[4 * threadIdx.x + k] = twice[k];
    }
    __syncthreads();
    Sort(storage.keys).SortBlockedToStriped(keys);
    for (int k = 0; k < 4; k++) rising[k * 64 + threadIdx.x] = keys[k];
}

static void test_blocks() {
    int *const a = managed(1000), *const b = managed(1000), *const c = managed(1000);
    block_sums<<<1, THREADS>>>(a);
    finish();
    ok(a[0] == 96 * 97 / 2 && a[1] == 95, "BlockReduce");
    ok(a[2] == 96 + 96 * 95 / 2 && a[3] == 10, "of several items, of some threads");
    block_scans<<<1, THREADS>>>(a, b, c);
    finish();
    ok(each(THREADS, [&](int i) { return a[i] == 2 * i && b[2 * i] == 2 * i + 1 && b[2 * i + 1] == 2 * i + 2; }) &&
           *c == 2 * THREADS,
       "BlockScan");
    for (int i = 0; i < 4 * THREADS; i++) a[i] = i;
    memset(b, 0, 4 * THREADS * sizeof *b);
    load_and_store<<<1, THREADS>>>(a, b, 301);
    finish();
    ok(each(302, [&](int i) { return b[i] == (i < 301 ? 10 * i : 0); }), "BlockLoad, BlockStore");
    warps<<<1, THREADS>>>(a, b);
    finish();
    ok(each(3, [&](int i) { return a[i] == 31 * 16 + 32 * 32 * i; }) &&
           each(THREADS, [&](int i) { return b[i] == i % 16 + 1; }),
       "WarpReduce, WarpScan");
    block_sort<<<1, 64>>>(a, b, c);
    finish();
    ok(each(256, [&](int i) { return a[i] == i - 100 && b[i] == 155 - i && c[i] == 2 * (155 - i); }), "BlockRadixSort");
    free_all(a, b, c);
}

// ---- of the device ------------------------------------------------------------------------------

struct is_odd {
    __device__ bool operator()(int x) const { return x % 2 == 1; }
};

static char *memory;
static size_t bytes;
enum { ENOUGH = 4 << 20 };

// Calls it as CUB wants it: once for the size, once for the work.
#define TWICE(name, ...)                                                                                               \
    do {                                                                                                               \
        bytes = 0;                                                                                                     \
        must(cub::name(nullptr, bytes, __VA_ARGS__));                                                                  \
        must(bytes <= ENOUGH ? cudaSuccess : cudaErrorMemoryAllocation);                                               \
        must(cub::name(memory, bytes, __VA_ARGS__));                                                                   \
        finish();                                                                                                      \
    } while (0)
static bool are(const int *got, std::initializer_list<int> expected) {
    return memcmp(got, expected.begin(), expected.size() * sizeof(int)) == 0;
}

// Small enough to be worked out by hand.
static void test_segments_and_runs() {
    struct numbers {
        int runs[8], segments[7], offsets[4];
        float samples[10], levels[6];
    } *const in = managed<numbers>();
    *in = {{0, 2, 2, 9, 5, 5, 5, 8},
           {8, 6, 7, 5, 3, 0, 9},
           {0, 3, 3, 7},
           {2.2f, 6, 7.1f, 2.9f, 3.5f, 0.3f, 2.9f, 2, 6.1f, 999.5f},
           {0, 2, 4, 6, 8, 12}};
    int *const keys = managed(8), *const values = managed(8), *const count = managed();
    auto *const pairs = managed<cub::KeyValuePair<int, int>>(2);
    TWICE(DeviceRunLengthEncode::Encode, in->runs, keys, values, count, 8);
    ok(are(keys, {0, 2, 9, 5, 8}) && are(values, {1, 2, 1, 3, 1}) && *count == 5, "DeviceRunLengthEncode");
    TWICE(DeviceReduce::ReduceByKey, in->runs, keys, in->runs, values, count, cub::Sum(), 8);
    ok(are(values, {0, 4, 9, 15, 8}), "DeviceReduce::ReduceByKey");
    TWICE(DeviceReduce::ArgMin, in->segments, pairs, 7);
    TWICE(DeviceReduce::ArgMax, in->runs + 4, pairs + 1, 3); // all the same
    ok(are((int *)pairs, {5, 0, 0, 5}), "ArgMin, ArgMax");
    TWICE(DevicePartition::If, in->segments, keys, count, 7, is_odd());
    ok(are(keys, {7, 5, 3, 9, 0, 6, 8}) && *count == 4, "DevicePartition::If");
    TWICE(DeviceSegmentedReduce::Sum, in->segments, keys, 3, in->offsets, in->offsets + 1);
    ok(are(keys, {21, 0, 17}), "DeviceSegmentedReduce");
    TWICE(DeviceSegmentedRadixSort::SortPairsDescending, in->segments, keys, in->runs, values, 7, 3, in->offsets,
          in->offsets + 1);
    ok(are(keys, {8, 7, 6, 9, 5, 3, 0}) && are(values, {0, 2, 2, 5, 9, 5, 5}), "DeviceSegmentedRadixSort");
    TWICE(DeviceHistogram::HistogramRange, in->samples, keys, 6, in->levels, 10);
    ok(are(keys, {1, 5, 0, 3, 0}), "DeviceHistogram::HistogramRange");
    free_all(in, keys, values, count, pairs);
}

static void test_device(int *in, int *out, int *more, int *count) {
    int sum = -5;
    for (int i = 0; i < N; i++) in[i] = (int)(7919LL * i % N);
    for (int i = 0; i < 100; i++) sum += in[i];
    TWICE(DeviceReduce::Max, in, out, N);
    TWICE(DeviceReduce::Reduce, in, out + 1, 100, cub::Sum(), -5);
    ok(out[0] == N - 1 && out[1] == sum, "DeviceReduce");
    TWICE(DeviceRadixSort::SortKeys, in, out, N);
    ok(each(N, [&](int i) { return out[i] == i; }), "DeviceRadixSort::SortKeys");
    TWICE(DeviceSelect::If, out, more, count, N, is_odd());
    ok(*count == N / 2 && more[0] == 1 && more[N / 2 - 1] == N - 2, "DeviceSelect::If");
    TWICE(DeviceHistogram::HistogramEven, in, more, 11, 0, 100000, N); // 100 000 to 100 002 are outside
    ok(each(10, [&](int b) { return more[b] == 10000; }), "DeviceHistogram::HistogramEven");
    for (int i = 0; i < N; i++) in[i] = 1;
    TWICE(DeviceScan::ExclusiveSum, in, out, N);
    TWICE(DeviceScan::InclusiveSum, in, in, N);
    ok(each(N, [&](int i) { return in[i] == i + 1 && out[i] == i; }), "DeviceScan, also in place");
    TWICE(DeviceSelect::Unique, in, out, count, N);
    ok(*count == N, "DeviceSelect::Unique");
    // floats of both signs, with where they stood
    const float keys[] = {3, -1, 0, -7.5f, 2, -1};
    memcpy(in, keys, sizeof keys);
    for (int i = 0; i < 6; i++) in[10 + i] = i;
    TWICE(DeviceRadixSort::SortPairs, (float *)in, (float *)out, in + 10, out + 10, 6);
    ok(are(out + 10, {3, 1, 5, 2, 4, 0}), "DeviceRadixSort::SortPairs");
    cub::DoubleBuffer<float> two((float *)in, (float *)out);
    cub::DoubleBuffer<int> others(in + 10, out + 10);
    TWICE(DeviceRadixSort::SortPairsDescending, two, others, 6);
    ok(are(others.Current(), {0, 4, 2, 1, 5, 3}), "SortPairsDescending, of double buffers");
    bytes = 1;
    ok(cub::DeviceRadixSort::SortKeys(memory, bytes, in, out, N) == cudaErrorInvalidValue,
       "too little temporary memory");
}

// ---- items that change places, neighbours, and functions of the program's -----------------------

struct Greater {
    __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};
struct Running {
    int sum;
    __device__ int operator()(int all) { return (sum += all) - all; }
};

__global__ void test_items(int *wrong) {
    typedef cub::BlockExchange<int, 64, 2> Exchange;
    typedef cub::BlockDiscontinuity<int, 64> Heads;
    typedef cub::BlockAdjacentDifference<int, 64> Difference;
    typedef cub::BlockMergeSort<int, 64, 2> Sort;
    typedef cub::BlockHistogram<int, 64, 2, 5> Histogram;
    typedef cub::BlockScan<int, 64> Scan;
    typedef cub::WarpReduce<int> Warp;
    __shared__ union {
        Exchange::TempStorage exchange;
        Heads::TempStorage heads;
        Difference::TempStorage difference;
        Sort::TempStorage sort;
        Histogram::TempStorage histogram;
        Scan::TempStorage scan;
        Warp::TempStorage warp[2];
    } at;
    __shared__ int counts[5];
    const int t = (int)threadIdx.x;
    int items[2] = {2 * t, 2 * t + 1}, flags[2], errors = 0;
    Exchange(at.exchange).BlockedToStriped(items);
    errors += items[0] != t || items[1] != 64 + t;
    __syncthreads();
    int thirds[2] = {2 * t / 3, (2 * t + 1) / 3};
    Heads(at.heads).FlagHeads(flags, thirds, cub::Inequality());
    errors += flags[0] != (2 * t % 3 == 0) || flags[1] != ((2 * t + 1) % 3 == 0);
    __syncthreads();
    int squares[2] = {4 * t * t, (2 * t + 1) * (2 * t + 1)}; // i i - (i - 1)(i - 1) = 2 i - 1
    Difference(at.difference).SubtractLeft(squares, squares, [](int a, int b) { return a - b; });
    errors += (t > 0 && squares[0] != 4 * t - 1) || squares[1] != 4 * t + 1;
    __syncthreads();
    int keys[2] = {2 * t * 37 % 128, (2 * t + 1) * 37 % 128}; // each number once
    Sort(at.sort).Sort(keys, Greater());
    errors += keys[0] != 127 - 2 * t || keys[1] != 126 - 2 * t;
    __syncthreads();
    int fifths[2] = {2 * t % 5, (2 * t + 1) % 5};
    Histogram(at.histogram).Histogram(fifths, counts); // 128 = 3 * 26 + 2 * 25
    __syncthreads();
    errors += t < 5 && counts[t] != (t < 3 ? 26 : 25);
    Running running = {100};
    for (int turn = 0; turn < 2; turn++) {
        int ones[2] = {1, 1};
        Scan(at.scan).ExclusiveSum(ones, ones, running);
        errors += ones[0] != 100 + 128 * turn + 2 * t || ones[1] != ones[0] + 1;
        __syncthreads();
    }
    const int eights = Warp(at.warp[t / 32]).HeadSegmentedSum(t, t % 8 == 0); // 8 t + 0 + ... + 7
    errors += t % 8 == 0 && eights != 8 * t + 28;
    atomicAdd(wrong, errors);
}

static void test_more(int *keys, int *values, int *out, int *more) {
    int *const count = out + N - 1;
    *keys = 0;
    test_items<<<1, 64>>>(keys);
    finish();
    ok(*keys == 0, "items change places, are sorted and counted, and know their neighbours");
    for (int i = 0; i < N; i++) keys[i] = (int)(i * 7919ll % N), values[i] = i;
    TWICE(DeviceMergeSort::SortPairs, keys, values, N, Greater());
    ok(each(N, [&](int i) { return keys[i] == N - 1 - i && values[i] * 7919ll % N == keys[i]; }), "a merge sort");
    TWICE(DeviceFor::Bulk, N, [=](int i) { keys[i] = i / 7, values[i] = i; });
    TWICE(DeviceScan::InclusiveSumByKey, keys, keys, out, N);
    TWICE(DeviceScan::ExclusiveSumByKey, keys, keys, more, N);
    ok(each(N, [&](int i) { return out[i] == (i % 7 + 1) * (i / 7) && more[i] == i % 7 * (i / 7); }), "sums by key");
    TWICE(DeviceSelect::UniqueByKey, keys, values, out, more, count, N);
    ok(*count == N / 7 + 1 && each(N / 7 + 1, [&](int i) { return out[i] == i && more[i] == 7 * i; }),
       "the first of each key");
    // N % 7 is 1: the last run has one element
    TWICE(DeviceRunLengthEncode::NonTrivialRuns, keys, out, more, count, N);
    ok(*count == N / 7 && each(N / 7, [&](int i) { return out[i] == 7 * i && more[i] == 7; }), "runs");
    TWICE(DeviceScan::InclusiveScanInit, values, out, cub::Max(), 9, 12);
    TWICE(DeviceScan::ExclusiveSum, values, 4); // in place: 0 1 2 3 -> 0 0 1 3
    ok(out[0] == 9 && out[11] == 11 && values[2] == 1 && values[3] == 3, "a scan with a start, and one in place");
    cub::KeyValuePair<int, int> *pairs = (cub::KeyValuePair<int, int> *)out;
    TWICE(DeviceSegmentedReduce::ArgMax, keys, pairs, 2, values, values + 1);
    cub::CountingInputIterator<int> numbers(1); // segments [0, 0) and [0, 1)
    TWICE(DeviceReduce::Sum, numbers, more, 100);
    ok(pairs[0].key == 1 && pairs[1].key == 0 && pairs[1].value == 0 && *more == 5050,
       "the largest of segments, and a sum of numbers that stand nowhere");
}

int main() {
    int *const a = managed(N), *const b = managed(N), *const c = managed(N), *const d = managed(N);
    memory = room<char>(ENOUGH);
    test_blocks();
    test_device(a, b, c, d);
    test_segments_and_runs();
    test_more(a, b, c, d);
    free_all(a, b, c, d, memory);
    return done_testing();
}
