// SPDX-License-Identifier: MIT
// cuBLAS on OpenBLAS: a call is checked, and what it asks for becomes an item of its handle's
// stream. each_type.h has the calls that there are for each type of numbers.
#include "cublas_v2.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "product.h"

struct cublasContext {
    struct cuda_cpu_handle base;
    cublasPointerMode_t mode;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    cublasEmulationStrategy_t strategy;
    cudaEmulationMantissaControl mantissa;
    cudaEmulationSpecialValuesSupport special;
    int mantissa_bits, mantissa_offset;
};

// A number that the call was given: copied from the host, or read on the device when its turn
// comes.
struct scalar {
    const void *device; // NULL: the value
    double value[2];
};

// Every call of the library, as its stream gets it. Vectors have their step in the place of the
// leading dimension.
struct call {
    cublasOperation_t ta, tb;
    cublasFillMode_t uplo;
    cublasDiagType_t diag;
    cublasSideMode_t side;
    int m, n, k, ku, lda, ldb, ldc;
    const void *a, *b;
    void *c;
    struct scalar alpha, beta;
    int count;   // of many; 0: it is one
    bool listed; // the matrices are given by arrays of pointers
    long long stridea, strideb, stridec;
    cudaDataType atype, btype, ctype;
    cublasComputeType_t compute;
    int *pivots, *info;
    bool inverse;
    double param[5];
};

// ---- the beginning of a call, and its end -------------------------------------------------------

struct start {
    struct cublasContext *handle; // NULL: it is none
    cublasStatus_t status;
    bool faults; // a GPU could not touch its memory
};

static const char MAKER[] = "cublasCreate";

static struct start begin(cublasHandle_t handle) {
    struct cublasContext *const h = cuda_cpu_find_handle(handle, MAKER);
    return (struct start){h, h ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED, false};
}

static bool goes_on(const struct start *at) {
    return at->status == CUBLAS_STATUS_SUCCESS && !at->faults;
}

static cublasStatus_t finish_brief(const struct start *at, void (*run)(void *),
                                   const struct call *call, double operations) {
    if (!goes_on(at))
        return at->status;
    return cuda_cpu_run_brief(at->handle->base.stream, run, call, sizeof *call, operations)
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_EXECUTION_FAILED;
}

static cublasStatus_t finish(const struct start *at, void (*run)(void *), const struct call *call) {
    return finish_brief(at, run, call, HUGE_VAL);
}

static void wrong(struct start *at) {
    if (at->status == CUBLAS_STATUS_SUCCESS)
        at->status = CUBLAS_STATUS_INVALID_VALUE;
}

static void check_bytes(struct start *at, const char *what, const void *memory, size_t bytes) {
    if (goes_on(at))
        at->faults = !cuda_cpu_library_may_touch(at->handle->base.stream, what, memory, bytes);
}

// A result goes to the host at once, and to the device when its turn comes.
static cublasStatus_t finish_result(struct start *at, void (*run)(void *), const struct call *call,
                                    size_t bytes) {
    if (!call->c)
        wrong(at);
    if (at->handle && at->handle->mode == CUBLAS_POINTER_MODE_DEVICE) {
        check_bytes(at, "the result", call->c, bytes);
        return finish(at, run, call);
    }
    if (!goes_on(at))
        return at->status;
    return cuda_cpu_run_and_wait(at->handle->base.stream, run, call, sizeof *call)
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_EXECUTION_FAILED;
}

// Up to five numbers that the call reads and writes.
static cublasStatus_t finish_scalars(struct start *at, void (*run)(void *), void *const *numbers) {
    if (!goes_on(at))
        return at->status;
    if (at->handle->mode == CUBLAS_POINTER_MODE_HOST)
        run((void *)numbers);
    else if (!cuda_cpu_run_in(at->handle->base.stream, run, numbers, 5 * sizeof *numbers))
        return CUBLAS_STATUS_EXECUTION_FAILED;
    return CUBLAS_STATUS_SUCCESS;
}

// ---- what a call is given -----------------------------------------------------------------------

static struct scalar scalar(struct start *at, const char *what, const void *from, size_t bytes) {
    struct scalar s = {NULL, {0, 0}};
    if (!from) {
        cuda_cpu_library_say("%s is NULL", what);
        wrong(at);
    } else if (at->handle && at->handle->mode == CUBLAS_POINTER_MODE_DEVICE) {
        s.device = from;
        check_bytes(at, what, from, bytes);
    } else {
        memcpy(s.value, from, bytes);
    }
    return s;
}

static const void *value_of(const struct scalar *s) {
    return s->device ? s->device : s->value;
}

static void check_count(struct start *at, const char *what, int n) {
    if (n < 0) {
        cuda_cpu_library_say("%s is %d", what, n);
        wrong(at);
    }
}

static void check_operation(struct start *at, const char *what, cublasOperation_t operation) {
    if ((unsigned)operation > CUBLAS_OP_C) {
        cuda_cpu_library_say("%s is %d, which is none of CUBLAS_OP_N, T and C", what, operation);
        wrong(at);
    }
}

// A length below 0 is 0: cuBLAS's level 1 says nothing of it.
static void check_vector(struct start *at, const char *what, const void *x, int n, int step,
                         size_t size) {
    if (step == 0 && n > 0) {
        cuda_cpu_library_say("the step of %s is 0", what);
        wrong(at);
    }
    const size_t apart = (size_t)abs(step);
    if (n > 0)
        check_bytes(at, what, x, (((size_t)n - 1) * apart + 1) * size);
}

static bool check_shape(struct start *at, const char *what, int rows, int columns, int ld) {
    check_count(at, "a matrix's number of rows", rows);
    check_count(at, "a matrix's number of columns", columns);
    if (rows >= 0 && ld < (rows > 1 ? rows : 1)) {
        cuda_cpu_library_say("the leading dimension of %s is %d, and its columns have %d elements",
                             what, ld, rows);
        wrong(at);
    }
    return goes_on(at) && rows > 0 && columns > 0;
}

static void check_matrix(struct start *at, const char *what, const void *matrix, int rows,
                         int columns, int ld, size_t size) {
    if (check_shape(at, what, rows, columns, ld))
        check_bytes(at, what, matrix, (((size_t)columns - 1) * (size_t)ld + (size_t)rows) * size);
}

// One, or an array of pointers to many.
static void check_listed(struct start *at, const char *what, const void *matrix, bool listed,
                         int rows, int columns, int ld, int count, size_t size) {
    if (!listed) {
        check_matrix(at, what, matrix, rows, columns, ld, size);
        return;
    }
    check_count(at, "the number of matrices", count);
    if (check_shape(at, what, rows, columns, ld))
        check_bytes(at, what, matrix, (size_t)count * sizeof(void *));
}

static void check_many(struct start *at, const char *what, const struct call *o, const void *matrix,
                       int rows, int columns, int ld, long long stride, size_t size) {
    check_listed(at, what, matrix, o->listed, rows, columns, ld, o->count, size);
    if (!o->listed && o->count > 1 && stride > 0 && rows > 0 && columns > 0)
        check_bytes(at, what, matrix,
                    ((size_t)stride * ((size_t)o->count - 1) + ((size_t)columns - 1) * (size_t)ld +
                     (size_t)rows) *
                        size);
}

static void check_vectors(struct start *at, const char *what, const struct call *o, const void *x,
                          int n, int step, long long stride, size_t size) {
    if (o->listed) {
        check_bytes(at, what, x, (size_t)o->count * sizeof(void *));
        return;
    }
    check_vector(at, what, x, n, step, size);
    if (o->count > 1 && stride > 0 && n > 0)
        check_bytes(
            at, what, x,
            ((size_t)stride * ((size_t)o->count - 1) + ((size_t)n - 1) * (size_t)abs(step) + 1) *
                size);
}

static void check_product(struct start *at, const struct call *o, size_t asize, size_t bsize,
                          size_t csize) {
    const bool plain = o->ta == CUBLAS_OP_N, as_well = o->tb == CUBLAS_OP_N;
    check_count(at, "the number of matrices", o->count);
    check_many(at, "A", o, o->a, plain ? o->m : o->k, plain ? o->k : o->m, o->lda, o->stridea,
               asize);
    check_many(at, "B", o, o->b, as_well ? o->k : o->n, as_well ? o->n : o->k, o->ldb, o->strideb,
               bsize);
    check_many(at, "C", o, o->c, o->m, o->n, o->ldc, o->stridec, csize);
}

// ---- what the stream does -----------------------------------------------------------------------

// CBLAS's numbers.
enum { COLUMNS = 102 };
static int trans_of(cublasOperation_t t, bool is_complex) {
    return t == CUBLAS_OP_N ? 111 : t == CUBLAS_OP_C && is_complex ? 113 : 112;
}
static int uplo_of(cublasFillMode_t uplo) {
    return uplo == CUBLAS_FILL_MODE_UPPER ? 121 : 122;
}
static int diag_of(cublasDiagType_t diag) {
    return diag == CUBLAS_DIAG_UNIT ? 132 : 131;
}
static int side_of(cublasSideMode_t side) {
    return side == CUBLAS_SIDE_LEFT ? 141 : 142;
}

static void *matrix_of(const void *first, bool listed, long long stride, int i, size_t size) {
    return listed ? ((void *const *)first)[i] : (char *)first + stride * i * (long long)size;
}

static void wrote_vector(void *y, int n, int step, size_t size) {
    for (int i = 0; cuda_cpu_library_watched() && i < n; i++)
        cuda_cpu_library_wrote((char *)y + (size_t)i * (size_t)abs(step) * size, size);
}

static void wrote_matrix(void *c, int rows, int columns, int ld, size_t size) {
    for (int j = 0; cuda_cpu_library_watched() && j < columns; j++)
        cuda_cpu_library_wrote((char *)c + (size_t)j * (size_t)ld * size, (size_t)rows * size);
}

static void write_result(void *to, const void *value, size_t bytes) {
    memcpy(to, value, bytes);
    cuda_cpu_library_wrote(to, bytes);
}

#define T float
#define R float
#define NUMBER float
#define CONJUGATE(x) (x)
#define LETTER S
#define SMALL s
#define SUMS S
#define SMALL_SUMS s
#define IS_COMPLEX 0
#include "each_type.h"

#define T double
#define R double
#define NUMBER double
#define CONJUGATE(x) (x)
#define LETTER D
#define SMALL d
#define SUMS D
#define SMALL_SUMS d
#define IS_COMPLEX 0
#include "each_type.h"

#define T cuComplex
#define R float
#define NUMBER float _Complex
#define CONJUGATE(x) conjf(x)
#define LETTER C
#define SMALL c
#define SUMS Sc
#define SMALL_SUMS sc
#define REAL_SCAL Cs
#define IS_COMPLEX 1
#include "each_type.h"

#define T cuDoubleComplex
#define R double
#define NUMBER double _Complex
#define CONJUGATE(x) conj(x)
#define LETTER Z
#define SMALL z
#define SUMS Dz
#define SMALL_SUMS dz
#define REAL_SCAL Zd
#define IS_COMPLEX 1
#include "each_type.h"

// ---- products of mixed types --------------------------------------------------------------------

size_t cuda_cpu_blas_size(cudaDataType type) {
    switch (type) {
    case CUDA_R_32F:
    case CUDA_R_32I:
        return 4;
    case CUDA_R_64F:
    case CUDA_C_32F:
        return 8;
    case CUDA_C_64F:
        return 16;
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 2;
    case CUDA_R_8I:
        return 1;
    default:
        return 0;
    }
}

static float half_to_float(unsigned short bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const float size = exponent == 31  ? fraction ? NAN : INFINITY
                       : exponent == 0 ? ldexpf((float)fraction, -24)
                                       : ldexpf((float)(1024 + fraction), exponent - 25);
    return bits & 0x8000 ? -size : size;
}

static unsigned short float_to_half(float x) {
    const int sign = signbit(x) ? 0x8000 : 0;
    const float size = fabsf(x);
    if (x != x)
        return 0x7fff;
    if (size == 0 || size >= 65520) // which rounds to infinity
        return (unsigned short)(sign | (size == 0 ? 0 : 0x7c00));
    int exponent;
    frexpf(size, &exponent);
    const int step = (exponent < -13 ? -13 : exponent) - 11; // of the last bit
    return (unsigned short)(sign | (((step + 24) << 10) + (int)rintf(ldexpf(size, -step))));
}

static float bfloat_to_float(unsigned short bits) {
    const unsigned whole = (unsigned)bits << 16;
    float x;
    memcpy(&x, &whole, sizeof x);
    return x;
}

static unsigned short float_to_bfloat(float x) {
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? 0x7fff : (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float cuda_cpu_blas_read(const void *from, cudaDataType type, size_t i) {
    switch (type) {
    case CUDA_R_16F:
        return half_to_float(((const unsigned short *)from)[i]);
    case CUDA_R_16BF:
        return bfloat_to_float(((const unsigned short *)from)[i]);
    case CUDA_R_8I:
        return ((const signed char *)from)[i];
    default:
        return ((const float *)from)[i];
    }
}

void cuda_cpu_blas_write(void *to, cudaDataType type, size_t i, float x) {
    if (type == CUDA_R_16F)
        ((unsigned short *)to)[i] = float_to_half(x);
    else if (type == CUDA_R_16BF)
        ((unsigned short *)to)[i] = float_to_bfloat(x);
    else
        ((float *)to)[i] = x;
}

// A matrix as floats without gaps; one that is such already stays where it is.
static float *as_floats(const void *from, cudaDataType type, int rows, int columns, int ld) {
    if (type == CUDA_R_32F && ld == rows)
        return (float *)from;
    float *const to = malloc(((size_t)rows * (size_t)columns + 1) * sizeof *to);
    for (int j = 0; to && j < columns; j++)
        for (int i = 0; i < rows; i++)
            to[(size_t)j * (size_t)rows + (size_t)i] =
                cuda_cpu_blas_read(from, type, (size_t)j * (size_t)ld + (size_t)i);
    return to;
}

static void multiply_bytes(const struct call *o, const signed char *a, const signed char *b,
                           int *c) {
    const int alpha = *(const int *)value_of(&o->alpha), beta = *(const int *)value_of(&o->beta);
    for (int j = 0; j < o->n; j++)
        for (int i = 0; i < o->m; i++) {
            int sum = 0, *const to = &c[(size_t)j * (size_t)o->ldc + (size_t)i];
            for (int k = 0; k < o->k; k++) {
                const int row = o->ta == CUBLAS_OP_N ? i : k, other = o->ta == CUBLAS_OP_N ? k : i;
                const int line = o->tb == CUBLAS_OP_N ? k : j,
                          column = o->tb == CUBLAS_OP_N ? j : k;
                sum += a[(size_t)other * (size_t)o->lda + (size_t)row] *
                       b[(size_t)column * (size_t)o->ldb + (size_t)line];
            }
            *to = alpha * sum + (beta ? beta * *to : 0);
        }
}

// In floats, whatever the numbers are, and rounded once at the end.
static void multiply_floats(const struct call *o, const void *a, const void *b, void *c) {
    const bool plain = o->ta == CUBLAS_OP_N, as_well = o->tb == CUBLAS_OP_N;
    const int arows = plain ? o->m : o->k, brows = as_well ? o->k : o->n;
    const bool halves =
        o->compute == CUBLAS_COMPUTE_16F || o->compute == CUBLAS_COMPUTE_16F_PEDANTIC;
    const float alpha =
                    cuda_cpu_blas_read(value_of(&o->alpha), halves ? CUDA_R_16F : CUDA_R_32F, 0),
                beta = cuda_cpu_blas_read(value_of(&o->beta), halves ? CUDA_R_16F : CUDA_R_32F, 0);
    float *const left = as_floats(a, o->atype, arows, plain ? o->k : o->m, o->lda),
                 *const right = as_floats(b, o->btype, brows, as_well ? o->n : o->k, o->ldb),
                 *const sum = beta != 0 ? as_floats(c, o->ctype, o->m, o->n, o->ldc)
                              : o->ctype == CUDA_R_32F && o->ldc == o->m
                                  ? c
                                  : malloc(((size_t)o->m * (size_t)o->n + 1) * sizeof *sum);
    if (left && right && sum) {
        cblas_sgemm(COLUMNS, trans_of(o->ta, false), trans_of(o->tb, false), o->m, o->n, o->k,
                    alpha, left, arows > 1 ? arows : 1, right, brows > 1 ? brows : 1, beta, sum,
                    o->m > 1 ? o->m : 1);
        for (int j = 0; sum != c && j < o->n; j++)
            for (int i = 0; i < o->m; i++)
                cuda_cpu_blas_write(c, o->ctype, (size_t)j * (size_t)o->ldc + (size_t)i,
                                    sum[(size_t)j * (size_t)o->m + (size_t)i]);
    }
    if (left != a)
        free(left);
    if (right != b)
        free(right);
    if (sum != c)
        free(sum);
}

static void multiply_mixed(void *data) {
    const struct call *const o = data;
    for (int i = 0; i < (o->count ? o->count : 1); i++) {
        const void *const a = matrix_of(o->a, o->listed, o->stridea, i,
                                        cuda_cpu_blas_size(o->atype)),
                          *const b = matrix_of(o->b, o->listed, o->strideb, i,
                                               cuda_cpu_blas_size(o->btype));
        void *const c = matrix_of(o->c, o->listed, o->stridec, i, cuda_cpu_blas_size(o->ctype));
        if (o->ctype == CUDA_R_32I)
            multiply_bytes(o, a, b, c);
        else
            multiply_floats(o, a, b, c);
        wrote_matrix(c, o->m, o->n, o->ldc, cuda_cpu_blas_size(o->ctype));
    }
}

// What multiplies matrices of these types; NULL: nothing does, as in the tables of cuBLAS's
// documentation (cublasGemmEx). A and B are of one type there.
static void (*product_of(cublasComputeType_t compute, cudaDataType a, cudaDataType b,
                         cudaDataType c))(void *) {
    const bool half = a == CUDA_R_16F || a == CUDA_R_16BF;
    if (a != b)
        return NULL;
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return a == CUDA_R_16F && c == a ? multiply_mixed : NULL;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return a == CUDA_R_8I && c == CUDA_R_32I ? multiply_mixed : NULL;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
        return a != c ? NULL : a == CUDA_R_64F ? d_gemm : a == CUDA_C_64F ? z_gemm : NULL;
    default: // sums in floats
        if (a == c && (a == CUDA_R_32F || a == CUDA_C_32F))
            return a == CUDA_R_32F ? s_gemm : c_gemm;
        return (half && (c == a || c == CUDA_R_32F)) || (a == CUDA_R_8I && c == CUDA_R_32F)
                   ? multiply_mixed
                   : NULL;
    }
}

bool cuda_cpu_blas_has(cublasComputeType_t compute, cudaDataType a, cudaDataType b,
                       cudaDataType c) {
    return product_of(compute, a, b, c);
}

void cuda_cpu_blas_multiply(const struct cuda_cpu_product *p) {
    struct call o = {.ta = p->ta,
                     .tb = p->tb,
                     .m = p->m,
                     .n = p->n,
                     .k = p->k,
                     .a = p->a,
                     .b = p->b,
                     .c = p->c,
                     .lda = p->lda,
                     .ldb = p->ldb,
                     .ldc = p->ldc,
                     .atype = p->atype,
                     .btype = p->btype,
                     .ctype = p->ctype,
                     .compute = p->compute};
    memcpy(o.alpha.value, p->alpha, sizeof p->alpha);
    memcpy(o.beta.value, p->beta, sizeof p->beta);
    product_of(p->compute, p->atype, p->btype, p->ctype)(&o);
}

static cublasStatus_t mixed(cublasHandle_t handle, struct call o, const void *alpha,
                            const void *beta) {
    struct start at = begin(handle);
    void (*const run)(void *) = product_of(o.compute, o.atype, o.btype, o.ctype);
    if (at.handle && !run)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    const bool halves = o.compute == CUBLAS_COMPUTE_16F || o.compute == CUBLAS_COMPUTE_16F_PEDANTIC;
    const size_t size = halves ? 2 : run == multiply_mixed ? 4 : cuda_cpu_blas_size(o.ctype);
    check_operation(&at, "transa", o.ta);
    check_operation(&at, "transb", o.tb);
    o.alpha = scalar(&at, "alpha", alpha, size);
    o.beta = scalar(&at, "beta", beta, size);
    check_product(&at, &o, cuda_cpu_blas_size(o.atype), cuda_cpu_blas_size(o.btype),
                  cuda_cpu_blas_size(o.ctype));
    return finish(&at, run, &o);
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void *alpha,
                            const void *a, cudaDataType atype, int lda, const void *b,
                            cudaDataType btype, int ldb, const void *beta, void *c,
                            cudaDataType ctype, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm) {
    (void)algorithm;
    const struct call o = {.ta = transa,
                           .tb = transb,
                           .m = m,
                           .n = n,
                           .k = k,
                           .a = a,
                           .b = b,
                           .c = c,
                           .lda = lda,
                           .ldb = ldb,
                           .ldc = ldc,
                           .atype = atype,
                           .btype = btype,
                           .ctype = ctype,
                           .compute = compute};
    return mixed(handle, o, alpha, beta);
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *const a[], cudaDataType atype, int lda,
                                   const void *const b[], cudaDataType btype, int ldb,
                                   const void *beta, void *const c[], cudaDataType ctype, int ldc,
                                   int count, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm) {
    (void)algorithm;
    const struct call o = {.ta = transa,
                           .tb = transb,
                           .m = m,
                           .n = n,
                           .k = k,
                           .a = a,
                           .b = b,
                           .c = (void *)c,
                           .lda = lda,
                           .ldb = ldb,
                           .ldc = ldc,
                           .atype = atype,
                           .btype = btype,
                           .ctype = ctype,
                           .compute = compute,
                           .count = count,
                           .listed = true};
    return count == 0 ? CUBLAS_STATUS_SUCCESS : mixed(handle, o, alpha, beta);
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *a, cudaDataType atype,
                                          int lda, long long stridea, const void *b,
                                          cudaDataType btype, int ldb, long long strideb,
                                          const void *beta, void *c, cudaDataType ctype, int ldc,
                                          long long stridec, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm) {
    (void)algorithm;
    const struct call o = {.ta = transa,
                           .tb = transb,
                           .m = m,
                           .n = n,
                           .k = k,
                           .a = a,
                           .b = b,
                           .c = c,
                           .lda = lda,
                           .ldb = ldb,
                           .ldc = ldc,
                           .atype = atype,
                           .btype = btype,
                           .ctype = ctype,
                           .compute = compute,
                           .count = count,
                           .stridea = stridea,
                           .strideb = strideb,
                           .stridec = stridec};
    return count == 0 ? CUBLAS_STATUS_SUCCESS : mixed(handle, o, alpha, beta);
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const float *alpha,
                             const void *a, cudaDataType atype, int lda, const void *b,
                             cudaDataType btype, int ldb, const float *beta, void *c,
                             cudaDataType ctype, int ldc) {
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, atype, lda, b, btype, ldb, beta,
                        c, ctype, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const __half *alpha,
                           const __half *a, int lda, const __half *b, int ldb, const __half *beta,
                           __half *c, int ldc) {
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F,
                        ldb, beta, c, CUDA_R_16F, ldc, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const __half *alpha, const __half *const a[], int lda,
                                  const __half *const b[], int ldb, const __half *beta,
                                  __half *const c[], int ldc, int count) {
    return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, (const void *const *)a,
                               CUDA_R_16F, lda, (const void *const *)b, CUDA_R_16F, ldb, beta,
                               (void *const *)c, CUDA_R_16F, ldc, count, CUBLAS_COMPUTE_16F,
                               CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const __half *alpha, const __half *a, int lda,
                                         long long stridea, const __half *b, int ldb,
                                         long long strideb, const __half *beta, __half *c, int ldc,
                                         long long stridec, int count) {
    return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, CUDA_R_16F, lda,
                                      stridea, b, CUDA_R_16F, ldb, strideb, beta, c, CUDA_R_16F,
                                      ldc, stridec, count, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

// ---- handles ------------------------------------------------------------------------------------

// OpenBLAS uses as many cores as the kernels may.
void openblas_set_num_threads(int threads);

cublasStatus_t cublasCreate(cublasHandle_t *handle) {
    int cores;
    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    openblas_set_num_threads(cores);
    *handle = cuda_cpu_make_handle(MAKER, sizeof **handle);
    return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

// What the handle still has to do is waited for, as cuBLAS does.
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    struct cublasContext *const h = cuda_cpu_end_handle(handle, MAKER);
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    cudaDeviceSynchronize();
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version) {
    (void)handle;
    if (!version)
        return CUBLAS_STATUS_INVALID_VALUE;
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value) {
    const int version[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
    if (!value || (unsigned)type > PATCH_LEVEL)
        return CUBLAS_STATUS_INVALID_VALUE;
    *value = version[type];
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) {
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return (size_t)version;
}

// What cuBLAS 13.1 answers.
static const struct {
    const char *name, *words;
} statuses[] = {
    [CUBLAS_STATUS_SUCCESS] = {"CUBLAS_STATUS_SUCCESS", "success"},
    [CUBLAS_STATUS_NOT_INITIALIZED] = {"CUBLAS_STATUS_NOT_INITIALIZED",
                                       "the library was not initialized"},
    [CUBLAS_STATUS_ALLOC_FAILED] = {"CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    [CUBLAS_STATUS_INVALID_VALUE] = {"CUBLAS_STATUS_INVALID_VALUE",
                                     "an unsupported value or parameter was passed to the "
                                     "function"},
    [CUBLAS_STATUS_ARCH_MISMATCH] = {"CUBLAS_STATUS_ARCH_MISMATCH",
                                     "the function requires an architectural feature absent from "
                                     "the device"},
    [CUBLAS_STATUS_MAPPING_ERROR] = {"CUBLAS_STATUS_MAPPING_ERROR",
                                     "an access to GPU memory space failed"},
    [CUBLAS_STATUS_EXECUTION_FAILED] = {"CUBLAS_STATUS_EXECUTION_FAILED",
                                        "the function failed to launch on the GPU"},
    [CUBLAS_STATUS_INTERNAL_ERROR] = {"CUBLAS_STATUS_INTERNAL_ERROR",
                                      "an internal operation failed"},
    [CUBLAS_STATUS_NOT_SUPPORTED] = {"CUBLAS_STATUS_NOT_SUPPORTED",
                                     "the requested functionality is not supported"},
    [CUBLAS_STATUS_LICENSE_ERROR] = {"CUBLAS_STATUS_LICENSE_ERROR", "the license check failed"},
};

static bool is_known(cublasStatus_t status) {
    return (unsigned)status < sizeof statuses / sizeof *statuses && statuses[status].name;
}

const char *cublasGetStatusName(cublasStatus_t status) {
    return is_known(status) ? statuses[status].name : "unrecognized status";
}

const char *cublasGetStatusString(cublasStatus_t status) {
    return is_known(status) ? statuses[status].words : "unrecognized status";
}

#define PROPERTY(Set, Get, type, member)                                                           \
    cublasStatus_t Set(cublasHandle_t handle, type value) {                                        \
        struct start at = begin(handle);                                                           \
        if (at.handle)                                                                             \
            at.handle->member = value;                                                             \
        return at.status;                                                                          \
    }                                                                                              \
    cublasStatus_t Get(cublasHandle_t handle, type *value) {                                       \
        struct start at = begin(handle);                                                           \
        if (!value)                                                                                \
            wrong(&at);                                                                            \
        if (goes_on(&at))                                                                          \
            *value = at.handle->member;                                                            \
        return at.status;                                                                          \
    }
PROPERTY(cublasSetStream, cublasGetStream, cudaStream_t, base.stream)
PROPERTY(cublasSetPointerMode, cublasGetPointerMode, cublasPointerMode_t, mode)
PROPERTY(cublasSetMathMode, cublasGetMathMode, cublasMath_t, math)
PROPERTY(cublasSetAtomicsMode, cublasGetAtomicsMode, cublasAtomicsMode_t, atomics)
PROPERTY(cublasSetEmulationStrategy, cublasGetEmulationStrategy, cublasEmulationStrategy_t,
         strategy)
PROPERTY(cublasSetEmulationSpecialValuesSupport, cublasGetEmulationSpecialValuesSupport,
         cudaEmulationSpecialValuesSupport, special)
PROPERTY(cublasSetFixedPointEmulationMantissaControl, cublasGetFixedPointEmulationMantissaControl,
         cudaEmulationMantissaControl, mantissa)
PROPERTY(cublasSetFixedPointEmulationMaxMantissaBitCount,
         cublasGetFixedPointEmulationMaxMantissaBitCount, int, mantissa_bits)
PROPERTY(cublasSetFixedPointEmulationMantissaBitOffset,
         cublasGetFixedPointEmulationMantissaBitOffset, int, mantissa_offset)

cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes) {
    struct start at = begin(handle);
    (void)workspace, (void)bytes;
    return at.status;
}

// ---- vectors and matrices between host and device -----------------------------------------------

// Rows of a copy in two dimensions are the elements of a vector, or a matrix's columns.
static cublasStatus_t transfer(int rows, int columns, int size, const void *a, int lda, void *b,
                               int ldb, bool waits, enum cudaMemcpyKind kind, cudaStream_t stream) {
    if (rows < 0 || columns < 0 || size < 1 || lda < rows || ldb < rows || lda < 1 || ldb < 1)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (rows == 0 || columns == 0)
        return CUBLAS_STATUS_SUCCESS;
    const size_t bytes = (size_t)size, wide = (size_t)rows * bytes;
    const cudaError_t error =
        waits ? cudaMemcpy2D(b, (size_t)ldb * bytes, a, (size_t)lda * bytes, wide, (size_t)columns,
                             kind)
              : cudaMemcpy2DAsync(b, (size_t)ldb * bytes, a, (size_t)lda * bytes, wide,
                                  (size_t)columns, kind, stream);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

#define TRANSFERS(Way, kind)                                                                       \
    cublasStatus_t cublas##Way##Vector(int n, int size, const void *x, int incx, void *y,          \
                                       int incy) {                                                 \
        return transfer(1, n, size, x, incx, y, incy, true, kind, NULL);                           \
    }                                                                                              \
    cublasStatus_t cublas##Way##Matrix(int rows, int columns, int size, const void *a, int lda,    \
                                       void *b, int ldb) {                                         \
        return transfer(rows, columns, size, a, lda, b, ldb, true, kind, NULL);                    \
    }                                                                                              \
    cublasStatus_t cublas##Way##VectorAsync(int n, int size, const void *x, int incx, void *y,     \
                                            int incy, cudaStream_t stream) {                       \
        return transfer(1, n, size, x, incx, y, incy, false, kind, stream);                        \
    }                                                                                              \
    cublasStatus_t cublas##Way##MatrixAsync(int rows, int columns, int size, const void *a,        \
                                            int lda, void *b, int ldb, cudaStream_t stream) {      \
        return transfer(rows, columns, size, a, lda, b, ldb, false, kind, stream);                 \
    }
TRANSFERS(Set, cudaMemcpyHostToDevice)
TRANSFERS(Get, cudaMemcpyDeviceToHost)
