// SPDX-License-Identifier: MIT
// The discrete Fourier transform by cuFFT, beside a kernel that is its definition.
//
// What it teaches: a library is more than fast code: it has the better algorithm. The definition
// adds n terms for each of n frequencies; a fast Fourier transform needs n log n steps. A kernel of
// our own would have to be that first. How a transform of n points is cut up is planned once, for
// any number of transforms. And nothing is scaled: there and back multiplies by n. After
// matmul_tiled.
//
//     lib_transform; lib_transform --size 65536; lib_transform --help
//
// It prints the time of the whole job and of its parts, then each way alone with its points a
// second, and whether the spectra are right: three tones go in, three frequencies come out.
#include <cufft.h>
#include <math.h>

#include "chapter.h"
#include "status.h"

#define ABOUT "Transforms a signal of three tones, by the definition and by cuFFT."
const size_t DEFAULT_SIZE = 2048; // points
const double MOST = 1 << 20;      // the definition takes the square of that
const int THREADS = 128;          // in a block

// One thread: one frequency. The angle of point t is -2 pi f t / n; only f t modulo n counts, which
// is a whole number, and exact.
__global__ void by_definition(const float2 *signal, float2 *spectrum, unsigned n) {
    const unsigned f = threadIdx.x + blockIdx.x * blockDim.x;
    if (f >= n)
        return;
    float2 sum = make_float2(0, 0);
    for (unsigned t = 0, turn = 0; t < n; t++) {
        float sine, cosine;
        sincospif(-2 * (float)turn / (float)n, &sine, &cosine);
        sum.x += signal[t].x * cosine - signal[t].y * sine;
        sum.y += signal[t].x * sine + signal[t].y * cosine;
        turn = turn + f < n ? turn + f : turn + f - n;
    }
    spectrum[f] = sum;
}

static const char *const WAYS[] = {"definition", "cuFFT"};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

static void transform(int way, cufftHandle plan, float2 *dev_signal, float2 *dev_spectrum,
                      size_t n) {
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    if (way == 0) {
        by_definition<<<blocks, THREADS>>>(dev_signal, dev_spectrum, (unsigned)n);
        HANDLE_ERROR(cudaGetLastError());
    } else {
        HANDLE_STATUS(cufftExecC2C(plan, dev_signal, dev_spectrum, CUFFT_FORWARD));
    }
}

// The tones: how often each turns in n points, and how loud it is.
static const struct {
    size_t frequency;
    double amplitude;
} TONES[] = {{3, 1}, {50, 0.5}, {1001, 0.25}};

// In the spectrum of tones with whole frequencies each one is a single number, its amplitude times
// n.
static void fill(float2 *signal, float2 *expected, size_t n) {
    memset(expected, 0, n * sizeof *expected);
    for (auto tone : TONES)
        expected[tone.frequency % n].x += (float)(tone.amplitude * (double)n);
    for (size_t t = 0; t < n; t++) {
        double x = 0, y = 0;
        for (auto tone : TONES) {
            const double angle = 2 * acos(-1) * (double)(tone.frequency * t % n) / (double)n;
            x += tone.amplitude * cos(angle);
            y += tone.amplitude * sin(angle);
        }
        signal[t] = make_float2((float)x, (float)y);
    }
}

// How many of the 2 n floats are wrong. No sum is larger than 1.75 n, so no rounding is either.
static size_t verify(const float2 *got, const float2 *expected, size_t n) {
    const double absolute = 1.75 * (double)n * verify_sum_tolerance(n);
    return verify_floats(&got->x, &expected->x, 2 * n, absolute, 0);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST, "points of the signal"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    const size_t n = options.size, bytes = n * sizeof(float2);
    float2 *signal = (float2 *)host_alloc(&options, n, sizeof *signal);
    float2 *got = (float2 *)host_alloc(&options, n, sizeof *got);
    float2 *expected = (float2 *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    fill(signal, expected, n);

    float2 *dev_signal, *dev_spectrum;
    cufftHandle plan;
    struct stopwatch span = stopwatch_start();
    HANDLE_STATUS(cufftPlan1d(&plan, (int)n, CUFFT_C2C, 1));
    stopwatch_lap(&span, "plan");
    HANDLE_ERROR(cudaMalloc(&dev_signal, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_spectrum, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_spectrum, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_signal, signal, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    transform(1, plan, dev_signal, dev_spectrum, n);
    stopwatch_lap(&span, "transform");
    HANDLE_ERROR(cudaMemcpy(got, dev_spectrum, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify(got, expected, n);
    report_span(&report, &span, wrong == 0);

    for (int way = 0; way < WAY_COUNT; way++) {
        struct timing t = timing_start(options.runs, dev_spectrum, bytes);
        t.budget_ms = TIMING_BUDGET_MS / WAY_COUNT;
        while (timing_next(&t))
            transform(way, plan, dev_signal, dev_spectrum, n);
        HANDLE_ERROR(cudaMemcpy(got, dev_spectrum, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = verify(got, expected, n);
        report_kernel(&report, WAYS[way], &t, (double)n / (t.median_ms * 1e3), "Mpoints/s",
                      wrong_here == 0);
        wrong += wrong_here;
    }

    // And back, in place: the signal, times n.
    HANDLE_STATUS(cufftExecC2C(plan, dev_spectrum, dev_spectrum, CUFFT_INVERSE));
    HANDLE_ERROR(cudaMemcpy(got, dev_spectrum, bytes, cudaMemcpyDeviceToHost));
    for (size_t t = 0; t < n; t++)
        expected[t] = make_float2(signal[t].x * (float)n, signal[t].y * (float)n);
    wrong += verify(got, expected, n);
    HANDLE_STATUS(cufftDestroy(plan));
    HANDLE_ERROR(cudaFree(dev_signal));
    HANDLE_ERROR(cudaFree(dev_spectrum));
    free(signal);
    free(got);
    free(expected);
    return report_end(&report, "%zu wrong numbers in 3 spectra and the way back", wrong);
}
