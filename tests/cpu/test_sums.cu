// SPDX-License-Identifier: MIT
// Sums of products in a loop: each product and its addition are one operation, in order, as on a
// GPU.
#include <math.h>

#include "tap.h"

enum { N = 512, TURNS = 50, WAYS = 10 };

template <class T> __device__ T square(T x) { return x * x; }

template <class T> __global__ void of_any_type(T *out, const T *in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (int j = 0; j < TURNS; j++) sum += in[j] * in[(i + j) % N];
    out[i] = sum;
}

__global__ void sums(float *out, const float *in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g[2] = {};
    float4 v = {};
    for (int j = 0; j < TURNS; j++) a += in[j] * in[(i + j) % N];
    for (int j = 0; j < TURNS; j++) b = b + in[j] * in[(i + j) % N];
    for (int j = 0; j < TURNS; j++) c = in[j] * in[(i + j) % N] + c;
    for (int j = 0; j < TURNS; j++) {
        const float product = in[j] * in[(i + j) % N];
        d += product;
    }
    for (int j = 0; j < TURNS; j++) e -= in[j] * in[(i + j) % N];
    for (int j = 0; j < TURNS; j++) f = f - in[j] * in[(i + j) % N];
    for (int j = 0; j < TURNS; j++) v.y += in[j] * in[(i + j) % N];
    for (int j = 0; j < TURNS; j++) g[1] += in[j] * in[(i + j) % N];
    out[i] = a;
    out[i + N] = b;
    out[i + 2 * N] = c;
    out[i + 3 * N] = d;
    out[i + 4 * N] = -e;
    out[i + 5 * N] = -f;
    out[i + 6 * N] = v.y;
    out[i + 7 * N] = g[1];
    out[i + 8 * N] = 0;
    for (int j = 0; j < TURNS; j++) out[i + 8 * N] += square(in[(i + j) % N]);
}

// The first launches note what they read, later ones do not.
__global__ void tree(float *out, const float *in) {
    __shared__ float s[N];
    const int t = threadIdx.x;
    s[t] = in[t] / 3.0f;
    __syncthreads();
    for (int half = N / 2; half > 0; half /= 2) {
        if (t < half) s[t] = s[t] * 1.0001f + s[t + half];
        __syncthreads();
    }
    *out = s[0];
}

static bool rounds_alike(float *out, const float *in) {
    float first = 0, sum;
    for (int launch = 0; launch < 100; launch++) {
        tree<<<1, N>>>(out, in);
        must(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
        if (launch == 0) first = sum;
        if (sum != first) return false;
    }
    return true;
}

int main(void) {
    static const char *const ways[WAYS] = {"+=",
                                           "s = s + a * b",
                                           "s = a * b + s",
                                           "a product with a name",
                                           "-=",
                                           "s = s - a * b",
                                           "the member of a vector",
                                           "the element of an array",
                                           "in memory, by a function",
                                           "of a template's type"};
    static float host[N], sum[WAYS * N];
    unsigned seed = 1;
    for (float &number : host) {
        seed = seed * 1664525 + 1013904223;
        number = (float)((int)(seed >> 8) - (1 << 23)) / (1 << 21);
    }
    float *in, *out;
    must(cudaMalloc(&in, sizeof host));
    must(cudaMalloc(&out, sizeof sum));
    must(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
    sums<<<N / 128, 128>>>(out, in);
    of_any_type<<<N / 128, 128>>>(out + 9 * N, in);
    must(cudaMemcpy(sum, out, sizeof sum, cudaMemcpyDeviceToHost));
    for (int way = 0; way < WAYS; way++) {
        int other = 0;
        for (int i = 0; i < N; i++) {
            float right = 0;
            for (int j = 0; j < TURNS; j++)
                right = fmaf(way == 8 ? host[(i + j) % N] : host[j], host[(i + j) % N], right);
            other += right != sum[way * N + i];
        }
#if !defined __FMA__ && !defined __aarch64__ // no such operation
        other = 0;
#endif
        ok(other == 0, ways[way]);
    }
    ok(rounds_alike(out, in), "the same bits in all launches");
    free_all(in, out);
    return done_testing();
}
