// SPDX-License-Identifier: MIT
// Rows of bench_cpu.cu that take several launches, one after another. Beside each stand as many
// parallel loops, with the same additions, comparisons or visits. The result is left in c.
#ifndef BENCH_CPU_STEPS_H
#define BENCH_CPU_STEPS_H

const int SCAN = 1024;                                // elements and threads of a block's scan
const int KEYS = 1 << 18, PART = 1024;                // to sort; of them in a block's shared memory
const int NODES = ROWS_OF_MATRIX, EDGES = ROW_LENGTH; // of a graph; of each of its nodes

// ---- prefix sum: in blocks, over the blocks' sums, and these added ------------------------------

__global__ void scan_blocks(const float *in, float *out, float *sums) {
    __shared__ float running[2][SCAN]; // read and written by turns
    const int t = threadIdx.x, i = t + blockIdx.x * SCAN;
    running[0][t] = in[i];
    int now = 0;
    __syncthreads();
    for (int distance = 1; distance < SCAN; distance *= 2) {
        running[1 - now][t] = running[now][t] + (t >= distance ? running[now][t - distance] : 0);
        __syncthreads();
        now = 1 - now;
    }
    out[i] = running[now][t];
    if (t == SCAN - 1 && sums)
        sums[blockIdx.x] = running[now][t];
}

__global__ void add_sums(float *out, const float *sums) {
    if (blockIdx.x > 0)
        out[threadIdx.x + blockIdx.x * SCAN] += sums[blockIdx.x - 1];
}

static void scan_cuda(struct bench *d) {
    scan_blocks<<<CELLS / SCAN, SCAN>>>(d->a, d->c, d->sums);
    scan_blocks<<<1, CELLS / SCAN>>>(d->sums, d->sums, NULL);
    add_sums<<<CELLS / SCAN, SCAN>>>(d->c, d->sums);
}

static void scan_openmp(struct bench *d) {
#pragma omp parallel for
    for (int block = 0; block < CELLS / SCAN; block++) {
        float sum = 0;
        for (int i = block * SCAN; i < (block + 1) * SCAN; i++)
            d->c[i] = sum += d->a[i];
        d->sums[block] = sum;
    }
    for (int block = 1; block < CELLS / SCAN; block++)
        d->sums[block] += d->sums[block - 1];
#pragma omp parallel for
    for (int block = 1; block < CELLS / SCAN; block++)
        for (int i = block * SCAN; i < (block + 1) * SCAN; i++)
            d->c[i] += d->sums[block - 1];
}

// ---- bitonic sort: near partners in shared memory, far ones in global memory --------------------

// Pair `pair` of the step that orders keys `distance` apart, in runs of `run` keys that rise and
// fall by turns; the first key is number `from` of all. Both powers of two.
__host__ __device__ static inline void order(float *keys, int from, int pair, int distance,
                                             int run) {
    const int low = 2 * pair - (pair & (distance - 1)), high = low + distance;
    const bool rises = ((from + low) & run) == 0;
    const float first = keys[low], second = keys[high];
    if ((first > second) == rises) {
        keys[low] = second;
        keys[high] = first;
    }
}

// Whole runs from `run` to `last`; distances that leave the part are taken to be done.
__global__ void sort_part(float *keys, int run, int last) {
    __shared__ float part[PART];
    const int t = threadIdx.x, from = blockIdx.x * PART;
    part[t] = keys[from + t];
    part[t + PART / 2] = keys[from + t + PART / 2];
    __syncthreads();
    for (; run <= last; run *= 2)
        for (int distance = min(run, PART) / 2; distance > 0; distance /= 2) {
            order(part, from, t, distance, run);
            __syncthreads();
        }
    keys[from + t] = part[t];
    keys[from + t + PART / 2] = part[t + PART / 2];
}

__global__ void sort_far(float *keys, int distance, int run) {
    order(keys, 0, threadIdx.x + blockIdx.x * blockDim.x, distance, run);
}

static void sort_cuda(struct bench *d) {
    HANDLE_ERROR(cudaMemcpyAsync(d->c, d->a, KEYS * sizeof *d->c, cudaMemcpyDeviceToDevice));
    sort_part<<<KEYS / PART, PART / 2>>>(d->c, 2, PART);
    for (int run = 2 * PART; run <= KEYS; run *= 2) {
        for (int distance = run / 2; distance >= PART; distance /= 2)
            sort_far<<<KEYS / PART, PART / 2>>>(d->c, distance, run);
        sort_part<<<KEYS / PART, PART / 2>>>(d->c, run, run);
    }
}

static void sort_part_openmp(float *keys, int first, int last) {
#pragma omp parallel for
    for (int from = 0; from < KEYS; from += PART)
        for (int run = first; run <= last; run *= 2)
            for (int distance = min(run, PART) / 2; distance > 0; distance /= 2)
                for (int pair = 0; pair < PART / 2; pair++)
                    order(keys + from, from, pair, distance, run);
}

static void sort_openmp(struct bench *d) {
    memcpy(d->c, d->a, KEYS * sizeof *d->c);
    sort_part_openmp(d->c, 2, PART);
    for (int run = 2 * PART; run <= KEYS; run *= 2) {
        for (int distance = run / 2; distance >= PART; distance /= 2) {
#pragma omp parallel for
            for (int pair = 0; pair < KEYS / 2; pair++)
                order(d->c, 0, pair, distance, run);
        }
        sort_part_openmp(d->c, run, run);
    }
}

// ---- breadth-first search: a launch a level, a thread a node ------------------------------------

__global__ void visit(const int *first, const int *neighbour, int *level, int now, int *more,
                      int nodes) {
    const int node = threadIdx.x + blockIdx.x * blockDim.x;
    if (node >= nodes || level[node] != now)
        return;
    for (int k = first[node]; k < first[node + 1]; k++)
        if (level[neighbour[k]] < 0) {
            level[neighbour[k]] = now + 1; // of many threads each writes the same
            *more = 1;
        }
}

__global__ void unvisited(int *level, int nodes) {
    const int node = threadIdx.x + blockIdx.x * blockDim.x;
    if (node < nodes)
        level[node] = node == 0 ? 0 : -1;
}

__global__ void levels_as_floats(const int *level, float *out, int nodes) {
    const int node = threadIdx.x + blockIdx.x * blockDim.x;
    if (node < nodes)
        out[node] = (float)level[node];
}

static void search_cuda(struct bench *d) {
    const int blocks = (NODES + DOT_THREADS - 1) / DOT_THREADS;
    unvisited<<<blocks, DOT_THREADS>>>(d->level, NODES);
    int now = 0;
    do {
        *d->more = 0;
        visit<<<blocks, DOT_THREADS>>>(d->first, d->neighbour, d->level, now++, d->more, NODES);
        HANDLE_ERROR(cudaDeviceSynchronize());
    } while (*d->more);
    levels_as_floats<<<blocks, DOT_THREADS>>>(d->level, d->c, NODES);
}

static void search_openmp(struct bench *d) {
    int *level = d->level, more = 1;
#pragma omp parallel for
    for (int node = 0; node < NODES; node++)
        level[node] = node == 0 ? 0 : -1;
    for (int now = 0; more; now++) {
        more = 0;
#pragma omp parallel for reduction(| : more)
        for (int node = 0; node < NODES; node++) {
            int of_node, of_neighbour;
#pragma omp atomic read
            of_node = level[node];
            if (of_node != now)
                continue;
            for (int k = d->first[node]; k < d->first[node + 1]; k++) {
#pragma omp atomic read
                of_neighbour = level[d->neighbour[k]];
                if (of_neighbour >= 0)
                    continue;
#pragma omp atomic write
                level[d->neighbour[k]] = now + 1;
                more = 1;
            }
        }
    }
#pragma omp parallel for
    for (int node = 0; node < NODES; node++)
        d->c[node] = (float)level[node];
}

#endif
