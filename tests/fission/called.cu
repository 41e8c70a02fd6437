// SPDX-License-Identifier: MIT
// Functions whose loops the threads of a block go through side by side once they are written out in
// the kernel that calls them, alone and in what other calls are given; and blocks with such loops.
// tests/fission.t compares what split kernels leave with what whole ones do.
#include "kernels.h"

__device__ int sum_of(const int *a, int n) {
    const int stride = gridDim.x * blockDim.x;
    int sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride) sum = sum * 3 + a[i];
    return sum;
}

__device__ float sum_while(const int *a, int n) {
    float sum = 0.5f;
    unsigned i = threadIdx.x;
    while (i < (unsigned)n) {
        sum += a[i] * 0.25f;
        i += blockDim.x;
    }
    return sum;
}

__device__ int fold(int value) {
    __shared__ int room[64];
    room[threadIdx.x] = value;
    __syncthreads();
    for (unsigned by = blockDim.x / 2; by > 0; by /= 2) {
        if (threadIdx.x < by) room[threadIdx.x] += room[threadIdx.x + by];
        __syncthreads();
    }
    value = room[0];
    __syncthreads();
    return value;
}

template <typename T> __device__ T passed_on(T value, int by = 1) {
    __shared__ T room[64];
    room[threadIdx.x] = value;
    __syncthreads();
    value = room[(threadIdx.x + by) % blockDim.x];
    __syncthreads();
    return value;
}

__device__ int through(int *const *of, int n) {
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += of[0][i];
    return sum;
}

typedef const int fixed;
__device__ fixed sum_fixed(const int *a, int n) {
    int sum = 1;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i];
    return sum;
}

template <typename T> __device__ T sum_from(T sum, const int *a, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum = sum * 3 + a[i];
    return sum;
}

template <typename T> __device__ T sum_as(const int *a, int n) {
    int sum = 1;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i];
    return sum;
}

struct tally { // what has this type cannot be assigned to
    const int of;
};
__device__ tally tally_of(int of) {
    const tally made = {of};
    return made;
}
__device__ tally tally_all(const int *a, int n) {
    int sum = 2;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i];
    return tally_of(sum);
}

struct made { // ... nor begin without a value
    int of;
    __device__ explicit made(int value) : of(value) {}
};
__device__ made made_of(const int *a, int n) {
    int sum = 3;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i];
    return made(sum);
}

__device__ int stores(int *to, const int *a, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] += a[i];
    return 1;
}

__device__ int scaled(double value) { return (int)(value * 3); }
__device__ __managed__ int factor = 5;
__device__ int sum_scaled(const int *a, int n) {
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += scaled(a[i]) * factor;
    return sum;
}
namespace { // what this declares it does not mean
__device__ int scaled(int value) { return value * 100; }
enum { factor = 7 };
} // namespace

__device__ long long llabs(const int *a) { // the library has another one
    long long sum = 0;
    for (int i = threadIdx.x; i < 50; i += blockDim.x) sum += a[i];
    return sum;
}

__device__ int first_letter(const char *of = __builtin_FUNCTION()) { return *of; }
__device__ int sum_of_letters(const int *a, int n) {
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i] * first_letter();
    return sum;
}

__global__ void called_before_k(int *d, const int *a, int n) {
    float sum = sum_while(a, n);
    sum = fold((int)sum) + sum;
    d[threadIdx.x] = (int)(sum * 4);
}

__global__ void called_inside_k(int *d, const int *a, int n) {
    const int sum = fold(sum_of(a, n));
    d[threadIdx.x] = sum;
}

__global__ void called_deep_k(int *d, const int *a, int n) {
    const int sum = passed_on(fold(sum_of(a, n) + 1) + (int)threadIdx.x, 3);
    int other = passed_on<int>(passed_on<int>(passed_on<int>(sum)));
    d[threadIdx.x] = sum * 5 + other;
}

__global__ void called_returns_k(int *d, const int *a, int n) {
    if ((int)threadIdx.x >= n) return;
    int sum = sum_of(a, n);
    d[threadIdx.x] = sum;
}

__global__ void called_fixed_k(int *d, const int *a, int n) {
    fixed first = 4;
    int sum = sum_fixed(a, n);
    sum += sum_from(first, a, n);
    sum = sum_as<fixed>(a, n) - sum;
    d[threadIdx.x] = sum;
}

__global__ void called_objects_k(int *d, const int *a, int n) {
    const int sum = sum_of(a, n);
    d[threadIdx.x] = sum;
    tally all = tally_all(a, n);
    d[threadIdx.x] += all.of;
    if (threadIdx.x % 2) {
        made one = made_of(a, n);
        d[threadIdx.x] += one.of;
    }
}

__global__ void called_index_k(int *d, const int *a, int n) { // some threads call it
    d[32 + (threadIdx.x % 2 ? stores(d, a, n < 16 ? n : 16) : 0)] = n + 5;
}

__global__ void called_named_k(int *d, const int *a, int n) {
    int sum = sum_scaled(a, n);
    d[threadIdx.x] = sum;
}

__global__ void called_library_k(int *d, const int *a, int n) {
    const long long x = n - 30;
    long long sum = llabs(x);
    sum += llabs(a);
    d[threadIdx.x] = (int)sum;
}

__global__ void called_letters_k(int *d, const int *a, int n) {
    const int sum = sum_of_letters(a, n);
    d[threadIdx.x] = sum;
}

__global__ void called_order_k(int *d, const int *a, int n) { // that of the threads
    const int sum = sum_of(a, n);
    const int before = atomicAdd(&d[40], 1);
    const int other = sum_of(a, n / 2);
    const int after = atomicAdd(&d[40], 1);
    if (threadIdx.x < 32) d[threadIdx.x] = sum + other + before * 100 + after * 1000;
}

__global__ void in_block_order_k(int *d, const int *a, int n) { // thread by thread
    {
        for (int i = threadIdx.x; i < n; i += blockDim.x) d[i % 16] = d[(i + 1) % 16] + a[i] + atomicAdd(&d[20], 1);
    }
}

int main(void) {
    begin();
    int *in, h[256];
    for (int i = 0; i < 256; i++) h[i] = i * 7 % 23;
    if (cudaMalloc((void **)&in, sizeof h) != cudaSuccess ||
        cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
#define ROW(kernel)                                                                                                    \
    { #kernel, kernel }
    static const struct {
        const char *name;
        void (*kernel)(int *, const int *, int);
    } all[] = {ROW(called_before_k),  ROW(called_inside_k),  ROW(called_deep_k),  ROW(called_returns_k),
               ROW(called_fixed_k),   ROW(called_objects_k), ROW(called_index_k), ROW(called_named_k),
               ROW(called_library_k), ROW(called_letters_k), ROW(called_order_k), ROW(in_block_order_k)};
    static const int sizes[] = {0, 1, 7, 40, 64};
    static const unsigned threads[] = {1, 8, 32, 64};
    for (const auto &k : all)
        for (int n : sizes)
            for (unsigned t : threads) k.kernel<<<1, t>>>(d, in, n), show(k.name);
}
