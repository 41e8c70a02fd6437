// SPDX-License-Identifier: MIT
// Work in pieces, turn and turn about in two streams, from pinned memory.
#include "../common/book.h"

#define PIECE (64 * 1024)
#define PIECES 5

__global__ void mix(const int *x, const int *y, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PIECE)
        out[i] = 3 * x[i] - y[PIECE - 1 - i];
}

struct Lane {
    cudaStream_t stream;
    int *x, *y, *out;
};

int main(void) {
    const size_t bytes = PIECE * sizeof(int);
    Lane lanes[2];
    int *x, *y, *out, wrong = 0;
    cudaDeviceProp prop;
    HANDLE_ERROR(cudaGetDeviceProperties(&prop, 0));
    if (!prop.deviceOverlap)
        printf("this device does not copy while it computes\n");
    for (Lane &lane : lanes) {
        HANDLE_ERROR(cudaStreamCreate(&lane.stream));
        HANDLE_ERROR(cudaMalloc((void **)&lane.x, bytes));
        HANDLE_ERROR(cudaMalloc((void **)&lane.y, bytes));
        HANDLE_ERROR(cudaMalloc((void **)&lane.out, bytes));
    }
    HANDLE_ERROR(cudaHostAlloc((void **)&x, PIECES * bytes, cudaHostAllocDefault));
    HANDLE_ERROR(cudaHostAlloc((void **)&y, PIECES * bytes, cudaHostAllocDefault));
    HANDLE_ERROR(cudaHostAlloc((void **)&out, PIECES * bytes, cudaHostAllocDefault));
    for (int i = 0; i < PIECES * PIECE; i++) {
        x[i] = rand() % 100000;
        y[i] = rand() % 100000;
    }
    for (int p = 0; p < PIECES; p++) {
        Lane *lane = &lanes[p % 2];
        int first = p * PIECE;
        HANDLE_ERROR(
            cudaMemcpyAsync(lane->x, x + first, bytes, cudaMemcpyHostToDevice, lane->stream));
        HANDLE_ERROR(
            cudaMemcpyAsync(lane->y, y + first, bytes, cudaMemcpyHostToDevice, lane->stream));
        mix<<<PIECE / 256, 256, 0, lane->stream>>>(lane->x, lane->y, lane->out);
        HANDLE_ERROR(
            cudaMemcpyAsync(out + first, lane->out, bytes, cudaMemcpyDeviceToHost, lane->stream));
    }
    HANDLE_ERROR(cudaThreadSynchronize());
    for (int i = 0; i < PIECES * PIECE; i++)
        wrong += out[i] != 3 * x[i] - y[i / PIECE * PIECE + PIECE - 1 - i % PIECE];
    printf("%d wrong\n", wrong);
    for (Lane &lane : lanes) {
        HANDLE_ERROR(cudaFree(lane.x));
        HANDLE_ERROR(cudaFree(lane.y));
        HANDLE_ERROR(cudaFree(lane.out));
        HANDLE_ERROR(cudaStreamDestroy(lane.stream));
    }
    HANDLE_ERROR(cudaFreeHost(x));
    HANDLE_ERROR(cudaFreeHost(y));
    HANDLE_ERROR(cudaFreeHost(out));
    return wrong == 0 ? 0 : 1;
}
