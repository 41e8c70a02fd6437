// SPDX-License-Identifier: MIT
// nvcc -lcusparse
// cuSPARSE. The expected values follow by plain loops over a full matrix.
#include <atomic>
#include <cusparse.h>
#include <string.h>

#include "device.h"

static cusparseHandle_t handle;
typedef std::vector<int> ints;
typedef std::vector<float> floats;
typedef std::vector<double> doubles;

template <class T> static constexpr cudaDataType type_of = CUDA_R_32F;
template <> constexpr cudaDataType type_of<double> = CUDA_R_64F;
template <> constexpr cudaDataType type_of<std::complex<float>> = CUDA_C_32F;
template <> constexpr cudaDataType type_of<std::complex<double>> = CUDA_C_64F;

// A full matrix, by rows; of about half of its elements, and none in row 2.
template <class T> struct Full {
    int rows, columns;
    std::vector<T> v;
    Full(int m, int n) : rows(m), columns(n), v(numbers<T>(m * n, 3)) {
        for (int i = 0; i < m * n; i++)
            if (i / n == 2 || (i * 5 + 1) % 7 < 3) v[i] = 0;
    }
    T at(int i, int j, int operation) const {
        const T x = operation ? v[j * columns + i] : v[i * columns + j];
        return operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(x) : x;
    }
};

// The same in one of the formats.
template <class T, class I> struct Sparse {
    cusparseSpMatDescr_t descr;
    Memory<I> first, second;
    Memory<T> values;
    static std::vector<I> list(const Full<T> &f, int format, int base, bool first) {
        std::vector<I> l;
        const bool turned = format == CUSPARSE_FORMAT_CSC;
        int count = 0;
        for (int i = 0; i < (turned ? f.columns : f.rows); i++) {
            if (first && format != CUSPARSE_FORMAT_COO) l.push_back(count + base);
            for (int j = 0; j < (turned ? f.rows : f.columns); j++)
                if (f.at(i, j, turned) != T(0)) {
                    count++;
                    if (!first || format == CUSPARSE_FORMAT_COO) l.push_back((first ? i : j) + base);
                }
        }
        if (first && format != CUSPARSE_FORMAT_COO) l.push_back(count + base);
        return l;
    }
    static std::vector<T> entries(const Full<T> &f, int format) {
        std::vector<T> l;
        const bool turned = format == CUSPARSE_FORMAT_CSC;
        for (int i = 0; i < f.rows * f.columns; i++) {
            const T x = turned ? f.at(i / f.rows, i % f.rows, 1) : f.v[i];
            if (x != T(0)) l.push_back(x);
        }
        return l;
    }
    Sparse(const Full<T> &f, int format, int base)
        : first(list(f, format, base, true)), second(list(f, format, base, false)), values(entries(f, format)) {
        const cusparseIndexType_t index = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
        const cusparseIndexBase_t b = (cusparseIndexBase_t)base;
        const cudaDataType type = type_of<T>;
        ok(fine(format == CUSPARSE_FORMAT_CSR
                    ? cusparseCreateCsr(&descr, f.rows, f.columns, values.host.size(), first.dev, second.dev,
                                        values.dev, index, index, b, type)
                : format == CUSPARSE_FORMAT_CSC
                    ? cusparseCreateCsc(&descr, f.rows, f.columns, values.host.size(), first.dev, second.dev,
                                        values.dev, index, index, b, type)
                    : cusparseCreateCoo(&descr, f.rows, f.columns, values.host.size(), first.dev, second.dev,
                                        values.dev, index, b, type)),
           "%d x %d, format %d, base %d, type %d", f.rows, f.columns, format, base, type);
    }
    ~Sparse() { cusparseDestroySpMat(descr); }
};

// C = alpha op(A) op(B) + beta C, for a vector (SpMV) and for matrices with gaps of all orders.
template <class T, class I> static void products(int m, int n) {
    const Full<T> full(m, n);
    const T alpha = number<T>(2), beta = number<T>(6);
    for (int format = 1; format <= 3; format++)
        for (int base = 0; base < 2; base++) {
            const Sparse<T, I> a(full, format, base);
            bool right = true, many = true;
            for (int t = 0; t < 3; t++) {
                const cusparseOperation_t ta = (cusparseOperation_t)t;
                const int rows = t ? n : m, depth = t ? m : n;
                enum { COLUMNS = 3 };
                const auto x = numbers<T>(depth, 1), y = numbers<T>(rows, 4);
                Memory<T> dev_x(x), dev_y(y);
                cusparseDnVecDescr_t vx, vy;
                size_t size = 0;
                void *buffer;
                right = right && fine(cusparseCreateDnVec(&vx, depth, dev_x.dev, type_of<T>)) &&
                        fine(cusparseCreateDnVec(&vy, rows, dev_y.dev, type_of<T>)) &&
                        fine(cusparseSpMV_bufferSize(handle, ta, &alpha, a.descr, vx, &beta, vy, type_of<T>,
                                                     CUSPARSE_SPMV_ALG_DEFAULT, &size));
                must(cudaMalloc(&buffer, size));
                right = right && fine(cusparseSpMV(handle, ta, &alpha, a.descr, vx, &beta, vy, type_of<T>,
                                                   CUSPARSE_SPMV_ALG_DEFAULT, buffer));
                const auto out = dev_y.get();
                for (int i = 0; i < rows; i++) {
                    T sum = 0;
                    for (int k = 0; k < depth; k++) sum += full.at(i, k, t) * x[k];
                    right = right && out[i] == alpha * sum + beta * y[i];
                }
                cusparseDestroyDnVec(vx), cusparseDestroyDnVec(vy);
                for (int how = 0; how < 8; how++) { // B by rows, C by rows, B transposed
                    const bool b_rows = how & 1, c_rows = how & 2, tb = how & 4;
                    const int brows = tb ? COLUMNS : depth, bcolumns = tb ? depth : COLUMNS;
                    const int ldb = (b_rows ? bcolumns : brows) + 2, ldc = (c_rows ? COLUMNS : rows) + 1;
                    const auto b = numbers<T>(ldb * (b_rows ? brows : bcolumns), 2),
                               c = numbers<T>(ldc * (c_rows ? rows : COLUMNS), 5);
                    Memory<T> dev_b(b), dev_c(c);
                    cusparseDnMatDescr_t mb, mc;
                    many = many &&
                           fine(cusparseCreateDnMat(&mb, brows, bcolumns, ldb, dev_b.dev, type_of<T>,
                                                    b_rows ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL)) &&
                           fine(cusparseCreateDnMat(&mc, rows, COLUMNS, ldc, dev_c.dev, type_of<T>,
                                                    c_rows ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL)) &&
                           fine(cusparseSpMM(
                               handle, ta, tb ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha,
                               a.descr, mb, &beta, mc, type_of<T>, CUSPARSE_SPMM_ALG_DEFAULT, buffer));
                    auto expected = c;
                    for (int i = 0; i < rows; i++)
                        for (int j = 0; j < COLUMNS; j++) {
                            T sum = 0;
                            for (int k = 0; k < depth; k++) {
                                const int row = tb ? j : k, column = tb ? k : j;
                                sum += full.at(i, k, t) * b[b_rows ? row * ldb + column : column * ldb + row];
                            }
                            T &to = expected[c_rows ? i * ldc + j : j * ldc + i];
                            to = alpha * sum + beta * to;
                        }
                    many = many && dev_c.holds(expected);
                    cusparseDestroyDnMat(mb), cusparseDestroyDnMat(mc);
                }
                must(cudaFree(buffer));
            }
            ok(right, "SpMV: all operations");
            ok(many, "SpMM: all operations and orders, and nothing beside C");
        }
}

// To a full matrix and back, and from rows to columns.
template <class T, class I> static void conversions(int m, int n) {
    const Full<T> full(m, n);
    for (int format = 1; format <= 3; format++) {
        const Sparse<T, I> a(full, format, format % 2);
        Memory<T> dense(numbers<T>((m + 1) * n, 0));
        cusparseDnMatDescr_t b;
        bool right = fine(cusparseCreateDnMat(&b, m, n, m + 1, dense.dev, type_of<T>, CUSPARSE_ORDER_COL)) &&
                     fine(cusparseSparseToDense(handle, a.descr, b, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, NULL));
        const auto out = dense.get();
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) right = right && out[j * (m + 1) + i] == full.at(i, j, 0);
        ok(right, "to a full matrix");
        const auto first = a.first.get(), second = a.second.get();
        const auto values = a.values.get();
        must(cudaMemset(a.first.dev, 0xff, a.first.host.size() * sizeof(I)));
        must(cudaMemset(a.second.dev, 0xff, a.second.host.size() * sizeof(I)));
        must(cudaMemset(a.values.dev, 0xff, a.values.host.size() * sizeof(T)));
        int64_t rows, columns, count;
        ok(fine(cusparseDenseToSparse_analysis(handle, b, a.descr, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL)) &&
               fine(cusparseSpMatGetSize(a.descr, &rows, &columns, &count)) && rows == m && columns == n &&
               count == (int64_t)values.size() &&
               fine(cusparseDenseToSparse_convert(handle, b, a.descr, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL)) &&
               a.first.holds(first) && a.second.holds(second) && a.values.get() == values,
           "and back");
        cusparseDestroyDnMat(b);
    }
    if (sizeof(I) != 4) return;
    const Sparse<T, I> rows(full, CUSPARSE_FORMAT_CSR, 1), columns(full, CUSPARSE_FORMAT_CSC, 1),
        list(full, CUSPARSE_FORMAT_COO, 1);
    const int count = (int)rows.values.host.size();
    Memory<int> first(ints(n + 1)), second(ints(count, 0)), offsets(ints(m + 1)), places(ints(count, 0));
    Memory<T> values{std::vector<T>(count)};
    ok(fine(cusparseCsr2cscEx2(handle, m, n, count, rows.values.dev, (int *)rows.first.dev, (int *)rows.second.dev,
                               values.dev, first.dev, second.dev, type_of<T>, CUSPARSE_ACTION_NUMERIC,
                               CUSPARSE_INDEX_BASE_ONE, CUSPARSE_CSR2CSC_ALG1, NULL)) &&
           values.holds(columns.values.get()) && !memcmp(first.get().data(), columns.first.get().data(), (n + 1) * 4) &&
           !memcmp(second.get().data(), columns.second.get().data(), count * 4),
       "from rows to columns");
    ok(fine(cusparseXcoo2csr(handle, (int *)list.first.dev, count, m, offsets.dev, CUSPARSE_INDEX_BASE_ONE)) &&
           !memcmp(offsets.get().data(), rows.first.get().data(), (m + 1) * 4) &&
           fine(cusparseXcsr2coo(handle, (int *)rows.first.dev, count, m, places.dev, CUSPARSE_INDEX_BASE_ONE)) &&
           !memcmp(places.get().data(), list.first.get().data(), count * 4),
       "offsets of rows from a list, and back");
}

// The calls of CUDA 10, on a matrix of M x N that lies by columns with a gap after each.
static void of_cuda_10() {
    enum { M = 5, N = 7, LD = 6, WIDE = 2 };
    const Full<double> full(M, N);
    const Sparse<double, int> a(full, CUSPARSE_FORMAT_CSR, 1);
    const int count = (int)a.values.host.size();
    doubles dense(LD * N, 9);
    ints in_rows(M, 0), in_columns(N, 0);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            dense[j * LD + i] = full.at(i, j, 0);
            in_rows[i] += full.at(i, j, 0) != 0, in_columns[j] += full.at(i, j, 0) != 0;
        }
    Memory<double> full_a(dense), values(doubles(count, 0)), back(dense);
    Memory<int> counts(ints(N, -1)), offsets(ints(M + 1, -1)), columns(ints(count, -1));
    cusparseMatDescr_t descr;
    int total = 0;
    ok(fine(cusparseCreateMatDescr(&descr)) && fine(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE)) &&
           fine(cusparseDnnz(handle, CUSPARSE_DIRECTION_COLUMN, M, N, descr, full_a.dev, LD, counts.dev, &total)) &&
           counts.holds(in_columns) && total == count &&
           fine(cusparseDnnz(handle, CUSPARSE_DIRECTION_ROW, M, N, descr, full_a.dev, LD, counts.dev, &total)) &&
           !memcmp(counts.get().data(), in_rows.data(), sizeof(int) * M) && total == count,
       "counts of rows and columns");
    ok(fine(
           cusparseDdense2csr(handle, M, N, descr, full_a.dev, LD, counts.dev, values.dev, offsets.dev, columns.dev)) &&
           offsets.holds(a.first.get()) && columns.holds(a.second.get()) && values.get() == a.values.get(),
       "from a full matrix");
    must(cudaMemset(back.dev, 0, sizeof(double) * (LD * N - 1)));
    ok(fine(cusparseDcsr2dense(handle, M, N, descr, values.dev, offsets.dev, columns.dev, back.dev, LD)), "and back");
    bool right = true;
    for (int i = 0; i < LD * N; i++)
        right = right && back.get()[i] == (i == LD * N - 1 ? 9 : i % LD < M ? dense[i] : 0);
    ok(right, "is right");
    const double alpha = 2, beta = -1;
    const auto b = numbers<double>(8 * WIDE, 1), c = numbers<double>(9 * WIDE, 2);
    for (int t = 0; t < 2; t++) {
        Memory<double> dev_b(b), dev_c(c), x(b), y(c);
        const cusparseOperation_t how = (cusparseOperation_t)t;
        ok(fine(cusparseDcsrmm(handle, how, M, WIDE, N, count, &alpha, descr, values.dev, offsets.dev, columns.dev,
                               dev_b.dev, 8, &beta, dev_c.dev, 9)) &&
               fine(cusparseDcsrmv(handle, how, M, N, count, &alpha, descr, values.dev, offsets.dev, columns.dev, x.dev,
                                   &beta, y.dev)),
           "products");
        auto expected = c;
        for (int i = 0; i < (t ? N : M); i++)
            for (int j = 0; j < WIDE; j++) {
                double sum = 0;
                for (int k = 0; k < (t ? M : N); k++) sum += full.at(i, k, t) * b[j * 8 + k];
                expected[j * 9 + i] = alpha * sum + beta * c[j * 9 + i];
            }
        right = dev_c.holds(expected);
        for (int i = 0; i < 9 * WIDE; i++) right = right && y.get()[i] == (i < (t ? N : M) ? expected[i] : c[i]);
        ok(right, "are right, operation %d", t);
    }
    cusparseDestroyMatDescr(descr);
}

// L = (2 0 0; 4 1 0; 0 3 -1) in a matrix that has more above: L y = (2 5 2) for y = (1 1 1), and
// L' y = (6 4 -1); with ones in place of the diagonal L y = (1 5 4).
static void triangles() {
    Full<float> full(3, 3);
    full.v = {2, 7, 0, 4, 1, 9, 0, 3, -1};
    const Sparse<float, int> a(full, CUSPARSE_FORMAT_CSR, 0);
    const float alpha = 2;
    const floats sides[] = {{1, 2.5, 1}, {3, 2, -0.5}, {0.5, 2.5, 2}};
    cusparseSpSVDescr_t solver;
    ok(fine(cusparseSpSV_createDescr(&solver)), "a solver");
    for (int i = 0; i < 3; i++) {
        Memory<float> x(sides[i]), y({9, 9, 9});
        cusparseDnVecDescr_t vx, vy;
        cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
        cusparseDiagType_t diag = i == 2 ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
        const cusparseOperation_t t = i == 1 ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
        cusparseCreateDnVec(&vx, 3, x.dev, CUDA_R_32F);
        cusparseCreateDnVec(&vy, 3, y.dev, CUDA_R_32F);
        cusparseSpMatSetAttribute(a.descr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill);
        cusparseSpMatSetAttribute(a.descr, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag);
        ok(fine(cusparseSpSV_analysis(handle, t, &alpha, a.descr, vx, vy, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, solver,
                                      NULL)) &&
               fine(cusparseSpSV_solve(handle, t, &alpha, a.descr, vx, vy, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT,
                                       solver)) &&
               y.holds({1, 1, 1}),
           "a triangle, transposed, with ones: %d", i);
        cusparseDestroyDnVec(vx), cusparseDestroyDnVec(vy);
    }
    cusparseSpSV_destroyDescr(solver);
}

// (1 2 0; 0 0 3) (0 4; 5 0; 0 6) = (10 4; 0 18)
static void sparse_products() {
    Full<double> left(2, 3), right(3, 2);
    left.v = {1, 2, 0, 0, 0, 3}, right.v = {0, 4, 5, 0, 0, 6};
    const Sparse<double, int> a(left, CUSPARSE_FORMAT_CSR, 0), b(right, CUSPARSE_FORMAT_CSR, 1);
    Memory<int> first({9, 9, 9}), second({9, 9, 9});
    Memory<double> values({9, 9, 9});
    const double alpha = 2, beta = 0;
    const cusparseOperation_t n = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseSpMatDescr_t c;
    cusparseSpGEMMDescr_t product;
    size_t size = 0;
    void *buffer;
    int64_t rows, columns, count;
    must(cudaMalloc(&buffer, 1000));
    cusparseCreateCsr(&c, 2, 2, 0, first.dev, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    cusparseSpGEMM_createDescr(&product);
    const cudaDataType t = CUDA_R_64F;
    const cusparseSpGEMMAlg_t how = CUSPARSE_SPGEMM_DEFAULT;
    ok(fine(cusparseSpGEMM_workEstimation(handle, n, n, &alpha, a.descr, b.descr, &beta, c, t, how, product, &size,
                                          NULL)) &&
           fine(cusparseSpGEMM_workEstimation(handle, n, n, &alpha, a.descr, b.descr, &beta, c, t, how, product, &size,
                                              buffer)) &&
           fine(cusparseSpGEMM_compute(handle, n, n, &alpha, a.descr, b.descr, &beta, c, t, how, product, &size,
                                       NULL)) &&
           fine(cusparseSpGEMM_compute(handle, n, n, &alpha, a.descr, b.descr, &beta, c, t, how, product, &size,
                                       buffer)) &&
           fine(cusparseSpMatGetSize(c, &rows, &columns, &count)) && count == 3 &&
           fine(cusparseSpGEMM_getNumProducts(product, &rows)) && rows == 3,
       "a product of sparse matrices");
    ok(fine(cusparseCsrSetPointers(c, first.dev, second.dev, values.dev)) &&
           fine(cusparseSpGEMM_copy(handle, n, n, &alpha, a.descr, b.descr, &beta, c, t, how, product)) &&
           first.holds({0, 2, 3}) && second.holds({0, 1, 1}) && values.holds({20, 8, 36}),
       "is right");
    cusparseSpGEMM_destroyDescr(product), cusparseDestroySpMat(c);
    // in steps, of which the last is taken again with A doubled
    const auto start = [&] {
        return cusparseCreateCsr(&c, 2, 2, 0, first.dev, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    };
    size_t sizes[3];
    must(cudaMemset(second.dev, 0, 3 * sizeof(int)));
    const auto compute = [&] {
        return cusparseSpGEMMreuse_compute(handle, n, n, &alpha, a.descr, b.descr, &beta, c, t, how, product);
    };
    bool done = fine(start()) && fine(cusparseSpGEMM_createDescr(&product)) &&
                fine(cusparseSpGEMMreuse_workEstimation(handle, n, n, a.descr, b.descr, c, how, product, &size, NULL));
    for (void *given : {(void *)NULL, buffer})
        done = done && fine(cusparseSpGEMMreuse_nnz(handle, n, n, a.descr, b.descr, c, how, product, &sizes[0], given,
                                                    &sizes[1], given, &sizes[2], given));
    done = done && fine(cusparseSpMatGetSize(c, &rows, &columns, &count)) && count == 3 &&
           fine(cusparseCsrSetPointers(c, first.dev, second.dev, values.dev));
    for (void *given : {(void *)NULL, buffer})
        done = done && fine(cusparseSpGEMMreuse_copy(handle, n, n, a.descr, b.descr, c, how, product, &size, given));
    ok(done && second.holds({0, 1, 1}) && fine(compute()) && values.holds({20, 8, 36}), "a product in steps");
    for (double &x : a.values.host) x *= 2;
    a.values.put();
    ok(fine(compute()) && values.holds({40, 16, 72}), "with other values in the same places");
    cusparseSpGEMM_destroyDescr(product), cusparseDestroySpMat(c);
    must(cudaFree(buffer));
}

// (4 2 0; 2 5 2; 0 2 5): L = (2; 1 2; 0 1 2), and by LU 1/2 below, 4, 2, 4, then 1/2, 2, 4
static void factors() {
    const ints offsets{0, 2, 5, 7}, columns{0, 1, 0, 1, 2, 1, 2};
    const doubles matrix{4, 2, 2, 5, 2, 2, 5};
    Memory<int> first(offsets), second(columns);
    Memory<double> lu(matrix), cholesky(matrix);
    cusparseMatDescr_t descr;
    csrilu02Info_t lu_info;
    csric02Info_t info;
    int at;
    cusparseCreateMatDescr(&descr);
    cusparseCreateCsrilu02Info(&lu_info), cusparseCreateCsric02Info(&info);
    ok(fine(cusparseDcsrilu02(handle, 3, 7, descr, lu.dev, first.dev, second.dev, lu_info,
                              CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL)) &&
           lu.holds({4, 2, 0.5, 4, 2, 0.5, 4}) && fine(cusparseXcsrilu02_zeroPivot(handle, lu_info, &at)) && at == -1,
       "incomplete LU");
    ok(fine(cusparseDcsric02(handle, 3, 7, descr, cholesky.dev, first.dev, second.dev, info,
                             CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL)) &&
           cholesky.holds({2, 2, 1, 2, 2, 1, 2}) && fine(cusparseXcsric02_zeroPivot(handle, info, &at)) && at == -1,
       "incomplete Cholesky, of the lower triangle");
    must(cudaMemset(lu.dev, 0, sizeof(double)));
    cusparseDcsrilu02(handle, 3, 7, descr, lu.dev, first.dev, second.dev, lu_info, CUSPARSE_SOLVE_POLICY_NO_LEVEL,
                      NULL);
    ok(cusparseXcsrilu02_zeroPivot(handle, lu_info, &at) == CUSPARSE_STATUS_ZERO_PIVOT && at == 0, "a pivot of 0");
    cusparseDestroyCsrilu02Info(lu_info), cusparseDestroyCsric02Info(info);
    cusparseDestroyMatDescr(descr);
}

// Sparse vectors; scalars and a result on the device; in a stream's order.
static void vectors() {
    Memory<int> indices({3, 1});
    Memory<float> entries({2, 5}), full({1, 10, 100, 1000}), scalars({2, 3, 0});
    cusparseSpVecDescr_t x;
    cusparseDnVecDescr_t y;
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    ok(fine(cusparseCreateSpVec(&x, 4, 2, indices.dev, entries.dev, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE,
                                CUDA_R_32F)) &&
           fine(cusparseCreateDnVec(&y, 4, full.dev, CUDA_R_32F)) && fine(cusparseSetStream(handle, stream)) &&
           fine(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE)) &&
           fine(cusparseAxpby(handle, scalars.dev, x, scalars.dev + 1, y)) &&
           fine(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, x, y, scalars.dev + 2, CUDA_R_32F, NULL)),
       "sparse vectors, and scalars on the device");
    must(cudaStreamSynchronize(stream));
    ok(full.holds({13, 30, 304, 3000}) && scalars.get()[2] == 2 * 304 + 5 * 13 && fine(cusparseGather(handle, y, x)),
       "are right");
    must(cudaStreamSynchronize(stream));
    float result;
    ok(entries.holds({304, 13}) && fine(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST)) &&
           fine(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, x, y, &result, CUDA_R_32F, NULL)) &&
           result == 304 * 304 + 13 * 13,
       "gathered; a result for the host");
    const float cosine = 2, sine = 3; // full has (13, 304) where x has (13, 304)
    ok(fine(cusparseRot(handle, &cosine, &sine, x, y)) && full.holds({-13, 30, -304, 3000}) &&
           entries.holds({5 * 304, 5 * 13}),
       "turned");
    cusparseSetStream(handle, 0);
    cusparseDestroySpVec(x), cusparseDestroyDnVec(y);
    must(cudaStreamDestroy(stream));
}

// says cusparseSpMV at .*: op\(A\) is 2 x 3, op\(B\) 2 x 1 and C 2 x 1
// says cusparseSpMV at .*: the values of A is host memory, which a GPU can't touch
// says cusparseGetPointerMode at .*: the handle was destroyed
// says cusparseSpMV: entry 1 of the sparse matrix is in row 0 and column 7
// says cusparseSpMV: the offsets of the sparse matrix say that line 0 has the entries from 0 up
static void mistakes() {
    Full<float> full(2, 3);
    full.v = {1, 2, 0, 0, 0, 3};
    const Sparse<float, int> a(full, CUSPARSE_FORMAT_CSR, 0);
    Memory<float> x({1, 1, 1}), y({0, 0});
    cusparseDnVecDescr_t vx, vy;
    const float one = 1, zero = 0, on_host[] = {1, 2, 3};
    const auto multiply = [&](cusparseDnVecDescr_t with) {
        return cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a.descr, with, &zero, vy, CUDA_R_32F,
                            CUSPARSE_SPMV_ALG_DEFAULT, NULL);
    };
    cusparseCreateDnVec(&vx, 3, x.dev, CUDA_R_32F);
    cusparseCreateDnVec(&vy, 2, y.dev, CUDA_R_32F);
    ok(multiply(vy) == CUSPARSE_STATUS_INVALID_VALUE, "sizes that do not fit");
    ok(multiply(NULL) == CUSPARSE_STATUS_INVALID_VALUE, "a vector that is NULL");
    ok(!strcmp(cusparseGetErrorName(CUSPARSE_STATUS_INVALID_VALUE), "CUSPARSE_STATUS_INVALID_VALUE") &&
           !strcmp(cusparseGetErrorString(CUSPARSE_STATUS_INVALID_VALUE), "invalid value"),
       "and its words");
    cusparseHandle_t other;
    cusparsePointerMode_t mode;
    ok(fine(cusparseCreate(&other)) && fine(cusparseDestroy(other)) &&
           cusparseGetPointerMode(other, &mode) == CUSPARSE_STATUS_NOT_INITIALIZED,
       "a handle that was destroyed");
    // All of them are queued before the first one ends the device's work.
    Memory<int> wild({0, 7, 2}), offsets({0, 1000000000, 3}), columns({0, 1, 2});
    Memory<float> values({1, 2, 3});
    std::atomic<bool> go(false);
    must(cudaLaunchHostFunc(
        0,
        [](void *flag) {
            while (!*(std::atomic<bool> *)flag)
                ;
        },
        &go));
    cusparseCsrSetPointers(a.descr, a.first.dev, wild.dev, values.dev);
    ok(fine(multiply(vx)), "a column that is not there");
    cusparseCsrSetPointers(a.descr, offsets.dev, columns.dev, values.dev);
    ok(fine(multiply(vx)), "a row's end that is not there");
    cusparseSpMatSetValues(a.descr, (void *)on_host);
    ok(fine(multiply(vx)), "the host's memory");
    go = true;
    ok(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "end as after such a kernel");
}

// (0 2 0; 1 1 1; 0 1 1) (1 2 3)' = (4 6 5)', which needs the first two rows exchanged.
static void three_diagonals() {
    const Memory<double> below({0, 1, 1}), diagonal({0, 1, 1}), above({2, 1, 0});
    Memory<double> b({4, 6, 5, 8, 12, 10}), batch({4, 6, 5});
    size_t size = 0;
    ok(fine(cusparseDgtsv2_bufferSizeExt(handle, 3, 2, below.dev, diagonal.dev, above.dev, b.dev, 3, &size)) &&
           fine(cusparseDgtsv2(handle, 3, 2, below.dev, diagonal.dev, above.dev, b.dev, 3, NULL)) &&
           b.holds({1, 2, 3, 2, 4, 6}),
       "three diagonals, and rows that change places");
    ok(fine(cusparseDgtsv2StridedBatch(handle, 3, below.dev, diagonal.dev, above.dev, batch.dev, 1, 3, NULL)) &&
           batch.holds({1, 2, 3}),
       "and of a batch");
    // two of (0 2 1 0; 1 1 0 1; 1 0 2 1; 0 1 1 1), in turn; 9 lies beside the matrix
    Memory<double> low2({9, 9, 9, 9, 1, 1, 1, 1}), low({9, 9, 1, 1, 0, 0, 1, 1}), middle({0, 0, 1, 1, 2, 2, 1, 1}),
        high({2, 2, 0, 0, 1, 1, 9, 9}), high2({1, 1, 1, 1, 9, 9, 9, 9}), two({7, 14, 7, 14, 11, 22, 9, 18});
    bool right = fine(cusparseDgpsvInterleavedBatch(handle, 0, 4, low2.dev, low.dev, middle.dev, high.dev, high2.dev,
                                                    two.dev, 2, NULL));
    for (int i = 0; i < 8; i++) right = right && fabs(two.get()[i] - (i / 2 + 1) * (i % 2 + 1)) < 1e-14;
    ok(right, "five diagonals");
    Memory<int> rows({3, 0, 1, 0, 3}), columns({1, 2, 0, 0, 0}), list({9, 9, 9, 9, 9});
    ok(fine(cusparseCreateIdentityPermutation(handle, 5, list.dev)) &&
           fine(cusparseXcoosortByRow(handle, 4, 3, 5, rows.dev, columns.dev, list.dev, NULL)) &&
           rows.holds({0, 0, 1, 3, 3}) && columns.holds({0, 2, 0, 0, 1}) && list.holds({3, 1, 2, 4, 0}),
       "entries in the order of rows");
}

int main() {
    ok(fine(cusparseCreate(&handle)), "a handle");
    products<float, int>(5, 7);
    products<double, int64_t>(1, 1);
    products<std::complex<float>, int64_t>(4, 3);
    products<std::complex<double>, int>(3, 1);
    conversions<float, int>(5, 7);
    conversions<double, int64_t>(6, 3);
    of_cuda_10();
    triangles();
    sparse_products();
    factors();
    vectors();
    three_diagonals();
    mistakes();
    return done_testing();
}
