// SPDX-License-Identifier: MIT
// What only a Hopper GPU has, and CUDA C has no words for: each function is one instruction of PTX,
// or two. The sections named are those of the PTX ISA manual, 'Instruction Set'.
//
// These instructions exist for sm_90a alone. Built for anything else they vanish, and HOPPER is 0:
// a kernel made of them begins with `if (!HOPPER) return;`, and the host asks before it launches.
#ifndef HOPPER_H
#define HOPPER_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_bf16.h>

#include "book.h"
#include "dependent_launch.h"

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define HOPPER 1
#define PTX(...) asm volatile(__VA_ARGS__)
#else
#define HOPPER 0
#define PTX(...)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// An address as the instructions for shared memory want it.
__device__ static inline uint32_t shared_address(const void *pointer) {
    uint32_t address = 0;
    PTX("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }"
        : "=r"(address)
        : "l"(pointer));
    return address;
}

// ---- barriers that count bytes -----------------------------------------------------------------
// 'Parallel Synchronization and Communication Instructions: mbarrier'. A barrier in shared memory
// counts arrivals, and bytes that a copy still owes. When both are complete its phase ends; who
// waits names the parity of the phase that has to be over. None of them asks for memory to be put
// in order beyond the block (.release.cluster): that costs half of the speed, and what they guard
// is written by the copy engine and read by the tensor cores.

__device__ static inline void mbarrier_init(uint32_t barrier, uint32_t arrivals) {
    PTX("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}
// Makes the barriers just set up known to the copy engine and to the other block of the cluster.
__device__ static inline void mbarrier_init_fence(void) {
    PTX("fence.mbarrier_init.release.cluster;" ::: "memory");
}
// Arrives, and announces bytes that a copy will bring.
__device__ static inline void mbarrier_expect(uint32_t barrier, uint32_t bytes) {
    PTX("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
        : "memory");
}
__device__ static inline void mbarrier_arrive_here(uint32_t barrier) {
    PTX("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
// Arrives at the same barrier of a block of the cluster, its own included.
__device__ static inline void mbarrier_arrive(uint32_t barrier, uint32_t block) {
    PTX("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1;\n"
        "mbarrier.arrive.shared::cluster.b64 _, [there]; }" ::"r"(barrier),
        "r"(block)
        : "memory");
}
// ACROSS: for what other blocks of the cluster have stored.
template <bool ACROSS = false>
__device__ static inline void mbarrier_wait(uint32_t barrier, uint32_t parity) {
    uint32_t over = 0;
    do {
        if (ACROSS) {
            PTX("{ .reg .pred p;\n"
                "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
                "selp.u32 %0, 1, 0, p; }"
                : "=r"(over)
                : "r"(barrier), "r"(parity)
                : "memory");
        } else {
            PTX("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                "selp.u32 %0, 1, 0, p; }"
                : "=r"(over)
                : "r"(barrier), "r"(parity)
                : "memory");
        }
    } while (!over);
}

// Is that phase over? Says so at once.
__device__ static inline bool mbarrier_is_over(uint32_t barrier, uint32_t parity) {
    uint32_t over = 0;
    PTX("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p; }"
        : "=r"(over)
        : "r"(barrier), "r"(parity)
        : "memory");
    return over;
}

// ---- clusters ----------------------------------------------------------------------------------
// '%cluster_ctarank', 'barrier.cluster'.

// Which block of its cluster this one is.
__device__ static inline int block_in_cluster(void) {
    uint32_t block = 0;
    PTX("mov.u32 %0, %%cluster_ctarank;" : "=r"(block));
    return (int)block;
}
__device__ static inline void cluster_wait_for_all(void) {
    PTX("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}

// Four floats to the shared memory of another block of the cluster, where they have this address in
// one's own: 'mapa', 'st.shared::cluster'.
__device__ static inline void store_to_block(uint32_t address, uint32_t block, float4 x) {
    PTX("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1;\n"
        "st.shared::cluster.v4.f32 [there], {%2, %3, %4, %5}; }" ::"r"(address),
        "r"(block), "f"(x.x), "f"(x.y), "f"(x.z), "f"(x.w)
        : "memory");
}

// The same, without a wait: when the floats are there, the barrier with this address in
// that block counts 16 bytes. 'st.async'.
__device__ static inline void send_to_block(uint32_t address, uint32_t barrier, uint32_t block,
                                            float4 x) {
    PTX("{ .reg .b32 there, full; mapa.shared::cluster.u32 there, %0, %2;\n"
        "mapa.shared::cluster.u32 full, %1, %2;\n"
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.f32"
        " [there], {%3, %4, %5, %6}, [full]; }" ::"r"(address),
        "r"(barrier), "r"(block), "f"(x.x), "f"(x.y), "f"(x.z), "f"(x.w)
        : "memory");
}

// ---- the copy engine, TMA ----------------------------------------------------------------------
// 'Tensors', 'cp.async.bulk.tensor'. A tensor map describes a matrix in global memory and a box of
// it; the engine moves boxes between there and shared memory. What a box reaches over the edge is
// zero when read and left out when written. 128-byte swizzle: in row r of a box, 128 bytes, the
// 16-byte piece p lies at p ^ r % 8, so that neither rows nor columns meet in one bank.

struct __align__(64) tensor_map {
    uint64_t opaque[16];
};

// The engine will need this map soon.
__device__ static inline void prefetch_map(const struct tensor_map *map) {
    PTX("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}
__device__ static inline void tma_load(uint32_t to, const struct tensor_map *from, int x, int y,
                                       uint32_t barrier) {
    PTX("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
        "l"(from), "r"(x), "r"(y), "r"(barrier)
        : "memory");
}
// The same of a stack of matrices: a box of the layer z.
__device__ static inline void tma_load_layer(uint32_t to, const struct tensor_map *from, int x,
                                             int y, int z, uint32_t barrier) {
    PTX("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(to),
        "l"(from), "r"(x), "r"(y), "r"(z), "r"(barrier)
        : "memory");
}
// To the same place in every block of the cluster that `blocks` has a bit for; each is told by its
// own barrier.
__device__ static inline void tma_load_multicast(uint32_t to, const struct tensor_map *from, int x,
                                                 int y, uint32_t barrier, uint16_t blocks) {
    PTX("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
        "l"(from), "r"(x), "r"(y), "r"(barrier), "h"(blocks)
        : "memory");
}
__device__ static inline void tma_store(const struct tensor_map *to, uint32_t from, int x, int y) {
    PTX("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(to),
        "r"(x), "r"(y), "r"(from)
        : "memory");
}
__device__ static inline void tma_store_commit(void) {
    PTX("cp.async.bulk.commit_group;" ::: "memory");
}
// Until all but the last `pending` stores have read what they store.
template <int pending> __device__ static inline void tma_store_wait(void) {
    PTX("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");
}

// ---- copies of a few bytes ---------------------------------------------------------------------
// 'cp.async', 'cp.async.mbarrier.arrive'. 4 or 8 bytes to shared memory, both places a multiple of
// as many; nobody waits for them. Zeros, and nothing is read, where none are `there`.
template <int bytes>
__device__ static inline void copy_async(uint32_t to, const void *from, bool there) {
    PTX("cp.async.ca.shared.global.L2::128B [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(bytes),
        "r"(there ? bytes : 0)
        : "memory");
}
// This thread arrives at the barrier when all copies that it has begun are complete.
__device__ static inline void mbarrier_arrive_behind_copies(uint32_t barrier) {
    PTX("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}
// Until all copies that this thread has begun are complete.
__device__ static inline void copies_wait(void) {
    PTX("cp.async.wait_all;" ::: "memory");
}
// The L2 may fetch the line with this address.
__device__ static inline void prefetch(const void *address) {
    PTX("prefetch.global.L2 [%0];" ::"l"(address));
}

// What this thread wrote to shared memory, or knows to be there, may be read by the copy engine and
// the tensor cores: 'membar/fence: proxy fence'.
__device__ static inline void fence_for_engines(void) {
    PTX("fence.proxy.async.shared::cta;" ::: "memory");
}

// ---- warpgroups: four warps, the first a multiple of four --------------------------------------
// 'bar{.cta}', 'setmaxnreg'.

// Barrier 1 to 15 for the 128 threads of a warpgroup, or of several.
__device__ static inline void warpgroup_barrier(int barrier, int warpgroups = 1) {
    PTX("bar.sync %0, %1;" ::"r"(barrier), "r"(128 * warpgroups) : "memory");
}
// Tells those who wait there, and goes on: 'bar.arrive'.
__device__ static inline void warpgroup_barrier_arrive(int barrier, int warpgroups) {
    PTX("bar.arrive %0, %1;" ::"r"(barrier), "r"(128 * warpgroups) : "memory");
}
template <int registers> __device__ static inline void registers_take(void) {
    PTX("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
}
template <int registers> __device__ static inline void registers_give(void) {
    PTX("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
}

// ---- products ----------------------------------------------------------------------------------
// 'Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions'.

// Where a matrix begins, as its descriptor has it: its lowest 16 bits.
__device__ static inline uint32_t wgmma_place(uint32_t address) {
    return (address & 0x3ffff) >> 4;
}
// A matrix in shared memory, in 128-byte swizzle ('Matrix Descriptor Format'): where it begins, and
// two strides in bytes. Where k is contiguous, `stride` leads from eight rows to the next eight,
// and `leading` counts for nothing. Where the other index is contiguous, `stride` leads from eight
// k to the next eight, and `leading` from one 128 bytes of the other index to the next.
__device__ static inline uint64_t wgmma_matrix(uint32_t address, uint32_t leading,
                                               uint32_t stride) {
    return (uint64_t)1 << 62 | (uint64_t)(stride >> 4) << 32 | (uint64_t)(leading >> 4) << 16 |
           wgmma_place(address);
}
// The same matrix, so many bytes further on.
__device__ static inline uint64_t wgmma_at(uint64_t matrix, uint32_t bytes) {
    return matrix + (bytes >> 4);
}
__device__ static inline void wgmma_fence(void) {
    PTX("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ static inline void wgmma_commit(void) {
    PTX("wgmma.commit_group.sync.aligned;" ::: "memory");
}
// Until all but the last `pending` groups are done.
template <int pending> __device__ static inline void wgmma_wait(void) {
    PTX("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}
// The same, in an unrolled loop: `pending`, at most 3, is known when this is compiled.
__device__ static inline void wgmma_wait_for(int pending) {
    switch (pending) {
    case 0:
        wgmma_wait<0>();
        break;
    case 1:
        wgmma_wait<1>();
        break;
    case 2:
        wgmma_wait<2>();
        break;
    default:
        wgmma_wait<3>();
    }
}

// 64 x 256 sums, 128 of them in each thread of a warpgroup ('Register Fragments'): thread 32 w + l
// holds in d[4 j + 2 h + i] row 16 w + 8 h + l / 4, column 8 j + 2 (l % 4) + i. Or fewer
// columns: the same with as many j.
#define WGMMA_D4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define WGMMA_D8(i) WGMMA_D4(i), WGMMA_D4(i + 4)
#define WGMMA_D16(i) WGMMA_D8(i), WGMMA_D8(i + 8)
#define WGMMA_D32(i) WGMMA_D16(i), WGMMA_D16(i + 16)
#define WGMMA_D36(i) WGMMA_D32(i), WGMMA_D4(i + 32)
#define WGMMA_D40(i) WGMMA_D32(i), WGMMA_D4(i + 32), WGMMA_D4(i + 36)
#define WGMMA_D48(i) WGMMA_D32(i), WGMMA_D16(i + 32)
#define WGMMA_D56(i) WGMMA_D48(i), WGMMA_D4(i + 48), WGMMA_D4(i + 52)
#define WGMMA_D60(i) WGMMA_D48(i), WGMMA_D4(i + 48), WGMMA_D4(i + 52), WGMMA_D4(i + 56)
#define WGMMA_D64(i) WGMMA_D32(i), WGMMA_D32(i + 32)
#define WGMMA_D72(i) WGMMA_D64(i), WGMMA_D4(i + 64), WGMMA_D4(i + 68)
#define WGMMA_D80(i) WGMMA_D64(i), WGMMA_D16(i + 64)
#define WGMMA_D88(i) WGMMA_D72(i), WGMMA_D16(i + 72)
#define WGMMA_D96(i) WGMMA_D64(i), WGMMA_D32(i + 64)
#define WGMMA_D112(i) WGMMA_D64(i), WGMMA_D48(i + 64)
#define WGMMA_D128(i) WGMMA_D64(i), WGMMA_D64(i + 64)
// As many operands, from the first on.
#define WGMMA_SUMS_8 "%0,%1,%2,%3,%4,%5,%6,%7"
#define WGMMA_SUMS_16 WGMMA_SUMS_8 ",%8,%9,%10,%11,%12,%13,%14,%15"
#define WGMMA_SUMS_32                                                                              \
    WGMMA_SUMS_16 ",%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
#define WGMMA_SUMS_36 WGMMA_SUMS_32 ",%32,%33,%34,%35"
#define WGMMA_SUMS_40 WGMMA_SUMS_36 ",%36,%37,%38,%39"
#define WGMMA_SUMS_48 WGMMA_SUMS_40 ",%40,%41,%42,%43,%44,%45,%46,%47"
#define WGMMA_SUMS_56 WGMMA_SUMS_48 ",%48,%49,%50,%51,%52,%53,%54,%55"
#define WGMMA_SUMS_60 WGMMA_SUMS_56 ",%56,%57,%58,%59"
#define WGMMA_SUMS_64 WGMMA_SUMS_60 ",%60,%61,%62,%63"
#define WGMMA_SUMS_72 WGMMA_SUMS_64 ",%64,%65,%66,%67,%68,%69,%70,%71"
#define WGMMA_SUMS_80 WGMMA_SUMS_72 ",%72,%73,%74,%75,%76,%77,%78,%79"
#define WGMMA_SUMS_88 WGMMA_SUMS_80 ",%80,%81,%82,%83,%84,%85,%86,%87"
#define WGMMA_SUMS_96 WGMMA_SUMS_88 ",%88,%89,%90,%91,%92,%93,%94,%95"
#define WGMMA_SUMS_112                                                                             \
    WGMMA_SUMS_96 ",%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111"
#define WGMMA_SUMS_128                                                                             \
    WGMMA_SUMS_112                                                                                 \
    ",%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"

// d = a b + (more ? d : 0), bf16, 16 deep: a is 64 x 16 with k contiguous, b 16 x WIDE with the
// column contiguous; TURNED: a with the row contiguous, b with k. A, B and P are the numbers of the
// operands behind the sums.
#define WGMMA_BF16(SUMS, WIDE, A, B, P, T, U)                                                      \
    template <bool TURNED>                                                                         \
    __device__ static inline void wgmma_bf16(float(&d)[SUMS], uint64_t a, uint64_t b, int more) {  \
        PTX("{ .reg .pred p; setp.ne.b32 p, %" #P ", 0;\n"                                         \
            "wgmma.mma_async.sync.aligned.m64n" #WIDE "k16.f32.bf16.bf16 {" WGMMA_SUMS_##SUMS      \
            "}, %" #A ", %" #B ", p, 1, 1, %" #T ", %" #U "; }"                                    \
            : WGMMA_D##SUMS(0)                                                                     \
            : "l"(a), "l"(b), "r"(more), "n"(TURNED), "n"(!TURNED));                               \
    }
WGMMA_BF16(8, 16, 8, 9, 10, 11, 12)
WGMMA_BF16(16, 32, 16, 17, 18, 19, 20)
WGMMA_BF16(32, 64, 32, 33, 34, 35, 36)
WGMMA_BF16(48, 96, 48, 49, 50, 51, 52)
WGMMA_BF16(60, 120, 60, 61, 62, 63, 64)
WGMMA_BF16(64, 128, 64, 65, 66, 67, 68)
WGMMA_BF16(72, 144, 72, 73, 74, 75, 76)
WGMMA_BF16(80, 160, 80, 81, 82, 83, 84)
WGMMA_BF16(96, 192, 96, 97, 98, 99, 100)
WGMMA_BF16(112, 224, 112, 113, 114, 115, 116)
WGMMA_BF16(128, 256, 128, 129, 130, 131, 132)

// More than 256 columns: two products, the second 192 columns on; as many rows of 128 bytes, or
// three boxes of 64 of them.
template <bool TURNED, int SUMS>
__device__ static inline void wgmma_bf16(float (&d)[SUMS], uint64_t a, uint64_t b, int more) {
    static_assert(SUMS > 128, "one product does it");
    wgmma_bf16<TURNED>((float(&)[96])d, a, b, more);
    wgmma_bf16<TURNED>((float(&)[SUMS - 96]) d[96], a, wgmma_at(b, 192 * 128), more);
}

// The same for TF32, 8 deep, a in registers: thread 32 w + l holds in a[2 i + h] row
// 16 w + 8 h + l / 4, column 4 i + l % 4. b is 8 x WIDE with k contiguous: TF32 knows no other.
#define WGMMA_TF32(SUMS, WIDE, A0, A1, A2, A3, B, P)                                               \
    __device__ static inline void wgmma_tf32(float(&d)[SUMS], const uint32_t *a, uint64_t b,       \
                                             int more) {                                           \
        PTX("{ .reg .pred p; setp.ne.b32 p, %" #P ", 0;\n"                                         \
            "wgmma.mma_async.sync.aligned.m64n" #WIDE "k8.f32.tf32.tf32 {" WGMMA_SUMS_##SUMS       \
            "}, {%" #A0 ", %" #A1 ", %" #A2 ", %" #A3 "}, %" #B ", p, 1, 1; }"                     \
            : WGMMA_D##SUMS(0)                                                                     \
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(more));                      \
    }
WGMMA_TF32(32, 64, 32, 33, 34, 35, 36, 37)
WGMMA_TF32(48, 96, 48, 49, 50, 51, 52, 53)
WGMMA_TF32(64, 128, 64, 65, 66, 67, 68, 69)
WGMMA_TF32(80, 160, 80, 81, 82, 83, 84, 85)
WGMMA_TF32(96, 192, 96, 97, 98, 99, 100, 101)
WGMMA_TF32(112, 224, 112, 113, 114, 115, 116, 117)
WGMMA_TF32(128, 256, 128, 129, 130, 131, 132, 133)

// And for e4m3, an fp8, 32 deep, both factors with k contiguous. Sums are cut to fewer bits than a
// float has: fp8_tiles.h.
#define WGMMA_FP8(SUMS, WIDE, A, B, P)                                                             \
    __device__ static inline void wgmma_fp8(float(&d)[SUMS], uint64_t a, uint64_t b, int more) {   \
        PTX("{ .reg .pred p; setp.ne.b32 p, %" #P ", 0;\n"                                         \
            "wgmma.mma_async.sync.aligned.m64n" #WIDE "k32.f32.e4m3.e4m3 {" WGMMA_SUMS_##SUMS      \
            "}, %" #A ", %" #B ", p, 1, 1; }"                                                      \
            : WGMMA_D##SUMS(0)                                                                     \
            : "l"(a), "l"(b), "r"(more));                                                          \
    }
WGMMA_FP8(16, 32, 16, 17, 18)
WGMMA_FP8(32, 64, 32, 33, 34)
WGMMA_FP8(36, 72, 36, 37, 38)
WGMMA_FP8(40, 80, 40, 41, 42)
WGMMA_FP8(48, 96, 48, 49, 50)
WGMMA_FP8(56, 112, 56, 57, 58)
WGMMA_FP8(64, 128, 64, 65, 66)
WGMMA_FP8(72, 144, 72, 73, 74)
WGMMA_FP8(80, 160, 80, 81, 82)
WGMMA_FP8(88, 176, 88, 89, 90)
WGMMA_FP8(96, 192, 96, 97, 98)
WGMMA_FP8(128, 256, 128, 129, 130)

__device__ static inline uint32_t pack(float low, float high) {
    const __nv_bfloat162 both = __floats2bfloat162_rn(low, high);
    uint32_t bits;
    memcpy(&bits, &both, sizeof bits);
    return bits;
}
// Four 8 x 8 matrices of 16-bit numbers from the fragments above to shared memory, or TURNED, each
// column a row there. Lane l names row l % 8 of matrix l / 8: 'stmatrix'.
template <bool TURNED>
__device__ static inline void store_matrices(uint32_t row, uint32_t x, uint32_t y, uint32_t z,
                                             uint32_t w) {
    if (TURNED) {
        PTX("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row),
            "r"(x), "r"(y), "r"(z), "r"(w)
            : "memory");
    } else {
        PTX("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row), "r"(x),
            "r"(y), "r"(z), "r"(w)
            : "memory");
    }
}

// An 8 x 8 matrix of 16-bit numbers, two of a row in each lane, its columns for its rows:
// 'movmatrix'.
__device__ static inline uint32_t turn_matrix(uint32_t two) {
    uint32_t turned = 0;
    PTX("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned) : "r"(two));
    return turned;
}

// ---- the host's side ---------------------------------------------------------------------------

__global__ void hopper_probe(int *built) {
    *built = HOPPER;
}

// Was this program built for the GPU that it runs on, with all of Hopper's instructions?
static inline bool hopper_here(void) {
    int *dev_built, built = 0;
    HANDLE_ERROR(cudaMalloc(&dev_built, sizeof built));
    hopper_probe<<<1, 1>>>(dev_built);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&built, dev_built, sizeof built, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_built));
    return built;
}

// A tensor map for a stack of row-major matrices of 4-byte, 2-byte (bf16) or 1-byte numbers,
// `pitch` bytes from a row to the next, a multiple of 16 as the address is; and boxes of `box_rows`
// rows, 128 bytes wide, of one layer. One layer makes a plain matrix, and the map two-dimensional.
// The driver makes it: cuTensorMapEncodeTiled, by its name, since programs are not linked with the
// driver. The numbers are cuda.h's.
static inline struct tensor_map tensor_map_of(const void *dev_matrix, size_t layers, size_t rows,
                                              size_t columns, size_t pitch, size_t bytes_each,
                                              int box_rows) {
    enum {
        BYTE = 0,
        FLOAT32 = 7,
        BFLOAT16 = 9,
        NO_INTERLEAVE = 0,
        SWIZZLE_128 = 3,
        L2_NONE = 0,
        L2_64 = 1,
        L2_128 = 2,
        L2_256 = 3,
        ZEROS = 0
    };
    typedef int encode(struct tensor_map *, int, uint32_t, const void *, const uint64_t *,
                       const uint64_t *, const uint32_t *, const uint32_t *, int, int, int, int);
    static encode *tensor_map_encode = NULL;
    if (tensor_map_encode == NULL) {
        void *driver = dlopen("libcuda.so.1", RTLD_NOW);
        HANDLE_NULL(driver);
        tensor_map_encode = (encode *)dlsym(driver, "cuTensorMapEncodeTiled");
        HANDLE_NULL((void *)tensor_map_encode);
    }
    const uint64_t sizes[] = {columns, rows, layers}, strides[] = {pitch, rows * pitch};
    const uint32_t box[] = {(uint32_t)(128 / bytes_each), (uint32_t)box_rows, 1};
    const uint32_t steps[] = {1, 1, 1};
    // How much the L2 fetches at a time: not more than rows begin at multiples of, or it fetches
    // what nobody reads.
    const int fetch = pitch % 256 == 0   ? L2_256
                      : pitch % 128 == 0 ? L2_128
                      : pitch % 64 == 0  ? L2_64
                                         : L2_NONE;
    struct tensor_map map;
    const int type = bytes_each == 4 ? FLOAT32 : bytes_each == 2 ? BFLOAT16 : BYTE;
    const int failed = tensor_map_encode(&map, type, layers > 1 ? 3 : 2, dev_matrix, sizes, strides,
                                         box, steps, NO_INTERLEAVE, SWIZZLE_128, fetch, ZEROS);
    if (failed) {
        fprintf(stderr, "cuTensorMapEncodeTiled failed: CUresult %d\n", failed);
        exit(EXIT_FAILURE);
    }
    return map;
}

#endif
