// SPDX-License-Identifier: MIT
// nvcc -default-stream per-thread
// Stream 0 is the host thread's own: a kernel that waits for the host in it holds up no work that another thread puts there.
#include <pthread.h>
#include <stdio.h>
__global__ void wait_for(volatile int *go) {
    while (*go == 0)
        ;
}
__global__ void set(int *go) {
    *go = 1;
}
static void *other_thread(void *go) {
    set<<<1, 1>>>((int *)go);
    return cudaStreamSynchronize(0) == cudaSuccess ? go : NULL;
}
int main() {
    int *go;
    pthread_t thread;
    void *result;
    cudaMallocManaged(&go, sizeof *go);
    *go = 0;
    wait_for<<<1, 1>>>(go);
    pthread_create(&thread, NULL, other_thread, go);
    pthread_join(thread, &result);
    if (cudaDeviceSynchronize() != cudaSuccess || result != go || *go != 1) {
        puts("wrong");
        return 1;
    }
    return cudaFree(go);
}
