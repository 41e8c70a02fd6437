// SPDX-License-Identifier: MIT
// cuFFT on FFTW: a plan notes its shape; FFTW's own plans are made when they are first used, one
// for each direction, for in place or not, and for aligned memory or not.
#include "cufft.h"
#include "cufftXt.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"

// ---- FFTW ---------------------------------------------------------------------------------------

#define DECLARE(fftw)                                                                              \
    void *fftw##_plan_many_dft(int rank, const int *n, int count, void *in, const int *inembed,    \
                               int istride, int idist, void *out, const int *onembed, int ostride, \
                               int odist, int sign, unsigned flags);                               \
    void *fftw##_plan_many_dft_r2c(int rank, const int *n, int count, void *in,                    \
                                   const int *inembed, int istride, int idist, void *out,          \
                                   const int *onembed, int ostride, int odist, unsigned flags);    \
    void *fftw##_plan_many_dft_c2r(int rank, const int *n, int count, void *in,                    \
                                   const int *inembed, int istride, int idist, void *out,          \
                                   const int *onembed, int ostride, int odist, unsigned flags);    \
    void fftw##_execute_dft(const void *plan, void *in, void *out);                                \
    void fftw##_execute_dft_r2c(const void *plan, void *in, void *out);                            \
    void fftw##_execute_dft_c2r(const void *plan, void *in, void *out);                            \
    void fftw##_destroy_plan(void *plan);                                                          \
    int fftw##_alignment_of(void *memory);
DECLARE(fftw)
DECLARE(fftwf)
enum { UNALIGNED = 1 << 1, PRESERVE_INPUT = 1 << 4, ESTIMATE = 1 << 6 };

// ---- plans --------------------------------------------------------------------------------------

enum { MOST_PLANS = 1 << 20 };

static struct plan *plans[MOST_PLANS];
static int plan_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // FFTW plans on one thread at a time
static const char MAKER[] = "a plan";

struct plan *cuda_cpu_find_plan(cufftHandle handle) {
    const void *const p = handle > 0 && handle <= plan_count ? plans[handle - 1] : NULL;
    return cuda_cpu_find_handle(p, MAKER);
}

// Rows of real numbers have n elements, or in place room for the n / 2 + 1 complex ones; such are
// all rows of complex numbers that stand for real ones.
static struct layout packed(const struct plan *p, bool real, bool in_place) {
    struct layout l = {.stride = 1, .distance = 1};
    const bool halved = from_real(p->type) || to_real(p->type);
    memcpy(l.embed, p->n, sizeof l.embed);
    int *const last = &l.embed[p->rank - 1];
    if (halved && !real)
        *last = *last / 2 + 1;
    else if (halved && in_place)
        *last = 2 * (*last / 2 + 1);
    for (int i = 0; i < p->rank; i++)
        l.distance *= l.embed[i];
    return l;
}

// Elements from the first to the last.
static size_t extent(const struct plan *p, const struct layout *l, bool complex_half) {
    size_t last = 0;
    for (int i = 0; i < p->rank; i++) {
        const int n = complex_half && i == p->rank - 1 ? p->n[i] / 2 + 1 : p->n[i];
        last = last * (size_t)(i ? l->embed[i] : 1) + (size_t)(n - 1);
    }
    return last * (size_t)l->stride + (size_t)(p->batch - 1) * (size_t)l->distance + 1;
}

cufftResult cufftCreate(cufftHandle *plan) {
    if (!plan)
        return CUFFT_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    struct plan *const made =
        plan_count < MOST_PLANS ? cuda_cpu_make_handle(MAKER, sizeof *made) : NULL;
    if (made) {
        plans[plan_count] = made;
        *plan = ++plan_count;
    }
    pthread_mutex_unlock(&lock);
    return made ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist, cufftType type,
                              int batch, size_t *work) {
    struct plan *const p = cuda_cpu_find_plan(handle);
    if (!p || p->made)
        return CUFFT_INVALID_PLAN;
    if (rank < 1 || rank > RANKS || !n)
        return CUFFT_INVALID_VALUE;
    if (batch < 1)
        return CUFFT_INVALID_SIZE;
    for (int i = 0; i < rank; i++)
        if (n[i] < 1)
            return CUFFT_INVALID_SIZE;
    switch (type) {
    case CUFFT_C2C:
    case CUFFT_R2C:
    case CUFFT_C2R:
    case CUFFT_Z2Z:
    case CUFFT_D2Z:
    case CUFFT_Z2D:
        break;
    default:
        return CUFFT_INVALID_TYPE;
    }
    p->type = type, p->rank = rank, p->batch = batch;
    memcpy(p->n, n, (size_t)rank * sizeof *n);
    p->packed = !inembed || !onembed;
    if (!p->packed) {
        if (istride < 1 || ostride < 1)
            return CUFFT_INVALID_VALUE;
        memcpy(p->in.embed, inembed, (size_t)rank * sizeof *n);
        memcpy(p->out.embed, onembed, (size_t)rank * sizeof *n);
        p->in.stride = istride, p->in.distance = idist;
        p->out.stride = ostride, p->out.distance = odist;
    }
    p->made = true;
    if (work)
        *work = 0;
    return CUFFT_SUCCESS;
}

// Into ints; false: one has no room. NULL stays so.
static bool narrow(const long long *from, int count, int *to) {
    for (int i = 0; from && i < count; i++) {
        if (from[i] < 0 || from[i] > INT_MAX)
            return false;
        to[i] = (int)from[i];
    }
    return true;
}

cufftResult cufftMakePlanMany64(cufftHandle handle, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, long long *onembed,
                                long long ostride, long long odist, cufftType type, long long batch,
                                size_t *work) {
    int sizes[RANKS], in[RANKS], out[RANKS], rest[5];
    if (rank < 1 || rank > RANKS || !n || !narrow(n, rank, sizes) || !narrow(inembed, rank, in) ||
        !narrow(onembed, rank, out) ||
        !narrow((long long[]){istride, idist, ostride, odist, batch}, 5, rest))
        return CUFFT_INVALID_SIZE;
    return cufftMakePlanMany(handle, rank, sizes, inembed ? in : NULL, rest[0], rest[1],
                             onembed ? out : NULL, rest[2], rest[3], type, rest[4], work);
}

cufftResult cufftXtMakePlanMany(cufftHandle handle, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, cudaDataType in,
                                long long *onembed, long long ostride, long long odist,
                                cudaDataType out, long long batch, size_t *work,
                                cudaDataType execution) {
    static const struct {
        cudaDataType in, out, execution;
        cufftType type;
    } kinds[] = {
        {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C},
        {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C},
        {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R},
        {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
        {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z},
        {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (in == kinds[k].in && out == kinds[k].out && execution == kinds[k].execution)
            return cufftMakePlanMany64(handle, rank, n, inembed, istride, idist, onembed, ostride,
                                       odist, kinds[k].type, batch, work);
    return CUFFT_INVALID_TYPE;
}

static cufftResult make_packed(cufftHandle plan, int rank, const int *n, cufftType type, int batch,
                               size_t *work) {
    return cufftMakePlanMany(plan, rank, (int *)n, NULL, 1, 0, NULL, 1, 0, type, batch, work);
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *work) {
    return make_packed(plan, 1, (int[]){nx}, type, batch, work);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *work) {
    return make_packed(plan, 2, (int[]){nx, ny}, type, 1, work);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t *work) {
    return make_packed(plan, 3, (int[]){nx, ny, nz}, type, 1, work);
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch) {
    const cufftResult created = cufftCreate(plan);
    return created != CUFFT_SUCCESS ? created
                                    : cufftMakePlanMany(*plan, rank, n, inembed, istride, idist,
                                                        onembed, ostride, odist, type, batch, NULL);
}
cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch) {
    const cufftResult created = cufftCreate(plan);
    return created != CUFFT_SUCCESS ? created : cufftMakePlan1d(*plan, nx, type, batch, NULL);
}
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) {
    const cufftResult created = cufftCreate(plan);
    return created != CUFFT_SUCCESS ? created : cufftMakePlan2d(*plan, nx, ny, type, NULL);
}
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type) {
    const cufftResult created = cufftCreate(plan);
    return created != CUFFT_SUCCESS ? created : cufftMakePlan3d(*plan, nx, ny, nz, type, NULL);
}

cufftResult cufftDestroy(cufftHandle handle) {
    struct plan *const p = cuda_cpu_find_plan(handle);
    if (!p)
        return CUFFT_INVALID_PLAN;
    cudaStreamSynchronize(p->base.stream);
    cuda_cpu_end_handle(p, MAKER);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 8; i++) {
        void *const one = p->made_by_fftw[i / 4][i / 2 % 2][i % 2];
        if (one && is_double(p->type))
            fftw_destroy_plan(one);
        else if (one)
            fftwf_destroy_plan(one);
    }
    pthread_mutex_unlock(&lock);
    return CUFFT_SUCCESS;
}

// ---- what the stream does -----------------------------------------------------------------------

struct call {
    struct plan *plan;
    void *from, *to;
    int direction;
    struct layout in, out;
    size_t read, written; // bytes
};

#define TRANSFORM(fftw)                                                                            \
    static void transform_##fftw(const struct call *c) {                                           \
        struct plan *const p = c->plan;                                                            \
        const bool unaligned = fftw##_alignment_of(c->from) || fftw##_alignment_of(c->to);         \
        pthread_mutex_lock(&lock);                                                                 \
        void **const at = &p->made_by_fftw[c->direction > 0][c->from == c->to][unaligned];         \
        const unsigned flags = ESTIMATE | (unaligned ? UNALIGNED : 0);                             \
        if (!*at && from_real(p->type))                                                            \
            *at = fftw##_plan_many_dft_r2c(p->rank, p->n, p->batch, c->from, c->in.embed,          \
                                           c->in.stride, c->in.distance, c->to, c->out.embed,      \
                                           c->out.stride, c->out.distance, flags);                 \
        else if (!*at && to_real(p->type))                                                         \
            *at = fftw##_plan_many_dft_c2r(p->rank, p->n, p->batch, c->from, c->in.embed,          \
                                           c->in.stride, c->in.distance, c->to, c->out.embed,      \
                                           c->out.stride, c->out.distance,                         \
                                           flags | (p->rank == 1 ? PRESERVE_INPUT : 0));           \
        else if (!*at)                                                                             \
            *at = fftw##_plan_many_dft(p->rank, p->n, p->batch, c->from, c->in.embed,              \
                                       c->in.stride, c->in.distance, c->to, c->out.embed,          \
                                       c->out.stride, c->out.distance, c->direction, flags);       \
        void *const made = *at;                                                                    \
        pthread_mutex_unlock(&lock);                                                               \
        if (!made)                                                                                 \
            return;                                                                                \
        if (from_real(p->type))                                                                    \
            fftw##_execute_dft_r2c(made, c->from, c->to);                                          \
        else if (to_real(p->type))                                                                 \
            fftw##_execute_dft_c2r(made, c->from, c->to);                                          \
        else                                                                                       \
            fftw##_execute_dft(made, c->from, c->to);                                              \
    }
TRANSFORM(fftw)
TRANSFORM(fftwf)

static void transform(const struct call *c) {
    if (is_double(c->plan->type))
        transform_fftw(c);
    else
        transform_fftwf(c);
}

// Elements that functions of the program's load or store go through memory of the host's.
static void transform_by_functions(const struct call *c) {
    const struct plan *const p = c->plan;
    struct call within = *c;
    within.from = p->load.function ? calloc(c->read, 1) : c->from;
    within.to = p->store.function ? calloc(c->written, 1) : c->to;
    if (within.from && within.to) {
        if (p->load.function)
            cuda_cpu_fft_load(p, &c->in, c->from, within.from);
        transform(&within);
        if (p->store.function)
            cuda_cpu_fft_store(p, &c->out, within.to, c->to);
    }
    if (p->load.function)
        free(within.from);
    if (p->store.function)
        free(within.to);
}

static void run(void *data) {
    const struct call *const c = data;
    if (c->plan->load.function || c->plan->store.function)
        transform_by_functions(c);
    else
        transform(c);
    cuda_cpu_library_wrote(c->to, c->written);
}

// ---- calls --------------------------------------------------------------------------------------

static cufftResult exec(cufftHandle handle, cufftType type, void *from, void *to, int direction) {
    struct plan *const p = cuda_cpu_find_plan(handle);
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    if (p->type != type) {
        cuda_cpu_library_say("the plan is for another type of transform");
        return CUFFT_INVALID_TYPE;
    }
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)
        return CUFFT_INVALID_VALUE;
    struct call c = {.plan = p, .from = from, .to = to, .direction = direction};
    c.in = p->packed ? packed(p, from_real(type), from == to) : p->in;
    c.out = p->packed ? packed(p, to_real(type), from == to) : p->out;
    const size_t real = is_double(type) ? 8 : 4;
    c.written = extent(p, &c.out, from_real(type)) * (to_real(type) ? real : 2 * real);
    c.read = extent(p, &c.in, to_real(type)) * (from_real(type) ? real : 2 * real);
    // What functions of the program's load and store is their own.
    if (!p->load.function && !cuda_cpu_library_may_touch(p->base.stream, "the input", from, c.read))
        return CUFFT_SUCCESS;
    if (!p->store.function &&
        !cuda_cpu_library_may_touch(p->base.stream, "the output", to, c.written))
        return CUFFT_SUCCESS;
    double points = p->batch;
    for (int i = 0; i < p->rank; i++)
        points *= p->n[i];
    const double operations =
        p->load.function || p->store.function ? HUGE_VAL : 5 * points * log2(points);
    return cuda_cpu_run_brief(p->base.stream, run, &c, sizeof c, operations) ? CUFFT_SUCCESS
                                                                             : CUFFT_EXEC_FAILED;
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *from, cufftComplex *to, int direction) {
    return exec(plan, CUFFT_C2C, from, to, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *from, cufftComplex *to) {
    return exec(plan, CUFFT_R2C, from, to, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *from, cufftReal *to) {
    return exec(plan, CUFFT_C2R, from, to, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleComplex *to,
                         int direction) {
    return exec(plan, CUFFT_Z2Z, from, to, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *from, cufftDoubleComplex *to) {
    return exec(plan, CUFFT_D2Z, from, to, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleReal *to) {
    return exec(plan, CUFFT_Z2D, from, to, CUFFT_INVERSE);
}

cufftResult cufftXtExec(cufftHandle handle, void *from, void *to, int direction) {
    struct plan *const p = cuda_cpu_find_plan(handle);
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    return exec(handle, p->type, from, to,
                from_real(p->type) ? CUFFT_FORWARD
                : to_real(p->type) ? CUFFT_INVERSE
                                   : direction);
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
    struct plan *const p = cuda_cpu_find_plan(handle);
    if (!p)
        return CUFFT_INVALID_PLAN;
    p->base.stream = stream;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int *version) {
    if (!version)
        return CUFFT_INVALID_VALUE;
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int *value) {
    const int version[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
    if (!value || (unsigned)type > PATCH_LEVEL)
        return CUFFT_INVALID_VALUE;
    *value = version[type];
    return CUFFT_SUCCESS;
}
cufftResult cufftGetSize(cufftHandle handle, size_t *work) {
    if (!work)
        return CUFFT_INVALID_VALUE;
    *work = 0;
    return cuda_cpu_find_plan(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
// How much memory a plan would need: made, asked and thrown away, for what is said of its sizes.
cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                              int ostride, int odist, cufftType type, int batch, size_t *work) {
    cufftHandle plan;
    cufftResult result = work ? cufftPlanMany(&plan, rank, n, inembed, istride, idist, onembed,
                                              ostride, odist, type, batch)
                              : CUFFT_INVALID_VALUE;
    if (result != CUFFT_SUCCESS)
        return result;
    *work = 0;
    return cufftDestroy(plan);
}
cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *work) {
    return cufftEstimateMany(1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, work);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *work) {
    return cufftEstimateMany(2, (int[]){nx, ny}, NULL, 1, 0, NULL, 1, 0, type, 1, work);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *work) {
    return cufftEstimateMany(3, (int[]){nx, ny, nz}, NULL, 1, 0, NULL, 1, 0, type, 1, work);
}
cufftResult cufftGetSizeMany(cufftHandle handle, int rank, int *n, int *inembed, int istride,
                             int idist, int *onembed, int ostride, int odist, cufftType type,
                             int batch, size_t *work) {
    return cuda_cpu_find_plan(handle) ? cufftEstimateMany(rank, n, inembed, istride, idist, onembed,
                                                          ostride, odist, type, batch, work)
                                      : CUFFT_INVALID_PLAN;
}
cufftResult cufftGetSize1d(cufftHandle handle, int nx, cufftType type, int batch, size_t *work) {
    return cuda_cpu_find_plan(handle) ? cufftEstimate1d(nx, type, batch, work) : CUFFT_INVALID_PLAN;
}
cufftResult cufftGetSize2d(cufftHandle handle, int nx, int ny, cufftType type, size_t *work) {
    return cuda_cpu_find_plan(handle) ? cufftEstimate2d(nx, ny, type, work) : CUFFT_INVALID_PLAN;
}
cufftResult cufftGetSize3d(cufftHandle handle, int nx, int ny, int nz, cufftType type,
                           size_t *work) {
    return cuda_cpu_find_plan(handle) ? cufftEstimate3d(nx, ny, nz, type, work)
                                      : CUFFT_INVALID_PLAN;
}

cufftResult cufftSetAutoAllocation(cufftHandle handle, int automatic) {
    (void)automatic;
    return cuda_cpu_find_plan(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetWorkArea(cufftHandle handle, void *work) {
    (void)work;
    return cuda_cpu_find_plan(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
