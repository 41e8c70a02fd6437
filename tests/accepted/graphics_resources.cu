// SPDX-License-Identifier: MIT
// A buffer that a graphics library shares, with an array of the host's in its place: what it holds
// comes to the kernel and back as the flags say, and calls in a wrong order are refused, with the
// codes that an H200 returned for a buffer of OpenGL's.
#include <stdio.h>
#include <stdlib.h>

const int COUNT = 100;
static int held[COUNT], opened, failures;
static bool lost; // the library does not open it

static void *open_buffer(unsigned, int) {
    opened += !lost;
    return lost ? NULL : held;
}
static void close_buffer(unsigned name) { opened -= name == 7; }

__global__ void add(int *numbers, int count) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < count) numbers[i] += i;
}
__global__ void set(int *numbers, int count) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < count) numbers[i] = 3 * i;
}

static void answers_at(cudaError_t expected, cudaError_t got, int line) {
    cudaError_t last = cudaGetLastError();
    if (got == expected && last == expected) return;
    failures++;
    printf("line %d: %s, then %s, expected %s\n", line, cudaGetErrorName(got), cudaGetErrorName(last),
           cudaGetErrorName(expected));
}
#define answers(expected, call) answers_at(expected, call, __LINE__)
#define holds(factor)                                                                                                  \
    for (int i = 0; i < COUNT; i++) failures += held[i] != (factor)*i

int main() {
    const struct cuda_cpu_buffer buffer = {7, sizeof held, open_buffer, close_buffer};
    const struct cuda_cpu_buffer empty = {8, 0, open_buffer, close_buffer};
    const struct cuda_cpu_buffer none = {0, sizeof held, open_buffer, close_buffer};
    cudaGraphicsResource_t r, other, twice[2];
    int *numbers = NULL;
    void **place = (void **)&numbers;
    size_t size = 0;
    for (int i = 0; i < COUNT; i++) held[i] = i;

    answers(cudaErrorMemoryAllocation, cuda_cpu_register_buffer(&r, &empty, 0));
    answers(cudaErrorInvalidValue, cuda_cpu_register_buffer(&r, &none, 0));
    answers(cudaErrorInvalidValue, cuda_cpu_register_buffer(&r, &buffer, 3));
    answers(cudaErrorInvalidValue, cuda_cpu_register_buffer(NULL, &buffer, 0));
    answers(cudaSuccess, cuda_cpu_register_buffer(&r, &buffer, cudaGraphicsRegisterFlagsNone));

    // Not mapped yet.
    answers(cudaErrorNotMapped, cudaGraphicsResourceGetMappedPointer(place, &size, r));
    answers(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &r));
    answers(cudaErrorInvalidValue, cudaGraphicsMapResources(0, &r));
    answers(cudaErrorInvalidResourceHandle, cudaGraphicsMapResources(-1, &r));
    answers(cudaErrorInvalidValue, cudaGraphicsMapResources(1, NULL));
    twice[0] = twice[1] = r;
    answers(cudaErrorAlreadyMapped, cudaGraphicsMapResources(2, twice));
    answers(cudaErrorNotMapped, cudaGraphicsResourceGetMappedPointer(place, &size, r));

    // Mapped: what the buffer held is there, and what the kernel wrote comes back.
    answers(cudaSuccess, cudaGraphicsMapResources(1, &r, 0));
    answers(cudaErrorAlreadyMapped, cudaGraphicsMapResources(1, &r, 0));
    answers(cudaErrorAlreadyMapped, cudaGraphicsResourceSetMapFlags(r, 0));
    answers(cudaSuccess, cudaGraphicsResourceGetMappedPointer(place, &size, r));
    struct cudaPointerAttributes attributes;
    answers(cudaSuccess, cudaPointerGetAttributes(&attributes, numbers));
    failures += size != sizeof held || attributes.type != cudaMemoryTypeDevice;
    add<<<4, 32>>>(numbers, COUNT);
    holds(1); // until it is unmapped
    answers(cudaSuccess, cudaGraphicsUnmapResources(1, &r, 0));
    holds(2);
    answers(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &r, 0));

    // Read only: nothing comes back. Written anew: nothing goes there.
    answers(cudaSuccess, cudaGraphicsResourceSetMapFlags(r, 3));
    answers(cudaSuccess, cudaGraphicsResourceSetMapFlags(r, cudaGraphicsMapFlagsReadOnly));
    answers(cudaSuccess, cudaGraphicsMapResources(1, &r));
    answers(cudaSuccess, cudaGraphicsResourceGetMappedPointer(place, &size, r));
    add<<<4, 32>>>(numbers, COUNT);
    answers(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
    holds(2);
    answers(cudaSuccess, cudaGraphicsResourceSetMapFlags(r, cudaGraphicsMapFlagsWriteDiscard));
    lost = true; // it would be an error to look
    answers(cudaSuccess, cudaGraphicsMapResources(1, &r));
    lost = false;
    answers(cudaSuccess, cudaGraphicsResourceGetMappedPointer(place, NULL, r));
    set<<<4, 32>>>(numbers, COUNT);
    answers(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
    holds(3);

    // Two at once, all or none of them; one that the library does not open.
    answers(cudaSuccess, cuda_cpu_register_buffer(&other, &buffer, 0));
    cudaGraphicsResource_t both[] = {other, r}, swapped[] = {r, other};
    answers(cudaSuccess, cudaGraphicsMapResources(1, &r));
    answers(cudaErrorAlreadyMapped, cudaGraphicsMapResources(2, both));
    answers(cudaErrorNotMapped, cudaGraphicsUnmapResources(2, swapped));
    lost = true;
    answers(cudaErrorUnknown, cudaGraphicsMapResources(1, &other));
    lost = false;
    answers(cudaErrorAlreadyMapped, cudaGraphicsUnregisterResource(r));
    answers(cudaSuccess, cudaGraphicsUnmapResources(1, &r));
    answers(cudaSuccess, cudaGraphicsUnregisterResource(r));
    answers(cudaErrorInvalidResourceHandle, cudaGraphicsUnregisterResource(r));
    answers(cudaErrorInvalidResourceHandle, cudaGraphicsMapResources(1, &r));
    answers(cudaErrorInvalidResourceHandle, cudaGraphicsUnmapResources(2, both));
    answers(cudaErrorInvalidResourceHandle, cudaGraphicsResourceSetMapFlags(r, 0));
    answers(cudaErrorInvalidResourceHandle, cudaGraphicsResourceGetMappedPointer(place, NULL, r));
    answers(cudaErrorInvalidResourceHandle, cudaGraphicsUnregisterResource(NULL));
    answers(cudaSuccess, cudaGraphicsUnregisterResource(other));
    return failures || opened;
}
