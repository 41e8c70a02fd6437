// SPDX-License-Identifier: MIT
// nvcc -lcublas -lcublasLt
// cuBLAS. The expected values follow by plain loops.
#include <cublas.h>
#include <cublasLt.h>
#include <cublasXt.h>
#include <cublas_v2.h>

#include "device.h"

static cublasHandle_t handle;
static const cublasOperation_t plain = CUBLAS_OP_N;
static const float one = 1, zero = 0;

template <class T> static T element(const std::vector<T> &a, int t, int ld, int i, int j) {
    const T x = t == CUBLAS_OP_N ? a[j * ld + i] : a[i * ld + j];
    return t == CUBLAS_OP_C ? conjugate(x) : x;
}

template <class T, class F> static void products(const char *name, F gemm) {
    enum { M = 5, N = 4, K = 3, LD = 7 };
    const T alpha = number<T>(2), beta = number<T>(5);
    const auto a = numbers<T>(LD * 6, 2), b = numbers<T>(LD * 6, 3), c = numbers<T>(LD * N, 4);
    bool right = true;
    for (int ta = 0; ta < 3; ta++)
        for (int tb = 0; tb < 3; tb++) {
            const Memory<T> da(a), db(b), dc(c);
            right = right && fine(gemm(handle, (cublasOperation_t)ta, (cublasOperation_t)tb, M, N, K, native(&alpha),
                                       native(da.dev), LD, native(db.dev), LD, native(&beta), native(dc.dev), LD));
            auto expected = c;
            for (int j = 0; j < N; j++)
                for (int i = 0; i < M; i++) {
                    T sum = 0;
                    for (int k = 0; k < K; k++) sum += element(a, ta, LD, i, k) * element(b, tb, LD, k, j);
                    expected[j * LD + i] = beta * expected[j * LD + i] + alpha * sum;
                }
            right = right && dc.holds(expected);
        }
    ok(right, "%s: all transposes, and nothing beside C", name);
}

// Arrays of pointers on the device, to parts of what lies there: so many elements apart.
template <class T> static Memory<T *> parts(const Memory<T> &m, int count, int apart) {
    std::vector<T *> list;
    for (int i = 0; i < count; i++) list.push_back(m.dev + i * apart);
    return list;
}

static void many() {
    enum { N = 3, SIZE = N * N, COUNT = 4 };
    const Memory<float> a(numbers<float>(SIZE * COUNT, 2)), b(numbers<float>(SIZE * COUNT, 3)), c(a.host), d(a.host);
    const auto as = parts(a, COUNT, SIZE), bs = parts(b, COUNT, SIZE), ds = parts(d, COUNT, SIZE);
    bool right =
        fine(cublasSgemmStridedBatched(handle, plain, plain, N, N, N, &one, a.dev, N, SIZE, b.dev, N, SIZE, &zero,
                                       c.dev, N, SIZE, COUNT)) &&
        fine(cublasSgemmBatched(handle, plain, plain, N, N, N, &one, as.dev, N, bs.dev, N, &zero, ds.dev, N, COUNT)) &&
        d.holds(c.get());
    for (int i = 0; i < SIZE * COUNT; i++) {
        float sum = 0;
        for (int k = 0; k < N; k++) sum += a.host[i / SIZE * SIZE + k * N + i % N] * b.host[i / N * N + k];
        right = right && sum == c.host[i];
    }
    ok(right, "many products, by strides and by pointers");
    // (2 1; 1 1), whose inverse is (1 -1; -1 2)
    const Memory<float> matrices({2, 1, 1, 1, 2, 1, 1, 1}), inverses({0, 0, 0, 0, 0, 0, 0, 0});
    const auto from = parts(matrices, 2, 4), to = parts(inverses, 2, 4);
    int *const pivots = room(4), *const info = room(2);
    ok(fine(cublasSgetrfBatched(handle, 2, from.dev, 2, pivots, info, 2)) &&
           fine(cublasSgetriBatched(handle, 2, from.dev, 2, pivots, to.dev, 2, info, 2)) &&
           inverses.holds({1, -1, -1, 2, 1, -1, -1, 2}),
       "inverses of many");
    free_all(pivots, info);
}

static void vectors() {
    enum { N = 10 };
    Memory<float> x(numbers<float>(N, 2)), y(numbers<float>(2 * N, 2));
    float result = 0, alpha = 3, product = 0, absolute = 0, squares = 0;
    int at = 0, smallest = 0;
    for (int i = 0; i < N; i++)
        product += x.host[i] * y.host[2 * i], absolute += fabsf(x.host[i]), squares += x.host[i] * x.host[i];
    ok(fine(cublasSdot(handle, N, x.dev, 1, y.dev, 2, &result)) && result == product, "dot, with a step");
    ok(fine(cublasSasum(handle, N, x.dev, 1, &result)) && result == absolute, "asum");
    ok(fine(cublasSnrm2(handle, N, x.dev, 1, &result)) && fabsf(result * result - squares) < 1e-4f * squares, "nrm2");
    // -2, 5, ...: the first of largest magnitude, and of smallest, counted from 1
    ok(fine(cublasIsamax(handle, N, x.dev, 1, &at)) && at == 2, "amax");
    while (x.host[smallest] != 0) smallest++;
    ok(fine(cublasIsamin(handle, N, x.dev, 1, &at)) && at == smallest + 1, "amin");
    auto expected = y.host;
    for (int i = 0; i < N; i++) expected[2 * i] += 3 * x.host[i];
    ok(fine(cublasSaxpy(handle, N, &alpha, x.dev, 1, y.dev, 2)) && y.holds(expected), "axpy");
    // the scalar and the result on the device
    const Memory<float> scalars({alpha, 0});
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    const bool done =
        fine(cublasSscal(handle, N, scalars.dev, x.dev, 1)) && fine(cublasSasum(handle, N, x.dev, 1, scalars.dev + 1));
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    ok(done && scalars.holds({3, 3 * absolute}), "pointers to the device");
    cuComplex z[] = {{1, 2}, {3, 4}}, *const dev_z = room<cuComplex>(2), of_z;
    ok(fine(cublasSetVector(2, sizeof *z, z, 1, dev_z, 1)) && fine(cublasCdotc(handle, 2, dev_z, 1, dev_z, 1, &of_z)) &&
           of_z.x == 30 && of_z.y == 0,
       "a complex product");
}

static void matrices() {
    enum { N = 3 };
    Memory<double> a(numbers<double>(N * N, 2)), x(numbers<double>(N, 2)), y(x.host), c(a.host);
    const double one = 1, zero = 0, two = 2;
    std::vector<double> twice(N), turned;
    for (int i = 0; i < N * N; i++) {
        twice[i / N] += 2 * a.host[i] * x.host[i % N];
        turned.push_back(a.host[i % N * N + i / N]);
    }
    ok(fine(cublasDgemv(handle, CUBLAS_OP_T, N, N, &two, a.dev, N, x.dev, 1, &zero, y.dev, 1)) && y.holds(twice),
       "gemv");
    ok(fine(cublasDgeam(handle, CUBLAS_OP_T, plain, N, N, &one, a.dev, N, &zero, a.dev, N, c.dev, N)) &&
           c.holds(turned),
       "geam transposes");
    // a triangle times X, and solved again
    ok(fine(cublasDtrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, plain, CUBLAS_DIAG_UNIT, N, 1, &one, a.dev, N,
                        x.dev, N, y.dev, N)) &&
           fine(cublasDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, plain, CUBLAS_DIAG_UNIT, N, 1, &one,
                            a.dev, N, y.dev, N)) &&
           y.holds(x.host),
       "trmm and trsm undo each other");
}

__global__ void fill(float *p, int n, float value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = value;
}

static void streams() {
    enum { N = 64 };
    const Memory<float> a(numbers<float>(N * N, 0)), b(a.host), c(a.host);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    must(cudaStreamCreate(&stream));
    ok(fine(cublasSetStream(handle, stream)), "a stream");
    auto work = [&](float value) {
        fill<<<N * N / 256, 256, 0, stream>>>(a.dev, N * N, value);
        fill<<<N * N / 256, 256, 0, stream>>>(b.dev, N * N, 1);
        cublasSgemm(handle, plain, plain, N, N, N, &one, a.dev, N, b.dev, N, &zero, c.dev, N);
        fill<<<1, 1, 0, stream>>>(c.dev, 1, -1);
    };
    work(2);
    must(cudaStreamSynchronize(stream));
    ok(c.get()[0] == -1 && c.host[N * N - 1] == 2 * N, "the stream's order is kept");
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    work(3);
    must(cudaStreamEndCapture(stream, &graph));
    must(cudaGraphInstantiate(&exec, graph, 0));
    must(cudaGraphLaunch(exec, stream));
    must(cudaStreamSynchronize(stream));
    ok(c.get()[1] == 3 * N, "in a graph, too");
    cudaEvent_t
        event; // a short call in the default stream, or in one that waits for it, comes after this stream's work
    cudaStream_t other[] = {0, stream};
    must(cudaEventCreate(&event)), must(cudaStreamCreateWithFlags(&other[1], cudaStreamNonBlocking));
    const Memory<float> x({1}), sums({0, 0});
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 500; i++) fill<<<N * N / 256, 256, 0, stream>>>(sums.dev + k, 1, i);
        must(cudaEventRecord(event, stream));
        if (k) must(cudaStreamWaitEvent(other[1], event, 0));
        cublasSetStream(handle, other[k]), cublasSaxpy(handle, 1, &one, x.dev, 1, sums.dev + k, 1),
            cudaDeviceSynchronize();
    }
    ok(sums.holds({500, 500}), "a short call does not overtake");
    cublasSetStream(handle, 0), cudaStreamDestroy(other[1]), cudaEventDestroy(event);
    must(cudaStreamDestroy(stream));
    int bits = 0;
    ok(fine(cublasSetEmulationStrategy(handle, CUBLAS_EMULATION_STRATEGY_EAGER)) &&
           fine(cublasSetFixedPointEmulationMaxMantissaBitCount(handle, 40)) &&
           fine(cublasGetFixedPointEmulationMaxMantissaBitCount(handle, &bits)) && bits == 40,
       "what is set for emulated doubles is kept");
}

static void mixed() {
    enum { M = 4, N = 3, K = 2 };
    std::vector<__half> halves;
    for (int i = 0; i < M * N; i++) halves.push_back(__float2half(0.5f * i));
    const Memory<__half> a(halves), c(halves); // of which B is the beginning
    bool right = fine(cublasGemmEx(handle, plain, plain, M, N, K, &one, a.dev, CUDA_R_16F, M, a.dev, CUDA_R_16F, K,
                                   &zero, c.dev, CUDA_R_16F, M, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    c.get();
    for (int i = 0; i < M * N; i++)
        right = right && __half2float(c.host[i]) == i % M * (i / M) * 0.5f + (i % M + M) * (i / M + 0.5f) * 0.5f;
    ok(right, "halves");
    const Memory<signed char> bytes({1, 2, 3, -4});
    const Memory<int> whole({0, 0, 0, 0});
    const int alpha = 1, beta = 0;
    ok(fine(cublasGemmEx(handle, plain, plain, 2, 2, 2, &alpha, bytes.dev, CUDA_R_8I, 2, bytes.dev, CUDA_R_8I, 2, &beta,
                         whole.dev, CUDA_R_32I, 2, CUDA_R_32I, CUBLAS_GEMM_DEFAULT)) &&
           whole.holds({7, -6, -9, 22}),
       "bytes, their sums by a type");
}

// says cublasXtDgemm at .*: the leading dimension of A is 1, and its columns have 2 elements
static void matrices_of_the_host() {
    cublasXtHandle_t across;
    int device = 0;
    const double a[] = {1, 2, 3, 4}, one = 1, two = 2;
    double c[] = {10, 20, 30, 40};
    ok(fine(cublasXtCreate(&across)) && fine(cublasXtDeviceSelect(across, 1, &device)) &&
           fine(cublasXtDgemm(across, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 2, &two, a, 2, a, 2, &one, c, 2)) &&
           c[0] == 10 + 2 * 5 && c[1] == 20 + 2 * 11 && c[2] == 30 + 2 * 11 && c[3] == 40 + 2 * 25,
       "cublasXtDgemm");
    ok(cublasXtDgemm(across, plain, plain, 2, 2, 2, &two, a, 1, a, 2, &one, c, 2) == CUBLAS_STATUS_INVALID_VALUE &&
           fine(cublasXtDestroy(across)),
       "a leading dimension that is too small");
}

static void lt() {
    enum { N = 3 };
    const auto abc = numbers<float>(N * N, 2);
    Memory<float> a(abc), b(abc), c(abc), bias(numbers<float>(N, 2));
    cublasLtHandle_t light;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t layout, rows;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t result;
    int found = 0;
    bool done = fine(cublasLtCreate(&light)) && fine(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F)) &&
                fine(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, N, N, N)) &&
                fine(cublasLtMatrixLayoutCreate(&rows, CUDA_R_32F, N, N, N)) &&
                fine(cublasLtMatmulPreferenceCreate(&preference));
    const cublasLtOrder_t order = CUBLASLT_ORDER_ROW;
    done = done && fine(cublasLtMatrixLayoutSetAttribute(rows, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
    const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
    done =
        done && fine(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    done = done &&
           fine(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.dev, sizeof bias.dev));
    done = done && fine(cublasLtMatmulAlgoGetHeuristic(light, desc, layout, rows, layout, layout, preference, 1,
                                                       &result, &found));
    ok(done && found == 1, "cuBLASLt has an algorithm");
    for (int by_rows = 0; by_rows < 2; by_rows++) {
        const auto d = by_rows ? rows : layout;
        done = fine(cublasLtMatmul(light, desc, &one, a.dev, layout, b.dev, rows, &zero, c.dev, d, c.dev, d,
                                   &result.algo, NULL, 0, 0));
        c.get();
        bool right = done;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                float sum = bias.host[i];
                for (int k = 0; k < N; k++) sum += a.host[k * N + i] * b.host[k * N + j];
                right = right && c.host[by_rows ? i * N + j : j * N + i] == (sum > 0 ? sum : 0);
            }
        ok(right, "a product, a bias and a rectifier; D by %s", by_rows ? "rows" : "columns");
    }
    // a mask of what is not below 0, by which the way back goes, with the sums of its rows
    unsigned char *dev_mask, mask[16 * N];
    must(cudaMalloc(&dev_mask, sizeof mask));
    must(cudaMemset(dev_mask, 0, sizeof mask));
    const int64_t ld = 128; // in bits
    const auto runs = [&](cublasLtEpilogue_t what) {
        cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &what, sizeof what);
        return cublasLtMatmul(light, desc, &one, a.dev, layout, b.dev, rows, &zero, c.dev, layout, c.dev, layout, NULL,
                              NULL, 0, 0);
    };
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &dev_mask, sizeof dev_mask);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &ld, sizeof ld);
    const std::vector<float> offset = bias.host;
    done = fine(runs(CUBLASLT_EPILOGUE_RELU_AUX_BIAS)) && fine(runs(CUBLASLT_EPILOGUE_DRELU_BGRAD));
    must(cudaMemcpy(mask, dev_mask, sizeof mask, cudaMemcpyDeviceToHost));
    c.get(), bias.get();
    bool right = done;
    for (int i = 0; i < N; i++) {
        float all = 0;
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++) sum += a.host[k * N + i] * b.host[k * N + j];
            const bool set = mask[16 * j] >> i & 1;
            right = right && set == (sum + offset[i] >= 0) && c.host[j * N + i] == (set ? sum : 0);
            all += c.host[j * N + i];
        }
        right = right && bias.host[i] == all;
    }
    ok(right, "a rectifier's mask, and the gradients by it");
    ok(runs(CUBLASLT_EPILOGUE_RELU) == CUBLAS_STATUS_INVALID_VALUE, "a bias that nothing reads");
    must(cudaFree(dev_mask));
    ok(fine(cublasLtDestroy(light)), "its handle ends");
}

// says cublasSgemm at .*: the leading dimension of A is 3, and its columns have 4 elements
// says cublasSdot at .*: the handle was destroyed
// says cublasSscal at .*: x is host memory, which a GPU can't touch
static void mistakes() {
    const Memory<float> a(numbers<float>(16, 2));
    float host[16] = {0}, result;
    ok(strcmp(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE") == 0,
       "a status has a name");
    ok(cublasSgemm(handle, plain, plain, 4, 4, 4, &one, a.dev, 3, a.dev, 4, &one, a.dev, 4) ==
           CUBLAS_STATUS_INVALID_VALUE,
       "a leading dimension that is too small");
    ok(cublasSdot(NULL, 4, a.dev, 1, a.dev, 1, &result) == CUBLAS_STATUS_NOT_INITIALIZED, "no handle");
    cublasHandle_t other = handle;
    ok(fine(cublasCreate(&other)) && other != handle && fine(cublasDestroy(other)), "another handle, destroyed");
    ok(cublasSdot(other, 4, a.dev, 1, a.dev, 1, &result) == CUBLAS_STATUS_NOT_INITIALIZED, "and used");
    cublasSscal(handle, 4, &one, host, 1);
    ok(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "a pointer to the host: as a kernel that follows it");
}

// The same symmetric matrix as a band of two diagonals, packed and whole, in the upper triangle.
static void stored() {
    enum { N = 4, K = 1, LD = 3 };
    const double whole[N * N] = {2, 1, 0, 0, 1, 3, -1, 0, 0, -1, 4, 2, 0, 0, 2, 5};
    double band[LD * N] = {}, packed[N * (N + 1) / 2];
    for (int j = 0, at = 0; j < N; j++)
        for (int i = 0; i <= j; i++) {
            packed[at++] = whole[j * N + i];
            if (j - i <= K) band[j * LD + K + i - j] = whole[j * N + i];
        }
    const auto list = [](const double *from, int n) { return std::vector<double>(from, from + n); };
    Memory<double> a(list(whole, N * N)), b(list(band, LD * N)), p(list(packed, N * (N + 1) / 2)),
        x(numbers<double>(N, 2)), y(x.host), z(x.host);
    const double two = 2, one = 1;
    const cublasFillMode_t upper = CUBLAS_FILL_MODE_UPPER;
    bool right = fine(cublasDsbmv(handle, upper, N, K, &two, b.dev, LD, x.dev, 1, &one, y.dev, 1)) &&
                 fine(cublasDspmv(handle, upper, N, &two, p.dev, x.dev, 1, &one, z.dev, 1));
    std::vector<double> expected = y.host;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) expected[i] += 2 * whole[j * N + i] * x.host[j];
    y.get(), z.get();
    ok(right && y.host == expected && z.host == expected, "products with bands and packed ones");
    // a triangle's product, and back
    right = fine(cublasDtbmv(handle, upper, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, N, K, b.dev, LD, y.dev, 1)) &&
            fine(cublasDtpsv(handle, upper, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, N, p.dev, y.dev, 1));
    y.get();
    for (int i = 0; i < N; i++) right = right && fabs(y.host[i] - expected[i]) < 1e-12 * fabs(expected[i]) + 1e-12;
    ok(right, "triangles");
    // A += 2 (x z' + z x'), packed and whole
    right = fine(cublasDsyr2(handle, upper, N, &two, x.dev, 1, z.dev, 1, a.dev, N)) &&
            fine(cublasDspr2(handle, upper, N, &two, x.dev, 1, z.dev, 1, p.dev));
    a.get(), p.get();
    for (int j = 0, at = 0; j < N; j++)
        for (int i = 0; i <= j; i++, at++) {
            const double sum = packed[at] + 2 * (x.host[i] * z.host[j] + z.host[i] * x.host[j]);
            right = right && p.host[at] == sum && a.host[j * N + i] == sum;
        }
    ok(right, "updates by two vectors");
    // two products at once, and the inverse of (2 1; 1 1)
    const double small[] = {2, 1, 1, 1, 1, 0, 0, 1}, zero = 0;
    std::copy(small, small + 8, a.host.begin()), a.put();
    right = fine(
        cublasDgemvStridedBatched(handle, CUBLAS_OP_N, 2, 2, &one, a.dev, 2, 4, x.dev, 1, 2, &zero, y.dev, 1, 2, 2));
    y.get();
    ok(right && y.host[0] == 2 * x.host[0] + x.host[1] && y.host[2] == x.host[2] && y.host[3] == x.host[3],
       "many products with vectors");
    const Memory<double *> both({a.dev, b.dev});
    int *const info = room();
    right = fine(cublasDmatinvBatched(handle, 2, both.dev, 2, both.dev + 1, 2, info, 1));
    a.get(), b.get();
    ok(right && b.host[0] == 1 && b.host[1] == -1 && b.host[3] == 2 && a.host[0] == 2, "inverses");
}

// The interface without handles; 4 + 16 + 36 + 64 is 120.
static void first_interface() {
    const float numbers[] = {1, 2, 3, 4};
    float *dev;
    bool right = fine(cublasInit()) && fine(cublasAlloc(4, sizeof *dev, (void **)&dev)) &&
                 fine(cublasSetVector(4, sizeof *dev, numbers, 1, dev, 1));
    cublasSscal(4, 2.f, dev, 1);
    right = right && cublasSdot(4, dev, 1, dev, 1) == 120 && fine(cublasGetError());
    cublasSgemm('n', 't', 2, 2, 2, 1.f, dev, 1, dev, 2, 0.f, dev, 2);
    right = right && cublasGetError() == CUBLAS_STATUS_INVALID_VALUE && fine(cublasGetError());
    ok(right && fine(cublasFree(dev)) && fine(cublasShutdown()), "the interface without handles");
}

// The same results by the calls that are others under another name.
static void other_names() {
    enum { N = 4, K = 3 };
    typedef std::complex<float> Complex;
    const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    const cudaDataType real = CUDA_R_32F, pairs = CUDA_C_32F;
    Memory<float> x(numbers<float>(N, 2)), y(numbers<float>(N, 3)), z(y.host);
    float sum = 0, expected = 0, alpha = 3;
    for (int i = 0; i < N; i++) expected += x.host[i] * y.host[i];
    ok(fine(cublasDotEx(handle, N, x.dev, real, 1, y.dev, real, 1, &sum, real, real)) && sum == expected, "DotEx");
    ok(fine(cublasAxpyEx(handle, N, &alpha, real, x.dev, real, 1, y.dev, real, 1, real)) &&
           fine(cublasSaxpy(handle, N, &alpha, x.dev, 1, z.dev, 1)) &&
           fine(cublasScalEx(handle, N, &alpha, real, y.dev, real, 1, real)) &&
           fine(cublasSscal(handle, N, &alpha, z.dev, 1)) && z.holds(y.get()),
       "AxpyEx and ScalEx");
    ok(cublasNrm2Ex(handle, N, x.dev, real, 1, &sum, CUDA_R_16F, real) == CUBLAS_STATUS_NOT_SUPPORTED,
       "types that differ");
    // a rank-k update of one matrix, and of two that are one
    Memory<Complex> a(numbers<Complex>(N * K, 2)), b(numbers<Complex>(N * N, 3)), c(b.host), d(b.host);
    const cuComplex two = {2, 0};
    const float real_two = 2, minus = -1;
    for (cublasOperation_t trans : {CUBLAS_OP_N, CUBLAS_OP_C}) {
        const int ld = trans == CUBLAS_OP_N ? N : K;
        const auto n = native(a.dev);
        ok(fine(cublasCherk(handle, lower, trans, N, K, &real_two, n, ld, &minus, native(b.dev), N)) &&
               fine(cublasCherkx(handle, lower, trans, N, K, &two, n, ld, n, ld, &minus, native(c.dev), N)) &&
               fine(cublasCherkEx(handle, lower, trans, N, K, &real_two, n, pairs, ld, &minus, d.dev, pairs, N)) &&
               c.holds(b.get()) && d.holds(b.host),
           "herkx and herkEx, %s", trans == CUBLAS_OP_N ? "plain" : "turned");
    }
    ok(fine(cublasCsyrk(handle, lower, plain, N, K, &two, native(a.dev), N, &two, native(b.dev), N)) &&
           fine(cublasCsyrkx(handle, lower, plain, N, K, &two, native(a.dev), N, native(a.dev), N, &two, native(c.dev),
                             N)) &&
           c.holds(b.get()),
       "syrkx");
    // groups of one and of two products
    const cublasOperation_t trans[] = {plain, CUBLAS_OP_T};
    const int sizes[] = {2, 1}, counts[] = {1, 2};
    const float alphas[] = {1, 2}, betas[] = {0, 1};
    const Memory<float> p({1, 2, 3, 4, 5, 6}), q({1, 1, 1, 1, 2, 3}), r({0, 0, 0, 0, 7, 8});
    const Memory<float *> ps({p.dev, p.dev + 4, p.dev + 5}), qs({q.dev, q.dev + 4, q.dev + 5}),
        rs({r.dev, r.dev + 4, r.dev + 5});
    const int shape[] = {2, 1};
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    const bool grouped = fine(cublasSgemmGroupedBatched(handle, trans, trans, sizes, shape, shape, alphas, ps.dev,
                                                        sizes, qs.dev, sizes, betas, rs.dev, sizes, 2, counts));
    cublasPointerMode_t mode;
    ok(grouped && r.holds({4, 6, 4, 6, 7 + 2 * 5 * 2, 8 + 2 * 6 * 3}) && fine(cublasGetPointerMode(handle, &mode)) &&
           mode == CUBLAS_POINTER_MODE_DEVICE,
       "groups of products");
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    // a triangle of rows 1; 2 4; 3 5 6, packed and back
    const Memory<float> whole({1, 2, 3, 0, 4, 5, 0, 0, 6}), packed(numbers<float>(6, 2)), back(whole.host);
    ok(fine(cublasStrttp(handle, lower, 3, whole.dev, 3, packed.dev)) && packed.holds({1, 2, 3, 4, 5, 6}) &&
           fine(cublasStpttr(handle, CUBLAS_FILL_MODE_UPPER, 3, packed.dev, back.dev, 3)) &&
           back.holds({1, 2, 3, 2, 3, 5, 4, 5, 6}),
       "triangles, packed and whole");
}

int main() {
    ok(fine(cublasCreate(&handle)), "a handle");
    products<float>("sgemm", [](auto... x) { return cublasSgemm(x...); });
    products<double>("dgemm", [](auto... x) { return cublasDgemm(x...); });
    products<std::complex<float>>("cgemm", [](auto... x) { return cublasCgemm(x...); });
    products<std::complex<double>>("zgemm", [](auto... x) { return cublasZgemm(x...); });
    many();
    vectors();
    matrices();
    stored();
    other_names();
    streams();
    mixed();
    lt();
    matrices_of_the_host();
    first_interface();
    mistakes();
    return done_testing();
}
