// SPDX-License-Identifier: MIT
// libcu++ in kernels: atomics and references to them, waiting for another thread, semaphores,
// barriers, asynchronous copies, pipelines, and classes of cuda::std. A thread waits for one with a
// higher number, which a kernel without a barrier would run later.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>

#include "tap.h"

namespace cg = cooperative_groups;

enum { THREADS = 64, BLOCKS = 3, ALL = THREADS * BLOCKS };

__device__ cuda::atomic<int, cuda::thread_scope_device> total;

struct list {
    cuda::atomic<unsigned, cuda::thread_scope_device> head;
    int items[8];
};

__global__ void atomics(int *sum, list *l) {
    cuda::atomic_ref<int, cuda::thread_scope_device> all(*sum);
    all.fetch_add((int)threadIdx.x, cuda::std::memory_order_relaxed);
    total += 2;
    total++;
    const unsigned at = l->head.fetch_add(1);
    if (at < 8) l->items[at] = 1;
}

__global__ void publish(int *out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
    __shared__ int value;
    if (threadIdx.x == 5) flag.store(0);
    __syncthreads();
    if (threadIdx.x == 5) {
        value = 7;
        flag.store(1, cuda::std::memory_order_release);
    } else {
        while (flag.load(cuda::std::memory_order_acquire) == 0)
            ;
    }
    out[threadIdx.x] = value;
}

__global__ void one_at_a_time(int *out) {
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> free;
    __shared__ int inside;
    if (threadIdx.x == 0) {
        new (&free) cuda::binary_semaphore<cuda::thread_scope_block>(1);
        inside = 0;
    }
    __syncthreads();
    free.acquire();
    inside++;
    free.release();
    __syncthreads();
    out[threadIdx.x] = inside;
}

// Neighbours exchange numbers at a barrier in two steps and in one.
__global__ void exchange(int *out) {
    __shared__ int part[THREADS];
    __shared__ cuda::barrier<cuda::thread_scope_block> meet;
    if (threadIdx.x == 0) init(&meet, blockDim.x);
    __syncthreads();
    int sum = 0;
    for (int round = 0; round < 3; round++) {
        part[threadIdx.x] = (int)threadIdx.x + round;
        meet.wait(meet.arrive());
        sum += part[(threadIdx.x + 1) % THREADS];
        meet.arrive_and_wait();
    }
    out[threadIdx.x] = sum;
}

__global__ void copy(const int *in, int *out) {
    __shared__ int tile[THREADS];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    const auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&arrived, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, in, sizeof tile, arrived);
    arrived.arrive_and_wait();
    out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

__global__ void in_stages(const int *in, int *out) {
    __shared__ int tile[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    const auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int fetch = 0, stage = 0; stage < BLOCKS; stage++) {
        for (; fetch < BLOCKS && fetch < stage + 2; fetch++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetch % 2], in + THREADS * fetch, sizeof *tile, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[stage % 2][(threadIdx.x + 1) % THREADS];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void classes(int *out) {
    const cuda::std::tuple<int, float> two(1, 2.5f);
    const cuda::std::array<int, 3> three{1, 2, 3};
    const cuda::std::optional<int> some = three[1];
    const cuda::std::complex<float> z(1, 2);
    cuda::std::span<int> all(out, 3);
    all[0] = cuda::std::get<0>(two) + three[2] + *some;
    all[1] = (int)(z * z).imag();
    all[2] = (int)all.size();
}

int main() {
    int *in = managed(ALL), *out = managed(THREADS);
    list *l = managed<list>();
    for (int i = 0; i < ALL; i++) in[i] = i;
    new (l) list();
    out[0] = 0;
    atomics<<<BLOCKS, THREADS>>>(out, l);
    must(cudaDeviceSynchronize());
    int twos, items = 0;
    must(cudaMemcpyFromSymbol(&twos, total, sizeof twos));
    for (int item : l->items) items += item;
    ok(out[0] == BLOCKS * THREADS * (THREADS - 1) / 2 && twos == 3 * ALL && items == 8 && l->head.load() == ALL,
       "atomics");

    const auto all_are = [out](auto expected) {
        must(cudaDeviceSynchronize());
        bool right = true;
        for (int i = 0; i < THREADS; i++) right = right && out[i] == expected(i);
        return right;
    };
    publish<<<1, THREADS>>>(out);
    ok(all_are([](int) { return 7; }), "a thread waits for one with a higher number");
    one_at_a_time<<<1, THREADS>>>(out);
    ok(all_are([](int) { return (int)THREADS; }), "a semaphore");
    exchange<<<1, THREADS>>>(out);
    ok(all_are([](int i) { return 3 * ((i + 1) % THREADS) + 3; }), "a barrier");
    copy<<<1, THREADS>>>(in, out);
    ok(all_are([](int i) { return THREADS - 1 - i; }), "a copy that a barrier waits for");
    in_stages<<<1, THREADS>>>(in, out);
    ok(all_are([](int i) { return 3 * ((i + 1) % THREADS) + 3 * THREADS; }), "a pipeline");
    classes<<<1, 1>>>(out);
    must(cudaDeviceSynchronize());
    ok(out[0] == 6 && out[1] == 4 && out[2] == 3, "cuda::std");
    return done_testing();
}
