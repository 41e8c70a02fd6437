// SPDX-License-Identifier: MIT
// Barriers and shared memory: reductions of any size, the counting forms, dynamic shared memory,
// the host memory that blocks need.
#include <sys/resource.h>

#include "tap.h"

const int MOST = 1024; // threads of a block

static int *dev_out;
static int out[1 << 16];

static void fetch(size_t count) {
    must(cudaGetLastError());
    must(cudaMemcpy(out, dev_out, count * sizeof *out, cudaMemcpyDeviceToHost));
    must(cudaMemset(dev_out, 0xff, sizeof out));
}

// The sum of 0 ... n - 1 in a tree, for any number of threads.
__global__ void reduce(int *sums) {
    __shared__ int cache[MOST];
    cache[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    for (unsigned n = blockDim.x; n > 1;) {
        const unsigned half = (n + 1) / 2;
        if (threadIdx.x + half < n) cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
        n = half;
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = cache[0];
}

__global__ void count_votes(int *to) {
    const int odd = threadIdx.x % 2, big = threadIdx.x > 5;
    const int votes = __syncthreads_count(odd), again = __syncthreads_count(big);
    const int any = __syncthreads_or(threadIdx.x == 7), none = __syncthreads_or(0);
    const int all = __syncthreads_and(1), not_all = __syncthreads_and(threadIdx.x != 3);
    int *mine = to + 6 * threadIdx.x;
    mine[0] = votes;
    mine[1] = again;
    mine[2] = any != 0;
    mine[3] = none != 0;
    mine[4] = all != 0;
    mine[5] = not_all != 0;
}

// The host's own comes first, and brings the array's address along with it on a thread that has run
// no block yet.
static int of_host() { return 7; }
static thread_local int before_blocks = of_host();
extern __shared__ int file_scope[];

__global__ void dynamic_file_scope(int *to) {
    file_scope[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    to[threadIdx.x] = file_scope[blockDim.x - 1 - threadIdx.x];
}

template <class T> __global__ void dynamic_local(int *to) {
    extern __shared__ double bytes[];
    T *cache = (T *)bytes;
    cache[threadIdx.x] = (T)threadIdx.x;
    __syncthreads();
    to[threadIdx.x] = (int)cache[blockDim.x - 1 - threadIdx.x];
}

// Two blocks never share their shared memory, nor does one see what the one before left.
__global__ void private_memory(int *to) {
    __shared__ int mine;
    if (threadIdx.x == 0) mine = (int)blockIdx.x;
    __syncthreads();
    atomicAdd(&mine, 1);
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) to[blockIdx.x] = mine;
}

int main(void) {
    const int of_host_first = before_blocks; // which no block has run before
    must(cudaMalloc(&dev_out, sizeof out));
    const int sizes[] = {1, 2, 3, 31, 32, 33, 63, 100, 255, 256, 257, 512, 777, 1023, 1024};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int blocks = 37;
        reduce<<<blocks, sizes[s]>>>(dev_out);
        fetch(blocks);
        int wrong = 0;
        for (int b = 0; b < blocks; b++) wrong += out[b] != sizes[s] * (sizes[s] - 1) / 2;
        ok(wrong == 0, "tree reduction by %d threads", sizes[s]);
    }

    count_votes<<<1, 100>>>(dev_out);
    fetch(600);
    int wrong = 0;
    for (int i = 0; i < 100; i++) {
        const int expected[6] = {50, 94, 1, 0, 1, 0};
        for (int k = 0; k < 6; k++) wrong += out[6 * i + k] != expected[k];
    }
    ok(wrong == 0, "__syncthreads_count, _or, _and");

    wrong = of_host_first != 7;
    for (int launch = 0; launch < 50; launch++) {
        dynamic_file_scope<<<1, 1000, 1000 * sizeof(int)>>>(dev_out);
        fetch(1000);
        for (int i = 0; i < 1000; i++) wrong += out[i] != 999 - i;
    }
    ok(wrong == 0, "extern __shared__ outside the kernel");
    dynamic_local<float><<<1, 500, 500 * sizeof(float)>>>(dev_out);
    fetch(500);
    ok(each(500, [&](int i) { return out[i] == 499 - i; }), "extern __shared__ inside a template");

    private_memory<<<2000, 64>>>(dev_out);
    fetch(2000);
    ok(each(2000, [&](int b) { return out[b] == b + 64; }), "each block has shared memory of its own");

    // A hundred times the blocks need no more host memory: that follows the cores, not the grid.
    struct rusage before, after;
    reduce<<<100, 256>>>(dev_out);
    must(cudaDeviceSynchronize());
    getrusage(RUSAGE_SELF, &before);
    int *dev_many;
    const int many = 10000;
    must(cudaMalloc(&dev_many, many * sizeof *dev_many));
    reduce<<<many, 256>>>(dev_many);
    must(cudaDeviceSynchronize());
    getrusage(RUSAGE_SELF, &after);
    ok(after.ru_maxrss - before.ru_maxrss < 4096, "10 000 blocks with barriers: %ld kB more memory",
       after.ru_maxrss - before.ru_maxrss);
    must(cudaFree(dev_many));

    must(cudaFree(dev_out));
    return done_testing();
}
