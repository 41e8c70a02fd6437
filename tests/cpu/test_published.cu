// SPDX-License-Identifier: MIT
// Turns of phrase from published programs that the chapters do not use: nvcc takes them all.
#include <assert.h>

#include <cooperative_groups.h>
#include <cuComplex.h>

#include "tap.h"

namespace cg = cooperative_groups;

enum { THREADS = 64 };

// ---- a function of a class, const and otherwise, with shared memory of its own

struct turned {
    int plus;
    __device__ int other(int mine) const {
        __shared__ int all[THREADS];
        all[threadIdx.x] = mine;
        __syncthreads();
        return all[THREADS - 1 - threadIdx.x] + plus;
    }
    __device__ auto same(int mine) const noexcept -> int {
        extern __shared__ int there[];
        there[threadIdx.x] = mine;
        __syncthreads();
        return there[threadIdx.x];
    }
};

__global__ void by_method(turned by, int *to) { to[threadIdx.x] = by.other((int)threadIdx.x) + by.same(1); }

// ---- shared memory under two names

__global__ void two_names(int *to) {
    __shared__ union {
        int whole[THREADS];
        unsigned char part[THREADS][4];
    } all;
    all.whole[threadIdx.x] = 0x0102 + (int)threadIdx.x * 0x10000;
    __syncthreads();
    const unsigned char *of = all.part[THREADS - 1 - threadIdx.x];
    to[threadIdx.x] = of[0] + of[1] * 10 + of[2] * 100;
}

// ---- an atomic for a whole warp: only the leader's variable is ever written

__device__ int next_of(int *counter) {
    const cg::coalesced_group together = cg::coalesced_threads();
    int first;
    if (together.thread_rank() == 0) first = atomicAdd(counter, (int)together.size());
    return together.shfl(first, 0) + (int)together.thread_rank();
}

__device__ int next_by_mask(int *counter) {
    const unsigned mask = __activemask(), lane = threadIdx.x % 32;
    const int leader = __ffs((int)mask) - 1;
    int first;
    if ((int)lane == leader) first = atomicAdd(counter, __popc(mask));
    return __shfl_sync(mask, first, leader) + __popc(mask & ((1u << lane) - 1));
}

__global__ void take_numbers(int *counter, int *to) {
    if (threadIdx.x % 2) to[threadIdx.x] = next_of(counter);
    to[threadIdx.x] += next_by_mask(counter + 1) * 100;
}

// ---- a wait that counts the clock

__device__ unsigned long long nanoseconds() {
    unsigned long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

// Counts by both clocks while some time passes.
__global__ void count_cycles(long long *cycles, long long *coarse, unsigned long long *ns) {
    const unsigned long long begin = nanoseconds();
    const long long first = clock64();
    const clock_t start = clock();
    while (nanoseconds() - begin < 50 * 1000 * 1000)
        ;
    *coarse = clock() - start;
    *cycles = clock64() - first;
    *ns = nanoseconds() - begin;
}

// ---- a kernel that writes past its allocation, into memory that belongs to none

__global__ void write_past(int *to, int count) {
    for (int i = (int)threadIdx.x; i < count; i += (int)blockDim.x) to[i] = 0x41414141;
}

// ---- arguments that own memory

// It frees what it has, and a launch copies it: what the host's copy frees is gone after the
// launch. No thread destroys its copy.
struct Owner {
    int *p;
    int uses = 0;
    static int copied, destroyed;
    Owner() { must(cudaMalloc(&p, sizeof *p)); }
    Owner(const Owner &other) : p(other.p), uses(other.uses) { copied++; }
    ~Owner() {
        destroyed++;
        (void)cudaFree(p);
    }
};
int Owner::copied, Owner::destroyed;
__global__ void borrow(Owner owner, int *to) {
    atomicAdd(owner.p, 1);
    __syncthreads();
    if (threadIdx.x == 0) *to = *owner.p;
}
__global__ void change(Owner owner, int *volatile to) {
    owner.uses += 5; // each its own
    atomicAdd(to, owner.uses);
}

// ---- complex numbers

__global__ void compute(cuDoubleComplex *z, cuFloatComplex *f) {
    z[0] = cuCmul(make_cuDoubleComplex(1, 2), make_cuDoubleComplex(3, 4));
    z[1] = cuCdiv(z[0], cuConj(make_cuDoubleComplex(0, 1)));
    z[2] = make_cuDoubleComplex(cuCabs(make_cuDoubleComplex(3, 4)), cuCreal(z[0]));
    f[0] = cuCaddf(cuComplexDoubleToFloat(z[0]), cuCsubf(make_cuComplex(1, 1), f[1]));
}

// ---- memory

// Memory of a kernel's own, and copies within it.
__global__ void own_memory(int *to) {
    int *one = (int *)malloc(8 * sizeof *one), *other = new int[8];
    memset(one, 0, 8 * sizeof *one);
    for (int i = 0; i < 8; i++) one[i] += (int)threadIdx.x * i;
    memcpy(other, one, 8 * sizeof *one);
    to[threadIdx.x] = other[7];
    free(one);
    delete[] other;
}

__global__ void caches(const float *from, float *to) {
    __stcg(&to[0], __ldg(&from[0]));
    __stcs(&to[1], __ldcg(&from[1]));
    __stwt(&to[2], __ldca(&from[2]));
    __stwb(&to[3], __ldcs(&from[3]));
    *(float4 *)(to + 4) = __ldg((const float4 *)from);
}

// ---- a failed assert: the grid ends, and every later call says so; one that holds costs nothing

__global__ void check(int *out, int worst) {
    __syncthreads();
    assert(out[threadIdx.x] != worst);
    out[threadIdx.x]++;
}

static void test_arguments(int *out) {
    const auto leaves_100 = [=] {
        finish();
        const bool right = *out == 100;
        *out = 0;
        return right;
    };
    *out = 0;
    {
        Owner owner;
        must(cudaMemset(owner.p, 0, sizeof *owner.p));
        borrow<<<1, 100>>>(owner, out);
        ok(leaves_100(), "a structure with a destructor");
        ok(Owner::copied == 1 && Owner::destroyed == 1, "it is copied once and destroyed once");
        owner.p = NULL; // the launch's copy has freed it
        change<<<2, 10>>>(owner, out);
        ok(leaves_100(), "threads change copies of their own");
        void (*const kernel)(Owner, int *) = change;
        kernel<<<2, 10>>>(owner, out);
        ok(leaves_100(), "the same through a pointer");
        ok(Owner::copied == 3 && Owner::destroyed == 3, "neither copied nor destroyed by threads");
    }
    (void)cudaGetLastError();
}

static void test_complex(void) {
    cuDoubleComplex *z = managed<cuDoubleComplex>(3);
    cuFloatComplex *f = managed<cuFloatComplex>(2);
    f[1] = make_cuFloatComplex(0.5f, 0.25f);
    compute<<<1, 1>>>(z, f);
    finish();
    ok(z[0].x == -5 && z[0].y == 10, "a product of complex numbers");
    ok(z[1].x == -10 && z[1].y == -5, "a quotient");
    ok(z[2].x == 5 && z[2].y == -5, "modulus and real part");
    ok(cuCrealf(f[0]) == -4.5f && cuCimagf(f[0]) == 10.75f, "in single precision");
    free_all(z, f);
}

static void test_memory(int *out) {
    own_memory<<<1, THREADS>>>(out);
    finish();
    ok(each(THREADS, [&](int i) { return out[i] == 7 * i; }), "malloc, new, memset and memcpy in a kernel");
    float *in = managed<float>(4), *got = managed<float>(8);
    for (int i = 0; i < 4; i++) in[i] = (float)(i + 1);
    caches<<<1, 1>>>(in, got);
    finish();
    ok(each(8, [&](int i) { return got[i] == in[i % 4]; }), "loads and stores with hints to the caches");
    free_all(in, got);
}

static void test_assert(int *out) {
    memset(out, 0, THREADS * sizeof *out);
    check<<<1, THREADS>>>(out, 1);
    answers(cudaSuccess, cudaDeviceSynchronize());
    check<<<2, THREADS>>>(out, 1);
    answers(cudaErrorAssert, cudaDeviceSynchronize());
    answers(cudaErrorAssert, cudaGetLastError());
    answers(cudaErrorAssert, cudaMalloc(&out, 4));
}

int main(void) {
    int *const out = managed(THREADS), *const counters = managed(2);
    must(cudaSetDeviceFlags(cudaDeviceBlockingSync));
    by_method<<<1, THREADS, THREADS * sizeof *out>>>(turned{100}, out);
    finish();
    ok(each(THREADS, [&](int i) { return out[i] == THREADS - 1 - i + 100 + 1; }),
       "shared memory in const functions of a class");
    two_names<<<1, THREADS>>>(out);
    finish();
    ok(each(THREADS, [&](int i) { return out[i] == 2 + 10 + (THREADS - 1 - i) * 100; }), "an unnamed shared union");

    memset(out, 0, THREADS * sizeof *out);
    take_numbers<<<1, THREADS>>>(counters, out);
    finish();
    bool seen[2][THREADS] = {};
    ok(each(THREADS,
            [&](int i) {
                const int number[2] = {out[i] % 100, out[i] / 100};
                for (int k = i % 2 ? 0 : 1; k < 2; k++) {
                    if (number[k] < 0 || number[k] >= (k ? THREADS : THREADS / 2) || seen[k][number[k]]) return false;
                    seen[k][number[k]] = true;
                }
                return true;
            }),
       "one atomic for a warp: each thread its own number");

    struct counts {
        long long cycles, coarse;
        unsigned long long ns;
    } *const w = managed<counts>();
    int khz = 0;
    count_cycles<<<1, 1>>>(&w->cycles, &w->coarse, &w->ns);
    finish();
    must(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    const double rate = (double)w->cycles * 1e6 / (double)w->ns;
#ifdef CUDA_CPU_BACKEND
    const double least = 0.98 * khz;
#else
    const double least = 0.05 * khz; // clockRate is the most that a GPU may run at
#endif
    ok(rate <= 1.02 * khz && rate >= least, "clock64() counts at clockRate");
    const double coarse = (unsigned)w->coarse, cycles = (double)w->cycles;
    ok(coarse <= cycles && coarse >= 0.98 * cycles, "clock() counts the same");

#ifdef CUDA_CPU_BACKEND // on a GPU it may hit what others allocated
    int guard[4] = {1, 2, 3, 4}, *const small = room<int>(64), *const other = on_device(guard);
    write_past<<<1, THREADS>>>(small, 4096);
    finish();
    answers(cudaErrorInvalidValue, cudaMemcpy(guard, small, 300, cudaMemcpyDeviceToHost));
    answers(cudaErrorInvalidValue, cudaFree(small + 1));
    must(cudaFree(small));
    cudaGetLastError();
    ok(strstr(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"),
       "writes past an allocation hit none of the runtime's texts");
    must(cudaFree(other));
#endif
    ok(cudaRoundNearest == 0 && cudaRoundMinInf == 3, "the modes of rounding");
    test_arguments(out);
    test_complex();
    test_memory(out);
    free_all(counters, w);
    test_assert(out); // nothing comes after it
    return done_testing();
}
