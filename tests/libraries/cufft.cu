// SPDX-License-Identifier: MIT
// nvcc -lcufft
// cuFFT beside sums written out. What is allowed is a float's rounding, times the transform's
// depth.
#include <cufft.h>
#include <cufftXt.h>

#include "device.h"

typedef std::complex<double> cdouble;
static double value(int i) { return (i * 37 + 11) % 23 / 23.0 - 0.5; }

// Element (k0, k1, k2) of the transform of x, of shape n.
static std::vector<cdouble> transform(const std::vector<cdouble> &x, const int n[3], int sign) {
    std::vector<cdouble> y(x.size());
    for (int k = 0; k < (int)x.size(); k++)
        for (int i = 0; i < (int)x.size(); i++) {
            const double turn = (double)(k / (n[1] * n[2]) * (i / (n[1] * n[2]))) / n[0] +
                                (double)(k / n[2] % n[1] * (i / n[2] % n[1])) / n[1] +
                                (double)(k % n[2] * (i % n[2])) / n[2];
            y[k] += x[i] * std::polar(1.0, sign * 2 * M_PI * turn);
        }
    return y;
}

template <class Real> struct api;
template <> struct api<float> {
    typedef cufftComplex complex;
    enum { c2c = CUFFT_C2C, r2c = CUFFT_R2C, c2r = CUFFT_C2R };
    static constexpr auto exec = cufftExecC2C;
    static constexpr auto exec_r2c = cufftExecR2C;
    static constexpr auto exec_c2r = cufftExecC2R;
    static constexpr double rounding = 1e-5;
};
template <> struct api<double> {
    typedef cufftDoubleComplex complex;
    enum { c2c = CUFFT_Z2Z, r2c = CUFFT_D2Z, c2r = CUFFT_Z2D };
    static constexpr auto exec = cufftExecZ2Z;
    static constexpr auto exec_r2c = cufftExecD2Z;
    static constexpr auto exec_c2r = cufftExecZ2D;
    static constexpr double rounding = 1e-13;
};

// Complex numbers forward and back in place, real ones to complex ones and back, `batch` at a time.
template <class Real> static void shapes(int rank, int n0, int n1, int n2, int batch) {
    typedef typename api<Real>::complex complex;
    int n[3] = {n0, n1, n2}, *const shape = n + 3 - rank;
    const int size = n0 * n1 * n2, half = size / n2 * (n2 / 2 + 1);
    std::vector<complex> x(size * batch), y(size * batch);
    std::vector<Real> r(size * batch), back(size * batch);
    for (int i = 0; i < size * batch; i++) x[i] = {(Real)value(i), (Real)value(3 * i + 1)}, r[i] = (Real)value(2 * i);
    const Memory<complex> dev(x), other(x);
    const Memory<Real> real(r);
    cufftHandle plan, to_complex, to_real;
    bool done =
        fine(cufftPlanMany(&plan, rank, shape, NULL, 1, size, NULL, 1, size, (cufftType)api<Real>::c2c, batch)) &&
        fine(cufftPlanMany(&to_complex, rank, shape, NULL, 1, size, NULL, 1, half, (cufftType)api<Real>::r2c, batch)) &&
        fine(cufftPlanMany(&to_real, rank, shape, NULL, 1, half, NULL, 1, size, (cufftType)api<Real>::c2r, batch));
    done = done && fine(api<Real>::exec(plan, dev.dev, other.dev, CUFFT_FORWARD));
    y = other.get();
    double worst = 0;
    for (int b = 0; b < batch; b++) {
        std::vector<cdouble> in(size);
        for (int i = 0; i < size; i++) in[i] = cdouble(x[b * size + i].x, x[b * size + i].y);
        const auto expected = transform(in, n, -1);
        for (int i = 0; i < size; i++)
            worst = fmax(worst, std::abs(expected[i] - cdouble(y[b * size + i].x, y[b * size + i].y)));
    }
    done = done && fine(api<Real>::exec(plan, other.dev, other.dev, CUFFT_INVERSE));
    y = other.get();
    for (int i = 0; i < size * batch; i++)
        worst = fmax(worst, fmax(fabs(y[i].x / size - x[i].x), fabs(y[i].y / size - x[i].y)));
    // real numbers: half of the transform, whose other half is its mirror image
    done = done && fine(api<Real>::exec_r2c(to_complex, real.dev, other.dev));
    y = other.get();
    for (int b = 0; b < batch; b++) {
        std::vector<cdouble> in(r.begin() + b * size, r.begin() + (b + 1) * size);
        const auto expected = transform(in, n, -1);
        for (int i = 0; i < half; i++) {
            const complex z = y[b * half + i];
            worst = fmax(worst, std::abs(expected[i / (n2 / 2 + 1) * n2 + i % (n2 / 2 + 1)] - cdouble(z.x, z.y)));
        }
    }
    done = done && fine(api<Real>::exec_c2r(to_real, other.dev, real.dev));
    back = real.get();
    for (int i = 0; i < size * batch; i++) worst = fmax(worst, fabs(back[i] / size - r[i]));
    ok(done && worst < api<Real>::rounding * log2(2 * size), "%d x %d x %d, %d of them, %zu bytes: off by %.1e", n0, n1,
       n2, batch, sizeof(Real), worst);
    cufftDestroy(plan), cufftDestroy(to_complex), cufftDestroy(to_real);
}

// Columns of a matrix, by strides; real numbers in place, with room after each row.
static void layouts() {
    enum { ROWS = 6, COLUMNS = 4 };
    std::vector<cufftComplex> x(ROWS * COLUMNS), y(ROWS * COLUMNS);
    for (int i = 0; i < ROWS * COLUMNS; i++) x[i] = {(float)value(i), (float)value(i + 5)};
    cufftComplex *dev;
    cufftHandle plan;
    int n[] = {ROWS}, shape[] = {1, 1, ROWS};
    must(cudaMalloc(&dev, sizeof *dev * ROWS * COLUMNS));
    must(cudaMemcpy(dev, x.data(), sizeof *dev * ROWS * COLUMNS, cudaMemcpyHostToDevice));
    ok(fine(cufftPlanMany(&plan, 1, n, n, COLUMNS, 1, n, COLUMNS, 1, CUFFT_C2C, COLUMNS)) &&
           fine(cufftExecC2C(plan, dev, dev, CUFFT_FORWARD)),
       "columns");
    must(cudaMemcpy(y.data(), dev, sizeof *dev * ROWS * COLUMNS, cudaMemcpyDeviceToHost));
    double worst = 0;
    for (int c = 0; c < COLUMNS; c++) {
        std::vector<cdouble> in(ROWS);
        for (int i = 0; i < ROWS; i++) in[i] = cdouble(x[i * COLUMNS + c].x, x[i * COLUMNS + c].y);
        const auto expected = transform(in, shape, -1);
        for (int i = 0; i < ROWS; i++)
            worst = fmax(worst, std::abs(expected[i] - cdouble(y[i * COLUMNS + c].x, y[i * COLUMNS + c].y)));
    }
    ok(worst < 1e-5, "are right");
    float rows[2][6] = {{1, 2, 3, 4, 0, 0}, {5, 6, 7, 8, 0, 0}};
    must(cudaMemcpy(dev, rows, sizeof rows, cudaMemcpyHostToDevice));
    ok(fine(cufftPlan1d(&plan, 4, CUFFT_R2C, 2)) && fine(cufftExecR2C(plan, (float *)dev, dev)), "in place");
    must(cudaMemcpy(rows, dev, sizeof rows, cudaMemcpyDeviceToHost));
    ok(rows[0][0] == 10 && rows[0][2] == -2 && rows[0][3] == 2 && rows[1][0] == 26 && rows[1][4] == -2, "is right");
    float by_type[] = {1, 2, 3, 4}; // the same row, by the types of its numbers
    long long four = 4;
    must(cudaMemcpy(dev, by_type, sizeof by_type, cudaMemcpyHostToDevice));
    ok(fine(cufftCreate(&plan)) &&
           cufftXtMakePlanMany(plan, 1, &four, NULL, 1, 4, CUDA_R_16F, NULL, 1, 3, CUDA_C_16F, 1, NULL, CUDA_C_16F) ==
               CUFFT_INVALID_TYPE &&
           fine(cufftXtMakePlanMany(plan, 1, &four, NULL, 1, 4, CUDA_R_32F, NULL, 1, 3, CUDA_C_32F, 1, NULL,
                                    CUDA_C_32F)) &&
           fine(cufftXtExec(plan, dev, dev + 8, CUFFT_INVERSE)),
       "a plan by types");
    must(cudaMemcpy(rows, dev + 8, 6 * sizeof(float), cudaMemcpyDeviceToHost));
    ok(rows[0][0] == 10 && rows[0][2] == -2 && rows[0][3] == 2, "is right");
}

// Several devices: what a 2-D transform leaves is cut by columns, and a copy brings it back in order.
static void parts() {
    enum { N = 4 };
    cufftHandle plan;
    cufftComplex in[N * N] = {}, out[N * N];
    int devices[] = {0, 1};
    cudaLibXtDesc *d, *ordered;
    in[N + 1].x = 1; // so element (x, y) of the transform is (-i)^(x + y)
    ok(fine(cufftCreate(&plan)) && fine(cufftXtSetGPUs(plan, 2, devices)) &&
           fine(cufftMakePlan2d(plan, N, N, CUFFT_C2C, NULL)) &&
           fine(cufftXtMalloc(plan, &d, CUFFT_XT_FORMAT_INPLACE)) &&
           fine(cufftXtMalloc(plan, &ordered, CUFFT_XT_FORMAT_INPLACE)) &&
           fine(cufftXtMemcpy(plan, d, in, CUFFT_COPY_HOST_TO_DEVICE)) &&
           fine(cufftXtExecDescriptorC2C(plan, d, d, CUFFT_FORWARD)),
       "on two devices");
    const cufftComplex *const second = (cufftComplex *)d->descriptor->data[1];
    ok(d->subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED && second[0].x == -1 && second[3].x == 1,
       "each has half of each row");
    ok(fine(cufftXtMemcpy(plan, ordered, d, CUFFT_COPY_DEVICE_TO_DEVICE)) &&
           fine(cufftXtMemcpy(plan, out, ordered, CUFFT_COPY_DEVICE_TO_HOST)) && out[2].x == -1 && out[3].y == 1,
       "in order");
    ok(fine(cufftXtExecDescriptorC2C(plan, d, d, CUFFT_INVERSE)) &&
           fine(cufftXtMemcpy(plan, out, d, CUFFT_COPY_DEVICE_TO_HOST)) && out[N + 1].x == N * N && out[N].x == 0 &&
           fine(cufftXtFree(d)),
       "and back");
}

__device__ float from_bytes(void *in, size_t i, void *scale, void *) {
    return ((const char *)in)[i] * *(const float *)scale;
}
__device__ void store_conjugate(void *out, size_t i, cufftComplex element, void *, void *) {
    ((cufftComplex *)out)[i] = {element.x, -element.y};
}
__device__ cufftCallbackLoadR load_here = from_bytes;
__device__ cufftCallbackStoreC store_here = store_conjugate;

// A transform of bytes, two at a time, whose result is stored in another way.
static void by_functions() {
    Memory<char> bytes({1, 2, 3, 4, 4, 0, 0, 0});
    Memory<float> scale({0.5f});
    Memory<std::complex<float>> out(std::vector<std::complex<float>>(6));
    cufftHandle plan;
    void *load, *store;
    must(cudaMemcpyFromSymbol(&load, load_here, sizeof load));
    must(cudaMemcpyFromSymbol(&store, store_here, sizeof store));
    ok(fine(cufftPlan1d(&plan, 4, CUFFT_R2C, 2)) &&
           fine(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_REAL, (void **)&scale.dev)) &&
           fine(cufftXtSetCallback(plan, &store, CUFFT_CB_ST_COMPLEX, NULL)) &&
           cufftXtSetCallback(plan, &store, CUFFT_CB_ST_REAL, NULL) == CUFFT_INVALID_VALUE &&
           fine(cufftExecR2C(plan, (float *)bytes.dev, native(out.dev))) && out.holds({5, {-1, -1}, -1, 2, 2, 2}),
       "functions of the program's");
}

// says cufftExecR2C at .*: the plan is for another type of transform
// says cufftExecC2C at .*: the handle was destroyed
// says cufftExecC2C at .*: the output needs 64 bytes, and 32 are there
static void mistakes() {
    cufftHandle plan;
    cufftComplex *dev;
    must(cudaMalloc(&dev, 64));
    ok(cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE, "a size of 0");
    ok(fine(cufftPlan1d(&plan, 8, CUFFT_C2C, 1)), "a plan");
    ok(cufftExecR2C(plan, (float *)dev, dev) == CUFFT_INVALID_TYPE, "for another type");
    ok(fine(cufftDestroy(plan)) && cufftExecC2C(plan, dev, dev, CUFFT_FORWARD) == CUFFT_INVALID_PLAN, "destroyed");
    cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
    cufftExecC2C(plan, dev, dev + 4, CUFFT_FORWARD);
    ok(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "memory that is too short");
}

int main() {
    setenv("CUDA_CPU_DEVICES", "2", 1);
    shapes<float>(1, 1, 1, 12, 3);
    shapes<float>(2, 1, 5, 6, 2);
    shapes<float>(3, 3, 4, 5, 1);
    shapes<double>(1, 1, 1, 17, 1);
    shapes<double>(3, 2, 3, 8, 2);
    layouts();
    parts();
    by_functions();
    mistakes();
    return done_testing();
}
