// SPDX-License-Identifier: MIT
// cuSOLVER's dense part on LAPACKE: a call is checked, and what it asks for becomes an item of its
// handle's stream. `or` is the name of an operator in C++, so the source is C.
#include "cusolverDn.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

// Most of them choose how a GPU computes, or are memory for that.
#pragma GCC diagnostic ignored "-Wunused-parameter"

struct cusolverDnContext {
    struct cuda_cpu_handle base;
};
struct cusolverDnParams {
    char nothing;
};

// ---- LAPACKE ------------------------------------------------------------------------------------

// A routine of each type takes the same arguments, when numbers are given by untyped pointers.
struct routines {
    int (*potrf)(int, char uplo, int n, void *a, int lda);
    int (*potri)(int, char uplo, int n, void *a, int lda);
    int (*trtri)(int, char uplo, char diag, int n, void *a, int lda);
    int (*potrs)(int, char uplo, int n, int columns, const void *a, int lda, void *b, int ldb);
    int (*getrf)(int, int m, int n, void *a, int lda, int *pivots);
    int (*lu)(int m, int n, void *a, int lda); // without pivots
    int (*getrs)(int, char trans, int n, int columns, const void *a, int lda, const int *pivots,
                 void *b, int ldb);
    int (*geqrf)(int, int m, int n, void *a, int lda, void *tau);
    int (*mqr)(int, char side, char trans, int m, int n, int k, const void *a, int lda,
               const void *tau, void *c, int ldc);
    int (*gqr)(int, int m, int n, int k, void *a, int lda, const void *tau);
    int (*evd)(int, char job, char uplo, int n, void *a, int lda, void *w);
    int (*gvd)(int, int type, char job, char uplo, int n, void *a, int lda, void *b, int ldb,
               void *w);
    int (*gesvd)(int, char jobu, char jobvt, int m, int n, void *a, int lda, void *s, void *u,
                 int ldu, void *vt, int ldvt, void *superdiagonal);
};

#define DECLARE(s, sy, ort)                                                                        \
    int LAPACKE_##s##potrf(int, char, int, void *, int);                                           \
    int LAPACKE_##s##potri(int, char, int, void *, int);                                           \
    int LAPACKE_##s##trtri(int, char, char, int, void *, int);                                     \
    int LAPACKE_##s##potrs(int, char, int, int, const void *, int, void *, int);                   \
    int LAPACKE_##s##getrf(int, int, int, void *, int, int *);                                     \
    int LAPACKE_##s##getrs(int, char, int, int, const void *, int, const int *, void *, int);      \
    int LAPACKE_##s##geqrf(int, int, int, void *, int, void *);                                    \
    int LAPACKE_##s##ort##mqr(int, char, char, int, int, int, const void *, int, const void *,     \
                              void *, int);                                                        \
    int LAPACKE_##s##ort##gqr(int, int, int, int, void *, int, const void *);                      \
    int LAPACKE_##s##sy##evd(int, char, char, int, void *, int, void *);                           \
    int LAPACKE_##s##sy##gvd(int, int, char, char, int, void *, int, void *, int, void *);         \
    int LAPACKE_##s##gesvd(int, char, char, int, int, void *, int, void *, void *, int, void *,    \
                           int, void *);
int LAPACKE_sgeev(int, char, char, int, void *, int, void *, void *, void *, int, void *, int);
int LAPACKE_dgeev(int, char, char, int, void *, int, void *, void *, void *, int, void *, int);
int LAPACKE_cgeev(int, char, char, int, void *, int, void *, void *, int, void *, int);
int LAPACKE_zgeev(int, char, char, int, void *, int, void *, void *, int, void *, int);
DECLARE(s, sy, or)
DECLARE(d, sy, or)
DECLARE(c, he, un)
DECLARE(z, he, un)
void LAPACKE_set_nancheck(int looks_for_nan);

// LU without pivots, which LAPACK does not have; the first pivot that is 0, counted from 1, or 0.
#define LU(name, T)                                                                                \
    static int name(int m, int n, void *matrix, int ld) {                                          \
        T *const a = matrix;                                                                       \
        int zero = 0;                                                                              \
        for (int k = 0; k < m && k < n; k++) {                                                     \
            const T pivot = a[(size_t)k * (size_t)ld + (size_t)k];                                 \
            if (pivot == 0 && zero == 0)                                                           \
                zero = k + 1;                                                                      \
            for (int i = k + 1; pivot != 0 && i < m; i++) {                                        \
                const T factor = a[(size_t)k * (size_t)ld + (size_t)i] /= pivot;                   \
                for (int j = k + 1; j < n; j++)                                                    \
                    a[(size_t)j * (size_t)ld + (size_t)i] -=                                       \
                        factor * a[(size_t)j * (size_t)ld + (size_t)k];                            \
            }                                                                                      \
        }                                                                                          \
        return zero;                                                                               \
    }
LU(lu_s, float)
LU(lu_d, double)
LU(lu_c, float _Complex)
LU(lu_z, double _Complex)

#define ROUTINES(s, sy, ort)                                                                       \
    {                                                                                              \
        LAPACKE_##s##potrf, LAPACKE_##s##potri, LAPACKE_##s##trtri, LAPACKE_##s##potrs,            \
            LAPACKE_##s##getrf, lu_##s, LAPACKE_##s##getrs, LAPACKE_##s##geqrf,                    \
            LAPACKE_##s##ort##mqr, LAPACKE_##s##ort##gqr, LAPACKE_##s##sy##evd,                    \
            LAPACKE_##s##sy##gvd, LAPACKE_##s##gesvd                                               \
    }
static const struct type {
    cudaDataType type, real;
    size_t size;
    struct routines does;
} types[] = {{CUDA_R_32F, CUDA_R_32F, 4, ROUTINES(s, sy, or)},
             {CUDA_R_64F, CUDA_R_64F, 8, ROUTINES(d, sy, or)},
             {CUDA_C_32F, CUDA_R_32F, 8, ROUTINES(c, he, un)},
             {CUDA_C_64F, CUDA_R_64F, 16, ROUTINES(z, he, un)}};
enum { TYPES = sizeof types / sizeof *types, COLUMNS = 102 };

static bool is_complex(const struct type *t) {
    return t->type != t->real;
}
static size_t real_size(const struct type *t) {
    return is_complex(t) ? t->size / 2 : t->size;
}

// ---- what the stream does -----------------------------------------------------------------------

// Every call of the library, as its stream gets it.
struct call {
    const struct type *t;
    char uplo, trans, side, diag, job, jobvt;
    int m, n, k, lda, ldb, ldc, type, count;
    void *a, *b, *c;
    void *vector; // Householder's factors, or eigenvalues or singular values
    void *superdiagonal;
    int *pivots, *info;
    int64_t *wide; // pivots of 64 bits
    bool pairs;    // eigenvalues of a real matrix as complex numbers
    double limits[2];
    int *found;           // the host's: how many eigenvalues a range has
    long long strides[4]; // of A, S, U and V, in elements
    double *residual;     // the host's
};

static void wrote_matrix(const struct call *o, void *a, int rows, int columns, int ld) {
    for (int j = 0; cuda_cpu_library_watched() && j < columns; j++)
        cuda_cpu_library_wrote((char *)a + (size_t)j * (size_t)ld * o->t->size,
                               (size_t)rows * o->t->size);
}

static void end(const struct call *o, int info) {
    *o->info = info;
    cuda_cpu_library_wrote(o->info, sizeof *o->info);
    wrote_matrix(o, o->a, o->m, o->n, o->lda);
}

static void potrf(void *data) {
    const struct call *const o = data;
    end(o, o->t->does.potrf(COLUMNS, o->uplo, o->n, o->a, o->lda));
}
static void potri(void *data) {
    const struct call *const o = data;
    end(o, o->t->does.potri(COLUMNS, o->uplo, o->n, o->a, o->lda));
}
static void trtri(void *data) {
    const struct call *const o = data;
    end(o, o->t->does.trtri(COLUMNS, o->uplo, o->diag, o->n, o->a, o->lda));
}
static void potrs(void *data) { // the result is B
    const struct call *const o = data;
    *o->info = o->t->does.potrs(COLUMNS, o->uplo, o->n, o->k, o->a, o->lda, o->b, o->ldb);
    cuda_cpu_library_wrote(o->info, sizeof *o->info);
    wrote_matrix(o, o->b, o->n, o->k, o->ldb);
}
static void potrf_batched(void *data) {
    const struct call *const o = data;
    for (int i = 0; i < o->count; i++)
        o->info[i] = o->t->does.potrf(COLUMNS, o->uplo, o->n, ((void **)o->a)[i], o->lda);
    cuda_cpu_library_wrote(o->info, (size_t)o->count * sizeof *o->info);
}
static void potrs_batched(void *data) {
    const struct call *const o = data;
    *o->info = 0;
    for (int i = 0; i < o->count; i++) {
        void *const b = ((void **)o->b)[i];
        o->t->does.potrs(COLUMNS, o->uplo, o->n, o->k, ((void **)o->a)[i], o->lda, b, o->ldb);
        wrote_matrix(o, b, o->n, o->k, o->ldb);
    }
    cuda_cpu_library_wrote(o->info, sizeof *o->info);
}
static void getrf(void *data) {
    const struct call *const o = data;
    const int count = o->m < o->n ? o->m : o->n;
    if (!o->wide && !o->pivots) {
        end(o, o->t->does.lu(o->m, o->n, o->a, o->lda));
        return;
    }
    int *const pivots = o->wide ? malloc(((size_t)count + 1) * sizeof *pivots) : o->pivots;
    end(o, o->t->does.getrf(COLUMNS, o->m, o->n, o->a, o->lda, pivots));
    if (!o->wide) {
        cuda_cpu_library_wrote(pivots, (size_t)count * sizeof *pivots);
        return;
    }
    for (int i = 0; i < count; i++)
        o->wide[i] = pivots[i];
    cuda_cpu_library_wrote(o->wide, (size_t)count * sizeof *o->wide);
    free(pivots);
}
static void getrs(void *data) {
    const struct call *const o = data;
    int *const pivots = malloc(((size_t)o->n + 1) * sizeof *pivots);
    for (int i = 0; i < o->n; i++)
        pivots[i] = o->wide ? (int)o->wide[i] : o->pivots ? o->pivots[i] : i + 1;
    *o->info = o->t->does.getrs(COLUMNS, o->trans, o->n, o->k, o->a, o->lda, pivots, o->b, o->ldb);
    cuda_cpu_library_wrote(o->info, sizeof *o->info);
    wrote_matrix(o, o->b, o->n, o->k, o->ldb);
    free(pivots);
}
static void geqrf(void *data) {
    const struct call *const o = data;
    end(o, o->t->does.geqrf(COLUMNS, o->m, o->n, o->a, o->lda, o->vector));
    cuda_cpu_library_wrote(o->vector, (size_t)(o->m < o->n ? o->m : o->n) * o->t->size);
}
static void mqr(void *data) { // the result is C
    const struct call *const o = data;
    *o->info = o->t->does.mqr(COLUMNS, o->side, o->trans, o->m, o->n, o->k, o->a, o->lda, o->vector,
                              o->c, o->ldc);
    cuda_cpu_library_wrote(o->info, sizeof *o->info);
    wrote_matrix(o, o->c, o->m, o->n, o->ldc);
}
static void gqr(void *data) {
    const struct call *const o = data;
    end(o, o->t->does.gqr(COLUMNS, o->m, o->n, o->k, o->a, o->lda, o->vector));
}
static void evd(void *data) { // of one, or `count` that follow each other
    struct call one = *(const struct call *)data;
    for (int i = 0; i < (one.count ? one.count : 1); i++) {
        end(&one, one.t->does.evd(COLUMNS, one.job, one.uplo, one.n, one.a, one.lda, one.vector));
        cuda_cpu_library_wrote(one.vector, (size_t)one.n * real_size(one.t));
        one.a = (char *)one.a + (size_t)one.lda * (size_t)one.n * one.t->size;
        one.vector = (char *)one.vector + (size_t)one.n * real_size(one.t);
        one.info++;
    }
}
static double value_at(const struct type *t, const void *values, int i) {
    return t->real == CUDA_R_32F ? ((const float *)values)[i] : ((const double *)values)[i];
}
static void gvd(void *data) {
    const struct call *const o = data;
    end(o, o->t->does.gvd(COLUMNS, o->type, o->job, o->uplo, o->n, o->a, o->lda, o->b, o->ldb,
                          o->vector));
    cuda_cpu_library_wrote(o->vector, (size_t)o->n * real_size(o->t));
    wrote_matrix(o, o->b, o->n, o->n, o->ldb);
}
static void gesvd(void *data) {
    const struct call *const o = data;
    const int least = o->m < o->n ? o->m : o->n;
    void *const superdiagonal =
        o->superdiagonal ? o->superdiagonal : malloc(((size_t)least + 1) * real_size(o->t));
    end(o, o->t->does.gesvd(COLUMNS, o->job, o->jobvt, o->m, o->n, o->a, o->lda, o->vector, o->b,
                            o->ldb, o->c, o->ldc, superdiagonal));
    cuda_cpu_library_wrote(o->vector, (size_t)least * real_size(o->t));
    if (o->job == 'A' || o->job == 'S')
        wrote_matrix(o, o->b, o->m, o->job == 'A' ? o->m : least, o->ldb);
    if (o->jobvt == 'A' || o->jobvt == 'S')
        wrote_matrix(o, o->c, o->jobvt == 'A' ? o->n : least, o->n, o->ldc);
    if (!o->superdiagonal)
        free(superdiagonal);
}

// Eigenvalues of any square matrix. LAPACK's of a real one are all real parts, and then all
// imaginary ones.
static void geev(void *data) {
    const struct call *const o = data;
    const bool is_double = o->t->real == CUDA_R_64F;
    const size_t n = (size_t)o->n, size = real_size(o->t);
    char *const values = o->pairs ? malloc(2 * n * size + 1) : o->vector, *const to = o->vector;
    const int info =
        is_complex(o->t)
            ? (is_double ? LAPACKE_zgeev : LAPACKE_cgeev)(COLUMNS, 'N', o->job, o->n, o->a, o->lda,
                                                          values, NULL, 1, o->b, o->ldb)
            : (is_double ? LAPACKE_dgeev : LAPACKE_sgeev)(COLUMNS, 'N', o->job, o->n, o->a, o->lda,
                                                          values, values + n * size, NULL, 1, o->b,
                                                          o->ldb);
    end(o, info);
    for (size_t i = 0; o->pairs && i < 2 * n; i++)
        memcpy(to + i * size, values + (i % 2 * n + i / 2) * size, size);
    cuda_cpu_library_wrote(o->vector, 2 * n * size);
    if (o->job == 'V')
        wrote_matrix(o, o->b, o->n, o->n, o->ldb);
    if (o->pairs)
        free(values);
}

// to = from', whose complex numbers are conjugated.
static void transpose(const struct type *t, int rows, int columns, const char *from, int ldfrom,
                      char *to, int ldto) {
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            char *const x = to + ((size_t)i * (size_t)ldto + (size_t)j) * t->size;
            memcpy(x, from + ((size_t)j * (size_t)ldfrom + (size_t)i) * t->size, t->size);
            if (is_complex(t) && t->real == CUDA_R_32F)
                ((float *)x)[1] = -((float *)x)[1];
            else if (is_complex(t))
                ((double *)x)[1] = -((double *)x)[1];
        }
}

// A = U S V', of one, or `count` that follow each other: V, where gesvd gives V'.
static void gesvdj(void *data) {
    struct call one = *(const struct call *)data;
    const int least = one.m < one.n ? one.m : one.n, wide = one.n > 1 ? one.n : 1;
    const int vectors = one.job == 'A' ? one.n : one.job == 'S' ? least : 0;
    char *const vt = malloc((size_t)wide * (size_t)wide * one.t->size);
    void *const superdiagonal = malloc(((size_t)least + 1) * real_size(one.t));
    for (int i = 0; vt && superdiagonal && i < (one.count ? one.count : 1); i++) {
        end(&one, one.t->does.gesvd(COLUMNS, one.job, one.job, one.m, one.n, one.a, one.lda,
                                    one.vector, one.b, one.ldb, vt, wide, superdiagonal));
        cuda_cpu_library_wrote(one.vector, (size_t)least * real_size(one.t));
        if (vectors) {
            const int columns = one.job == 'A' ? one.m : least;
            wrote_matrix(&one, one.b, one.m, columns, one.ldb);
            transpose(one.t, vectors, one.n, vt, wide, one.c, one.ldc);
            wrote_matrix(&one, one.c, one.n, vectors, one.ldc);
            one.b = (char *)one.b + (size_t)one.ldb * (size_t)columns * one.t->size;
            one.c = (char *)one.c + (size_t)one.ldc * (size_t)vectors * one.t->size;
        }
        one.a = (char *)one.a + (size_t)one.lda * (size_t)one.n * one.t->size;
        one.vector = (char *)one.vector + (size_t)least * real_size(one.t);
        one.info++;
    }
    free(vt), free(superdiagonal);
}

// The first k singular values and vectors of `count` matrices, which stay as they are. What the
// others would add to A is the residual, by Frobenius' norm (Eckart and Young 1936).
static void gesvdr(void *data) {
    const struct call *const o = data;
    const size_t size = o->t->size, real = real_size(o->t), m = (size_t)o->m, n = (size_t)o->n;
    const size_t k = (size_t)o->k, least = m < n ? m : n;
    char *const a = malloc(m * n * size + 1), *const u = malloc(m * least * size + 1),
                *const vt = malloc(least * n * size + 1), *const s = malloc(2 * least * real + 1);
    for (int i = 0; a && u && vt && s && i < o->count; i++) {
        const char *const from = (const char *)o->a + (size_t)(i * o->strides[0]) * size;
        char *const values = (char *)o->vector + (size_t)(i * o->strides[1]) * real;
        char *const left = (char *)o->b + (size_t)(i * o->strides[2]) * size;
        char *const right = (char *)o->c + (size_t)(i * o->strides[3]) * size;
        for (size_t j = 0; j < n; j++)
            memcpy(a + j * m * size, from + j * (size_t)o->lda * size, m * size);
        o->info[i] = o->t->does.gesvd(COLUMNS, 'S', 'S', o->m, o->n, a, o->m, s, u, o->m, vt,
                                      (int)least, s + least * real);
        memcpy(values, s, k * real);
        cuda_cpu_library_wrote(values, k * real);
        for (size_t j = 0; o->job == 'S' && j < k; j++)
            memcpy(left + j * (size_t)o->ldb * size, u + j * m * size, m * size);
        if (o->job == 'S')
            wrote_matrix(o, left, o->m, o->k, o->ldb);
        if (o->jobvt == 'S') {
            transpose(o->t, o->k, o->n, vt, (int)least, right, o->ldc);
            wrote_matrix(o, right, o->n, o->k, o->ldc);
        }
        double squares = 0;
        for (int j = o->k; j < (int)least; j++)
            squares += value_at(o->t, s, j) * value_at(o->t, s, j);
        if (o->residual)
            o->residual[i] = sqrt(squares);
    }
    cuda_cpu_library_wrote(o->info, (size_t)o->count * sizeof *o->info);
    free(a), free(u), free(vt), free(s);
}

// Of all eigenvalues those in a range (`trans` is 'A', 'I': k to ldc, counted from 1, or 'V': above
// the first limit, up to the second) and their vectors go to the beginning.
static void evdx(void *data) {
    struct call *const o = data;
    (o->type ? gvd : evd)(o);
    int first = o->k - 1, last = o->ldc; // [first, last)
    if (o->trans == 'V') {
        for (first = 0; first < o->n && value_at(o->t, o->vector, first) <= o->limits[0];)
            first++;
        for (last = first; last < o->n && value_at(o->t, o->vector, last) <= o->limits[1];)
            last++;
    }
    const size_t real = real_size(o->t), column = (size_t)o->lda * o->t->size;
    memmove(o->vector, (char *)o->vector + (size_t)first * real, (size_t)(last - first) * real);
    if (o->job == 'V')
        for (int j = 0; j < last - first; j++)
            memmove((char *)o->a + (size_t)j * column, (char *)o->a + (size_t)(first + j) * column,
                    (size_t)o->n * o->t->size);
    *o->found = last - first;
}

// ---- a call under way ---------------------------------------------------------------------------

struct start {
    struct cusolverDnContext *handle; // NULL: it is none
    cusolverStatus_t status;
    bool faults; // a GPU could not touch its memory
    struct call o;
};
static const char MAKER[] = "cusolverDnCreate";

static bool goes_on(const struct start *at) {
    return at->status == CUSOLVER_STATUS_SUCCESS && !at->faults;
}
static void need(struct start *at, bool right, cusolverStatus_t otherwise) {
    if (!right && at->status == CUSOLVER_STATUS_SUCCESS)
        at->status = otherwise;
}

static struct start begin(cusolverDnHandle_t handle, cudaDataType type) {
    struct start at = {.handle = cuda_cpu_find_handle(handle, MAKER)};
    need(&at, at.handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    for (int i = 0; i < TYPES; i++)
        if (types[i].type == type)
            at.o.t = &types[i];
    need(&at, at.o.t, CUSOLVER_STATUS_INVALID_VALUE);
    return at;
}

static void memory(struct start *at, const char *what, const void *begin, size_t bytes) {
    if (goes_on(at))
        at->faults = !cuda_cpu_library_may_touch(at->handle->base.stream, what, begin, bytes);
}

// LAPACK's integers have 32 bits.
static int size_of(struct start *at, const char *what, int64_t n) {
    if (n < 0 || n > 0x7fffffff) {
        cuda_cpu_library_say("%s is %lld", what, (long long)n);
        need(at, false, CUSOLVER_STATUS_INVALID_VALUE);
        return 0;
    }
    return (int)n;
}
static int matrix(struct start *at, const char *what, const void *a, int rows, int columns,
                  int64_t ld) {
    if (ld < (rows > 1 ? rows : 1)) {
        cuda_cpu_library_say("the leading dimension of %s is %lld, and its columns have %d "
                             "elements",
                             what, (long long)ld, rows);
        need(at, false, CUSOLVER_STATUS_INVALID_VALUE);
    } else if (rows > 0 && columns > 0 && at->o.t) {
        memory(at, what, a, (((size_t)columns - 1) * (size_t)ld + (size_t)rows) * at->o.t->size);
    }
    return size_of(at, "a leading dimension", ld);
}
static void vector(struct start *at, const char *what, const void *v, int n, bool real) {
    if (at->o.t)
        memory(at, what, v, (size_t)n * (real ? real_size(at->o.t) : at->o.t->size));
}
static char uplo_of(struct start *at, cublasFillMode_t uplo) {
    need(at, (unsigned)uplo <= CUBLAS_FILL_MODE_UPPER, CUSOLVER_STATUS_INVALID_VALUE);
    return uplo == CUBLAS_FILL_MODE_UPPER ? 'U' : 'L';
}
static char trans_of(struct start *at, cublasOperation_t t) {
    need(at, (unsigned)t <= CUBLAS_OP_C, CUSOLVER_STATUS_INVALID_VALUE);
    return t == CUBLAS_OP_N ? 'N' : t == CUBLAS_OP_C && at->o.t && is_complex(at->o.t) ? 'C' : 'T';
}

static cusolverStatus_t finish(struct start *at, void (*run)(void *), int *info, int infos) {
    memory(at, "info", info, (size_t)infos * sizeof *info);
    at->o.info = info;
    if (!goes_on(at))
        return at->status;
    LAPACKE_set_nancheck(0); // cuSOLVER does not look for them
    return cuda_cpu_run_in(at->handle->base.stream, run, &at->o, sizeof at->o)
               ? CUSOLVER_STATUS_SUCCESS
               : CUSOLVER_STATUS_EXECUTION_FAILED;
}

// No call needs memory of the device, but programs take 0 bytes for a mistake of theirs.
static cusolverStatus_t work_size(cusolverDnHandle_t handle, int *size) {
    struct start at = begin(handle, CUDA_R_32F);
    need(&at, size, CUSOLVER_STATUS_INVALID_VALUE);
    if (goes_on(&at))
        *size = 1;
    return at.status;
}
static cusolverStatus_t work_bytes(cusolverDnHandle_t handle, size_t *device, size_t *host) {
    struct start at = begin(handle, CUDA_R_32F);
    need(&at, device && host, CUSOLVER_STATUS_INVALID_VALUE);
    if (goes_on(&at))
        *device = 16, *host = 0;
    return at.status;
}

// ---- calls, of any type -------------------------------------------------------------------------

// A and, for those that solve, B: square, and columns of the same length.
static void square(struct start *at, cublasFillMode_t uplo, int64_t n, const void *a, int64_t lda) {
    at->o.uplo = uplo_of(at, uplo);
    at->o.m = at->o.n = size_of(at, "n", n);
    at->o.a = (void *)a;
    at->o.lda = matrix(at, "A", a, at->o.n, at->o.n, lda);
}
static void right_sides(struct start *at, int64_t columns, void *b, int64_t ldb) {
    at->o.k = size_of(at, "the number of right sides", columns);
    at->o.b = b;
    at->o.ldb = matrix(at, "B", b, at->o.n, at->o.k, ldb);
}
static void oblong(struct start *at, int64_t m, int64_t n, const void *a, int64_t lda) {
    at->o.m = size_of(at, "m", m), at->o.n = size_of(at, "n", n);
    at->o.a = (void *)a;
    at->o.lda = matrix(at, "A", a, at->o.m, at->o.n, lda);
}

static cusolverStatus_t any_potrf(cusolverDnHandle_t handle, cudaDataType type, void (*run)(void *),
                                  cublasFillMode_t uplo, int64_t n, void *a, int64_t lda,
                                  int *info) {
    struct start at = begin(handle, type);
    square(&at, uplo, n, a, lda);
    return finish(&at, run, info, 1);
}
static cusolverStatus_t any_potrs(cusolverDnHandle_t handle, cudaDataType type,
                                  cublasFillMode_t uplo, int64_t n, int64_t columns, const void *a,
                                  int64_t lda, void *b, int64_t ldb, int *info) {
    struct start at = begin(handle, type);
    square(&at, uplo, n, a, lda);
    right_sides(&at, columns, b, ldb);
    return finish(&at, potrs, info, 1);
}
static cusolverStatus_t any_batched(cusolverDnHandle_t handle, cudaDataType type,
                                    cublasFillMode_t uplo, int n, int columns, void *a, int lda,
                                    void *b, int ldb, int *info, int count) {
    struct start at = begin(handle, type);
    at.o.count = size_of(&at, "the number of matrices", count);
    at.o.uplo = uplo_of(&at, uplo);
    at.o.n = size_of(&at, "n", n), at.o.k = size_of(&at, "the number of right sides", columns);
    at.o.lda = lda, at.o.ldb = ldb, at.o.a = a, at.o.b = b;
    need(&at, lda >= (n > 1 ? n : 1) && (!b || ldb >= (n > 1 ? n : 1)),
         CUSOLVER_STATUS_INVALID_VALUE);
    memory(&at, "the array of A", a, (size_t)at.o.count * sizeof(void *));
    if (b)
        memory(&at, "the array of B", b, (size_t)at.o.count * sizeof(void *));
    return finish(&at, b ? potrs_batched : potrf_batched, info, b ? 1 : at.o.count);
}
// Of 32 or of 64 bits, or none at all: then rows stay where they are.
static void given_pivots(struct start *at, int count, const int *pivots, const int64_t *wide) {
    at->o.pivots = (int *)pivots, at->o.wide = (int64_t *)wide;
    if (pivots)
        memory(at, "the pivots", pivots, (size_t)count * sizeof *pivots);
    if (wide)
        memory(at, "the pivots", wide, (size_t)count * sizeof *wide);
}
static cusolverStatus_t any_getrf(cusolverDnHandle_t handle, cudaDataType type, int64_t m,
                                  int64_t n, void *a, int64_t lda, int *pivots, int64_t *wide,
                                  int *info) {
    struct start at = begin(handle, type);
    oblong(&at, m, n, a, lda);
    given_pivots(&at, at.o.m < at.o.n ? at.o.m : at.o.n, pivots, wide);
    return finish(&at, getrf, info, 1);
}
static cusolverStatus_t any_getrs(cusolverDnHandle_t handle, cudaDataType type,
                                  cublasOperation_t operation, int64_t n, int64_t columns,
                                  const void *a, int64_t lda, const int *pivots,
                                  const int64_t *wide, void *b, int64_t ldb, int *info) {
    struct start at = begin(handle, type);
    square(&at, CUBLAS_FILL_MODE_LOWER, n, a, lda);
    right_sides(&at, columns, b, ldb);
    at.o.trans = trans_of(&at, operation);
    given_pivots(&at, at.o.n, pivots, wide);
    return finish(&at, getrs, info, 1);
}
static cusolverStatus_t any_geqrf(cusolverDnHandle_t handle, cudaDataType type, int64_t m,
                                  int64_t n, void *a, int64_t lda, void *tau, int *info) {
    struct start at = begin(handle, type);
    oblong(&at, m, n, a, lda);
    at.o.vector = tau;
    vector(&at, "tau", tau, at.o.m < at.o.n ? at.o.m : at.o.n, false);
    return finish(&at, geqrf, info, 1);
}
static cusolverStatus_t any_mqr(cusolverDnHandle_t handle, cudaDataType type, cublasSideMode_t side,
                                cublasOperation_t operation, int m, int n, int k, const void *a,
                                int lda, const void *tau, void *c, int ldc, int *info) {
    struct start at = begin(handle, type);
    const int length = side == CUBLAS_SIDE_LEFT ? m : n;
    at.o.side = side == CUBLAS_SIDE_LEFT ? 'L' : 'R';
    at.o.trans = trans_of(&at, operation);
    need(&at, !(at.o.trans == 'T' && is_complex(at.o.t)), CUSOLVER_STATUS_INVALID_VALUE);
    at.o.m = size_of(&at, "m", m), at.o.n = size_of(&at, "n", n), at.o.k = size_of(&at, "k", k);
    need(&at, k <= length, CUSOLVER_STATUS_INVALID_VALUE);
    at.o.a = (void *)a, at.o.c = c, at.o.vector = (void *)tau;
    at.o.lda = matrix(&at, "A", a, length, k, lda);
    at.o.ldc = matrix(&at, "C", c, m, n, ldc);
    vector(&at, "tau", tau, k, false);
    return finish(&at, mqr, info, 1);
}
static cusolverStatus_t any_gqr(cusolverDnHandle_t handle, cudaDataType type, int m, int n, int k,
                                void *a, int lda, const void *tau, int *info) {
    struct start at = begin(handle, type);
    oblong(&at, m, n, a, lda);
    at.o.k = size_of(&at, "k", k), at.o.vector = (void *)tau;
    need(&at, n <= m && k <= n, CUSOLVER_STATUS_INVALID_VALUE);
    vector(&at, "tau", tau, k, false);
    return finish(&at, gqr, info, 1);
}
static cusolverStatus_t any_evd(cusolverDnHandle_t handle, cudaDataType type, int problem,
                                cusolverEigMode_t job, cublasFillMode_t uplo, int64_t n, void *a,
                                int64_t lda, void *b, int64_t ldb, void *w, int *info) {
    struct start at = begin(handle, type);
    need(&at, (unsigned)job <= CUSOLVER_EIG_MODE_VECTOR && (!problem || (unsigned)problem <= 3),
         CUSOLVER_STATUS_INVALID_VALUE);
    square(&at, uplo, n, a, lda);
    at.o.job = job == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', at.o.type = problem;
    at.o.b = b, at.o.vector = w;
    if (problem)
        at.o.ldb = matrix(&at, "B", b, at.o.n, at.o.n, ldb);
    vector(&at, "W", w, at.o.n, true);
    return finish(&at, problem ? gvd : evd, info, 1);
}
static cusolverStatus_t any_evj_batched(cusolverDnHandle_t handle, cudaDataType type,
                                        cusolverEigMode_t job, cublasFillMode_t uplo, int n,
                                        void *a, int lda, void *w, int *info, int count) {
    struct start at = begin(handle, type);
    need(&at, (unsigned)job <= CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_STATUS_INVALID_VALUE);
    at.o.count = size_of(&at, "the number of matrices", count);
    square(&at, uplo, n, a, lda);
    matrix(&at, "A", a, at.o.n, at.o.n * at.o.count, lda);
    at.o.job = job == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', at.o.vector = w;
    vector(&at, "W", w, at.o.n * at.o.count, true);
    return count == 0 ? at.status : finish(&at, evd, info, count);
}
static cusolverStatus_t any_evdx(cusolverDnHandle_t handle, cudaDataType type, int problem,
                                 cusolverEigMode_t job, cusolverEigRange_t range,
                                 cublasFillMode_t uplo, int64_t n, void *a, int64_t lda, void *b,
                                 int ldb, double above, double upto, int64_t first, int64_t last,
                                 int *found, void *w, int *info) {
    struct start at = begin(handle, type);
    need(&at,
         (unsigned)job <= CUSOLVER_EIG_MODE_VECTOR && (!problem || (unsigned)problem <= 3) && found,
         CUSOLVER_STATUS_INVALID_VALUE);
    square(&at, uplo, n, a, lda);
    at.o.type = problem, at.o.b = b;
    if (problem)
        at.o.ldb = matrix(&at, "B", b, at.o.n, at.o.n, ldb);
    at.o.job = job == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', at.o.vector = w;
    at.o.trans = range == CUSOLVER_EIG_RANGE_V ? 'V' : range == CUSOLVER_EIG_RANGE_I ? 'I' : 'A';
    at.o.k = at.o.trans == 'I' ? size_of(&at, "il", first) : 1;
    at.o.ldc = at.o.trans == 'I' ? size_of(&at, "iu", last) : at.o.n;
    need(&at, at.o.k >= 1 && at.o.ldc <= at.o.n && at.o.k <= at.o.ldc + 1,
         CUSOLVER_STATUS_INVALID_VALUE);
    at.o.limits[0] = above, at.o.limits[1] = upto, at.o.found = found;
    vector(&at, "W", w, at.o.n, true);
    memory(&at, "info", info, sizeof *info);
    at.o.info = info;
    if (!goes_on(&at))
        return at.status;
    LAPACKE_set_nancheck(0);
    return cuda_cpu_run_and_wait(at.handle->base.stream, evdx, &at.o, sizeof at.o)
               ? CUSOLVER_STATUS_SUCCESS
               : CUSOLVER_STATUS_EXECUTION_FAILED;
}
// `count` 0: of one. The vectors of many are all there are.
static cusolverStatus_t any_gesvdj(cusolverDnHandle_t handle, cudaDataType type,
                                   cusolverEigMode_t job, int economical, int64_t m, int64_t n,
                                   void *a, int64_t lda, void *s, void *u, int64_t ldu, void *v,
                                   int64_t ldv, int *info, int count) {
    struct start at = begin(handle, type);
    need(&at, (unsigned)job <= CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_STATUS_INVALID_VALUE);
    at.o.count = size_of(&at, "the number of matrices", count);
    const int all = at.o.count ? at.o.count : 1;
    oblong(&at, m, n, a, lda);
    matrix(&at, "A", a, at.o.m, at.o.n * all, lda);
    const int least = at.o.m < at.o.n ? at.o.m : at.o.n;
    at.o.job = job != CUSOLVER_EIG_MODE_VECTOR ? 'N' : economical ? 'S' : 'A';
    at.o.vector = s, at.o.b = u, at.o.c = v, at.o.ldb = at.o.ldc = 1;
    vector(&at, "S", s, least * all, true);
    if (at.o.job != 'N') {
        at.o.ldb = matrix(&at, "U", u, at.o.m, (economical ? least : at.o.m) * all, ldu);
        at.o.ldc = matrix(&at, "V", v, at.o.n, (economical ? least : at.o.n) * all, ldv);
    }
    return finish(&at, gesvdj, info, all);
}
// One of `count` matrices of rows and columns, `stride` elements apart.
static int strided(struct start *at, const char *what, const void *a, int rows, int columns,
                   int64_t ld, long long stride) {
    const int checked = matrix(at, what, a, rows, columns, ld);
    if (at->o.count > 1 && rows > 0 && columns > 0 && at->o.t) {
        need(at, stride >= ld * columns, CUSOLVER_STATUS_INVALID_VALUE);
        memory(at, what, a,
               ((size_t)(at->o.count - 1) * (size_t)stride + (size_t)(columns - 1) * (size_t)ld +
                (size_t)rows) *
                   at->o.t->size);
    }
    return checked;
}
static cusolverStatus_t any_gesvdr(cusolverDnHandle_t handle, cudaDataType type, signed char jobu,
                                   signed char jobv, int64_t m, int64_t n, int64_t k, const void *a,
                                   int64_t lda, void *s, void *u, int64_t ldu, void *v, int64_t ldv,
                                   int *info, int count, const long long *strides,
                                   double *residual) {
    struct start at = begin(handle, type);
    at.o.job = (char)toupper(jobu), at.o.jobvt = (char)toupper(jobv);
    at.o.count = size_of(&at, "the number of matrices", count);
    oblong(&at, m, n, a, lda);
    strided(&at, "A", a, at.o.m, at.o.n, lda, strides[0]);
    at.o.k = size_of(&at, "the number of singular values", k);
    need(&at,
         at.o.job && at.o.jobvt && strchr("SN", at.o.job) && strchr("SN", at.o.jobvt) &&
             at.o.k <= at.o.m && at.o.k <= at.o.n && (at.o.count < 2 || strides[1] >= k),
         CUSOLVER_STATUS_INVALID_VALUE);
    at.o.vector = s, at.o.b = u, at.o.c = v, at.o.residual = residual;
    memcpy(at.o.strides, strides, sizeof at.o.strides);
    if (at.o.count > 0 && at.o.t)
        memory(&at, "S", s,
               ((size_t)(at.o.count - 1) * (size_t)strides[1] + (size_t)at.o.k) *
                   real_size(at.o.t));
    if (at.o.job == 'S')
        at.o.ldb = strided(&at, "U", u, at.o.m, at.o.k, ldu, strides[2]);
    if (at.o.jobvt == 'S')
        at.o.ldc = strided(&at, "V", v, at.o.n, at.o.k, ldv, strides[3]);
    const cusolverStatus_t status = finish(&at, gesvdr, info, at.o.count);
    if (residual && goes_on(&at))
        cudaStreamSynchronize(at.handle->base.stream); // for the host to have it
    return status;
}
static cusolverStatus_t any_gesvd(cusolverDnHandle_t handle, cudaDataType type, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, void *a, int64_t lda,
                                  void *s, void *u, int64_t ldu, void *vt, int64_t ldvt,
                                  void *superdiagonal, int *info) {
    struct start at = begin(handle, type);
    oblong(&at, m, n, a, lda);
    if (at.o.m < at.o.n) {
        cuda_cpu_library_say("the matrix is %d x %d: gesvd takes only those with m >= n", at.o.m,
                             at.o.n);
        need(&at, false, CUSOLVER_STATUS_INVALID_VALUE);
    }
    at.o.job = (char)toupper(jobu), at.o.jobvt = (char)toupper(jobvt);
    need(&at,
         at.o.job && at.o.jobvt && strchr("ASON", at.o.job) && strchr("ASON", at.o.jobvt) &&
             (at.o.job != 'O' || at.o.jobvt != 'O'),
         CUSOLVER_STATUS_INVALID_VALUE);
    at.o.vector = s, at.o.b = u, at.o.c = vt, at.o.superdiagonal = superdiagonal;
    at.o.ldb = at.o.ldc = 1;
    vector(&at, "S", s, at.o.n, true);
    if (at.o.job == 'A' || at.o.job == 'S')
        at.o.ldb = matrix(&at, "U", u, at.o.m, at.o.job == 'A' ? at.o.m : at.o.n, ldu);
    if (at.o.jobvt == 'A' || at.o.jobvt == 'S')
        at.o.ldc = matrix(&at, "VT", vt, at.o.n, at.o.n, ldvt);
    if (superdiagonal && at.o.n > 1)
        vector(&at, "rwork", superdiagonal, at.o.n - 1, true);
    return finish(&at, gesvd, info, 1);
}

// ---- the library --------------------------------------------------------------------------------

cusolverStatus_t cusolverGetVersion(int *version) {
    if (!version)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value) {
    const int version[] = {CUSOLVER_VER_MAJOR, CUSOLVER_VER_MINOR, CUSOLVER_VER_PATCH};
    if (!value || (unsigned)type > PATCH_LEVEL)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *value = version[type];
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) {
    if (!handle)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *handle = cuda_cpu_make_handle(MAKER, sizeof **handle);
    return *handle ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
    return cuda_cpu_end_handle(handle, MAKER) ? CUSOLVER_STATUS_SUCCESS
                                              : CUSOLVER_STATUS_NOT_INITIALIZED;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
    const struct start at = begin(handle, CUDA_R_32F);
    if (goes_on(&at))
        at.handle->base.stream = stream;
    return at.status;
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream) {
    struct start at = begin(handle, CUDA_R_32F);
    need(&at, stream, CUSOLVER_STATUS_INVALID_VALUE);
    if (goes_on(&at))
        *stream = at.handle->base.stream;
    return at.status;
}
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t mode) {
    return begin(handle, CUDA_R_32F).status;
}
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params) {
    if (!params)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *params = malloc(sizeof **params);
    return *params ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
    free(params);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algorithm) {
    return params ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}

// Of Jacobi's methods: LAPACK's ones need no tolerance and no sweeps.
#define JACOBI(Name, name)                                                                         \
    cusolverStatus_t cusolverDnCreate##Name##Info(name##Info_t *info) {                            \
        if (!info)                                                                                 \
            return CUSOLVER_STATUS_INVALID_VALUE;                                                  \
        *info = malloc(1);                                                                         \
        return *info ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;                     \
    }                                                                                              \
    cusolverStatus_t cusolverDnDestroy##Name##Info(name##Info_t info) {                            \
        free(info);                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##SetTolerance(name##Info_t info, double tolerance) {        \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##SetMaxSweeps(name##Info_t info, int sweeps) {              \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##SetSortEig(name##Info_t info, int sorted) {                \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##GetResidual(cusolverDnHandle_t handle, name##Info_t info,  \
                                                    double *residual) {                            \
        *residual = 0;                                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##name##GetSweeps(cusolverDnHandle_t handle, name##Info_t info,    \
                                                  int *sweeps) {                                   \
        *sweeps = 1;                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
JACOBI(Syevj, syevj)
JACOBI(Gesvdj, gesvdj)

// Messages name the function that the program calls, so each is one of its own.
#define EACH(S, T, R, sy, ort, type_)                                                              \
    cusolverStatus_t cusolverDn##S##potrf_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, int *size) {       \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *a, int lda, T *work, int size, int *info) {           \
        return any_potrf(handle, type_, potrf, uplo, n, a, lda, info);                             \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          int columns, const T *a, int lda, T *b, int ldb,         \
                                          int *info) {                                             \
        return any_potrs(handle, type_, uplo, n, columns, a, lda, b, ldb, info);                   \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##potri_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, int *size) {       \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *a, int lda, T *work, int size, int *info) {           \
        return any_potrf(handle, type_, potri, uplo, n, a, lda, info);                             \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, T *a[], int lda, int *info, int count) {   \
        return any_batched(handle, type_, uplo, n, 0, a, lda, NULL, 0, info, count);               \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, int columns, T *a[], int lda, T *b[],      \
                                                 int ldb, int *info, int count) {                  \
        return any_batched(handle, type_, uplo, n, columns, a, lda, b, ldb, info, count);          \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *a, int lda, int *size) {                   \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##getrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
                                          T *work, int *pivots, int *info) {                       \
        return any_getrf(handle, type_, m, n, a, lda, pivots, NULL, info);                         \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##getrs(cusolverDnHandle_t handle, cublasOperation_t operation,  \
                                          int n, int columns, const T *a, int lda,                 \
                                          const int *pivots, T *b, int ldb, int *info) {           \
        return any_getrs(handle, type_, operation, n, columns, a, lda, pivots, NULL, b, ldb,       \
                         info);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *a, int lda, int *size) {                   \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##geqrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
                                          T *tau, T *work, int size, int *info) {                  \
        return any_geqrf(handle, type_, m, n, a, lda, tau, info);                                  \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##ort##mqr_bufferSize(                                           \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t operation, int m,      \
        int n, int k, const T *a, int lda, const T *tau, const T *c, int ldc, int *size) {         \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##ort##mqr(cusolverDnHandle_t handle, cublasSideMode_t side,     \
                                             cublasOperation_t operation, int m, int n, int k,     \
                                             const T *a, int lda, const T *tau, T *c, int ldc,     \
                                             T *work, int size, int *info) {                       \
        return any_mqr(handle, type_, side, operation, m, n, k, a, lda, tau, c, ldc, info);        \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##ort##gqr_bufferSize(cusolverDnHandle_t handle, int m, int n,   \
                                                        int k, const T *a, int lda, const T *tau,  \
                                                        int *size) {                               \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##ort##gqr(cusolverDnHandle_t handle, int m, int n, int k, T *a, \
                                             int lda, const T *tau, T *work, int size,             \
                                             int *info) {                                          \
        return any_gqr(handle, type_, m, n, k, a, lda, tau, info);                                 \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##evd_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n,            \
        const T *a, int lda, const R *w, int *size) {                                              \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##evd(cusolverDnHandle_t handle, cusolverEigMode_t job,      \
                                            cublasFillMode_t uplo, int n, T *a, int lda, R *w,     \
                                            T *work, int size, int *info) {                        \
        return any_evd(handle, type_, 0, job, uplo, n, a, lda, NULL, 0, w, info);                  \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##gvd_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t job,                  \
        cublasFillMode_t uplo, int n, const T *a, int lda, const T *b, int ldb, const R *w,        \
        int *size) {                                                                               \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##gvd(cusolverDnHandle_t handle, cusolverEigType_t type,     \
                                            cusolverEigMode_t job, cublasFillMode_t uplo, int n,   \
                                            T *a, int lda, T *b, int ldb, R *w, T *work, int size, \
                                            int *info) {                                           \
        return any_evd(handle, type_, type, job, uplo, n, a, lda, b, ldb, w, info);                \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     int *size) {                                  \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##gesvd(cusolverDnHandle_t handle, signed char jobu,             \
                                          signed char jobvt, int m, int n, T *a, int lda, R *s,    \
                                          T *u, int ldu, T *vt, int ldvt, T *work, int size,       \
                                          R *superdiagonal, int *info) {                           \
        return any_gesvd(handle, type_, jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt,            \
                         superdiagonal, info);                                                     \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##evj_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n,            \
        const T *a, int lda, const R *w, int *size, syevjInfo_t parameters) {                      \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##evj(                                                       \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n, T *a,      \
        int lda, R *w, T *work, int size, int *info, syevjInfo_t parameters) {                     \
        return any_evd(handle, type_, 0, job, uplo, n, a, lda, NULL, 0, w, info);                  \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##gvj_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t job,                  \
        cublasFillMode_t uplo, int n, const T *a, int lda, const T *b, int ldb, const R *w,        \
        int *size, syevjInfo_t parameters) {                                                       \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##gvj(cusolverDnHandle_t handle, cusolverEigType_t type,     \
                                            cusolverEigMode_t job, cublasFillMode_t uplo, int n,   \
                                            T *a, int lda, T *b, int ldb, R *w, T *work, int size, \
                                            int *info, syevjInfo_t parameters) {                   \
        return any_evd(handle, type_, type, job, uplo, n, a, lda, b, ldb, w, info);                \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##evjBatched_bufferSize(                                     \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n,            \
        const T *a, int lda, const R *w, int *size, syevjInfo_t parameters, int count) {           \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##evjBatched(                                                \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n, T *a,      \
        int lda, R *w, T *work, int size, int *info, syevjInfo_t parameters, int count) {          \
        return any_evj_batched(handle, type_, job, uplo, n, a, lda, w, info, count);               \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##evdx_bufferSize(                                           \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cusolverEigRange_t range,                \
        cublasFillMode_t uplo, int n, const T *a, int lda, R above, R upto, int first, int last,   \
        int *found, const R *w, int *size) {                                                       \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##evdx(                                                      \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cusolverEigRange_t range,                \
        cublasFillMode_t uplo, int n, T *a, int lda, R above, R upto, int first, int last,         \
        int *found, R *w, T *work, int size, int *info) {                                          \
        return any_evdx(handle, type_, 0, job, range, uplo, n, a, lda, NULL, 0, above, upto,       \
                        first, last, found, w, info);                                              \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##gvdx_bufferSize(CUDA_CPU_GVDX(T, R, const), int *size) {   \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##sy##gvdx(CUDA_CPU_GVDX(T, R, ), T *work, int size,             \
                                             int *info) {                                          \
        return any_evdx(handle, type_, type, job, range, uplo, n, a, lda, b, ldb, above, upto,     \
                        first, last, found, w, info);                                              \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##gesvdaStridedBatched_bufferSize(CUDA_CPU_GESVDA(T, R, const),  \
                                                                    int *size, int count) {        \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##gesvdaStridedBatched(                                          \
        CUDA_CPU_GESVDA(T, R, ), T *work, int size, int *info, double *residual, int count) {      \
        const char vectors = job == CUSOLVER_EIG_MODE_VECTOR ? 'S' : 'N';                          \
        return any_gesvdr(handle, type_, vectors, vectors, m, n, rank, a, lda, s, u, ldu, v, ldv,  \
                          info, count, (long long[]){stridea, strides, strideu, stridev},          \
                          residual);                                                               \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##gesvdj_bufferSize(                                             \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int economical, int m, int n,            \
        const T *a, int lda, const R *s, const T *u, int ldu, const T *v, int ldv, int *size,      \
        gesvdjInfo_t parameters) {                                                                 \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t job,       \
                                           int economical, int m, int n, T *a, int lda, R *s,      \
                                           T *u, int ldu, T *v, int ldv, T *work, int size,        \
                                           int *info, gesvdjInfo_t parameters) {                   \
        return any_gesvdj(handle, type_, job, economical, m, n, a, lda, s, u, ldu, v, ldv, info,   \
                          0);                                                                      \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##gesvdjBatched_bufferSize(                                      \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int m, int n, const T *a, int lda,       \
        const R *s, const T *u, int ldu, const T *v, int ldv, int *size, gesvdjInfo_t parameters,  \
        int count) {                                                                               \
        return work_size(handle, size);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##S##gesvdjBatched(                                                 \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int m, int n, T *a, int lda, R *s, T *u, \
        int ldu, T *v, int ldv, T *work, int size, int *info, gesvdjInfo_t parameters,             \
        int count) {                                                                               \
        return count == 0 ? CUSOLVER_STATUS_SUCCESS                                                \
                          : any_gesvdj(handle, type_, job, 0, m, n, a, lda, s, u, ldu, v, ldv,     \
                                       info, count);                                               \
    }
EACH(S, float, float, sy, or, CUDA_R_32F)
EACH(D, double, double, sy, or, CUDA_R_64F)
EACH(C, cuComplex, float, he, un, CUDA_C_32F)
EACH(Z, cuDoubleComplex, double, he, un, CUDA_C_64F)

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                             const void *a, int64_t lda, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType compute, void *device_work,
                                  size_t device_bytes, void *host_work, size_t host_bytes,
                                  int *info) {
    return any_potrf(handle, type, potrf, uplo, n, a, lda, info);
}
cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             cublasDiagType_t diag, int64_t n, cudaDataType type,
                                             void *a, int64_t lda, size_t *device_bytes,
                                             size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                  cublasDiagType_t diag, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, void *device_work, size_t device_bytes,
                                  void *host_work, size_t host_bytes, int *info) {
    struct start at = begin(handle, type);
    square(&at, uplo, n, a, lda);
    need(&at, (unsigned)diag <= CUBLAS_DIAG_UNIT, CUSOLVER_STATUS_INVALID_VALUE);
    at.o.diag = diag == CUBLAS_DIAG_UNIT ? 'U' : 'N';
    return finish(&at, trtri, info, 1);
}
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t uplo, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda, cudaDataType btype,
                                  void *b, int64_t ldb, int *info) {
    return any_potrs(handle, type, uplo, n, columns, a, lda, b, ldb, info);
}
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  int64_t *pivots, cudaDataType compute, void *device_work,
                                  size_t device_bytes, void *host_work, size_t host_bytes,
                                  int *info) {
    return any_getrf(handle, type, m, n, a, lda, NULL, pivots, info);
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasOperation_t operation, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda,
                                  const int64_t *pivots, cudaDataType btype, void *b, int64_t ldb,
                                  int *info) {
    return any_getrs(handle, type, operation, n, columns, a, lda, NULL, pivots, b, ldb, info);
}
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType tau_type, const void *tau,
                                             cudaDataType compute, size_t *device_bytes,
                                             size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  cudaDataType tau_type, void *tau, cudaDataType compute,
                                  void *device_work, size_t device_bytes, void *host_work,
                                  size_t host_bytes, int *info) {
    return any_geqrf(handle, type, m, n, a, lda, tau, info);
}
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cusolverEigMode_t job, cublasFillMode_t uplo,
                                             int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType wtype, const void *w,
                                             cudaDataType compute, size_t *device_bytes,
                                             size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cusolverEigMode_t job, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType wtype,
                                  void *w, cudaDataType compute, void *device_work,
                                  size_t device_bytes, void *host_work, size_t host_bytes,
                                  int *info) {
    return any_evd(handle, type, 0, job, uplo, n, a, lda, NULL, 0, w, info);
}
cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              cusolverEigMode_t job, cusolverEigRange_t range,
                                              cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                              const void *a, int64_t lda, void *above, void *upto,
                                              int64_t first, int64_t last, int64_t *found,
                                              cudaDataType wtype, const void *w,
                                              cudaDataType compute, size_t *device_bytes,
                                              size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   cusolverEigMode_t job, cusolverEigRange_t range,
                                   cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                   int64_t lda, void *above, void *upto, int64_t first,
                                   int64_t last, int64_t *found, cudaDataType wtype, void *w,
                                   cudaDataType compute, void *device_work, size_t device_bytes,
                                   void *host_work, size_t host_bytes, int *info) {
    const struct start at = begin(handle, type);
    const bool limited = range == CUSOLVER_EIG_RANGE_V;
    if (at.status != CUSOLVER_STATUS_SUCCESS)
        return at.status;
    if (!found || (limited && (!above || !upto)))
        return CUSOLVER_STATUS_INVALID_VALUE;
    int count = 0;
    const cusolverStatus_t status =
        any_evdx(handle, type, 0, job, range, uplo, n, a, lda, NULL, 0,
                 limited ? value_at(at.o.t, above, 0) : 0, limited ? value_at(at.o.t, upto, 0) : 0,
                 first, last, &count, w, info);
    *found = count;
    return status;
}
cusolverStatus_t cusolverDnXgesvdp_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t job, int economical,
    int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType stype,
    const void *s, cudaDataType utype, const void *u, int64_t ldu, cudaDataType vtype,
    const void *v, int64_t ldv, cudaDataType compute, size_t *device_bytes, size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   cusolverEigMode_t job, int economical, int64_t m, int64_t n,
                                   cudaDataType type, void *a, int64_t lda, cudaDataType stype,
                                   void *s, cudaDataType utype, void *u, int64_t ldu,
                                   cudaDataType vtype, void *v, int64_t ldv, cudaDataType compute,
                                   void *device_work, size_t device_bytes, void *host_work,
                                   size_t host_bytes, int *info, double *perturbed) {
    if (perturbed)
        *perturbed = 0;
    return any_gesvdj(handle, type, job, economical, m, n, a, lda, s, u, ldu, v, ldv, info, 0);
}
cusolverStatus_t
cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                             signed char jobv, int64_t m, int64_t n, int64_t k, int64_t more,
                             int64_t iterations, cudaDataType type, const void *a, int64_t lda,
                             cudaDataType stype, const void *s, cudaDataType utype, const void *u,
                             int64_t ldu, cudaDataType vtype, const void *v, int64_t ldv,
                             cudaDataType compute, size_t *device_bytes, size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   signed char jobu, signed char jobv, int64_t m, int64_t n,
                                   int64_t k, int64_t more, int64_t iterations, cudaDataType type,
                                   void *a, int64_t lda, cudaDataType stype, void *s,
                                   cudaDataType utype, void *u, int64_t ldu, cudaDataType vtype,
                                   void *v, int64_t ldv, cudaDataType compute, void *device_work,
                                   size_t device_bytes, void *host_work, size_t host_bytes,
                                   int *info) {
    return any_gesvdr(handle, type, jobu, jobv, m, n, k, a, lda, s, u, ldu, v, ldv, info, 1,
                      (long long[4]){0}, NULL);
}
cusolverStatus_t cusolverDnXgesvd_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobvt,
    int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType stype,
    const void *s, cudaDataType utype, const void *u, int64_t ldu, cudaDataType vttype,
    const void *vt, int64_t ldvt, cudaDataType compute, size_t *device_bytes, size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType stype,
                                  void *s, cudaDataType utype, void *u, int64_t ldu,
                                  cudaDataType vttype, void *vt, int64_t ldvt, cudaDataType compute,
                                  void *device_work, size_t device_bytes, void *host_work,
                                  size_t host_bytes, int *info) {
    return any_gesvd(handle, type, jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, NULL, info);
}
cusolverStatus_t cusolverDnXgeev_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                            cusolverEigMode_t jobvl, cusolverEigMode_t jobvr,
                                            int64_t n, cudaDataType type, const void *a,
                                            int64_t lda, cudaDataType wtype, const void *w,
                                            cudaDataType vltype, const void *vl, int64_t ldvl,
                                            cudaDataType vrtype, const void *vr, int64_t ldvr,
                                            cudaDataType compute, size_t *device_bytes,
                                            size_t *host_bytes) {
    return work_bytes(handle, device_bytes, host_bytes);
}
cusolverStatus_t cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                 cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, cudaDataType wtype,
                                 void *w, cudaDataType vltype, void *vl, int64_t ldvl,
                                 cudaDataType vrtype, void *vr, int64_t ldvr, cudaDataType compute,
                                 void *device_work, size_t device_bytes, void *host_work,
                                 size_t host_bytes, int *info) {
    struct start at = begin(handle, type);
    oblong(&at, n, n, a, lda);
    need(&at, jobvl == CUSOLVER_EIG_MODE_NOVECTOR && (unsigned)jobvr <= CUSOLVER_EIG_MODE_VECTOR,
         CUSOLVER_STATUS_INVALID_VALUE);
    at.o.job = jobvr == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N';
    at.o.pairs = wtype != type, at.o.vector = w, at.o.b = vr, at.o.ldb = 1;
    vector(&at, "W", w, 2 * at.o.n, true);
    if (at.o.job == 'V')
        at.o.ldb = matrix(&at, "VR", vr, at.o.n, at.o.n, ldvr);
    return finish(&at, geev, info, 1);
}
