// SPDX-License-Identifier: MIT
// nvcc -lcublas -lcublasLt
// cuBLAS. The numbers are small and whole, so that sums are exact in any order and the expected
// values follow by plain loops.
#include <complex>
#include <cublas.h>
#include <cublasLt.h>
#include <cublasXt.h>
#include <cublas_v2.h>
#include <vector>

#include "tap.h"

static cublasHandle_t handle;
static bool fine(cublasStatus_t status) { return status == CUBLAS_STATUS_SUCCESS; }

template <class T> T number(int i) { return T((i * 7 + 3) % 11 - 5); }
template <> cuComplex number(int i) { return {(float)(i * 7 % 5 - 2), (float)(i * 3 % 7 - 3)}; }
template <> cuDoubleComplex number(int i) { return {(double)(i * 7 % 5 - 2), (double)(i % 7 - 3)}; }
template <class T> struct Wide { typedef double type; };
template <> struct Wide<cuComplex> { typedef std::complex<double> type; };
template <> struct Wide<cuDoubleComplex> { typedef std::complex<double> type; };
static double wide(float x) { return x; }
static double wide(double x) { return x; }
static std::complex<double> wide(cuComplex z) { return {z.x, z.y}; }
static std::complex<double> wide(cuDoubleComplex z) { return {z.x, z.y}; }
static double conjugate(double x) { return x; }
static std::complex<double> conjugate(std::complex<double> z) { return std::conj(z); }

// Memory of the device, filled with such numbers.
template <class T> struct Memory {
    T *dev;
    std::vector<T> host;
    Memory(size_t n) : host(n) {
        for (size_t i = 0; i < n; i++) host[i] = number<T>((int)i);
        must(cudaMalloc(&dev, n * sizeof(T)));
        put();
    }
    ~Memory() { cudaFree(dev); }
    void put() { must(cudaMemcpy(dev, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice)); }
    void get() { must(cudaMemcpy(host.data(), dev, host.size() * sizeof(T), cudaMemcpyDeviceToHost)); }
};

template <class W> static W element(const std::vector<W> &a, cublasOperation_t t, int ld, int i, int j) {
    const W x = t == CUBLAS_OP_N ? a[(size_t)j * ld + i] : a[(size_t)i * ld + j];
    return t == CUBLAS_OP_C ? conjugate(x) : x;
}
template <class T> static std::vector<typename Wide<T>::type> widened(const std::vector<T> &a) {
    std::vector<typename Wide<T>::type> w;
    for (const T &x : a) w.push_back(wide(x));
    return w;
}

template <class T, class F> static void products(const char *name, F gemm) {
    enum { M = 5, N = 4, K = 3, LD = 7 };
    const T alpha = number<T>(2), beta = number<T>(5);
    bool right = true;
    for (int ta = 0; ta < 3; ta++)
        for (int tb = 0; tb < 3; tb++) {
            Memory<T> a(LD * 6), b(LD * 6), c(LD * N);
            const auto wa = widened(a.host), wb = widened(b.host), before = widened(c.host);
            right = right && fine(gemm(handle, (cublasOperation_t)ta, (cublasOperation_t)tb, M, N, K, &alpha, a.dev, LD,
                                       b.dev, LD, &beta, c.dev, LD));
            c.get();
            for (int j = 0; j < N; j++)
                for (int i = 0; i < LD; i++) {
                    auto sum = before[(size_t)j * LD + i];
                    if (i < M) {
                        sum *= wide(beta);
                        for (int k = 0; k < K; k++)
                            sum += wide(alpha) * element(wa, (cublasOperation_t)ta, LD, i, k) *
                                   element(wb, (cublasOperation_t)tb, LD, k, j);
                    }
                    right = right && sum == wide(c.host[(size_t)j * LD + i]);
                }
        }
    ok(right, "%s: all transposes, and nothing beside C", name);
}

static void many() {
    enum { N = 3, COUNT = 4 };
    Memory<float> a(N * N * COUNT), b(N * N * COUNT), c(N * N * COUNT), d(N * N * COUNT);
    const float one = 1, zero = 0;
    ok(fine(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a.dev, N, N * N, b.dev, N, N * N,
                                      &zero, c.dev, N, N * N, COUNT)),
       "many products, by strides");
    float *lists[3][COUNT], **dev[3];
    for (int i = 0; i < COUNT; i++)
        lists[0][i] = a.dev + i * N * N, lists[1][i] = b.dev + i * N * N, lists[2][i] = d.dev + i * N * N;
    for (int i = 0; i < 3; i++) {
        must(cudaMalloc(&dev[i], sizeof lists[i]));
        must(cudaMemcpy(dev[i], lists[i], sizeof lists[i], cudaMemcpyHostToDevice));
    }
    ok(fine(cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, dev[0], N, dev[1], N, &zero, dev[2], N,
                               COUNT)),
       "and by pointers");
    c.get(), d.get();
    bool right = c.host == d.host;
    for (int m = 0; m < COUNT; m++)
        for (int i = 0; i < N * N; i++) {
            float sum = 0;
            for (int k = 0; k < N; k++) sum += a.host[m * N * N + k * N + i % N] * b.host[m * N * N + i / N * N + k];
            right = right && sum == c.host[m * N * N + i];
        }
    ok(right, "both are right");
    // (2 1; 1 1), whose inverse is (1 -1; -1 2)
    const float matrix[] = {2, 1, 1, 1};
    float *list[] = {c.dev, c.dev + 4}, *inverse[] = {d.dev, d.dev + 4};
    int *pivots, *info;
    must(cudaMalloc(&pivots, 4 * sizeof *pivots));
    must(cudaMalloc(&info, 2 * sizeof *info));
    for (int i = 0; i < 2; i++) must(cudaMemcpy(list[i], matrix, sizeof matrix, cudaMemcpyHostToDevice));
    must(cudaMemcpy(dev[0], list, sizeof list, cudaMemcpyHostToDevice));
    must(cudaMemcpy(dev[1], inverse, sizeof inverse, cudaMemcpyHostToDevice));
    const bool done = fine(cublasSgetrfBatched(handle, 2, dev[0], 2, pivots, info, 2)) &&
                      fine(cublasSgetriBatched(handle, 2, dev[0], 2, pivots, dev[1], 2, info, 2));
    d.get();
    ok(done && d.host[4] == 1 && d.host[5] == -1 && d.host[6] == -1 && d.host[7] == 2, "inverses of many");
}

static void vectors() {
    enum { N = 10 };
    Memory<float> x(N), y(2 * N);
    float dot = 0, sum = 0, norm = 0, alpha = 3, expected = 0, squares = 0;
    int largest = 0, smallest = 0;
    for (int i = 0; i < N; i++)
        expected += x.host[i] * y.host[2 * i], sum -= fabsf(x.host[i]), squares += x.host[i] * x.host[i];
    ok(fine(cublasSdot(handle, N, x.dev, 1, y.dev, 2, &dot)) && dot == expected, "dot, with a step");
    float absolute = 0;
    ok(fine(cublasSasum(handle, N, x.dev, 1, &absolute)) && absolute == -sum, "asum");
    ok(fine(cublasSnrm2(handle, N, x.dev, 1, &norm)) && fabsf(norm * norm - squares) < 1e-4f * squares, "nrm2");
    // 3 - 5, 10 % 11 - 5 = 5, ...: the first of largest magnitude, and of smallest, counted from 1
    ok(fine(cublasIsamax(handle, N, x.dev, 1, &largest)) && largest == 2, "amax");
    for (smallest = 0; x.host[smallest] != 0;) smallest++;
    int found = 0;
    ok(fine(cublasIsamin(handle, N, x.dev, 1, &found)) && found == smallest + 1, "amin");
    const std::vector<float> before = y.host;
    ok(fine(cublasSaxpy(handle, N, &alpha, x.dev, 1, y.dev, 2)), "axpy");
    y.get();
    bool right = true;
    for (int i = 0; i < 2 * N; i++) right = right && y.host[i] == before[i] + (i % 2 ? 0 : 3 * x.host[i / 2]);
    ok(right, "is right");
    // the scalar and the result on the device
    float *dev;
    must(cudaMalloc(&dev, 2 * sizeof *dev));
    must(cudaMemcpy(dev, &alpha, sizeof alpha, cudaMemcpyHostToDevice));
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    const bool done = fine(cublasSscal(handle, N, dev, x.dev, 1)) && fine(cublasSasum(handle, N, x.dev, 1, dev + 1));
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    float back;
    must(cudaMemcpy(&back, dev + 1, sizeof back, cudaMemcpyDeviceToHost));
    ok(done && back == 3 * absolute, "pointers to the device");
    cuComplex z[] = {{1, 2}, {3, 4}}, *dev_z, product;
    must(cudaMalloc(&dev_z, sizeof z));
    ok(fine(cublasSetVector(2, sizeof *z, z, 1, dev_z, 1)) &&
           fine(cublasCdotc(handle, 2, dev_z, 1, dev_z, 1, &product)) && product.x == 30 && product.y == 0,
       "a complex product");
}

static void matrices() {
    enum { N = 3 };
    Memory<double> a(N * N), x(N), y(N), c(N * N);
    const double one = 1, zero = 0, two = 2;
    ok(fine(cublasDgemv(handle, CUBLAS_OP_T, N, N, &two, a.dev, N, x.dev, 1, &zero, y.dev, 1)), "gemv");
    y.get();
    bool right = true;
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++) sum += a.host[i * N + j] * x.host[j];
        right = right && y.host[i] == 2 * sum;
    }
    ok(right, "is right");
    ok(fine(cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, N, N, &one, a.dev, N, &zero, a.dev, N, c.dev, N)), "geam");
    c.get();
    for (int i = 0; i < N * N; i++) right = right && c.host[i] == a.host[i % N * N + i / N];
    ok(right, "transposes");
    // a triangle times X, and solved again
    ok(fine(cublasDtrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, N, 1, &one,
                        a.dev, N, x.dev, N, y.dev, N)) &&
           fine(cublasDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, N, 1, &one,
                            a.dev, N, y.dev, N)),
       "trmm and trsm");
    y.get();
    ok(y.host == x.host, "undo each other");
}

__global__ void fill(float *p, int n, float value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = value;
}

static void streams() {
    enum { N = 64 };
    Memory<float> a(N * N), b(N * N), c(N * N);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    const float one = 1, zero = 0;
    must(cudaStreamCreate(&stream));
    ok(fine(cublasSetStream(handle, stream)), "a stream");
    auto work = [&](float value) {
        fill<<<N * N / 256, 256, 0, stream>>>(a.dev, N * N, value);
        fill<<<N * N / 256, 256, 0, stream>>>(b.dev, N * N, 1);
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a.dev, N, b.dev, N, &zero, c.dev, N);
        fill<<<1, 1, 0, stream>>>(c.dev, 1, -1);
    };
    work(2);
    must(cudaStreamSynchronize(stream));
    c.get();
    ok(c.host[0] == -1 && c.host[N * N - 1] == 2 * N, "the stream's order is kept");
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    work(3);
    must(cudaStreamEndCapture(stream, &graph));
    must(cudaGraphInstantiate(&exec, graph, 0));
    must(cudaGraphLaunch(exec, stream));
    must(cudaStreamSynchronize(stream));
    c.get();
    ok(c.host[1] == 3 * N, "in a graph, too");
    cublasSetStream(handle, 0);
    must(cudaStreamDestroy(stream));
}

static void mixed() {
    enum { M = 4, N = 3, K = 2 };
    std::vector<__half> a(M * K), b(K * N), c(M * N);
    for (int i = 0; i < M * K; i++) a[i] = __float2half((float)i);
    for (int i = 0; i < K * N; i++) b[i] = __float2half(0.5f * i);
    __half *da, *db, *dc;
    must(cudaMalloc(&da, M * K * 2));
    must(cudaMalloc(&db, K * N * 2));
    must(cudaMalloc(&dc, M * N * 4));
    must(cudaMemcpy(da, a.data(), M * K * 2, cudaMemcpyHostToDevice));
    must(cudaMemcpy(db, b.data(), K * N * 2, cudaMemcpyHostToDevice));
    const float one = 1, zero = 0;
    ok(fine(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &one, da, CUDA_R_16F, M, db, CUDA_R_16F, K, &zero,
                         dc, CUDA_R_16F, M, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)),
       "halves");
    must(cudaMemcpy(c.data(), dc, M * N * 2, cudaMemcpyDeviceToHost));
    bool right = true;
    for (int i = 0; i < M * N; i++)
        right = right && __half2float(c[i]) == i % M * (i / M) + (i % M + M) * (i / M + 0.5f);
    ok(right, "are right");
    const signed char bytes[] = {1, 2, 3, -4};
    int whole[4], alpha = 1, beta = 0;
    must(cudaMemcpy(da, bytes, 4, cudaMemcpyHostToDevice));
    ok(fine(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, da, CUDA_R_8I, 2, da, CUDA_R_8I, 2, &beta,
                         dc, CUDA_R_32I, 2, CUDA_R_32I, CUBLAS_GEMM_DEFAULT)),
       "bytes, their sums by a type");
    must(cudaMemcpy(whole, dc, sizeof whole, cudaMemcpyDeviceToHost));
    ok(whole[0] == 7 && whole[1] == -6 && whole[2] == -9 && whole[3] == 22, "are right");
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
    ok(cublasXtDgemm(across, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &two, a, 1, a, 2, &one, c, 2) ==
               CUBLAS_STATUS_INVALID_VALUE &&
           fine(cublasXtDestroy(across)),
       "a leading dimension that is too small");
}

static void lt() {
    enum { N = 3 };
    Memory<float> a(N * N), b(N * N), c(N * N), bias(N);
    cublasLtHandle_t light;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t layout, rows;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t result;
    int found = 0;
    const float one = 1, zero = 0;
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
    Memory<float> a(16);
    const float one = 1;
    float host[16] = {0}, result;
    ok(strcmp(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE") == 0,
       "a status has a name");
    ok(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a.dev, 3, a.dev, 4, &one, a.dev, 4) ==
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
    Memory<double> a(N * N), b(LD * N), p(N * (N + 1) / 2), x(N), y(N), z(N);
    std::copy(whole, whole + N * N, a.host.begin()), std::copy(band, band + LD * N, b.host.begin());
    std::copy(packed, packed + N * (N + 1) / 2, p.host.begin());
    a.put(), b.put(), p.put();
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
    double *list[] = {a.dev, b.dev}, **dev;
    int *info;
    must(cudaMalloc(&dev, sizeof list));
    must(cudaMalloc(&info, sizeof *info));
    must(cudaMemcpy(dev, list, sizeof list, cudaMemcpyHostToDevice));
    right = fine(cublasDmatinvBatched(handle, 2, dev, 2, dev + 1, 2, info, 1));
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

int main() {
    ok(fine(cublasCreate(&handle)), "a handle");
    products<float>("sgemm", [](auto... x) { return cublasSgemm(x...); });
    products<double>("dgemm", [](auto... x) { return cublasDgemm(x...); });
    products<cuComplex>("cgemm", [](auto... x) { return cublasCgemm(x...); });
    products<cuDoubleComplex>("zgemm", [](auto... x) { return cublasZgemm(x...); });
    many();
    vectors();
    matrices();
    stored();
    streams();
    mixed();
    lt();
    matrices_of_the_host();
    first_interface();
    mistakes();
    return done_testing();
}
