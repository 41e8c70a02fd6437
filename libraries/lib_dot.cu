// SPDX-License-Identifier: MIT
// The dot product by cuBLAS, beside a kernel as chapter 5 has it.
//
// What it teaches: how a library is called. A handle keeps what it needs between two calls. A call
// returns a status, and its work goes into the handle's stream, as a launch does. And where
// does the result go? If to a variable of the host, the call waits; if to the device's memory, it
// does not. After dot_shared.
//
//     lib_dot; lib_dot --size 100000000; lib_dot --help
//
// It prints the time of the whole job and of its parts, then each way alone with its bandwidth, and
// whether all results are right.
#include <cublas_v2.h>

#include "chapter.h"
#include "random.h"
#include "status.h"

#define ABOUT "Multiplies two vectors of floats, by a kernel and by cuBLAS."
const size_t DEFAULT_SIZE = 1 << 20; // elements
const double MOST = 2147483647;      // cublasSdot takes an int
const int THREADS = 256;             // in a block
const int MOST_BLOCKS = 1024;

// A thread's products, the sums of its block in shared memory, and one atomic for each block.
__global__ void dot(const float *a, const float *b, float *result, size_t n) {
    __shared__ float cache[THREADS];
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    float sum = 0;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int left = THREADS / 2; left > 0; left /= 2) {
        if (threadIdx.x < left)
            cache[threadIdx.x] += cache[threadIdx.x + left];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(result, cache[0]);
}

static const char *const WAYS[] = {"own kernel", "cublasSdot, to the host",
                                   "cublasSdot, to the device"};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

// Leaves the product in *result, which is on the host, or in dev_result.
static void multiply(int way, cublasHandle_t handle, const float *dev_a, const float *dev_b,
                     size_t n, float *result, float *dev_result) {
    if (way == 0) {
        const size_t needed = (n + THREADS - 1) / THREADS;
        const unsigned blocks = (unsigned)(needed < MOST_BLOCKS ? needed : MOST_BLOCKS);
        HANDLE_ERROR(cudaMemsetAsync(dev_result, 0, sizeof *dev_result));
        dot<<<blocks, THREADS>>>(dev_a, dev_b, dev_result, n);
        HANDLE_ERROR(cudaGetLastError());
    } else if (way == 1) { // the host needs it, so the call waits
        HANDLE_STATUS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
        HANDLE_STATUS(cublasSdot(handle, (int)n, dev_a, 1, dev_b, 1, result));
    } else { // the next kernel needs it: the call returns at once
        HANDLE_STATUS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
        HANDLE_STATUS(cublasSdot(handle, (int)n, dev_a, 1, dev_b, 1, dev_result));
    }
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST, "elements in each vector"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other vectors"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    const size_t n = options.size, bytes = n * sizeof(float);
    float *a = (float *)host_alloc(&options, n, sizeof *a);
    float *b = (float *)host_alloc(&options, n, sizeof *b);
    struct report report = report_begin(&options);
    double expected = 0;
    for (size_t i = 0; i < n; i++) {
        a[i] = random_number(options.seed, 2 * i);
        b[i] = random_number(options.seed, 2 * i + 1);
        expected += (double)a[i] * b[i];
    }

    // The whole job, once. A handle takes longer to make than a short product: it is made once.
    float *dev_a, *dev_b, *dev_result, result;
    cublasHandle_t handle;
    struct stopwatch span = stopwatch_start();
    HANDLE_STATUS(cublasCreate(&handle));
    stopwatch_lap(&span, "handle");
    HANDLE_ERROR(cudaMalloc(&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof *dev_result));
    stopwatch_lap(&span, "allocate");
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    multiply(1, handle, dev_a, dev_b, n, &result, dev_result);
    stopwatch_lap(&span, "product");
    stopwatch_stop(&span);
    // The library does not say in which order it adds: each element may round once.
    const double tolerance = verify_sum_tolerance(n);
    size_t wrong = !verify_close(result, expected, 0, tolerance);
    report_span(&report, &span, wrong == 0);

    // Each way alone, many times; the last product of each is checked too.
    for (int way = 0; way < WAY_COUNT; way++) {
        struct timing t = timing_start(options.runs, dev_result, sizeof *dev_result);
        t.budget_ms = TIMING_BUDGET_MS / WAY_COUNT;
        while (timing_next(&t))
            multiply(way, handle, dev_a, dev_b, n, &result, dev_result);
        if (way != 1)
            HANDLE_ERROR(cudaMemcpy(&result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
        const bool right = verify_close(result, expected, 0, tolerance);
        report_kernel(&report, WAYS[way], &t, 2.0 * (double)bytes / (t.median_ms * 1e6), "GB/s",
                      right);
        wrong += !right;
    }
    HANDLE_STATUS(cublasDestroy(handle));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_result));
    free(a);
    free(b);
    return report_end(&report, "%zu wrong among 4 products; relative tolerance %.1e", wrong,
                      tolerance);
}
