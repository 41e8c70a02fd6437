// SPDX-License-Identifier: MIT
// Inline PTX that loads and stores, with hints; predicates and branches; barriers, lanes, special registers.
#include <stdint.h>
#include <string.h>
#include "numbers.h"

__global__ void memory(int *p, const float4 *four) {
    int a, b;
    float x, y, z, w;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(p));
    asm volatile("ld.global.nc.L1::no_allocate.s32 %0, [%1 + 4];" : "=r"(b) : "l"(p));
    SAME(a, 10);
    SAME(b, 11);
    asm volatile("ld.volatile.global.s32 %0, [%1+8];" : "=r"(a) : "l"(p) : "memory");
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1+12];" : "=r"(b) : "l"(p) : "memory");
    SAME(a, 12);
    SAME(b, 13);
    asm volatile("ld.global.cg.s8 %0, [%1];" : "=r"(a) : "l"(p + 4));
    SAME(a, -1);
    asm volatile("ld.global.ca.u8 %0, [%1];" : "=r"(a) : "l"(p + 4));
    SAME(a, 255);
    asm("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(x), "=f"(y), "=f"(z), "=f"(w) : "l"(four));
    SAME(x + 10 * y + 100 * z + 1000 * w, 4321);
    asm volatile("st.global.cs.s32 [%0], %1;" ::"l"(p), "r"(20) : "memory");
    asm volatile("st.global.v2.s32 [%0 + 8], {%1, %2};" ::"l"(p), "r"(21), "r"(22) : "memory");
    asm volatile("st.release.gpu.global.s32 [%0+24], %1;" ::"l"(p), "r"(23) : "memory");
    asm volatile("st.wt.s32 [%0+28], %1;" ::"l"(p), "r"(24) : "memory");
    SAME(p[0] + 100 * p[2] + 10000 * p[3], 222120);
    SAME(p[6] + 100 * p[7], 2423);
    asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(a) : "l"(p), "r"(5) : "memory");
    SAME(a, 20);
    asm volatile("red.global.max.s32 [%0], %1;" ::"l"(p), "r"(100) : "memory");
    asm volatile("atom.relaxed.gpu.global.cas.b32 %0, [%1], %2, %3;" : "=r"(a) : "l"(p), "r"(100), "r"(7) : "memory");
    SAME(a, 100);
    asm volatile("atom.exch.b32 %0, [%1], %2;" : "=r"(a) : "l"(p), "r"(8) : "memory");
    SAME(a, 7);
    asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
}

__device__ void wait_all() { asm volatile("bar.sync 0;" ::: "memory"); }

// An address of shared memory has 32 bits in PTX.
__global__ void shared_memory(int n) {
    __shared__ int s[64];
    extern __shared__ int more[];
    uint32_t at = (uint32_t)__cvta_generic_to_shared(s), other;
    asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(other) : "l"(more));
    const int t = threadIdx.x;
    int got;
    asm volatile("st.shared.s32 [%0], %1;" ::"r"(at + 4 * t), "r"(3 * t) : "memory");
    asm volatile("st.shared.s32 [%0], %1;" ::"r"(other + 4 * t), "r"(5 * t) : "memory");
    wait_all();
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(got) : "r"(at + 4 * (n - 1 - t)));
    SAME(got, 3 * (n - 1 - t));
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(got) : "r"(other + 4 * (n - 1 - t)));
    SAME(got, 5 * (n - 1 - t));
    asm volatile("barrier.sync 0;");
    asm volatile("red.shared.add.s32 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("membar.gl;\n\tfence.acq_rel.gpu;\n\tbar.sync 0;" ::: "memory");
    SAME(s[0], n);
}

__device__ int steps(int n) { // of Collatz
    int count;
    asm("{ .reg .pred p, q; .reg .s32 x, odd, t<2>; mov.s32 x, %1; // where it starts\n mov.u32 %0, 0;\n"
        "AGAIN: setp.eq.s32 p, x, 1; @p bra DONE;\n\t"
        "and.b32 odd, x, 1; setp.ne.s32 q, odd, 0;\n\t"
        "mad.lo.s32 t0, x, 3, 1; shr.s32 t1, x, 1;\n\t"
        "@q mov.s32 x, t0; @!q mov.s32 x, t1; add.u32 %0, %0, 1; bra.uni AGAIN;\n"
        "DONE: }"
        : "=r"(count) : "r"(n));
    return count;
}

__global__ void branches() {
    int both, x = 5;
    SAME(steps(1), 0);
    SAME(steps(6), 8);
    SAME(steps(27), 111);
    asm("{ .reg .pred p, q; setp.gt.s32 p|q, %1, 3; setp.lt.and.s32 p, %1, 9, p; not.pred q, q;\n\t"
        "and.pred p, p, q; selp.s32 %0, 7, 8, p; }"
        : "=r"(both)
        : "r"(x));
    SAME(both, 7);
    asm("add.s32 %0, %0, %1;" : "+r"(x) : "r"(2));
    SAME(x, 7);
}

__global__ void lanes() {
    const unsigned lane = threadIdx.x % 32;
    unsigned got, id, count, tid, all;
    int there;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    asm volatile("mov.u32 %0, %%tid.x; mov.u32 %1, %%ntid.x;" : "=r"(tid), "=r"(count));
    SAME(id, lane);
    SAME(tid, threadIdx.x);
    SAME(count, 64);
    asm volatile("shfl.sync.bfly.b32 %0, %1, 16, 0x1f, 0xffffffff;" : "=r"(got) : "r"(lane));
    SAME(got, lane ^ 16);
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, -1;" : "=r"(got) : "r"(lane * lane), "r"(3));
    SAME(got, 9);
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 1, 0, -1; selp.s32 %1, 1, 0, p; }"
                 : "=r"(got), "=r"(there)
                 : "r"(lane));
    SAME(there, lane > 0);
    SAME(got, lane > 0 ? lane - 1 : 0);
    asm volatile("shfl.sync.down.b32 %0, %1, 2, 0x181f, -1;" : "=r"(got) : "r"(lane)); // of eight lanes
    SAME(got, lane % 8 < 6 ? lane + 2 : lane);
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, -1; }" : "=r"(got) : "r"(lane));
    SAME(got, 31);
    asm volatile("activemask.b32 %0;" : "=r"(all));
    SAME(all, ~0u);
    asm volatile("redux.sync.add.s32 %0, %1, -1;" : "=r"(got) : "r"(lane));
    SAME(got, 496);
    asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(got) : "r"(lane / 16));
    SAME(got, lane < 16 ? 0xffffu : 0xffff0000u);
    asm volatile("bar.warp.sync -1;");
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 40; bar.red.popc.u32 %0, 0, p; }" : "=r"(got) : "r"(threadIdx.x));
    SAME(got, 40);
}

__global__ void registers(int processors) {
    const unsigned lane = threadIdx.x % 32;
    __shared__ unsigned of_block;
    unsigned warp, sm, less, equal, more;
    unsigned long long before, after, time;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(before));
    asm("mov.u32 %0, %%warpid;" : "=r"(warp));
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm)::"memory");
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(less));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(equal));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(more));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    do // some counters tick slowly
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(after));
    while (after == before);
    asm volatile("" ::: "memory");
    if (threadIdx.x == 0) of_block = sm;
    __syncthreads();
    SAME(warp, threadIdx.x / 32);
    SAME(sm, of_block);
    SAME(sm < processors && time > 0 && after - before <= 1ull << 40, true);
    SAME(less, (1u << lane) - 1);
    SAME(equal, 1u << lane);
    SAME(more, ~(less | equal));
}

__global__ void copies(const int *from, int n) {
    __shared__ __align__(16) int s[2][32];
    const int t = threadIdx.x;
    for (int stage = 0; stage < 2; stage++) {
        const unsigned to = (unsigned)__cvta_generic_to_shared(&s[stage][t]);
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from + 32 * stage + t), "n"(4));
        asm volatile("cp.async.commit_group;");
    }
    asm volatile("cp.async.wait_group %0;" ::"n"(1));
    __syncthreads();
    SAME(s[0][n - 1 - t], n - 1 - t);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    SAME(s[1][n - 1 - t], 32 + n - 1 - t);
}

int main() {
    int *p = numbers(), *q = numbers();
    float4 *four;
    cudaMallocManaged(&four, sizeof *four);
    *four = make_float4(1, 2, 3, 4);
    p[0] = 10, p[1] = 11, p[2] = 12, p[3] = 13, p[4] = -1;
    for (int i = 0; i < 64; i++) q[i] = i;
    memory<<<1, 1>>>(p, four);
    shared_memory<<<2, 64, 64 * sizeof(int)>>>(64);
    branches<<<1, 32>>>();
    lanes<<<1, 64>>>();
    int processors;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    registers<<<1, 48>>>(processors);
    copies<<<1, 32>>>(q, 32);
    IS(all_same());
    return wrong;
}
