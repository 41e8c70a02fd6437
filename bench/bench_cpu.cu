// SPDX-License-Identifier: MIT
// What CUDA on the CPU costs: kernels run by the CPU backend beside the loops that one would write
// by hand with OpenMP, in turns, on the same cores.
//
//     make bench-cpu                    bench_cpu --runs 51 --csv
//
// It prints a row a kernel: the median of both, their ratio, and that of the least times, which a
// busy machine disturbs less. Below 1 the backend is faster.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "book.h"
#include "digits.h"
#include "options.h"
#include "verify.h"
#include "../chapter06_raytrace/scene.h"

#define ABOUT "Times kernels on the CPU backend against hand-written OpenMP loops."

const int RAY = 1024, SPHERES = 20; // pixels along an edge, spheres
const int ROOM = 1024;              // cells along an edge
const int WIDTH = 512, EDGE = 16;   // of the matrices, and of a tile
const int DOT = 33 * 1024, DOT_BLOCKS = 32, DOT_THREADS = 256;

const int SUM = 1 << 20;  // elements of the sum by shuffles
const int LAUNCHES = 100; // of an empty kernel, each waited for

struct bench {
    struct Sphere *scene;
    uchar4 *picture;
    float *a, *b, *c; // as large as the largest kernel needs, but for the long dot product
    float *long_a, *long_b;
    unsigned *bins;
    int *first, *column;         // of a sparse matrix, in compressed rows
    int *neighbour;              // of a graph's nodes; `first` is the matrix's
    int *level, *more;           // of the nodes; 1 where another level has some
    float *sums;                 // of the blocks of a prefix sum
    cudaTextureObject_t texture; // over a
    float result;
};

// ---- ray: no barrier ----------------------------------------------------------------------------

__host__ __device__ static inline uchar4 trace(const struct Sphere *s, int spheres, int x, int y,
                                               int size) {
    float nearest = -INFINITY, depth = 0;
    int seen = -1;
    for (int i = 0; i < spheres; i++) {
        float dz = 0;
        const float z = hit(&s[i], x - size / 2, y - size / 2, &dz);
        if (z > nearest) {
            nearest = z;
            depth = dz;
            seen = i;
        }
    }
    return seen < 0 ? make_uchar4(0, 0, 0, 255) : shade(&s[seen], depth);
}

__global__ void render(uchar4 *picture, int size, const struct Sphere *s, int spheres) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        picture[x + (size_t)y * size] = trace(s, spheres, x, y, size);
}

static void ray_cuda(struct bench *d) {
    render<<<dim3(RAY / 16, RAY / 16), dim3(16, 16)>>>(d->picture, RAY, d->scene, SPHERES);
}

static void ray_openmp(struct bench *d) {
#pragma omp parallel for schedule(dynamic, 8)
    for (int y = 0; y < RAY; y++)
        for (int x = 0; x < RAY; x++)
            d->picture[x + y * RAY] = trace(d->scene, SPHERES, x, y, RAY);
}

// ---- heat step: no barrier ----------------------------------------------------------------------

__host__ __device__ static inline float diffuse(const float *t, int x, int y, int size) {
    const int i = x + y * size;
    const float top = t[y > 0 ? i - size : i], bottom = t[y < size - 1 ? i + size : i];
    const float left = t[x > 0 ? i - 1 : i], right = t[x < size - 1 ? i + 1 : i];
    return t[i] + 0.25f * (top + bottom + left + right - 4 * t[i]);
}

__global__ void step(const float *in, float *out, int size) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        out[x + y * size] = diffuse(in, x, y, size);
}

static void heat_cuda(struct bench *d) {
    step<<<dim3(ROOM / 16, ROOM / 16), dim3(16, 16)>>>(d->a, d->c, ROOM);
}

static void heat_openmp(struct bench *d) {
#pragma omp parallel for
    for (int y = 0; y < ROOM; y++)
        for (int x = 0; x < ROOM; x++)
            d->c[x + y * ROOM] = diffuse(d->a, x, y, ROOM);
}

// ---- dot product: 9 barriers a block ------------------------------------------------------------

__global__ void dot(const float *a, const float *b, float *partial, int n) {
    __shared__ float cache[DOT_THREADS];
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = cache[0];
}

static void dot_cuda(struct bench *d) {
    dot<<<DOT_BLOCKS, DOT_THREADS>>>(d->a, d->b, d->c, DOT);
}

static void dot_openmp(struct bench *d) {
    float sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < DOT; i++)
        sum += d->a[i] * d->b[i];
    d->result = sum;
}

// ---- sum by warp shuffles in a function, which is written out -----------------------------------

__device__ float warp_sum(float value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void sum_up(const float *a, float *partial, int n) {
    __shared__ float of_warp[DOT_THREADS / 32];
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i];
    sum = warp_sum(sum);
    if (threadIdx.x % warpSize == 0)
        of_warp[threadIdx.x / warpSize] = sum;
    __syncthreads();
    if (threadIdx.x < warpSize) {
        sum = warp_sum(threadIdx.x < DOT_THREADS / warpSize ? of_warp[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            partial[blockIdx.x] = sum;
    }
}

static void sum_cuda(struct bench *d) {
    sum_up<<<DOT_BLOCKS, DOT_THREADS>>>(d->a, d->c, SUM);
}

static void sum_openmp(struct bench *d) {
    float sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < SUM; i++)
        sum += d->a[i];
    d->result = sum;
}

// ---- launches: what a kernel that does nothing costs --------------------------------------------

__global__ void nothing(float *c) {
    c[blockIdx.x] = 0;
}

static void launch_cuda(struct bench *d) {
    for (int i = 0; i < LAUNCHES; i++) {
        nothing<<<DOT_BLOCKS, 1>>>(d->c);
        HANDLE_ERROR(cudaDeviceSynchronize());
    }
}

static void launch_openmp(struct bench *d) {
    for (int k = 0; k < LAUNCHES; k++) {
#pragma omp parallel for
        for (int i = 0; i < DOT_BLOCKS; i++)
            d->c[i] = 0;
    }
    d->result = 0;
}

#include "bench_cpu_products.h"
#include "bench_cpu_rows.h"
#include "bench_cpu_steps.h"
#include "bench_cpu_digits.h"
#include "bench_cpu_warps.h"

// ---- the table ----------------------------------------------------------------------------------

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// Lets the other side's threads, which spin for a while when they have nothing to do, go to sleep.
static void rest(void) {
    const struct timespec pause = {0, 5 * 1000 * 1000};
    nanosleep(&pause, NULL);
}

// What both sides write: of neither is anything left, and both find it where this thread left it.
static void clear(struct bench *d, size_t bytes) {
    memset(d->c, 0xff, bytes);
    memset((void *)d->picture, 0xff, RAY * RAY * sizeof *d->picture);
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *sample, size_t count) {
    qsort(sample, count, sizeof *sample, compare);
    return count % 2 ? sample[count / 2] : (sample[count / 2 - 1] + sample[count / 2]) / 2;
}

int main(int argc, char **argv) {
    struct options options = options_default(1);
    options.runs = 31;
    const struct option_row rows[] = {
        {"runs", OPTION_COUNT, &options.runs, 1, OPTIONS_MOST_RUNS, "timed runs of each"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    static const struct {
        const char *name;
        void (*cuda)(struct bench *), (*openmp)(struct bench *);
        size_t compared; // floats of c that both must agree on; 0: the picture
    } table[] = {
        {"ray 1024^2 20 spheres", ray_cuda, ray_openmp, 0},
        {"heat step 1024^2", heat_cuda, heat_openmp, (size_t)ROOM * ROOM},
        {"dot 33 x 1024", dot_cuda, dot_openmp, 1},
        {"tiled matmul 512", tiled_cuda, matmul_openmp, (size_t)WIDTH * WIDTH},
        {"tiled matmul 512 fetched ahead", ahead_cuda, matmul_openmp, (size_t)WIDTH * WIDTH},
        {"tiled matmul 512 padded", padded_cuda, matmul_openmp, (size_t)WIDTH * WIDTH},
        {"tiled matmul 512 in a condition", guarded_cuda, matmul_openmp, (size_t)WIDTH * WIDTH},
        {"sum of 2^20 by shuffles", lanes_cuda, sum_openmp, 1},
        {"2^20 by shuffles in a function", sum_cuda, sum_openmp, 1},
        {"sum of 2^20 by tiles of a warp", tiles_cuda, sum_openmp, 1},
        {"2^20 by cg::reduce in tiles of 16", reduce_cuda, sum_openmp, 1},
        {"softmax of 512 rows by warps", softmax_cuda, softmax_openmp,
         (size_t)SOFT_ROWS * SOFT_COLUMNS},
        {"compaction of 2^20 by votes", compact_cuda, compact_openmp, (size_t)CELLS},
        {"100 launches waited for", launch_cuda, launch_openmp, 1},
        {"dot 2^25", long_cuda, long_openmp, 1},
        {"heat step 1024^2 by texture", texture_cuda, heat_openmp, (size_t)ROOM * ROOM},
        {"transpose 1024^2 in tiles", transpose_cuda, transpose_openmp, (size_t)CELLS},
        {"stencil of 2^20 in shared memory", smooth_cuda, smooth_openmp, (size_t)CELLS},
        {"histogram of 2^20 in 256 bins", histogram_cuda, histogram_openmp, (size_t)BINS},
        {"n-body 2048 in tiles", bodies_cuda, bodies_openmp, (size_t)BODIES},
        {"sparse 65536 rows of 16", sparse_cuda, sparse_openmp, (size_t)ROWS_OF_MATRIX},
        {"prefix sum of 2^20", scan_cuda, scan_openmp, (size_t)CELLS},
        {"prefix sum of 2^20 by shuffles", scan_tiles_cuda, scan_openmp, (size_t)CELLS},
        {"bitonic sort of 2^18", sort_cuda, sort_openmp, (size_t)KEYS},
        {"radix sort of 2^18", digits_cuda, digits_openmp, (size_t)KEYS},
        {"breadth first 65536 nodes of 16", search_cuda, search_openmp, (size_t)NODES},
    };

    struct bench d;
    const size_t floats = (size_t)ROOM * ROOM, bytes = floats * sizeof(float);
    uint64_t seed = 1;
    HANDLE_ERROR(cudaMallocManaged(&d.scene, SPHERES * sizeof *d.scene));
    scene_make(d.scene, SPHERES, SCENE_SEED);
    HANDLE_ERROR(cudaMallocManaged(&d.picture, RAY * RAY * sizeof *d.picture));
    HANDLE_ERROR(cudaMallocManaged(&d.a, bytes));
    HANDLE_ERROR(cudaMallocManaged(&d.b, bytes));
    HANDLE_ERROR(cudaMallocManaged(&d.c, bytes));
    HANDLE_ERROR(cudaMallocManaged(&d.long_a, LONG * sizeof *d.long_a));
    HANDLE_ERROR(cudaMallocManaged(&d.long_b, LONG * sizeof *d.long_b));
    HANDLE_ERROR(cudaMallocManaged(&d.bins, BINS * sizeof *d.bins));
    HANDLE_ERROR(cudaMallocManaged(&d.first, (ROWS_OF_MATRIX + 1) * sizeof *d.first));
    HANDLE_ERROR(cudaMallocManaged(&d.column, ROWS_OF_MATRIX * ROW_LENGTH * sizeof *d.column));
    HANDLE_ERROR(cudaMallocManaged(&d.neighbour, NODES * EDGES * sizeof *d.neighbour));
    HANDLE_ERROR(cudaMallocManaged(&d.level, NODES * sizeof *d.level));
    HANDLE_ERROR(cudaMallocManaged(&d.more, sizeof *d.more));
    HANDLE_ERROR(cudaMallocManaged(&d.sums, CELLS / SCAN * sizeof *d.sums));
    uchar4 *picture = (uchar4 *)malloc(RAY * RAY * sizeof *picture);
    float *c = (float *)malloc(bytes);
    double *cuda_ms = (double *)malloc(options.runs * sizeof *cuda_ms);
    double *openmp_ms = (double *)malloc(options.runs * sizeof *openmp_ms);
    if (!picture || !c || !cuda_ms || !openmp_ms)
        options_refuse(&options, "out of memory");
    for (size_t i = 0; i < floats; i++) {
        d.a[i] = random_next(&seed);
        d.b[i] = random_next(&seed);
    }
    for (int i = 0; i < LONG; i++) {
        d.long_a[i] = d.a[i % CELLS];
        d.long_b[i] = d.b[i / 3 % CELLS];
    }
    for (int row = 0; row <= ROWS_OF_MATRIX; row++)
        d.first[row] = row * ROW_LENGTH;
    for (int k = 0; k < ROWS_OF_MATRIX * ROW_LENGTH; k++) {
        d.column[k] = column_of(k / ROW_LENGTH, k % ROW_LENGTH);
        d.neighbour[k] = d.column[k] % NODES;
    }
    struct cudaResourceDesc where = {};
    where.resType = cudaResourceTypePitch2D;
    where.res.pitch2D.devPtr = d.a;
    where.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    where.res.pitch2D.width = where.res.pitch2D.height = ROOM;
    where.res.pitch2D.pitchInBytes = ROOM * sizeof *d.a;
    struct cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    HANDLE_ERROR(cudaCreateTextureObject(&d.texture, &where, &how, NULL));

    int status = 0;
    if (options.csv)
        printf("kernel,backend_ms,openmp_ms,ratio,ratio_of_minima,same\n");
    else
        printf("%-30s %12s %12s %8s %8s  %s\n", "kernel", "backend ms", "OpenMP ms", "ratio",
               "of least", "same result");
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        bool same = true;
        for (size_t run = 0; run <= options.runs; run++) { // the first warms up and is checked
            clear(&d, bytes);
            rest();
            const double start = now_ms();
            table[k].cuda(&d);
            HANDLE_ERROR(cudaGetLastError());
            HANDLE_ERROR(cudaDeviceSynchronize());
            const double middle = now_ms();
            if (run == 0) {
                memcpy(c, d.c, bytes);
                memcpy((void *)picture, (void *)d.picture, RAY * RAY * sizeof *picture);
            }
            clear(&d, bytes);
            rest();
            const double again = now_ms();
            table[k].openmp(&d);
            const double end = now_ms();
            if (run > 0) {
                cuda_ms[run - 1] = middle - start;
                openmp_ms[run - 1] = end - again;
            } else if (table[k].compared == 0) {
                same = memcmp(picture, d.picture, RAY * RAY * sizeof *picture) == 0;
            } else if (table[k].compared == 1) {
                float sum = 0;
                for (int i = 0; i < DOT_BLOCKS; i++)
                    sum += c[i];
                same = verify_close(sum, d.result, 0, 1e-4);
            } else {
                same = verify_floats(c, d.c, table[k].compared, 0, 1e-5) == 0;
            }
        }
        const double cuda = median(cuda_ms, options.runs), openmp = median(openmp_ms, options.runs);
        const char *format = options.csv ? "%s,%s,%s,%s,%s,%s\n" : "%-30s %12s %12s %8s %8s  %s\n";
        printf(format, table[k].name, digits(cuda, 3).text, digits(openmp, 3).text,
               digits(cuda / openmp, 3).text, digits(cuda_ms[0] / openmp_ms[0], 3).text,
               same ? "yes" : "NO"); // the samples are sorted now
        status |= !same;
    }
    HANDLE_ERROR(cudaDestroyTextureObject(d.texture));
    HANDLE_ERROR(cudaFree(d.long_a));
    HANDLE_ERROR(cudaFree(d.long_b));
    HANDLE_ERROR(cudaFree(d.bins));
    HANDLE_ERROR(cudaFree(d.first));
    HANDLE_ERROR(cudaFree(d.column));
    HANDLE_ERROR(cudaFree(d.neighbour));
    HANDLE_ERROR(cudaFree(d.level));
    HANDLE_ERROR(cudaFree(d.more));
    HANDLE_ERROR(cudaFree(d.sums));
    HANDLE_ERROR(cudaFree(d.scene));
    HANDLE_ERROR(cudaFree(d.picture));
    HANDLE_ERROR(cudaFree(d.a));
    HANDLE_ERROR(cudaFree(d.b));
    HANDLE_ERROR(cudaFree(d.c));
    free(picture);
    free(c);
    free(cuda_ms);
    free(openmp_ms);
    return status;
}
