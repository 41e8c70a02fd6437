// SPDX-License-Identifier: MIT
// Streams and events: work runs beside the host, in the order of its stream, and streams wait for
// each other exactly where they are told to.
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

// Keeps a stream busy until the host opens the gate (mapped memory).
__global__ void wait_for_gate(volatile int *gate) {
    while (*gate == 0)
        ;
}

__global__ void append(int *log, int *length, int what) { log[(*length)++] = what; }
__global__ void times_three_plus(unsigned *x, unsigned what) { *x = *x * 3 + what; }
__global__ void copy(const int *from, int *to) { *to = *from; }

static int *gate, *log_, *length; // mapped: the host sees them while kernels run

static void reset(void) {
    *(volatile int *)gate = 0;
    *length = 0;
}

static void host_append(void *data) { log_[(*length)++] = (int)(size_t)data; }

static bool logged(int count, const int *what) {
    bool same = *length == count;
    for (int i = 0; same && i < count; i++) same = log_[i] == what[i];
    if (!same) {
        printf("# log:");
        for (int i = 0; i < *length; i++) printf(" %d", log_[i]);
        printf("\n");
    }
    return same;
}

int main(void) {
    cudaStream_t a, b, free_stream;
    cudaEvent_t event, first, last;
    must(cudaHostAlloc(&gate, sizeof *gate, cudaHostAllocMapped));
    must(cudaHostAlloc(&log_, 1000 * sizeof *log_, cudaHostAllocMapped));
    must(cudaHostAlloc(&length, sizeof *length, cudaHostAllocMapped));
    make_all(a, b);
    must(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
    make_all(event, first, last);

    // A launch comes back at once; queries tell that the work is not done.
    reset();
    must(cudaEventRecord(first, a));
    wait_for_gate<<<1, 1, 0, a>>>(gate);
    append<<<1, 1, 0, a>>>(log_, length, 1);
    must(cudaEventRecord(last, a));
    ok(cudaStreamQuery(a) == cudaErrorNotReady, "a busy stream is not ready");
    ok(cudaEventQuery(last) == cudaErrorNotReady, "an event that was not reached is not ready");
    float ms;
    ok(cudaEventElapsedTime(&ms, first, last) == cudaErrorNotReady, "nor is its time");
    cudaGetLastError();
    ok(cudaStreamQuery(b) == cudaSuccess, "another stream is");
    must(cudaEventSynchronize(first)); // however late the stream begins
    usleep(20000);
    *(volatile int *)gate = 1;
    must(cudaStreamSynchronize(a));
    ok(cudaStreamQuery(a) == cudaSuccess && cudaEventQuery(last) == cudaSuccess, "then both are");
    must(cudaEventElapsedTime(&ms, first, last));
    ok(ms >= 15 && ms < 60000, "events time what lies between them");

    // Order within a stream, host functions included.
    reset();
    *(volatile int *)gate = 1;
    for (int i = 0; i < 20; i++) {
        append<<<1, 1, 0, a>>>(log_, length, 2 * i);
        must(cudaLaunchHostFunc(a, host_append, (void *)(size_t)(2 * i + 1)));
    }
    must(cudaStreamSynchronize(a));
    int in_order = *length == 40;
    for (int i = 0; i < 40; i++) in_order &= log_[i] == i;
    ok(in_order, "a stream runs in order, host functions among the kernels");

    // One stream waits for an event of another; the default stream waits for both.
    reset();
    wait_for_gate<<<1, 1, 0, a>>>(gate);
    append<<<1, 1, 0, a>>>(log_, length, 1);
    must(cudaEventRecord(event, a));
    must(cudaStreamWaitEvent(b, event, 0));
    append<<<1, 1, 0, b>>>(log_, length, 2);
    append<<<1, 1>>>(log_, length, 3);
    append<<<1, 1, 0, a>>>(log_, length, 4); // waits for the default stream
    usleep(10000);
    ok(*(volatile int *)length == 0, "all of them wait");
    *(volatile int *)gate = 1;
    must(cudaDeviceSynchronize());
    const int chain[] = {1, 2, 3, 4};
    ok(logged(4, chain), "cudaStreamWaitEvent, and the order with the default stream");

    // A non-blocking stream does not wait for the default stream.
    reset();
    wait_for_gate<<<1, 1>>>(gate);
    append<<<1, 1, 0, free_stream>>>(log_, length, 1);
    must(cudaStreamSynchronize(free_stream));
    ok(*(volatile int *)length == 1, "a non-blocking stream overtakes the default stream");
    append<<<1, 1, 0, a>>>(log_, length, 2);
    usleep(10000);
    ok(*(volatile int *)length == 1, "a blocking one does not");
    *(volatile int *)gate = 1;
    must(cudaDeviceSynchronize());
    const int overtaken[] = {1, 2};
    ok(logged(2, overtaken), "and runs after it");

    // An event that was never recorded delays nothing.
    cudaEvent_t never;
    must(cudaEventCreate(&never));
    must(cudaStreamWaitEvent(a, never, 0));
    must(cudaStreamSynchronize(a));
    must(cudaEventDestroy(never));
    ok(true, "waiting for an event never recorded");

    // Asynchronous copies keep the order of their stream.
    int *pinned, *dev;
    must(cudaMallocHost(&pinned, 2 * sizeof *pinned));
    must(cudaMalloc(&dev, 2 * sizeof *dev));
    reset();
    pinned[0] = 41;
    pinned[1] = 0;
    wait_for_gate<<<1, 1, 0, a>>>(gate);
    must(cudaMemcpyAsync(dev, pinned, sizeof *dev, cudaMemcpyHostToDevice, a));
    copy<<<1, 1, 0, a>>>(dev, dev + 1);
    must(cudaMemcpyAsync(pinned + 1, dev + 1, sizeof *dev, cudaMemcpyDeviceToHost, a));
    pinned[0] = 42; // the copy has not run yet
    *(volatile int *)gate = 1;
    must(cudaStreamSynchronize(a));
    ok(pinned[1] == 42, "asynchronous copies from and to pinned memory");

    // Random interleavings: three streams, each a chain whose result depends on its order, joined
    // by events at random; the host works out what must come out.
    unsigned *x, expected[3] = {1, 2, 3}, seed = 12345;
    cudaStream_t streams[3] = {a, b, free_stream};
    must(cudaMalloc(&x, 3 * sizeof *x));
    must(cudaMemcpy(x, expected, sizeof expected, cudaMemcpyHostToDevice));
    for (int i = 0; i < 3000; i++) {
        seed = seed * 1664525 + 1013904223;
        const int s = (int)(seed >> 16) % 3, other = (int)(seed >> 20) % 3;
        if (seed >> 28 == 0) { // a value goes from one stream to another
            must(cudaEventRecord(event, streams[other]));
            must(cudaStreamWaitEvent(streams[s], event, 0));
            must(cudaMemcpyAsync(&x[s], &x[other], sizeof *x, cudaMemcpyDeviceToDevice, streams[s]));
            must(cudaEventRecord(first, streams[s])); // and the other may not run ahead meanwhile
            must(cudaStreamWaitEvent(streams[other], first, 0));
            expected[s] = expected[other];
        } else {
            times_three_plus<<<1, 1, 0, streams[s]>>>(&x[s], (unsigned)i);
            expected[s] = expected[s] * 3 + (unsigned)i;
        }
    }
    unsigned got[3];
    must(cudaDeviceSynchronize());
    must(cudaMemcpy(got, x, sizeof got, cudaMemcpyDeviceToHost));
    ok(got[0] == expected[0] && got[1] == expected[1] && got[2] == expected[2],
       "3 000 operations in three streams, joined at random");

    free_all(a, b, free_stream);
    for (int i = 0; i < 50; i++) { // streams come and go
        must(cudaStreamCreate(&a));
        times_three_plus<<<1, 1, 0, a>>>(&x[0], 1);
        must(cudaStreamDestroy(a));
        expected[0] = expected[0] * 3 + 1;
        must(cudaDeviceSynchronize());
    }
    must(cudaMemcpy(got, x, sizeof got, cudaMemcpyDeviceToHost));
    ok(got[0] == expected[0], "a destroyed stream ends its work");
    free_all(event, first, last);

    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        exit(cudaFree(NULL) == cudaErrorInitializationError && cudaDeviceSynchronize() == cudaErrorInitializationError
                 ? 5
                 : 6);
    int status = 0;
    waitpid(child, &status, 0);
    ok(WIFEXITED(status) && WEXITSTATUS(status) == 5, "a process that fork() makes has no device, and ends as any");
    free_all(x, dev);
    must(cudaFreeHost(pinned));
    must(cudaFreeHost(gate));
    must(cudaFreeHost(log_));
    must(cudaFreeHost(length));
    answers(cudaSuccess, cudaGetLastError());
    return done_testing();
}
