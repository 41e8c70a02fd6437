// SPDX-License-Identifier: MIT
// nvcc -lcusolver
// cuSOLVER's dense part. Matrices are small with whole factors, so that results are known by hand;
// what is allowed is rounding, times the size.
#include <cusolverDn.h>
#include <float.h>
#include <math.h>

#include "device.h"

typedef std::complex<float> cfloat;
typedef std::complex<double> cdouble;
static cusolverDnHandle_t handle;

// The library's functions for each type.
template <class T> struct Api;
#define API(T, S, R_, sy, ort)                                                                                         \
    template <> struct Api<T> {                                                                                        \
                                                                                                                       \
        typedef R_ real;                                                                                               \
        static constexpr const char *name = #S;                                                                        \
        static constexpr double rounding = sizeof(R_) == 4 ? 1e-6 : 1e-14;                                             \
        static constexpr auto potrf = cusolverDn##S##potrf, potri = cusolverDn##S##potri;                              \
        static constexpr auto potrs = cusolverDn##S##potrs;                                                            \
        static constexpr auto getrf = cusolverDn##S##getrf;                                                            \
        static constexpr auto getrs = cusolverDn##S##getrs;                                                            \
        static constexpr auto geqrf = cusolverDn##S##geqrf;                                                            \
        static constexpr auto mqr = cusolverDn##S##ort##mqr;                                                           \
        static constexpr auto gqr = cusolverDn##S##ort##gqr;                                                           \
        static constexpr auto evd = cusolverDn##S##sy##evd;                                                            \
        static constexpr auto gvd = cusolverDn##S##sy##gvd;                                                            \
        static constexpr auto gesvd = cusolverDn##S##gesvd;                                                            \
    };
API(float, S, float, sy, or)
API(double, D, double, sy, or)
API(cfloat, C, float, he, un)
API(cdouble, Z, double, he, un)

static int *info;
static int result() {
    int host[1];
    fetch(host, info);
    return *host;
}
template <class T> static T imaginary(double) { // i times x, or nothing
    return 0;
}
template <> cfloat imaginary(double x) { return cfloat(0, (float)x); }
template <> cdouble imaginary(double x) { return cdouble(0, x); }
// Whether the first `n` agree, or the columns do, between which lie others.
template <class T> static bool near(const std::vector<T> &a, const std::vector<T> &b, double by) {
    bool all = a.size() == b.size();
    for (size_t i = 0; all && i < a.size(); i++) all = std::abs(a[i] - b[i]) <= by;
    return all;
}

// Positive definite: L L' for L = (2; 1+i 3; 4 1-i 1), in the lower triangle of columns of 4.
template <class T> static void cholesky() {
    typedef Api<T> api;
    const T p = T(1) + imaginary<T>(1), q = T(1) - imaginary<T>(1);
    const std::vector<T> l{2, p, 4, 9, 0, 3, q, 9, 0, 0, 1, 9}, ones{1, 1, 1, 9, 2, 2, 2};
    std::vector<T> a(12, 9), b(7, 9);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            a[j * 4 + i] = i < j ? T(-7) : T(0);
            for (int k = 0; k < 3 && i >= j; k++) a[j * 4 + i] += l[k * 4 + i] * conjugate(l[k * 4 + j]);
        }
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 3; i++) {
            b[c * 4 + i] = 0;
            for (int j = 0; j < 3; j++) b[c * 4 + i] += (i >= j ? a[j * 4 + i] : conjugate(a[i * 4 + j])) * ones[c * 4];
        }
    Memory<T> m(a), sides(b), work(std::vector<T>(16));
    const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    ok(fine(api::potrf(handle, lower, 3, native(m.dev), 4, native(work.dev), 16, info)) && result() == 0,
       "%s: Cholesky", api::name);
    auto expected = l;
    expected[4] = expected[8] = expected[9] = T(-7);
    ok(near(m.get(), expected, 8 * api::rounding), "is right, and nothing beside it is touched");
    ok(fine(api::potrs(handle, lower, 3, 2, native(m.dev), 4, native(sides.dev), 4, info)) && result() == 0 &&
           near(sides.get(), ones, 100 * api::rounding),
       "solves");
    ok(fine(api::potri(handle, lower, 3, native(m.dev), 4, native(work.dev), 16, info)) && result() == 0,
       "the inverse");
    const auto &inverse = m.get();
    bool right = true; // A times its first column is (1 0 0)
    for (int i = 0; i < 3; i++) {
        T sum = 0;
        for (int j = 0; j < 3; j++) sum += (i >= j ? a[j * 4 + i] : conjugate(a[i * 4 + j])) * inverse[j];
        right = right && std::abs(sum - T(i == 0)) < 100 * api::rounding;
    }
    ok(right, "is right");
    Memory<T> not_positive({1, 2, 2, 1});
    ok(fine(api::potrf(handle, lower, 2, native(not_positive.dev), 2, native(work.dev), 16, info)) && result() == 2,
       "the second minor is not positive");
}

// A = (0 1 2; 1 i 0; 2 3 1), and what it and its transposes make of (1 2 3)
template <class T> static void lu() {
    typedef Api<T> api;
    const T i = imaginary<T>(1);
    const std::vector<T> a{0, 1, 2, 1, i, 3, 2, 0, 1}, x{1, 2, 3};
    for (int t = 0; t < 3; t++) {
        std::vector<T> b(3, 0);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++)
                b[row] += (t == 0 ? a[k * 3 + row] : t == 1 ? a[row * 3 + k] : conjugate(a[row * 3 + k])) * x[k];
        Memory<T> m(a), side(b), work(std::vector<T>(16));
        int *pivots, first;
        must(cudaMalloc(&pivots, 3 * sizeof *pivots));
        ok(fine(api::getrf(handle, 3, 3, native(m.dev), 3, native(work.dev), pivots, info)) && result() == 0 &&
               fine(api::getrs(handle, (cublasOperation_t)t, 3, 1, native(m.dev), 3, pivots, native(side.dev), 3,
                               info)) &&
               result() == 0 && near(side.get(), x, 50 * api::rounding),
           "%s: LU solves, operation %d", api::name, t);
        must(cudaMemcpy(&first, pivots, sizeof first, cudaMemcpyDeviceToHost));
        ok(first == 3, "the first pivot is in row 3");
        must(cudaFree(pivots));
    }
    // without pivots: (2 1; 4 5; 6 9) = (1 0; 2 1; 3 2) (2 1; 0 3)
    Memory<T> tall({2, 4, 6, 1, 5, 9}), work(std::vector<T>(16)), square({2, 4, 1, 5}), side({4, 14});
    ok(fine(api::getrf(handle, 3, 2, native(tall.dev), 3, native(work.dev), NULL, info)) && result() == 0 &&
           tall.get() == std::vector<T>{2, 2, 3, 1, 3, 2},
       "without pivots");
    ok(fine(api::getrf(handle, 2, 2, native(square.dev), 2, native(work.dev), NULL, info)) &&
           fine(api::getrs(handle, CUBLAS_OP_N, 2, 1, native(square.dev), 2, NULL, native(side.dev), 2, info)) &&
           near(side.get(), {T(1), T(2)}, 10 * api::rounding),
       "which solves, too");
    Memory<T> singular({1, 2, 2, 4});
    int *pivots = room(2);
    ok(fine(api::getrf(handle, 2, 2, native(singular.dev), 2, native(work.dev), pivots, info)) && result() == 2,
       "a pivot of 0");
    must(cudaFree(pivots));
}

// Q R = A for a matrix of 5 x 3; Q has orthonormal columns; Q' A = R.
template <class T> static void qr() {
    typedef Api<T> api;
    enum { M = 5, N = 3 };
    std::vector<T> a;
    for (int i = 0; i < M * N; i++) a.push_back(T(i * 7 % 11 - 5) + imaginary<T>(i * 3 % 7 - 3));
    Memory<T> m(a), tau(a), work(std::vector<T>(64)), product(a);
    const cublasOperation_t back = CUBLAS_OP_C;
    bool done =
        fine(api::geqrf(handle, M, N, native(m.dev), M, native(tau.dev), native(work.dev), 64, info)) && result() == 0;
    const auto factored = m.get();
    done = done &&
           fine(api::mqr(handle, CUBLAS_SIDE_LEFT, back, M, N, N, native(m.dev), M, native(tau.dev),
                         native(product.dev), M, native(work.dev), 64, info)) &&
           result() == 0 &&
           fine(api::gqr(handle, M, N, N, native(m.dev), M, native(tau.dev), native(work.dev), 64, info)) &&
           result() == 0;
    const auto &q = m.get(), &r = product.get();
    double worst = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            T sum = 0;
            for (int k = 0; k <= j; k++) sum += q[k * M + i] * factored[j * M + k];
            worst = fmax(worst, std::abs(sum - a[j * M + i]));
            worst = fmax(worst, std::abs(r[j * M + i] - (i <= j ? factored[j * M + i] : T(0))));
            if (i < N) {
                sum = 0;
                for (int k = 0; k < M; k++) sum += conjugate(q[i * M + k]) * q[j * M + k];
                worst = fmax(worst, std::abs(sum - T(i == j)));
            }
        }
    ok(done && worst < 50 * api::rounding, "%s: QR of 5 x 3: off by %.1e", api::name, worst);
}

// (2 i; -i 2), or (2 1; 1 2), has 1 and 3; twice that with B = 2 has the same. The singular values
// of (3 0; 0 -4; 0 0) are 4 and 3.
template <class T> static void values() {
    typedef Api<T> api;
    const T z = imaginary<T>(1) == T(0) ? T(1) : imaginary<T>(1);
    const std::vector<T> matrix{2, conjugate(z), z, 2};
    Memory<T> a(matrix), work(std::vector<T>(64)), b({2, 0, 0, 2}), twice(matrix);
    typename api::real *w, found[2];
    must(cudaMalloc(&w, 2 * sizeof *w));
    const cublasFillMode_t upper = CUBLAS_FILL_MODE_UPPER;
    bool done =
        fine(api::evd(handle, CUSOLVER_EIG_MODE_VECTOR, upper, 2, native(a.dev), 2, w, native(work.dev), 64, info)) &&
        result() == 0;
    must(cudaMemcpy(found, w, sizeof found, cudaMemcpyDeviceToHost));
    const auto &v = a.get();
    double worst = fmax(fabs(found[0] - 1), fabs(found[1] - 3));
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 2; i++)
            worst =
                fmax(worst, std::abs(matrix[i] * v[k * 2] + matrix[2 + i] * v[k * 2 + 1] - T(found[k]) * v[k * 2 + i]));
    ok(done && worst < 10 * api::rounding, "%s: eigenvalues and vectors: off by %.1e", api::name, worst);
    done = fine(api::gvd(handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_NOVECTOR, upper, 2, native(twice.dev), 2,
                         native(b.dev), 2, w, native(work.dev), 64, info)) &&
           result() == 0;
    must(cudaMemcpy(found, w, sizeof found, cudaMemcpyDeviceToHost));
    ok(done && fabs(found[0] - 0.5) + fabs(found[1] - 1.5) < 10 * api::rounding, "of A x = w B x: the halves");
    Memory<T> tall({3, 0, 0, 0, -4, 0}), u(std::vector<T>(9)), vt(std::vector<T>(4));
    done = fine(api::gesvd(handle, 'A', 'A', 3, 2, native(tall.dev), 3, w, native(u.dev), 3, native(vt.dev), 2,
                           native(work.dev), 64, NULL, info)) &&
           result() == 0;
    must(cudaMemcpy(found, w, sizeof found, cudaMemcpyDeviceToHost));
    const std::vector<double> product{3, 0, 0, 0, -4, 0};
    worst = fmax(fabs(found[0] - 4), fabs(found[1] - 3));
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 3; i++) {
            T sum = 0;
            for (int k = 0; k < 2; k++) sum += u.get()[k * 3 + i] * T(found[k]) * vt.get()[j * 2 + k];
            worst = fmax(worst, std::abs(sum - T(product[j * 3 + i])));
        }
    ok(done && worst < 50 * api::rounding, "singular values: off by %.1e", worst);
    must(cudaFree(w));
}

// The interface of 64 bits and any type, and many at once, in a stream's order.
static void others() {
    cusolverDnParams_t params;
    cudaStream_t stream;
    size_t on_device, on_host;
    int64_t *pivots, host[2];
    must(cudaMalloc(&pivots, sizeof host));
    must(cudaStreamCreate(&stream));
    Memory<double> a({1, 2, 3, 4}), b({7, 10}); // (1 3; 2 4) (1 2)
    ok(fine(cusolverDnCreateParams(&params)) && fine(cusolverDnSetStream(handle, stream)) &&
           fine(cusolverDnXgetrf_bufferSize(handle, params, 2, 2, CUDA_R_64F, a.dev, 2, CUDA_R_64F, &on_device,
                                            &on_host)) &&
           fine(cusolverDnXgetrf(handle, params, 2, 2, CUDA_R_64F, a.dev, 2, pivots, CUDA_R_64F, NULL, 0, NULL, 0,
                                 info)) &&
           fine(cusolverDnXgetrs(handle, params, CUBLAS_OP_N, 2, 1, CUDA_R_64F, a.dev, 2, pivots, CUDA_R_64F, b.dev, 2,
                                 info)),
       "sizes of 64 bits");
    must(cudaStreamSynchronize(stream));
    must(cudaMemcpy(host, pivots, sizeof host, cudaMemcpyDeviceToHost));
    ok(near(b.get(), {1, 2}, 1e-14) && host[0] == 2 && host[1] == 2, "are right");
    Memory<float> many({4, 2, 9, 5, 9, 3, 9, 1}), sides({2, 1, 9, 3});
    float *list[] = {many.dev, many.dev + 4}, *right[] = {sides.dev, sides.dev + 2}, **dev;
    int *infos, said[2];
    must(cudaMalloc(&dev, 4 * sizeof *dev));
    must(cudaMalloc(&infos, sizeof said));
    must(cudaMemcpy(dev, list, sizeof list, cudaMemcpyHostToDevice));
    must(cudaMemcpy(dev + 2, right, sizeof right, cudaMemcpyHostToDevice));
    // (4 2; 2 5) = (2; 1 2) its transpose; (9 3; 3 1) is singular
    ok(fine(cusolverDnSpotrfBatched(handle, CUBLAS_FILL_MODE_LOWER, 2, dev, 2, infos, 2)), "many at once");
    must(cudaStreamSynchronize(stream));
    must(cudaMemcpy(said, infos, sizeof said, cudaMemcpyDeviceToHost));
    ok(said[0] == 0 && said[1] == 2 && many.get()[0] == 2 && many.get()[1] == 1 && many.get()[3] == 2 &&
           many.get()[2] == 9,
       "are right");
    ok(fine(cusolverDnSetStream(handle, 0)) && fine(cusolverDnDestroyParams(params)), "and end");
    must(cudaStreamDestroy(stream));
    must(cudaFree(dev)), must(cudaFree(infos)), must(cudaFree(pivots));
}

// (2 1; 1 2) has 1 and 3, twice that 2 and 6; the wide (0 3 0; 4i 0 0) has the singular values 4
// and 3, and is U S V'.
// A quarter turn: eigenvalues i and -i.
static void turned() {
    Memory<double> a({0, 1, -1, 0}), v({0, 0, 0, 0}), work({0});
    Memory<cdouble> w({0, 0});
    ok(fine(cusolverDnXgeev(handle, NULL, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR, 2, CUDA_R_64F, a.dev, 2,
                            CUDA_C_64F, w.dev, CUDA_R_64F, NULL, 1, CUDA_R_64F, v.dev, 2, CUDA_R_64F, work.dev, 8, NULL,
                            0, info)) &&
           std::abs(w.get()[0] - cdouble(0, 1)) + std::abs(w.get()[1] + cdouble(0, 1)) < 1e-15,
       "cusolverDnXgeev");
}

// (3 0; 0 -4; 0 0) has the values 4, with vectors of the second row and column up to the signs, and 3, which is left.
static void some() {
    Memory<double> l({2, 1, 7, 4}), a({2, 1, 1, 2}), c(a.host), b({2, 0, 0, 2}), w({0, 0}), m({3, 0, 0, 0, -4, 0}),
        u(m.host);
    const auto low = CUBLAS_FILL_MODE_LOWER;
    const auto job = CUSOLVER_EIG_MODE_VECTOR;
    const auto t = CUDA_R_64F;
    int64_t count;
    int found;
    double from = 2, to = 9, rest;
    ok(fine(cusolverDnXtrtri(handle, low, CUBLAS_DIAG_NON_UNIT, 2, t, l.dev, 2, NULL, 0, NULL, 0, info)) &&
           l.holds({0.5, -0.125, 7, 0.25}),
       "a triangle's inverse");
    ok(fine(cusolverDnXsyevdx(handle, NULL, job, CUSOLVER_EIG_RANGE_V, low, 2, t, a.dev, 2, &from, &to, 0, 0, &count, t,
                              w.dev, t, NULL, 0, NULL, 0, info)) &&
           count == 1 && fabs(w.get()[0] - 3) < 1e-14 &&
           fine(cusolverDnDsygvdx(handle, CUSOLVER_EIG_TYPE_1, job, CUSOLVER_EIG_RANGE_I, low, 2, c.dev, 2, b.dev, 2, 0,
                                  0, 2, 2, &found, w.dev, a.dev, 1, info)) &&
           found == 1 && fabs(w.get()[0] - 1.5) < 1e-14,
       "eigenvalues in a range");
    ok(fine(cusolverDnDgesvdaStridedBatched(handle, job, 1, 3, 2, m.dev, 3, 6, w.dev, 1, u.dev, 3, 3, b.dev, 2, 2,
                                            a.dev, 1, info, &rest, 1)) &&
           fabs(w.get()[0] - 4) + fabs(u.get()[1] * b.get()[1] + 1) + fabs(rest - 3) < 1e-14,
       "the first singular value");
}
static void jacobi() {
    Memory<double> two({2, 1, 1, 2, 4, 2, 2, 4}), w(std::vector<double>(4)), work(std::vector<double>(64));
    const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    const cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
    syevjInfo_t settings;
    int *infos, size, found = 0;
    must(cudaMalloc(&infos, 2 * sizeof *infos));
    bool done = fine(cusolverDnCreateSyevjInfo(&settings)) && fine(cusolverDnXsyevjSetTolerance(settings, 1e-12)) &&
                fine(cusolverDnDsyevjBatched_bufferSize(handle, vectors, lower, 2, native(two.dev), 2, native(w.dev),
                                                        &size, settings, 2)) &&
                fine(cusolverDnDsyevjBatched(handle, vectors, lower, 2, native(two.dev), 2, native(w.dev),
                                             native(work.dev), 64, infos, settings, 2));
    std::vector<double> values = w.get();
    ok(done && fabs(values[0] - 1) + fabs(values[1] - 3) + fabs(values[2] - 2) + fabs(values[3] - 6) < 1e-14,
       "Jacobi's method, of many");
    Memory<double> again({2, 1, 1, 2});
    done = fine(cusolverDnDsyevdx(handle, vectors, CUSOLVER_EIG_RANGE_V, lower, 2, native(again.dev), 2, 2, 9, 0, 0,
                                  &found, native(w.dev), native(work.dev), 64, info));
    ok(done && found == 1 && fabs(w.get()[0] - 3) < 1e-14 &&
           fabs(fabs(again.get()[0] + again.get()[1]) - sqrt(2)) < 1e-14,
       "eigenvalues in a range");

    const std::vector<cdouble> wide{0, cdouble(0, 4), 3, 0, 0, 0};
    Memory<cdouble> a(wide), u(std::vector<cdouble>(4)), v(std::vector<cdouble>(6)), more(std::vector<cdouble>(64));
    gesvdjInfo_t how;
    done = fine(cusolverDnCreateGesvdjInfo(&how)) &&
           fine(cusolverDnZgesvdj(handle, vectors, 1, 2, 3, native(a.dev), 2, native(w.dev), native(u.dev), 2,
                                  native(v.dev), 3, native(more.dev), 64, info, how));
    values = w.get();
    double worst = fabs(values[0] - 4) + fabs(values[1] - 3);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 2; i++) {
            cdouble sum = 0;
            for (int k = 0; k < 2; k++) sum += u.get()[k * 2 + i] * values[k] * conjugate(v.get()[k * 3 + j]);
            worst = fmax(worst, std::abs(sum - wide[j * 2 + i]));
        }
    ok(done && worst < 1e-14, "singular values of a wide matrix: off by %.1e", worst);
    ok(fine(cusolverDnDestroySyevjInfo(settings)) && fine(cusolverDnDestroyGesvdjInfo(how)), "and end");
    must(cudaFree(infos));
}

// says cusolverDnDpotrf at .*: the leading dimension of A is 2, and its columns have 3 elements
// says cusolverDnDgesvd at .*: the matrix is 1 x 2: gesvd takes only those with m >= n
// says cusolverDnDpotrf at .*: info is host memory, which a GPU can't touch
// says cusolverDnSetStream at .*: the handle was destroyed
static void mistakes() {
    Memory<double> a({4, 0, 0, 4}), work(std::vector<double>(16));
    const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    ok(cusolverDnDpotrf(handle, lower, 3, a.dev, 2, work.dev, 16, info) == CUSOLVER_STATUS_INVALID_VALUE,
       "a leading dimension");
    ok(cusolverDnDgesvd(handle, 'N', 'N', 1, 2, a.dev, 1, work.dev, NULL, 1, NULL, 1, work.dev, 16, NULL, info) ==
           CUSOLVER_STATUS_INVALID_VALUE,
       "a wide matrix");
    cusolverDnHandle_t other;
    ok(fine(cusolverDnCreate(&other)) && fine(cusolverDnDestroy(other)) &&
           cusolverDnSetStream(other, 0) == CUSOLVER_STATUS_NOT_INITIALIZED,
       "a handle that was destroyed");
    int on_host;
    cusolverDnDpotrf(handle, lower, 2, a.dev, 2, work.dev, 16, &on_host);
    ok(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "info on the host");
}

int main() {
    ok(fine(cusolverDnCreate(&handle)), "a handle");
    must(cudaMalloc(&info, sizeof *info));
    cholesky<float>(), cholesky<double>(), cholesky<cfloat>(), cholesky<cdouble>();
    lu<float>(), lu<double>(), lu<cfloat>(), lu<cdouble>();
    qr<float>(), qr<double>(), qr<cfloat>(), qr<cdouble>();
    values<float>(), values<double>(), values<cfloat>(), values<cdouble>();
    others();
    jacobi();
    some();
    turned();
    mistakes();
    return done_testing();
}
