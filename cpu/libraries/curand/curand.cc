// SPDX-License-Identifier: MIT
// cuRAND's generators that fill memory, by those for kernels. Each has many sequences, whose
// numbers follow each other in memory: so many of the first, as many of the next, and so on.
// Measured with cuRAND 10.4, whose bits these are.
#include "curand.h"

#include <stdlib.h>

#include "curand_kernel.h"

#include "library.h"
#include "mt19937.h"
#include "sobol.h"

namespace {

// How many sequences there are, and how many numbers each gives in its turn, of any type; of those
// that go by pairs, each gives a pair.
struct kind {
    curandRngType_t type;
    int sequences, turn;
};
const kind kinds[] = {{CURAND_RNG_PSEUDO_XORWOW, 4096, 1},
                      {CURAND_RNG_PSEUDO_MRG32K3A, 81920, 1},
                      {CURAND_RNG_PSEUDO_PHILOX4_32_10, 65536, 4},
                      {CURAND_RNG_PSEUDO_MT19937, 0, 0}, // it has its own order
                      {CURAND_RNG_QUASI_SOBOL32, 0, 0},
                      {CURAND_RNG_QUASI_SOBOL64, 0, 0}};

const char MAKER[] = "curandCreateGenerator";

} // namespace

struct curandGenerator_st {
    cuda_cpu_handle base;
    const kind *is;
    bool to_host;
    unsigned long long seed, offset;
    int dimensions;              // of a quasirandom generator; 0: it is none
    void *states;                // of all sequences; NULL: not begun
    unsigned long long position; // Philox's and Sobol's: numbers given so far. The others': the
                                 // next sequence
    unsigned long long taken;    // from these sequences since they began
};

namespace {

struct call {
    curandGenerator_st *generator;
    void (*fill)(const call &c);
    void *to;
    size_t count, bytes;
    double mean, deviation;
};

// ---- the sequences ------------------------------------------------------------------------------

void next_sequence(curandStateXORWOW_t *s) {
    skipahead_sequence(1, s);
}
void next_sequence(curandStateMRG32k3a_t *s) {
    skipahead_subsequence(1, s);
}

template <class State> State *states_of(curandGenerator_st *g) {
    if (g->states)
        return (State *)g->states;
    const int n = g->is->sequences;
    const unsigned long long round = g->offset / n;
    State *const all = (State *)malloc(n * sizeof(State));
    State s;
    curand_init(g->seed, 0, 0, &s);
    for (int i = 0; all && i < n; i++, next_sequence(&s)) {
        all[i] = s;
        skipahead(round, &all[i]);
    }
    for (int i = 0; all && i < (int)(g->offset % n); i++)
        curand(&all[i]);
    g->position = g->offset % n;
    g->taken = 0;
    g->states = all;
    return all;
}

// XORWOW and MRG32k3a: `step` numbers at a time, which `make` takes of a sequence.
template <class State, class T, class Make> void by_sequences(const call &c, int step, Make make) {
    curandGenerator_st *const g = c.generator;
    State *const all = states_of<State>(g);
    T *const to = (T *)c.to;
    for (size_t i = 0; all && i < c.count; i += step, g->taken++) {
        make(&all[g->position], to + i);
        g->position = g->position + 1 == (unsigned)g->is->sequences ? 0 : g->position + 1;
    }
}

// Philox can begin anywhere: four numbers at a time, of `blocks` steps of the counter.
template <class T, class Make> void by_counter(const call &c, int blocks, Make make) {
    curandGenerator_st *const g = c.generator;
    T *const to = (T *)c.to;
    if (!g->states) { // none is needed
        g->states = g;
        g->position = g->offset;
    }
    const unsigned long long n = g->is->sequences, first = g->position, end = first + c.count;
    for (unsigned long long group = first / 4; group * 4 < end; group++) {
        curandStatePhilox4_32_10_t s;
        T four[4];
        curand_init(g->seed, group % n, group / n * 4 * blocks, &s);
        make(&s, four);
        for (int k = 0; k < 4; k++)
            if (group * 4 + k >= first && group * 4 + k < end)
                to[group * 4 + k - first] = four[k];
    }
    g->position = end;
}

// MT19937 makes each number of 32 bits, by what the distribution makes of them.
template <class T, class Make> void by_bits(const call &c, Make make) {
    curandGenerator_st *const g = c.generator;
    if (!g->states)
        g->states = cuda_cpu_mt19937_make((unsigned)g->seed);
    for (size_t i = 0; g->states && i < c.count; i++)
        ((T *)c.to)[i] = make(cuda_cpu_mt19937_next((cuda_cpu_mt19937 *)g->states));
}

// All numbers of the first dimension, as many of the second, and so on.
template <class State, class T, class Directions, class Make>
void by_dimensions(const call &c, Directions directions, Make make) {
    curandGenerator_st *const g = c.generator;
    T *to = (T *)c.to;
    if (!g->states) { // none is needed
        g->states = g;
        g->position = g->offset;
    }
    const size_t count = c.count / g->dimensions;
    for (int d = 0; d < g->dimensions; d++) {
        State s;
        curand_init(directions[d], g->position, &s);
        for (size_t i = 0; i < count; i++, to++)
            make(&s, to);
    }
    g->position += count;
}

template <class T, class Single, class Four, class Bits, class Quasi>
void fill(const call &c, int step, int blocks, Single single, Four four, Bits bits, Quasi quasi) {
    switch (c.generator->is->type) {
    case CURAND_RNG_PSEUDO_MT19937:
        by_bits<T>(c, bits);
        break;
    case CURAND_RNG_QUASI_SOBOL32:
        by_dimensions<curandStateSobol32_t, T>(c, cuda_cpu_sobol32(), quasi);
        break;
    case CURAND_RNG_QUASI_SOBOL64:
        by_dimensions<curandStateSobol64_t, T>(c, cuda_cpu_sobol64(), quasi);
        break;
    case CURAND_RNG_PSEUDO_XORWOW:
        by_sequences<curandStateXORWOW_t, T>(c, step, single);
        break;
    case CURAND_RNG_PSEUDO_MRG32K3A:
        by_sequences<curandStateMRG32k3a_t, T>(c, step, single);
        break;
    default:
        by_counter<T>(c, blocks, four);
    }
}

// ---- numbers ------------------------------------------------------------------------------------

void fill_bits(const call &c) {
    fill<unsigned>(
        c, 1, 1, [](auto *s, unsigned *to) { *to = curand(s); },
        [](auto *s, unsigned *to) {
            for (int i = 0; i < 4; i++)
                to[i] = curand(s);
        },
        [](unsigned x) { return x; }, [](auto *s, unsigned *to) { *to = (unsigned)curand(s); });
}

void fill_uniform(const call &c) {
    fill<float>(
        c, 1, 1, [](auto *s, float *to) { *to = curand_uniform(s); },
        [](auto *s, float *to) {
            for (int i = 0; i < 4; i++)
                to[i] = curand_uniform(s);
        },
        [](unsigned x) { return (float)cuda_cpu::share_of(x); },
        [](auto *s, float *to) { *to = curand_uniform(s); });
}

void fill_uniform_double(const call &c) {
    fill<double>(
        c, 1, 2, [](auto *s, double *to) { *to = curand_uniform_double(s); },
        [](auto *s, double *to) {
            for (int i = 0; i < 4; i += 2) {
                const double2 pair = curand_uniform2_double(s);
                to[i] = pair.x, to[i + 1] = pair.y;
            }
        },
        [](unsigned x) { return cuda_cpu::share_of(x); },
        [](auto *s, double *to) { *to = curand_uniform_double(s); });
}

template <bool logarithm, class T> T shaped(T x, const call &c) {
    const T normal = (T)c.mean + (T)c.deviation * x;
    return logarithm ? exp(normal) : normal;
}

template <bool logarithm> void fill_normal(const call &c) {
    const auto pair = [&](auto *s, float *to) {
        const float2 x = curand_normal2(s);
        to[0] = shaped<logarithm>(x.x, c), to[1] = shaped<logarithm>(x.y, c);
    };
    fill<float>(
        c, 2, 1, pair, [&](auto *s, float *to) { pair(s, to), pair(s, to + 2); },
        [&](unsigned x) { return shaped<logarithm>(cuda_cpu::inverse_normal(x), c); },
        [&](auto *s, float *to) { *to = shaped<logarithm>(curand_normal(s), c); });
}

template <bool logarithm> void fill_normal_double(const call &c) {
    const auto pair = [&](auto *s, double *to) {
        const double2 x = curand_normal2_double(s);
        to[0] = shaped<logarithm>(x.x, c), to[1] = shaped<logarithm>(x.y, c);
    };
    fill<double>(
        c, 2, 2, pair, [&](auto *s, double *to) { pair(s, to), pair(s, to + 2); },
        [&](unsigned x) { return shaped<logarithm>(cuda_cpu::inverse_normal_double(x), c); },
        [&](auto *s, double *to) { *to = shaped<logarithm>(curand_normal_double(s), c); });
}

void fill_poisson(const call &c) {
    fill<unsigned>(
        c, 1, 1, [&](auto *s, unsigned *to) { *to = curand_poisson(s, c.mean); },
        [&](auto *s, unsigned *to) {
            for (int i = 0; i < 4; i++)
                to[i] = curand_poisson(s, c.mean);
        },
        [&](unsigned x) { return cuda_cpu::poisson_of_bits(x, c.mean); },
        [&](auto *s, unsigned *to) { *to = curand_poisson(s, c.mean); });
}

void fill_wide_bits(const call &c) {
    by_dimensions<curandStateSobol64_t, unsigned long long>(
        c, cuda_cpu_sobol64(), [](auto *s, unsigned long long *to) { *to = curand(s); });
}

void run(void *data) {
    const call &c = *(const call *)data;
    c.fill(c);
    if (!c.generator->to_host)
        cuda_cpu_library_wrote(c.to, c.bytes);
}

// ---- calls --------------------------------------------------------------------------------------

curandGenerator_st *find(curandGenerator_t generator) {
    return (curandGenerator_st *)cuda_cpu_find_handle(generator, MAKER);
}

curandStatus_t generate(curandGenerator_t generator, void (*fill)(const call &), void *to,
                        size_t count, size_t size, bool pairs, double mean, double deviation) {
    curandGenerator_st *const g = find(generator);
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    const bool wide = g->is->type == CURAND_RNG_QUASI_SOBOL64;
    if (wide ? fill == fill_bits : fill == fill_wide_bits) {
        cuda_cpu_library_say("whole numbers of 64 bits come from SOBOL64 alone, and none of 32 do");
        return CURAND_STATUS_TYPE_ERROR;
    }
    if (g->dimensions && count % g->dimensions) {
        cuda_cpu_library_say("%zu numbers are not as many in each of %d dimensions", count,
                             g->dimensions);
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    }
    if (pairs && count % 2 && g->is->turn == 1) {
        cuda_cpu_library_say("%zu normal numbers, and they come in pairs", count);
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    }
    call c = {g, fill, to, count, count * size, mean, deviation};
    if (g->to_host) {
        run(&c);
        return CURAND_STATUS_SUCCESS;
    }
    if (!cuda_cpu_library_may_touch(g->base.stream, "what is to be filled", to, c.bytes))
        return CURAND_STATUS_SUCCESS;
    return cuda_cpu_run_in(g->base.stream, run, &c, sizeof c) ? CURAND_STATUS_SUCCESS
                                                              : CURAND_STATUS_LAUNCH_FAILURE;
}

// Waits for what it has to do, and makes it begin anew.
curandGenerator_st *restart(curandGenerator_t generator) {
    curandGenerator_st *const g = find(generator);
    if (g && !g->to_host)
        cudaStreamSynchronize(g->base.stream);
    if (g && g->states) {
        if (g->is->type == CURAND_RNG_PSEUDO_MT19937)
            cuda_cpu_mt19937_free((cuda_cpu_mt19937 *)g->states);
        else if (g->states != g)
            free(g->states);
        g->states = NULL;
    }
    return g;
}

curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool to_host) {
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT)
        type = CURAND_RNG_QUASI_SOBOL32;
    for (const kind &k : kinds) {
        if (k.type != type)
            continue;
        curandGenerator_st *const g = (curandGenerator_st *)cuda_cpu_make_handle(MAKER, sizeof *g);
        if (!g)
            return CURAND_STATUS_ALLOCATION_FAILED;
        g->is = &k;
        g->dimensions = type >= CURAND_RNG_QUASI_DEFAULT;
        g->to_host = to_host;
        *generator = g;
        return CURAND_STATUS_SUCCESS;
    }
    cuda_cpu_library_say("this generator is not on the CPU backend: XORWOW, MRG32K3A, MT19937, "
                         "PHILOX4_32_10, SOBOL32 and SOBOL64 are");
    return CURAND_STATUS_TYPE_ERROR;
}

} // namespace

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (!restart(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    cuda_cpu_end_handle(generator, MAKER);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version) {
    if (!version)
        return CURAND_STATUS_OUT_OF_RANGE;
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int *value) {
    const int version[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
    if (!value || (unsigned)type > PATCH_LEVEL)
        return CURAND_STATUS_OUT_OF_RANGE;
    *value = version[type];
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    curandGenerator_st *const g = find(generator);
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    g->base.stream = stream;
    return CURAND_STATUS_SUCCESS;
}
// Another seed changes the numbers, and not how many were given before: those after it are the ones
// that would follow. Philox goes on at a quarter of their number, and MT19937 at its start. With
// the seed that it has, a generator just goes on. (NVIDIA's library, cuRAND 10.4.)
static void begin_again(curandGenerator_t generator) {
    curandGenerator_st *const g = (curandGenerator_st *)generator;
    if (g->states && g->is->turn == 1)
        g->offset += g->taken;
    else if (g->states && g->is->turn == 4)
        g->offset += (g->position - g->offset) / 4;
    restart(generator);
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
    curandGenerator_st *const g = find(generator);
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (g->dimensions)
        return CURAND_STATUS_TYPE_ERROR;
    if (!g->to_host)
        cudaStreamSynchronize(g->base.stream);
    if (g->seed != seed)
        begin_again(generator);
    g->seed = seed;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    curandGenerator_st *const g = find(generator);
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (g->is->type == CURAND_RNG_PSEUDO_MT19937) {
        cuda_cpu_library_say("MT19937 begins at its start: cuRAND has no offset for it");
        return CURAND_STATUS_TYPE_ERROR;
    }
    restart(generator);
    g->offset = offset;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned dimensions) {
    curandGenerator_st *const g = find(generator);
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!g->dimensions)
        return CURAND_STATUS_TYPE_ERROR;
    if (dimensions < 1 || dimensions > CUDA_CPU_SOBOL_DIMENSIONS) {
        cuda_cpu_library_say("%u dimensions: the CPU backend has %d", dimensions,
                             CUDA_CPU_SOBOL_DIMENSIONS);
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    if (g->dimensions != (int)dimensions)
        restart(generator);
    g->dimensions = (int)dimensions;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                                           curandDirectionVectorSet_t set) {
    if (!vectors || set != CURAND_DIRECTION_VECTORS_32_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    *vectors = cuda_cpu_sobol32();
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[],
                                           curandDirectionVectorSet_t set) {
    if (!vectors || set != CURAND_DIRECTION_VECTORS_64_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    *vectors = cuda_cpu_sobol64();
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    if (!find(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (order == CURAND_ORDERING_PSEUDO_BEST || order == CURAND_ORDERING_PSEUDO_DEFAULT ||
        order == CURAND_ORDERING_PSEUDO_LEGACY || order == CURAND_ORDERING_PSEUDO_DYNAMIC ||
        order == CURAND_ORDERING_QUASI_DEFAULT)
        return CURAND_STATUS_SUCCESS; // DYNAMIC may be any on a GPU
    cuda_cpu_library_say("the ordering SEEDED is not on the CPU backend");
    return CURAND_STATUS_OUT_OF_RANGE;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    curandGenerator_st *const g = find(generator);
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!g->to_host)
        cudaStreamSynchronize(g->base.stream);
    if (!g->dimensions)
        begin_again(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *to, size_t count) {
    return generate(generator, fill_bits, to, count, sizeof *to, false, 0, 0);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *to,
                                      size_t count) {
    return generate(generator, fill_wide_bits, to, count, sizeof *to, false, 0, 0);
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *to, size_t count) {
    return generate(generator, fill_uniform, to, count, sizeof *to, false, 0, 0);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *to, size_t count) {
    return generate(generator, fill_uniform_double, to, count, sizeof *to, false, 0, 0);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *to, size_t count,
                                    float mean, float deviation) {
    return generate(generator, fill_normal<false>, to, count, sizeof *to, true, mean, deviation);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *to, size_t count,
                                          double mean, double deviation) {
    return generate(generator, fill_normal_double<false>, to, count, sizeof *to, true, mean,
                    deviation);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *to, size_t count,
                                       float mean, float deviation) {
    return generate(generator, fill_normal<true>, to, count, sizeof *to, true, mean, deviation);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *to, size_t count,
                                             double mean, double deviation) {
    return generate(generator, fill_normal_double<true>, to, count, sizeof *to, true, mean,
                    deviation);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned *to, size_t count,
                                     double lambda) {
    if (!(lambda > 0 && lambda <= 400000))
        return CURAND_STATUS_OUT_OF_RANGE;
    return generate(generator, fill_poisson, to, count, sizeof *to, false, lambda, 0);
}

} // extern "C"
