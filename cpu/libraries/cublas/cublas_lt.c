// SPDX-License-Identifier: MIT
// cuBLASLt: descriptors, and a product with what follows it, by cublas.c's.
#include "cublasLt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "product.h"

struct cublasLtContext {
    struct cuda_cpu_handle base;
};
struct cublasLtMatrixLayout {
    struct cuda_cpu_handle base;
    cudaDataType type;
    cublasLtOrder_t order;
    int rows, columns, ld, count;
    long long stride;
};
struct cublasLtMatmulDesc {
    struct cuda_cpu_handle base;
    cublasComputeType_t compute;
    cudaDataType scale, bias_type;
    cublasLtPointerMode_t mode;
    cublasOperation_t ta, tb;
    cublasLtEpilogue_t epilogue;
    void *bias, *aux;
    int aux_ld;
    bool has_bias_type;
};
struct cublasLtMatmulPreference {
    struct cuda_cpu_handle base;
};

// ---- descriptors --------------------------------------------------------------------------------

static cublasStatus_t make(void *to, const char *maker, size_t bytes) {
    void *const made = to ? cuda_cpu_make_handle(maker, bytes) : NULL;
    if (!to)
        return CUBLAS_STATUS_INVALID_VALUE;
    *(void **)to = made;
    return made ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

static cublasStatus_t end(const void *handle, const char *maker) {
    return cuda_cpu_end_handle(handle, maker) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
    return make(handle, "cublasLtCreate", sizeof **handle);
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
    return end(handle, "cublasLtCreate");
}
size_t cublasLtGetVersion(void) {
    return CUBLAS_VERSION;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type,
                                          uint64_t rows, uint64_t columns, int64_t ld) {
    const cublasStatus_t status = make(layout, "cublasLtMatrixLayoutCreate", sizeof **layout);
    if (status == CUBLAS_STATUS_SUCCESS) {
        struct cublasLtMatrixLayout *const l = *layout;
        l->type = type, l->rows = (int)rows, l->columns = (int)columns, l->ld = (int)ld;
        l->count = 1;
    }
    return status;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
    return end(layout, "cublasLtMatrixLayoutCreate");
}

// A whole number of the program's, which is of 4 or 8 bytes.
static long long whole(const void *value, size_t bytes) {
    long long number = 0;
    int small;
    if (bytes == sizeof small) {
        memcpy(&small, value, sizeof small);
        return small;
    }
    memcpy(&number, value, bytes < sizeof number ? bytes : sizeof number);
    return number;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t bytes) {
    struct cublasLtMatrixLayout *const l =
        cuda_cpu_find_handle(layout, "cublasLtMatrixLayoutCreate");
    if (!l || !value || (bytes != 4 && bytes != 8))
        return CUBLAS_STATUS_INVALID_VALUE;
    const long long number = whole(value, bytes);
    switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
        l->type = (cudaDataType)number;
        break;
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
        l->order = (cublasLtOrder_t)number;
        break;
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
        l->rows = (int)number;
        break;
    case CUBLASLT_MATRIX_LAYOUT_COLS:
        l->columns = (int)number;
        break;
    case CUBLASLT_MATRIX_LAYOUT_LD:
        l->ld = (int)number;
        break;
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
        l->count = (int)number;
        break;
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
        l->stride = number;
        break;
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t compute,
                                        cudaDataType scale) {
    const cublasStatus_t status = make(desc, "cublasLtMatmulDescCreate", sizeof **desc);
    if (status == CUBLAS_STATUS_SUCCESS) {
        (*desc)->compute = compute, (*desc)->scale = scale;
        (*desc)->epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    }
    return status;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) {
    return end(desc, "cublasLtMatmulDescCreate");
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes) {
    struct cublasLtMatmulDesc *const d = cuda_cpu_find_handle(desc, "cublasLtMatmulDescCreate");
    if (!d || !value || (bytes != 4 && bytes != 8))
        return CUBLAS_STATUS_INVALID_VALUE;
    const long long number = whole(value, bytes);
    switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
        d->compute = (cublasComputeType_t)number;
        break;
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
        d->scale = (cudaDataType)number;
        break;
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
        d->mode = (cublasLtPointerMode_t)number;
        break;
    case CUBLASLT_MATMUL_DESC_TRANSA:
        d->ta = (cublasOperation_t)number;
        break;
    case CUBLASLT_MATMUL_DESC_TRANSB:
        d->tb = (cublasOperation_t)number;
        break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
        d->epilogue = (cublasLtEpilogue_t)number;
        break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
        d->aux_ld = (int)number;
        break;
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
        d->bias = (void *)(uintptr_t)number;
        break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
        d->aux = (void *)(uintptr_t)number;
        break;
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
        d->bias_type = (cudaDataType)number, d->has_bias_type = true;
        break;
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
    return make(preference, "cublasLtMatmulPreferenceCreate", sizeof **preference);
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
    return end(preference, "cublasLtMatmulPreferenceCreate");
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void *value, size_t bytes) {
    (void)attribute, (void)bytes;
    return value && cuda_cpu_find_handle(preference, "cublasLtMatmulPreferenceCreate")
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_INVALID_VALUE;
}

// ---- the product --------------------------------------------------------------------------------

struct matmul {
    struct cuda_cpu_product product; // of the first; C is D
    const void *c;
    struct cublasLtMatmulDesc desc;
    struct cublasLtMatrixLayout a, b, from, d;
    const void *alpha, *beta; // on the device, or NULL
};

static float gelu(float x) { // by the tangent, as cuBLASLt has it
    return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

static float gelu_slope(float x) {
    const float inner = 0.7978845608f * (x + 0.044715f * x * x * x), t = tanhf(inner);
    return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * 0.7978845608f * (1 + 3 * 0.044715f * x * x);
}

// The place of an element, in elements.
static size_t place(const struct cublasLtMatrixLayout *l, int row, int column) {
    return l->order == CUBLASLT_ORDER_ROW ? (size_t)row * (size_t)l->ld + (size_t)column
                                          : (size_t)column * (size_t)l->ld + (size_t)row;
}

static bool has_gradient(int epilogue) {
    return epilogue & 16 || epilogue == CUBLASLT_EPILOGUE_BGRADA;
}

// Gradients of a bias are sums over columns of what the epilogue leaves, or of A. The mask of
// RELU_AUX has a bit for each element, set where it is not below 0.
static void follow(const struct matmul *m, const void *a, void *d) {
    const int what = m->desc.epilogue;
    const cudaDataType type = m->d.type,
                       bias_type = m->desc.has_bias_type ? m->desc.bias_type : type;
    const bool relu = what & CUBLASLT_EPILOGUE_RELU, gelu_slopes = what & 64, mask_bits = what & 8;
    struct cublasLtMatrixLayout aux = m->d;
    aux.ld = m->desc.aux_ld;
    unsigned char *const mask = m->desc.aux;
    for (int i = 0; what != CUBLASLT_EPILOGUE_DEFAULT && i < m->d.rows; i++) {
        float sum = 0;
        for (int j = 0; j < m->d.columns; j++) {
            const size_t at = place(&m->d, i, j), beside = place(&aux, i, j);
            const unsigned char bit = (unsigned char)(1u << beside % 8);
            float x = cuda_cpu_blas_read(d, type, at);
            if (what & CUBLASLT_EPILOGUE_BIAS)
                x += cuda_cpu_blas_read(m->desc.bias, bias_type, (size_t)i);
            if (mask_bits)
                x = mask[beside / 8] & bit ? x : 0;
            else if (gelu_slopes)
                x *= gelu_slope(cuda_cpu_blas_read(m->desc.aux, type, beside));
            else if (what & 128 && relu)
                mask[beside / 8] =
                    (unsigned char)(x >= 0 ? mask[beside / 8] | bit : mask[beside / 8] & ~bit);
            else if (what & 128)
                cuda_cpu_blas_write(m->desc.aux, type, beside, x);
            if (relu)
                x = x > 0 ? x : 0;
            if (what & CUBLASLT_EPILOGUE_GELU)
                x = gelu(x);
            sum += x;
            cuda_cpu_blas_write(d, type, at, x);
        }
        const bool plain = m->desc.ta == CUBLAS_OP_N;
        if (what == CUBLASLT_EPILOGUE_BGRADA) {
            sum = 0;
            for (int k = 0; k < (plain ? m->a.columns : m->a.rows); k++)
                sum += cuda_cpu_blas_read(a, m->a.type,
                                          plain ? place(&m->a, i, k) : place(&m->a, k, i));
        }
        if (has_gradient(what))
            cuda_cpu_blas_write(m->desc.bias, bias_type, (size_t)i, sum);
    }
}

static void *nth(const void *first, const struct cublasLtMatrixLayout *l, int i) {
    return (char *)first + l->stride * i * (long long)cuda_cpu_blas_size(l->type);
}

static void run(void *data) {
    struct matmul *const m = data;
    const size_t scale = cuda_cpu_blas_size(m->desc.scale), size = cuda_cpu_blas_size(m->d.type);
    if (m->alpha)
        memcpy(m->product.alpha, m->alpha, scale);
    if (m->beta)
        memcpy(m->product.beta, m->beta, scale);
    const struct cuda_cpu_product first = m->product;
    for (int i = 0; i < m->d.count; i++) {
        struct cuda_cpu_product p = first;
        void *const d = nth(first.c, &m->d, i);
        const void *const c = nth(m->c, &m->from, i);
        for (int j = 0; c != d && m->c && j < m->d.columns; j++)
            for (int k = 0; k < m->d.rows; k++)
                memcpy((char *)d + place(&m->d, k, j) * size,
                       (const char *)c + place(&m->from, k, j) * size, size);
        p.a = nth(first.a, &m->a, i), p.b = nth(first.b, &m->b, i), p.c = d;
        if (m->d.order == CUBLASLT_ORDER_ROW) // the transpose of D, from B's and A's
            p = (struct cuda_cpu_product){first.tb,
                                          first.ta,
                                          first.n,
                                          first.m,
                                          first.k,
                                          first.ldb,
                                          first.lda,
                                          first.ldc,
                                          p.b,
                                          p.a,
                                          p.c,
                                          first.btype,
                                          first.atype,
                                          first.ctype,
                                          first.compute,
                                          {first.alpha[0], first.alpha[1]},
                                          {first.beta[0], first.beta[1]}};
        cuda_cpu_blas_multiply(&p);
        follow(m, nth(first.a, &m->a, i), d);
    }
}

static cublasOperation_t other(cublasOperation_t t) {
    return t == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
}

static bool has_epilogue(const struct cublasLtMatmulDesc *d, cudaDataType type) {
    const bool floats = type == CUDA_R_32F || type == CUDA_R_16F || type == CUDA_R_16BF;
    switch (d->epilogue) {
    case CUBLASLT_EPILOGUE_DEFAULT:
        return true;
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_GELU:
    case CUBLASLT_EPILOGUE_BIAS:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU_BIAS:
    case CUBLASLT_EPILOGUE_BGRADA:
        return floats;
    case CUBLASLT_EPILOGUE_RELU_AUX:
    case CUBLASLT_EPILOGUE_RELU_AUX_BIAS:
    case CUBLASLT_EPILOGUE_DRELU:
    case CUBLASLT_EPILOGUE_DRELU_BGRAD:
    case CUBLASLT_EPILOGUE_GELU_AUX:
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
    case CUBLASLT_EPILOGUE_DGELU:
    case CUBLASLT_EPILOGUE_DGELU_BGRAD:
        return floats && d->aux && d->aux_ld > 0;
    default:
        return false;
    }
}

// Fills in all but the pointers.
static cublasStatus_t describe(struct matmul *m, const void *handle, const void *desc,
                               const void *a, const void *b, const void *c, const void *d) {
    const void *const found[] = {cuda_cpu_find_handle(handle, "cublasLtCreate"),
                                 cuda_cpu_find_handle(desc, "cublasLtMatmulDescCreate"),
                                 cuda_cpu_find_handle(a, "cublasLtMatrixLayoutCreate"),
                                 cuda_cpu_find_handle(b, "cublasLtMatrixLayoutCreate"),
                                 cuda_cpu_find_handle(c, "cublasLtMatrixLayoutCreate"),
                                 cuda_cpu_find_handle(d, "cublasLtMatrixLayoutCreate")};
    if (!found[0])
        return CUBLAS_STATUS_NOT_INITIALIZED;
    for (size_t i = 1; i < sizeof found / sizeof *found; i++)
        if (!found[i])
            return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(&m->desc, found[1], sizeof m->desc);
    memcpy(&m->a, found[2], sizeof m->a);
    memcpy(&m->b, found[3], sizeof m->b);
    memcpy(&m->from, found[4], sizeof m->from);
    memcpy(&m->d, found[5], sizeof m->d);

    const bool plain = m->desc.ta == CUBLAS_OP_N, as_well = m->desc.tb == CUBLAS_OP_N;
    const int k = plain ? m->a.columns : m->a.rows;
    if ((plain ? m->a.rows : m->a.columns) != m->d.rows ||
        (as_well ? m->b.columns : m->b.rows) != m->d.columns ||
        (as_well ? m->b.rows : m->b.columns) != k || m->from.rows != m->d.rows ||
        m->from.columns != m->d.columns) {
        cuda_cpu_library_say("the matrices do not fit: op(A) is %d x %d, op(B) %d x %d, D %d x %d",
                             plain ? m->a.rows : m->a.columns, k,
                             as_well ? m->b.rows : m->b.columns, as_well ? m->b.columns : m->b.rows,
                             m->d.rows, m->d.columns);
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    if (m->from.order != m->d.order || m->from.type != m->d.type ||
        !cuda_cpu_blas_has(m->desc.compute, m->a.type, m->b.type, m->d.type) ||
        !has_epilogue(&m->desc, m->d.type) || m->desc.mode > CUBLASLT_POINTER_MODE_DEVICE)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    m->product = (struct cuda_cpu_product){
        .ta = m->a.order == CUBLASLT_ORDER_ROW ? other(m->desc.ta) : m->desc.ta,
        .tb = m->b.order == CUBLASLT_ORDER_ROW ? other(m->desc.tb) : m->desc.tb,
        .m = m->d.rows,
        .n = m->d.columns,
        .k = k,
        .lda = m->a.ld,
        .ldb = m->b.ld,
        .ldc = m->d.ld,
        .atype = m->a.type,
        .btype = m->b.type,
        .ctype = m->d.type,
        .compute = m->desc.compute};
    if (m->d.order == CUBLASLT_ORDER_ROW)
        m->product.ta = other(m->product.ta), m->product.tb = other(m->product.tb);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int wanted,
                                              cublasLtMatmulHeuristicResult_t results[],
                                              int *found) {
    struct matmul m = {0};
    (void)preference;
    if (!results || !found || wanted < 1)
        return CUBLAS_STATUS_INVALID_VALUE;
    const cublasStatus_t status = describe(&m, handle, desc, a, b, c, d);
    *found = status == CUBLAS_STATUS_SUCCESS;
    memset(results, 0, sizeof *results);
    results->state = status;
    return status;
}

static bool may_touch(cudaStream_t stream, const char *what, const void *memory,
                      const struct cublasLtMatrixLayout *l) {
    const int longest = l->order == CUBLASLT_ORDER_ROW ? l->columns : l->rows,
              lines = l->order == CUBLASLT_ORDER_ROW ? l->rows : l->columns;
    const size_t elements = (size_t)(l->stride * (l->count - 1)) +
                            ((size_t)lines - 1) * (size_t)l->ld + (size_t)longest;
    return lines < 1 || longest < 1 ||
           cuda_cpu_library_may_touch(stream, what, memory, elements * cuda_cpu_blas_size(l->type));
}

static bool fits(const char *what, const struct cublasLtMatrixLayout *l) {
    const int longest = l->order == CUBLASLT_ORDER_ROW ? l->columns : l->rows;
    if (l->ld < longest)
        cuda_cpu_library_say("the leading dimension of %s is %d, and its %s have %d elements", what,
                             l->ld, l->order == CUBLASLT_ORDER_ROW ? "rows" : "columns", longest);
    return l->ld >= longest;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha,
                              const void *a, cublasLtMatrixLayout_t alayout, const void *b,
                              cublasLtMatrixLayout_t blayout, const void *beta, const void *c,
                              cublasLtMatrixLayout_t clayout, void *d,
                              cublasLtMatrixLayout_t dlayout, const cublasLtMatmulAlgo_t *algorithm,
                              void *workspace, size_t workspace_bytes, cudaStream_t stream) {
    (void)algorithm, (void)workspace, (void)workspace_bytes;
    struct matmul m = {0};
    const cublasStatus_t status = describe(&m, handle, desc, alayout, blayout, clayout, dlayout);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    if (!alpha || !beta || !a || !b || !d || !fits("A", &m.a) || !fits("B", &m.b) ||
        !fits("C", &m.from) || !fits("D", &m.d))
        return CUBLAS_STATUS_INVALID_VALUE;
    const bool has_bias = m.desc.epilogue & CUBLASLT_EPILOGUE_BIAS || has_gradient(m.desc.epilogue);
    if (m.desc.bias && !has_bias) { // as on an H200
        cuda_cpu_library_say("there is a pointer to a bias, and the epilogue has none");
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    const size_t scale = cuda_cpu_blas_size(m.desc.scale);
    const bool on_device = m.desc.mode == CUBLASLT_POINTER_MODE_DEVICE;
    if (on_device)
        m.alpha = alpha, m.beta = beta;
    else
        memcpy(m.product.alpha, alpha, scale), memcpy(m.product.beta, beta, scale);
    m.product.a = a, m.product.b = b, m.product.c = d, m.c = c;
    const bool may =
        may_touch(stream, "A", a, &m.a) && may_touch(stream, "B", b, &m.b) &&
        may_touch(stream, "D", d, &m.d) && (!c || may_touch(stream, "C", c, &m.from)) &&
        (!on_device || cuda_cpu_library_may_touch(stream, "alpha", alpha, scale)) &&
        (!has_bias ||
         cuda_cpu_library_may_touch(stream, "the bias", m.desc.bias,
                                    (size_t)m.d.rows * cuda_cpu_blas_size(m.desc.has_bias_type
                                                                              ? m.desc.bias_type
                                                                              : m.d.type)));
    if (!may)
        return CUBLAS_STATUS_SUCCESS;
    return cuda_cpu_run_in(stream, run, &m, sizeof m) ? CUBLAS_STATUS_SUCCESS
                                                      : CUBLAS_STATUS_EXECUTION_FAILED;
}
