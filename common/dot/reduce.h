// SPDX-License-Identifier: MIT
// The parts of a reduction: how a thread reads and adds, and how the sums of a block's threads
// become one; and the product in one launch, which dot_ladder and dot_nccl share. A sum is a float,
// or two that together have twice the digits.
#ifndef REDUCE_H
#define REDUCE_H

const int WARP = 32;
const int MOST_THREADS = 512; // in a block: a power of two, and a whole number of warps
const int FULL = 2;           // blocks of them for a multiprocessor: half of what it holds, with
                              // more registers for each thread
const int VECTORS = 4;        // of each input, 16 bytes each, that a thread has under way

// ---- sums ---------------------------------------------------------------------------------------

// A sum, and what rounding took from it.
struct twofold {
    float sum, lost;
};

__device__ static inline float merge(float a, float b) {
    return a + b;
}

// The rounding of a float addition is a float itself, found by five more additions.
__device__ static inline struct twofold merge(struct twofold a, struct twofold b) {
    const float sum = __fadd_rn(a.sum, b.sum);
    const float part = __fsub_rn(sum, a.sum); // of b.sum, that is in the sum
    const float lost = __fadd_rn(__fsub_rn(a.sum, __fsub_rn(sum, part)), __fsub_rn(b.sum, part));
    return {sum, __fadd_rn(__fadd_rn(a.lost, b.lost), lost)};
}

__device__ static inline void add_product(float *sum, float x, float y) {
    *sum += x * y;
}

// And the rounding of a product is what a fused multiplication and addition leaves of it.
__device__ static inline void add_product(struct twofold *sum, float x, float y) {
    const float product = __fmul_rn(x, y);
    *sum = merge(*sum, {product, __fmaf_rn(x, y, -product)});
}

// A sum as one number.
__device__ static inline void leave(float *result, float sum) {
    *result = sum;
}
__device__ static inline void leave(float *result, struct twofold sum) {
    *result = sum.sum + sum.lost;
}
__device__ static inline void leave(double *result, struct twofold sum) {
    *result = (double)sum.sum + sum.lost;
}

// ---- reading ------------------------------------------------------------------------------------

// As published: a product at a time, a whole grid apart.
__device__ static inline float sum_by_element(const float *a, const float *b, size_t n) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    float sum = 0;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        sum += a[i] * b[i];
    return sum;
}

template <typename Sum> __device__ static inline void add_products(Sum sum[4], float4 x, float4 y) {
    add_product(&sum[0], x.x, y.x);
    add_product(&sum[1], x.y, y.y);
    add_product(&sum[2], x.z, y.z);
    add_product(&sum[3], x.w, y.w);
}

// 16 bytes a load, and eight loads under way before the first is used. Each of the four elements of
// a vector has its own sum, so that additions wait for each other a quarter as long.
template <typename Sum>
__device__ static inline Sum sum_by_vector(const float *a, const float *b, size_t n) {
    const float4 *const a4 = (const float4 *)a, *const b4 = (const float4 *)b;
    const size_t vectors = n / 4, apart = blockDim.x, tile = apart * VECTORS;
    Sum sum[4] = {};
    size_t i = threadIdx.x + blockIdx.x * tile;
    for (; i + (VECTORS - 1) * apart < vectors; i += gridDim.x * tile) {
        float4 x[VECTORS], y[VECTORS];
#pragma unroll
        for (int k = 0; k < VECTORS; k++) {
            x[k] = a4[i + k * apart];
            y[k] = b4[i + k * apart];
        }
#pragma unroll
        for (int k = 0; k < VECTORS; k++)
            add_products(sum, x[k], y[k]);
    }
    for (; i < vectors; i += apart) // of the last tile, where it is not whole
        add_products(sum, a4[i], b4[i]);
    const size_t rest = vectors * 4 + threadIdx.x; // and after it, for the first block
    if (blockIdx.x == 0 && rest < n)
        add_product(&sum[0], a[rest], b[rest]);
    return merge(merge(sum[0], sum[1]), merge(sum[2], sum[3]));
}

// ---- folding ------------------------------------------------------------------------------------

// As published: in shared memory, half of what is left at a time, all waiting for each other.
__device__ static inline float fold_in_memory(float sum) {
    __shared__ float cache[MOST_THREADS];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned i = blockDim.x / 2; i > 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    return cache[0];
}

// From register to register: the threads of a warp need neither memory nor a barrier.
__device__ static inline float from_lane(float sum, int above) {
    return __shfl_down_sync(0xffffffff, sum, above);
}

__device__ static inline struct twofold from_lane(struct twofold sum, int above) {
    return {from_lane(sum.sum, above), from_lane(sum.lost, above)};
}

template <typename Sum> __device__ static inline Sum fold_warp(Sum sum) {
    for (int above = WARP / 2; above > 0; above /= 2)
        sum = merge(sum, from_lane(sum, above));
    return sum;
}

// Thread 0 gets the sum of the block.
template <typename Sum> __device__ static inline Sum fold_by_warp(Sum sum) {
    __shared__ Sum cache[WARP]; // as many as a block may have
    sum = fold_warp(sum);
    if (threadIdx.x % WARP == 0)
        cache[threadIdx.x / WARP] = sum;
    __syncthreads();
    return fold_warp(threadIdx.x < blockDim.x / WARP ? cache[threadIdx.x] : Sum());
}

// Leaves the block's sum for the last block, and says whether this one is it. The count of those
// that are done wraps to zero by itself, ready for the next launch.
template <typename Sum>
__device__ static inline bool last_block(Sum sum, Sum *sums, unsigned int *done) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        __threadfence(); // the sum before the count
        last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
        __threadfence(); // the count before the others' sums
    }
    __syncthreads();
    return last;
}

// ---- the product --------------------------------------------------------------------------------

// The block that is done last adds up what the others left, always in the same order.
template <typename Sum, typename Result>
__global__ void __launch_bounds__(MOST_THREADS, FULL)
    dot_one_pass(const float *a, const float *b, size_t n, Sum *sums, unsigned int *done,
                 Result *result) {
    const Sum sum = fold_by_warp(sum_by_vector<Sum>(a, b, n));
    if (!last_block(sum, sums, done))
        return;
    Sum total = {};
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        total = merge(total, sums[i]);
    total = fold_by_warp(total);
    if (threadIdx.x == 0)
        leave(result, total);
}

#endif
