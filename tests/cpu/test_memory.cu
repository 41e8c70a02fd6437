// SPDX-License-Identifier: MIT
// Memory of every kind, copies of every kind.
#include <string.h>

#include "tap.h"

__constant__ float constant[100];
__device__ int variable[10];

__global__ void add_constant(float *x, int n) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) x[i] += constant[i % 100];
}

__global__ void bump(int *x) { x[threadIdx.x] += 1; }
__global__ void bump_variable(void) { variable[threadIdx.x] += 1; }

// Where allocations begin: at multiples of 512 bytes, as texture references want it; on a CPU large
// ones that follow each other at addresses that do not end in the same 20 bits, or loads wait for
// stores.
static void places(void) {
    enum { COUNT = 8, BYTES = 4 << 20, END = 1 << 20 };
    char *dev[COUNT];
    bool even = true, apart = true;
    for (int i = 0; i < COUNT; i++) {
        must(cudaMalloc(&dev[i], BYTES));
        must(cudaMemset(dev[i], i, BYTES));
        even = even && (size_t)dev[i] % 512 == 0;
        for (int k = 0; k < i; k++) apart = apart && (size_t)dev[i] % END != (size_t)dev[k] % END;
    }
    for (int i = 0; i < COUNT; i++) must(cudaFree(dev[i]));
    ok(even, "allocations begin at multiples of 512 bytes");
#ifdef CUDA_CPU_BACKEND
    ok(apart, "... and no two large ones at the same place of a large page");
#else
    (void)apart;
#endif
}

// Of so many bytes that the CPU backend shares a copy out to its cores, and some more: there and
// back, a part, rows that lie apart, and after kernels.
static void copy_much(void) {
    enum { BYTES = 5 * 1000 * 1000 + 13 };
    char *host = (char *)malloc(BYTES), *back = (char *)malloc(BYTES), *dev, *other;
    must(cudaMalloc(&dev, BYTES));
    must(cudaMalloc(&other, BYTES));
    for (int i = 0; i < BYTES; i++) host[i] = (char)(i * 7 + i / 4096);
    must(cudaMemcpy(dev, host, BYTES, cudaMemcpyHostToDevice));
    must(cudaMemcpy(other, dev, BYTES, cudaMemcpyDeviceToDevice));
    must(cudaMemcpy(back, other, BYTES, cudaMemcpyDeviceToHost));
    ok(memcmp(host, back, BYTES) == 0, "five megabytes there and back");
    must(cudaMemset(other, 0, BYTES));
    must(cudaMemcpy(other + 1, dev + 3, BYTES - 5, cudaMemcpyDeviceToDevice));
    must(cudaMemcpy(back, other, BYTES, cudaMemcpyDefault));
    ok(back[0] == 0 && memcmp(back + 1, host + 3, BYTES - 5) == 0 && back[BYTES - 4] == 0 && back[BYTES - 1] == 0,
       "a part of them, and nothing beside it");
    enum { WIDE = 1250 * 1000, HIGH = 3, APART = WIDE + 77 };
    must(cudaMemcpy2D(other, APART, host, WIDE, WIDE, HIGH, cudaMemcpyHostToDevice));
    must(cudaMemcpy2D(back, WIDE, other, APART, WIDE, HIGH, cudaMemcpyDeviceToHost));
    ok(memcmp(host, back, (size_t)WIDE * HIGH) == 0, "in long rows that lie apart");
    char *fresh = (char *)malloc(3 * (size_t)BYTES); // pages that the system has yet to give
    fresh[BYTES / 2] = fresh[2 * BYTES + 1] = 77;
    must(cudaMemcpy(fresh + BYTES + 1, dev, BYTES, cudaMemcpyDeviceToHost));
    must(cudaMemcpyAsync(fresh + 3, dev, BYTES / 2 - 3, cudaMemcpyDeviceToHost));
    must(cudaDeviceSynchronize());
    ok(memcmp(host, fresh + BYTES + 1, BYTES) == 0 && memcmp(host, fresh + 3, BYTES / 2 - 3) == 0 &&
           fresh[BYTES / 2] == 77 && fresh[2 * BYTES + 1] == 77,
       "to memory that is new, between bytes that are not");
    free(fresh);
    bool same = true;
    for (int turn = 0; turn < 20 && same; turn++) {
        bump<<<1, 4>>>((int *)dev);
        must(cudaMemcpy(back, dev, BYTES, cudaMemcpyDeviceToHost));
        bump<<<1, 4>>>((int *)dev);
        must(cudaMemcpy(host, dev, BYTES, cudaMemcpyDeviceToHost));
        back[0] = (char)(back[0] + 1);
        same = host[0] == back[0] && memcmp(host + 16, back + 16, BYTES - 16) == 0;
    }
    ok(same, "after kernels, again and again");
    free_all(dev, other);
    free(host);
    free(back);
}

int main(void) {
    enum { N = 1000 };
    float a[N], b[N];
    for (int i = 0; i < N; i++) a[i] = (float)i;

    float *dev, *other;
    must(cudaMalloc(&dev, sizeof a));
    must(cudaMalloc(&other, sizeof a));
    must(cudaMemcpy(dev, a, sizeof a, cudaMemcpyHostToDevice));
    must(cudaMemcpy(other, dev, sizeof a, cudaMemcpyDeviceToDevice));
    must(cudaMemcpy(b, other, sizeof b, cudaMemcpyDeviceToHost));
    ok(memcmp(a, b, sizeof a) == 0, "host to device to device to host");
    copy_much();
    places();
    must(cudaMemcpy(b, dev + 10, 40, cudaMemcpyDefault));
    ok(b[0] == 10 && b[9] == 19 && b[10] == 10, "a part of it, by cudaMemcpyDefault");
    must(cudaMemset(dev, 0x40, 8));
    must(cudaMemcpy(b, dev, sizeof b, cudaMemcpyDeviceToHost));
    ok(b[0] == 3.00392151f && b[2] == 2, "cudaMemset sets bytes");

    float values[100];
    for (int i = 0; i < 100; i++) values[i] = (float)(2 * i);
    must(cudaMemcpyToSymbol(constant, values, sizeof values));
    must(cudaMemcpyToSymbol(constant, values + 50, 40, 40));
    add_constant<<<8, 128>>>(other, N);
    must(cudaMemcpy(b, other, sizeof b, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        const int k = i % 100;
        wrong += b[i] != (float)i + (float)(2 * (k >= 10 && k < 20 ? k + 40 : k));
    }
    ok(wrong == 0, "constant memory, part of it copied by an offset");

    int ten[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, *address;
    size_t size;
    must(cudaMemcpyToSymbol(variable, ten, sizeof ten));
    bump_variable<<<1, 10>>>();
    must(cudaGetSymbolAddress((void **)&address, variable));
    must(cudaGetSymbolSize(&size, variable));
    bump<<<1, 10>>>(address);
    must(cudaMemcpyFromSymbol(ten, variable, 20, 20));
    ok(ten[0] == 7 && ten[4] == 11 && size == 40, "a __device__ array, its address and size");

    int *mapped, *dev_mapped, *managed;
    must(cudaHostAlloc(&mapped, 40, cudaHostAllocMapped));
    must(cudaHostGetDevicePointer(&dev_mapped, mapped, 0));
    must(cudaMallocManaged(&managed, 40));
    memset(mapped, 0, 40);
    memset(managed, 0, 40);
    bump<<<1, 10>>>(dev_mapped);
    bump<<<1, 10>>>(managed);
    bump<<<1, 5>>>(managed);
    must(cudaDeviceSynchronize());
    ok(mapped[9] == 1, "mapped host memory");
    ok(managed[0] == 2 && managed[9] == 1, "managed memory");

    char *pitched, square[7][5], back[7][5];
    size_t pitch;
    must(cudaMallocPitch(&pitched, &pitch, 5, 7));
    for (int y = 0; y < 7; y++)
        for (int x = 0; x < 5; x++) square[y][x] = (char)(10 * y + x);
    must(cudaMemcpy2D(pitched, pitch, square, 5, 5, 7, cudaMemcpyHostToDevice));
    must(cudaMemset2D(pitched + pitch, pitch, 1, 3, 2));
    must(cudaMemcpy2D(back, 5, pitched, pitch, 5, 7, cudaMemcpyDeviceToHost));
    ok(pitch % 32 == 0 && back[0][4] == 4 && back[1][2] == 1 && back[1][3] == 13 && back[3][0] == 30 &&
           back[6][4] == 64,
       "pitched memory, copied and set by rows");

    struct cudaPointerAttributes at;
    must(cudaPointerGetAttributes(&at, dev));
    ok(at.type == cudaMemoryTypeDevice, "a device pointer is known as one");
    must(cudaPointerGetAttributes(&at, managed + 3));
    ok(at.type == cudaMemoryTypeManaged, "a managed one");
    must(cudaPointerGetAttributes(&at, mapped));
    ok(at.type == cudaMemoryTypeHost, "a pinned one");

    free_all(dev, other, managed, pitched);
    must(cudaFreeHost(mapped));
    answers(cudaSuccess, cudaGetLastError());
    return done_testing();
}
