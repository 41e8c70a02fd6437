// SPDX-License-Identifier: MIT
// The index of a thread in the grid, in the many ways to write it and to compare it: each element
// is met by its thread, once, and none beyond the end, whatever loops the CPU backend makes of a
// kernel (cpu/compiler/vector/index.c, cpu/compiler/vector/stride.c).
#include <string.h>

#include "tap.h"

const int ROOM = 1 << 16; // elements
const int SPARE = 4096;   // after the last: no thread may touch them

static int *dev_out, *dev_in;
static int out[ROOM + SPARE], in[ROOM];

// Three visits of an element count as three.
__device__ void visit(int *p, int value) {
    *p += value;
}

// ---- one element a thread -----------------------------------------------------------------------

#define ONE(name, index, condition, ...)                                                           \
    __global__ void name(const int *a, int *c, __VA_ARGS__) {                                      \
        index;                                                                                     \
        if (condition)                                                                             \
            c[i] += a[i] + (int)i;                                                                 \
    }
// Others leave first.
#define REST(name, index, condition, ...)                                                          \
    __global__ void name(const int *a, int *c, __VA_ARGS__) {                                      \
        index;                                                                                     \
        if (condition)                                                                             \
            return;                                                                                \
        c[i] += a[i] + (int)i;                                                                     \
    }
#define USUAL const int i = threadIdx.x + blockIdx.x * blockDim.x

ONE(plain, int i = threadIdx.x + blockIdx.x * blockDim.x, i < n, int n)
REST(swapped, const unsigned int i = blockDim.x * blockIdx.x + threadIdx.x, i >= n, unsigned n)
REST(wrapped, auto i = (blockIdx.x * blockDim.x) + threadIdx.x, !(i < n), long n)

__global__ void wide(const int *a, int *c, size_t n) {
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n) {
        visit(&c[i], a[i] + (int)i);
    }
}

__global__ void direct(const int *a, int *c, int n) {
    if ((int)(blockIdx.x * blockDim.x + threadIdx.x) < n)
        c[blockIdx.x * blockDim.x + threadIdx.x] +=
            a[threadIdx.x + blockDim.x * blockIdx.x] + (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

// The comparison is another one than it seems, or comes with others.
REST(reversed, USUAL, (i < n) == 0, int n)
ONE(either, USUAL, i < n / 2 || (i >= n / 2 && i < n), int n)
REST(below, USUAL, i >= n || a[i] > most, int n, int most)
ONE(masked, USUAL, i<(n & 0xffff) && n> 0, int n)
// The rest of the condition lets others in.
ONE(or_else, USUAL, i<n / 2 && n> 0 ? true : i < all, int n, int all)
REST(chosen, USUAL, i >= n / 2 || n == 0 ? i >= all : false, int n, int all)
// No thread divides by 0.
REST(undivided, USUAL, parts == 0 || i >= n / parts, int n, int parts)

__global__ void otherwise(const int *a, int *c, int n) {
    USUAL;
    if (i < n)
        c[i] += a[i];
    else
        atomicAdd(&c[i % n], 0);
    if (i < n)
        c[i] += i;
}

__global__ void changed(const int *a, int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    i++;
    if (i <= n)
        c[i - 1] += a[i - 1] + i - 1;
}

__global__ void negative(const int *a, int *c, int n) {
    USUAL, most = -n;
    if (i < most)
        c[i] = -7;
    if (i < n)
        c[i] += a[i] + i;
}

template <class T, int N> __global__ void templated(const T *a, T *c) {
    USUAL;
    if (i < N)
        c[i] += a[i] + i;
}

// Threads that tell where they are by other means, too.
__device__ int lane(void) {
    return (int)threadIdx.x;
}

__global__ void asks(const int *a, int *c, int n) {
    USUAL;
    if (i < n)
        c[lane() + blockIdx.x * blockDim.x] += a[i] + i;
}

__global__ void qualified(const int *a, int *c, int n) {
    USUAL;
    const int row = i + (int)(::threadIdx.y * blockDim.x * gridDim.x);
    if (row < n)
        c[row] += a[row] + row;
}

// ---- rows ---------------------------------------------------------------------------------------

__global__ void room(const int *a, int *c, int width, int height) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < width && y < height)
        c[x + y * width] += a[x + y * width] + x + y * width;
}

__global__ void leaving(const int *a, int *c, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= height || x >= width)
        return;
    int i = y * width + x;
    c[i] += a[i] + i;
}

// All of the grid, as the book has it.
__global__ void offsets(const int *a, int *c) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    c[offset] += a[offset] + offset;
}

__global__ void offsets_again(const int *a, int *c) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    visit(&c[y * gridDim.x * blockDim.x + x],
          a[x + y * gridDim.x * blockDim.x] + (int)(y * blockDim.x * gridDim.x + x));
}

__global__ void floors(const int *a, int *c, int width, int height, int depth) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    const int z = threadIdx.z + blockIdx.z * blockDim.z;
    if (x >= width || y >= height || z >= depth)
        return;
    const int i = x + width * (y + height * z);
    c[i] += a[i] + i;
}

// ---- many elements a thread ---------------------------------------------------------------------

__global__ void strides(const int *a, int *c, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        c[i] += a[i] + i;
}

__global__ void wide_strides(const int *a, int *c, size_t n) {
    const size_t all = (size_t)blockDim.x * gridDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
        if (a[i] < 0)
            continue;
        c[i] += a[i] + (int)i;
    }
}

// From an index that has a name; which the loop, or somebody else, may change.
__global__ void named(const int *a, int *c, size_t n) {
    const size_t first = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    int met = 0;
    for (size_t i = first; i < n; i += stride) {
        c[i] += a[i] + (int)i;
        met++;
    }
    if (first < n && met == 0) // nobody
        c[first] = -1;
}

__global__ void named_otherwise(const int *a, int *c, int n) {
    int first = blockDim.x * blockIdx.x + threadIdx.x;
    const int third = n / 3;
    for (size_t i = first; i < (size_t)third; i += gridDim.x * blockDim.x)
        c[i] += a[i] + (int)i;
    for (int i = first; i < third; i += gridDim.x * blockDim.x)
        c[i + third] += a[i + third] + i + third;
    first += 2 * third;
    for (int i = first; i < n; i += gridDim.x * blockDim.x)
        c[i] += a[i] + i;
}

__global__ void book(const int *a, int *c, int n) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    while (tid < n) {
        c[tid] += a[tid] + tid;
        tid += blockDim.x * gridDim.x;
    }
}

// Each thread knows in the end how many elements it met, and where it stopped.
__global__ void sums(const int *a, int *c, int n) {
    int met = 0, last = 0, i = threadIdx.x + blockIdx.x * blockDim.x;
    const int me = i;
    while (i < n) {
        met++;
        last = a[i] + i;
        c[i] += last;
        i += blockDim.x * gridDim.x;
    }
    if (met != (n - me + (int)(blockDim.x * gridDim.x) - 1) / (int)(blockDim.x * gridDim.x) &&
        me < n)
        c[me] = -1;
    if (met > 0 && last != a[i - blockDim.x * gridDim.x] + i - (int)(blockDim.x * gridDim.x))
        c[me] = -2;
}

// One sum a thread, after a barrier that of the block: dot.
__global__ void dot(const int *a, int *c, int n) {
    __shared__ int cache[128];
    int temp = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        temp += a[i] * (i % 5);
    cache[threadIdx.x] = temp;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = cache[0];
}

// Its first element only, and no more than three: loops that end in other ways.
__global__ void breaks(const int *a, int *c, int n) {
    int turn = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        if (turn++ == 3)
            break;
        c[i] += a[i] + i;
    }
}

__global__ void skips(const int *a, int *c, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        c[i] += a[i] + i;
        if (a[i] == 0)
            i += blockDim.x * gridDim.x;
    }
}

// A block fills and reads what is shared, from threadIdx.x on.
__global__ void histogram(const int *a, int *c, int n) {
    __shared__ int count[300];
    for (int i = threadIdx.x; i < 300; i += blockDim.x)
        count[i] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int stride = blockDim.x * gridDim.x;
    while (i < n) {
        atomicAdd(&count[a[i] % 300], 1);
        i += stride;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 300; k += blockDim.x)
        atomicAdd(&c[k], count[k]);
}

// One thread a warp at a time, from the first of its elements to the last. c[n] is the lock.
__global__ void locked(const int *a, int *c, int n) {
    if (threadIdx.x % 32 != 0)
        return;
    while (atomicCAS(&c[n], 0, 1) != 0)
        ;
    __threadfence();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        c[i] += a[i] + i;
    __threadfence();
    atomicExch(&c[n], 0);
}

// Each thread its own place in a list: the order is not known, the set is.
__global__ void list(const int *a, int *c, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        const int place = atomicAdd(&c[n], 1);
        c[place] = a[i];
    }
}

// ---- checks -------------------------------------------------------------------------------------

static void fetch(const char *what) {
    ok(cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess, "%s: runs",
       what);
    must(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    must(cudaMemset(dev_out, 0, sizeof out));
}

// Elements 0 to n - 1 were met once, those for which met() is false never.
template <class Met> static void check_met(const char *what, int n, const Met &met) {
    fetch(what);
    int wrong = -1;
    for (int i = ROOM + SPARE; i-- > 0;)
        if (out[i] != (i < n && met(i) ? in[i] + i : 0))
            wrong = i;
    ok(wrong < 0, "%s: %d elements", what, n);
    if (wrong >= 0)
        printf("# element %d is %d\n", wrong, out[wrong]);
}

static void check(const char *what, int n) {
    check_met(what, n, [](int) { return true; });
}

#define MET(kernel, n, ...) kernel<<<blocks, threads>>>(__VA_ARGS__), check(#kernel, n)

static void check_all(int n, int threads) {
    int *const a = dev_in, *const c = dev_out;
    const int blocks = (n + threads - 1) / threads + 1; // the last has nothing to do
    MET(plain, n, a, c, n);
    MET(swapped, n, a, c, n);
    MET(wide, n, a, c, n);
    MET(wrapped, n, a, c, n);
    MET(direct, n, a, c, n);
    MET(reversed, n, a, c, n);
    MET(otherwise, n, a, c, n);
    MET(either, n, a, c, n);
    below<<<blocks, threads>>>(a, c, n, 500);
    check_met("below", n, [](int i) { return in[i] <= 500; });
    MET(changed, n, a, c, n);
    MET(masked, n & 0xffff, a, c, n);
    MET(negative, n, a, c, n);
    templated<int, 777><<<1 + 777 / threads, threads>>>(a, c), check("templated", 777);
    MET(asks, n, a, c, n);
    MET(or_else, n, a, c, n / 2, n);
    MET(chosen, n, a, c, n, n);
    MET(undivided, n / 3, a, c, n, 3);
    MET(undivided, 0, a, c, n, 0);
    qualified<<<4, dim3(8, 5)>>>(a, c, 111), check("qualified", 111);

    for (int blocks : {1, 7, 64}) {
        MET(strides, n, a, c, n);
        MET(wide_strides, n, a, c, n);
        MET(named, n, a, c, n);
        MET(named_otherwise, n, a, c, n);
        MET(book, n, a, c, n);
        MET(sums, n, a, c, n);
        const int all = blocks * threads;
        locked<<<blocks, threads>>>(a, c, n);
        check_met("locked", n, [=](int i) { return i % all % threads % 32 == 0; });
        breaks<<<blocks, threads>>>(a, c, n);
        check_met("breaks", n, [=](int i) { return i < 3 * all; });
        skips<<<blocks, threads>>>(a, c, n);
        static bool skipped[ROOM + SPARE];
        memset(skipped, 0, sizeof skipped);
        for (int i = 0; i < n; i++)
            if (!skipped[i] && in[i] == 0 && i + all < n)
                skipped[i + all] = true;
        check_met("skips", n, [](int i) { return !skipped[i]; });
    }

    int expected[300] = {}, sum = 0;
    for (int i = 0; i < n; i++) {
        expected[in[i] % 300]++;
        sum += in[i] * (i % 5);
    }
    histogram<<<7, threads>>>(dev_in, dev_out, n);
    fetch("histogram");
    ok(memcmp(out, expected, sizeof expected) == 0, "a histogram of %d", n);
    dot<<<7, 128>>>(dev_in, dev_out, n);
    fetch("dot");
    for (int block = 0; block < 7; block++)
        sum -= out[block];
    ok(sum == 0, "dot of %d", n);
    list<<<7, threads>>>(dev_in, dev_out, n);
    fetch("list");
    int count[300] = {};
    for (int i = 0; i < n; i++)
        count[out[i] % 300]++;
    ok(out[n] == n && memcmp(count, expected, sizeof count) == 0, "a list of %d", n);
}

// ---- indices that there are not -----------------------------------------------------------------

// Elements by such an index lie too far away to be linked: all this is no code.
__global__ void impossible(int *c) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 5000)
        c[0] = s[63 - threadIdx.x];
    if (threadIdx.x > 1023 || threadIdx.y > 1023)
        c[1] = s[63 - threadIdx.x] + s[63 - threadIdx.y];
    visit(c + threadIdx.x, s[63 - threadIdx.x]);
}
__global__ void impossible_whole(int *c) { // barriers in both branches keep it whole
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (c[threadIdx.x] < 0) {
        if (threadIdx.x == 5000)
            c[0] = s[63 - threadIdx.x];
        __syncthreads();
    } else {
        __syncthreads();
        if (threadIdx.x > 2000)
            c[0] = s[63 - threadIdx.x];
    }
    visit(c + threadIdx.x, s[63 - threadIdx.x]);
}

int main(void) {
    for (int i = 0; i < ROOM; i++)
        in[i] = (int)((unsigned)i * 2654435761u >> 22);
    must(cudaMalloc(&dev_in, sizeof in));
    must(cudaMalloc(&dev_out, sizeof out));
    must(cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice));
    must(cudaMemset(dev_out, 0, sizeof out));

    check_all(1, 32);
    check_all(33 * 1024 + 1, 256);
    check_all(9999, 100);
    check_all(1000, 1);
    check_all(20000, 1024);

    for (int width : {1, 31, 200}) {
        const int height = 123;
        const dim3 blocks(width / 16 + 1, height / 8 + 2), threads(16, 8);
        MET(room, width * height, dev_in, dev_out, width, height);
        MET(leaving, width * height, dev_in, dev_out, width, height);
        floors<<<dim3(width / 4 + 1, 5, 4), dim3(4, 3, 2)>>>(dev_in, dev_out, width, 13, 7);
        check("floors", width * 13 * 7);
    }
    offsets<<<dim3(11, 5), dim3(7, 9)>>>(dev_in, dev_out);
    check("offsets", 11 * 5 * 7 * 9);
    offsets_again<<<dim3(11, 5), dim3(7, 9)>>>(dev_in, dev_out);
    check("offsets again", 11 * 5 * 7 * 9);

    must(cudaMemset(dev_out, 0, sizeof out));
    impossible<<<1, 64>>>(dev_out);
    impossible_whole<<<1, 64>>>(dev_out + 64);
    must(cudaMemcpy(out, dev_out, 128 * sizeof *out, cudaMemcpyDeviceToHost));
    ok(each(128, [&](int i) { return out[i] == 63 - i % 64; }),
       "what compares an index with one that there is not");

    free_all(dev_in, dev_out);
    return done_testing();
}
