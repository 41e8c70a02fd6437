// SPDX-License-Identifier: MIT
// cuSPARSE, in plain loops: a call is checked, and what it asks for becomes an item of its handle's
// stream. All formats are read by one loop over their entries, `each`; a vector is a matrix of one
// column.
#include "cusparse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <vector>

#include "library.h"

// Most of them choose how a GPU computes.
#pragma GCC diagnostic ignored "-Wunused-parameter"

struct cusparseContext {
    cuda_cpu_handle base;
    cusparsePointerMode_t mode;
};

struct cusparseDnMatDescr {
    int64_t rows, columns, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
    int batches;
    int64_t stride;
};
struct cusparseDnVecDescr : cusparseDnMatDescr {};

// Of CSR `first` has where each row begins, and `second` the columns; of CSC the other way round;
// of COO the rows and the columns. Blocked and sliced ELL: first is where slices begin, or NULL.
struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, columns, count;
    int64_t places; // that hold a value, of padding too
    void *first, *second, *values;
    cusparseIndexType_t first_type, second_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    int64_t block, ell_columns;
    int batches;
    int64_t first_stride, stride;
    cusparseFillMode_t fill;
    cusparseDiagType_t diag;
};

struct cusparseSpVecDescr {
    int64_t size, count;
    void *indices, *values;
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};

struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diag;
    cusparseIndexBase_t base;
};

// Nothing is kept of an analysis; but a program creates what would keep it.
struct cusparseSpSVDescr {};
struct cusparseSpSMDescr {};
// A product in rows, until it is copied.
struct cusparseSpGEMMDescr {
    int64_t *start, *column;
    void *value;
    int64_t products; // of an entry of A and one of B
};
// The first pivot that is 0 or missing, as an index; -1: none.
struct csrilu02Info {
    int64_t zero;
};
struct csric02Info {
    int64_t zero;
};

namespace {

typedef float _Complex cfloat;
typedef double _Complex cdouble;

// A number that the call was given: the host's, or one to be read on the device in its turn.
struct scalar {
    const void *device;
    double value[2];
};
template <class T> T value_of(const scalar &s) {
    T value;
    memcpy(&value, s.device ? s.device : s.value, sizeof value);
    return value;
}

// Every call of the library, as its stream gets it.
struct call {
    const char *name;
    cusparseOperation_t ta, tb;
    scalar alpha, beta;
    cusparseSpMatDescr a, other;
    cusparseDnMatDescr b, c;
    cusparseSpVecDescr x;
    void *result; // where the call leaves something beside its matrices
};

// ---- entries ------------------------------------------------------------------------------------

int64_t index_at(const void *list, cusparseIndexType_t type, int64_t i) {
    return type == CUSPARSE_INDEX_64I ? ((const int64_t *)list)[i] : ((const int32_t *)list)[i];
}
void put_index(void *list, cusparseIndexType_t type, int64_t i, int64_t index) {
    if (type == CUSPARSE_INDEX_64I)
        ((int64_t *)list)[i] = index;
    else
        ((int32_t *)list)[i] = (int32_t)index;
}
size_t bytes_of(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_64I ? 8 : 4;
}
size_t bytes_of(cudaDataType type) { // 0: of none that is known here
    return type == CUDA_R_32F                         ? 4
           : type == CUDA_R_64F || type == CUDA_C_32F ? 8
           : type == CUDA_C_64F                       ? 16
                                                      : 0;
}
int64_t first_of(const cusparseSpMatDescr &m, int64_t i) {
    return index_at(m.first, m.first_type, i) - m.base;
}
int64_t second_of(const cusparseSpMatDescr &m, int64_t i) {
    return index_at(m.second, m.second_type, i) - m.base;
}

// Runs f(row, column, place in memory) for each entry. What lies beside the matrix or its arrays is
// reported and left out.
template <class I, class F>
void each(const char *name, const cusparseSpMatDescr &m, const I *second, F f) {
    const auto beside = [&](int64_t row, int64_t column, int64_t place) __attribute__((noinline)) {
        cuda_cpu_library_fail(name,
                              "entry %lld of the sparse matrix is in row %lld and column %lld, "
                              "counted from 0: the matrix is %lld x %lld",
                              (long long)place, (long long)row, (long long)column,
                              (long long)m.rows, (long long)m.columns);
    };
    const auto visit = [&](int64_t row, int64_t column, int64_t place)
        __attribute__((always_inline)) {
        if ((uint64_t)row < (uint64_t)m.rows && (uint64_t)column < (uint64_t)m.columns)
            f(row, column, place);
        else
            beside(row, column, place);
    };
    // Whether the entries of a row, column or slice are in the arrays.
    const auto there = [&](int64_t line, int64_t begin, int64_t end) {
        if (begin >= 0 && begin <= end && end <= m.places)
            return true;
        cuda_cpu_library_fail(name,
                              "the offsets of the sparse matrix say that line %lld has the entries "
                              "from %lld up to %lld, counted from 0, of %lld",
                              (long long)line, (long long)begin, (long long)end,
                              (long long)m.places);
        return false;
    };
    switch (m.format) {
    case CUSPARSE_FORMAT_CSR:
    case CUSPARSE_FORMAT_CSC: {
        const bool rows = m.format == CUSPARSE_FORMAT_CSR;
        for (int64_t i = 0; i < (rows ? m.rows : m.columns); i++) {
            const int64_t begin = first_of(m, i), end = first_of(m, i + 1);
            for (int64_t p = there(i, begin, end) ? begin : end; p < end; p++)
                rows ? visit(i, second[p] - m.base, p) : visit(second[p] - m.base, i, p);
        }
        break;
    }
    case CUSPARSE_FORMAT_COO:
        for (int64_t p = 0; p < m.places; p++)
            visit(first_of(m, p), second[p] - m.base, p);
        break;
    case CUSPARSE_FORMAT_SLICED_ELLPACK: // a slice's rows beside each other
        for (int64_t row = 0; row < m.rows; row++) {
            const int64_t slice = row / m.block, begin = first_of(m, slice),
                          end = first_of(m, slice + 1);
            for (int64_t p = there(slice, begin, end) ? begin + row % m.block : end; p < end;
                 p += m.block)
                if (second[p] >= 0)
                    visit(row, second[p] - m.base, p);
        }
        break;
    default: // blocked ELL: rows of ell_columns numbers, of which each block has some
        for (int64_t row = 0; row < m.rows; row++)
            for (int64_t k = 0; k < m.ell_columns; k++) {
                const int64_t block = row / m.block * (m.ell_columns / m.block) + k / m.block;
                if (second[block] >= 0)
                    visit(row, (second[block] - m.base) * m.block + k % m.block,
                          row * m.ell_columns + k);
            }
    }
}
template <class F> void each(const char *name, const cusparseSpMatDescr &m, F f) {
    if (m.second_type == CUSPARSE_INDEX_64I)
        each(name, m, (const int64_t *)m.second, f);
    else
        each(name, m, (const int32_t *)m.second, f);
}

// The matrix of this number in its batch.
cusparseSpMatDescr of_batch(cusparseSpMatDescr m, int i) {
    if (m.batches > 1) {
        m.first = (char *)m.first + m.first_stride * i * (int64_t)bytes_of(m.first_type);
        m.second = (char *)m.second + m.stride * i * (int64_t)bytes_of(m.second_type);
        m.values = (char *)m.values + m.stride * i * (int64_t)bytes_of(m.type);
    }
    return m;
}
cusparseDnMatDescr of_batch(cusparseDnMatDescr m, int i) {
    m.values = (char *)m.values + (m.batches > 1 ? m.stride : 0) * i * (int64_t)bytes_of(m.type);
    return m;
}

template <class T> T &element(const cusparseDnMatDescr &m, int64_t row, int64_t column) {
    return (
        (T *)m.values)[m.order == CUSPARSE_ORDER_ROW ? row * m.ld + column : column * m.ld + row];
}

float conjugate(float x) {
    return x;
}
double conjugate(double x) {
    return x;
}
cfloat conjugate(cfloat x) {
    return __builtin_conjf(x);
}
cdouble conjugate(cdouble x) {
    return __builtin_conj(x);
}
template <class T> T operated(T x, cusparseOperation_t operation) {
    return operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(x) : x;
}
bool plain(cusparseOperation_t operation) {
    return operation == CUSPARSE_OPERATION_NON_TRANSPOSE;
}
// An element of op(m).
template <class T>
T element(const cusparseDnMatDescr &m, cusparseOperation_t operation, int64_t row, int64_t column) {
    return plain(operation) ? element<T>(m, row, column)
                            : operated(element<T>(m, column, row), operation);
}

void wrote(const cusparseDnMatDescr &m) {
    const bool rows = m.order == CUSPARSE_ORDER_ROW;
    const size_t size = bytes_of(m.type);
    for (int64_t i = 0; cuda_cpu_library_watched() && i < (rows ? m.rows : m.columns); i++)
        cuda_cpu_library_wrote((char *)m.values + (size_t)(i * m.ld) * size,
                               (size_t)(rows ? m.columns : m.rows) * size);
}
void wrote_entries(const cusparseSpMatDescr &m) {
    cuda_cpu_library_wrote(m.values, (size_t)m.places * bytes_of(m.type));
}

// op(m), a row after the other; each in the order of its columns, where m is ordered.
template <class T> struct by_rows {
    int64_t rows, *start, *column;
    T *value;
    by_rows(const char *name, const cusparseSpMatDescr &m, cusparseOperation_t operation)
        : rows(plain(operation) ? m.rows : m.columns),
          start((int64_t *)calloc((size_t)rows + 2, sizeof *start)),
          column((int64_t *)malloc(((size_t)m.places + 1) * sizeof *column)),
          value((T *)malloc(((size_t)m.places + 1) * sizeof *value)) {
        int64_t *const next = start + 1; // of a row; in the end that is where the one after begins
        each(name, m, [&](int64_t row, int64_t other, int64_t) {
            if ((plain(operation) ? row : other) + 1 < rows)
                next[(plain(operation) ? row : other) + 1]++;
        });
        for (int64_t i = 1; i < rows; i++)
            next[i] += next[i - 1];
        each(name, m, [&](int64_t row, int64_t other, int64_t place) {
            const int64_t to = next[plain(operation) ? row : other]++;
            column[to] = plain(operation) ? other : row;
            value[to] = operated(((const T *)m.values)[place], operation);
        });
    }
    ~by_rows() { free(start), free(column), free(value); }
    by_rows(const by_rows &) = delete;
};

// ---- what the stream does -----------------------------------------------------------------------

// C = alpha op(A) op(B) + beta C: each entry of A is met once.
struct multiply {
    template <class T> static void run(const call &o) {
        const T alpha = value_of<T>(o.alpha), beta = value_of<T>(o.beta);
        const int64_t n = o.c.columns;
        T *const sums = (T *)malloc((size_t)(o.c.rows * n + 1) * sizeof *sums);
        for (int batch = 0; sums && batch < o.c.batches; batch++) {
            const cusparseSpMatDescr a = of_batch(o.a, batch);
            const cusparseDnMatDescr b = of_batch(o.b, batch), c = of_batch(o.c, batch);
            const T *const values = (const T *)a.values;
            for (int64_t i = 0; i < c.rows * n; i++)
                sums[i] = 0;
            const bool by_rows = (b.order == CUSPARSE_ORDER_ROW) == plain(o.tb);
            const int64_t down = by_rows ? b.ld : 1, across = by_rows ? 1 : b.ld;
            each(o.name, a, [&](int64_t row, int64_t column, int64_t place) {
                const T value = operated(values[place], o.ta);
                const T *const from = (const T *)b.values + (plain(o.ta) ? column : row) * down;
                T *const to = sums + (plain(o.ta) ? row : column) * n;
                for (int64_t j = 0; j < n; j++)
                    to[j] += value * operated(from[j * across], o.tb);
            });
            for (int64_t i = 0; i < c.rows; i++)
                for (int64_t j = 0; j < n; j++) {
                    T &to = element<T>(c, i, j);
                    to = beta == T(0) ? alpha * sums[i * n + j]
                                      : alpha * sums[i * n + j] + beta * to;
                }
            wrote(c);
        }
        free(sums);
    }
};

// The entries of C = alpha op(A) op(B) + beta C, where C has any.
struct sample {
    template <class T> static void run(const call &o) {
        const T alpha = value_of<T>(o.alpha), beta = value_of<T>(o.beta);
        for (int batch = 0; batch < o.a.batches; batch++) {
            const cusparseSpMatDescr a = of_batch(o.a, batch);
            const cusparseDnMatDescr b = of_batch(o.b, batch), c = of_batch(o.c, batch);
            const int64_t depth = plain(o.ta) ? b.columns : b.rows;
            each(o.name, a, [&](int64_t row, int64_t column, int64_t place) {
                T sum = 0, &to = ((T *)a.values)[place];
                for (int64_t k = 0; k < depth; k++)
                    sum += element<T>(b, o.ta, row, k) * element<T>(c, o.tb, k, column);
                to = beta == T(0) ? alpha * sum : alpha * sum + beta * to;
            });
            wrote_entries(a);
        }
    }
};

// op(A) C = alpha op(B) for a triangle A, of which entries beside it do not count.
struct solve {
    template <class T> static void run(const call &o) {
        const T alpha = value_of<T>(o.alpha);
        const by_rows<T> a(o.name, o.a, o.ta);
        const bool lower = (o.a.fill == CUSPARSE_FILL_MODE_LOWER) == plain(o.ta);
        for (int64_t j = 0; j < o.c.columns; j++)
            for (int64_t k = 0; k < a.rows; k++) {
                const int64_t row = lower ? k : a.rows - 1 - k;
                T sum = alpha * element<T>(o.b, o.tb, row, j), diagonal = 1;
                for (int64_t p = a.start[row]; p < a.start[row + 1]; p++)
                    if (a.column[p] == row && o.a.diag == CUSPARSE_DIAG_TYPE_NON_UNIT)
                        diagonal = a.value[p];
                    else if (lower ? a.column[p] < row : a.column[p] > row)
                        sum -= a.value[p] * element<T>(o.c, a.column[p], j);
                element<T>(o.c, row, j) = sum / diagonal;
            }
        wrote(o.c);
    }
};

// How many products of entries there are in A B; the descriptor's product, if any, is forgotten.
struct count_products {
    template <class T> static void run(const call &o) {
        cusparseSpGEMMDescr *const to = (cusparseSpGEMMDescr *)o.result;
        const by_rows<T> a(o.name, o.a, o.ta), b(o.name, o.other, o.tb);
        free(to->start), free(to->column), free(to->value);
        *to = cusparseSpGEMMDescr{};
        for (int64_t p = 0; p < a.start[a.rows]; p++)
            to->products += b.start[a.column[p] + 1] - b.start[a.column[p]];
    }
};

// C = A B, row by row (Gustavson 1978), into the descriptor.
struct multiply_sparse {
    template <class T> static void run(const call &o) {
        cusparseSpGEMMDescr *const to = (cusparseSpGEMMDescr *)o.result;
        const by_rows<T> a(o.name, o.a, o.ta), b(o.name, o.other, o.tb);
        const int64_t n = plain(o.tb) ? o.other.columns : o.other.rows;
        T *const sums = (T *)malloc((size_t)(n + 1) * sizeof *sums);
        int64_t *const seen = (int64_t *)malloc((size_t)(n + 1) * sizeof *seen); // in which row
        int64_t room = 0, count = 0;
        free(to->start), free(to->column), free(to->value);
        to->start = (int64_t *)calloc((size_t)a.rows + 1, sizeof *to->start);
        to->column = NULL, to->value = NULL;
        for (int64_t j = 0; j < n; j++)
            seen[j] = -1;
        for (int64_t i = 0; i < a.rows; i++) {
            for (int64_t p = a.start[i]; p < a.start[i + 1]; p++) {
                const int64_t k = a.column[p];
                for (int64_t q = b.start[k]; q < b.start[k + 1]; q++) {
                    const int64_t j = b.column[q];
                    sums[j] = (seen[j] == i ? sums[j] : T(0)) + a.value[p] * b.value[q];
                    seen[j] = i;
                }
            }
            for (int64_t j = 0; j < n; j++) {
                if (seen[j] != i)
                    continue;
                if (count == room) {
                    room = 2 * room + 64;
                    to->column = (int64_t *)realloc(to->column, (size_t)room * sizeof *to->column);
                    to->value = realloc(to->value, (size_t)room * sizeof(T));
                }
                to->column[count] = j;
                ((T *)to->value)[count++] = sums[j];
            }
            to->start[i + 1] = count;
        }
        free(sums), free(seen);
    }
};

// Where the entries of the product are that the descriptor has.
void put_places(const cusparseSpMatDescr &c, const cusparseSpGEMMDescr &from) {
    for (int64_t i = 0; i <= c.rows; i++)
        put_index(c.first, c.first_type, i, from.start[i] + c.base);
    for (int64_t p = 0; p < c.places; p++)
        put_index(c.second, c.second_type, p, from.column[p] + c.base);
    cuda_cpu_library_wrote(c.first, (size_t)(c.rows + 1) * bytes_of(c.first_type));
    cuda_cpu_library_wrote(c.second, (size_t)c.places * bytes_of(c.second_type));
}
struct copy_places {
    template <class T> static void run(const call &o) {
        put_places(o.a, *(const cusparseSpGEMMDescr *)o.result);
    }
};

// C = alpha times what the descriptor has + beta C.
struct copy_product {
    template <class T> static void run(const call &o) {
        const cusparseSpGEMMDescr *const from = (const cusparseSpGEMMDescr *)o.result;
        const cusparseSpMatDescr &c = o.a;
        const T alpha = value_of<T>(o.alpha), beta = value_of<T>(o.beta);
        put_places(c, *from);
        for (int64_t p = 0; p < c.places; p++) {
            T &to = ((T *)c.values)[p];
            to = alpha * ((const T *)from->value)[p] + (beta == T(0) ? T(0) : beta * to);
        }
        wrote_entries(c);
    }
};

struct to_dense {
    template <class T> static void run(const call &o) {
        for (int64_t i = 0; i < o.c.rows; i++)
            for (int64_t j = 0; j < o.c.columns; j++)
                element<T>(o.c, i, j) = 0;
        each(o.name, o.a, [&](int64_t row, int64_t column, int64_t place) {
            element<T>(o.c, row, column) = ((const T *)o.a.values)[place];
        });
        wrote(o.c);
    }
};

// How many entries are not 0.
struct count_dense {
    template <class T> static void run(const call &o) {
        int64_t count = 0;
        for (int64_t i = 0; i < o.b.rows; i++)
            for (int64_t j = 0; j < o.b.columns; j++)
                count += element<T>(o.b, i, j) != T(0);
        *(int64_t *)o.result = count;
    }
};

// The same of each row, or column, and of all: into `first`, and the result.
struct count_lines {
    template <class T> static void run(const call &o) {
        const bool rows = o.ta == CUSPARSE_OPERATION_NON_TRANSPOSE;
        const int64_t lines = rows ? o.b.rows : o.b.columns;
        int *const counts = (int *)o.a.first, total = 0;
        for (int64_t i = 0; i < lines; i++) {
            counts[i] = 0;
            for (int64_t j = 0; j < (rows ? o.b.columns : o.b.rows); j++)
                counts[i] += element<T>(o.b, rows ? i : j, rows ? j : i) != T(0);
            total += counts[i];
        }
        cuda_cpu_library_wrote(counts, (size_t)lines * sizeof *counts);
        *(int *)o.result = total;
        cuda_cpu_library_wrote(o.result, sizeof total);
    }
};

struct from_dense {
    template <class T> static void run(const call &o) {
        const cusparseSpMatDescr &a = o.a;
        T *const values = (T *)a.values;
        if (a.format == CUSPARSE_FORMAT_BLOCKED_ELL) { // which has its blocks already
            each(o.name, a, [&](int64_t row, int64_t column, int64_t place) {
                values[place] = element<T>(o.b, row, column);
            });
            wrote_entries(a);
            return;
        }
        const bool columns = a.format == CUSPARSE_FORMAT_CSC,
                   lists = a.format == CUSPARSE_FORMAT_COO;
        const int64_t lines = columns ? a.columns : a.rows, length = columns ? a.rows : a.columns;
        int64_t p = 0;
        for (int64_t i = 0; i < lines; i++) {
            if (!lists)
                put_index(a.first, a.first_type, i, p + a.base);
            for (int64_t j = 0; j < length; j++) {
                const T value = columns ? element<T>(o.b, j, i) : element<T>(o.b, i, j);
                if (value == T(0) || p == a.places)
                    continue;
                if (lists)
                    put_index(a.first, a.first_type, p, i + a.base);
                put_index(a.second, a.second_type, p, j + a.base);
                values[p++] = value;
            }
        }
        if (!lists)
            put_index(a.first, a.first_type, lines, p + a.base);
        cuda_cpu_library_wrote(a.first, (size_t)(lists ? p : lines + 1) * bytes_of(a.first_type));
        cuda_cpu_library_wrote(a.second, (size_t)p * bytes_of(a.second_type));
        wrote_entries(a);
    }
};

// A, by columns: as `other`, whose values may be NULL.
struct turn {
    template <class T> static void run(const call &o) {
        const by_rows<T> turned(o.name, o.a, CUSPARSE_OPERATION_TRANSPOSE);
        for (int64_t i = 0; i <= turned.rows; i++)
            ((int *)o.other.first)[i] = (int)turned.start[i] + o.a.base;
        for (int64_t p = 0; p < o.a.places; p++) {
            ((int *)o.other.second)[p] = (int)turned.column[p] + o.a.base;
            if (o.other.values)
                ((T *)o.other.values)[p] = turned.value[p];
        }
        cuda_cpu_library_wrote(o.other.first, (size_t)(turned.rows + 1) * sizeof(int));
        cuda_cpu_library_wrote(o.other.second, (size_t)o.a.places * sizeof(int));
        if (o.other.values)
            cuda_cpu_library_wrote(o.other.values, (size_t)o.a.places * sizeof(T));
    }
};

// Sparse vectors: f(entry of x, element of y).
template <class T, class F> void each_of_vector(const call &o, F f) {
    for (int64_t p = 0; p < o.x.count; p++) {
        const int64_t i = index_at(o.x.indices, o.x.index_type, p) - o.x.base;
        if ((uint64_t)i < (uint64_t)o.c.rows)
            f(((T *)o.x.values)[p], ((T *)o.c.values)[i]);
        else
            cuda_cpu_library_fail(
                o.name, "entry %lld of the sparse vector is number %lld of %lld, counted from 0",
                (long long)p, (long long)i, (long long)o.c.rows);
    }
}
struct add_vector {
    template <class T> static void run(const call &o) {
        const T alpha = value_of<T>(o.alpha), beta = value_of<T>(o.beta);
        for (int64_t i = 0; i < o.c.rows; i++)
            ((T *)o.c.values)[i] *= beta;
        each_of_vector<T>(o, [&](T x, T &y) { y += alpha * x; });
    }
};
// (x; y) turned by c and s (Givens), which are alpha and beta.
struct rotate {
    template <class T> static void run(const call &o) {
        const T c = value_of<T>(o.alpha), s = value_of<T>(o.beta);
        each_of_vector<T>(o, [&](T &x, T &y) {
            const T old = x;
            x = c * old + s * y;
            y = c * y - s * old;
        });
        cuda_cpu_library_wrote(o.x.values, (size_t)o.x.count * sizeof(T));
    }
};
struct gather {
    template <class T> static void run(const call &o) {
        each_of_vector<T>(o, [](T &x, T y) { x = y; });
        cuda_cpu_library_wrote(o.x.values, (size_t)o.x.count * sizeof(T));
    }
};
struct scatter {
    template <class T> static void run(const call &o) {
        each_of_vector<T>(o, [](T x, T &y) {
            y = x;
            cuda_cpu_library_wrote(&y, sizeof y);
        });
    }
};
struct dot {
    template <class T> static void run(const call &o) {
        T sum = 0;
        each_of_vector<T>(o, [&](T x, T y) { sum += operated(x, o.ta) * y; });
        memcpy(o.result, &sum, sizeof sum);
        cuda_cpu_library_wrote(o.result, sizeof sum);
    }
};

// Where rows begin in an ordered list of them, and the list again: the arrays of `a`.
struct rows_to_offsets {
    template <class T> static void run(const call &o) {
        int *const offsets = (int *)o.a.second, p = 0;
        for (int64_t row = 0; row <= o.a.rows; row++) {
            while (p < o.a.places && first_of(o.a, p) < row)
                p++;
            offsets[row] = p + o.a.base;
        }
        cuda_cpu_library_wrote(offsets, (size_t)(o.a.rows + 1) * sizeof *offsets);
    }
};
struct offsets_to_rows {
    template <class T> static void run(const call &o) {
        int *const rows = (int *)o.a.second;
        for (int64_t row = 0; row < o.a.rows; row++)
            for (int64_t p = first_of(o.a, row); p < first_of(o.a, row + 1); p++)
                if ((uint64_t)p < (uint64_t)o.a.places)
                    rows[p] = (int)row + o.a.base;
        cuda_cpu_library_wrote(rows, (size_t)o.a.places * sizeof *rows);
    }
};

// Incomplete factors in A's own entries, which are in the order of their columns: LU, or of the
// lower triangle Cholesky's.
template <bool cholesky> struct factor {
    template <class T> static void run(const call &o) {
        T *const value = (T *)o.a.values;
        int64_t *const zero = (int64_t *)o.result, n = o.a.rows,
                       *const place = (int64_t *)malloc((size_t)(n + 1) * sizeof *place),
                       *const diagonal = (int64_t *)malloc((size_t)(n + 1) * sizeof *diagonal);
        int64_t right = 0;
        each(o.name, o.a, [&](int64_t, int64_t, int64_t) { right++; });
        const bool whole = right == o.a.places; // what is not was reported
        *zero = -1;
        for (int64_t i = 0; i < n; i++)
            place[i] = diagonal[i] = -1;
        for (int64_t i = 0; whole && i < n; i++) {
            const int64_t begin = first_of(o.a, i), end = first_of(o.a, i + 1);
            for (int64_t p = begin; p < end; p++) {
                place[second_of(o.a, p)] = p;
                if (second_of(o.a, p) == i)
                    diagonal[i] = p;
            }
            for (int64_t p = begin; p < end && second_of(o.a, p) < i; p++) {
                const int64_t k = second_of(o.a, p);
                if (diagonal[k] < 0)
                    continue;
                if (cholesky) { // row k, up to its diagonal
                    for (int64_t q = first_of(o.a, k); q < diagonal[k]; q++)
                        if (place[second_of(o.a, q)] >= 0)
                            value[p] -= value[place[second_of(o.a, q)]] * conjugate(value[q]);
                    value[p] /= value[diagonal[k]];
                } else { // row k, from its diagonal on
                    value[p] /= value[diagonal[k]];
                    for (int64_t q = diagonal[k] + 1; q < first_of(o.a, k + 1); q++)
                        if (place[second_of(o.a, q)] >= 0)
                            value[place[second_of(o.a, q)]] -= value[p] * value[q];
                }
            }
            for (int64_t p = begin; cholesky && p < diagonal[i]; p++)
                value[diagonal[i]] -= value[p] * conjugate(value[p]);
            if (*zero < 0 && (diagonal[i] < 0 || value[diagonal[i]] == T(0)))
                *zero = i + o.a.base;
            if (cholesky && diagonal[i] >= 0)
                value[diagonal[i]] = (T)sqrt((double)__real__ value[diagonal[i]]);
            for (int64_t p = begin; p < end; p++)
                place[second_of(o.a, p)] = -1;
        }
        free(place), free(diagonal);
        wrote_entries(o.a);
    }
};

// Systems of three diagonals, `rows` long, one after the other, `stride` apart: below the diagonal,
// on it and above it, and B's columns, which become the solutions. Rows change places where that
// gives the larger pivot.
struct tridiagonal {
    template <class T> static double size_of(T x) { return fabs(__real__ x) + fabs(__imag__ x); }
    template <class T> static void run(const call &o) {
        const int64_t m = o.a.rows, n = o.b.columns, ld = o.b.ld;
        T *const d = (T *)malloc((size_t)(3 * m + 1) * sizeof(T)), *const up = d + m,
                 *const far = up + m; // one and two places above the diagonal
        for (int64_t batch = 0; d && batch < o.a.batches; batch++) {
            const int64_t first = batch * o.a.stride;
            const T *const below = (const T *)o.a.first + first;
            memcpy(d, (const T *)o.a.values + first, (size_t)m * sizeof(T));
            memcpy(up, (const T *)o.a.second + first, (size_t)m * sizeof(T));
            T *const b = (T *)o.b.values + first;
            for (int64_t k = 0; k + 1 < m; k++) {
                const T under = below[k + 1];
                const bool stays = size_of(d[k]) >= size_of(under);
                const T factor = stays ? under / d[k] : d[k] / under;
                far[k] = 0;
                if (stays) {
                    d[k + 1] -= factor * up[k];
                } else {
                    const T next = d[k + 1];
                    d[k] = under;
                    d[k + 1] = up[k] - factor * next;
                    up[k] = next;
                    far[k] = k + 2 < m ? up[k + 1] : 0;
                    up[k + 1] *= -factor;
                }
                for (int64_t j = 0; j < n; j++) {
                    T *const x = b + j * ld + k, own = x[0];
                    if (!stays)
                        x[0] = x[1];
                    x[1] = stays ? x[1] - factor * own : own - factor * x[1];
                }
            }
            for (int64_t j = 0; j < n; j++)
                for (int64_t k = m - 1; k >= 0; k--) {
                    T *const x = b + j * ld + k;
                    if (k + 1 < m)
                        x[0] -= up[k] * x[1];
                    if (k + 2 < m)
                        x[0] -= far[k] * x[2];
                    x[0] /= d[k];
                }
        }
        free(d);
    }
};

// Systems of five diagonals whose elements lie in turn, `batches` apart: the diagonals two and one
// below the main one, that one, and one and two above it. Of three rows the one with the largest
// pivot comes first.
struct pentadiagonal {
    template <class T> static void run(const call &o) {
        const T *const diagonals[] = {(const T *)o.a.first, (const T *)o.a.second,
                                      (const T *)o.a.values, (const T *)o.other.first,
                                      (const T *)o.other.second};
        enum { WIDE = 7 }; // rows that change places reach two elements further
        const int64_t m = o.a.rows, count = o.a.batches;
        T *const band = (T *)malloc((size_t)(WIDE * m + 1) * sizeof(T));
        const auto at = [&](int64_t row, int64_t column) -> T & {
            return band[row * WIDE + column - row + 2];
        };
        for (int64_t batch = 0; band && batch < count; batch++) {
            const auto x = [&](int64_t row) -> T & {
                return ((T *)o.b.values)[row * count + batch];
            };
            for (int64_t i = 0; i < m; i++)
                for (int64_t d = 0; d < WIDE; d++)
                    band[i * WIDE + d] = d < 5 ? diagonals[d][i * count + batch] : T(0);
            for (int64_t k = 0; k < m; k++) {
                const int64_t rows = std::min(k + 3, m), columns = std::min(k + 5, m);
                int64_t pivot = k;
                for (int64_t r = k + 1; r < rows; r++)
                    if (tridiagonal::size_of(at(r, k)) > tridiagonal::size_of(at(pivot, k)))
                        pivot = r;
                for (int64_t c = k; c < columns && pivot != k; c++)
                    std::swap(at(pivot, c), at(k, c));
                if (pivot != k)
                    std::swap(x(pivot), x(k));
                for (int64_t r = k + 1; r < rows; r++) {
                    const T factor = at(r, k) / at(k, k);
                    for (int64_t c = k + 1; c < columns; c++)
                        at(r, c) -= factor * at(k, c);
                    x(r) -= factor * x(k);
                }
            }
            for (int64_t k = m - 1; k >= 0; k--) {
                for (int64_t c = k + 1; c < std::min(k + 5, m); c++)
                    x(k) -= at(k, c) * x(c);
                x(k) /= at(k, k);
            }
        }
        cuda_cpu_library_wrote(o.b.values, (size_t)(m * count) * sizeof(T));
        free(band);
    }
};

// Entries in the order of rows and columns (or the other way round), with a list that goes along.
// Of CSR `other.first` are the rows' beginnings, and the rows stay.
struct sort_entries {
    template <class T> static void run(const call &o) {
        int *const row = (int *)o.a.first, *const column = (int *)o.a.second,
                   *const list = (int *)o.result;
        const size_t n = (size_t)o.a.places;
        std::vector<int> rows(n), places(n), columns(column, column + n), lists;
        if (row)
            rows.assign(row, row + n);
        for (int64_t i = 0; !row && i < o.a.rows; i++)
            for (int64_t p = first_of(o.other, i); p < first_of(o.other, i + 1); p++)
                if ((uint64_t)p < n)
                    rows[p] = (int)i;
        for (size_t i = 0; i < n; i++)
            places[i] = (int)i;
        const bool by_rows = o.ta == CUSPARSE_OPERATION_NON_TRANSPOSE;
        const std::vector<int> &major = by_rows ? rows : columns, &minor = by_rows ? columns : rows;
        std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
            return major[a] != major[b] ? major[a] < major[b] : minor[a] < minor[b];
        });
        if (list)
            lists.assign(list, list + n);
        for (size_t i = 0; i < n; i++) {
            if (row)
                row[i] = rows[places[i]];
            column[i] = columns[places[i]];
            if (list)
                list[i] = lists[places[i]];
        }
    }
};
struct count_up {
    template <class T> static void run(const call &o) {
        for (int64_t i = 0; i < o.a.places; i++)
            ((int *)o.result)[i] = (int)i;
        cuda_cpu_library_wrote(o.result, (size_t)o.a.places * sizeof(int));
    }
};

template <class Work> void run(void *data) {
    const call &o = *(const call *)data;
    switch (o.a.type) {
    case CUDA_R_64F:
        return Work::template run<double>(o);
    case CUDA_C_32F:
        return Work::template run<cfloat>(o);
    case CUDA_C_64F:
        return Work::template run<cdouble>(o);
    default:
        return Work::template run<float>(o);
    }
}

// ---- calls --------------------------------------------------------------------------------------

const char MAKER[] = "cusparseCreate";

// A call under way: what it is given, and whether that is right.
struct started {
    cusparseContext *handle;
    cusparseStatus_t status;
    bool faults; // a GPU could not touch its memory
    call o;

    started(cusparseHandle_t h, const char *name)
        : handle((cusparseContext *)cuda_cpu_find_handle(h, MAKER)),
          status(handle ? CUSPARSE_STATUS_SUCCESS
                 : h    ? CUSPARSE_STATUS_NOT_INITIALIZED
                        : CUSPARSE_STATUS_INVALID_VALUE),
          faults(false), o() {
        o.name = name;
    }
    bool goes_on() const { return status == CUSPARSE_STATUS_SUCCESS && !faults; }
    void need(bool right, cusparseStatus_t otherwise = CUSPARSE_STATUS_INVALID_VALUE) {
        if (!right && status == CUSPARSE_STATUS_SUCCESS)
            status = otherwise;
    }
    void memory(const char *what, const void *start, size_t bytes) {
        if (goes_on())
            faults = !cuda_cpu_library_may_touch(handle->base.stream, what, start, bytes);
    }
    void type(cudaDataType given) {
        o.a.type = given;
        need(bytes_of(given), CUSPARSE_STATUS_NOT_SUPPORTED);
    }
    scalar number(const char *what, const void *from) {
        scalar s = {NULL, {0, 0}};
        need(from);
        if (!goes_on())
            return s;
        if (handle->mode == CUSPARSE_POINTER_MODE_DEVICE) {
            s.device = from;
            memory(what, from, bytes_of(o.a.type));
        } else {
            memcpy(s.value, from, bytes_of(o.a.type));
        }
        return s;
    }
    // These check a matrix and give a copy of what it is now.
    cusparseDnMatDescr dense(const char *what, const cusparseDnMatDescr *m) {
        need(m);
        if (!goes_on())
            return {};
        need(m->type == o.a.type, CUSPARSE_STATUS_NOT_SUPPORTED);
        const bool rows = m->order == CUSPARSE_ORDER_ROW;
        const int64_t length = rows ? m->columns : m->rows, lines = rows ? m->rows : m->columns;
        if (length && lines)
            memory(what, m->values,
                   (size_t)((m->batches - 1) * m->stride + (lines - 1) * m->ld + length) *
                       bytes_of(m->type));
        return *m;
    }
    cusparseSpMatDescr sparse(const char *what, const cusparseSpMatDescr *m) {
        need(m);
        if (!goes_on())
            return {};
        char words[60];
        const int64_t lines = m->format == CUSPARSE_FORMAT_CSR   ? m->rows + 1
                              : m->format == CUSPARSE_FORMAT_CSC ? m->columns + 1
                              : m->format == CUSPARSE_FORMAT_COO ? m->count
                              : m->block == 0                    ? 0
                              : m->format == CUSPARSE_FORMAT_SLICED_ELLPACK
                                  ? (m->rows + m->block - 1) / m->block + 1
                                  : 0;
        const int64_t indices = m->format == CUSPARSE_FORMAT_BLOCKED_ELL && m->block
                                    ? m->places / m->block / m->block
                                    : m->places;
        const size_t more = (size_t)(m->batches - 1);
        snprintf(words, sizeof words, "the first array of %s", what);
        memory(words, m->first, (more * m->first_stride + lines) * bytes_of(m->first_type));
        snprintf(words, sizeof words, "the indices of %s", what);
        memory(words, m->second, (more * m->stride + indices) * bytes_of(m->second_type));
        snprintf(words, sizeof words, "the values of %s", what);
        memory(words, m->values, (more * m->stride + m->places) * bytes_of(m->type));
        return *m;
    }
    // Arrays of the host's interface before descriptors.
    cusparseSpMatDescr csr(int m, int n, int nnz, const int *offsets, const int *columns,
                           const void *values, cudaDataType type, cusparseIndexBase_t base);
    template <class Work> cusparseStatus_t queue() {
        if (!goes_on())
            return status;
        return cuda_cpu_run_in(handle->base.stream, run<Work>, &o, sizeof o)
                   ? CUSPARSE_STATUS_SUCCESS
                   : CUSPARSE_STATUS_EXECUTION_FAILED;
    }
    template <class Work> cusparseStatus_t wait_for() {
        if (!goes_on())
            return status;
        return cuda_cpu_run_and_wait(handle->base.stream, run<Work>, &o, sizeof o)
                   ? CUSPARSE_STATUS_SUCCESS
                   : CUSPARSE_STATUS_EXECUTION_FAILED;
    }
};

// No call needs memory of the device; but programs take NULL, or 0 bytes, for a mistake of theirs.
cusparseStatus_t buffer_size(cusparseHandle_t handle, const void *size_of) {
    started at(handle, NULL);
    at.need(size_of);
    if (at.goes_on())
        *(size_t *)size_of = 8;
    return at.status;
}
cusparseStatus_t nothing(cusparseHandle_t handle) {
    return started(handle, NULL).status;
}

template <class D> cusparseStatus_t create(D **to, const D &value) {
    if (!to)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *to = (D *)malloc(sizeof value);
    if (!*to)
        return CUSPARSE_STATUS_ALLOC_FAILED;
    memcpy(*to, &value, sizeof value);
    return CUSPARSE_STATUS_SUCCESS;
}
template <class D> cusparseStatus_t destroy(const D *d) {
    free((void *)d);
    return CUSPARSE_STATUS_SUCCESS;
}
template <class D, class V> cusparseStatus_t get(const D *d, V D::*member, V *to) {
    if (!d || !to)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *to = d->*member;
    return CUSPARSE_STATUS_SUCCESS;
}
template <class D, class V> cusparseStatus_t set(D *d, V D::*member, V value) {
    if (!d)
        return CUSPARSE_STATUS_INVALID_VALUE;
    d->*member = value;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseSpMatDescr sparse_matrix(cusparseFormat_t format, int64_t rows, int64_t columns,
                                 int64_t count, const void *first, const void *second,
                                 const void *values, cusparseIndexType_t first_type,
                                 cusparseIndexType_t second_type, cusparseIndexBase_t base,
                                 cudaDataType type) {
    cusparseSpMatDescr m = {};
    m.format = format;
    m.rows = rows, m.columns = columns, m.count = m.places = count;
    m.first = (void *)first, m.second = (void *)second, m.values = (void *)values;
    m.first_type = first_type, m.second_type = second_type, m.base = base, m.type = type;
    m.batches = 1;
    return m;
}
bool is_index(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}
cusparseStatus_t create_sparse(cusparseSpMatDescr **to, const cusparseSpMatDescr &m) {
    if (m.rows < 0 || m.columns < 0 || m.count < 0 || (unsigned)m.base > 1)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!is_index(m.first_type) || !is_index(m.second_type) || !bytes_of(m.type))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return create(to, m);
}
cusparseStatus_t set_pointers(cusparseSpMatDescr *m, cusparseFormat_t format, void *first,
                              void *second, void *values) {
    if (!m || m->format != format)
        return CUSPARSE_STATUS_INVALID_VALUE;
    m->first = first, m->second = second, m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseSpMatDescr started::csr(int m, int n, int nnz, const int *offsets, const int *columns,
                                const void *values, cudaDataType type, cusparseIndexBase_t base) {
    const cusparseSpMatDescr a =
        sparse_matrix(CUSPARSE_FORMAT_CSR, m, n, nnz, offsets, columns, values, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_32I, base, type);
    need(m >= 0 && n >= 0 && nnz >= 0);
    return sparse("A", &a);
}

// ---- calls of several names ---------------------------------------------------------------------

// SpMV and SpMM.
cusparseStatus_t product(const char *name, cusparseHandle_t handle, cusparseOperation_t ta,
                         cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a,
                         cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c,
                         cudaDataType compute) {
    started at(handle, name);
    at.type(compute);
    at.o.ta = ta, at.o.tb = tb;
    at.o.alpha = at.number("alpha", alpha), at.o.beta = at.number("beta", beta);
    at.o.a = at.sparse("A", a), at.o.b = at.dense("B", b), at.o.c = at.dense("C", c);
    if (!at.goes_on())
        return at.status;
    at.need(a->type == compute, CUSPARSE_STATUS_NOT_SUPPORTED);
    const int64_t rows = plain(ta) ? a->rows : a->columns, depth = plain(ta) ? a->columns : a->rows;
    if (rows != c->rows || depth != (plain(tb) ? b->rows : b->columns) ||
        c->columns != (plain(tb) ? b->columns : b->rows)) {
        cuda_cpu_library_say("op(A) is %lld x %lld, op(B) %lld x %lld and C %lld x %lld",
                             (long long)rows, (long long)depth,
                             (long long)(plain(tb) ? b->rows : b->columns),
                             (long long)(plain(tb) ? b->columns : b->rows), (long long)c->rows,
                             (long long)c->columns);
        at.need(false);
    }
    return at.queue<multiply>();
}

// SpSV and SpSM.
cusparseStatus_t solution(const char *name, cusparseHandle_t handle, cusparseOperation_t ta,
                          cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a,
                          cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c,
                          cudaDataType compute) {
    started at(handle, name);
    at.type(compute);
    at.o.ta = ta, at.o.tb = tb;
    at.o.alpha = at.number("alpha", alpha);
    at.o.a = at.sparse("A", a), at.o.b = at.dense("B", b), at.o.c = at.dense("C", c);
    if (at.goes_on()) {
        at.need(a->type == compute, CUSPARSE_STATUS_NOT_SUPPORTED);
        at.need(a->rows == a->columns && a->rows == c->rows &&
                a->rows == (plain(tb) ? b->rows : b->columns) &&
                c->columns == (plain(tb) ? b->columns : b->rows));
    }
    return at.queue<solve>();
}

template <class Work = multiply_sparse>
cusparseStatus_t product_of_sparse(started &at, cusparseOperation_t ta, cusparseOperation_t tb,
                                   cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                   cusparseSpMatDescr_t c, cudaDataType compute,
                                   cusparseSpGEMMDescr_t descr) {
    at.type(compute);
    at.o.ta = ta, at.o.tb = tb;
    at.o.a = at.sparse("A", a), at.o.other = at.sparse("B", b);
    at.o.result = descr;
    at.need(descr && c);
    if (at.goes_on()) {
        at.need(a->type == compute && b->type == compute && c->type == compute &&
                    c->format == CUSPARSE_FORMAT_CSR,
                CUSPARSE_STATUS_NOT_SUPPORTED);
        at.need((plain(ta) ? a->rows : a->columns) == c->rows &&
                (plain(ta) ? a->columns : a->rows) == (plain(tb) ? b->rows : b->columns) &&
                (plain(tb) ? b->columns : b->rows) == c->columns);
    }
    const cusparseStatus_t status = at.wait_for<Work>();
    if (status == CUSPARSE_STATUS_SUCCESS && at.goes_on() && descr->start)
        c->count = c->places = descr->start[c->rows];
    return status;
}

cusparseStatus_t copy_of_product(started &at, const void *alpha, const void *beta,
                                 cusparseSpMatDescr_t c, cudaDataType compute,
                                 cusparseSpGEMMDescr_t descr) {
    at.type(compute);
    at.need(descr && descr->start && c);
    at.o.alpha = at.number("alpha", alpha), at.o.beta = at.number("beta", beta);
    at.o.a = at.sparse("C", c);
    at.o.result = descr;
    return at.wait_for<copy_product>();
}

template <class Work>
cusparseStatus_t on_vectors(const char *name, cusparseHandle_t handle, cusparseOperation_t ta,
                            const void *alpha, cusparseConstSpVecDescr_t x, const void *beta,
                            cusparseConstDnVecDescr_t y, void *result) {
    started at(handle, name);
    at.need(x && y);
    if (!at.goes_on())
        return at.status;
    at.type(x->type);
    at.o.ta = ta;
    if (alpha || beta)
        at.o.alpha = at.number("alpha", alpha), at.o.beta = at.number("beta", beta);
    at.memory("the indices of x", x->indices, (size_t)x->count * bytes_of(x->index_type));
    at.memory("the values of x", x->values, (size_t)x->count * bytes_of(x->type));
    at.o.x = *x, at.o.c = at.dense("y", y);
    at.o.result = result;
    // A result goes to the host at once, unless it is for a graph.
    cudaStreamCaptureStatus captured = cudaStreamCaptureStatusNone;
    if (result && at.goes_on() && at.handle->mode == CUSPARSE_POINTER_MODE_HOST) {
        cudaStreamIsCapturing(at.handle->base.stream, &captured);
        return captured ? at.queue<Work>() : at.wait_for<Work>();
    }
    if (result)
        at.memory("the result", result, bytes_of(x->type));
    return at.queue<Work>();
}

// Those of CUDA 10: a matrix by its arrays, and full ones by columns.
cusparseDnMatDescr by_columns(started &at, int64_t rows, int64_t columns, const void *values,
                              int64_t ld, cudaDataType type) {
    at.need(rows >= 0 && columns >= 0 && ld >= (rows > 1 ? rows : 1));
    return {rows, columns, ld, (void *)values, type, CUSPARSE_ORDER_COL, 1, 0};
}
cusparseStatus_t old_product(const char *name, cusparseHandle_t handle,
                             cusparseOperation_t operation, int m, int n, int k, int nnz,
                             const void *alpha, cusparseMatDescr_t descr, const void *values,
                             const int *offsets, const int *columns, const void *b, int ldb,
                             const void *beta, void *c, int ldc, cudaDataType type) {
    started at(handle, name);
    at.type(type);
    at.need(descr);
    at.need(!descr || descr->type == CUSPARSE_MATRIX_TYPE_GENERAL,
            CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    at.o.ta = operation;
    at.o.alpha = at.number("alpha", alpha), at.o.beta = at.number("beta", beta);
    if (at.goes_on())
        at.o.a = at.csr(m, k, nnz, offsets, columns, values, type, descr->base);
    const cusparseDnMatDescr from = by_columns(at, plain(operation) ? k : m, n, b, ldb, type),
                             to = by_columns(at, plain(operation) ? m : k, n, c, ldc, type);
    at.o.b = at.dense("B", &from), at.o.c = at.dense("C", &to);
    return at.queue<multiply>();
}
cusparseStatus_t old_count(const char *name, cusparseHandle_t handle, cusparseDirection_t direction,
                           int m, int n, const void *a, int lda, int *counts, int *total,
                           cudaDataType type) {
    started at(handle, name);
    at.type(type);
    at.need(total);
    const cusparseDnMatDescr from = by_columns(at, m, n, a, lda, type);
    at.o.b = at.dense("A", &from);
    const bool rows = direction == CUSPARSE_DIRECTION_ROW;
    at.o.ta = rows ? CUSPARSE_OPERATION_NON_TRANSPOSE : CUSPARSE_OPERATION_TRANSPOSE;
    at.memory("the counts", counts, (size_t)(rows ? m : n) * sizeof *counts);
    at.o.a.first = counts, at.o.result = total;
    if (at.goes_on() && at.handle->mode == CUSPARSE_POINTER_MODE_HOST)
        return at.wait_for<count_lines>();
    at.memory("the total", total, sizeof *total);
    return at.queue<count_lines>();
}
cusparseStatus_t old_from_dense(const char *name, cusparseHandle_t handle, int m, int n,
                                cusparseMatDescr_t descr, const void *a, int lda, void *values,
                                int *offsets, int *columns, cudaDataType type) {
    int64_t count = 0;
    started at(handle, name);
    at.type(type);
    at.need(descr);
    const cusparseDnMatDescr from = by_columns(at, m, n, a, lda, type);
    at.o.b = at.dense("A", &from);
    at.o.result = &count;
    at.status = at.wait_for<count_dense>();
    if (at.goes_on())
        at.o.a = at.csr(m, n, (int)count, offsets, columns, values, type, descr->base);
    return at.queue<from_dense>();
}
cusparseStatus_t old_to_dense(const char *name, cusparseHandle_t handle, int m, int n,
                              cusparseMatDescr_t descr, const void *values, const int *offsets,
                              const int *columns, void *a, int lda, cudaDataType type) {
    started at(handle, name);
    at.type(type);
    at.need(descr);
    const cusparseDnMatDescr to = by_columns(at, m, n, a, lda, type);
    at.o.c = at.dense("A", &to);
    at.memory("the rows' offsets", offsets, ((size_t)m + 1) * sizeof *offsets);
    if (!at.goes_on())
        return at.status;
    cudaStreamSynchronize(at.handle->base.stream); // the last offset tells how many there are
    at.o.a = at.csr(m, n, offsets[m] - descr->base, offsets, columns, values, type, descr->base);
    return at.queue<to_dense>();
}

template <bool cholesky>
cusparseStatus_t incomplete(const char *name, cusparseHandle_t handle, int m, int nnz,
                            cusparseMatDescr_t descr, void *values, const int *offsets,
                            const int *columns, int64_t *zero, cudaDataType type) {
    started at(handle, name);
    at.need(descr && zero);
    if (at.goes_on())
        at.o.a = at.csr(m, m, nnz, offsets, columns, values, type, descr->base);
    at.o.result = zero;
    return at.queue<factor<cholesky>>();
}
template <class I>
cusparseStatus_t zero_pivot(cusparseHandle_t handle, const I *info, int *position) {
    started at(handle, NULL);
    at.need(info && position);
    if (!at.goes_on())
        return at.status;
    cudaStreamSynchronize(at.handle->base.stream);
    *position = (int)info->zero;
    return info->zero < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

const struct {
    const char *name, *words;
} statuses[] = {{"CUSPARSE_STATUS_SUCCESS", "success"},
                {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
                {"CUSPARSE_STATUS_ALLOC_FAILED", "out of memory"},
                {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"},
                {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
                {"CUSPARSE_STATUS_MAPPING_ERROR", "texture memory mapping error"},
                {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel launch failure"},
                {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
                {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
                {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
                {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"},
                {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"}};

} // namespace

// ---- the library --------------------------------------------------------------------------------

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
    if (!handle)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *handle = (cusparseHandle_t)cuda_cpu_make_handle(MAKER, sizeof **handle);
    return *handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
    return cuda_cpu_end_handle(handle, MAKER) ? CUSPARSE_STATUS_SUCCESS
                                              : CUSPARSE_STATUS_NOT_INITIALIZED;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version) {
    started at(handle, NULL);
    at.need(version);
    if (at.goes_on())
        *version = CUSPARSE_VERSION;
    return at.status;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value) {
    const int version[] = {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR, CUSPARSE_VER_PATCH};
    if (!value || (unsigned)type > PATCH_LEVEL)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *value = version[type];
    return CUSPARSE_STATUS_SUCCESS;
}
const char *cusparseGetErrorName(cusparseStatus_t status) {
    return (unsigned)status < sizeof statuses / sizeof *statuses ? statuses[status].name
                                                                 : "unrecognized error code";
}
const char *cusparseGetErrorString(cusparseStatus_t status) {
    return (unsigned)status < sizeof statuses / sizeof *statuses ? statuses[status].words
                                                                 : "unrecognized error code";
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
    started at(handle, NULL);
    if (at.goes_on())
        at.handle->base.stream = stream;
    return at.status;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream) {
    started at(handle, NULL);
    at.need(stream);
    if (at.goes_on())
        *stream = at.handle->base.stream;
    return at.status;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
    started at(handle, NULL);
    at.need((unsigned)mode <= CUSPARSE_POINTER_MODE_DEVICE);
    if (at.goes_on())
        at.handle->mode = mode;
    return at.status;
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode) {
    started at(handle, NULL);
    at.need(mode);
    if (at.goes_on())
        *mode = at.handle->mode;
    return at.status;
}

// ---- vectors and matrices ------------------------------------------------------------------

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t size, int64_t nnz,
                                     void *indices, void *values, cusparseIndexType_t index_type,
                                     cusparseIndexBase_t base, cudaDataType type) {
    if (size < 0 || nnz < 0 || nnz > size)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!is_index(index_type) || !bytes_of(type))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return create(vector, cusparseSpVecDescr{size, nnz, indices, values, index_type, base, type});
}
cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *vector, int64_t size,
                                          int64_t nnz, const void *indices, const void *values,
                                          cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                          cudaDataType type) {
    return cusparseCreateSpVec((cusparseSpVecDescr_t *)vector, size, nnz, (void *)indices,
                               (void *)values, index_type, base, type);
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector) {
    return destroy(vector);
}
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t vector, void **values) {
    return get(vector, &cusparseSpVecDescr::values, values);
}
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void *values) {
    return set(vector, &cusparseSpVecDescr::values, values);
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values,
                                     cudaDataType type) {
    if (size < 0)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!bytes_of(type))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    cusparseDnVecDescr v = {};
    v.rows = v.ld = size, v.columns = 1, v.values = values, v.type = type,
    v.order = CUSPARSE_ORDER_COL, v.batches = 1;
    return create(vector, v);
}
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *vector, int64_t size,
                                          const void *values, cudaDataType type) {
    return cusparseCreateDnVec((cusparseDnVecDescr_t *)vector, size, (void *)values, type);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) {
    return destroy(vector);
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t *size, void **values,
                                  cudaDataType *type) {
    if (!vector || !size || !values || !type)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *size = vector->rows, *values = vector->values, *type = vector->type;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void **values) {
    return get<cusparseDnMatDescr>(vector, &cusparseDnMatDescr::values, values);
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values) {
    return set<cusparseDnMatDescr>(vector, &cusparseDnMatDescr::values, values);
}
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void *row_offsets, void *column_indices,
                                   void *values, cusparseIndexType_t offset_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                   cudaDataType type) {
    return create_sparse(matrix, sparse_matrix(CUSPARSE_FORMAT_CSR, rows, columns, nnz, row_offsets,
                                               column_indices, values, offset_type, index_type,
                                               base, type));
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t nnz, const void *row_offsets,
                                        const void *column_indices, const void *values,
                                        cusparseIndexType_t offset_type,
                                        cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                        cudaDataType type) {
    return cusparseCreateCsr((cusparseSpMatDescr_t *)matrix, rows, columns, nnz,
                             (void *)row_offsets, (void *)column_indices, (void *)values,
                             offset_type, index_type, base, type);
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void *column_offsets, void *row_indices,
                                   void *values, cusparseIndexType_t offset_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                   cudaDataType type) {
    return create_sparse(matrix,
                         sparse_matrix(CUSPARSE_FORMAT_CSC, rows, columns, nnz, column_offsets,
                                       row_indices, values, offset_type, index_type, base, type));
}
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t nnz, const void *column_offsets,
                                        const void *row_indices, const void *values,
                                        cusparseIndexType_t offset_type,
                                        cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                        cudaDataType type) {
    return cusparseCreateCsc((cusparseSpMatDescr_t *)matrix, rows, columns, nnz,
                             (void *)column_offsets, (void *)row_indices, (void *)values,
                             offset_type, index_type, base, type);
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void *row_indices, void *column_indices,
                                   void *values, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
    return create_sparse(matrix,
                         sparse_matrix(CUSPARSE_FORMAT_COO, rows, columns, nnz, row_indices,
                                       column_indices, values, index_type, index_type, base, type));
}
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t nnz, const void *row_indices,
                                        const void *column_indices, const void *values,
                                        cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                        cudaDataType type) {
    return cusparseCreateCoo((cusparseSpMatDescr_t *)matrix, rows, columns, nnz,
                             (void *)row_indices, (void *)column_indices, (void *)values,
                             index_type, base, type);
}
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *matrix, int64_t rows,
                                          int64_t columns, int64_t block_size, int64_t ell_columns,
                                          void *column_indices, void *values,
                                          cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                          cudaDataType type) {
    if (block_size < 1 || ell_columns < 0 || ell_columns % block_size || rows % block_size)
        return CUSPARSE_STATUS_INVALID_VALUE;
    cusparseSpMatDescr m =
        sparse_matrix(CUSPARSE_FORMAT_BLOCKED_ELL, rows, columns, rows * ell_columns, NULL,
                      column_indices, values, index_type, index_type, base, type);
    m.block = block_size, m.ell_columns = ell_columns;
    return create_sparse(matrix, m);
}
cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t *matrix, int64_t rows,
                                         int64_t columns, int64_t nnz, int64_t stored,
                                         int64_t slice_size, void *slice_offsets,
                                         void *column_indices, void *values,
                                         cusparseIndexType_t offset_type,
                                         cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                         cudaDataType type) {
    if (slice_size < 1 || stored < 0)
        return CUSPARSE_STATUS_INVALID_VALUE;
    cusparseSpMatDescr m =
        sparse_matrix(CUSPARSE_FORMAT_SLICED_ELLPACK, rows, columns, nnz, slice_offsets,
                      column_indices, values, offset_type, index_type, base, type);
    m.places = stored, m.block = slice_size;
    return create_sparse(matrix, m);
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) {
    return destroy(matrix);
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *row_offsets,
                                        void *column_indices, void *values) {
    return set_pointers(matrix, CUSPARSE_FORMAT_CSR, row_offsets, column_indices, values);
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void *column_offsets,
                                        void *row_indices, void *values) {
    return set_pointers(matrix, CUSPARSE_FORMAT_CSC, column_offsets, row_indices, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *row_indices,
                                        void *column_indices, void *values) {
    return set_pointers(matrix, CUSPARSE_FORMAT_COO, row_indices, column_indices, values);
}
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *columns,
                                int64_t *nnz, void **row_offsets, void **column_indices,
                                void **values, cusparseIndexType_t *offset_type,
                                cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                cudaDataType *type) {
    if (!matrix || matrix->format != CUSPARSE_FORMAT_CSR)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *rows = matrix->rows, *columns = matrix->columns, *nnz = matrix->count;
    *row_offsets = matrix->first, *column_indices = matrix->second, *values = matrix->values;
    *offset_type = matrix->first_type, *index_type = matrix->second_type;
    *base = matrix->base, *type = matrix->type;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix,
                                        cusparseFormat_t *format) {
    return get(matrix, &cusparseSpMatDescr::format, format);
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix,
                                           cusparseIndexBase_t *base) {
    return get(matrix, &cusparseSpMatDescr::base, base);
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows,
                                      int64_t *columns, int64_t *nnz) {
    if (!matrix || !rows || !columns || !nnz)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *rows = matrix->rows, *columns = matrix->columns, *nnz = matrix->count;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void **values) {
    return get(matrix, &cusparseSpMatDescr::values, values);
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void *values) {
    return set(matrix, &cusparseSpMatDescr::values, values);
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t size) {
    if (!matrix || !data || size != sizeof(int))
        return CUSPARSE_STATUS_INVALID_VALUE;
    *(int *)data = attribute == CUSPARSE_SPMAT_FILL_MODE ? (int)matrix->fill : (int)matrix->diag;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t size) {
    if (!matrix || !data || size != sizeof(int) || *(unsigned *)data > 1)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (attribute == CUSPARSE_SPMAT_FILL_MODE)
        matrix->fill = *(cusparseFillMode_t *)data;
    else
        matrix->diag = *(cusparseDiagType_t *)data;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix, int *count) {
    return get(matrix, &cusparseSpMatDescr::batches, count);
}
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int count,
                                            int64_t offset_stride, int64_t stride) {
    if (!matrix || count < 1)
        return CUSPARSE_STATUS_INVALID_VALUE;
    matrix->batches = count, matrix->first_stride = offset_stride, matrix->stride = stride;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int count,
                                            int64_t stride) {
    return cusparseCsrSetStridedBatch(matrix, count, stride, stride);
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order) {
    if (rows < 0 || columns < 0 || (order == CUSPARSE_ORDER_ROW ? ld < columns : ld < rows))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!bytes_of(type))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return create(matrix, cusparseDnMatDescr{rows, columns, ld, values, type, order, 1, 0});
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *matrix, int64_t rows,
                                          int64_t columns, int64_t ld, const void *values,
                                          cudaDataType type, cusparseOrder_t order) {
    return cusparseCreateDnMat((cusparseDnMatDescr_t *)matrix, rows, columns, ld, (void *)values,
                               type, order);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) {
    return destroy(matrix);
}
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t matrix, int64_t *rows, int64_t *columns,
                                  int64_t *ld, void **values, cudaDataType *type,
                                  cusparseOrder_t *order) {
    if (!matrix || !rows || !columns || !ld || !values || !type || !order)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *rows = matrix->rows, *columns = matrix->columns, *ld = matrix->ld;
    *values = matrix->values, *type = matrix->type, *order = matrix->order;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void **values) {
    return get(matrix, &cusparseDnMatDescr::values, values);
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void *values) {
    return set(matrix, &cusparseDnMatDescr::values, values);
}
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix, int *count,
                                              int64_t *stride) {
    if (!matrix || !count || !stride)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *count = matrix->batches, *stride = matrix->stride;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int count,
                                              int64_t stride) {
    if (!matrix || count < 1)
        return CUSPARSE_STATUS_INVALID_VALUE;
    matrix->batches = count, matrix->stride = stride;
    return CUSPARSE_STATUS_SUCCESS;
}

// ---- products and solutions ----------------------------------------------------------------

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y) {
    return on_vectors<add_vector>(__func__, handle, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, x,
                                  beta, y, NULL);
}
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c, const void *s,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
    return on_vectors<rotate>(__func__, handle, CUSPARSE_OPERATION_NON_TRANSPOSE, c, x, s, y, NULL);
}
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x) {
    return on_vectors<gather>(__func__, handle, CUSPARSE_OPERATION_NON_TRANSPOSE, NULL, x, NULL, y,
                              NULL);
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y) {
    return on_vectors<scatter>(__func__, handle, CUSPARSE_OPERATION_NON_TRANSPOSE, NULL, x, NULL, y,
                               NULL);
}
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseConstSpVecDescr_t, cusparseConstDnVecDescr_t,
                                         const void *, cudaDataType, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t operation,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType, void *) {
    if (!result)
        return CUSPARSE_STATUS_INVALID_VALUE;
    return on_vectors<dot>(__func__, handle, operation, NULL, x, NULL, y, result);
}
cusparseStatus_t cusparseSpMV_bufferSize(CUDA_CPU_SPMV, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseSpMV_preprocess(CUDA_CPU_SPMV, void *) {
    return nothing(handle);
}
cusparseStatus_t cusparseSpMV(CUDA_CPU_SPMV, void *) {
    return product(__func__, handle, operation, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, a, x, beta,
                   y, compute);
}
cusparseStatus_t cusparseSpMM_bufferSize(CUDA_CPU_SPMM, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseSpMM_preprocess(CUDA_CPU_SPMM, void *) {
    return nothing(handle);
}
cusparseStatus_t cusparseSpMM(CUDA_CPU_SPMM, void *) {
    return product(__func__, handle, ta, tb, alpha, a, b, beta, c, compute);
}
cusparseStatus_t cusparseSDDMM_bufferSize(CUDA_CPU_SDDMM, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseSDDMM_preprocess(CUDA_CPU_SDDMM, void *) {
    return nothing(handle);
}
cusparseStatus_t cusparseSDDMM(CUDA_CPU_SDDMM, void *) {
    started at(handle, __func__);
    at.type(compute);
    at.o.ta = ta, at.o.tb = tb;
    at.o.alpha = at.number("alpha", alpha), at.o.beta = at.number("beta", beta);
    at.o.a = at.sparse("C", c), at.o.b = at.dense("A", a), at.o.c = at.dense("B", b);
    if (at.goes_on()) {
        at.need(c->type == compute, CUSPARSE_STATUS_NOT_SUPPORTED);
        at.need((plain(ta) ? a->rows : a->columns) == c->rows &&
                (plain(tb) ? b->columns : b->rows) == c->columns &&
                (plain(ta) ? a->columns : a->rows) == (plain(tb) ? b->rows : b->columns));
    }
    return at.queue<sample>();
}
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr) {
    return create(descr, cusparseSpSVDescr{});
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr) {
    return destroy(descr);
}
cusparseStatus_t cusparseSpSV_bufferSize(CUDA_CPU_SPSV, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseSpSV_analysis(CUDA_CPU_SPSV, void *) {
    return nothing(handle);
}
cusparseStatus_t cusparseSpSV_solve(CUDA_CPU_SPSV) {
    return solution(__func__, handle, operation, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, a, x, y,
                    compute);
}
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr) {
    return create(descr, cusparseSpSMDescr{});
}
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr) {
    return destroy(descr);
}
cusparseStatus_t cusparseSpSM_bufferSize(CUDA_CPU_SPSM, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseSpSM_analysis(CUDA_CPU_SPSM, void *) {
    return nothing(handle);
}
cusparseStatus_t cusparseSpSM_solve(CUDA_CPU_SPSM) {
    return solution(__func__, handle, ta, tb, alpha, a, b, c, compute);
}
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr) {
    return create(descr, cusparseSpGEMMDescr{});
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
    if (descr)
        free(descr->start), free(descr->column), free(descr->value);
    return destroy(descr);
}
cusparseStatus_t cusparseSpGEMM_workEstimation(CUDA_CPU_SPGEMM, size_t *size, void *buffer) {
    if (!buffer)
        return buffer_size(handle, size);
    started at(handle, __func__);
    return product_of_sparse<count_products>(at, ta, tb, a, b, c, compute, descr);
}
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t *count) {
    if (!descr || !count)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *count = descr->products;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_estimateMemory(CUDA_CPU_SPGEMM, float, size_t *size3, void *buffer3,
                                               size_t *size2) {
    return buffer_size(handle, buffer3 ? size2 : size3);
}
cusparseStatus_t cusparseSpGEMM_compute(CUDA_CPU_SPGEMM, size_t *size, void *buffer) {
    if (!buffer)
        return buffer_size(handle, size);
    started at(handle, __func__);
    return product_of_sparse(at, ta, tb, a, b, c, compute, descr);
}
cusparseStatus_t cusparseSpGEMM_copy(CUDA_CPU_SPGEMM) {
    started at(handle, __func__);
    return copy_of_product(at, alpha, beta, c, compute, descr);
}

// In steps, of which the last may be taken again with other values in the same places.
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(CUDA_CPU_SPGEMM_REUSE, size_t *size, void *) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseSpGEMMreuse_nnz(CUDA_CPU_SPGEMM_REUSE, size_t *size2, void *buffer2,
                                         size_t *size3, void *, size_t *size4, void *) {
    if (!buffer2) {
        buffer_size(handle, size2), buffer_size(handle, size3);
        return buffer_size(handle, size4);
    }
    started at(handle, __func__);
    return product_of_sparse(at, ta, tb, a, b, c, a ? a->type : CUDA_R_32F, descr);
}
cusparseStatus_t cusparseSpGEMMreuse_copy(CUDA_CPU_SPGEMM_REUSE, size_t *size, void *buffer) {
    if (!buffer)
        return buffer_size(handle, size);
    started at(handle, __func__);
    at.need(descr && descr->start && c);
    if (c)
        at.type(c->type);
    at.o.a = at.sparse("C", c);
    at.o.result = descr;
    return at.wait_for<copy_places>();
}
cusparseStatus_t cusparseSpGEMMreuse_compute(CUDA_CPU_SPGEMM) {
    started at(handle, __func__);
    const cusparseStatus_t status = product_of_sparse(at, ta, tb, a, b, c, compute, descr);
    return status == CUSPARSE_STATUS_SUCCESS && at.goes_on()
               ? copy_of_product(at, alpha, beta, c, compute, descr)
               : status;
}

// ---- from one form to another --------------------------------------------------------------

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t, cusparseDnMatDescr_t,
                                                  cusparseSparseToDenseAlg_t, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t, void *) {
    started at(handle, __func__);
    at.o.a = at.sparse("A", a);
    at.o.c = at.dense("B", b);
    if (at.goes_on())
        at.need(a->rows == b->rows && a->columns == b->columns);
    return at.queue<to_dense>();
}
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t, cusparseSpMatDescr_t,
                                                  cusparseDenseToSparseAlg_t, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
                                                cusparseDenseToSparseAlg_t, void *) {
    int64_t count = 0;
    started at(handle, __func__);
    at.need(a && b);
    if (at.goes_on())
        at.type(b->type);
    at.o.b = at.dense("A", a);
    at.o.result = &count;
    if (at.goes_on())
        at.need(a->rows == b->rows && a->columns == b->columns);
    const cusparseStatus_t status = at.wait_for<count_dense>();
    if (status == CUSPARSE_STATUS_SUCCESS && at.goes_on() &&
        b->format != CUSPARSE_FORMAT_BLOCKED_ELL)
        b->count = b->places = count;
    return status;
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t,
                                               void *) {
    started at(handle, __func__);
    at.o.a = at.sparse("B", b);
    at.o.b = at.dense("A", a);
    if (at.goes_on())
        at.need(b->format != CUSPARSE_FORMAT_SLICED_ELLPACK, CUSPARSE_STATUS_NOT_SUPPORTED);
    return at.queue<from_dense>();
}
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int nnz, int m,
                                  int *row_offsets, cusparseIndexBase_t base) {
    started at(handle, __func__);
    at.need(nnz >= 0 && m >= 0);
    at.memory("the rows", rows, (size_t)nnz * sizeof(int));
    at.memory("the offsets", row_offsets, ((size_t)m + 1) * sizeof(int));
    at.o.a = sparse_matrix(CUSPARSE_FORMAT_CSR, m, 0, nnz, rows, row_offsets, NULL,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, base, CUDA_R_32F);
    return at.queue<rows_to_offsets>();
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *row_offsets, int nnz, int m,
                                  int *rows, cusparseIndexBase_t base) {
    started at(handle, __func__);
    at.need(nnz >= 0 && m >= 0);
    at.memory("the rows", rows, (size_t)nnz * sizeof(int));
    at.memory("the offsets", row_offsets, ((size_t)m + 1) * sizeof(int));
    at.o.a = sparse_matrix(CUSPARSE_FORMAT_CSR, m, 0, nnz, row_offsets, rows, NULL,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, base, CUDA_R_32F);
    return at.queue<offsets_to_rows>();
}
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(CUDA_CPU_CSR2CSC, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseCsr2cscEx2(CUDA_CPU_CSR2CSC, void *) {
    started at(handle, __func__);
    const bool numeric = action == CUSPARSE_ACTION_NUMERIC;
    at.need(bytes_of(type), CUSPARSE_STATUS_NOT_SUPPORTED);
    at.o.a = at.csr(m, n, nnz, row_offsets, columns, numeric ? values : (const void *)columns, type,
                    base);
    at.memory("the columns' offsets", to_offsets, ((size_t)n + 1) * sizeof(int));
    at.memory("the rows", to_rows, (size_t)nnz * sizeof(int));
    if (numeric)
        at.memory("the values", to_values, (size_t)nnz * bytes_of(type));
    at.o.other.first = to_offsets, at.o.other.second = to_rows,
    at.o.other.values = numeric ? to_values : NULL;
    return at.queue<turn>();
}

// ---- entries in order -----------------------------------------------------------------------

namespace {
// `rows` of COO, or `offsets` of CSR.
cusparseStatus_t in_order(const char *name, cusparseHandle_t handle, int m, int n, int nnz,
                          int *rows, const int *offsets, int *columns, int *list,
                          cusparseIndexBase_t base, cusparseOperation_t by) {
    started at(handle, name);
    at.need(m >= 0 && n >= 0 && nnz >= 0);
    if (rows)
        at.memory("the rows", rows, (size_t)nnz * sizeof(int));
    else
        at.memory("the offsets", offsets, ((size_t)m + 1) * sizeof(int));
    at.memory("the columns", columns, (size_t)nnz * sizeof(int));
    if (list)
        at.memory("the permutation", list, (size_t)nnz * sizeof(int));
    at.o.a = sparse_matrix(CUSPARSE_FORMAT_COO, m, n, nnz, rows, columns, NULL, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, base, CUDA_R_32F);
    at.o.other = sparse_matrix(CUSPARSE_FORMAT_CSR, m, n, nnz, offsets, columns, NULL,
                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, base, CUDA_R_32F);
    at.o.result = list, at.o.ta = by;
    return at.queue<sort_entries>();
}
} // namespace

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *list) {
    started at(handle, __func__);
    at.need(n >= 0);
    at.memory("the permutation", list, (size_t)n * sizeof(int));
    at.o.a.places = n, at.o.a.type = CUDA_R_32F, at.o.result = list;
    return at.queue<count_up>();
}
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int *,
                                                const int *, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int *rows,
                                       int *columns, int *list, void *) {
    return in_order(__func__, handle, m, n, nnz, rows, NULL, columns, list,
                    CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_OPERATION_NON_TRANSPOSE);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int *rows,
                                          int *columns, int *list, void *) {
    return in_order(__func__, handle, m, n, nnz, rows, NULL, columns, list,
                    CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_OPERATION_TRANSPOSE);
}
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int *,
                                                const int *, size_t *size) {
    return buffer_size(handle, size);
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz,
                                  const cusparseMatDescr_t descr, const int *offsets, int *columns,
                                  int *list, void *) {
    return in_order(__func__, handle, m, n, nnz, NULL, offsets, columns, list,
                    descr ? cusparseGetMatIndexBase(descr) : CUSPARSE_INDEX_BASE_ZERO,
                    CUSPARSE_OPERATION_NON_TRANSPOSE);
}

// ---- three diagonals ------------------------------------------------------------------------

namespace {
cusparseStatus_t three_diagonals(const char *name, cusparseHandle_t handle, int m, int n,
                                 const void *below, const void *diagonal, const void *above,
                                 void *b, int ldb, int count, int stride, cudaDataType type) {
    started at(handle, name);
    const size_t size = bytes_of(type);
    at.need(m >= 3 && n >= 0 && count >= 0 && ldb >= m && (count < 2 || stride >= m));
    if (count > 0 && n > 0 && at.goes_on()) {
        const size_t each = ((size_t)(count - 1) * (size_t)stride + (size_t)m) * size;
        at.memory("the diagonal below", below, each);
        at.memory("the diagonal", diagonal, each);
        at.memory("the diagonal above", above, each);
        at.memory("B", b, each + (size_t)(n - 1) * (size_t)ldb * size);
    }
    at.o.a = sparse_matrix(CUSPARSE_FORMAT_COO, m, m, 0, below, above, diagonal, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type);
    at.o.a.batches = count, at.o.a.stride = stride;
    at.o.b.values = b, at.o.b.columns = n, at.o.b.ld = ldb;
    return at.queue<tridiagonal>();
}
cusparseStatus_t five_diagonals(const char *name, cusparseHandle_t handle, int m,
                                const void *const *diagonals, void *x, int count,
                                cudaDataType type) {
    started at(handle, name);
    at.need(m >= 3 && count >= 0);
    if (at.goes_on()) {
        const size_t bytes = (size_t)m * (size_t)count * bytes_of(type);
        for (int d = 0; d < 5; d++)
            at.memory("a diagonal", diagonals[d], bytes);
        at.memory("x", x, bytes);
    }
    at.o.a = sparse_matrix(CUSPARSE_FORMAT_COO, m, m, 0, diagonals[0], diagonals[1], diagonals[2],
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type);
    at.o.other =
        sparse_matrix(CUSPARSE_FORMAT_COO, m, m, 0, diagonals[3], diagonals[4], NULL,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type);
    at.o.a.batches = count;
    at.o.b.values = x;
    return at.queue<pentadiagonal>();
}
} // namespace

#define TRIDIAGONAL(name, T, type)                                                                 \
    cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int, int, const T *, const T *, \
                                          const T *, const T *, int, size_t *size) {               \
        return buffer_size(handle, size);                                                          \
    }                                                                                              \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, const T *below,                   \
                          const T *diagonal, const T *above, T *b, int ldb, void *) {              \
        return three_diagonals(#name, handle, m, n, below, diagonal, above, b, ldb, 1, 0, type);   \
    }
#define TRIDIAGONALS(S, T, type)                                                                   \
    TRIDIAGONAL(cusparse##S##gtsv2, T, type)                                                       \
    TRIDIAGONAL(cusparse##S##gtsv2_nopivot, T, type)                                               \
    cusparseStatus_t cusparse##S##gtsv2StridedBatch_bufferSizeExt(                                 \
        cusparseHandle_t handle, int, const T *, const T *, const T *, const T *, int, int,        \
        size_t *size) {                                                                            \
        return buffer_size(handle, size);                                                          \
    }                                                                                              \
    cusparseStatus_t cusparse##S##gtsv2StridedBatch(                                               \
        cusparseHandle_t handle, int m, const T *below, const T *diagonal, const T *above, T *x,   \
        int count, int stride, void *) {                                                           \
        return three_diagonals(__func__, handle, m, 1, below, diagonal, above, x, m, count,        \
                               stride, type);                                                      \
    }                                                                                              \
    cusparseStatus_t cusparse##S##gpsvInterleavedBatch_bufferSizeExt(                              \
        cusparseHandle_t handle, int, int, const T *, const T *, const T *, const T *, const T *,  \
        const T *, int, size_t *size) {                                                            \
        return buffer_size(handle, size);                                                          \
    }                                                                                              \
    cusparseStatus_t cusparse##S##gpsvInterleavedBatch(cusparseHandle_t handle, int, int m,        \
                                                       T *below2, T *below, T *diagonal, T *above, \
                                                       T *above2, T *x, int count, void *) {       \
        const void *const diagonals[] = {below2, below, diagonal, above, above2};                  \
        return five_diagonals(__func__, handle, m, diagonals, x, count, type);                     \
    }
TRIDIAGONALS(S, float, CUDA_R_32F)
TRIDIAGONALS(D, double, CUDA_R_64F)
TRIDIAGONALS(C, cuComplex, CUDA_C_32F)
TRIDIAGONALS(Z, cuDoubleComplex, CUDA_C_64F)

// ---- incomplete factors --------------------------------------------------------------------

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descr) {
    return create(descr, cusparseMatDescr{});
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descr) {
    return destroy(descr);
}
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descr, cusparseMatrixType_t type) {
    return set(descr, &cusparseMatDescr::type, type);
}
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descr) {
    return descr->type;
}
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descr, cusparseFillMode_t fill) {
    return set(descr, &cusparseMatDescr::fill, fill);
}
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descr) {
    return descr->fill;
}
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descr, cusparseDiagType_t diag) {
    return set(descr, &cusparseMatDescr::diag, diag);
}
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descr) {
    return descr->diag;
}
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descr, cusparseIndexBase_t base) {
    return set(descr, &cusparseMatDescr::base, base);
}
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descr) {
    return descr->base;
}
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info) {
    return create(info, csrilu02Info{-1});
}
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info) {
    return destroy(info);
}
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
                                             int *position) {
    return zero_pivot(handle, info, position);
}
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *info) {
    return create(info, csric02Info{-1});
}
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info) {
    return destroy(info);
}
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info,
                                            int *position) {
    return zero_pivot(handle, info, position);
}

#define INCOMPLETE(name, T, info_t, type, cholesky)                                                \
    cusparseStatus_t name##_bufferSize(cusparseHandle_t handle, int, int,                          \
                                       const cusparseMatDescr_t, T *, const int *, const int *,    \
                                       info_t, int *size) {                                        \
        if (size)                                                                                  \
            *size = 8;                                                                             \
        return size ? nothing(handle) : CUSPARSE_STATUS_INVALID_VALUE;                             \
    }                                                                                              \
    cusparseStatus_t name##_analysis(cusparseHandle_t handle, int, int, const cusparseMatDescr_t,  \
                                     const T *, const int *, const int *, info_t,                  \
                                     cusparseSolvePolicy_t, void *) {                              \
        return nothing(handle);                                                                    \
    }                                                                                              \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, \
                          T *values, const int *offsets, const int *columns, info_t info,          \
                          cusparseSolvePolicy_t, void *) {                                         \
        return incomplete<cholesky>(#name, handle, m, nnz, descr, values, offsets, columns,        \
                                    info ? &info->zero : NULL, type);                              \
    }
INCOMPLETE(cusparseScsrilu02, float, csrilu02Info_t, CUDA_R_32F, false)
INCOMPLETE(cusparseDcsrilu02, double, csrilu02Info_t, CUDA_R_64F, false)
INCOMPLETE(cusparseCcsrilu02, cuComplex, csrilu02Info_t, CUDA_C_32F, false)
INCOMPLETE(cusparseZcsrilu02, cuDoubleComplex, csrilu02Info_t, CUDA_C_64F, false)
INCOMPLETE(cusparseScsric02, float, csric02Info_t, CUDA_R_32F, true)
INCOMPLETE(cusparseDcsric02, double, csric02Info_t, CUDA_R_64F, true)
INCOMPLETE(cusparseCcsric02, cuComplex, csric02Info_t, CUDA_C_32F, true)
INCOMPLETE(cusparseZcsric02, cuDoubleComplex, csric02Info_t, CUDA_C_64F, true)

// ---- of CUDA 10 and before ----------------------------------------------------------------------

#define OF_10(S, T, type)                                                                          \
    cusparseStatus_t cusparse##S##nnz(cusparseHandle_t handle, cusparseDirection_t direction,      \
                                      int m, int n, const cusparseMatDescr_t, const T *a, int lda, \
                                      int *counts, int *total) {                                   \
        return old_count(__func__, handle, direction, m, n, a, lda, counts, total, type);          \
    }                                                                                              \
    cusparseStatus_t cusparse##S##dense2csr(cusparseHandle_t handle, int m, int n,                 \
                                            const cusparseMatDescr_t descr, const T *a, int lda,   \
                                            const int *, T *values, int *offsets, int *columns) {  \
        return old_from_dense(__func__, handle, m, n, descr, a, lda, values, offsets, columns,     \
                              type);                                                               \
    }                                                                                              \
    cusparseStatus_t cusparse##S##csr2dense(                                                       \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const T *values,    \
        const int *offsets, const int *columns, T *a, int lda) {                                   \
        return old_to_dense(__func__, handle, m, n, descr, values, offsets, columns, a, lda,       \
                            type);                                                                 \
    }                                                                                              \
    cusparseStatus_t cusparse##S##csrmv(                                                           \
        cusparseHandle_t handle, cusparseOperation_t operation, int m, int n, int nnz,             \
        const T *alpha, const cusparseMatDescr_t descr, const T *values, const int *offsets,       \
        const int *columns, const T *x, const T *beta, T *y) {                                     \
        const int longer = m > n ? m : n;                                                          \
        return old_product(__func__, handle, operation, m, 1, n, nnz, alpha, descr, values,        \
                           offsets, columns, x, longer, beta, y, longer, type);                    \
    }                                                                                              \
    cusparseStatus_t cusparse##S##csrmm(                                                           \
        cusparseHandle_t handle, cusparseOperation_t operation, int m, int n, int k, int nnz,      \
        const T *alpha, const cusparseMatDescr_t descr, const T *values, const int *offsets,       \
        const int *columns, const T *b, int ldb, const T *beta, T *c, int ldc) {                   \
        return old_product(__func__, handle, operation, m, n, k, nnz, alpha, descr, values,        \
                           offsets, columns, b, ldb, beta, c, ldc, type);                          \
    }
OF_10(S, float, CUDA_R_32F)
OF_10(D, double, CUDA_R_64F)
OF_10(C, cuComplex, CUDA_C_32F)
OF_10(Z, cuDoubleComplex, CUDA_C_64F)
