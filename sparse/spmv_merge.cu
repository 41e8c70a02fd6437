// SPDX-License-Identifier: MIT
// A sparse matrix times a vector: the same work for each thread, however long the rows are.
//
// What it teaches: merge path. Going through a matrix is a list of steps: one for each nonzero, and
// one for each end of a row. Cut this list into equal pieces, and neither long rows nor empty ones
// matter. A binary search finds where a piece begins. After spmv_warp, spmv_ell; then bfs.
//
//     spmv_merge; spmv_merge --kind long; spmv_thread --kind long; spmv_merge --help
//
// It prints the time of the whole job and of its parts, then of the kernel alone, and whether the
// result is right.
#include "device.h"

#define ABOUT "Multiplies a sparse matrix with a vector, in equal pieces of a merge path."
const size_t DEFAULT_SIZE = 1 << 16; // rows
const int BLOCK = 256;               // threads of a block
const int STEPS = 16;                // of a thread

// How many rows have ended after the first `step` steps: nonzero k comes before the end of row i if
// it is in row i or before, begin[i + 1] > k. Found on the diagonal rows + nonzeros = step.
__device__ int rows_before(int step, const int *begin, int rows, int nonzeros) {
    int least = max(step - nonzeros, 0), most = min(step, rows);
    while (least < most) {
        const int row = (least + most) / 2;
        if (begin[row + 1] <= step - row - 1)
            least = row + 1;
        else
            most = row;
    }
    return least;
}

// One thread: STEPS steps. A row that it has from its first nonzero to its end is its own; of
// others it has a part, which is added. y begins with zeros. Bound by loads that lie STEPS apart.
__global__ void multiply_pieces(int rows, const int *begin, const int *column, const float *value,
                                const float *x, float *y) {
    const int nonzeros = begin[rows], steps = rows + nonzeros;
    int step = (threadIdx.x + blockIdx.x * BLOCK) * STEPS;
    if (step >= steps)
        return;
    int row = rows_before(step, begin, rows, nonzeros), k = step - row;
    bool from_start = row < rows && k == begin[row];
    float sum = 0;
    for (const int end = min(step + STEPS, steps); step < end; step++) {
        if (k < begin[row + 1]) {
            sum += value[k] * x[column[k]];
            k++;
            continue;
        }
        if (from_start)
            y[row] = sum;
        else
            atomicAdd(&y[row], sum);
        row++;
        from_start = true;
        sum = 0;
    }
    if (row < rows && k > begin[row]) // a part of a row that goes on
        atomicAdd(&y[row], sum);
}

static void multiply(const struct dev_sparse *d) {
    int nonzeros;
    HANDLE_ERROR(
        cudaMemcpy(&nonzeros, d->begin + d->rows, sizeof nonzeros, cudaMemcpyDeviceToHost));
    const int pieces = (d->rows + nonzeros + STEPS - 1) / STEPS;
    HANDLE_ERROR(cudaMemsetAsync(d->y, 0, d->rows * sizeof *d->y));
    multiply_pieces<<<(pieces + BLOCK - 1) / BLOCK, BLOCK>>>(d->rows, d->begin, d->column, d->value,
                                                             d->x, d->y);
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const int kind = sparse_options(&options, argc, argv, ABOUT);
    return spmv_run(&options, kind, multiply);
}
