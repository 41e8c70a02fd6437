// SPDX-License-Identifier: MIT
// Launches: every thread of every shape run once, blocks that take longer than others, and the
// shapes refused. How launches are written: tests/accepted/launches.cu.
#include <time.h>

#include "tap.h"

__global__ void store(int *out, int value) { *out = value; }
// Each thread counts itself in, by its place in the whole grid.
__global__ void count_in(int *seen) {
    const size_t block = blockIdx.x + (size_t)gridDim.x * (blockIdx.y + (size_t)gridDim.y * blockIdx.z);
    const size_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    atomicAdd(&seen[block * blockDim.x * blockDim.y * blockDim.z + thread], 1);
}

static int *dev_out;

static int result(void) {
    int value = -1;
    must(cudaGetLastError());
    must(cudaMemcpy(&value, dev_out, sizeof value, cudaMemcpyDeviceToHost));
    must(cudaMemset(dev_out, 0xff, sizeof value));
    return value;
}

static void test_every_thread_once(dim3 grid, dim3 block) {
    const size_t threads = (size_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
    int *dev_seen, *seen = (int *)malloc(threads * sizeof *seen);
    must(cudaMalloc(&dev_seen, threads * sizeof *dev_seen));
    must(cudaMemset(dev_seen, 0, threads * sizeof *dev_seen));
    count_in<<<grid, block>>>(dev_seen);
    must(cudaGetLastError());
    must(cudaMemcpy(seen, dev_seen, threads * sizeof *seen, cudaMemcpyDeviceToHost));
    ok(each(threads, [&](size_t i) { return seen[i] == 1; }), "every thread once: (%u, %u, %u) blocks of (%u, %u, %u)",
       grid.x, grid.y, grid.z, block.x, block.y, block.z);
    must(cudaFree(dev_seen));
    free(seen);
}

// A block works as long as its number says, and counts itself in if those of the launch before
// have.
__global__ void work_unevenly(int *times, int *wrong, int launch, int most) {
    int sum = 0;
    for (int i = 0; i < (int)(blockIdx.x * 37 % 64 * blockIdx.x); i++) sum += i ^ sum;
    if (threadIdx.x > 0) return;
    if (launch > 0 && times[most - 1 - blockIdx.x] != launch + (sum == -1)) atomicAdd(wrong, 1);
    times[most + blockIdx.x]++;
}
__global__ void take_over(int *times, int most) {
    times[threadIdx.x + blockIdx.x * blockDim.x] = times[most + threadIdx.x + blockIdx.x * blockDim.x];
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
    ok(found == 0, "each of uneven blocks once, and after the launch before: %d did not", found);
    for (int s = 0; s < STREAMS; s++) {
        free_all(streams[s], times[s]);
    }
    must(cudaFree(wrong));
}

// Shapes beyond the limits. Toolkits before 13 call most of them an invalid configuration.
static void test_refused(dim3 grid, dim3 block, size_t shared, const char *what) {
    store<<<grid, block, shared>>>(dev_out, 1);
    const cudaError_t error = cudaGetLastError();
    ok(error == cudaErrorInvalidValue || (CUDART_VERSION < 13000 && error == cudaErrorInvalidConfiguration),
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
    const double share = (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used) / (seconds_of(CLOCK_MONOTONIC) - began);
    ok(share < 0.2, "an idle program takes no time: %.4f of a core", share);
}

int main(void) {
    must(cudaMalloc(&dev_out, sizeof *dev_out));
    must(cudaMemset(dev_out, 0xff, sizeof *dev_out));
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

    test_idle();
    must(cudaFree(dev_out));
    return done_testing();
}
