// SPDX-License-Identifier: MIT
// Warp functions: shuffles of every kind, type and width, votes, match, reductions, partial masks,
// partial warps, lanes that have left, warps that run ahead of each other.
#include <type_traits>

#include "tap.h"

const unsigned FULL = 0xffffffff;
const int MOST = 1024;

static void *dev_out;
static int out[16 * MOST];

static void fetch(size_t bytes) {
    must(cudaGetLastError());
    must(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    must(cudaMemset(dev_out, 0xff, sizeof out));
}

// CUDA declares shuffles of int and of wider numbers.
static_assert(std::is_same_v<decltype(__shfl_sync(FULL, 'a', 0)), int> &&
              std::is_same_v<decltype(__shfl_up_sync(FULL, (short)1, 1)), int> &&
              std::is_same_v<decltype(__shfl_xor_sync(FULL, true, 1)), int> &&
              std::is_same_v<decltype(__shfl_down_sync(FULL, 1ul, 1)), unsigned long>);

__global__ void shuffles(int *to, int width) {
    const int lane = (int)threadIdx.x % 32, value = 100 + lane;
    int *mine = to + 4 * threadIdx.x;
    mine[0] = __shfl_sync(FULL, value, 3 * lane + 1, width);
    mine[1] = __shfl_up_sync(FULL, value, 3, width);
    mine[2] = __shfl_down_sync(FULL, value, 5, width);
    mine[3] = __shfl_xor_sync(FULL, value, 6, width);
}

static void test_shuffles(int width) {
    shuffles<<<1, 64>>>((int *)dev_out, width);
    fetch(4 * 64 * sizeof *out);
    int wrong = 0;
    for (int i = 0; i < 64; i++) {
        const int lane = i % 32, first = lane / width * width, end = first + width;
        const int expected[4] = {
            100 + first + (3 * lane + 1) % width,
            100 + (lane - 3 >= first ? lane - 3 : lane),
            100 + (lane + 5 < end ? lane + 5 : lane),
            100 + ((lane ^ 6) < end ? lane ^ 6 : lane),
        };
        for (int k = 0; k < 4; k++) wrong += out[4 * i + k] != expected[k];
    }
    ok(wrong == 0, "shuffles %d lanes wide", width);
}

// PTX's shfl takes the low five bits of a distance.
__global__ void far_shuffles(int *to) {
    const int lane = (int)threadIdx.x;
    int *mine = to + 4 * lane;
    mine[0] = __shfl_sync(FULL, lane, 100);
    mine[1] = __shfl_up_sync(FULL, lane, 33);
    mine[2] = __shfl_down_sync(FULL, lane, 40);
    mine[3] = __shfl_xor_sync(FULL, lane, 37);
}

static void test_far_shuffles(void) {
    far_shuffles<<<1, 32>>>((int *)dev_out);
    fetch(4 * 32 * sizeof *out);
    int wrong = 0;
    for (int i = 0; i < 32; i++) {
        const int expected[4] = {4, i > 0 ? i - 1 : 0, i < 24 ? i + 8 : i, i ^ 5};
        for (int k = 0; k < 4; k++) wrong += out[4 * i + k] != expected[k];
    }
    ok(wrong == 0, "shuffles by more than a warp");
}

__global__ void votes(unsigned *to) {
    const int lane = (int)threadIdx.x % 32;
    unsigned *mine = to + 6 * threadIdx.x;
    mine[0] = __ballot_sync(FULL, lane % 3 == 0);
    mine[1] = __any_sync(FULL, lane == 31) != 0;
    mine[2] = __any_sync(FULL, 0) != 0;
    mine[3] = __all_sync(FULL, lane < 32) != 0;
    mine[4] = __all_sync(FULL, lane != 7) != 0;
    mine[5] = __activemask();
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__global__ void matches(unsigned *to) {
    const int lane = (int)threadIdx.x % 32;
    int agree, differ;
    unsigned *mine = to + 8 * threadIdx.x;
    mine[0] = __match_any_sync(FULL, lane % 5);
    mine[1] = __match_all_sync(FULL, 42ull, &agree);
    mine[2] = __match_all_sync(FULL, lane / 31, &differ);
    mine[3] = (unsigned)(10 * (agree != 0) + (differ != 0));
    mine[4] = (unsigned)__reduce_add_sync(FULL, lane - 40);
    mine[5] = (unsigned)__reduce_min_sync(FULL, lane - 40);
    mine[6] = __reduce_max_sync(FULL, (unsigned)lane);
    mine[7] = __reduce_xor_sync(FULL, 1u << lane) ^ __reduce_or_sync(FULL, 1u << lane) ^
              __reduce_and_sync(FULL, 255u << lane / 16);
}
#else
__global__ void matches(unsigned *) {}
#endif

// Odd and even lanes part, and each half talks among itself.
__global__ void halves(int *to) {
    const int lane = (int)threadIdx.x % 32;
    int value = lane;
    if (lane % 2) {
        for (int i = 0; i < 3; i++) value = __shfl_sync(0xaaaaaaaa, value, (lane + 2) % 32);
    } else {
        value += 1000;
        value = __shfl_sync(0x55555555, value, 30 - lane);
    }
    __syncwarp();
    to[threadIdx.x] = value;
}

// Which lanes are together after a branch.
__global__ void active(unsigned *to) {
    const int lane = (int)threadIdx.x % 32;
    if (lane % 4 == 1)
        to[threadIdx.x] = __activemask();
    else if (lane < 16)
        to[threadIdx.x] = 1;
    else
        to[threadIdx.x] = __activemask();
}

// Lane 0 of each warp hands the others what it drew from a counter.
__global__ void tickets(int *counter, int *to) {
    int ticket = 0;
    if (threadIdx.x % 32 == 0) ticket = atomicAdd(counter, 1);
    ticket = __shfl_sync(FULL, ticket, 0);
    atomicAdd(&to[ticket], 1);
}

int main(void) {
    must(cudaMalloc(&dev_out, sizeof out));
    for (int width = 2; width <= 32; width *= 2) test_shuffles(width);
    test_far_shuffles();

    votes<<<1, 96>>>((unsigned *)dev_out);
    fetch(6 * 96 * sizeof *out);
    int wrong = 0;
    for (int i = 0; i < 96; i++) {
        const unsigned expected[6] = {0x49249249, 1, 0, 1, 0, FULL};
        for (int k = 0; k < 6; k++) wrong += (unsigned)out[6 * i + k] != expected[k];
    }
    ok(wrong == 0, "__ballot_sync, __any_sync, __all_sync, __activemask");

    matches<<<1, 64>>>((unsigned *)dev_out);
    fetch(8 * 64 * sizeof *out);
    wrong = 0;
    for (int i = 0; i < 64; i++) {
        unsigned same = 0;
        for (int k = 0; k < 32; k++) same |= (unsigned)(k % 5 == i % 32 % 5) << k;
        const unsigned expected[8] = {same, FULL, 0, 10, (unsigned)(496 - 32 * 40), (unsigned)-40, 31, 254};
        for (int k = 0; k < 8; k++) wrong += (unsigned)out[8 * i + k] != expected[k];
    }
    ok(wrong == 0, "__match_any_sync, __match_all_sync, __reduce_..._sync");

    halves<<<1, 64>>>((int *)dev_out);
    fetch(64 * sizeof *out);
    wrong = 0;
    for (int i = 0; i < 64; i++) {
        const int lane = i % 32;
        wrong += out[i] != (lane % 2 ? (lane + 6) % 32 : 1030 - lane);
    }
    ok(wrong == 0, "two halves of a warp, each by itself");

    active<<<1, 64>>>((unsigned *)dev_out);
    fetch(64 * sizeof *out);
    wrong = 0;
    for (int i = 0; i < 64; i++) {
        const int lane = i % 32;
        wrong += (unsigned)out[i] != (lane % 4 == 1 ? 0x22222222 : lane < 16 ? 1 : 0xdddd0000);
    }
    ok(wrong == 0, "__activemask behind a branch");

    int *dev_counter;
    must(cudaMalloc(&dev_counter, sizeof *dev_counter));
    must(cudaMemset(dev_counter, 0, sizeof *dev_counter));
    must(cudaMemset(dev_out, 0, sizeof out));
    tickets<<<50, 128>>>(dev_counter, (int *)dev_out);
    fetch(200 * sizeof *out);
    ok(each(200, [&](int i) { return out[i] == 32; }), "a warp takes one ticket");

    free_all(dev_counter, dev_out);
    return done_testing();
}
