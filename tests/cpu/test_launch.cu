// SPDX-License-Identifier: MIT
// Launches: every way to write one, every thread of every shape run once, and the shapes refused.
#include <time.h>

#include "tap.h"

__global__ void store(int *out, int value) {
    *out = value;
}
template <class T> __global__ void store_as(T *out, T value) {
    *out = value;
}
template <int N, bool TWICE> __global__ void store_constant(int *out) {
    *out = TWICE ? 2 * N : N;
}
__global__ void overloaded(int *out, float) {
    *out = 1;
}
__global__ void overloaded(int *out, int *) {
    *out = 2;
}
__global__ void is_null(int *out, const float *pointer) {
    *out = pointer == NULL;
}
static __global__ void __launch_bounds__(64, 2) bounded(int *out) {
    *out = (int)blockDim.x;
}
extern "C" __global__ void c_linkage(int *out) {
    *out = 5;
}

namespace names {
__global__ void inside(int *out) {
    *out = 6;
}
} // namespace names

struct bundle {
    int value[3];
    int *out;
};

__global__ void by_value(struct bundle b) {
    b.value[0] += 1; // each thread has its own copy
    *b.out = b.value[0] * 100 + b.value[1] * 10 + b.value[2];
}

__global__ void modify(int *out, int n) {
    n += 7; // a parameter is a variable of the thread
    if (threadIdx.x == 31)
        *out = n;
}

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

// Each thread counts itself in, by its place in the whole grid.
__global__ void count_in(int *seen) {
    const size_t block =
        blockIdx.x + (size_t)gridDim.x * (blockIdx.y + (size_t)gridDim.y * blockIdx.z);
    const size_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    atomicAdd(&seen[block * blockDim.x * blockDim.y * blockDim.z + thread], 1);
}

__device__ int twice(int x) {
    return 2 * x;
}
__host__ __device__ int next(int x) {
    return x + 1;
}
__device__ int counter;
__constant__ int table[4];

__global__ void use_device_code(int *out) {
    atomicAdd(&counter, 1);
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *out = twice(next(table[3]));
}

static int *dev_out;

static int result(void) {
    int value = -1;
    must(cudaGetLastError());
    must(cudaMemcpy(&value, dev_out, sizeof value, cudaMemcpyDeviceToHost));
    must(cudaMemset(dev_out, 0xff, sizeof value));
    return value;
}

static void test_ways_to_write_it(void) {
    store<<<1, 1>>>(dev_out, 3);
    ok(result() == 3, "a plain launch");
    store<<<dim3(1), dim3(1, 1, 1), 0, 0>>>(dev_out, 4);
    ok(result() == 4, "with shared memory and stream");
    store<<<1, // a comment with >>> in it
            1>>>(dev_out, 5);
    ok(result() == 5, "over several lines");
    store_as<<<1, 1>>>(dev_out, 6);
    ok(result() == 6, "a template, its type from the arguments");
    store_as<int><<<1, 1>>>(dev_out, 7);
    ok(result() == 7, "a template with its type");
    store_constant<(3 > 2 ? 4 : 5), true><<<1, 1>>>(dev_out);
    ok(result() == 8, "a template with > among its arguments");
    overloaded<<<1, 1>>>(dev_out, 1.0f);
    ok(result() == 1, "an overloaded kernel, by float");
    overloaded<<<1, 1>>>(dev_out, dev_out);
    ok(result() == 2, "an overloaded kernel, by pointer");
    is_null<<<1, 1>>>(dev_out, NULL);
    ok(result() == 1, "NULL as a pointer");
    is_null<<<1, 1>>>(dev_out, 0);
    ok(result() == 1, "0 as a pointer");
    bounded<<<1, 64>>>(dev_out);
    ok(result() == 64, "__launch_bounds__");
    c_linkage<<<1, 1>>>(dev_out);
    ok(result() == 5, "extern \"C\"");
    names::inside<<<1, 1>>>(dev_out);
    ok(result() == 6, "in a namespace");
    LAUNCH(store, dev_out, 9);
    ok(result() == 9, "inside a macro");
    void (*pointer)(int *, int) = store;
    pointer<<<1, 1>>>(dev_out, 10);
    ok(result() == 10, "through a pointer");
    const struct {
        const char *name;
        void (*kernel)(int *);
    } rows[] = {{"one", c_linkage}, {"two", names::inside}};
    rows[1].kernel<<<1, 1>>>(dev_out);
    ok(result() == 6, "through a table of kernels");
    const struct bundle b = {{1, 2, 3}, dev_out};
    by_value<<<1, 32>>>(b);
    ok(result() == 223, "a structure by value, a copy a thread");
    modify<<<1, 32>>>(dev_out, 1);
    ok(result() == 8, "a parameter that the threads change");
    const char *text = "store<<<1, 1>>>(dev_out, 1)"; // and no launch in here: store<<<1,1>>>(0, 0)
    ok(text[5] == '<', "a launch in a string stays text");
    const int shifted = 1 << (3 << 1) >> 2;
    ok(shifted == 16, "shifts stay shifts");
}

static void test_every_thread_once(dim3 grid, dim3 block) {
    const size_t threads = (size_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
    int *dev_seen, *seen = (int *)malloc(threads * sizeof *seen);
    must(cudaMalloc(&dev_seen, threads * sizeof *dev_seen));
    must(cudaMemset(dev_seen, 0, threads * sizeof *dev_seen));
    count_in<<<grid, block>>>(dev_seen);
    must(cudaGetLastError());
    must(cudaMemcpy(seen, dev_seen, threads * sizeof *seen, cudaMemcpyDeviceToHost));
    ok(each(threads, [&](size_t i) { return seen[i] == 1; }),
       "every thread once: (%u, %u, %u) blocks of (%u, %u, %u)", grid.x, grid.y, grid.z, block.x,
       block.y, block.z);
    must(cudaFree(dev_seen));
    free(seen);
}

// A block works as long as its number says, and counts itself in if those of the launch before
// have.
__global__ void work_unevenly(int *times, int *wrong, int launch, int most) {
    int sum = 0;
    for (int i = 0; i < (int)(blockIdx.x * 37 % 64 * blockIdx.x); i++)
        sum += i ^ sum;
    if (threadIdx.x > 0)
        return;
    if (launch > 0 && times[most - 1 - blockIdx.x] != launch + (sum == -1))
        atomicAdd(wrong, 1);
    times[most + blockIdx.x]++;
}
__global__ void take_over(int *times, int most) {
    times[threadIdx.x + blockIdx.x * blockDim.x] =
        times[most + threadIdx.x + blockIdx.x * blockDim.x];
}

// Grids of all sizes, one after another in each of two streams, whose blocks take longer and
// longer: each block runs once, and after all blocks of the launch before.
static void test_uneven_shares(void) {
    enum { STREAMS = 2, MOST = 128, LAUNCHES = 40 };
    int *times[STREAMS], *wrong, found = -1;
    cudaStream_t streams[STREAMS];
    must(cudaMalloc(&wrong, sizeof *wrong));
    must(cudaMemset(wrong, 0, sizeof *wrong));
    for (int s = 0; s < STREAMS; s++) {
        must(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
        must(cudaMalloc(&times[s], 2 * MOST * sizeof *times[s]));
        must(cudaMemset(times[s], 0, 2 * MOST * sizeof *times[s]));
    }
    must(cudaDeviceSynchronize());
    for (int launch = 0; launch < LAUNCHES; launch++)
        for (int s = 0; s < STREAMS; s++) {
            work_unevenly<<<MOST, 1 + launch % 3, 0, streams[s]>>>(times[s], wrong, launch, MOST);
            take_over<<<MOST / 4, 4, 0, streams[s]>>>(times[s], MOST);
        }
    must(cudaDeviceSynchronize());
    must(cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost));
    ok(found == 0, "each of uneven blocks once, and behind the launch before: %d did not", found);
    for (int s = 0; s < STREAMS; s++) {
        must(cudaStreamDestroy(streams[s]));
        must(cudaFree(times[s]));
    }
    must(cudaFree(wrong));
}

// Shapes beyond the limits. Toolkits before 13 call most of them an invalid configuration.
static void test_refused(dim3 grid, dim3 block, size_t shared, const char *what) {
    store<<<grid, block, shared>>>(dev_out, 1);
    const cudaError_t error = cudaGetLastError();
    ok(error == cudaErrorInvalidValue ||
           (CUDART_VERSION < 13000 && error == cudaErrorInvalidConfiguration),
       "refused: %s", what);
    answers(cudaSuccess, cudaGetLastError());
    int value;
    must(cudaMemcpy(&value, dev_out, sizeof value, cudaMemcpyDeviceToHost));
    ok(value == -1, "and not run");
}

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The cores spin for a moment when their work is done, and then sleep: a program that waits for
// something else takes next to none of the machine's time, where one core that spins would take all
// of one. On a busy machine it would get less, which is no fault either.
static void test_idle(void) {
    store<<<64, 256>>>(dev_out, 3);
    must(cudaDeviceSynchronize());
    const struct timespec half = {0, 500000000};
    const double began = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    nanosleep(&half, NULL);
    const double share =
        (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used) / (seconds_of(CLOCK_MONOTONIC) - began);
    ok(share < 0.2, "an idle program takes no time: %.4f of a core", share);
}

int main(void) {
    must(cudaMalloc(&dev_out, sizeof *dev_out));
    must(cudaMemset(dev_out, 0xff, sizeof *dev_out));
    test_ways_to_write_it();

    test_every_thread_once(dim3(1), dim3(1));
    test_every_thread_once(dim3(7), dim3(1024));
    test_every_thread_once(dim3(3, 5, 2), dim3(8, 4, 3));
    test_every_thread_once(dim3(1, 1, 65535), dim3(1, 1, 1));
    test_every_thread_once(dim3(100000), dim3(3));
    test_uneven_shares();

    test_refused(dim3(1), dim3(1025), 0, "1 025 threads a block");
    test_refused(dim3(1), dim3(32, 33), 0, "32 x 33 threads a block");
    test_refused(dim3(0), dim3(1), 0, "0 blocks");
    test_refused(dim3(1), dim3(0), 0, "0 threads");
    test_refused(dim3(1, 70000), dim3(1), 0, "70 000 blocks along y");
    test_refused(dim3(1, 1, 65536), dim3(1), 0, "65 536 blocks along z");
    test_refused(dim3(1), dim3(1, 1, 65), 0, "65 threads along z");
    test_refused(dim3(1), dim3(1), 49153, "49 153 bytes of dynamic shared memory");
    test_refused(dim3(1), dim3(1), 1 << 20, "1 MiB of dynamic shared memory");
    store<<<1, 1, 49152>>>(dev_out, 11);
    ok(result() == 11, "49 152 bytes of dynamic shared memory are fine");

    const int values[4] = {1, 2, 3, 20}, zero = 0;
    int count = 0;
    must(cudaMemcpyToSymbol(table, values, sizeof values));
    must(cudaMemcpyToSymbol(counter, &zero, sizeof zero));
    use_device_code<<<10, 100>>>(dev_out);
    must(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    ok(result() == 42, "device functions and constant memory");
    ok(count == 1000, "a __device__ variable");
    test_idle();
    must(cudaFree(dev_out));
    return done_testing();
}
