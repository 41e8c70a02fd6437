// SPDX-License-Identifier: MIT
// Which call tells of a kernel that crashed: the first that waits for it, whatever its form; and every call after it
// fails.
#include "../child.h"
#include "tap.h"

enum { SIZE = 64 };

__device__ int variable[SIZE];
__constant__ int table[SIZE];

__global__ void crash(int *nowhere) {
    __syncthreads(); // so that fibers are under way when it happens
    if (threadIdx.x == 3) nowhere[threadIdx.x] = 1;
    __syncthreads();
    variable[threadIdx.x] = 1;
}

// What the calls need, made before the crash.
static int host[SIZE], *dev, *pinned, *unified;
static cudaArray_t array;
static cudaPitchedPtr volume;
static cudaMipmappedArray_t levels;
static cudaStream_t stream;
static cudaEvent_t event;
static cudaTextureObject_t texture;

static void make(void) {
    for (int i = 0; i < SIZE; i++) host[i] = 7;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    must(cudaMalloc(&dev, sizeof host));
    must(cudaMallocHost(&pinned, sizeof host));
    must(cudaMallocManaged(&unified, sizeof host));
    must(cudaMallocArray(&array, &format, 8, 8));
    must(cudaMalloc3D(&volume, make_cudaExtent(16, 2, 2)));
    must(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(8, 8, 0), 2));
    make_all(stream, event);
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    must(cudaCreateTextureObject(&texture, &resource, &how, NULL));
}

static cudaError_t copy_volume(void) {
    cudaMemcpy3DParms p = {};
    p.srcPtr = volume;
    p.dstPtr = make_cudaPitchedPtr(host, 16, 16, 2);
    p.extent = make_cudaExtent(16, 2, 2);
    p.kind = cudaMemcpyDeviceToHost;
    return cudaMemcpy3D(&p);
}

static cudaError_t query(bool of_event) {
    cudaError_t e;
    do e = of_event ? cudaEventQuery(event) : cudaStreamQuery(stream);
    while (e == cudaErrorNotReady);
    return e;
}

// A word for the call under test, and what it answers.
#define CALLS(CALL)                                                                                                    \
    CALL(cudaDeviceSynchronize())                                                                                      \
    CALL(cudaStreamSynchronize(stream))                                                                                \
    CALL(cudaEventSynchronize(event))                                                                                  \
    CALL(query(true))                                                                                                  \
    CALL(query(false))                                                                                                 \
    CALL(cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost))                                                   \
    CALL(cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice))                                                   \
    CALL(cudaMemcpyAsync(host, dev, sizeof host, cudaMemcpyDeviceToHost, stream))                                      \
    CALL(cudaMemcpy2D(host, 16, dev, 16, 16, 4, cudaMemcpyDeviceToHost))                                               \
    CALL(copy_volume())                                                                                                \
    CALL(cudaMemcpyToSymbol(variable, host, sizeof host))                                                              \
    CALL(cudaMemcpyToSymbol(table, host, sizeof host))                                                                 \
    CALL(cudaMemcpyFromSymbol(host, variable, sizeof host))                                                            \
    CALL(cudaMemcpy2DToArray(array, 0, 0, host, 32, 32, 2, cudaMemcpyHostToDevice))                                    \
    CALL(cudaMemcpy2DFromArray(host, 32, array, 0, 0, 32, 2, cudaMemcpyDeviceToHost))                                  \
    CALL(cudaMemset(unified, 0, sizeof host))                                                                          \
    CALL(cudaMemset(pinned, 0, sizeof host))                                                                           \
    CALL(cudaFree(dev))                                                                                                \
    CALL(cudaFree(unified))                                                                                            \
    CALL(cudaFreeHost(pinned))                                                                                         \
    CALL(cudaFreeArray(array))                                                                                         \
    CALL(cudaFreeMipmappedArray(levels))

#define NAME(...) #__VA_ARGS__,
static const char *const names[] = {CALLS(NAME)};

static cudaError_t call(int number) {
    int n = 0;
#define TRY(...)                                                                                                       \
    if (n++ == number) return __VA_ARGS__;
    CALLS(TRY)
    return cudaSuccess;
}

// In a child: 0 if the call and the next one tell of the crash, and nothing was copied.
static int told(int number) {
    make();
    crash<<<1, 4, 0, stream>>>(NULL);
    if (cudaEventRecord(event, stream) != cudaSuccess) return 0; // so early that this call told of it
    const cudaError_t first = call(number), last = cudaGetLastError(), next = cudaFree(dev);
    if (first != cudaErrorIllegalAddress || last != cudaErrorIllegalAddress || next != cudaErrorIllegalAddress)
        return 1;
    for (int i = 0; i < SIZE; i++)
        if (host[i] != 7) return 1;
    return 0;
}

// The crash is the last error once, and what comes later fails anew.
static int again(void) {
    make();
    crash<<<4, SIZE>>>((int *)16);
    const cudaError_t illegal = cudaErrorIllegalAddress, first = cudaDeviceSynchronize(), last = cudaGetLastError(),
                      none = cudaGetLastError(), set = cudaMemset(dev, 0, 4), made = cudaMalloc(&dev, 4);
    crash<<<1, SIZE>>>((int *)16);
    return first != illegal || last != illegal || none != cudaSuccess || set != illegal || made != illegal ||
           cudaPeekAtLastError() != illegal;
}

int main(void) {
    const int count = sizeof names / sizeof *names;
    for (int i = 0; i < count; i++) ok(status_of([=] { return told(i); }) == 0, "%s tells of it", names[i]);
    ok(status_of(again) == 0, "once, and every further call fails");
    return done_testing();
}
