// SPDX-License-Identifier: MIT
// Kernels with barriers in the many ways to write them: what a thread knows before a barrier it
// knows after it, whatever the CPU backend makes of the kernel (cpu/compiler/split/fission.c).
#include <string.h>

#include "tap.h"

const int MOST = 1024; // threads of a block
const int BLOCKS = 3;

static int *dev_out, *dev_in;
static int out[BLOCKS * MOST], in[MOST];

__constant__ int rounds;
__device__ int limit; // a kernel may change it
enum { STRIDE = 7 };

struct shape {
    int rounds, step;
    float weight[2];
};

struct cell {
    int value;
    int next;
};

__device__ int my_index(void) {
    return (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
}

__device__ void meet(void) {
    __syncthreads();
}

#define MEET __syncthreads()

// The neighbour's value, by way of shared memory: what every kernel below does with its own.
__device__ int pass_on(int *cache, int value) {
    cache[my_index()] = value;
    return value;
}

// The book's reduction.
__global__ void halve(const int *from, int *to) {
    __shared__ int cache[MOST];
    int tid = threadIdx.x, cacheIndex = threadIdx.x;
    cache[cacheIndex] = from[tid];
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    to[tid + blockIdx.x * blockDim.x] = cache[0] + i;
}

// Kept: numbers, pointers, vectors, a const that memory gave; and the tile of a loop in a loop.
__global__ void keep(const int *from, int *to, int n) {
    __shared__ int cache[MOST];
    const int t = threadIdx.x, given = from[t];
    int sum = given, *end = to + blockIdx.x * blockDim.x;
    const int *walker = from;
    float4 four = make_float4(1, 2, 3, (float)t);
    for (int round = 0; round < n; round++) {
        cache[t] = sum;
        __syncthreads();
        sum += cache[(t + 1) % blockDim.x];
        four.w += 1;
        walker++;
        for (int again = 0; again <= round; again += 2) {
            __syncthreads();
            sum -= (int)four.x;
        }
        __syncthreads();
    }
    end += t;
    *end = sum + given + (int)four.w + *(walker - n);
}

// Conditions that are the same for all threads, with barriers in them, and else.
__global__ void agree(int *to, int n) {
    __shared__ int cache[MOST];
    const unsigned t = threadIdx.x;
    int mine = (int)t;
    if (blockDim.x >= 64) {
        cache[t] = mine;
        __syncthreads();
        mine += cache[t ^ 1];
    } else {
        mine = -1;
    }
    if (n > 2)
        for (int i = 0; i < n; i++)
            __syncthreads();
    else if (n == 2) {
        __syncthreads();
        mine = -2;
    } else
        mine -= 1000;
    to[t + blockIdx.x * blockDim.x] = mine;
}

// Names that are used again: in loops, in blocks, and of what lies outside.
__global__ void shadow(const int *from, int *to) {
    __shared__ int cache[MOST];
    int i = threadIdx.x, sum = 0;
    cache[i] = from[i];
    __syncthreads();
    for (int i = 0; i < 4; i++)
        sum += cache[(threadIdx.x + i) % blockDim.x];
    __syncthreads();
    {
        int i = 100;
        __syncthreads();
        sum += i;
        {
            int sum = 3;
            i += sum;
        }
        __syncthreads();
        sum += i;
    }
    for (unsigned k = 0; k < 2; k++) {
        int i = sum + (int)k;
        __syncthreads();
        sum = i;
    }
    to[i + blockIdx.x * blockDim.x] = sum + i;
}

// Sizes of shared arrays that are named in the kernel.
__global__ void halo(const int *from, int *to) {
    const int radius = 3;
    constexpr int size = MOST + 2 * radius;
    enum { LEFT, RIGHT, SIDES };
    __shared__ int cache[size];
    alignas(16) __shared__ int edge[SIDES];
    const int t = threadIdx.x;
    cache[t + radius] = from[t];
    if (t == 0)
        edge[LEFT] = edge[RIGHT] = -1;
    __syncthreads();
    const bool inside = t < (int)blockDim.x - radius;
    to[t + blockIdx.x * blockDim.x] = inside ? cache[t + 2 * radius] : edge[SIDES - 1];
}

// A variable that is the same for all threads, read before and after each of its changes.
__global__ void uniform(int *to, int n) {
    __shared__ int cache[MOST];
    const int t = threadIdx.x;
    int stride = 1, sum = 0;
    do {
        const int half = stride * 2;
        sum += stride;
        stride *= 2;
        sum += 1000 * stride + half;
        cache[t] = sum;
        __syncthreads();
        sum = cache[(t + stride) % blockDim.x];
        __syncthreads();
        ++stride;
    } while (stride < n);
    to[t + blockIdx.x * blockDim.x] = sum + stride;
}

// Trip counts from a structure, from constant memory, from the block, from a name.
__global__ void count(int *to, shape s) {
    int sum = 0;
    for (int i = 0; i < s.rounds; i += s.step) {
        sum++;
        __syncthreads();
    }
    for (int i = rounds; i--;) {
        sum += 10;
        __syncthreads();
    }
    for (unsigned i = 0; i <= blockIdx.x; i++) {
        __syncthreads();
        sum += 100;
    }
    for (int i = 0; i < STRIDE; i++) {
        sum += 1000;
        __syncthreads();
    }
    to[threadIdx.x + blockIdx.x * blockDim.x] = sum + (int)s.weight[1];
}

// Trip counts that memory tells: from a parameter, from a variable that the kernel changes.
__global__ void told(const int *from, int *to) {
    __shared__ int turns;
    int sum = 0;
    for (int i = 0; i < from[3]; i++) {
        sum++;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        turns = limit;
    __syncthreads();
    for (int i = 0; i < turns; i++) {
        __syncthreads();
        sum += 10;
    }
    to[threadIdx.x + blockIdx.x * blockDim.x] = sum;
}

// Threads change what they were given, each for itself.
__global__ void own_parameters(int *to, int n) {
    to += blockIdx.x * blockDim.x;
    n -= threadIdx.x;
    __syncthreads();
    to += threadIdx.x;
    n *= 2;
    __syncthreads();
    *to = n;
}

// Parameters that all change alike.
__global__ void shared_parameters(const int *from, int *to, int n) {
    __shared__ int cache[MOST];
    int sum = 0;
    to += blockIdx.x * blockDim.x;
    while (n > 0) {
        cache[threadIdx.x] = from[threadIdx.x];
        __syncthreads();
        sum += cache[blockDim.x - 1 - threadIdx.x] * n;
        __syncthreads();
        n -= 3;
    }
    to[threadIdx.x] = sum + n;
}

// Dynamic shared memory, cut in two.
__global__ void two_arrays(const int *from, int *to) {
    extern __shared__ int both[];
    int *first = both, *second = both + blockDim.x;
    const int t = threadIdx.x;
    first[t] = from[t];
    second[t] = -from[t];
    __syncthreads();
    const int other = blockDim.x - 1 - t;
    to[t + blockIdx.x * blockDim.x] = first[other] - second[(t + 1) % blockDim.x];
}

// A barrier after a macro, one in a function, and the warp's own.
__global__ void hidden(const int *from, int *to) {
    __shared__ int cache[MOST];
    cache[threadIdx.x] = from[threadIdx.x];
    MEET;
    int sum = cache[blockDim.x - 1 - threadIdx.x];
    meet();
    cache[threadIdx.x] = sum;
    meet();
    to[threadIdx.x + blockIdx.x * blockDim.x] = cache[(threadIdx.x + 1) % blockDim.x];
}

__global__ void warp_only(const int *from, int *to) {
    __shared__ int cache[MOST];
    const int lane = threadIdx.x % 32, first = threadIdx.x - lane;
    cache[threadIdx.x] = from[threadIdx.x];
    __syncwarp();
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++)
        sum += cache[first + (lane + i) % 32];
    __syncwarp(0xffffffff);
    to[threadIdx.x + blockIdx.x * blockDim.x] = sum;
}

// Statements of all kinds between barriers; threads that return after the last.
__global__ void statements(int *to, int n) {
    __shared__ int cache[MOST];
    __shared__ int total;
    int kind = threadIdx.x % 4, sum = 0;
    if (threadIdx.x == 0)
        total = 0;
    switch (kind) {
    case 0:
        sum = 1;
        break;
    case 1:
        sum = 2;
        [[fallthrough]];
    case 2:
        sum += 4;
        break;
    default:
        sum = 100;
    }
    for (int i = 0; i < n; i++) {
        if (i == 2)
            continue;
        if (i > 4)
            break;
        sum += i;
    }
    cache[threadIdx.x] = sum;
    __syncthreads();
    atomicAdd(&total, 1);
    while (sum > 50)
        sum -= 7;
    __syncthreads();
    if (threadIdx.x >= 5 && threadIdx.x < 8)
        return;
    for (int i = 0; i < 2; i++)
        if (threadIdx.x == 9 && i == 1)
            return;
    to[threadIdx.x + blockIdx.x * blockDim.x] = sum + cache[0] + 10000 * total;
}

// Threads that return in front of a barrier.
__global__ void leave(int *to, int n) {
    __shared__ int cache[MOST];
    int t = threadIdx.x;
    if (t >= n)
        return;
    cache[t] = t;
    __syncthreads();
    to[t + blockIdx.x * blockDim.x] = cache[n - 1 - t];
}

// No thread divides by 0: all have returned.
__global__ void divide(int *to, int by) {
    __shared__ int cache[MOST];
    const int t = threadIdx.x;
    if (by == 0)
        return;
    const int share = 100 / by;
    cache[t] = share;
    __syncthreads();
    for (int i = 100 % by; i < 100; i += by) {
        cache[t] += i;
        __syncthreads();
    }
    to[t + blockIdx.x * blockDim.x] = cache[blockDim.x - 1 - t];
}

template <class T, int WIDTH> __global__ void transpose(const T *from, T *to) {
    __shared__ T tile[WIDTH][WIDTH + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    T mine = from[x + y * WIDTH];
#pragma unroll 2
    for (int i = 0; i < 2; i++) {
        tile[y][x] = mine;
        __syncthreads();
        mine = tile[x][y] + T(i);
        __syncthreads();
    }
    to[x + y * WIDTH + blockIdx.x * WIDTH * WIDTH] = mine;
}

// Structures and arrays of a thread's own, and a type that has a name only here.
__global__ void structures(const int *from, int *to) {
    typedef int number;
    __shared__ number cache[MOST];
    struct cell mine = {from[threadIdx.x], 0};
    number twice[2] = {mine.value, 2 * mine.value};
    cache[threadIdx.x] = mine.value;
    __syncthreads();
    mine.next = cache[(threadIdx.x + 1) % blockDim.x];
    twice[1] += mine.next;
    __syncthreads();
    to[threadIdx.x + blockIdx.x * blockDim.x] = mine.value + mine.next + twice[0] + twice[1];
}

// Three dimensions, and a function that asks where it is.
__global__ void three(const int *from, int *to) {
    __shared__ int cache[MOST];
    const int size = blockDim.x * blockDim.y * blockDim.z;
    const int mine = pass_on(cache, from[my_index()]);
    __syncthreads();
    to[my_index() + blockIdx.x * size] = cache[size - 1 - my_index()] + 2 * mine;
}

static void fetch(void) {
    must(cudaGetLastError());
    must(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    must(cudaMemset(dev_out, 0xff, sizeof out));
}

// `expected(block, thread)` against what the kernel left, for blocks of n threads.
template <class Expected> static void check(int n, const char *what, Expected expected) {
    fetch();
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        for (int t = 0; t < n; t++)
            if (out[t + b * n] != expected(b, t) && wrong++ == 0)
                printf("# block %d, thread %d: %d, not %d\n", b, t, out[t + b * n], expected(b, t));
    ok(wrong == 0, "%s, %d threads", what, n);
}

static void check_all(int n) {
    const auto next = [n](int t, int by) { return in[(t + by) % n]; };

    halve<<<BLOCKS, n>>>(dev_in, dev_out);
    check(n, "a tree", [n](int, int) {
        int cache[MOST];
        for (int t = 0; t < n; t++)
            cache[t] = in[t];
        for (int i = n / 2; i > 0; i /= 2)
            for (int t = 0; t < i; t++)
                cache[t] += cache[t + i];
        return cache[0];
    });

    keep<<<BLOCKS, n>>>(dev_in, dev_out, 3);
    int sums[MOST], before[MOST];
    for (int t = 0; t < n; t++)
        sums[t] = in[t];
    for (int round = 0; round < 3; round++) {
        memcpy(before, sums, sizeof before);
        for (int t = 0; t < n; t++)
            sums[t] += before[(t + 1) % n] - (round / 2 + 1);
    }
    check(n, "kept variables", [&](int, int t) { return sums[t] + in[t] + t + 3 + in[0]; });

    for (int k = 1; k <= 3; k++) {
        if (n % 2)
            continue; // t ^ 1 would lie outside
        agree<<<BLOCKS, n>>>(dev_out, k);
        check(n, "barriers under conditions", [n, k](int, int t) {
            const int mine = n >= 64 ? t + (t ^ 1) : -1;
            return k > 2 ? mine : k == 2 ? -2 : mine - 1000;
        });
    }

    shadow<<<BLOCKS, n>>>(dev_in, dev_out);
    check(n, "names used again", [&](int, int t) {
        return next(t, 0) + next(t, 1) + next(t, 2) + next(t, 3) + 100 + 103 + 1 + t;
    });

    halo<<<BLOCKS, n>>>(dev_in, dev_out);
    check(n, "sizes named in the kernel", [n](int, int t) { return t < n - 3 ? in[t + 3] : -1; });

    uniform<<<BLOCKS, n>>>(dev_out, 20);
    int common = 0, stride = 1;
    do {
        common += stride + 2 * stride;
        stride *= 2;
        common += 1000 * stride;
    } while (++stride < 20);
    check(n, "a variable of all threads", [=](int, int) { return common + stride; });

    count<<<BLOCKS, n>>>(dev_out, shape{5, 2, {0, 9}});
    check(n, "trip counts", [](int b, int) { return 3 + 40 + 100 * (b + 1) + 7000 + 9; });

    told<<<BLOCKS, n>>>(dev_in, dev_out);
    check(n, "trip counts out of memory", [](int, int) { return in[3] + 20; });

    own_parameters<<<BLOCKS, n>>>(dev_out, 50);
    check(n, "parameters of each thread", [](int, int t) { return 2 * (50 - t); });

    shared_parameters<<<BLOCKS, n>>>(dev_in, dev_out, 7);
    check(n, "parameters of all threads", [n](int, int t) { return in[n - 1 - t] * 12 - 2; });

    two_arrays<<<BLOCKS, n, 2 * n * sizeof(int)>>>(dev_in, dev_out);
    check(n, "two arrays", [&](int, int t) { return in[n - 1 - t] + next(t, 1); });

    hidden<<<BLOCKS, n>>>(dev_in, dev_out);
    check(n, "hidden barriers", [n](int, int t) { return in[n - 1 - (t + 1) % n]; });

    if (n % 32 == 0) {
        warp_only<<<BLOCKS, n>>>(dev_in, dev_out);
        check(n, "__syncwarp", [](int, int t) {
            int sum = 0;
            for (int i = 0; i < 4; i++)
                sum += in[t / 32 * 32 + (t + i) % 32];
            return sum;
        });
    }

    statements<<<BLOCKS, n>>>(dev_out, 9);
    check(n, "statements", [n](int, int t) {
        static const int start[4] = {1, 6, 4, 100};
        int sum = start[t % 4] + 0 + 1 + 3 + 4;
        while (sum > 50)
            sum -= 7;
        return (t >= 5 && t < 8) || t == 9 ? -1 : sum + 1 + 8 + 10000 * n;
    });

    leave<<<BLOCKS, n>>>(dev_out, n / 2 + 1);
    check(n, "threads that leave", [n](int, int t) { return t <= n / 2 ? n / 2 - t : -1; });

    divide<<<BLOCKS, n>>>(dev_out, 0);
    check(n, "a division that nobody does", [](int, int) { return -1; });
    divide<<<BLOCKS, n>>>(dev_out, 30);
    check(n, "a division", [](int, int) { return 3 + 10 + 40 + 70; });

    structures<<<BLOCKS, n>>>(dev_in, dev_out);
    check(n, "structures", [&](int, int t) { return 4 * next(t, 0) + 2 * next(t, 1); });
}

// Sums of products: the first launches note what they read, later ones do not.
__global__ void products(const int *in, int *out) {
    __shared__ float s[MOST];
    const int t = threadIdx.x;
    s[t] = in[t] / 3.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] = s[t] * 1.0001f + s[t + half];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = __float_as_int(s[0]);
}

// The same bits from the first launch to the last.
static bool rounds_alike(void) {
    int first = 0;
    for (int launch = 0; launch < 100; launch++) {
        products<<<1, MOST>>>(dev_in, dev_out);
        must(cudaMemcpy(out, dev_out, sizeof *out, cudaMemcpyDeviceToHost));
        if (!launch)
            first = out[0];
        if (out[0] != first)
            return false;
    }
    return true;
}

int main(void) {
    for (int i = 0; i < MOST; i++)
        in[i] = i * 37 % 101 + i / 5 + 1;
    const int four = 4, two = 2;
    must(cudaMemcpyToSymbol(rounds, &four, sizeof four));
    must(cudaMemcpyToSymbol(limit, &two, sizeof two));
    must(cudaMalloc(&dev_in, sizeof in));
    must(cudaMalloc(&dev_out, sizeof out));
    must(cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice));
    must(cudaMemset(dev_out, 0xff, sizeof out));

    static const int threads[] = {1, 2, 31, 64, 100, 1024};
    for (int n : threads)
        check_all(n);

    transpose<int, 16><<<BLOCKS, dim3(16, 16)>>>(dev_in, dev_out);
    check(256, "a template", [](int, int t) { return in[t] + 1; });
    transpose<int, 5><<<BLOCKS, dim3(5, 5)>>>(dev_in, dev_out);
    check(25, "a template, not of a warp's size", [](int, int t) { return in[t] + 1; });
    three<<<BLOCKS, dim3(4, 3, 5)>>>(dev_in, dev_out);
    check(60, "three dimensions", [](int, int t) { return in[59 - t] + 2 * in[t]; });

    ok(rounds_alike(), "sums of products have the same last bits in all launches");

    free_all(dev_in, dev_out);
    return done_testing();
}
