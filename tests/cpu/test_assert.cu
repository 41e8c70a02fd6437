// SPDX-License-Identifier: MIT
// A failed assert in a kernel: the grid ends, and every later call says so. One that holds costs
// nothing. What is printed is left to the reader: the file, the line, the block and the thread.
#include <assert.h>

#include "tap.h"

__global__ void check(int *out, int worst) {
    __syncthreads();
    assert(out[threadIdx.x] != worst);
    out[threadIdx.x]++;
}

__device__ long long counted;

__global__ void count(int *woke) {
    const long long start = clock64();
    const clock_t coarse = clock();
    __nanosleep(1000);
    counted = clock64() - start;
    *woke = clock() - coarse >= 0;
}

// Memory of a kernel's own, and copies within it.
__global__ void own_memory(int *to) {
    int *one = (int *)malloc(8 * sizeof *one), *other = new int[8];
    memset(one, 0, 8 * sizeof *one);
    for (int i = 0; i < 8; i++) one[i] += (int)threadIdx.x * i;
    memcpy(other, one, 8 * sizeof *one);
    to[threadIdx.x] = other[7];
    free(one);
    delete[] other;
}

__global__ void caches(const float *from, float *to) {
    __stcg(&to[0], __ldg(&from[0]));
    __stcs(&to[1], __ldcg(&from[1]));
    __stwt(&to[2], __ldca(&from[2]));
    __stwb(&to[3], __ldcs(&from[3]));
    *(float4 *)(to + 4) = __ldg((const float4 *)from);
}

int main(void) {
    int *dev, out[64];
    must(cudaMalloc(&dev, sizeof out));
    must(cudaMemset(dev, 0, sizeof out));
    check<<<1, 64>>>(dev, 1);
    answers(cudaSuccess, cudaDeviceSynchronize());

    count<<<1, 1>>>(dev);
    long long ticks;
    must(cudaMemcpyFromSymbol(&ticks, counted, sizeof ticks));
    must(cudaMemcpy(out, dev, 4, cudaMemcpyDeviceToHost));
    ok(ticks > 0 && out[0] == 1, "clock64 and clock run on; __nanosleep comes back");

    own_memory<<<1, 64>>>(dev);
    must(cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost));
    ok(out[0] == 0 && out[9] == 63 && out[63] == 441, "malloc, new, memset and memcpy in a kernel");

    float in[4] = {1, 2, 3, 4}, got[8], *dev_in, *dev_got;
    must(cudaMalloc(&dev_in, sizeof in));
    must(cudaMalloc(&dev_got, sizeof got));
    must(cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice));
    caches<<<1, 1>>>(dev_in, dev_got);
    must(cudaMemcpy(got, dev_got, sizeof got, cudaMemcpyDeviceToHost));
    ok(each(8, [&](int i) { return got[i] == in[i % 4]; }), "loads and stores with hints to the caches");

    must(cudaMemset(dev, 0, sizeof out));
    check<<<2, 64>>>(dev, 0);
    answers(cudaErrorAssert, cudaDeviceSynchronize());
    answers(cudaErrorAssert, cudaGetLastError());
    answers(cudaErrorAssert, cudaMalloc(&dev, 4));
    return done_testing();
}
