// SPDX-License-Identifier: MIT
// Level 2 of cuBLAS for matrices that are stored as bands or packed, and updates by one or two
// vectors; each_type.h includes this for each type of numbers. One macro per form of arguments.
// In names, SY and H are the matrices that are equal to their transposes: symmetric ones of real
// numbers, and Hermitian ones of complex numbers.
#if IS_COMPLEX
#define SY(rest) he##rest
#define BAND(rest) hb##rest
#define PACKED(rest) hp##rest
#else
#define SY(rest) sy##rest
#define BAND(rest) sb##rest
#define PACKED(rest) sp##rest
#endif

static size_t OWN(packed)(int n) {
    return n > 0 ? (size_t)n * ((size_t)n + 1) / 2 * sizeof(T) : 0;
}

// ---- triangles ----------------------------------------------------------------------------------

#define TRIANGULAR_BAND(name)                                                                      \
    void CBLAS(name)(int order, int uplo, int trans, int diag, int n, int k, const void *a,        \
                     int lda, void *x, int incx);                                                  \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), trans_of(o->ta, IS_COMPLEX), diag_of(o->diag), o->n, o->k,     \
         o->a, o->lda, o->c, o->ldc);                                                              \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                cublasOperation_t trans, cublasDiagType_t diag, int n, int k,      \
                                const T *matrix, int lda, T *x, int incx) {                        \
        struct call o = {.ta = trans, .uplo = uplo, .diag = diag, .n = n, .k = k, .a = matrix};    \
        o.lda = lda, o.c = x, o.ldc = incx;                                                        \
        struct start at = begin(handle);                                                           \
        check_operation(&at, "trans", trans);                                                      \
        check_count(&at, "k", k);                                                                  \
        check_matrix(&at, "A", matrix, k + 1, n, lda, sizeof(T));                                  \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        return finish(&at, OWN(name), &o);                                                         \
    }
TRIANGULAR_BAND(tbmv)
TRIANGULAR_BAND(tbsv)

#define TRIANGULAR_PACKED(name)                                                                    \
    void CBLAS(name)(int order, int uplo, int trans, int diag, int n, const void *a, void *x,      \
                     int incx);                                                                    \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), trans_of(o->ta, IS_COMPLEX), diag_of(o->diag), o->n, o->a,     \
         o->c, o->ldc);                                                                            \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                cublasOperation_t trans, cublasDiagType_t diag, int n,             \
                                const T *packed, T *x, int incx) {                                 \
        struct call o = {.ta = trans, .uplo = uplo, .diag = diag, .n = n, .a = packed};            \
        o.c = x, o.ldc = incx;                                                                     \
        struct start at = begin(handle);                                                           \
        check_operation(&at, "trans", trans);                                                      \
        check_count(&at, "n", n);                                                                  \
        check_bytes(&at, "A", packed, OWN(packed)(n));                                             \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        return finish(&at, OWN(name), &o);                                                         \
    }
TRIANGULAR_PACKED(tpmv)
TRIANGULAR_PACKED(tpsv)

// ---- y = alpha A x + beta y ---------------------------------------------------------------------

#define BAND_PRODUCT(name)                                                                         \
    void CBLAS(name)(int order, int uplo, int n, int k, SCALAR alpha, const void *a, int lda,      \
                     const void *x, int incx, SCALAR beta, void *y, int incy);                     \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), o->n, o->k, VALUE(o->alpha), o->a, o->lda, o->b, o->ldb,       \
         VALUE(o->beta), o->c, o->ldc);                                                            \
        wrote_vector(o->c, o->n, o->ldc, sizeof(T));                                               \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,        \
                                const T *alpha, const T *matrix, int lda, const T *x, int incx,    \
                                const T *beta, T *y, int incy) {                                   \
        struct call o = {.uplo = uplo, .n = n, .k = k, .a = matrix, .lda = lda, .b = x};           \
        o.ldb = incx, o.c = y, o.ldc = incy;                                                       \
        struct start at = begin(handle);                                                           \
        check_count(&at, "k", k);                                                                  \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(T));                                          \
        o.beta = scalar(&at, "beta", beta, sizeof(T));                                             \
        check_matrix(&at, "A", matrix, k + 1, n, lda, sizeof(T));                                  \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        check_vector(&at, "y", y, n, incy, sizeof(T));                                             \
        return finish(&at, OWN(name), &o);                                                         \
    }
BAND_PRODUCT(BAND(mv))

#define PACKED_PRODUCT(name)                                                                       \
    void CBLAS(name)(int order, int uplo, int n, SCALAR alpha, const void *a, const void *x,       \
                     int incx, SCALAR beta, void *y, int incy);                                    \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), o->n, VALUE(o->alpha), o->a, o->b, o->ldb, VALUE(o->beta),     \
         o->c, o->ldc);                                                                            \
        wrote_vector(o->c, o->n, o->ldc, sizeof(T));                                               \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n,               \
                                const T *alpha, const T *packed, const T *x, int incx,             \
                                const T *beta, T *y, int incy) {                                   \
        struct call o = {.uplo = uplo, .n = n, .a = packed, .b = x, .ldb = incx, .c = y};          \
        o.ldc = incy;                                                                              \
        struct start at = begin(handle);                                                           \
        check_count(&at, "n", n);                                                                  \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(T));                                          \
        o.beta = scalar(&at, "beta", beta, sizeof(T));                                             \
        check_bytes(&at, "A", packed, OWN(packed)(n));                                             \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        check_vector(&at, "y", y, n, incy, sizeof(T));                                             \
        return finish(&at, OWN(name), &o);                                                         \
    }
PACKED_PRODUCT(PACKED(mv))

// ---- A += alpha x x', and A += alpha x y' + conj(alpha) y x' ------------------------------------

// Of one vector the scalar is real.
#define REAL_ALPHA(o) (*(const R *)value_of(&(o)->alpha))
#if IS_COMPLEX
#define UPDATE(name)                                                                               \
    void CBLAS(name)(int order, int uplo, int n, R alpha, const void *x, int incx, void *a,        \
                     int lda);                                                                     \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)(COLUMNS, uplo_of(o->uplo), o->n, REAL_ALPHA(o), o->a, o->lda, o->c, o->ldc);   \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n,               \
                                const R *alpha, const T *x, int incx, T *matrix, int lda) {        \
        struct call o = {.uplo = uplo, .n = n, .a = x, .lda = incx, .c = matrix, .ldc = lda};      \
        struct start at = begin(handle);                                                           \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(R));                                          \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        check_matrix(&at, "A", matrix, n, n, lda, sizeof(T));                                      \
        return finish(&at, OWN(name), &o);                                                         \
    }
UPDATE(her)
#endif

#define PACKED_UPDATE(name)                                                                        \
    void CBLAS(name)(int order, int uplo, int n, R alpha, const void *x, int incx, void *a);       \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)(COLUMNS, uplo_of(o->uplo), o->n, REAL_ALPHA(o), o->a, o->lda, o->c);           \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n,               \
                                const R *alpha, const T *x, int incx, T *packed) {                 \
        struct call o = {.uplo = uplo, .n = n, .a = x, .lda = incx, .c = packed};                  \
        struct start at = begin(handle);                                                           \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(R));                                          \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        check_count(&at, "n", n);                                                                  \
        check_bytes(&at, "A", packed, OWN(packed)(n));                                             \
        return finish(&at, OWN(name), &o);                                                         \
    }
PACKED_UPDATE(PACKED(r))

#define UPDATE_BY_TWO(name)                                                                        \
    void CBLAS(name)(int order, int uplo, int n, SCALAR alpha, const void *x, int incx,            \
                     const void *y, int incy, void *a, int lda);                                   \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), o->n, VALUE(o->alpha), o->a, o->lda, o->b, o->ldb, o->c,       \
         o->ldc);                                                                                  \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n,               \
                                const T *alpha, const T *x, int incx, const T *y, int incy,        \
                                T *matrix, int lda) {                                              \
        struct call o = {.uplo = uplo, .n = n, .a = x, .lda = incx, .b = y, .ldb = incy};          \
        o.c = matrix, o.ldc = lda;                                                                 \
        struct start at = begin(handle);                                                           \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(T));                                          \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        check_vector(&at, "y", y, n, incy, sizeof(T));                                             \
        check_matrix(&at, "A", matrix, n, n, lda, sizeof(T));                                      \
        return finish(&at, OWN(name), &o);                                                         \
    }
UPDATE_BY_TWO(SY(r2))

#define PACKED_UPDATE_BY_TWO(name)                                                                 \
    void CBLAS(name)(int order, int uplo, int n, SCALAR alpha, const void *x, int incx,            \
                     const void *y, int incy, void *a);                                            \
    static void OWN(name)(void *data) {                                                            \
        const struct call *const o = data;                                                         \
        CBLAS(name)                                                                                \
        (COLUMNS, uplo_of(o->uplo), o->n, VALUE(o->alpha), o->a, o->lda, o->b, o->ldb, o->c);      \
    }                                                                                              \
    cublasStatus_t CUBLAS(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n,               \
                                const T *alpha, const T *x, int incx, const T *y, int incy,        \
                                T *packed) {                                                       \
        struct call o = {.uplo = uplo, .n = n, .a = x, .lda = incx, .b = y, .ldb = incy};          \
        o.c = packed;                                                                              \
        struct start at = begin(handle);                                                           \
        o.alpha = scalar(&at, "alpha", alpha, sizeof(T));                                          \
        check_vector(&at, "x", x, n, incx, sizeof(T));                                             \
        check_vector(&at, "y", y, n, incy, sizeof(T));                                             \
        check_count(&at, "n", n);                                                                  \
        check_bytes(&at, "A", packed, OWN(packed)(n));                                             \
        return finish(&at, OWN(name), &o);                                                         \
    }
PACKED_UPDATE_BY_TWO(PACKED(r2))

// ---- a triangle, packed and unpacked ------------------------------------------------------------

static void OWN(copy_triangle)(const struct call *o, bool packs) {
    T *at = (T *)(packs ? o->c : (void *)o->a);
    const int ld = packs ? o->lda : o->ldc;
    T *const matrix = packs ? (T *)o->a : o->c;
    for (int j = 0; j < o->n; j++) {
        const bool lower = o->uplo == CUBLAS_FILL_MODE_LOWER;
        T *const column = matrix + (size_t)j * (size_t)ld + (lower ? j : 0);
        const size_t count = (size_t)(lower ? o->n - j : j + 1);
        memcpy(packs ? at : column, packs ? column : at, count * sizeof(T));
        cuda_cpu_library_wrote(packs ? at : column, count * sizeof(T));
        at += count;
    }
}
static void OWN(trttp)(void *data) {
    OWN(copy_triangle)(data, true);
}
static void OWN(tpttr)(void *data) {
    OWN(copy_triangle)(data, false);
}
cublasStatus_t CUBLAS(trttp)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *matrix,
                             int lda, T *packed) {
    const struct call o = {.uplo = uplo, .n = n, .a = matrix, .lda = lda, .c = packed};
    struct start at = begin(handle);
    check_matrix(&at, "A", matrix, n, n, lda, sizeof(T));
    check_bytes(&at, "AP", packed, OWN(packed)(n));
    return finish(&at, OWN(trttp), &o);
}
cublasStatus_t CUBLAS(tpttr)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *packed,
                             T *matrix, int lda) {
    const struct call o = {.uplo = uplo, .n = n, .a = packed, .c = matrix, .ldc = lda};
    struct start at = begin(handle);
    check_matrix(&at, "A", matrix, n, n, lda, sizeof(T));
    check_bytes(&at, "AP", packed, OWN(packed)(n));
    return finish(&at, OWN(tpttr), &o);
}

#undef SY
#undef BAND
#undef PACKED
#undef TRIANGULAR_BAND
#undef TRIANGULAR_PACKED
#undef BAND_PRODUCT
#undef PACKED_PRODUCT
#undef REAL_ALPHA
#undef UPDATE
#undef PACKED_UPDATE
#undef UPDATE_BY_TWO
#undef PACKED_UPDATE_BY_TWO
