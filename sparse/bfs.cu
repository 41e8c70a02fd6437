// SPDX-License-Identifier: MIT
// Breadth-first search: how many steps is each vertex of a graph away from the first one?
//
// What it teaches: a graph is a sparse matrix whose rows are the neighbours of each vertex. All
// vertices of a level are looked at at once, level by level. Either every vertex asks whether it is
// one of them; or those of the next level are put into a queue, by an atomic that hands out places.
// After spmv_thread, and chapter 9.
//
//     bfs; bfs --kind stencil; bfs --kind power; make count P=bfs; bfs --help
//
// It prints the time of the whole job (queue), then of both ways alone, and whether the levels are
// right: which vertex finds another first is left to chance; the number of steps is not.
#include "device.h"

#define ABOUT "Finds how far each vertex of a graph is away from the first one."
const size_t DEFAULT_SIZE = 1 << 16; // vertices
const int BLOCK = 256;               // threads of a block
const int UNSEEN = -1;

// One thread: one vertex, which has something to do in one level of all. In the others it reads its
// level, and that is most of the work. It reads by an atomic that adds nothing, since other threads
// write levels at the same time.
__global__ void from_all(int n, const int *begin, const int *column, int *level, int depth,
                         int *found) {
    const int vertex = threadIdx.x + blockIdx.x * BLOCK;
    if (vertex >= n || atomicAdd(&level[vertex], 0) != depth)
        return;
    for (int k = begin[vertex]; k < begin[vertex + 1]; k++)
        if (atomicCAS(&level[column[k]], UNSEEN, depth + 1) == UNSEEN)
            atomicAdd(found, 1);
}

// One thread: one vertex of the queue. The thread that sees a neighbour first puts it into the
// next one: atomicCAS says who that is, atomicAdd where.
__global__ void from_queue(int in_queue, const int *queue, const int *begin, const int *column,
                           int *level, int depth, int *next, int *found) {
    const int place = threadIdx.x + blockIdx.x * BLOCK;
    if (place >= in_queue)
        return;
    const int vertex = queue[place];
    for (int k = begin[vertex]; k < begin[vertex + 1]; k++)
        if (atomicCAS(&level[column[k]], UNSEEN, depth + 1) == UNSEEN)
            next[atomicAdd(found, 1)] = column[k];
}

// All levels, from vertex 0 on. The host asks after each whether it has found any vertices.
static void search(bool with_queue, const struct dev_sparse *d, int *dev_level, int *dev_queues,
                   int *dev_found) {
    int *queue = dev_queues, *next = dev_queues + d->rows, count = 1;
    HANDLE_ERROR(cudaMemsetAsync(dev_level, 0xff, d->rows * sizeof *dev_level)); // UNSEEN
    HANDLE_ERROR(cudaMemsetAsync(dev_level, 0, sizeof *dev_level));
    HANDLE_ERROR(cudaMemsetAsync(queue, 0, sizeof *queue));
    for (int depth = 0; count > 0; depth++) {
        HANDLE_ERROR(cudaMemsetAsync(dev_found, 0, sizeof *dev_found));
        if (with_queue)
            from_queue<<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(count, queue, d->begin, d->column,
                                                               dev_level, depth, next, dev_found);
        else
            from_all<<<(d->rows + BLOCK - 1) / BLOCK, BLOCK>>>(d->rows, d->begin, d->column,
                                                               dev_level, depth, dev_found);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(&count, dev_found, sizeof count, cudaMemcpyDeviceToHost));
        int *const other = queue;
        queue = next;
        next = other;
    }
}

// The same on the host. Returns how many vertices were reached.
static int reference(const struct sparse *m, int *level, int *queue) {
    int last = 0;
    for (int i = 0; i < m->rows; i++)
        level[i] = UNSEEN;
    level[0] = queue[last++] = 0;
    for (int first = 0; first < last; first++)
        for (int k = m->begin[queue[first]]; k < m->begin[queue[first] + 1]; k++)
            if (level[m->column[k]] == UNSEEN) {
                level[m->column[k]] = level[queue[first]] + 1;
                queue[last++] = m->column[k];
            }
    return last;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const int kind = sparse_options(&options, argc, argv, ABOUT);
    struct sparse m = sparse_create(&options, kind);
    const size_t n = m.rows, bytes = n * sizeof(int);
    int *level = (int *)host_alloc(&options, n, sizeof *level);
    int *expected = (int *)host_alloc(&options, n, sizeof *expected);
    int *queue = (int *)host_alloc(&options, n, sizeof *queue);
    float *x = (float *)host_alloc(&options, n, sizeof *x);
    struct report report = report_begin(&options);
    sparse_vector(x, m.rows, options.seed); // copied with the matrix, and not needed
    const int reached = reference(&m, expected, queue);

    // The whole job, once: memory on the device, the graph there, all levels, the result.
    struct dev_sparse d;
    int *dev_level, *dev_queues, *dev_found;
    struct stopwatch span = stopwatch_start();
    dev_sparse_allocate(&d, &m);
    HANDLE_ERROR(cudaMalloc(&dev_level, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_queues, 2 * bytes));
    HANDLE_ERROR(cudaMalloc(&dev_found, sizeof *dev_found));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_level, bytes);
    dev_sparse_copy(&d, &m, x);
    stopwatch_lap(&span, "copy in");
    search(true, &d, dev_level, dev_queues, dev_found);
    stopwatch_lap(&span, "kernels");
    HANDLE_ERROR(cudaMemcpy(level, dev_level, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify_ints(level, expected, n);
    report_span(&report, &span, wrong == 0);

    // Both ways alone, many times; the last levels of each are checked too.
    for (int way = 0; way < 2; way++) {
        struct timing t = timing_start(options.runs, dev_level, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 2;
        while (timing_next(&t))
            search(way == 0, &d, dev_level, dev_queues, dev_found);
        HANDLE_ERROR(cudaMemcpy(level, dev_level, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = verify_ints(level, expected, n);
        report_kernel(&report, way == 0 ? "queue" : "all vertices", &t,
                      m.begin[n] / (t.median_ms * 1e3), "Medges/s", wrong_here == 0);
        wrong += wrong_here;
    }
    dev_sparse_free(&d);
    HANDLE_ERROR(cudaFree(dev_level));
    HANDLE_ERROR(cudaFree(dev_queues));
    HANDLE_ERROR(cudaFree(dev_found));
    sparse_destroy(&m);
    free(level);
    free(expected);
    free(queue);
    free(x);
    return report_end(&report, "%zu wrong among 3 x %zu levels, %d vertices reached", wrong, n,
                      reached);
}
