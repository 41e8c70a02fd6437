// SPDX-License-Identifier: MIT
// CUB (cpu/libraries/cub): every result from arithmetic by hand.
#include <initializer_list>
#include <type_traits>

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

static void test_blocks(int *dev, int *host) {
    block_sums<<<1, THREADS>>>(dev);
    cudaMemcpy(host, dev, 4 * sizeof *host, cudaMemcpyDeviceToHost);
    ok(host[0] == 96 * 97 / 2 && host[1] == 95, "BlockReduce");
    ok(host[2] == 96 + 96 * 95 / 2 && host[3] == 10, "of several items, of some threads");
    block_scans<<<1, THREADS>>>(dev, dev + 100, dev + 300);
    cudaMemcpy(host, dev, 301 * sizeof *host, cudaMemcpyDeviceToHost);
    bool right = host[300] == 2 * THREADS;
    for (int i = 0; i < THREADS; i++)
        right = right && host[i] == 2 * i && host[100 + 2 * i] == 2 * i + 1 && host[101 + 2 * i] == 2 * i + 2;
    ok(right, "BlockScan");
    for (int i = 0; i < 4 * THREADS; i++) host[i] = i;
    cudaMemcpy(dev, host, 4 * THREADS * sizeof *host, cudaMemcpyHostToDevice);
    cudaMemset(dev + 1000, 0, 4 * THREADS * sizeof *host);
    load_and_store<<<1, THREADS>>>(dev, dev + 1000, 301);
    cudaMemcpy(host, dev + 1000, 302 * sizeof *host, cudaMemcpyDeviceToHost);
    right = host[301] == 0;
    for (int i = 0; i < 301; i++) right = right && host[i] == 10 * i;
    ok(right, "BlockLoad, BlockStore");
    warps<<<1, THREADS>>>(dev, dev + 100);
    cudaMemcpy(host, dev, 200 * sizeof *host, cudaMemcpyDeviceToHost);
    right = host[0] == 31 * 16 && host[1] == 31 * 16 + 32 * 32 && host[2] == 31 * 16 + 64 * 32;
    for (int i = 0; i < THREADS; i++) right = right && host[100 + i] == i % 16 + 1;
    ok(right, "WarpReduce, WarpScan");
    block_sort<<<1, 64>>>(dev, dev + 256, dev + 512);
    cudaMemcpy(host, dev, 768 * sizeof *host, cudaMemcpyDeviceToHost);
    right = true;
    for (int i = 0; i < 256; i++)
        right = right && host[i] == i - 100 && host[256 + i] == 155 - i && host[512 + i] == 2 * (155 - i);
    ok(right, "BlockRadixSort");
}

// ---- of the device ------------------------------------------------------------------------------

struct is_odd {
    __device__ bool operator()(int x) const { return x % 2 == 1; }
};

static void *memory;
static size_t bytes;

// Calls it as CUB wants it: once for the size, once for the work.
#define TWICE(...)                                                                                                     \
    do {                                                                                                               \
        memory = NULL;                                                                                                 \
        must(__VA_ARGS__);                                                                                             \
        must(cudaMalloc(&memory, bytes));                                                                              \
        must(__VA_ARGS__);                                                                                             \
        must(cudaFree(memory));                                                                                        \
    } while (0)

// Small enough to be worked out by hand.
static void test_segments_and_runs() {
    static const struct {
        int runs[8], segments[7], offsets[4];
        float samples[10], levels[6];
    } given = {{0, 2, 2, 9, 5, 5, 5, 8},
               {8, 6, 7, 5, 3, 0, 9},
               {0, 3, 3, 7},
               {2.2f, 6, 7.1f, 2.9f, 3.5f, 0.3f, 2.9f, 2, 6.1f, 999.5f},
               {0, 2, 4, 6, 8, 12}};
    std::remove_const_t<decltype(given)> *in;
    struct {
        int keys[8], values[8], count;
        cub::KeyValuePair<int, int> least, most;
    } * out, host;
    must(cudaMalloc(&in, sizeof given));
    must(cudaMalloc(&out, sizeof host));
    must(cudaMemcpy(in, &given, sizeof given, cudaMemcpyHostToDevice));
    const auto are = [&](const int *there, std::initializer_list<int> expected) {
        must(cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost));
        const int *const got = (const int *)((const char *)&host + ((char *)there - (char *)out));
        return memcmp(got, expected.begin(), expected.size() * sizeof(int)) == 0;
    };
    TWICE(cub::DeviceRunLengthEncode::Encode(memory, bytes, in->runs, out->keys, out->values, &out->count, 8));
    ok(are(out->keys, {0, 2, 9, 5, 8}) && are(out->values, {1, 2, 1, 3, 1}) && host.count == 5,
       "DeviceRunLengthEncode");
    TWICE(cub::DeviceReduce::ReduceByKey(memory, bytes, in->runs, out->keys, in->runs, out->values, &out->count,
                                         cub::Sum(), 8));
    ok(are(out->values, {0, 4, 9, 15, 8}), "DeviceReduce::ReduceByKey");
    TWICE(cub::DeviceReduce::ArgMin(memory, bytes, in->segments, &out->least, 7));
    TWICE(cub::DeviceReduce::ArgMax(memory, bytes, in->runs + 4, &out->most, 3)); // all the same
    ok(are((int *)&out->least, {5, 0, 0, 5}), "ArgMin, ArgMax");
    TWICE(cub::DevicePartition::If(memory, bytes, in->segments, out->keys, &out->count, 7, is_odd()));
    ok(are(out->keys, {7, 5, 3, 9, 0, 6, 8}) && host.count == 4, "DevicePartition::If");
    TWICE(cub::DeviceSegmentedReduce::Sum(memory, bytes, in->segments, out->keys, 3, in->offsets, in->offsets + 1));
    ok(are(out->keys, {21, 0, 17}), "DeviceSegmentedReduce");
    TWICE(cub::DeviceSegmentedRadixSort::SortPairsDescending(memory, bytes, in->segments, out->keys, in->runs,
                                                             out->values, 7, 3, in->offsets, in->offsets + 1));
    ok(are(out->keys, {8, 7, 6, 9, 5, 3, 0}) && are(out->values, {0, 2, 2, 5, 9, 5, 5}), "DeviceSegmentedRadixSort");
    TWICE(cub::DeviceHistogram::HistogramRange(memory, bytes, in->samples, out->keys, 6, in->levels, 10));
    ok(are(out->keys, {1, 5, 0, 3, 0}), "DeviceHistogram::HistogramRange");
    must(cudaFree(in));
    must(cudaFree(out));
}

static void test_device(int *dev, int *host) {
    int *const in = dev, *const out = dev + N, *const more = dev + 2 * N;
    for (int i = 0; i < N; i++) host[i] = (int)(7919LL * i % N);
    cudaMemcpy(in, host, N * sizeof *in, cudaMemcpyHostToDevice);
    TWICE(cub::DeviceReduce::Max(memory, bytes, in, out, N));
    TWICE(cub::DeviceReduce::Reduce(memory, bytes, in, out + 1, 100, cub::Sum(), -5));
    cudaMemcpy(host, out, 2 * sizeof *out, cudaMemcpyDeviceToHost);
    int sum = -5;
    for (int i = 0; i < 100; i++) sum += (int)(7919LL * i % N);
    ok(host[0] == N - 1 && host[1] == sum, "DeviceReduce");
    TWICE(cub::DeviceRadixSort::SortKeys(memory, bytes, in, out, N));
    cudaMemcpy(host, out, N * sizeof *out, cudaMemcpyDeviceToHost);
    bool right = true;
    for (int i = 0; i < N; i++) right = right && host[i] == i;
    ok(right, "DeviceRadixSort::SortKeys");
    TWICE(cub::DeviceSelect::If(memory, bytes, out, more, dev + 3 * N, N, is_odd()));
    cudaMemcpy(host, more, N * sizeof *out, cudaMemcpyDeviceToHost);
    cudaMemcpy(host + N, dev + 3 * N, sizeof *out, cudaMemcpyDeviceToHost);
    ok(host[N] == N / 2 && host[0] == 1 && host[N / 2 - 1] == N - 2, "DeviceSelect::If");
    TWICE(cub::DeviceHistogram::HistogramEven(memory, bytes, in, more, 11, 0, 100000, N));
    cudaMemcpy(host, more, 10 * sizeof *out, cudaMemcpyDeviceToHost);
    right = true;
    for (int b = 0; b < 10; b++) // 100 000 to 100 002 are outside
        right = right && host[b] == 10000;
    ok(right, "DeviceHistogram::HistogramEven");
    // 1, 1, ... 1: their sums
    for (int i = 0; i < N; i++) host[i] = 1;
    cudaMemcpy(in, host, N * sizeof *in, cudaMemcpyHostToDevice);
    TWICE(cub::DeviceScan::ExclusiveSum(memory, bytes, in, out, N));
    TWICE(cub::DeviceScan::InclusiveSum(memory, bytes, in, in, N));
    cudaMemcpy(host, dev, 2 * N * sizeof *out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) right = right && host[i] == i + 1 && host[N + i] == i;
    ok(right, "DeviceScan, also in place");
    TWICE(cub::DeviceSelect::Unique(memory, bytes, in, out, dev + 3 * N, N));
    cudaMemcpy(host, dev + 3 * N, sizeof *out, cudaMemcpyDeviceToHost);
    ok(host[0] == N, "DeviceSelect::Unique");
    // floats of both signs, with where they stood
    const float keys[] = {3, -1, 0, -7.5f, 2, -1};
    const int places[] = {0, 1, 2, 3, 4, 5};
    cudaMemcpy(in, keys, sizeof keys, cudaMemcpyHostToDevice);
    cudaMemcpy(in + 10, places, sizeof places, cudaMemcpyHostToDevice);
    TWICE(cub::DeviceRadixSort::SortPairs(memory, bytes, (float *)in, (float *)out, in + 10, out + 10, 6));
    cudaMemcpy(host, out + 10, sizeof places, cudaMemcpyDeviceToHost);
    const int rising[] = {3, 1, 5, 2, 4, 0}, falling[] = {0, 4, 2, 1, 5, 3};
    ok(memcmp(host, rising, sizeof rising) == 0, "DeviceRadixSort::SortPairs");
    cub::DoubleBuffer<float> two((float *)in, (float *)out);
    cub::DoubleBuffer<int> others(in + 10, out + 10);
    TWICE(cub::DeviceRadixSort::SortPairsDescending(memory, bytes, two, others, 6));
    cudaMemcpy(host, others.Current(), sizeof places, cudaMemcpyDeviceToHost);
    ok(memcmp(host, falling, sizeof falling) == 0, "SortPairsDescending, of double buffers");
    bytes = 1;
    ok(cub::DeviceRadixSort::SortKeys(dev, bytes, in, out, N) == cudaErrorInvalidValue, "too little temporary memory");
}

// ---- items that change places, neighbours, and functions of the program's
// ------------------------

struct Greater {
    __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};
struct Running {
    int sum;
    __device__ int operator()(int all) {
        const int before = sum;
        sum += all;
        return before;
    }
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

static void test_more() {
    int *dev, wrong;
    must(cudaMallocManaged(&dev, 4 * N * sizeof *dev));
    *dev = 0;
    test_items<<<1, 64>>>(dev);
    must(cudaMemcpy(&wrong, dev, sizeof wrong, cudaMemcpyDeviceToHost));
    ok(wrong == 0, "items change places, are sorted and counted, and know their neighbours");

    int *const keys = dev, *const values = dev + N, *const out = dev + 2 * N, *const more = out + N;
    void *memory;
    size_t bytes, most = 0;
    must(cudaMalloc(&memory, 4 << 20));
#define CALL(...)                                                                                                      \
    do {                                                                                                               \
        bytes = 0;                                                                                                     \
        void *now = nullptr;                                                                                           \
        must(cub::__VA_ARGS__);                                                                                        \
        most = bytes > most ? bytes : most;                                                                            \
        now = memory;                                                                                                  \
        must(cub::__VA_ARGS__);                                                                                        \
        must(cudaDeviceSynchronize());                                                                                 \
    } while (0)
    for (int i = 0; i < N; i++) keys[i] = (int)(i * 7919ll % N), values[i] = i;
    CALL(DeviceMergeSort::SortPairs(now, bytes, keys, values, N, Greater()));
    bool right = true;
    for (int i = 0; i < N; i++) right = right && keys[i] == N - 1 - i && values[i] * 7919ll % N == keys[i];
    ok(right, "a merge sort");
    CALL(DeviceFor::Bulk(now, bytes, N, [=](int i) { keys[i] = i / 7, values[i] = i; }));
    CALL(DeviceScan::InclusiveSumByKey(now, bytes, keys, keys, out, N));
    CALL(DeviceScan::ExclusiveSumByKey(now, bytes, keys, keys, more, N));
    for (int i = 0; i < N; i++) right = right && out[i] == (i % 7 + 1) * (i / 7) && more[i] == i % 7 * (i / 7);
    ok(right, "sums by key");
    CALL(DeviceSelect::UniqueByKey(now, bytes, keys, values, out, more, out + N - 1, N));
    right = out[N - 1] == N / 7 + 1;
    for (int i = 0; i <= N / 7; i++) right = right && out[i] == i && more[i] == 7 * i;
    ok(right, "the first of each key");
    // N % 7 is 1: the last run has one element
    CALL(DeviceRunLengthEncode::NonTrivialRuns(now, bytes, keys, out, more, out + N - 1, N));
    right = out[N - 1] == N / 7;
    for (int i = 0; i < N / 7; i++) right = right && out[i] == 7 * i && more[i] == 7;
    ok(right, "runs");
    CALL(DeviceScan::InclusiveScanInit(now, bytes, values, out, cub::Max(), 9, 12));
    CALL(DeviceScan::ExclusiveSum(now, bytes, values, 4)); // in place: 0 1 2 3 -> 0 0 1 3
    ok(out[0] == 9 && out[11] == 11 && values[2] == 1 && values[3] == 3, "a scan with a start, and one in place");
    cub::KeyValuePair<int, int> *pairs = (cub::KeyValuePair<int, int> *)out;
    CALL(DeviceSegmentedReduce::ArgMax(now, bytes, keys, pairs, 2, values, values + 1));
    cub::CountingInputIterator<int> numbers(1); // segments [0, 0) and [0, 1)
    CALL(DeviceReduce::Sum(now, bytes, numbers, more, 100));
    ok(pairs[0].key == 1 && pairs[1].key == 0 && pairs[1].value == 0 && *more == 5050,
       "the largest of segments, and a sum of numbers that stand nowhere");
    ok(most <= 4 << 20, "the memory was enough");
    must(cudaFree(memory));
    must(cudaFree(dev));
}

int main() {
    static int host[4 * N];
    int *dev;
    must(cudaMalloc(&dev, sizeof host));
    test_blocks(dev, host);
    test_device(dev, host);
    test_segments_and_runs();
    test_more();
    must(cudaFree(dev));
    return done_testing();
}
