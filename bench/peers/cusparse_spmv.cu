// SPDX-License-Identifier: MIT
// cuSPARSE beside sparse_ladder: both of its algorithms for compressed rows, each after its own
// look at the matrix, which is not timed.
#include <cusparse.h>

#include "ladders/ladder.h"
#include "../../sparse/ladder/sparse_work.h"

static void check_cusparse(cusparseStatus_t status, const char *what) {
    if (status != CUSPARSE_STATUS_SUCCESS) {
        fprintf(stderr, "%s failed: %s\n", what, cusparseGetErrorString(status));
        exit(EXIT_FAILURE);
    }
}

struct product {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t x, y;
    void *dev_space;
    bool known;
};

template <cusparseSpMVAlg_t ALGORITHM> static void multiply(void *work) {
    static struct product p = {};
    const struct sparse_work *w = (const struct sparse_work *)work;
    const float one = 1, zero = 0;
    if (!p.known) {
        size_t space;
        p.known = true;
        check_cusparse(cusparseCreate(&p.handle), "cusparseCreate");
        check_cusparse(cusparseSetStream(p.handle, cudaStreamPerThread), "cusparseSetStream");
        check_cusparse(cusparseCreateCsr(&p.matrix, w->rows, w->rows, w->nonzeros, w->dev_begin,
                                         w->dev_column, w->dev_value, CUSPARSE_INDEX_32I,
                                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
                       "cusparseCreateCsr");
        check_cusparse(cusparseCreateDnVec(&p.x, w->rows, w->dev_x, CUDA_R_32F), "x");
        check_cusparse(cusparseCreateDnVec(&p.y, w->rows, w->dev_y, CUDA_R_32F), "y");
        check_cusparse(cusparseSpMV_bufferSize(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                                               p.matrix, p.x, &zero, p.y, CUDA_R_32F, ALGORITHM,
                                               &space),
                       "cusparseSpMV_bufferSize");
        HANDLE_ERROR(cudaMalloc(&p.dev_space, space + 1));
#if CUSPARSE_VERSION >= 12400
        check_cusparse(cusparseSpMV_preprocess(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                                               p.matrix, p.x, &zero, p.y, CUDA_R_32F, ALGORITHM,
                                               p.dev_space),
                       "cusparseSpMV_preprocess");
#endif
    }
    check_cusparse(cusparseSpMV(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, p.matrix, p.x,
                                &zero, p.y, CUDA_R_32F, ALGORITHM, p.dev_space),
                   "cusparseSpMV");
}

static const struct rung rungs[] = {
    {"cusparse_1", "cuSPARSE, CSR_ALG1", multiply<CUSPARSE_SPMV_CSR_ALG1>},
    {"cusparse_2", "cuSPARSE, CSR_ALG2", multiply<CUSPARSE_SPMV_CSR_ALG2>},
};
LADDER_PEERS("sparse_ladder", rungs)
