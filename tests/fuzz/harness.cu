// SPDX-License-Identifier: MIT
// Runs the random kernels that it is linked with, split and whole, and compares what they leave:
//
//   unit [SKIPPED...]     numbers of kernels to leave out
//
// Prints `at NUMBER` before each, `whole NUMBER: SUM` of what it left whole, and for one that
// differs `differs NUMBER: ...`. Exit status: 1 if one did; a kernel that crashes or takes too long
// ends it.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <cuda_runtime.h>

#include "harness.h"

const fuzz_case *fuzz_case::first;

enum { OUT = 16384, G = 4096, ACC = 8192, IN = 4096, ROW = 1024, ALL = OUT + G + ACC };

static unsigned *dev, *dev_in;
static unsigned got[2][ALL];
static cudaTextureObject_t line, plane;
static cudaSurfaceObject_t row;
static cudaArray_t of_row;

static void make_textures(void) {
    static float heights[4][16];
    for (int i = 0; i < 64; i++) heights[i / 16][i % 16] = (float)(i * 37 % 64) / 4;
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = dev_in;
    from.res.linear.desc = cudaCreateChannelDesc<unsigned>();
    from.res.linear.sizeInBytes = IN * sizeof *dev_in;
    cudaTextureDesc how = {};
    cudaCreateTextureObject(&line, &from, &how, NULL);

    cudaArray_t of_plane;
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>(), words = cudaCreateChannelDesc<unsigned>();
    cudaMallocArray(&of_plane, &floats, 16, 4);
    cudaMemcpy2DToArray(of_plane, 0, 0, heights, sizeof *heights, sizeof *heights, 4, cudaMemcpyHostToDevice);
    from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = of_plane;
    how.filterMode = cudaFilterModeLinear;
    how.addressMode[0] = cudaAddressModeClamp;
    how.addressMode[1] = cudaAddressModeBorder;
    cudaCreateTextureObject(&plane, &from, &how, NULL);

    cudaMallocArray(&of_row, &words, ROW, 0, cudaArraySurfaceLoadStore);
    from.res.array.array = of_row;
    cudaCreateSurfaceObject(&row, &from);
}

static cudaError_t run(const fuzz_case *of, fuzz_launch launch, bool whole) {
    cudaMemset(dev, 0, ALL * sizeof *dev);
    launch.out = dev;
    launch.g = dev + OUT;
    launch.acc = dev + OUT + G;
    launch.in = dev_in;
    launch.shared = 1024;
    launch.line = line;
    launch.plane = plane;
    launch.row = row;
    static const unsigned zeros[ROW] = {};
    cudaMemcpy2DToArray(of_row, 0, 0, zeros, sizeof zeros, sizeof zeros, 1, cudaMemcpyHostToDevice);
    of->run(&launch, whole);
    const cudaError_t error = cudaGetLastError(), after = cudaDeviceSynchronize();
    cudaMemcpy(got[whole], dev, ALL * sizeof *dev, cudaMemcpyDeviceToHost);
    return error ? error : after;
}

static const struct {
    dim3 grid, block;
    int n;
    unsigned m;
} shapes[] = {
    {1, 1, 1, 2},     {1, 7, 5, 3},    {3, 32, 90, 1},         {2, 33, 66, 4},
    {1, 256, 250, 2}, {5, 8, 1000, 0}, {2, dim3(8, 4), 50, 3}, {dim3(2, 2), dim3(5, 3), 700, 2},
};

static bool differs(const fuzz_case *of) {
    uint64_t sum = 14695981039346656037u;
    for (const auto &shape : shapes) {
        if (of->one_dimension && (shape.grid.y > 1 || shape.block.y > 1)) continue;
        const fuzz_launch launch = {shape.grid, shape.block, 0, 0, 0, 0, 0, shape.n, shape.m};
        const cudaError_t whole = run(of, launch, true), split = run(of, launch, false);
        if (whole != split || whole != cudaSuccess) {
            printf("differs %u: <<<(%u, %u), (%u, %u)>>>: %s split, %s whole\n", of->number, shape.grid.x, shape.grid.y,
                   shape.block.x, shape.block.y, cudaGetErrorName(split), cudaGetErrorName(whole));
            exit(1);
        }
        for (unsigned word : got[1]) sum = (sum ^ word) * 1099511628211u;
        for (int i = 0; i < ALL; i++)
            if (got[0][i] != got[1][i]) {
                printf("differs %u: <<<(%u, %u), (%u, %u)>>>, n %d, m %u: %s[%d] is %u split, %u whole\n", of->number,
                       shape.grid.x, shape.grid.y, shape.block.x, shape.block.y, shape.n, shape.m,
                       i < OUT       ? "out"
                       : i < OUT + G ? "g"
                                     : "acc",
                       i < OUT       ? i
                       : i < OUT + G ? i - OUT
                                     : i - OUT - G,
                       got[0][i], got[1][i]);
                return true;
            }
    }
    printf("whole %u: %016llx\n", of->number, (unsigned long long)sum);
    return false;
}

// What takes longer ends: so many seconds of work, or so many of the clock where it waits for good.
static void limit(long work, unsigned waiting) {
    const struct itimerval timer = {{0, 0}, {work, 0}};
    setitimer(ITIMER_PROF, &timer, NULL);
    alarm(waiting);
}

int main(int argc, char **argv) {
    static unsigned in[IN];
    for (unsigned i = 0, x = 12345; i < IN; i++) in[i] = (x = x * 1664525u + 1013904223u) >> (i % 3 ? 24 : 8);
    cudaMalloc((void **)&dev, ALL * sizeof *dev);
    cudaMalloc((void **)&dev_in, sizeof in);
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    make_textures();
    if (cudaGetLastError() != cudaSuccess) return 2;
    int any = 0;
    for (const fuzz_case *of = fuzz_case::first; of; of = of->next) {
        bool skipped = false;
        for (int a = 1; a < argc; a++) skipped = skipped || (unsigned)strtoul(argv[a], NULL, 10) == of->number;
        if (skipped) continue;
        printf("at %u\n", of->number);
        fprintf(stderr, "at %u\n", of->number); // what is said from here on is of this one
        fflush(stdout);
        limit(20, 600);
        any |= differs(of);
        fflush(stdout);
    }
    return any;
}
