// SPDX-License-Identifier: MIT
// Shared memory 8 and 16 bytes a lane: which lanes of a warp are served together. What `make count`
// counts of them is held to what Nsight Compute counted (docs/counters/).
#include "data.h"

// The lanes for which WHICH holds read elements of T from where PLACE says; the warp writes them
// there first.
#define SOME(NAME, T, WHICH, PLACE)                                                                                    \
    __global__ void NAME(const T *a, T *b) {                                                                           \
        __shared__ T s[1024];                                                                                          \
        const int lane = threadIdx.x;                                                                                  \
        for (int i = lane; i < 1024; i += 32) s[i] = a[i];                                                             \
        __syncthreads();                                                                                               \
        if (WHICH) b[lane] = s[PLACE];                                                                                 \
    }
#define READ(NAME, T, PLACE) SOME(NAME, T, true, PLACE)
#define READS(NAME, PLACE)                                                                                             \
    READ(NAME##_8, double, PLACE)                                                                                      \
    READ(NAME##_16, float4, PLACE)

READS(row, lane)
READS(column, lane * 16)
READS(halves_apart, lane / 16 * 8 + lane % 8 + lane / 8 % 2 * 16) // conflicts in banks of their own
READS(quarters_apart, lane / 8 * 2 + lane % 2 + lane / 2 % 4 * 8)
READS(next_row, lane / 16 * 32 + lane % 16)
READS(one_for_all, 5)
READS(one_for_a_half, lane / 16 * 16)
READS(one_for_two, lane / 2)
READS(one_for_two_apart, lane / 4 * 2 + lane % 2)
READS(one_for_two_far, lane / 8 * 4 + lane % 4)
READS(one_for_two_columns, lane / 2 * 16)
READS(one_for_four, lane / 4)
READS(pairs_of_one_half, lane < 16 ? lane / 2 : lane)
READS(pairs_of_both_kinds, lane < 16 ? lane / 2 : lane / 4 * 2 + lane % 2)
READS(mixed_pairs, lane % 8 < 4 ? lane / 2 : lane / 4 * 2 + lane % 2)

#define SOMES(NAME, WHICH, PLACE)                                                                                      \
    SOME(NAME##_8, double, WHICH, PLACE)                                                                               \
    SOME(NAME##_16, float4, WHICH, PLACE)
SOMES(first_half, lane < 16, lane)
SOMES(even_lanes, lane % 2 == 0, lane)
SOMES(even_lanes_packed, lane % 2 == 0, lane / 2)
SOMES(every_fourth, lane % 4 == 0, lane)
SOMES(two_lanes, lane == 3 || lane == 19, lane % 16 * 16)

// Stores.
#define STORE(NAME, T, PLACE)                                                                                          \
    __global__ void NAME(const T *a, T *b) {                                                                           \
        __shared__ T s[1024];                                                                                          \
        const int lane = threadIdx.x;                                                                                  \
        s[PLACE] = a[lane];                                                                                            \
        __syncthreads();                                                                                               \
        b[lane] = s[lane * 32 % 1024];                                                                                 \
    }
STORE(store_row_8, double, lane)
STORE(store_row_16, float4, lane)
STORE(store_column_8, double, lane * 16)
STORE(store_column_16, float4, lane * 16)
STORE(store_apart_8, double, lane / 16 * 8 + lane % 8 + lane / 8 % 2 * 16)
STORE(store_apart_16, float4, lane / 8 * 2 + lane % 2 + lane / 2 % 4 * 8)

#define BOTH(NAME) NAME##_8, NAME##_16

int main(void) {
    make_data();
    RUN(1, 32, BOTH(row), BOTH(column), BOTH(halves_apart), BOTH(quarters_apart), BOTH(next_row), BOTH(one_for_all),
        BOTH(one_for_a_half), BOTH(one_for_two), BOTH(one_for_two_apart), BOTH(one_for_two_far),
        BOTH(one_for_two_columns), BOTH(one_for_four), BOTH(pairs_of_one_half), BOTH(pairs_of_both_kinds),
        BOTH(mixed_pairs), BOTH(first_half), BOTH(even_lanes), BOTH(even_lanes_packed), BOTH(every_fourth),
        BOTH(two_lanes), BOTH(store_row), BOTH(store_column), BOTH(store_apart));
    return finish();
}
