// SPDX-License-Identifier: MIT
// Warp functions: shuffles of every kind, type and width, votes, match, reductions, partial masks,
// partial warps, lanes that have left, warps that run ahead of each other.
#include <array>
#include <type_traits>

#include "tap.h"

const unsigned FULL = 0xffffffff;
const int MOST = 1024;

static int *out; // managed

// What a launch leaves: of each thread a row of numbers, as expected(thread) says. The launch has the kernel's name,
// for a pointer hides how it may run.
template <class Launch, class Expected>
static void leaves(const char *what, int threads, Launch launch, Expected expected) {
    launch();
    finish();
    ok(each(threads,
            [&](int i) {
                const auto row = expected(i);
                return memcmp(out + row.size() * i, row.data(), sizeof row) == 0;
            }),
       "%s", what);
}
template <class... T> static std::array<int, sizeof...(T)> row(T... numbers) { return {(int)numbers...}; }

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
    char what[40];
    snprintf(what, sizeof what, "shuffles %d lanes wide", width);
    leaves(
        what, 64, [&] { shuffles<<<1, 64>>>(out, width); },
        [&](int i) {
            const int lane = i % 32, first = lane / width * width, end = first + width;
            return row(100 + first + (3 * lane + 1) % width, 100 + (lane - 3 >= first ? lane - 3 : lane),
                       100 + (lane + 5 < end ? lane + 5 : lane), 100 + ((lane ^ 6) < end ? lane ^ 6 : lane));
        });
}

// PTX's shfl takes the low five bits of a distance.
__global__ void far_shuffles(int *to) {
    const int lane = (int)threadIdx.x;
    int *mine = to + 4 * lane;
    mine[0] = __shfl_sync(FULL, lane, 116);
    mine[1] = __shfl_up_sync(FULL, lane, 49);
    mine[2] = __shfl_down_sync(FULL, lane, 52);
    mine[3] = __shfl_xor_sync(FULL, lane, 53);
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
    to[threadIdx.x] = lane % 4 == 1 ? __activemask() : lane < 16 ? 1 : __activemask(); // in one line
}

int main(void) {
    out = managed(16 * MOST);
    for (int width = 2; width <= 32; width *= 2) test_shuffles(width);
    leaves(
        "shuffles by more than a warp", 32, [] { far_shuffles<<<1, 32>>>(out); },
        [](int i) { return row(20, i < 17 ? i : i - 17, i < 12 ? i + 20 : i, i ^ 21); });
    leaves(
        "__ballot_sync, __any_sync, __all_sync, __activemask", 96, [] { votes<<<1, 96>>>((unsigned *)out); },
        [](int) { return row(0x49249249, 1, 0, 1, 0, FULL); });
    leaves(
        "__match_any_sync, __match_all_sync, __reduce_..._sync", 64, [] { matches<<<1, 64>>>((unsigned *)out); },
        [](int i) {
            unsigned same = 0;
            for (int k = 0; k < 32; k++) same |= (unsigned)(k % 5 == i % 32 % 5) << k;
            return row(same, FULL, 0, 10, 496 - 32 * 40, -40, 31, 254);
        });
    leaves(
        "two halves of a warp, each by itself", 64, [] { halves<<<1, 64>>>(out); },
        [](int i) { return row(i % 2 ? (i % 32 + 6) % 32 : 1030 - i % 32); });
    leaves(
        "__activemask after a branch", 64, [] { active<<<1, 64>>>((unsigned *)out); },
        [](int i) {
            return row(i % 4 == 1 ? 0x22222222 : i % 32 < 16 ? 1 : 0xdddd0000);
        });
    free_all(out);
    return done_testing();
}
