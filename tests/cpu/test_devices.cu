// SPDX-License-Identifier: MIT
// Several devices: here pretended ones (CUDA_CPU_DEVICES). Each host thread has its current device;
// memory, streams and events belong to the one that was current; peers reach each other's memory.
#include <pthread.h>
#include <stdlib.h>

#include "tap.h"

__global__ void add(int *x, int n, int value) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) x[i] += value;
}

static void *other_thread(void *device) {
    if (cudaGetDevice((int *)device) != cudaSuccess) *(int *)device = -1;
    return NULL;
}

int main(void) {
    enum { N = 1000, MOST = 8 };
    setenv("CUDA_CPU_DEVICES", "4", 1); // a GPU has as many as it has
    int devices, device, can, host[N], *dev[MOST];
    cudaStream_t streams[MOST];
    must(cudaGetDeviceCount(&devices));
    devices = devices < MOST ? devices : MOST;
    if (devices < 2) {
        printf("ok 1 - # SKIP one device only\n1..1\n");
        return 0;
    }

    for (int d = 0; d < devices; d++) {
        must(cudaSetDevice(d));
        must(cudaMalloc(&dev[d], sizeof host));
        must(cudaMemset(dev[d], 0, sizeof host));
        must(cudaStreamCreate(&streams[d]));
        add<<<4, 256, 0, streams[d]>>>(dev[d], N, d + 1);
        must(cudaGetLastError());
    }
    bool right = true;
    for (int d = 0; d < devices; d++) {
        must(cudaSetDevice(d));
        must(cudaStreamSynchronize(streams[d]));
        must(cudaMemcpy(host, dev[d], sizeof host, cudaMemcpyDeviceToHost));
        right = right && host[0] == d + 1 && host[N - 1] == d + 1;
    }
    ok(right, "every device did its part");

    struct cudaPointerAttributes at;
    must(cudaPointerGetAttributes(&at, dev[1]));
    ok(at.device == 1 && at.type == cudaMemoryTypeDevice, "memory belongs to its device");
    pthread_t thread;
    must(cudaSetDevice(1));
    if (pthread_create(&thread, NULL, other_thread, &device) == 0) pthread_join(thread, NULL);
    ok(device == 0, "another host thread starts with device 0");
    must(cudaGetDevice(&device));
    ok(device == 1, "and this one keeps its own");

    must(cudaSetDevice(0));
    add<<<1, 32, 0, streams[1]>>>(dev[0], 32, 1);
    ok(cudaGetLastError() == cudaErrorInvalidResourceHandle, "a kernel goes into its own device's streams only");
    cudaEvent_t event;
    must(cudaEventCreate(&event));
    answers(cudaErrorInvalidResourceHandle, cudaEventRecord(event, streams[1]));
    cudaGetLastError();
    must(cudaEventRecord(event, streams[0]));
    answers(cudaSuccess, cudaStreamWaitEvent(streams[1], event, 0)); // but waits for any

    answers(cudaSuccess, cudaDeviceCanAccessPeer(&can, 0, 0));
    ok(!can, "no device is a peer of itself");
    must(cudaDeviceCanAccessPeer(&can, 0, 1));
    answers(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&can, 0, 99));
    cudaGetLastError();
    must(cudaMemcpyPeer(dev[0], 0, dev[1], 1, sizeof host));
    must(cudaMemcpy(host, dev[0], sizeof host, cudaMemcpyDeviceToHost));
    ok(host[0] == 2 && host[N - 1] == 2, "cudaMemcpyPeer");
    must(cudaMemcpyPeerAsync(dev[1], 1, dev[0], 0, sizeof host, streams[0]));
    must(cudaStreamSynchronize(streams[0]));
    must(cudaDeviceCanAccessPeer(&can, 0, 1));
    if (can) {
        answers(cudaSuccess, cudaDeviceEnablePeerAccess(1, 0));
        answers(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(1, 0));
        add<<<4, 256>>>(dev[1], N, 40);
        must(cudaDeviceSynchronize());
        must(cudaMemcpy(host, dev[1], sizeof host, cudaMemcpyDefault));
        ok(host[0] == 42, "a kernel writes its peer's memory");
        answers(cudaSuccess, cudaDeviceDisablePeerAccess(1));
        answers(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(1));
    }
    answers(cudaErrorInvalidDevice, cudaSetDevice(devices + 90));
    cudaGetLastError();

    must(cudaEventDestroy(event));
    for (int d = 0; d < devices; d++) {
        must(cudaSetDevice(d));
        free_all(streams[d], dev[d]);
    }
    answers(cudaSuccess, cudaGetLastError());
    return done_testing();
}
