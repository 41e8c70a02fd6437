// SPDX-License-Identifier: MIT
// Functions of the program's that load the elements of a transform, or store them.
#include "cufftXt.h"
#include "plan.h"

// Where the k-th element lies in its array; `halved`: rows of n / 2 + 1 complex numbers.
static size_t offset_of(const struct plan *p, const struct layout *l, bool halved, size_t k) {
    size_t place = 0, apart = (size_t)l->stride;
    for (int i = p->rank - 1; i >= 0; i--) {
        const size_t n = (size_t)(halved && i == p->rank - 1 ? p->n[i] / 2 + 1 : p->n[i]);
        place += k % n * apart;
        apart *= (size_t)l->embed[i];
        k /= n;
    }
    return place + k * (size_t)l->distance;
}

static size_t count_of(const struct plan *p, bool halved) {
    size_t count = (size_t)p->batch;
    for (int i = 0; i < p->rank; i++)
        count *= (size_t)(halved && i == p->rank - 1 ? p->n[i] / 2 + 1 : p->n[i]);
    return count;
}

#define EACH(halved, statement)                                                                    \
    for (size_t k = 0, count = count_of(p, halved); k < count; k++) {                              \
        const size_t i = offset_of(p, l, halved, k);                                               \
        statement;                                                                                 \
    }

#define LOAD(Letter, number)                                                                       \
    EACH(to_real(p->type), ((number *)to)[i] = ((cufftCallbackLoad##Letter)p->load.function)(      \
                               from, i, p->load.info, NULL))
void cuda_cpu_fft_load(const struct plan *p, const struct layout *l, void *from, void *to) {
    if (from_real(p->type) && is_double(p->type))
        LOAD(D, cufftDoubleReal)
    else if (from_real(p->type))
        LOAD(R, cufftReal)
    else if (is_double(p->type))
        LOAD(Z, cufftDoubleComplex)
    else
        LOAD(C, cufftComplex)
}

#define STORE(Letter, number)                                                                      \
    EACH(from_real(p->type), ((cufftCallbackStore##Letter)p->store.function)(                      \
                                 to, i, ((const number *)from)[i], p->store.info, NULL))
void cuda_cpu_fft_store(const struct plan *p, const struct layout *l, const void *from, void *to) {
    if (to_real(p->type) && is_double(p->type))
        STORE(D, cufftDoubleReal)
    else if (to_real(p->type))
        STORE(R, cufftReal)
    else if (is_double(p->type))
        STORE(Z, cufftDoubleComplex)
    else
        STORE(C, cufftComplex)
}

// The plan's place for functions of this type; NULL: its numbers are of another.
static struct callback *find(cufftHandle handle, cufftXtCallbackType type, cufftResult *result) {
    struct plan *const p = cuda_cpu_find_plan(handle);
    const bool stores = type >= CUFFT_CB_ST_COMPLEX, real = type & 2, twice = type & 1;
    *result = p && p->made ? CUFFT_INVALID_VALUE : CUFFT_INVALID_PLAN;
    if (!p || !p->made || (unsigned)type >= CUFFT_CB_UNDEFINED || twice != is_double(p->type) ||
        real != (stores ? to_real(p->type) : from_real(p->type)))
        return NULL;
    *result = CUFFT_SUCCESS;
    return stores ? &p->store : &p->load;
}

cufftResult cufftXtSetCallback(cufftHandle handle, void **function, cufftXtCallbackType type,
                               void **info) {
    cufftResult result;
    struct callback *const own = find(handle, type, &result);
    if (!own || !function || !*function)
        return own ? CUFFT_INVALID_VALUE : result;
    *own = (struct callback){*function, info ? *info : NULL};
    return CUFFT_SUCCESS;
}

cufftResult cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType type) {
    cufftResult result;
    struct callback *const own = find(handle, type, &result);
    if (own)
        *own = (struct callback){NULL, NULL};
    return result;
}
