// SPDX-License-Identifier: MIT
// Fault: a launch hands a kernel a pointer to the host's memory. It is not touched here, and so no
// GPU complains: the launch alone is pointed out. Mended: pointers that a kernel may have.
#include "fault.h"

const int N = 100; // elements

__device__ int counters[4];
__managed__ int shared_counter;
static int host[N], registered[N];

__global__ void ignore(const int *, const float *, int) {}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev, *pinned, *managed;
    void *symbol;
    HANDLE_ERROR(cudaMalloc(&dev, sizeof host));
    HANDLE_ERROR(cudaMallocHost(&pinned, sizeof host));
    HANDLE_ERROR(cudaMallocManaged(&managed, sizeof host));
    HANDLE_ERROR(cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault));
    HANDLE_ERROR(cudaGetSymbolAddress(&symbol, counters));
    const int *allowed[] = {dev,     dev + N / 2, dev + N,        NULL,          pinned,         pinned + N,
                            managed, dev - 1,     registered + 1, (int *)symbol, &shared_counter};
    for (const int *pointer : allowed) ignore<<<1, 1>>>(pointer, 0, N);
    HANDLE_ERROR(cudaGetLastError());
    if (!mended) ignore<<<1, 1>>>(dev, (const float *)host, N); // fault
    HANDLE_KERNELS();
    HANDLE_ERROR(cudaHostUnregister(registered));
    HANDLE_ERROR(cudaFree(managed));
    HANDLE_ERROR(cudaFreeHost(pinned));
    HANDLE_ERROR(cudaFree(dev));
}
