// SPDX-License-Identifier: MIT
// Mathematical functions that C does not have, within the errors of the programming guide's tables
// (a few units in the last place; the fast ones by their formulas), and values that are exact.
#include "conditions.h"

// Whether a and b differ by at most `ulps` units in the last place of a float, or of a double.
__device__ bool close_to(float a, double b, double ulps) { return fabs((double)a - b) <= ulps * 1.2e-7 * fabs(b); }
__device__ bool close_to(double a, double b, double ulps) { return fabs(a - b) <= ulps * 2.3e-16 * fabs(b); }

CONDITIONS(exact, rsqrtf(v(4.0f)) == 0.5f, rsqrt(v(0.25)) == 2, rsqrtf(v(0.0f)) == INFINITY, sinpif(v(1.0f)) == 0,
           sinpif(v(0.5f)) == 1, sinpi(v(-1.5)) == 1, sinpi(v(1e15 + 0.5)) == 1, cospif(v(1.0f)) == -1,
           cospif(v(0.5f)) == 0, cospi(v(1e9)) == 1, cospi(v(1e9 + 1)) == -1, isnan(sinpi(v((double)INFINITY))),
           norm3df(v(2.0f), 3.0f, 6.0f) == 7, norm4d(v(1.0), 1.0, 1.0, 1.0) == 2,
           norm3df(v(INFINITY), NAN, 0) == INFINITY, rnorm3d(v(0.0), 0.0, 0.5) == 2, rhypot(v(3.0), 4.0) == 0.2,
           fdividef(v(6.0f), 3.0f) == 2, erfinv(v(0.0)) == 0, erfinvf(v(1.0f)) == INFINITY,
           erfinv(v(-1.0)) == -INFINITY, isnan(erfinv(v(2.0))), erfcinv(v(0.0)) == INFINITY,
           erfcinv(v(2.0)) == -INFINITY, normcdf(v(0.0)) == 0.5, normcdfinv(v(0.5)) == 0, erfcx(v(0.0)) == 1,
           cyl_bessel_i0(v(0.0)) == 1, cyl_bessel_i1f(v(0.0f)) == 0, exp10(v(2.0)) == 100,
           fmaf(v(2.0f), 3.0f, 4.0f) == 10, copysignf(v(2.0f), -0.0f) == -2, ldexpf(v(3.0f), 4) == 48)

CONDITIONS(near, close_to(rsqrtf(v(3.0f)), 0.57735026918962576, 2), close_to(rcbrtf(v(5.0f)), 0.58480354764257325, 2),
           close_to(rcbrt(v(5.0)), 0.58480354764257325, 2), close_to(sinpif(v(0.2f)), 0.58778526, 3),
           close_to(cospi(v(0.25)), 0.70710678118654752, 2), close_to(norm3d(v(1e200), 2e200, 2e200), 3e200, 2),
           close_to(rnorm4df(v(1.0f), 2.0f, 3.0f, 4.0f), 0.18257418583505536, 3),
           close_to(rhypotf(v(1.0f), 1.0f), 0.70710678118654752, 2), close_to(exp10f(v(1.5f)), 31.622776601683793, 2),
           close_to(erfinv(v(0.5)), 0.47693627620446987, 5), close_to(erfinvf(v(0.5f)), 0.47693627620446987, 3),
           close_to(erfinv(v(0.9375)), 1.3171503349861307, 5), close_to(erfcinv(v(1e-100)), 15.065574702592647, 6),
           close_to(erfcinvf(v(0.5f)), 0.47693627620446987, 4), close_to(normcdf(v(1.0)), 0.84134474606854295, 5),
           close_to(normcdf(v(-10.0)), 7.6198530241605261e-24, 5),
           close_to(normcdff(v(-2.0f)), 0.022750131948179207, 5), close_to(normcdfinv(v(0.975)), 1.9599639845400542, 7),
           close_to(erfcx(v(1.0)), 0.42758357615580700, 4), close_to(erfcx(v(100.0)), 0.0056416137829894332, 4),
           close_to(erfcxf(v(30.0f)), 0.018795888861416752, 6), close_to(j0(v(1.0)), 0.76519768655796655, 4),
           close_to(j1f(v(1.0f)), 0.44005058574493352, 8), close_to(jn(2, v(3.0)), 0.48609126058589107, 60),
           close_to(y0(v(1.0)), 0.088256964215676956, 20), close_to(y1(v(1.0)), -0.78121282130028871, 20),
           close_to(yn(2, v(1.0)), -1.6506826068162546, 60), close_to(cyl_bessel_i0(v(1.0)), 1.2660658777520084, 6),
           close_to(cyl_bessel_i1(v(2.5)), 2.5167162452886984, 6),
           close_to(cyl_bessel_i0f(v(10.0f)), 2815.7166284662544, 6), close_to(tgamma(v(5.5)), 52.342777784553519, 12),
           close_to(lgammaf(v(10.0f)), 12.801827480081469, 6), fabsf(__sinf(v(1.0f)) - 0.84147098f) < 5e-7f,
           fabsf(__cosf(v(1.0f)) - 0.54030231f) < 5e-7f, close_to(__tanf(v(1.0f)), 1.5574077246549023, 10),
           close_to(__expf(v(1.0f)), 2.7182818284590452, 4), close_to(__exp10f(v(1.0f)), 10, 8),
           close_to(__logf(v(10.0f)), 2.3025850929940457, 4), close_to(__log2f(v(10.0f)), 3.3219280948873623, 4),
           close_to(__log10f(v(5.0f)), 0.69897000433601886, 4), close_to(__powf(v(2.0f), 0.5f), 1.4142135623730951, 8),
           close_to(__fdividef(v(1.0f), 3.0f), 0.33333333333333331, 3))

// Two results at a time.
__device__ bool both(float x) {
    float sine, cosine, s, c;
    double sine_d, cosine_d;
    sincosf(x, &sine, &cosine);
    bool right = close_to(sine, 0.19866933079506122, 2) && close_to(cosine, 0.98006657784124163, 2);
    sincospif(x, &sine, &cosine);
    right = right && close_to(sine, 0.58778525229247313, 3) && close_to(cosine, 0.80901699437494742, 3);
    sincos((double)0.25f, &sine_d, &cosine_d);
    right = right && close_to(sine_d, 0.24740395925452294, 2);
    sincospi(0.25, &sine_d, &cosine_d);
    right = right && close_to(cosine_d, 0.70710678118654752, 2);
    __sincosf(x, &s, &c);
    return right && fabsf(s - 0.19866933f) < 5e-7f && fabsf(c - 0.98006658f) < 5e-7f;
}

__device__ bool lengths(int n) {
    const float f[4] = {1, 2, 2, 4};
    const double d[4] = {1, 2, 2, 4};
    return normf(n, f) == 5 && norm(n, d) == 5 && close_to(rnormf(n, f), 0.2, 3) && close_to(rnorm(n, d), 0.2, 3);
}

// e^x of floats, from 0 to infinity, by that of doubles; n: in how many steps.
// Off by less than 1 ulp on a CPU (exponential.h), by up to 2 on a GPU (CUDA C++ Programming Guide,
// "Mathematical Functions"; 1.83 were seen on an H100).
__device__ bool exponentials(int n) {
#ifdef CUDA_CPU_BACKEND
    const int most = 1;
#else
    const int most = 2;
#endif
    bool right = true;
    for (int i = 0; i <= n; i++) {
        const float x = -110 + 200.0f / (float)n * (float)i, found = expf(x);
        const double truth = exp((double)x);
        const float last = fmaxf(nextafterf(found, INFINITY) - found, 1.4e-45f);
        right = right && (found == INFINITY ? truth > 3.4028235e38 : fabs(found - truth) <= most * last);
    }
    return right;
}

struct odd {
    float by;
    __device__ float exp(float x) const { return x * by; }
};
__device__ bool not_those(float x) {
    auto expf = [](float y) { return 7 * y; };
    return odd{3}.exp(x) == 3 * x && expf(x) == 7 * x;
}

CONDITIONS(more, both(v(0.2f)), lengths(v(4)), exponentials(v(100000)), expf({v(0.0f)}) == 1,
           expf(v(INFINITY)) == INFINITY, expf(v(-INFINITY)) == 0, isnan(expf(v(NAN))),
           sizeof exp(v(1.0f)) == sizeof(float), sizeof exp(v(2.0)) == sizeof(double), not_those(v(2.0f)))

#ifdef CUDA_CPU_BACKEND
// e^x of doubles by that of long doubles, down to the least of them, in units in the last place.
__global__ void exponentials_of(double *x, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) x[i] = exp(x[i]);
}
static void wide_exponentials(void) {
    enum { COUNT = 1 << 20 };
    double *x, worst = 0;
    bool right = true;
    must(cudaMallocManaged(&x, COUNT * sizeof *x));
    const auto argument = [](int i) {
        const double u = (i * 0.6180339887498949 - (long)(i * 0.6180339887498949)), v = u * 2 - 1;
        return i % 4 == 0 ? -745.5 + 1456 * u : i % 4 == 1 ? v : i % 4 == 2 ? 40 * v : v * v * v * 1e-4;
    };
    for (int i = 0; i < COUNT; i++) x[i] = argument(i);
    exponentials_of<<<COUNT / 256, 256>>>(x, COUNT);
    must(cudaDeviceSynchronize());
    for (int i = 0; i < COUNT; i++) {
        const long double truth = expl((long double)argument(i));
        int power;
        frexpl(truth, &power);
        const double last = fmax(ldexp(1.0, power - 53), 4.9406564584124654e-324);
        if (truth > 1.797693134862315708e308L)
            right = right && x[i] == INFINITY;
        else
            worst = fmax(worst, (double)(fabsl((long double)x[i] - truth) / last));
    }
    ok(right && worst < 0.8, "e^x of doubles is off by less than 0.8 of a unit in the last place");
    must(cudaFree(x));
}
#endif
CONDITIONS(limits, exp(v(0.0)) == 1 && exp(v(-0.0)) == 1 && exp(v(5e-324)) == 1, exp(v((double)INFINITY)) == INFINITY,
           exp(v(-(double)INFINITY)) == 0, isnan(exp(v((double)NAN))), exp(v(709.782712893384)) < (double)INFINITY,
           exp(v(709.7827128933841)) == INFINITY && exp(v(1e308)) == INFINITY, exp(v(-745.1332191019411)) == 5e-324,
           exp(v(-745.1332191019412)) == 0 && exp(v(-1e308)) == 0, close_to(exp(v(1.0)), 2.71828182845904524, 1))

int main(void) {
#ifdef CUDA_CPU_BACKEND
    wide_exponentials();
#endif
    limits();
    exact();
    near();
    more();
    return done_testing();
}
