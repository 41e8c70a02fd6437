// SPDX-License-Identifier: MIT
// The dot product with shared memory: the threads of a block add up their products together.
//
// What it teaches: a reduction. Each thread keeps a running sum; then the sums of a block meet in
// shared memory and are folded in half again and again, with a barrier after each fold; the host
// adds the one number that each block leaves. What can go wrong is shown in broken/.
//
//     dot_shared; dot_shared --size 100000000 --blocks 4096; dot_shared --threads 100
//
// It prints the time of the whole job and of its parts, the time of the kernel alone with its
// bandwidth, the question of the published programs, and its answer.
#include "chapter.h"
#include "dot.h"

#define ABOUT "Multiplies two vectors of floats; shared memory collects the sums of each block."
const size_t DEFAULT_SIZE = 33 * 1024; // elements
const int MOST_THREADS = 1024;         // in a block
const int MOST_BLOCKS = 1 << 20;

// A thread's own sum runs over the elements i, i + stride, i + 2 stride, ... Then the second half
// of a block's sums is added to the first, until one is left. Where their number is odd, the one in
// the middle waits for the next fold: so a block may have any number of threads. Bound by how many
// reads the grid can have under way; the folds cost next to nothing.
__global__ void dot(const float *a, const float *b, float *partial, size_t n) {
    __shared__ float cache[MOST_THREADS];
    const int cacheIndex = threadIdx.x;
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    float sum = 0;
    for (size_t i = cacheIndex + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        sum += a[i] * b[i];
    cache[cacheIndex] = sum;
    __syncthreads();

    int left = blockDim.x; // sums
    while (left > 1) {
        const int i = left / 2; // pairs
        left -= i;
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + left];
        __syncthreads(); // not inside the if: every thread of the block has to come here
    }
    if (cacheIndex == 0)
        partial[blockIdx.x] = cache[0];
}

// The end of it on the host, where the few sums of the blocks are no work for a GPU.
static double add(const float *partial, size_t blocks) {
    double sum = 0;
    for (size_t i = 0; i < blocks; i++)
        sum += partial[i];
    return sum;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    size_t threads = 256, most_blocks = 32;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 1e15, "elements in each vector"},
        {"threads", OPTION_COUNT, &threads, 1, MOST_THREADS, "threads in a block"},
        {"blocks", OPTION_COUNT, &most_blocks, 1, MOST_BLOCKS, "blocks at most"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    // As many blocks as have something to do, up to a limit: each leaves one number for the host.
    const size_t n = options.size;
    const size_t bytes = n * sizeof(float);
    const size_t needed = (n + threads - 1) / threads;
    const size_t blocks = needed < most_blocks ? needed : most_blocks;
    float *a = (float *)host_alloc(&options, n, sizeof *a);
    float *b = (float *)host_alloc(&options, n, sizeof *b);
    float *partial = (float *)host_alloc(&options, blocks, sizeof *partial);
    struct report report = report_begin(&options);
    dot_fill(a, b, n);

    // The whole job, once: memory on the device, the vectors there, the kernel, the sums of the
    // blocks back, and their sum.
    const size_t partial_bytes = blocks * sizeof *partial;
    float *dev_a, *dev_b, *dev_partial;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_partial, partial_bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_partial, partial_bytes);
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    dot<<<(unsigned)blocks, (unsigned)threads>>>(dev_a, dev_b, dev_partial, n);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(partial, dev_partial, partial_bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    double result = add(partial, blocks);
    stopwatch_lap(&span, "add");
    stopwatch_stop(&span);
    const size_t roundings = dot_roundings(n, blocks * threads);
    struct dot_check check = dot_verify(a, b, n, result, roundings);
    bool right = check.right;

    // The kernel alone, many times; the last sums are checked too.
    struct timing t = timing_start(options.runs, dev_partial, partial_bytes);
    while (timing_next(&t))
        dot<<<(unsigned)blocks, (unsigned)threads>>>(dev_a, dev_b, dev_partial, n);
    HANDLE_ERROR(cudaMemcpy(partial, dev_partial, partial_bytes, cudaMemcpyDeviceToHost));
    result = add(partial, blocks);
    check = dot_verify(a, b, n, result, roundings);
    right = right && check.right;

    // Two vectors read, in bytes a nanosecond.
    const double bandwidth = 2.0 * (double)bytes / (t.median_ms * 1e6);
    report_span(&report, &span, right);
    report_kernel(&report, "kernel", &t, bandwidth, "GB/s", right);
    dot_ask(&options, "GPU", result, n);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial));
    free(a);
    free(b);
    free(partial);
    return report_end(&report, "relative error %.1e, %.1e allowed", check.error, check.tolerance);
}
