// SPDX-License-Identifier: MIT
// Gravity between all bodies, three ways: tiles again, and this time arithmetic is the limit.
//
// What it teaches: n bodies need n * n interactions. A tile of bodies in shared memory serves all
// threads of a block, as in matmul; then several bodies for each thread, so that one read from the
// tile serves several interactions. What remains is arithmetic: counting instructions tells
// the limit. After matmul.
//
//     nbody; nbody --size 131072; nbody --help
//
// It prints the time of the whole job and of its parts, then of the three kernels, with GFLOP/s at
// 20 operations per interaction, as is usual, and whether the pulls are right.
#include "chapter.h"
#include "bodies.h"

#define ABOUT "Works out how bodies pull at each other, each at each."
const size_t DEFAULT_SIZE = 2048; // bodies
const size_t MOST = 1 << 24;
const int THREADS = 256;      // in a block, and bodies in a tile
const int EACH = 4;           // bodies of a thread, in the last kernel
const double OPERATIONS = 20; // of an interaction, as they are usually counted
const size_t CHECKED = 64;    // bodies whose pull is worked out on the host

// What a body of mass other.w pulls at one: m d / (d^2 + e)^(3/2). As instructions of a GPU: 3
// subtractions, 3 fused multiplications and additions, an rsqrt, 3 multiplications, 3 fused ones.
// That is 12 for the pipe of floats and 1 for that of special functions, which has 1/8 of its
// width: 13 places in the queue of a scheduler that sends one instruction a clock.
__device__ static inline void interact(float3 *pull, const float4 &one, const float4 &other) {
    const float dx = other.x - one.x, dy = other.y - one.y, dz = other.z - one.z;
    const float r = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, SOFTENING))));
    const float s = other.w * r * (r * r);
    pull->x = fmaf(s, dx, pull->x);
    pull->y = fmaf(s, dy, pull->y);
    pull->z = fmaf(s, dz, pull->z);
}

// One thread: one body. All threads of a warp read the same other body at the same time, from
// the cache. Bound by these reads.
__global__ void from_global(const float4 *bodies, float4 *pulls, int n) {
    const int i = threadIdx.x + blockIdx.x * THREADS;
    const float4 one = bodies[i < n ? i : 0];
    float3 pull = {0, 0, 0};
    for (int j = 0; j < n; j++)
        interact(&pull, one, bodies[j]);
    if (i < n)
        pulls[i] = make_float4(pull.x, pull.y, pull.z, 0);
}

// A tile of bodies in shared memory. Where the last is not full, bodies without mass fill it up.
__device__ static inline void load(float4 *tile, const float4 *bodies, int j, int n) {
    __syncthreads(); // the tile before is done
    tile[threadIdx.x] = j + threadIdx.x < n ? bodies[j + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
}

// One thread: BODIES bodies. A read from the tile serves as many interactions, which do not wait
// for each other. With one body bound by reads and by waiting, with four by arithmetic.
template <int BODIES> __global__ void from_tiles(const float4 *bodies, float4 *pulls, int n) {
    __shared__ float4 tile[THREADS];
    const int first = threadIdx.x + blockIdx.x * THREADS * BODIES;
    float4 one[BODIES];
    float3 pull[BODIES];
    for (int b = 0; b < BODIES; b++) {
        const int i = first + b * THREADS;
        one[b] = bodies[i < n ? i : 0];
        pull[b] = make_float3(0, 0, 0);
    }
    for (int j = 0; j < n; j += THREADS) {
        load(tile, bodies, j, n);
#pragma unroll 8
        for (int k = 0; k < THREADS; k++)
            for (int b = 0; b < BODIES; b++)
                interact(&pull[b], one[b], tile[k]);
    }
    for (int b = 0; b < BODIES; b++) {
        const int i = first + b * THREADS;
        if (i < n)
            pulls[i] = make_float4(pull[b].x, pull[b].y, pull[b].z, 0);
    }
}

static const char *const WAYS[] = {"from global", "from tiles", "four each"};

static void launch(int way, const float4 *dev_bodies, float4 *dev_pulls, size_t n) {
    const size_t of_block = (size_t)THREADS * (way == 2 ? EACH : 1);
    const unsigned blocks = (unsigned)((n + of_block - 1) / of_block);
    if (way == 0)
        from_global<<<blocks, THREADS>>>(dev_bodies, dev_pulls, (int)n);
    else if (way == 1)
        from_tiles<1><<<blocks, THREADS>>>(dev_bodies, dev_pulls, (int)n);
    else
        from_tiles<EACH><<<blocks, THREADS>>>(dev_bodies, dev_pulls, (int)n);
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, (double)MOST, "bodies"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other bodies"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    const size_t n = options.size, bytes = n * sizeof(float4);
    float4 *const bodies = (float4 *)host_alloc(&options, 2 * n, sizeof *bodies);
    float4 *const pulls = bodies + n;
    struct report report = report_begin(&options);
    bodies_fill(bodies, n, options.seed);

    float4 *dev_bodies, *dev_pulls;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_bodies, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_pulls, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_pulls, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_bodies, bodies, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    launch(2, dev_bodies, dev_pulls, n);
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(pulls, dev_pulls, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = bodies_wrong(pulls, bodies, n, CHECKED);
    report_span(&report, &span, wrong == 0);

    for (int w = 0; w < 3; w++) {
        struct timing t = timing_start(options.runs, dev_pulls, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 3;
        while (timing_next(&t))
            launch(w, dev_bodies, dev_pulls, n);
        HANDLE_ERROR(cudaMemcpy(pulls, dev_pulls, bytes, cudaMemcpyDeviceToHost));
        wrong += bodies_wrong(pulls, bodies, n, CHECKED);
        report_kernel(&report, WAYS[w], &t,
                      OPERATIONS * (double)n * (double)n / (t.median_ms * 1e6), "GFLOP/s",
                      wrong == 0);
    }
    HANDLE_ERROR(cudaFree(dev_bodies));
    HANDLE_ERROR(cudaFree(dev_pulls));
    free(bodies);
    return report_end(&report, "%zu wrong among those looked at of 4 x %zu pulls", wrong, n);
}
