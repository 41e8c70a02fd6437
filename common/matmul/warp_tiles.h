// SPDX-License-Identifier: MIT
// The product by warp tiles: the kernel of matmul_ladder's upper rungs, in many shapes.
//
// A block computes a tile of c. It goes along k in slabs: so many columns of a and rows of b at a
// time, copied into one of several buffers in shared memory while another is multiplied. Each warp
// owns a tile of the block's tile, and each of its threads, four above each other and eight side by
// side, some rows and columns of that, whose sums stay in registers.
#ifndef WARP_TILES_H
#define WARP_TILES_H

#include <cuda_pipeline.h>

#include "book.h"
#include "dependent_launch.h"
#include "sizes.h"

// All sizes are known when this is compiled, so that loops are unrolled and arrays are registers.
template <int ROWS_, int COLUMNS_, int WARPS_M_, int WARPS_N_, int SLICES_, int DEPTH_,
          int BUFFERS_, int VECTOR_, bool ASYNC_>
struct shape {
    static constexpr int ROWS = ROWS_, COLUMNS = COLUMNS_;       // of the sums of a thread
    static constexpr int WARPS_M = WARPS_M_, WARPS_N = WARPS_N_; // warps down and across
    static constexpr int SLICES = SLICES_;   // such sets of warps: they share the steps of a slab
    static constexpr int DEPTH = DEPTH_;     // of a slab: steps along k
    static constexpr int BUFFERS = BUFFERS_; // for slabs
    static constexpr int VECTOR = VECTOR_;   // floats of b that are copied at once: 4 or 1
    static constexpr bool ASYNC = ASYNC_;    // copy past the registers

    static constexpr int WARP_M = 4 * ROWS, WARP_N = 8 * COLUMNS;
    static constexpr int TILE_M = WARP_M * WARPS_M, TILE_N = WARP_N * WARPS_N;
    static constexpr int SET = 32 * WARPS_M * WARPS_N, THREADS = SET * SLICES;
    static constexpr int STEPS = DEPTH / SLICES; // of a slab that a thread does
    // On a multiprocessor at a time: while one waits, or stores its sums, others multiply.
    static constexpr int EACH = ROWS * COLUMNS; // sums of a thread
    static constexpr int ROOM = EACH > 96 ? 256 : EACH > 64 ? 384 : EACH > 32 ? 512 : 768;
    // Are rows of c that begin anywhere turned in shared memory? As measured: without, the loop
    // over the slabs is 5 % faster where a thread has 12 x 8 sums, and slower where it has 16 x 8.
    static constexpr bool TURNS = EACH > 96 || (VECTOR == 1 && EACH < 96);
    static constexpr int BLOCKS = ROOM < 2 * THREADS ? 1 : ROOM / THREADS;

    // A slab: the part of a is transposed, a row for each step, and padded so that the eight steps
    // of four rows that a warp writes at a time lie in 32 different banks.
    static constexpr int PITCH = TILE_M + 4, SLAB = DEPTH * (PITCH + TILE_N);
    static constexpr int SUMS = SLICES > 1 ? (SLICES - 1) * TILE_M *TILE_N : 0;
    static constexpr size_t SHARED =
        sizeof(float) * (BUFFERS * SLAB > SUMS ? BUFFERS * SLAB : SUMS);

    // What a thread copies of each slab. Of a: eight threads side by side take eight steps of a
    // row. Of b: VECTOR floats of a row.
    static constexpr int DOWN_A = THREADS / 8, ROWS_A = TILE_M / DOWN_A;
    static constexpr int ACROSS_B = TILE_N / VECTOR, DOWN_B = THREADS / ACROSS_B;
    static constexpr int PARTS_A = ROWS_A * DEPTH / 8, PARTS_B = DEPTH / DOWN_B;
    static constexpr int PARTS = PARTS_A + PARTS_B;
    static_assert(DEPTH % 8 == 0 && STEPS % 2 == 0 && TILE_M % DOWN_A == 0, "of a");
    static_assert(THREADS % ACROSS_B == 0 && DEPTH % DOWN_B == 0, "of b");
    static_assert(ASYNC || (BUFFERS == 2 && PARTS_A % 4 == 0), "registers hold one slab");
    static_assert(!TURNS || THREADS * (WARP_N + 16) / 8 * sizeof(float) <= SHARED, "to turn c");
};

// ---- copying a slab ----------------------------------------------------------------------------

// What is read for rows beyond m and columns beyond n is all the same, as no element of c comes of
// it: the first ones again. (The last one for all would be slow: an asynchronous copy of a warp
// from one address to 32 takes 32 turns.)
__device__ inline int wrapped(int i, int count) {
    return i < count ? i : i % count;
}

template <class S> struct slab_copy {
    const float *from_a[S::ROWS_A]; // its step of its rows
    const float *from_b;
    size_t next_b;  // from a row of b to the next one of this thread's
    int to_a, to_b; // where in a slab
    __align__(16) float held[S::PARTS_A + S::PARTS_B * S::VECTOR]; // on the way, unless ASYNC
};

template <class S> __device__ inline int slab_place_a(const struct slab_copy<S> *copy, int part) {
    return copy->to_a + part % S::ROWS_A * S::DOWN_A + part / S::ROWS_A * 8 * S::PITCH;
}

template <class S> __device__ inline int slab_place_b(const struct slab_copy<S> *copy, int part) {
    return copy->to_b + part * S::DOWN_B * S::TILE_N;
}

// Where this thread copies from, to begin with, and to.
template <class S>
__device__ inline struct slab_copy<S> slab_places(const float *a, const float *b, struct sizes s,
                                                  int pitch, int row0, int column0) {
    struct slab_copy<S> copy;
    const int thread = threadIdx.x, step = thread % 8;
    const int down = thread / S::ACROSS_B, across = thread % S::ACROSS_B * S::VECTOR;
    copy.to_a = step * S::PITCH + thread / 8;
    copy.to_b = S::DEPTH * S::PITCH + down * S::TILE_N + across;
#pragma unroll
    for (int i = 0; i < S::ROWS_A; i++)
        copy.from_a[i] = a + (size_t)wrapped(row0 + thread / 8 + i * S::DOWN_A, s.m) * pitch + step;
    copy.from_b = b + wrapped(column0 + across, s.n) + (size_t)down * s.n;
    copy.next_b = (size_t)S::DOWN_B * s.n;
    return copy;
}

// The first slab takes what is left when k is divided into slabs, padded with zeros; so all others
// are whole, and are copied without a look at k.
template <class S>
__device__ inline void slab_first(struct slab_copy<S> *copy, struct sizes s, float *slab) {
    const int step = threadIdx.x % 8, down = threadIdx.x / S::ACROSS_B;
    const int head = (s.k - 1) % S::DEPTH + 1;
#pragma unroll
    for (int i = 0; i < S::PARTS_A; i++) {
        const int beyond = i / S::ROWS_A * 8;
        slab[slab_place_a<S>(copy, i)] =
            step + beyond < head ? copy->from_a[i % S::ROWS_A][beyond] : 0;
    }
#pragma unroll
    for (int i = 0; i < S::PARTS_B; i++)
#pragma unroll
        for (int v = 0; v < S::VECTOR; v++)
            slab[slab_place_b<S>(copy, i) + v] =
                down + i * S::DOWN_B < head ? copy->from_b[i * copy->next_b + v] : 0;
#pragma unroll
    for (int i = 0; i < S::ROWS_A; i++)
        copy->from_a[i] += head;
    copy->from_b += (size_t)head * s.n;
}

// A part of the next slab sets out: to shared memory at once, or to registers ...
template <class S>
__device__ inline void slab_start(struct slab_copy<S> *copy, float *slab, int part) {
    const int b = part - S::PARTS_A;
    if (part < S::PARTS_A) {
        const float *from = copy->from_a[part % S::ROWS_A] + part / S::ROWS_A * 8;
        if (S::ASYNC)
            __pipeline_memcpy_async(slab + slab_place_a<S>(copy, part), from, sizeof(float));
        else
            copy->held[part] = *from;
        return;
    }
    if (S::ASYNC)
        __pipeline_memcpy_async(slab + slab_place_b<S>(copy, b), copy->from_b,
                                S::VECTOR * sizeof(float));
    else if (S::VECTOR == 4)
        *(float4 *)&copy->held[S::PARTS_A + b * 4] = *(const float4 *)copy->from_b;
    else
        copy->held[S::PARTS_A + b] = *copy->from_b;
    copy->from_b += copy->next_b;
}

// ... and arrives from there.
template <class S>
__device__ inline void slab_arrive(const struct slab_copy<S> *copy, float *slab, int part) {
    const int b = part - S::PARTS_A;
    if (part < S::PARTS_A)
        slab[slab_place_a<S>(copy, part)] = copy->held[part];
    else if (S::VECTOR == 4)
        *(float4 *)&slab[slab_place_b<S>(copy, b)] = *(float4 *)&copy->held[S::PARTS_A + b * 4];
    else
        slab[slab_place_b<S>(copy, b)] = copy->held[S::PARTS_A + b];
}

// The parts are spread over the steps of a slab: with `steps` of them in all, these are step's.
// Registers are loaded in the first half and stored in the second.
template <class S>
__device__ inline void slab_some(struct slab_copy<S> *copy, float *slab, int step, int steps) {
    if (S::ASYNC) {
#pragma unroll
        for (int i = S::PARTS * step / steps; i < S::PARTS * (step + 1) / steps; i++)
            slab_start<S>(copy, slab, i);
        return;
    }
    const int half = steps / 2 + 1, rest = steps - half, later = step - half;
    if (step < half) {
#pragma unroll
        for (int i = S::PARTS * step / half; i < S::PARTS * (step + 1) / half; i++)
            slab_start<S>(copy, slab, i);
    } else {
#pragma unroll
        for (int i = S::PARTS * later / rest; i < S::PARTS * (later + 1) / rest; i++)
            slab_arrive<S>(copy, slab, i);
    }
}

template <class S> __device__ inline void slab_next(struct slab_copy<S> *copy) {
#pragma unroll
    for (int i = 0; i < S::ROWS_A; i++)
        copy->from_a[i] += S::DEPTH;
}

// ---- multiplying it ----------------------------------------------------------------------------

// A thread's numbers of one step: ROWS of a and COLUMNS of b, in fours.
template <class S> struct step_numbers { __align__(16) float a[S::ROWS], b[S::COLUMNS]; };

// Where a thread stands among the four by eight of its warp. A warp's 16-byte reads take two turns
// instead of four if threads t and t ^ 1, or t and t ^ 2, always read the same: so bit 0 of the
// lane moves across, which a does not see, and bit 1 down, which b does not see.
__device__ inline int lane_down(int lane) {
    return (lane >> 1 & 1) | (lane >> 3 & 2);
}
__device__ inline int lane_across(int lane) {
    return (lane & 1) | (lane >> 1 & 6);
}

template <class S>
__device__ inline void step_read(struct step_numbers<S> *numbers, const float *a, const float *b) {
#pragma unroll
    for (int i = 0; i < S::ROWS; i += 4)
        *(float4 *)&numbers->a[i] = *(const float4 *)(a + 4 * i);
#pragma unroll
    for (int j = 0; j < S::COLUMNS; j += 4)
        *(float4 *)&numbers->b[j] = *(const float4 *)(b + 8 * j);
}

// There and back: at the end of a row the next instruction needs the same number of b again, and
// takes it from the multiplier's own small cache instead of the registers' few ports. Always fused,
// so that a sum is the same wherever its terms are cut.
template <class S>
__device__ inline void step_multiply(float (&sum)[S::ROWS][S::COLUMNS],
                                     const struct step_numbers<S> *numbers) {
#pragma unroll
    for (int i = 0; i < S::ROWS; i++)
#pragma unroll
        for (int j = 0; j < S::COLUMNS; j++) {
            const int turn = i % 2 ? S::COLUMNS - 1 - j : j;
            sum[i][turn] = fmaf(numbers->a[i], numbers->b[turn], sum[i][turn]);
        }
}

// The sets of warps that did other steps of the slabs hand their sums to the first.
template <class S>
__device__ inline void slices_add(float (&sum)[S::ROWS][S::COLUMNS], float *shared, int slice) {
    const int thread = threadIdx.x % S::SET;
    __syncthreads(); // no thread reads a slab any more
    if (slice > 0)
#pragma unroll
        for (int i = 0; i < S::ROWS * S::COLUMNS; i++)
            shared[((slice - 1) * S::ROWS * S::COLUMNS + i) * S::SET + thread] =
                sum[i / S::COLUMNS][i % S::COLUMNS];
    __syncthreads();
    if (slice == 0)
#pragma unroll
        for (int i = 0; i < (S::SLICES - 1) * S::ROWS * S::COLUMNS; i++)
            sum[i / S::COLUMNS % S::ROWS][i % S::COLUMNS] += shared[i * S::SET + thread];
}

// Four rows of a warp's tile at a time. Rows that begin at multiples of 16 bytes take four numbers
// of each thread at once. Others are turned in shared memory first, so that neighbours in a warp
// write neighbours in a row: where each writes its own four, one after the other, every store
// touches 32 sectors instead of 4 or 5.
template <class S>
__device__ inline void sums_store(const float (&sum)[S::ROWS][S::COLUMNS], float *c, struct sizes s,
                                  int pitch, int row0, int column0, float *shared) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int down = warp / S::WARPS_N * S::WARP_M, across = warp % S::WARPS_N * S::WARP_N;
    const int wide = S::WARP_N + 16; // two rows side by side are in different banks
    const bool aligned = (S::VECTOR == 4 && !S::TURNS) || pitch % 4 == 0;
    float *turned = shared + warp * 4 * wide;
#pragma unroll
    for (int i = 0; i < S::ROWS; i++) {
        const int first = row0 + down + i / 4 * 16 + i % 4; // the others are 4, 8 and 12 below
#pragma unroll
        for (int j = 0; j < S::COLUMNS; j += 4) {
            const float4 four = make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
            const int row = first + 4 * lane_down(lane), column = 8 * j + 4 * lane_across(lane);
            float *const to = c + (size_t)row * pitch + column0 + across + column;
            const int left = row < s.m ? s.n - (column0 + across + column) : 0;
            if (S::TURNS && !aligned)
                *(float4 *)(turned + lane_down(lane) * wide + column) = four;
            else if (aligned && left > 0)
                *(float4 *)to = four;
#pragma unroll
            for (int v = 0; v < 4; v++)
                if (!S::TURNS && !aligned && v < left)
                    to[v] = sum[i][j + v];
        }
        if (!S::TURNS || aligned)
            continue;
        __syncwarp();
#pragma unroll
        for (int k = 0; k < 4 * S::WARP_N / 32; k++) {
            const int down_by = k / (S::WARP_N / 32), by = k % (S::WARP_N / 32) * 32 + lane;
            if (first + 4 * down_by < s.m && column0 + across + by < s.n)
                c[(size_t)(first + 4 * down_by) * pitch + column0 + across + by] =
                    turned[down_by * wide + by];
        }
        __syncwarp();
    }
}

// Blocks that run at the same time should share what they read, so that the L2 cache has it: they
// go down GROUP tiles, then to the next column of tiles.
__device__ inline void tile_of_block(int tiles_m, int tiles_n, int *tile_m, int *tile_n) {
    const int GROUP = 8;
    const int block = blockIdx.x, first = block / (GROUP * tiles_n) * GROUP;
    const int rows = min(GROUP, tiles_m - first), in_group = block - first * tiles_n;
    *tile_m = first + in_group % rows;
    *tile_n = in_group / rows;
}

// One block: one tile of c, whose rows are `pitch` floats apart. Where there are few tiles, several
// blocks share the steps of each (split k): with blockIdx.y = 1, 2, ... they store to matrices
// after c, to be added up afterwards. Nothing is done where `needed` points to a zero. `early`: the
// next kernel's blocks may come when all of this one are there. MORE: what c has is added to, as if
// k had been that much longer. Not inline, for there are many shapes and each of them is long.
template <class S, bool MORE = false>
__global__ __noinline__ void __launch_bounds__(S::THREADS, S::BLOCKS)
    multiply_shape(const float *a, const float *b, float *c, int pitch, struct sizes s,
                   const unsigned *needed, bool early) {
    extern __shared__ __align__(16) float shared[];
    const int thread = threadIdx.x, slice = thread / S::SET, warp = thread % S::SET / 32;
    const int down = warp / S::WARPS_N * S::WARP_M + 4 * lane_down(thread % 32);
    const int across = warp % S::WARPS_N * S::WARP_N + 4 * lane_across(thread % 32);
    int row0, column0;
    tile_of_block((s.m + S::TILE_M - 1) / S::TILE_M, (s.n + S::TILE_N - 1) / S::TILE_N, &row0,
                  &column0);
    row0 *= S::TILE_M;
    column0 *= S::TILE_N;

    // BUFFERS - 1 slabs are always there or on their way.
    const int pitch_a = s.k, begin = (int)((long long)s.k * blockIdx.y / gridDim.y);
    s.k = (int)((long long)s.k * (blockIdx.y + 1) / gridDim.y) - begin; // this block's part of k
    const int slabs = (s.k + S::DEPTH - 1) / S::DEPTH;
    c += (size_t)blockIdx.y * s.m * pitch;
    struct slab_copy<S> copy =
        slab_places<S>(a + begin, b + (size_t)begin * s.n, s, pitch_a, row0, column0);
    wait_for_previous();
    if (early)
        let_next_begin();
    if (needed != NULL && !*needed)
        return;
    slab_first<S>(&copy, s, shared);
#pragma unroll
    for (int s = 1; s < S::BUFFERS - 1; s++) {
        if (s < slabs) {
#pragma unroll
            for (int i = 0; i < S::PARTS; i++)
                slab_start<S>(&copy, shared + s * S::SLAB, i);
            slab_next<S>(&copy);
        }
        __pipeline_commit();
    }

    // The numbers of a step are read while those of the step before are multiplied; so the last
    // step of a slab is multiplied when the next slab has come, and the first time it is zeros.
    float sum[S::ROWS][S::COLUMNS] = {};
    if (MORE && slice == 0)
#pragma unroll
        for (int i = 0; i < S::ROWS; i++)
#pragma unroll
            for (int j = 0; j < S::COLUMNS; j++) {
                const int row = row0 + down + i / 4 * 16 + i % 4;
                const int column = column0 + across + j / 4 * 32 + j % 4;
                if (row < s.m && column < s.n)
                    sum[i][j] = c[(size_t)row * pitch + column];
            }
    struct step_numbers<S> numbers[2] = {};
    const int step0 = slice * S::STEPS;
    const float *from_a = shared + step0 * S::PITCH + down;
    const float *from_b = shared + S::DEPTH * S::PITCH + step0 * S::TILE_N + across;
    int now = 0, then = (S::BUFFERS - 1) * S::SLAB; // the buffers that are read and written
#pragma unroll 1
    for (int s = 0; s < slabs; s++) {
        __pipeline_wait_prior(S::BUFFERS - 2); // this slab is there: what this thread copied
        __syncthreads();                       // and the others; and all are done with `then`
        step_read<S>(&numbers[0], from_a + now, from_b + now);
        step_multiply<S>(sum, &numbers[1]);
#pragma unroll
        for (int p = 0; p < S::STEPS - 1; p++) {
            step_read<S>(&numbers[(p + 1) % 2], from_a + now + (p + 1) * S::PITCH,
                         from_b + now + (p + 1) * S::TILE_N);
            if (s + S::BUFFERS - 1 < slabs)
                slab_some<S>(&copy, shared + then, p, S::STEPS - 1);
            step_multiply<S>(sum, &numbers[p % 2]);
        }
        __pipeline_commit();
        slab_next<S>(&copy);
        now = now == (S::BUFFERS - 1) * S::SLAB ? 0 : now + S::SLAB;
        then = then == (S::BUFFERS - 1) * S::SLAB ? 0 : then + S::SLAB;
    }
    step_multiply<S>(sum, &numbers[1]);

    // The kernel that adds up parts may begin. Not another product: its blocks would go two
    // together to multiprocessors that are free already, and others would have none.
    if (gridDim.y > 1)
        let_next_begin();
    if (S::SLICES > 1)
        slices_add<S>(sum, shared, slice);
    if (S::TURNS && pitch % 4 != 0)
        __syncthreads(); // no thread reads shared memory any more
    if (slice == 0)
        sums_store<S>(sum, c, s, pitch, row0, column0, shared);
}

template <class S> static inline unsigned shape_tiles(struct sizes s) {
    return (((unsigned)s.m + S::TILE_M - 1) / S::TILE_M) *
           (((unsigned)s.n + S::TILE_N - 1) / S::TILE_N);
}

// In as many parts; after what was launched before in the default stream.
template <class S>
static void launch_shape(const float *a, const float *b, float *c, int pitch, struct sizes s,
                         int parts, const unsigned *needed, bool early = false) {
    HANDLE_ERROR(cudaFuncSetAttribute(multiply_shape<S>,
                                      cudaFuncAttributeMaxDynamicSharedMemorySize, (int)S::SHARED));
    launch_dependent(multiply_shape<S>, dim3(shape_tiles<S>(s), parts), S::THREADS, S::SHARED, 1, a,
                     b, c, pitch, s, needed, early);
}

// In a stream; MORE as above.
template <class S, bool MORE>
static void launch_shape_in(const float *a, const float *b, float *c, struct sizes s,
                            cudaStream_t stream) {
    HANDLE_ERROR(cudaFuncSetAttribute(multiply_shape<S, MORE>,
                                      cudaFuncAttributeMaxDynamicSharedMemorySize, (int)S::SHARED));
    multiply_shape<S, MORE>
        <<<shape_tiles<S>(s), S::THREADS, S::SHARED, stream>>>(a, b, c, s.n, s, NULL, false);
    HANDLE_ERROR(cudaGetLastError());
}

#endif
