// SPDX-License-Identifier: MIT
// Functions with shuffles and barriers, which are written out in the kernels that call them, and
// shuffles under conditions that whole warps agree on. tests/fission.t compares what split kernels
// leave with what whole ones do.
#include "kernels.h"

const unsigned ALL = 0xffffffff;
__device__ int steps[64]; // counted by functions that are called once

__device__ float fold(float value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

template <typename T> __inline__ __device__ T fold_any(T value, unsigned mask = 0xffffffff) {
#pragma unroll
    for (int lanes = 16; lanes > 0; lanes >>= 1) value += __shfl_xor_sync(mask, value, lanes);
    return value;
}

template <typename T> __device__ T fold_block(T value) {
    static __shared__ T of_warp[32];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    value = fold_any(value);
    __syncthreads();
    if (lane == 0) of_warp[warp] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / warpSize ? of_warp[lane] : 0;
    if (warp == 0) value = fold_any(value);
    return value;
}

// In memory of the caller's.
__device__ void fold_shared(int *s, int t) {
    __syncthreads();
    for (int by = blockDim.x / 2; by > 0; by /= 2) {
        if (t < by) s[t] += s[t + by];
        __syncthreads();
    }
}

template <int THREADS, class T> __device__ T total(T value, T *room) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    value = fold_any(value);
    if (lane == 0) room[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < THREADS / 32 ? room[lane] : 0;
        value = fold_any(value);
        if (lane == 0) room[0] = value;
    }
    __syncthreads();
    return room[0];
}

__device__ int twice_total(int value, int *room) { return total<64>(value, room) * 2 + 1; }

// Who was asked, and in which order.
__device__ int next_step(int t) { return steps[t]++; }

__global__ void call_k(int *out, const float *in, int n) {
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) sum += in[i] * in[i];
    sum = fold(sum);
    if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize + blockIdx.x * 4] = __float_as_int(sum);
}

__global__ void block_k(int *out, const float *in, int n) {
    float value = 0, lane = 5; // names that the function has, too
    int of_warp = 7;
    for (int i = threadIdx.x; i < n; i += blockDim.x) value += in[i];
    value = fold_block(value);
    const float half = fold_block(lane) / 2 + of_warp;
    int count = threadIdx.x;
    count += fold_block(count);
    if (threadIdx.x == 0) {
        out[0] = __float_as_int(value);
        out[1] = __float_as_int(half);
    }
    if (threadIdx.x < 32) out[2 + threadIdx.x] = count;
}

__global__ void room_k(int *out) {
    __shared__ int s[64];
    __shared__ int room[32];
    const int t = threadIdx.x;
    s[t] = t * t % 31;
    fold_shared(s, t);
    int v = t % 7;
    const int all = twice_total(v, room);
    __syncthreads();
    int again = 3 + total<64>(all, room);
    out[t] += again * 5 + s[0] + s[t];
}

// Its arguments and what it is assigned to are asked once.
__global__ void once_k(int *out) {
    int t = threadIdx.x, i = t;
    float sum = 0;
    sum += fold(next_step(i++) + t);
    steps[i-- - 1] += (int)sum;
    if (t >= 0) sum = fold(sum);
    out[t] = steps[t] * 100 + i + (int)sum;
}

// A row a warp.
__global__ void rows_k(int *out, const float *in, int rows, int width) {
    const int warp = (threadIdx.x + blockIdx.x * blockDim.x) / 32, lane = threadIdx.x % 32;
    for (int row = warp; row < rows; row += gridDim.x * blockDim.x / 32) {
        float sum = 0;
        for (int k = lane; k < width; k += 32) sum += in[row * width + k];
        sum = fold(sum);
        if (lane == 0) out[row] = __float_as_int(sum);
    }
}

__global__ void turns_k(int *out) {
    const int t = threadIdx.x + threadIdx.y * blockDim.x;
    int warp = t / 32, v = t, k = 0;
    do {
        v += __shfl_up_sync(ALL, v, 1);
        k++;
    } while (k <= warp);
    while (k-- > 1) v ^= __shfl_xor_sync(ALL, v, k);
    if (warp) {
        if (warp == 1) v = __shfl_sync(ALL, v, 3) + v;
        v += 1;
        if (warp == 1) v = __shfl_sync(ALL, v, v & 7);
        __syncwarp();
    }
    for (int turn = 0; turn < 2; turn++)
        if (warp != turn) v += __shfl_down_sync(ALL, v, turn + 1);
    out[t] += v;
}

__global__ void some_k(int *out, int n) {
    int v = threadIdx.x;
    if (v < n) v += __shfl_xor_sync(0xffffffff, v, 1);
    out[threadIdx.x] += v;
}

// Of numbers of any type, which the kernel's template is given.
template <typename T, int THREADS> __global__ void typed_k(T *out, const float *in, int n) {
    __shared__ T of_warp[THREADS / 32];
    T sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += (T)(in[i] * 1000);
    sum = fold_any(sum);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < THREADS / 32 ? of_warp[threadIdx.x] : T(0);
        for (int by = 1; by < THREADS / 32; by *= 2) sum += __shfl_xor_sync(0xffffffff, sum, by);
        if (threadIdx.x == 0) *out = sum;
    }
}

// Returns under conditions: of warps, of the block, of lanes that others miss, of nothing.
__device__ int early(int v) {
    if (v < 0) return 0;
    v += __shfl_xor_sync(0xffffffff, v, 1);
    return v;
}

__global__ void early_k(int *out, int n) {
    int v = threadIdx.x - n;
    v = early(v);
    out[threadIdx.x] = v;
}

// ---- whole --------------------------------------------------------------------------------------

__device__ int overloaded(int v) { return __shfl_xor_sync(0xffffffff, v, 1); }

__device__ int overloaded(long v) { return (int)__shfl_xor_sync(0xffffffff, v, 2); }

__device__ int overloaded(float v, int by) { return (int)__shfl_xor_sync(0xffffffff, v * 2, by); }

// What is declared after it, it does not call.
__device__ int in_sight(float v) { return (int)__shfl_xor_sync(0xffffffff, v * 0.5f, 1); }

__device__ int sees(int v) { return in_sight(v); }

__device__ int in_sight(int v) { return 100 + __shfl_xor_sync(0xffffffff, v, 2); }

template <typename T> __device__ T sum_of_overloads(T v) {
    __shared__ T room[64];
    room[threadIdx.x] = v;
    __syncthreads();
    for (int by = 1; by < 8; by *= 2) v = v + in_sight(v) * by;
    return v + in_sight(threadIdx.x < 9 ? room[8 - threadIdx.x] : T());
}

__global__ void overloads_k(int *out) {
    int v = threadIdx.x;
    float f = v * 1.5f;
    long l = v * 3;
    int a = overloaded(v);
    int b = overloaded(l);
    int by = 8;
    int c = overloaded(f, by);
    int e = sees(v);
    v = in_sight(v);
    c += in_sight(f);
    out[threadIdx.x] = a + 7 * b + 31 * c + 57 * e + 91 * v;
}

template <typename T> __device__ T doubled(T v) {
    for (int turn = 0; turn < 3; turn++) v = v + __shfl_xor_sync(0xffffffff, (int)v, 1);
    return v;
}

__global__ void literals_k(int *out) { // true is no char, and 'a' no int
    int a = doubled(true);
    int b = doubled('\x20');
    int c = doubled(40000);
    out[threadIdx.x] = a + 10 * b + 1000 * c;
}

__global__ void overloads_template_k(int *out) {
    int v = threadIdx.x * 5 % 13;
    v = sum_of_overloads(v);
    float f = v;
    f = sum_of_overloads(f);
    out[threadIdx.x] = v + (int)f;
}

__global__ void assigned_k(int *out) {
    unsigned mask = 0xffffffff;
    int v = threadIdx.x;
    if (v >= 32) mask = 0xff;
    if (v < 40) v += __shfl_xor_sync(mask, v, 1);
    out[threadIdx.x] = v;
}

// ---- what the words of a function mean ----------------------------------------------------------

__device__ int noted(int v) {
    steps[threadIdx.x] += v;
    __syncthreads();
    return v;
}

__global__ void unevaluated_k(int *out) {
    int v = sizeof(noted(3));
    out[threadIdx.x] = v + steps[threadIdx.x];
}

template <int N> __device__ int left_over(int v) {
    __shared__ int s;
    if (v < 0) s = N * -v;
    __syncthreads();
    v = s;
    __syncthreads();
    return v;
}

template <class T> __device__ int left_by(int v) {
    __shared__ T s;
    if (v < 0) s = -v;
    __syncthreads();
    v = s;
    __syncthreads();
    return v;
}

__global__ void same_room_k(int *out) {
    int v = 0, w = 0;
    v = left_over<4>(-3);
    w = left_over<2 + 2>(7);
    out[threadIdx.x] = v * 100 + w;
    v = left_by<unsigned>(-3);
    w = left_by<unsigned int>(7);
    out[threadIdx.x] += (v * 100 + w) * 10000;
}

// Another function in the same expression.
__global__ void beside_k(int *out) {
    float v = threadIdx.x + 1;
    v = sqrtf(v + 2) * fold(v) + fmaxf(v, 3.0f);
    out[threadIdx.x] = (int)v;
}

// What they return is written in many words.
typedef unsigned short small;

__device__ const int *__restrict__ behind_barrier(const int *p) {
    __syncthreads();
    return p + 1;
}

__attribute__((noinline)) __device__ long long unsigned int added(unsigned long long v) noexcept {
    return v + __shfl_xor_sync(ALL, v, 1);
}

__device__ auto twice(small value) -> small {
    const int other = __shfl_xor_sync(ALL, value, 2);
    return 40000 * (value + other);
}

template <class T> __device__ T swapped(T value) {
    __shared__ T room[64];
    room[threadIdx.x] = value;
    __syncthreads();
    return room[threadIdx.x ^ 1];
}

__global__ void heads_k(int *p) {
    p[threadIdx.x] = threadIdx.x;
    const int *q = behind_barrier(p);
    const long long unsigned sum = added(threadIdx.x);
    const int pair = twice(threadIdx.x);
    const long unsigned many = 1ul << 40;
    const long unsigned own = many * threadIdx.x;
    const long unsigned same = swapped(own);
    const int next = threadIdx.x < 63 ? *q : 0;
    __syncthreads();
    p[threadIdx.x] = next + sum + pair + (same >> 40);
}

// Parameters that are written as arrays.
__device__ int array_shift(int x[64], const float t[], int i) {
    x[i] = (int)(t[i] * 3000);
    __syncthreads();
    const int left = x[(i + 63) % 64];
    __syncthreads();
    x[i] = left;
    x++;
    __syncthreads();
    return x[i - 1] + x[i % 62];
}
template <class T, int N> __device__ T array_total(T x[N], T mine) {
    x[threadIdx.x] = mine;
    for (int n = N / 2; n > 0; n /= 2) {
        __syncthreads();
        if (threadIdx.x < n) x[threadIdx.x] += x[threadIdx.x + n];
    }
    __syncthreads();
    return x[0];
}
__global__ void array_k(int *out, const float *in) {
    __shared__ int tile[64];
    const int first = array_shift(tile, in, threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = first * 10000 + array_total<int, 64>(tile, (int)(in[threadIdx.x] * 9));
}

// Shared memory whose size is a constant of the function's own, in a function and in a kernel.
template <int PAIRS> __device__ int turned(int value) {
    constexpr int SIDES = 2;
    static const int ALL = PAIRS * SIDES;
    __shared__ int room[ALL / SIDES][SIDES];
    room[threadIdx.x / SIDES][threadIdx.x % SIDES] = value;
    __syncthreads();
    value = room[PAIRS - 1 - threadIdx.x / SIDES][SIDES - 1 - threadIdx.x % SIDES];
    __syncthreads();
    return value;
}
__global__ void constants_k(int *out) {
    enum { ALL = 64, HALF = ALL / 2 };
    __shared__ int room[HALF];
    int v = turned<32>(threadIdx.x);
    v = turned<32>(v * 3);
    if (threadIdx.x < HALF) {
        int of_thread[HALF] = {};
        of_thread[threadIdx.x % 8] = v;
        room[threadIdx.x] = of_thread[threadIdx.x % 8];
    }
    __syncthreads();
    out[threadIdx.x] = v + room[HALF - 1 - threadIdx.x % HALF];
}

int main() {
    begin();
    float *in = managed<float>(5000);
    for (int i = 0; i < 5000; i++) in[i] = 1.0f / (3 + i);
    call_k<<<1, 128>>>(d, in, 1000), show("call");
    call_k<<<3, 45>>>(d, in, 999), show("call, three blocks");
    block_k<<<1, 64>>>(d, in, 1000), show("block");
    block_k<<<1, 256>>>(d, in, 1000), show("block, 256");
    room_k<<<1, 64>>>(d), show("room");
    once_k<<<1, 64>>>(d), show("once");
    rows_k<<<3, 64>>>(d, in, 41, 70), show("rows");
    rows_k<<<2, 128>>>(d, in, 64, 78), show("rows, 128");
    turns_k<<<1, 64>>>(d), show("turns");
    turns_k<<<1, dim3(24, 2)>>>(d), show("turns, 24 by 2");
    for (int n = 0; n <= 64; n += 8) some_k<<<1, 64>>>(d, n), show("some");
    typed_k<float, 128><<<1, 128>>>((float *)d, in, 1000), show("typed, float");
    typed_k<int, 64><<<1, 64>>>(d, in, 1000), show("typed, int");
    typed_k<double, 128><<<1, 128>>>((double *)d, in, 1000), show("typed, double");
    typed_k<short, 128><<<1, 128>>>((short *)d, in, 1000), show("typed, short");
    for (int n = 0; n <= 64; n += 32) early_k<<<1, 64>>>(d, n), show("early");
    overloads_k<<<1, 64>>>(d), show("overloads");
    literals_k<<<1, 64>>>(d), show("literals");
    overloads_template_k<<<1, 64>>>(d), show("overloads_template");
    assigned_k<<<1, 32>>>(d), show("assigned");
    unevaluated_k<<<1, 64>>>(d), show("unevaluated");
    same_room_k<<<1, 64>>>(d), show("same_room");
    beside_k<<<1, 64>>>(d), show("beside_k");
    constants_k<<<1, 64>>>(d), show("constants");
    heads_k<<<1, 64>>>(d), show("heads");
    array_k<<<1, 64>>>(d, in), show("array");
}
