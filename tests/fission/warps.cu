// SPDX-License-Identifier: MIT
// Shuffles that all threads of a block come to, and what keeps kernels with them whole.
// tests/fission.t compares what split kernels leave with what whole ones do.
#include "kernels.h"

__global__ void fold_k(int *out, const float *in, int n) {
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) sum += in[i] * in[i];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize + blockIdx.x * 4] = __float_as_int(sum);
    out[8 + threadIdx.x % 32 + blockIdx.x * 3] = 1;
}

// Every form, types of all sizes, widths, lanes out of reach.
__global__ void forms_k(int *out, int by) {
    const int t = threadIdx.x + threadIdx.y * blockDim.x;
    const long long wide = 1ll << 40 | t;
    const short narrow = (short)(t * 3);
    double d = t / 8.0;
    int all = __shfl_sync(~0u, t, 5) * 100;
    all += __shfl_sync(0xFFFFFFFFu, t, t * 7 + by);
    all = all * 3 + __shfl_sync(-1, t, by, 8);
    const int up = __shfl_up_sync(0xffffffff, t, by);
    const int up_4 = __shfl_up_sync(0xffffffff, all, 1, 4);
    all ^= max(up, __shfl_down_sync(0xffffffff, t, 2u * by, 16));
    d = d + __shfl_xor_sync(0xffffffff, d, 3);
    d -= __shfl_xor_sync(0xffffffff, d, 33);
    const long long w = __shfl_down_sync(0xffffffff, wide, 31);
    int s = __shfl_xor_sync(0xffffffff, narrow, by, 4);
    auto letter = __shfl_down_sync(0xffffffff, (char)t, 1); // an int
    letter += 1000;
    out[t] = all + up * 5 + up_4 * 7 + (int)(d * 8) + (int)(w >> 38) + (int)w + s + letter;
}

// What a lane brings it still has; a turn's values are not the next one's.
__global__ void scan_k(int *out, const int *in) {
    __shared__ int of_warp[2];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int sum = in[threadIdx.x];
    for (int d = 1; d < 32; d *= 2) {
        const int below = __shfl_up_sync(0xffffffff, sum, d);
        if (lane >= d) sum += below;
    }
    if (lane == 31) of_warp[warp] = sum;
    __syncthreads();
    out[threadIdx.x] = sum + (warp > 0 ? of_warp[0] : 0);
}

// Lanes far out of reach, widths that are known late or are no power of two, values that are
// converted on the way in or out.
__global__ void reach_k(int *out, int by) {
    const int t = threadIdx.x + threadIdx.y * blockDim.x;
    int v = t + 1;
    v += __shfl_up_sync(0xffffffff, v, 1, by & 1 ? 4 : 8);
    v += __shfl_down_sync(0xffffffff, v, 40) + t;
    v += __shfl_xor_sync(0xffffffff, v, 63);
    v += __shfl_sync(0xffffffff, v, -3, 8);
    v += __shfl_down_sync(0xffffffff, v, by, 12);
    v += __shfl_sync(0xffffffff, v, by, 12);
    const float part = __shfl_up_sync(0xffffffff, v % 100, 1);
    const unsigned char low = __shfl_sync(0xffffffff, v * 300, 2);
    const double some = __shfl_down_sync(0xffffffff, t > 3, 5);
    v = __shfl_xor_sync(0xffffffff, part * 1.5f, 2);
    out[t] = v + low + (int)some;
}

// Votes and reductions, of whole warps and of parts, of some warps; what functions of the system
// make of them.
__global__ void votes_k(int *out, int by) {
    const int t = threadIdx.x;
    const unsigned all = ~0u;
    unsigned v = __ballot_sync(all, t % by == 0);
    const int before = __popc(v & ((1u << t % 32) - 1));
    const int any = __any_sync(all, t % by == 40);
    int each = __all_sync(all, t < 32);
    bool half = __any_sync(all, 0.5);
    int n = __popc(__ballot_sync(0xffffffff, t & by));
    const int sum = __reduce_add_sync(all, t - 7);
    int least = __reduce_min_sync(all, (short)(by - t));
    unsigned most = __reduce_max_sync(all, (unsigned)(t - 3));
    v += __reduce_xor_sync(all, 1u << t % 32) * 23;
    unsigned o = __reduce_or_sync(all, (unsigned)t);
    o += __reduce_and_sync(all, t | 8u);
    if (t / 32 == 1) {
        v += __ballot_sync(all, t & 1);
        n += __all_sync(all, t & 32);
        o ^= __reduce_max_sync(all, (unsigned)t);
    }
    out[t] = v + any * 3 + each * 5 + half * 7 + n * 11 + sum * 13 + least * 17 + most * 19 + before * 31 + o;
}

// Several in a statement, of others' values, as operands of what does something.
__global__ void several_k(int *out, int n) {
    __shared__ int sum;
    const int t = threadIdx.x;
    int v = t * 7 % 23, w = t;
    if (t == 0) sum = 0;
    __syncthreads();
    v = __shfl_down_sync(0xffffffff, v, 1) + 3 * __shfl_up_sync(0xffffffff, w, 2);
    w += max(__shfl_xor_sync(0xffffffff, v, 1), __shfl_xor_sync(0xffffffff, w, 2));
    v += __shfl_sync(0xffffffff, __shfl_sync(0xffffffff, v, w & 31) + t, 3);
    w ^= __popc(__ballot_sync(0xffffffff, v & 1) & __ballot_sync(0xffffffff, w > n));
    v += __reduce_add_sync(0xffffffff, __shfl_xor_sync(0xffffffff, v, 4) & 255);
    atomicAdd(&sum, __popc(__ballot_sync(0xffffffff, v & 2)));
    __syncthreads();
    out[t] += v * 3 + w + sum;
}

__global__ void conditions_k(int *out, int n) {
    const int t = threadIdx.x;
    int v = t * 7 % 23, w = t;
    if (__any_sync(0xffffffff, v % 11 == n))
        w += 100;
    else
        w -= t;
    if (__shfl_sync(0xffffffff, w, 0) > 5) {
        v += __shfl_xor_sync(0xffffffff, v, 8);
        out[t] += 1;
    } else {
        v -= __shfl_xor_sync(0xffffffff, v, 16);
    }
    for (int turn = 0; __any_sync(0xffffffff, turn < (t & 3) + t / 32); turn++)
        v += __shfl_down_sync(0xffffffff, v, turn);
    do w += (v & 7) + 1;
    while (__any_sync(0xffffffff, w < 40) && w > -1000);
    out[t] += v * 3 + w;
}

// ---- whole --------------------------------------------------------------------------------------

__device__ int twice(int *v) { return *v *= 2; }

__global__ void early_k(int *out, int n) {
    int v = threadIdx.x;
    if (v >= n) return;
    v += __shfl_up_sync(0xffffffff, v, 1);
    out[threadIdx.x] = v;
}

__global__ void changed_k(int *out, int n) {
    int v = threadIdx.x, w = 1;
    v += twice(&w) + __shfl_up_sync(0xffffffff, v, 1);
    w += n > 5 ? __shfl_up_sync(0xffffffff, v, 1) : 7;
    out[threadIdx.x] = v + w;
}

// All lanes, in other words.
__global__ void ones_k(int *out) {
    const unsigned decimal = 4294967295;
    unsigned wide = ~0ul;
    int v = threadIdx.x;
    v += __shfl_xor_sync(decimal, v, 1);
    v = v * 3 + __shfl_down_sync(wide, v, 2) + __any_sync(0xFFFFFFFFul, v == 9);
    out[threadIdx.x] = v - __shfl_sync(-1ll, v, 5);
}

// A loop that each warp leaves by a vote of its own.
__global__ void voted_k(int *out, const int *in) {
    int v = in[threadIdx.x];
    for (int turns = 0; turns < 9; turns++) {
        v += __shfl_xor_sync(0xffffffff, v, 2);
        if (__any_sync(0xffffffff, v > 100)) break;
    }
    out[threadIdx.x] = v;
}

int main() {
    begin();
    float *in = managed<float>(1000);
    int *numbers = managed<int>(64);
    for (int i = 0; i < 1000; i++) in[i] = 1.0f / (3 + i);
    for (int i = 0; i < 64; i++) numbers[i] = i * i % 17;
    fold_k<<<1, 128>>>(d, in, 1000), show("fold");
    fold_k<<<2, 64>>>(d, in, 999), show("fold, two blocks");
    for (int by = 0; by < 40; by += 1 + (by > 5) * 6) forms_k<<<1, dim3(16, 4)>>>(d, by), show("forms");
    scan_k<<<1, 64>>>(d, numbers), show("scan");
    for (int by = 0; by < 13; by += 3) {
        reach_k<<<1, 33>>>(d, by), show("reach, 33");
        reach_k<<<1, dim3(5, 9)>>>(d, by), show("reach, 5 by 9");
        reach_k<<<1, 1>>>(d, by), show("reach, 1");
    }
    for (int by = 1; by < 60; by += 7) {
        votes_k<<<1, 64>>>(d, by), show("votes");
        votes_k<<<1, 45>>>(d, by), show("votes, 45");
    }
    early_k<<<1, 64>>>(d, 40), show("early");
    changed_k<<<1, 32>>>(d, 6), show("changed");
    for (int n = 0; n < 6; n++) {
        several_k<<<1, 64>>>(d, n), show("several");
        several_k<<<1, 41>>>(d, n), show("several, 41");
        conditions_k<<<1, 64>>>(d, n), show("conditions");
        conditions_k<<<1, 41>>>(d, n), show("conditions, 41");
    }
    numbers[0] = 5;
    numbers[32] = 3;
    ones_k<<<1, 64>>>(d), show("ones_k");
    voted_k<<<1, 64>>>(d, numbers), show("voted");
}
