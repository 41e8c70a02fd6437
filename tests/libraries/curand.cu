// SPDX-License-Identifier: MIT
// nvcc -lcurand
// cuRAND. The bits are those of NVIDIA's cuRAND 10.4, whose host generators give them in this
// order: number i of XORWOW is of sequence i % 4096, of MRG32k3a of i % 81920, and Philox's come by
// fours of each of 65536.
#include <curand.h>
#include <curand_kernel.h>
#include <string.h>

#include "device.h"

struct expected {
    curandRngType_t type;
    const char *name;
    int sequences, turn;
    unsigned first[8], second[2], past_five; // numbers 0 to 7; the second turn of sequence 0; number 5 on
};
// clang-format off
static const expected generators[] = {
    {CURAND_RNG_PSEUDO_XORWOW, "XORWOW", 4096, 1,
     {0x253d5e15, 0xd1f7605a, 0x8ce6f6f8, 0x4b79ff67, 0xea2bee0d, 0xde75663f, 0x526964f3, 0xc8694a55},
     {0x6f558604, 0xed29ae49}, 0xde75663f},
    {CURAND_RNG_PSEUDO_MRG32K3A, "MRG32k3a", 81920, 1,
     {0xc96891f0, 0x26f0d612, 0xef269080, 0xfc8fa50e, 0xfcef6715, 0x4df33f46, 0xed30be53, 0x6e9aabc4},
     {0x9650c684, 0}, 0x4df33f46},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, "Philox4x32-10", 65536, 4,
     {0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e, 0xd115a128, 0x52fc7c75, 0xc7f33f17, 0xf1539db},
     {0x9eeede35, 0x1cbe137c}, 0x52fc7c75},
};
// clang-format on

// Sequence `index` from its start: bits, and what a skip leads to.
template <class State> __global__ void sequences(unsigned *bits, unsigned *far, int turn) {
    const int i = threadIdx.x;
    State s, t;
    curand_init(1234, i / turn, i % turn, &s);
    bits[i] = curand(&s);
    // a walk of 1000, and a jump
    curand_init(1234, i, 7, &s);
    t = s;
    for (int k = 0; k < 1000; k++) curand(&s);
    skipahead(1000, &t);
    far[i] = curand(&s) ^ curand(&t);
}

template <class State> static void of_kernels(const expected &e) {
    unsigned *const bits = managed<unsigned>(16);
    sequences<State><<<1, 8>>>(bits, bits + 8, e.turn);
    finish();
    ok(each(8, [&](int i) { return bits[i] == e.first[i]; }), "%s in a kernel: NVIDIA's bits", e.name);
    ok(each(8, [&](int i) { return bits[i + 8] == 0; }), "%s: a jump ends where a walk does", e.name);
    must(cudaFree(bits));
}

// What an H200 gave for far seeds, sequences and offsets: the first of eight numbers, the last, and
// the last of eight Poisson numbers.
static const unsigned long long starts[4][3] = {
    {0xdeadbeefcafe, 8, 5}, {42, 300, 100003}, {5, 70001, 1ull << 34}, {~0ull, 3, 12345678901234}};
static const unsigned of_h200[3][4][3] = {{{0xebdb29ab, 0xe3902d9d, 5020},
                                           {0x227517d8, 0x5e729c37, 21},
                                           {0xabd8e6a2, 0xdf1ef5d8, 5038},
                                           {0x99bed4a0, 0x63257297, 21}},
                                          {{0xb8f3189a, 0x2a86dd02, 5065},
                                           {0xa8d700df, 0x1a298376, 24},
                                           {0x336292ee, 0x4d38793a, 4953},
                                           {0x33910924, 0x400449e, 19}},
                                          {{0xacbd4e6a, 0x70e4a926, 5100},
                                           {0x8dfa0dc2, 0xc1d6aed8, 22},
                                           {0x16857e17, 0x947ed4e2, 4966},
                                           {0x17d70b5a, 0xade7abd8, 19}}};
template <class State>
__global__ void from(unsigned long long seed, unsigned long long sequence, unsigned long long offset, double lambda,
                     unsigned *out) {
    State s;
    curand_init(seed, sequence, offset, &s);
    for (int i = 0; i < 8; i++) out[i > 0] = curand(&s);
    curand_init(seed, sequence, offset, &s);
    for (int i = 0; i < 8; i++) out[2] = curand_poisson(&s, lambda);
}
template <class State> static void of_an_h200(const char *name, const unsigned (*expected)[3]) {
    unsigned *const out = managed<unsigned>(3);
    bool right = true;
    for (int i = 0; i < 4; i++) {
        const double lambdas[] = {20, 777, 5000};
        from<State><<<1, 1>>>(starts[i][0], starts[i][1], starts[i][2], lambdas[starts[i][1] % 3], out);
        finish();
        right = right && memcmp(out, expected[i], sizeof expected[i]) == 0;
    }
    must(cudaFree(out));
    ok(right, "%s: an H200's numbers, far from the start", name);
}

static void of_the_library(const expected &e) {
    const int n = e.sequences * e.turn + 2;
    curandGenerator_t g;
    unsigned *const bits = managed<unsigned>(n);
    bool right = fine(curandCreateGenerator(&g, e.type)) && fine(curandSetPseudoRandomGeneratorSeed(g, 1234)) &&
                 fine(curandGenerate(g, bits, 3)) && fine(curandGenerate(g, bits + 3, n - 3));
    finish();
    for (int i = 0; i < 8; i++) right = right && bits[i] == e.first[i];
    for (int i = 0; i < 2 && e.second[i]; i++) right = right && bits[n - 2 + i] == e.second[i];
    ok(right, "%s fills memory, in two parts: NVIDIA's bits, in its order", e.name);
    right = fine(curandSetGeneratorOffset(g, 5)) && fine(curandGenerate(g, bits, 1));
    finish();
    ok(right && bits[0] == e.past_five && fine(curandDestroyGenerator(g)), "from an offset on");
    must(cudaFree(bits));
}

// says curandGenerateNormal at .*: 3 normal numbers, and they come in pairs
static void of_the_host() {
    curandGenerator_t g;
    float normal[4];
    double uniform[2];
    // XORWOW's first: NVIDIA's bits, of the float's value
    ok(fine(curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_DEFAULT)) &&
           fine(curandSetPseudoRandomGeneratorSeed(g, 1234)) && fine(curandGenerateUniformDouble(g, uniform, 2)),
       "numbers for the host");
    ok(uniform[0] == 0x1.bd561cb7abc2bp-2 && uniform[1] == 0x1.da53518d7605ap-1, "uniform");
    curandSetGeneratorOffset(g, 0);
    ok(fine(curandGenerateNormal(g, normal, 4, 0, 1)) && fabsf(normal[0] - 0.78097355f) < 1e-6f &&
           fabsf(normal[1] + 1.8015782f) < 2e-6f && fabsf(normal[2] + 0.28084856f) < 1e-6f,
       "normal");
    ok(curandGenerateNormal(g, normal, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE, "which come in pairs");
    curandDestroyGenerator(g);
}

// A generator that has given ten numbers and gets a seed: NVIDIA's library goes on with the same
// seed, and with another one at number `next` of that one's, counted from 0.
static void of_seeds() {
    static const struct {
        curandRngType_t type;
        int next;
    } kinds[] = {{CURAND_RNG_PSEUDO_XORWOW, 10},
                 {CURAND_RNG_PSEUDO_MRG32K3A, 10},
                 {CURAND_RNG_PSEUDO_PHILOX4_32_10, 2},
                 {CURAND_RNG_PSEUDO_MT19937, 0}};
    for (const auto &k : kinds)
        for (int other = 0; other < 2; other++) {
            unsigned numbers[20], got[20];
            curandGenerator_t g;
            curandCreateGeneratorHost(&g, k.type);
            curandSetPseudoRandomGeneratorSeed(g, 7 + other);
            curandGenerate(g, numbers, 20);
            curandDestroyGenerator(g);
            curandCreateGeneratorHost(&g, k.type);
            curandSetPseudoRandomGeneratorSeed(g, 7);
            curandGenerate(g, got, 10);
            curandSetPseudoRandomGeneratorSeed(g, 7 + other);
            curandGenerate(g, got, 2);
            curandDestroyGenerator(g);
            const int next = other ? k.next : 10;
            ok(got[0] == numbers[next] && got[1] == numbers[next + 1],
               "generator %d after %s seed goes on at number %d", (int)k.type, other ? "another" : "its own", next);
        }
}

// MT19937, as an H200 gave it: FNV-1a over the bytes of 200 000 numbers, and the first of others.
// says curandSetGeneratorOffset at .*: MT19937 begins at its start
static void of_mt19937() {
    enum { COUNT = 200000 };
    curandGenerator_t g;
    unsigned *const bits = managed<unsigned>(COUNT);
    ok(fine(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MT19937)) &&
           fine(curandSetPseudoRandomGeneratorSeed(g, 0xdeadbeefcafef00d)) && fine(curandGenerate(g, bits, 3)) &&
           fine(curandGenerate(g, bits + 3, COUNT - 3)),
       "MT19937 fills memory");
    finish();
    unsigned long long hash = 1469598103934665603;
    for (int i = 0; i < 4 * COUNT; i++) hash = (hash ^ (bits[i / 4] >> 8 * (i % 4) & 255)) * 1099511628211;
    ok(hash == 0xf7377cd6fed9267d, "with an H200's bits, in its order");
    ok(curandSetGeneratorOffset(g, 5) == CURAND_STATUS_TYPE_ERROR && fine(curandDestroyGenerator(g)),
       "and has no offset");
    must(cudaFree(bits));
    float uniform[3], normal[3];
    double wide[3];
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MT19937);
    curandSetPseudoRandomGeneratorSeed(g, 1);
    bool right = fine(curandGenerateUniform(g, uniform, 3)) && fine(curandGenerateSeeds(g)) &&
                 fine(curandGenerateUniformDouble(g, wide, 3)) && fine(curandGenerateSeeds(g)) &&
                 fine(curandGenerateNormal(g, normal, 3, 0, 1));
    ok(right && uniform[0] == 0x1.ab07dp-2f && uniform[1] == 0x1.3a562p-1f && uniform[2] == 0x1.cab19ap-1f &&
           wide[0] == 0x1.ab07d096p-2 && wide[1] == 0x1.3a561f8fp-1 && wide[2] == 0x1.cab19919p-1,
       "uniform numbers, each of 32 bits");
    ok(fabsf(normal[0] + 0x1.ad17b6p-3f) < 1e-6f && fabsf(normal[1] - 0x1.288c88p-2f) < 1e-6f &&
           fabsf(normal[2] - 0x1.422a0cp+0f) < 2e-6f,
       "normal ones, which need not be even");
    // the mean of Poisson numbers within five deviations
    std::vector<unsigned> k(4000);
    double sum = 0;
    curandGeneratePoisson(g, k.data(), k.size(), 10);
    for (unsigned x : k) sum += x;
    ok(fabs(sum / k.size() - 10) < 5 * sqrt(10. / k.size()), "Poisson: mean %g", sum / k.size());
    curandDestroyGenerator(g);
}

// The mean and the variance of 100 000 Poisson numbers are lambda, within five deviations.
template <class State> __global__ void poisson(double lambda, unsigned long long *sums) {
    State s;
    curand_init(42, threadIdx.x, 0, &s);
    for (int i = 0; i < 400; i++) {
        const unsigned long long k = curand_poisson(&s, lambda);
        atomicAdd(&sums[0], k);
        atomicAdd(&sums[1], k * k);
    }
}
static void of_poisson() {
    for (const double lambda : {3.5, 100.0, 5000.0}) {
        auto *const sums = managed<unsigned long long>(2);
        poisson<curandStatePhilox4_32_10_t><<<1, 250>>>(lambda, sums);
        finish();
        const double n = 250 * 400, mean = sums[0] / n, variance = sums[1] / n - mean * mean;
        ok(fabs(mean - lambda) < 5 * sqrt(lambda / n) && fabs(variance - lambda) < 5 * lambda * sqrt(3 / n),
           "Poisson, %g: mean %g, variance %g", lambda, mean, variance);
        must(cudaFree(sums));
    }
}

// Directions of the first dimension: numbers are their index's bits in reverse, in Gray code's
// order.
__global__ void sobol(const unsigned *directions, unsigned *bits) {
    curandStateSobol32_t s;
    curand_init((unsigned *)directions, threadIdx.x, &s);
    bits[threadIdx.x] = curand(&s);
}
static void of_sobol() {
    unsigned *const directions = managed<unsigned>(32), *const bits = managed<unsigned>(8);
    for (int i = 0; i < 32; i++) directions[i] = 1u << (31 - i);
    sobol<<<1, 8>>>(directions, bits);
    finish();
    ok(each(8,
            [&](unsigned i) {
                const unsigned gray = i ^ i >> 1;
                return bits[i] == ((gray & 1) << 31 | (gray & 2) << 29 | (gray & 4) << 27);
            }),
       "Sobol's first dimension");
    free_all(directions, bits);
}

// Sobol's sequences in memory: eight numbers of each of three dimensions, then two more; NVIDIA's.
// says curandGenerate at .*: 7 numbers are not as many in each of 3 dimensions
static void of_quasi() {
    static const unsigned expected[] = {0x00000000, 0x80000000, 0xc0000000, 0x40000000, 0x60000000, 0xe0000000,
                                        0xa0000000, 0x20000000, 0x00000000, 0x80000000, 0x40000000, 0xc0000000,
                                        0x60000000, 0xe0000000, 0x20000000, 0xa0000000, 0x00000000, 0x80000000,
                                        0x40000000, 0xc0000000, 0xa0000000, 0x20000000, 0xe0000000, 0x60000000,
                                        0x30000000, 0xb0000000, 0x50000000, 0xd0000000, 0xf0000000, 0x70000000};
    curandGenerator_t g;
    unsigned bits[30];
    double uniform[3];
    ok(fine(curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL32)) &&
           fine(curandSetQuasiRandomGeneratorDimensions(g, 3)) && fine(curandGenerate(g, bits, 24)) &&
           fine(curandGenerate(g, bits + 24, 6)) && memcmp(bits, expected, sizeof bits) == 0,
       "Sobol's sequences in memory");
    ok(fine(curandSetGeneratorOffset(g, 1)) && fine(curandGenerateUniformDouble(g, uniform, 3)) &&
           uniform[0] == 0x1.00000002p-1 && uniform[2] == 0x1.00000002p-1,
       "uniform numbers, from an offset on");
    ok(curandGenerate(g, bits, 7) == CURAND_STATUS_LENGTH_NOT_MULTIPLE, "as many in each");
    curandDestroyGenerator(g);
    // the last of the directions that are there
    curandDirectionVectors32_t *v;
    curandDirectionVectors64_t *w;
    ok(fine(curandGetDirectionVectors32(&v, CURAND_DIRECTION_VECTORS_32_JOEKUO6)) &&
           fine(curandGetDirectionVectors64(&w, CURAND_DIRECTION_VECTORS_64_JOEKUO6)) && v[52][31] == 79721723u &&
           w[52][63] == 4607200012176208395ull,
       "directions of 53 dimensions");
    unsigned long long wide[2];
    ok(fine(curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL64)) && fine(curandGenerateLongLong(g, wide, 2)) &&
           wide[0] == 0 && wide[1] == 1ull << 63,
       "numbers of 64 bits");
    curandDestroyGenerator(g);
}

int main() {
    of_kernels<curandStateXORWOW_t>(generators[0]);
    of_kernels<curandStateMRG32k3a_t>(generators[1]);
    of_kernels<curandStatePhilox4_32_10_t>(generators[2]);
    of_an_h200<curandStateXORWOW_t>("XORWOW", of_h200[0]);
    of_an_h200<curandStateMRG32k3a_t>("MRG32k3a", of_h200[1]);
    of_an_h200<curandStatePhilox4_32_10_t>("Philox4x32-10", of_h200[2]);
    for (const expected &e : generators) of_the_library(e);
    of_the_host();
    of_seeds();
    of_mt19937();
    of_poisson();
    of_sobol();
    of_quasi();
    return done_testing();
}
