// SPDX-License-Identifier: MIT
// Lab 10, several GPUs: typically wrong. Task 1 never says which device is meant.
#include "checks.h"

const int THREADS = 256; // in a block

static int blocks_for(int n) {
    return (n + THREADS - 1) / THREADS;
}

// Task 1: which device it was shows in the result.
__global__ void mark(const int *in, int *out, int n, int device) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = 2 * in[i] + device;
}

// Task 2: *sum, which is 0 when the kernel starts.
__global__ void sum_up(const int *in, int *sum, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        atomicAdd(sum, in[i]);
}

// Tasks 3 and 4: one step of a part of the rod. in and out have count cells of their own, 1 to
// count, and a cell beside them at either end: the halo, a copy of the neighbour's outermost cell.
// Where the rod ends there is none, and a cell takes its own number for it.
__global__ void step(const int *in, int *out, int count, bool rod_begins, bool rod_ends) {
    const int i = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    if (i > count)
        return;
    const int left = i == 1 && rod_begins ? in[i] : in[i - 1];
    const int right = i == count && rod_ends ? in[i] : in[i + 1];
    out[i] = (left + 2 * in[i] + right) / 4;
}

// Task 1. Each device works on its share of in, from lab_share(n, d) on.
static void each_its_share(const int *in, int *out, int n) {
    int *dev_in[DEVICES], *dev_out[DEVICES];
    for (int d = 0; d < DEVICES; d++) {
        const int first = (int)lab_share(n, d), count = (int)lab_share(n, d + 1) - first;
        const size_t bytes = count * sizeof *in;
        CHECK(cudaMalloc(&dev_in[d], bytes));
        CHECK(cudaMalloc(&dev_out[d], bytes));
        CHECK(cudaMemcpy(dev_in[d], in + first, bytes, cudaMemcpyHostToDevice));
        int device;
        CHECK(cudaGetDevice(&device));
        mark<<<blocks_for(count), THREADS>>>(dev_in[d], dev_out[d], count, device);
        CHECK(cudaGetLastError());
    }
    for (int d = 0; d < DEVICES; d++) {
        const int first = (int)lab_share(n, d), count = (int)lab_share(n, d + 1) - first;
        CHECK(cudaSetDevice(d));
        CHECK(cudaMemcpy(out + first, dev_out[d], count * sizeof *out, cudaMemcpyDeviceToHost));
        CHECK(cudaFree(dev_in[d]));
        CHECK(cudaFree(dev_out[d]));
    }
}

// Task 2. sums[d] is the sum of device d's share, sums[DEVICES] that of all. All devices are at
// work before the host waits for the first of them.
static void sum_of_each(const int *in, int *sums, int n) {
    int *dev_in[DEVICES], *dev_sum[DEVICES];
    for (int d = 0; d < DEVICES; d++) {
        const int first = (int)lab_share(n, d), count = (int)lab_share(n, d + 1) - first;
        CHECK(cudaSetDevice(d));
        CHECK(cudaMalloc(&dev_in[d], count * sizeof *in));
        CHECK(cudaMalloc(&dev_sum[d], sizeof(int)));
        CHECK(cudaMemset(dev_sum[d], 0, sizeof(int)));
        CHECK(cudaMemcpy(dev_in[d], in + first, count * sizeof *in, cudaMemcpyHostToDevice));
        sum_up<<<blocks_for(count), THREADS>>>(dev_in[d], dev_sum[d], count);
        CHECK(cudaGetLastError());
    }
    sums[DEVICES] = 0;
    for (int d = 0; d < DEVICES; d++) {
        CHECK(cudaSetDevice(d));
        CHECK(cudaMemcpy(&sums[d], dev_sum[d], sizeof(int), cudaMemcpyDeviceToHost));
        CHECK(cudaFree(dev_in[d]));
        CHECK(cudaFree(dev_sum[d]));
        sums[DEVICES] += sums[d];
    }
}

// A part of the rod on each device, twice: one is read, the other written.
struct part {
    int *in, *out, count;
};

static void parts_to_devices(const int *rod, struct part *parts, int n) {
    for (int d = 0; d < DEVICES; d++) {
        struct part *p = &parts[d];
        const int first = (int)lab_share(n, d);
        p->count = (int)lab_share(n, d + 1) - first;
        const size_t bytes = (p->count + 2) * sizeof *rod;
        CHECK(cudaSetDevice(d));
        CHECK(cudaMalloc(&p->in, bytes));
        CHECK(cudaMalloc(&p->out, bytes));
        CHECK(cudaMemset(p->in, 0, bytes));
        CHECK(cudaMemset(p->out, 0, bytes));
        CHECK(cudaMemcpy(p->in + 1, rod + first, p->count * sizeof *rod, cudaMemcpyHostToDevice));
        CHECK(cudaDeviceSynchronize());
    }
}

// The rod comes back, and the parts' memory is freed.
static void parts_from_devices(int *rod, struct part *parts, int n) {
    for (int d = 0; d < DEVICES; d++) {
        struct part *p = &parts[d];
        CHECK(cudaSetDevice(d));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(rod + lab_share(n, d), p->in + 1, p->count * sizeof *rod,
                         cudaMemcpyDeviceToHost));
        CHECK(cudaFree(p->in));
        CHECK(cudaFree(p->out));
    }
}

static void swap_rooms(struct part *p) {
    int *other = p->in;
    p->in = p->out;
    p->out = other;
}

// Task 3. STEPS steps. Before each, the neighbours' outermost cells are copied into the halos.
static void with_halos(const int *in, int *out, int n) {
    struct part parts[DEVICES];
    parts_to_devices(in, parts, n);
    for (int s = 0; s < STEPS; s++) {
        for (int d = 0; d + 1 < DEVICES; d++) {
            struct part *p = &parts[d], *q = &parts[d + 1];
            CHECK(cudaMemcpyPeer(q->in, d + 1, p->in + p->count, d, sizeof(int)));
            CHECK(cudaMemcpyPeer(p->in + p->count + 1, d, q->in + 1, d + 1, sizeof(int)));
        }
        for (int d = 0; d < DEVICES; d++) {
            struct part *p = &parts[d];
            CHECK(cudaSetDevice(d));
            step<<<blocks_for(p->count), THREADS>>>(p->in, p->out, p->count, d == 0,
                                                    d == DEVICES - 1);
            CHECK(cudaGetLastError());
            swap_rooms(p);
        }
        for (int d = 0; d < DEVICES; d++) {
            CHECK(cudaSetDevice(d));
            CHECK(cudaDeviceSynchronize());
        }
    }
    parts_from_devices(out, parts, n);
}

// Task 4. The same, and the host waits for nothing within the loop: each device has a stream,
// copies are cudaMemcpyPeerAsync, and a stream waits for the other device by an event.
static void without_the_host(const int *in, int *out, int n) {
    struct part parts[DEVICES];
    cudaStream_t streams[DEVICES];
    cudaEvent_t stepped[DEVICES];
    parts_to_devices(in, parts, n);
    for (int d = 0; d < DEVICES; d++) {
        CHECK(cudaSetDevice(d));
        CHECK(cudaStreamCreate(&streams[d]));
        CHECK(cudaEventCreate(&stepped[d]));
        CHECK(cudaEventRecord(stepped[d], streams[d]));
    }
    for (int s = 0; s < STEPS; s++) {
        // Each device fetches its halo, once its neighbour has done the step before.
        for (int d = 0; d < DEVICES; d++) {
            struct part *p = &parts[d];
            CHECK(cudaSetDevice(d));
            for (int side = -1; side <= 1; side += 2) {
                const int from = d + side;
                if (from < 0 || from >= DEVICES)
                    continue;
                const struct part *q = &parts[from];
                CHECK(cudaStreamWaitEvent(streams[d], stepped[from], 0));
                CHECK(cudaMemcpyPeerAsync(side < 0 ? p->in : p->in + p->count + 1, d,
                                          side < 0 ? q->in + q->count : q->in + 1, from,
                                          sizeof(int), streams[d]));
            }
        }
        // What a neighbour still fetches must not be written. It fetches from the array that the
        // next step writes, and that step comes behind a wait for the neighbour's step, and this
        // behind its fetching: no event of its own is needed.
        for (int d = 0; d < DEVICES; d++) {
            struct part *p = &parts[d];
            CHECK(cudaSetDevice(d));
            step<<<blocks_for(p->count), THREADS, 0, streams[d]>>>(p->in, p->out, p->count, d == 0,
                                                                   d == DEVICES - 1);
            CHECK(cudaGetLastError());
            CHECK(cudaEventRecord(stepped[d], streams[d]));
            swap_rooms(p);
        }
    }
    parts_from_devices(out, parts, n);
    for (int d = 0; d < DEVICES; d++) {
        CHECK(cudaSetDevice(d));
        CHECK(cudaEventDestroy(stepped[d]));
        CHECK(cudaStreamDestroy(streams[d]));
    }
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 10000); // at least DEVICES
    two_devices();
    int there;
    CHECK(cudaGetDeviceCount(&there));
    if (there < DEVICES) {
        fprintf(stderr, "%d devices are needed, and %d are there\n", DEVICES, there);
        return 77;
    }
    const int n = (int)lab_size();
    int *in = lab_ints("in", n, BELOW), *out = lab_blank_ints(n);
    if (lab_task(1, "each its share")) {
        each_its_share(in, out, n);
        lab_result(out, n);
    }
    if (lab_task(2, "a sum of sums")) {
        int *sums = lab_blank_ints(DEVICES + 1);
        sum_of_each(in, sums, n);
        lab_result(sums, DEVICES + 1);
        free(sums);
    }
    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(3, "a rod in parts")) {
        with_halos(in, out, n);
        lab_result(out, n);
    }
    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(4, "events instead of the host")) {
        without_the_host(in, out, n);
        lab_result(out, n);
    }
    free(in);
    free(out);
    return lab_end();
}
