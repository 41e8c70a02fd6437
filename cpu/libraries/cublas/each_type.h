// SPDX-License-Identifier: MIT
// cuBLAS for one type of numbers; cublas.c includes this for each. Given are T, its real part's
// type R, the LETTER and the SMALL one as in cublasSgemm and cblassgemm, those of SUMS, and
// whether it IS_COMPLEX; then also REAL_SCAL, as in cublasCsscal. NUMBER is T for C's own
// operators.
#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE_(a, b, c)
#define CUBLAS(name) PASTE(cublas, LETTER, name)
#define CBLAS(name) PASTE(cblas_, SMALL, name)
#define LAPACK(name) PASTE(SMALL, name, _)
#define OWN(name) PASTE(SMALL, _, name)
#if IS_COMPLEX
#define SCALAR const void *
#define VALUE(scalar) value_of(&(scalar))
#else
#define SCALAR T
#define VALUE(scalar) (*(const T *)value_of(&(scalar)))
#endif
// Operations on T, as how many on floats: by their bytes, and that is about their time.
#define SINGLES(operations) ((operations) * (double)(sizeof(T) / sizeof(float)))

// ---- OpenBLAS -----------------------------------------------------------------------------------

size_t PASTE(cblas_i, SMALL, amax)(int n, const void *x, int incx);
size_t PASTE(cblas_i, SMALL, amin)(int n, const void *x, int incx);
R PASTE(cblas_, SMALL_SUMS, asum)(int n, const void *x, int incx);
R PASTE(cblas_, SMALL_SUMS, nrm2)(int n, const void *x, int incx);
void CBLAS(axpy)(int n, SCALAR alpha, const void *x, int incx, void *y, int incy);
void CBLAS(copy)(int n, const void *x, int incx, void *y, int incy);
void CBLAS(swap)(int n, void *x, int incx, void *y, int incy);
void CBLAS(scal)(int n, SCALAR alpha, void *x, int incx);
void LAPACK(rotg)(void *a, void *b, void *c, void *s);
void CBLAS(gemv)(int order, int trans, int m, int n, SCALAR alpha, const void *a, int lda,
                 const void *x, int incx, SCALAR beta, void *y, int incy);
void CBLAS(gbmv)(int order, int trans, int m, int n, int kl, int ku, SCALAR alpha, const void *a,
                 int lda, const void *x, int incx, SCALAR beta, void *y, int incy);
void CBLAS(trmv)(int order, int uplo, int trans, int diag, int n, const void *a, int lda, void *x,
                 int incx);
void CBLAS(trsv)(int order, int uplo, int trans, int diag, int n, const void *a, int lda, void *x,
                 int incx);
void CBLAS(gemm)(int order, int ta, int tb, int m, int n, int k, SCALAR alpha, const void *a,
                 int lda, const void *b, int ldb, SCALAR beta, void *c, int ldc);
void CBLAS(symm)(int order, int side, int uplo, int m, int n, SCALAR alpha, const void *a, int lda,
                 const void *b, int ldb, SCALAR beta, void *c, int ldc);
void CBLAS(syrk)(int order, int uplo, int trans, int n, int k, SCALAR alpha, const void *a, int lda,
                 SCALAR beta, void *c, int ldc);
void CBLAS(syr2k)(int order, int uplo, int trans, int n, int k, SCALAR alpha, const void *a,
                  int lda, const void *b, int ldb, SCALAR beta, void *c, int ldc);
void CBLAS(trmm)(int order, int side, int uplo, int trans, int diag, int m, int n, SCALAR alpha,
                 const void *a, int lda, void *b, int ldb);
void CBLAS(trsm)(int order, int side, int uplo, int trans, int diag, int m, int n, SCALAR alpha,
                 const void *a, int lda, void *b, int ldb);
void LAPACK(getrf)(const int *m, const int *n, void *a, const int *lda, int *pivots, int *info);
void LAPACK(getrs)(const char *trans, const int *n, const int *columns, const void *a,
                   const int *lda, const int *pivots, void *b, const int *ldb, int *info, size_t);
#if IS_COMPLEX
void CBLAS(dotu_sub)(int n, const void *x, int incx, const void *y, int incy, void *result);
void CBLAS(dotc_sub)(int n, const void *x, int incx, const void *y, int incy, void *result);
void CBLAS(geru)(int order, int m, int n, const void *alpha, const void *x, int incx, const void *y,
                 int incy, void *a, int lda);
void CBLAS(gerc)(int order, int m, int n, const void *alpha, const void *x, int incx, const void *y,
                 int incy, void *a, int lda);
void CBLAS(hemv)(int order, int uplo, int n, const void *alpha, const void *a, int lda,
                 const void *x, int incx, const void *beta, void *y, int incy);
void CBLAS(hemm)(int order, int side, int uplo, int m, int n, const void *alpha, const void *a,
                 int lda, const void *b, int ldb, const void *beta, void *c, int ldc);
void CBLAS(her2k)(int order, int uplo, int trans, int n, int k, const void *alpha, const void *a,
                  int lda, const void *b, int ldb, R beta, void *c, int ldc);
void CBLAS(herk)(int order, int uplo, int trans, int n, int k, R alpha, const void *a, int lda,
                 R beta, void *c, int ldc);
#else
T CBLAS(dot)(int n, const void *x, int incx, const void *y, int incy);
void CBLAS(ger)(int order, int m, int n, T alpha, const void *x, int incx, const void *y, int incy,
                void *a, int lda);
void CBLAS(symv)(int order, int uplo, int n, T alpha, const void *a, int lda, const void *x,
                 int incx, T beta, void *y, int incy);
void CBLAS(syr)(int order, int uplo, int n, T alpha, const void *x, int incx, void *a, int lda);
void CBLAS(rotm)(int n, void *x, int incx, void *y, int incy, const void *param);
void CBLAS(rotmg)(void *d1, void *d2, void *x1, T y1, void *param);
#endif

// ---- level 1: vectors ---------------------------------------------------------------------------

// A BLAS takes vectors with a negative step from their end, and cuBLAS does; of sums over one
// vector neither says anything for such a step.
#define REDUCTION(function, name, type, expression)                                                \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        const type value = o->n < 1 || o->lda < 1 ? 0 : (type)(expression);                        \
        write_result(o->c, &value, sizeof value);                                                  \
    }                                                                                              \
    cublasStatus_t function(cublasHandle_t handle, int n, const T *x, int incx, type *result) {    \
        struct call o = {.n = n, .a = x, .lda = incx, .c = result};                                \
        struct start at = begin(handle);                                                           \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        return finish_result(&at, OWN(name), &o, sizeof *result);                                  \
    }
REDUCTION(PASTE(cublasI, SMALL, amax), amax, int,
          PASTE(cblas_i, SMALL, amax)(o->n, o->a, o->lda) + 1)
REDUCTION(PASTE(cublasI, SMALL, amin), amin, int,
          PASTE(cblas_i, SMALL, amin)(o->n, o->a, o->lda) + 1)
REDUCTION(PASTE(cublas, SUMS, asum), asum, R, PASTE(cblas_, SMALL_SUMS, asum)(o->n, o->a, o->lda))
REDUCTION(PASTE(cublas, SUMS, nrm2), nrm2, R, PASTE(cblas_, SMALL_SUMS, nrm2)(o->n, o->a, o->lda))

static void OWN(axpy)(void *data) {
    const struct call *const o = data;
    CBLAS(axpy)(o->n, VALUE(o->alpha), o->a, o->lda, o->c, o->ldc);
    wrote_vector(o->c, o->n, o->ldc, sizeof(T));
}
cublasStatus_t CUBLAS(axpy)(cublasHandle_t handle, int n, const T *alpha, const T *x, int incx,
                            T *y, int incy) {
    struct call o = {.n = n, .a = x, .lda = incx, .c = y, .ldc = incy};
    struct start at = begin(handle);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(T));
    check_vector(&at, "x", x, n, incx, sizeof(T));
    check_vector(&at, "y", y, n, incy, sizeof(T));
    return finish_brief(&at, OWN(axpy), &o, SINGLES(4.0 * n));
}

static void OWN(copy)(void *data) {
    const struct call *const o = data;
    CBLAS(copy)(o->n, o->a, o->lda, o->c, o->ldc);
    wrote_vector(o->c, o->n, o->ldc, sizeof(T));
}
cublasStatus_t CUBLAS(copy)(cublasHandle_t handle, int n, const T *x, int incx, T *y, int incy) {
    struct call o = {.n = n, .a = x, .lda = incx, .c = y, .ldc = incy};
    struct start at = begin(handle);
    check_vector(&at, "x", x, n, incx, sizeof(T));
    check_vector(&at, "y", y, n, incy, sizeof(T));
    return finish_brief(&at, OWN(copy), &o, SINGLES(4.0 * n));
}

static void OWN(swap)(void *data) {
    const struct call *const o = data;
    CBLAS(swap)(o->n, (void *)o->a, o->lda, o->c, o->ldc);
}
cublasStatus_t CUBLAS(swap)(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy) {
    struct call o = {.n = n, .a = x, .lda = incx, .c = y, .ldc = incy};
    struct start at = begin(handle);
    check_vector(&at, "x", x, n, incx, sizeof(T));
    check_vector(&at, "y", y, n, incy, sizeof(T));
    return finish_brief(&at, OWN(swap), &o, SINGLES(4.0 * n));
}

static void OWN(scal)(void *data) {
    const struct call *const o = data;
    CBLAS(scal)(o->n, VALUE(o->alpha), o->c, o->ldc);
}
cublasStatus_t CUBLAS(scal)(cublasHandle_t handle, int n, const T *alpha, T *x, int incx) {
    struct call o = {.n = n, .c = x, .ldc = incx};
    struct start at = begin(handle);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(T));
    check_vector(&at, "x", x, n, incx, sizeof(T));
    return finish_brief(&at, OWN(scal), &o, SINGLES(4.0 * n));
}

static T *OWN(element)(void *x, int n, int inc, int i) {
    return (T *)x + (inc < 0 ? (ptrdiff_t)(i - n + 1) : (ptrdiff_t)i) * inc;
}
static void OWN(rot)(void *data) {
    const struct call *const o = data;
    const R c = *(const R *)value_of(&o->alpha);
    const NUMBER s = *(const NUMBER *)value_of(&o->beta);
    for (int i = 0; i < o->n; i++) {
        NUMBER *const x = (NUMBER *)OWN(element)((void *)o->a, o->n, o->lda, i);
        NUMBER *const y = (NUMBER *)OWN(element)(o->c, o->n, o->ldc, i);
        const NUMBER from = *x;
        *x = c * from + s * *y;
        *y = c * *y - CONJUGATE(s) * from;
    }
}
cublasStatus_t CUBLAS(rot)(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy, const R *c,
                           const T *s) {
    struct call o = {.n = n, .a = x, .lda = incx, .c = y, .ldc = incy};
    struct start at = begin(handle);
    o.alpha = scalar(&at, "c", c, sizeof(R));
    o.beta = scalar(&at, "s", s, sizeof(T));
    check_vector(&at, "x", x, n, incx, sizeof(T));
    check_vector(&at, "y", y, n, incy, sizeof(T));
    return finish(&at, OWN(rot), &o);
}

static void OWN(rotg)(void *data) {
    void *const *const o = data;
    LAPACK(rotg)(o[0], o[1], o[2], o[3]);
}
cublasStatus_t CUBLAS(rotg)(cublasHandle_t handle, T *a, T *b, R *c, T *s) {
    struct start at = begin(handle);
    return finish_scalars(&at, OWN(rotg), (void *[]){a, b, c, s, NULL});
}

// ---- level 2: a matrix and vectors --------------------------------------------------------------

static void OWN(gemv)(void *data) {
    const struct call *const o = data;
    for (int i = 0; i < (o->count ? o->count : 1); i++) {
        T *const y = matrix_of(o->c, o->listed, o->stridec, i, sizeof(T));
        CBLAS(gemv)
        (COLUMNS, trans_of(o->ta, IS_COMPLEX), o->m, o->n, VALUE(o->alpha),
         matrix_of(o->a, o->listed, o->stridea, i, sizeof(T)), o->lda,
         matrix_of(o->b, o->listed, o->strideb, i, sizeof(T)), o->ldb, VALUE(o->beta), y, o->ldc);
        wrote_vector(y, o->ta == CUBLAS_OP_N ? o->m : o->n, o->ldc, sizeof(T));
    }
}
static cublasStatus_t OWN(gemv_call)(cublasHandle_t handle, struct call o, const T *alpha,
                                     const T *beta) {
    struct start at = begin(handle);
    const bool plain = o.ta == CUBLAS_OP_N;
    check_operation(&at, "trans", o.ta);
    check_count(&at, "the number of matrices", o.count);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(T));
    o.beta = scalar(&at, "beta", beta, sizeof(T));
    check_many(&at, "A", &o, o.a, o.m, o.n, o.lda, o.stridea, sizeof(T));
    check_vectors(&at, "x", &o, o.b, plain ? o.n : o.m, o.ldb, o.strideb, sizeof(T));
    check_vectors(&at, "y", &o, o.c, plain ? o.m : o.n, o.ldc, o.stridec, sizeof(T));
    return finish_brief(&at, OWN(gemv), &o, SINGLES(4.0 * o.m * o.n * (o.count ? o.count : 1)));
}
cublasStatus_t CUBLAS(gemv)(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                            const T *alpha, const T *matrix, int lda, const T *x, int incx,
                            const T *beta, T *y, int incy) {
    struct call o = {.ta = trans, .m = m, .n = n, .a = matrix, .lda = lda, .b = x, .ldb = incx};
    o.c = y, o.ldc = incy;
    return OWN(gemv_call)(handle, o, alpha, beta);
}
cublasStatus_t CUBLAS(gemvBatched)(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                                   const T *alpha, const T *const a[], int lda, const T *const x[],
                                   int incx, const T *beta, T *const y[], int incy, int count) {
    struct call o = {.ta = trans, .m = m, .n = n, .a = a, .lda = lda, .b = x, .ldb = incx};
    o.c = (void *)y, o.ldc = incy, o.count = count, o.listed = true;
    return count == 0 ? CUBLAS_STATUS_SUCCESS : OWN(gemv_call)(handle, o, alpha, beta);
}
cublasStatus_t CUBLAS(gemvStridedBatched)(cublasHandle_t handle, cublasOperation_t trans, int m,
                                          int n, const T *alpha, const T *a, int lda,
                                          long long stridea, const T *x, int incx,
                                          long long stridex, const T *beta, T *y, int incy,
                                          long long stridey, int count) {
    struct call o = {.ta = trans, .m = m, .n = n, .a = a, .lda = lda, .b = x, .ldb = incx};
    o.c = y, o.ldc = incy, o.count = count;
    o.stridea = stridea, o.strideb = stridex, o.stridec = stridey;
    return count == 0 ? CUBLAS_STATUS_SUCCESS : OWN(gemv_call)(handle, o, alpha, beta);
}

static void OWN(gbmv)(void *data) {
    const struct call *const o = data;
    CBLAS(gbmv)
    (COLUMNS, trans_of(o->ta, IS_COMPLEX), o->m, o->n, o->k, o->ku, VALUE(o->alpha), o->a, o->lda,
     o->b, o->ldb, VALUE(o->beta), o->c, o->ldc);
    wrote_vector(o->c, o->ta == CUBLAS_OP_N ? o->m : o->n, o->ldc, sizeof(T));
}
cublasStatus_t CUBLAS(gbmv)(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl,
                            int ku, const T *alpha, const T *matrix, int lda, const T *x, int incx,
                            const T *beta, T *y, int incy) {
    struct call o = {.ta = trans, .m = m, .n = n, .k = kl, .ku = ku, .a = matrix, .lda = lda};
    o.b = x, o.ldb = incx, o.c = y, o.ldc = incy;
    struct start at = begin(handle);
    const bool plain = trans == CUBLAS_OP_N;
    check_operation(&at, "trans", trans);
    check_count(&at, "kl", kl);
    check_count(&at, "ku", ku);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(T));
    o.beta = scalar(&at, "beta", beta, sizeof(T));
    check_count(&at, "m", m);
    check_matrix(&at, "A", matrix, kl + ku + 1, n, lda, sizeof(T));
    check_vector(&at, "x", x, plain ? n : m, incx, sizeof(T));
    check_vector(&at, "y", y, plain ? m : n, incy, sizeof(T));
    return finish(&at, OWN(gbmv), &o);
}

#define TRIANGULAR(name)                                                                           \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), trans_of(o->ta, IS_COMPLEX), diag_of(o->diag), o->n, o->a,     \
         o->lda, o->c, o->ldc);                                                                    \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                cublasOperation_t trans, cublasDiagType_t diag, int n,             \
                                const T *matrix, int lda, T *x, int incx) {                        \
        struct call o = {.ta = trans, .uplo = uplo, .diag = diag, .n = n, .a = matrix};            \
        o.lda = lda, o.c = x, o.ldc = incx;                                                        \
        struct start at = begin(handle);                                                           \
        check_operation(&at, "trans", trans);                                                      \
        check_matrix(&at, "A", matrix, n, n, lda, sizeof(T));                                      \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        return finish(&at, OWN(name), &o);                                                         \
    }
TRIANGULAR(trmv)
TRIANGULAR(trsv)

#define OUTER_PRODUCT(name)                                                                        \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, o->m, o->n, VALUE(o->alpha), o->a, o->lda, o->b, o->ldb, o->c, o->ldc);          \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, int m, int n, const T *alpha, const T *x,   \
                                int incx, const T *y, int incy, T *matrix, int lda) {              \
        struct call o = {.m = m, .n = n, .a = x, .lda = incx, .b = y, .ldb = incy};                \
        o.c = matrix, o.ldc = lda;                                                                 \
        struct start at = begin(handle);                                                           \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(T));                                          \
        check_vector(&at, "x", x, m, incx, sizeof(T));                                             \
        check_vector(&at, "y", y, n, incy, sizeof(T));                                             \
        check_matrix(&at, "A", matrix, m, n, lda, sizeof(T));                                      \
        return finish(&at, OWN(name), &o);                                                         \
    }
#define SYMMETRIC_PRODUCT(name)                                                                    \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), o->n, VALUE(o->alpha), o->a, o->lda, o->b, o->ldb,             \
         VALUE(o->beta), o->c, o->ldc);                                                            \
        wrote_vector(o->c, o->n, o->ldc, sizeof(T));                                               \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n,               \
                                const T *alpha, const T *matrix, int lda, const T *x, int incx,    \
                                const T *beta, T *y, int incy) {                                   \
        struct call o = {.uplo = uplo, .n = n, .a = matrix, .lda = lda, .b = x, .ldb = incx};      \
        o.c = y, o.ldc = incy;                                                                     \
        struct start at = begin(handle);                                                           \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(T));                                          \
        o.beta = scalar(&at, "beta", beta, sizeof(T));                                             \
        check_matrix(&at, "A", matrix, n, n, lda, sizeof(T));                                      \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        check_vector(&at, "y", y, n, incy, sizeof(T));                                             \
        return finish(&at, OWN(name), &o);                                                         \
    }

#if IS_COMPLEX
#define DOT(name)                                                                                  \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        NUMBER value = 0;                                                                          \
        if (o->n > 0)                                                                              \
            CBLAS(name##_sub)(o->n, o->a, o->lda, o->b, o->ldb, &value);                           \
        write_result(o->c, &value, sizeof value);                                                  \
    }
OUTER_PRODUCT(geru)
OUTER_PRODUCT(gerc)
SYMMETRIC_PRODUCT(hemv)
#else
#define DOT(name)                                                                                  \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        const T value = o->n > 0 ? CBLAS(name)(o->n, o->a, o->lda, o->b, o->ldb) : 0;              \
        write_result(o->c, &value, sizeof value);                                                  \
    }
OUTER_PRODUCT(ger)
SYMMETRIC_PRODUCT(symv)
#endif
#define DOT_AND_CALL(name)                                                                         \
    DOT(name)                                                                                      \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, int n, const T *x, int incx, const T *y,    \
                                int incy, T *result) {                                             \
        struct call o = {.n = n, .a = x, .lda = incx, .b = y, .ldb = incy, .c = result};           \
        struct start at = begin(handle);                                                           \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        check_vector(&at, "y", y, n, incy, sizeof(T));                                             \
        return finish_result(&at, OWN(name), &o, sizeof *result);                                  \
    }
#if IS_COMPLEX
DOT_AND_CALL(dotu)
DOT_AND_CALL(dotc)

static void OWN(real_scal)(void *data) {
    const struct call *const o = data;
    const R alpha = *(const R *)value_of(&o->alpha);
    for (int i = 0; i < o->n && o->ldc > 0; i++)
        *(NUMBER *)OWN(element)(o->c, o->n, o->ldc, i) *= alpha;
}
cublasStatus_t PASTE(cublas, REAL_SCAL, scal)(cublasHandle_t handle, int n, const R *alpha, T *x,
                                              int incx) {
    struct call o = {.n = n, .c = x, .ldc = incx};
    struct start at = begin(handle);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(R));
    check_vector(&at, "x", x, n, incx, sizeof(T));
    return finish(&at, OWN(real_scal), &o);
}
#else
DOT_AND_CALL(dot)

static void OWN(syr)(void *data) {
    const struct call *const o = data;
    CBLAS(syr)(COLUMNS, uplo_of(o->uplo), o->n, VALUE(o->alpha), o->a, o->lda, o->c, o->ldc);
}
cublasStatus_t CUBLAS(syr)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *alpha,
                           const T *x, int incx, T *matrix, int lda) {
    struct call o = {.uplo = uplo, .n = n, .a = x, .lda = incx, .c = matrix, .ldc = lda};
    struct start at = begin(handle);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(T));
    check_vector(&at, "x", x, n, incx, sizeof(T));
    check_matrix(&at, "A", matrix, n, n, lda, sizeof(T));
    return finish(&at, OWN(syr), &o);
}

static void OWN(rotm)(void *data) {
    const struct call *const o = data;
    CBLAS(rotm)(o->n, (void *)o->a, o->lda, o->c, o->ldc, o->b ? o->b : o->param);
}
cublasStatus_t CUBLAS(rotm)(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,
                            const T *param) {
    struct call o = {.n = n, .a = x, .lda = incx, .c = y, .ldc = incy};
    struct start at = begin(handle);
    check_vector(&at, "x", x, n, incx, sizeof(T));
    check_vector(&at, "y", y, n, incy, sizeof(T));
    if (at.handle && at.handle->mode == CUBLAS_POINTER_MODE_DEVICE)
        o.b = param;
    else if (param)
        memcpy(o.param, param, 5 * sizeof(T));
    return finish(&at, OWN(rotm), &o);
}

static void OWN(rotmg)(void *data) {
    void *const *const o = data;
    CBLAS(rotmg)(o[0], o[1], o[2], *(const T *)o[3], o[4]);
}
cublasStatus_t CUBLAS(rotmg)(cublasHandle_t handle, T *d1, T *d2, T *x1, const T *y1, T *param) {
    struct start at = begin(handle);
    return finish_scalars(&at, OWN(rotmg), (void *[]){d1, d2, x1, (void *)y1, param});
}
#endif

#include "packed.h"

// ---- level 3: matrices --------------------------------------------------------------------------

// One or many products: `count` is 0 for one, and for many the matrices stand in arrays of
// pointers, or `stride` elements apart.
static void OWN(gemm)(void *data) {
    const struct call *const o = data;
    for (int i = 0; i < (o->count ? o->count : 1); i++) {
        T *const c = matrix_of(o->c, o->listed, o->stridec, i, sizeof(T));
        CBLAS(gemm)
        (COLUMNS, trans_of(o->ta, IS_COMPLEX), trans_of(o->tb, IS_COMPLEX), o->m, o->n, o->k,
         VALUE(o->alpha), matrix_of(o->a, o->listed, o->stridea, i, sizeof(T)), o->lda,
         matrix_of(o->b, o->listed, o->strideb, i, sizeof(T)), o->ldb, VALUE(o->beta), c, o->ldc);
        wrote_matrix(c, o->m, o->n, o->ldc, sizeof(T));
    }
}
static cublasStatus_t OWN(gemm_call)(cublasHandle_t handle, struct call o, const T *alpha,
                                     const T *beta) {
    struct start at = begin(handle);
    check_operation(&at, "transa", o.ta);
    check_operation(&at, "transb", o.tb);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(T));
    o.beta = scalar(&at, "beta", beta, sizeof(T));
    check_product(&at, &o, sizeof(T), sizeof(T), sizeof(T));
    const double operations = SINGLES(2.0 * o.m * o.n * o.k * (o.count ? o.count : 1));
    return finish_brief(&at, OWN(gemm), &o, operations);
}
cublasStatus_t CUBLAS(gemm)(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const T *alpha,
                            const T *a, int lda, const T *b, int ldb, const T *beta, T *c,
                            int ldc) {
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
                           .ldc = ldc};
    return OWN(gemm_call)(handle, o, alpha, beta);
}
cublasStatus_t CUBLAS(gemmBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const T *alpha,
                                   const T *const a[], int lda, const T *const b[], int ldb,
                                   const T *beta, T *const c[], int ldc, int count) {
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
                           .count = count,
                           .listed = true};
    return count == 0 ? CUBLAS_STATUS_SUCCESS : OWN(gemm_call)(handle, o, alpha, beta);
}
cublasStatus_t CUBLAS(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const T *alpha, const T *a, int lda, long long stridea,
                                          const T *b, int ldb, long long strideb, const T *beta,
                                          T *c, int ldc, long long stridec, int count) {
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
                           .count = count,
                           .stridea = stridea,
                           .strideb = strideb,
                           .stridec = stridec};
    return count == 0 ? CUBLAS_STATUS_SUCCESS : OWN(gemm_call)(handle, o, alpha, beta);
}

#define SYMMETRIC_MATRIX(name)                                                                     \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, side_of(o->side), uplo_of(o->uplo), o->m, o->n, VALUE(o->alpha), o->a, o->lda,   \
         o->b, o->ldb, VALUE(o->beta), o->c, o->ldc);                                              \
        wrote_matrix(o->c, o->m, o->n, o->ldc, sizeof(T));                                         \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasSideMode_t side,                      \
                                cublasFillMode_t uplo, int m, int n, const T *alpha, const T *a,   \
                                int lda, const T *b, int ldb, const T *beta, T *c, int ldc) {      \
        struct call o = {.side = side, .uplo = uplo, .m = m, .n = n, .a = a, .lda = lda};          \
        o.b = b, o.ldb = ldb, o.c = c, o.ldc = ldc;                                                \
        struct start at = begin(handle);                                                           \
        const int order = side == CUBLAS_SIDE_LEFT ? m : n;                                        \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(T));                                          \
        o.beta = scalar(&at, "beta", beta, sizeof(T));                                             \
        check_matrix(&at, "A", a, order, order, lda, sizeof(T));                                   \
        check_matrix(&at, "B", b, m, n, ldb, sizeof(T));                                           \
        check_matrix(&at, "C", c, m, n, ldc, sizeof(T));                                           \
        return finish(&at, OWN(name), &o);                                                         \
    }
SYMMETRIC_MATRIX(symm)

// C = alpha op(A) op(A)' + beta C; the scalars of herk are real.
#define RANK_K(name, type, value)                                                                  \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), trans_of(o->ta, IS_COMPLEX), o->n, o->k, value(o->alpha),      \
         o->a, o->lda, value(o->beta), o->c, o->ldc);                                              \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                cublasOperation_t trans, int n, int k, const type *alpha,          \
                                const T *a, int lda, const type *beta, T *c, int ldc) {            \
        struct call o = {.uplo = uplo, .ta = trans, .n = n, .k = k, .a = a, .lda = lda};           \
        o.c = c, o.ldc = ldc;                                                                      \
        struct start at = begin(handle);                                                           \
        const bool plain = trans == CUBLAS_OP_N;                                                   \
        check_operation(&at, "trans", trans);                                                      \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(type));                                       \
        o.beta = scalar(&at, "beta", beta, sizeof(type));                                          \
        check_matrix(&at, "A", a, plain ? n : k, plain ? k : n, lda, sizeof(T));                   \
        check_matrix(&at, "C", c, n, n, ldc, sizeof(T));                                           \
        return finish(&at, OWN(name), &o);                                                         \
    }
RANK_K(syrk, T, VALUE)
#if IS_COMPLEX
#define REAL_VALUE(scalar) (*(const R *)value_of(&(scalar)))
SYMMETRIC_MATRIX(hemm)
RANK_K(herk, R, REAL_VALUE)
#endif

// The call of an update of C's triangle from A and B: OWN(name) does it, beta is of this type.
#define FROM_A_AND_B(name, type)                                                                   \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                cublasOperation_t trans, int n, int k, const T *alpha, const T *a, \
                                int lda, const T *b, int ldb, const type *beta, T *c, int ldc) {   \
        struct call o = {.uplo = uplo, .ta = trans, .n = n, .k = k, .a = a, .lda = lda, .b = b};   \
        o.ldb = ldb, o.c = c, o.ldc = ldc;                                                         \
        struct start at = begin(handle);                                                           \
        const int rows = trans == CUBLAS_OP_N ? n : k, columns = trans == CUBLAS_OP_N ? k : n;     \
        check_operation(&at, "trans", trans);                                                      \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(T));                                          \
        o.beta = scalar(&at, "beta", beta, sizeof(type));                                          \
        check_matrix(&at, "A", a, rows, columns, lda, sizeof(T));                                  \
        check_matrix(&at, "B", b, rows, columns, ldb, sizeof(T));                                  \
        check_matrix(&at, "C", c, n, n, ldc, sizeof(T));                                           \
        return finish(&at, OWN(name), &o);                                                         \
    }

// C = alpha op(A) op(B)' + conj(alpha) op(B) op(A)' + beta C; her2k's beta is real.
#define RANK_2K(name, type, value)                                                                 \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), trans_of(o->ta, IS_COMPLEX), o->n, o->k, VALUE(o->alpha),      \
         o->a, o->lda, o->b, o->ldb, value(o->beta), o->c, o->ldc);                                \
    }                                                                                              \
    FROM_A_AND_B(name, type)
RANK_2K(syr2k, T, VALUE)
#if IS_COMPLEX
RANK_2K(her2k, R, REAL_VALUE)
#undef REAL_VALUE
#endif

// C = alpha op(A) op(B)' + beta C in one triangle, column by column, where the product is known to
// be equal to its transpose; herkx's beta is real, as its diagonal is.
#define RANK_K_OF_TWO(name, type, number, hermitian)                                               \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        const bool plain = o->ta == CUBLAS_OP_N, lower = o->uplo == CUBLAS_FILL_MODE_LOWER;        \
        const int ta = plain ? 111 : hermitian ? 113 : 112;                                        \
        const int tb = !plain ? 111 : hermitian ? 113 : 112;                                       \
        const struct scalar beta = o->beta;                                                        \
        const NUMBER factor = *(const number *)value_of(&beta);                                    \
        const struct scalar whole = {&factor, {0, 0}};                                             \
        for (int j = 0; j < o->n; j++) {                                                           \
            const int first = lower ? j : 0, rows = lower ? o->n - j : j + 1;                      \
            const size_t row = (size_t)first, column = (size_t)j;                                  \
            T *const c = (T *)o->c + column * (size_t)o->ldc + row;                                \
            CBLAS(gemm)                                                                            \
            (COLUMNS, ta, tb, rows, 1, o->k, VALUE(o->alpha),                                      \
             (const T *)o->a + row * (plain ? 1 : (size_t)o->lda), o->lda,                         \
             (const T *)o->b + column * (plain ? 1 : (size_t)o->ldb), o->ldb, VALUE(whole), c,     \
             o->ldc);                                                                              \
            if (hermitian)                                                                         \
                ((R *)((T *)o->c + column * (size_t)o->ldc + column))[IS_COMPLEX] = 0;             \
            cuda_cpu_library_wrote(c, (size_t)rows * sizeof(T));                                   \
        }                                                                                          \
    }                                                                                              \
    FROM_A_AND_B(name, type)
RANK_K_OF_TWO(syrkx, T, NUMBER, false)
#if IS_COMPLEX
RANK_K_OF_TWO(herkx, R, R, true)
#endif

// cuBLAS's product with a triangle goes to C, which may be B; a BLAS's stays in B.
static void OWN(trmm)(void *data) {
    const struct call *const o = data;
    for (int j = 0; j < o->n; j++)
        memmove((T *)o->c + (size_t)j * (size_t)o->ldc,
                (const T *)o->b + (size_t)j * (size_t)o->ldb, (size_t)o->m * sizeof(T));
    CBLAS(trmm)
    (COLUMNS, side_of(o->side), uplo_of(o->uplo), trans_of(o->ta, IS_COMPLEX), diag_of(o->diag),
     o->m, o->n, VALUE(o->alpha), o->a, o->lda, o->c, o->ldc);
    wrote_matrix(o->c, o->m, o->n, o->ldc, sizeof(T));
}
cublasStatus_t CUBLAS(trmm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                            cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                            const T *alpha, const T *a, int lda, const T *b, int ldb, T *c,
                            int ldc) {
    struct call o = {.side = side, .uplo = uplo, .ta = trans, .diag = diag, .m = m, .n = n};
    o.a = a, o.lda = lda, o.b = b, o.ldb = ldb, o.c = c, o.ldc = ldc;
    struct start at = begin(handle);
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    check_operation(&at, "trans", trans);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(T));
    check_matrix(&at, "A", a, order, order, lda, sizeof(T));
    check_matrix(&at, "B", b, m, n, ldb, sizeof(T));
    check_matrix(&at, "C", c, m, n, ldc, sizeof(T));
    return finish(&at, OWN(trmm), &o);
}

static void OWN(trsm)(void *data) {
    const struct call *const o = data;
    for (int i = 0; i < (o->count ? o->count : 1); i++)
        CBLAS(trsm)
    (COLUMNS, side_of(o->side), uplo_of(o->uplo), trans_of(o->ta, IS_COMPLEX), diag_of(o->diag),
     o->m, o->n, VALUE(o->alpha), matrix_of(o->a, o->listed, 0, i, 0), o->lda,
     matrix_of(o->c, o->listed, 0, i, 0), o->ldc);
}
static cublasStatus_t OWN(trsm_call)(cublasHandle_t handle, struct call o, const T *alpha) {
    struct start at = begin(handle);
    const int order = o.side == CUBLAS_SIDE_LEFT ? o.m : o.n;
    check_operation(&at, "trans", o.ta);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(T));
    check_listed(&at, "A", o.a, o.listed, order, order, o.lda, o.count, sizeof(T));
    check_listed(&at, "B", o.c, o.listed, o.m, o.n, o.ldc, o.count, sizeof(T));
    return finish(&at, OWN(trsm), &o);
}
cublasStatus_t CUBLAS(trsm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                            cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                            const T *alpha, const T *a, int lda, T *b, int ldb) {
    const struct call o = {.side = side,
                           .uplo = uplo,
                           .ta = trans,
                           .diag = diag,
                           .m = m,
                           .n = n,
                           .a = a,
                           .lda = lda,
                           .c = b,
                           .ldc = ldb};
    return OWN(trsm_call)(handle, o, alpha);
}
cublasStatus_t CUBLAS(trsmBatched)(cublasHandle_t handle, cublasSideMode_t side,
                                   cublasFillMode_t uplo, cublasOperation_t trans,
                                   cublasDiagType_t diag, int m, int n, const T *alpha,
                                   const T *const a[], int lda, T *const b[], int ldb, int count) {
    const struct call o = {.side = side,
                           .uplo = uplo,
                           .ta = trans,
                           .diag = diag,
                           .m = m,
                           .n = n,
                           .a = a,
                           .lda = lda,
                           .c = (void *)b,
                           .ldc = ldb,
                           .listed = true,
                           .count = count};
    return count == 0 ? CUBLAS_STATUS_SUCCESS : OWN(trsm_call)(handle, o, alpha);
}

static NUMBER OWN(at)(const void *matrix, cublasOperation_t trans, int ld, int row, int column) {
    const size_t i = trans == CUBLAS_OP_N ? (size_t)column * (size_t)ld + (size_t)row
                                          : (size_t)row * (size_t)ld + (size_t)column;
    const NUMBER value = ((const NUMBER *)matrix)[i];
    return trans == CUBLAS_OP_C ? CONJUGATE(value) : value;
}
// A scalar of 0 means that its matrix is not read.
static void OWN(geam)(void *data) {
    const struct call *const o = data;
    const NUMBER alpha = *(const NUMBER *)value_of(&o->alpha),
                 beta = *(const NUMBER *)value_of(&o->beta);
    for (int j = 0; j < o->n; j++)
        for (int i = 0; i < o->m; i++)
            ((NUMBER *)o->c)[(size_t)j * (size_t)o->ldc + (size_t)i] =
                (alpha != 0 ? alpha * OWN(at)(o->a, o->ta, o->lda, i, j) : 0) +
                (beta != 0 ? beta * OWN(at)(o->b, o->tb, o->ldb, i, j) : 0);
    wrote_matrix(o->c, o->m, o->n, o->ldc, sizeof(T));
}
cublasStatus_t CUBLAS(geam)(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, const T *alpha, const T *a,
                            int lda, const T *beta, const T *b, int ldb, T *c, int ldc) {
    struct call o = {.ta = transa, .tb = transb, .m = m, .n = n, .a = a, .lda = lda, .b = b};
    o.ldb = ldb, o.c = c, o.ldc = ldc;
    struct start at = begin(handle);
    const bool plain = transa == CUBLAS_OP_N, as_well = transb == CUBLAS_OP_N;
    check_operation(&at, "transa", transa);
    check_operation(&at, "transb", transb);
    o.alpha = scalar(&at, "alpha", alpha, sizeof(T));
    o.beta = scalar(&at, "beta", beta, sizeof(T));
    if (a)
        check_matrix(&at, "A", a, plain ? m : n, plain ? n : m, lda, sizeof(T));
    if (b)
        check_matrix(&at, "B", b, as_well ? m : n, as_well ? n : m, ldb, sizeof(T));
    check_matrix(&at, "C", c, m, n, ldc, sizeof(T));
    return finish(&at, OWN(geam), &o);
}

static void OWN(dgmm)(void *data) {
    const struct call *const o = data;
    const int n = o->side == CUBLAS_SIDE_LEFT ? o->m : o->n;
    for (int j = 0; j < o->n; j++)
        for (int i = 0; i < o->m; i++) {
            const int place = o->side == CUBLAS_SIDE_LEFT ? i : j;
            ((NUMBER *)o->c)[(size_t)j * (size_t)o->ldc + (size_t)i] =
                OWN(at)(o->a, CUBLAS_OP_N, o->lda, i, j) *
                *(NUMBER *)OWN(element)((void *)o->b, n, o->ldb, place);
        }
    wrote_matrix(o->c, o->m, o->n, o->ldc, sizeof(T));
}
cublasStatus_t CUBLAS(dgmm)(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T *a,
                            int lda, const T *x, int incx, T *c, int ldc) {
    struct call o = {.side = side, .m = m, .n = n, .a = a, .lda = lda, .b = x, .ldb = incx};
    o.c = c, o.ldc = ldc;
    struct start at = begin(handle);
    check_matrix(&at, "A", a, m, n, lda, sizeof(T));
    check_vector(&at, "x", x, side == CUBLAS_SIDE_LEFT ? m : n, incx, sizeof(T));
    check_matrix(&at, "C", c, m, n, ldc, sizeof(T));
    return finish(&at, OWN(dgmm), &o);
}

// ---- many small systems of equations ------------------------------------------------------------

// Without pivots the rows stay where they are.
static int OWN(factor)(NUMBER *a, int n, int lda) {
    int info = 0;
    for (int k = 0; k < n; k++) {
        if (a[(size_t)k * (size_t)lda + (size_t)k] == 0) {
            info = info ? info : k + 1;
            continue;
        }
        for (int i = k + 1; i < n; i++)
            a[(size_t)k * (size_t)lda + (size_t)i] /= a[(size_t)k * (size_t)lda + (size_t)k];
        for (int j = k + 1; j < n; j++)
            for (int i = k + 1; i < n; i++)
                a[(size_t)j * (size_t)lda + (size_t)i] -=
                    a[(size_t)k * (size_t)lda + (size_t)i] * a[(size_t)j * (size_t)lda + (size_t)k];
    }
    return info;
}
static void OWN(getrf)(void *data) {
    const struct call *const o = data;
    for (int i = 0; i < o->count; i++) {
        T *const matrix = ((T *const *)o->a)[i];
        if (o->pivots)
            LAPACK(getrf)
        (&o->n, &o->n, matrix, &o->lda, o->pivots + (size_t)i * (size_t)o->n, &o->info[i]);
        else o->info[i] = OWN(factor)((NUMBER *)matrix, o->n, o->lda);
    }
    cuda_cpu_library_wrote(o->info, (size_t)o->count * sizeof(int));
    if (o->pivots)
        cuda_cpu_library_wrote(o->pivots, (size_t)o->count * (size_t)o->n * sizeof(int));
}
cublasStatus_t CUBLAS(getrfBatched)(cublasHandle_t handle, int n, T *const a[], int lda,
                                    int *pivots, int *info, int count) {
    struct call o = {.n = n, .a = a, .lda = lda, .pivots = pivots, .info = info, .count = count};
    struct start at = begin(handle);
    check_listed(&at, "A", a, true, n, n, lda, count, sizeof(T));
    check_bytes(&at, "info", info, (size_t)count * sizeof(int));
    if (pivots)
        check_bytes(&at, "the pivots", pivots, (size_t)count * (size_t)n * sizeof(int));
    return finish(&at, OWN(getrf), &o);
}

// The columns of C, solved in place: of the inverse where C begins as the identity.
static void OWN(getrs)(void *data) {
    const struct call *const o = data;
    int none[64], *in_order = o->n <= 64 ? none : malloc((size_t)o->n * sizeof(int));
    for (int i = 0; in_order && i < o->n; i++)
        in_order[i] = i + 1;
    for (int i = 0; in_order && i < o->count; i++) {
        T *const c = ((T *const *)o->c)[i];
        const int *const pivots = o->pivots ? o->pivots + (size_t)i * (size_t)o->n : in_order;
        for (int j = 0; o->inverse && j < o->n; j++)
            for (int k = 0; k < o->n; k++)
                ((NUMBER *)c)[(size_t)j * (size_t)o->ldc + (size_t)k] = j == k;
        int info;
        LAPACK(getrs)
        (o->ta == CUBLAS_OP_N   ? "N"
         : o->ta == CUBLAS_OP_T ? "T"
                                : "C",
         &o->n, &o->k, ((const T *const *)o->a)[i], &o->lda, pivots, c, &o->ldc, &info, 1);
        for (int k = 0; o->inverse && k < o->n; k++)
            if (((const NUMBER *)((const T *const *)
                                      o->a)[i])[(size_t)k * (size_t)o->lda + (size_t)k] == 0 &&
                info == 0)
                info = k + 1;
        if (o->inverse)
            o->info[i] = info;
        wrote_matrix(c, o->n, o->k, o->ldc, sizeof(T));
    }
    if (o->inverse)
        cuda_cpu_library_wrote(o->info, (size_t)o->count * sizeof(int));
    if (in_order != none)
        free(in_order);
}
cublasStatus_t CUBLAS(getriBatched)(cublasHandle_t handle, int n, const T *const a[], int lda,
                                    const int *pivots, T *const c[], int ldc, int *info,
                                    int count) {
    struct call o = {.n = n, .k = n, .a = a, .lda = lda, .pivots = (int *)pivots, .info = info};
    o.c = (void *)c, o.ldc = ldc, o.count = count, o.inverse = true;
    struct start at = begin(handle);
    check_listed(&at, "A", a, true, n, n, lda, count, sizeof(T));
    check_listed(&at, "C", c, true, n, n, ldc, count, sizeof(T));
    check_bytes(&at, "info", info, (size_t)count * sizeof(int));
    return finish(&at, OWN(getrs), &o);
}
// Both at once, and A stays as it is.
static void OWN(matinv)(void *data) {
    struct call o = *(const struct call *)data;
    const size_t n = (size_t)o.n, count = (size_t)o.count;
    T *const copies = malloc(count * n * n * sizeof(T) + 1);
    const void **const list = malloc(count * sizeof *list + 1);
    o.pivots = malloc(count * n * sizeof *o.pivots + 1);
    for (size_t i = 0; copies && list && i < count; i++) {
        list[i] = copies + i * n * n;
        for (size_t j = 0; j < n; j++)
            memcpy(copies + (i * n + j) * n, ((T *const *)o.a)[i] + j * (size_t)o.lda,
                   n * sizeof(T));
    }
    o.a = list, o.lda = o.n > 1 ? o.n : 1;
    if (copies && list && o.pivots) {
        OWN(getrf)(&o);
        OWN(getrs)(&o);
    }
    free(copies), free(list), free(o.pivots);
}
cublasStatus_t CUBLAS(matinvBatched)(cublasHandle_t handle, int n, const T *const a[], int lda,
                                     T *const inverse[], int ldi, int *info, int count) {
    struct call o = {.n = n, .k = n, .a = a, .lda = lda, .c = (void *)inverse, .ldc = ldi};
    o.info = info, o.count = count, o.inverse = true;
    struct start at = begin(handle);
    if (n > 32) { // as in cuBLAS
        cuda_cpu_library_say("n is %d: matinvBatched is for 32 rows at most", n);
        wrong(&at);
    }
    check_listed(&at, "A", a, true, n, n, lda, count, sizeof(T));
    check_listed(&at, "the inverse", inverse, true, n, n, ldi, count, sizeof(T));
    check_bytes(&at, "info", info, (size_t)count * sizeof(int));
    return finish(&at, OWN(matinv), &o);
}
cublasStatus_t CUBLAS(getrsBatched)(cublasHandle_t handle, cublasOperation_t trans, int n,
                                    int columns, const T *const a[], int lda, const int *pivots,
                                    T *const b[], int ldb, int *info, int count) {
    struct call o = {.ta = trans, .n = n, .k = columns, .a = a, .lda = lda};
    o.pivots = (int *)pivots, o.c = (void *)b, o.ldc = ldb, o.count = count;
    struct start at = begin(handle);
    check_operation(&at, "trans", trans);
    check_listed(&at, "A", a, true, n, n, lda, count, sizeof(T));
    check_listed(&at, "B", b, true, n, columns, ldb, count, sizeof(T));
    if (info)
        *info = 0; // the host's, which tells of bad arguments
    return finish(&at, OWN(getrs), &o);
}

#undef PASTE_
#undef PASTE
#undef CUBLAS
#undef CBLAS
#undef LAPACK
#undef OWN
#undef SCALAR
#undef VALUE
#undef SINGLES
#undef REDUCTION
#undef TRIANGULAR
#undef OUTER_PRODUCT
#undef SYMMETRIC_PRODUCT
#undef DOT
#undef DOT_AND_CALL
#undef SYMMETRIC_MATRIX
#undef RANK_K
#undef FROM_A_AND_B
#undef RANK_2K
#undef RANK_K_OF_TWO
#undef T
#undef R
#undef LETTER
#undef SMALL
#undef SUMS
#undef SMALL_SUMS
#undef NUMBER
#undef CONJUGATE
#undef IS_COMPLEX
#undef REAL_SCAL
