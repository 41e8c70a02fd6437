// SPDX-License-Identifier: MIT
// What the tasks of lab 15 have to give, worked out by plain loops on the host; and prefetch and
// advice in one form for all toolkits: a device is 0, the host is cudaCpuDeviceId.
#include "lab.h"

const int BELOW = 1000; // a[i] goes from 0 to BELOW - 1
const int ROUNDS = 3;
const int EVERY = 10; // the host changes each tenth number

#if CUDART_VERSION >= 13000
static inline cudaMemLocation lab_place(int device) {
    cudaMemLocation place = {};
    place.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    place.id = device == cudaCpuDeviceId ? 0 : device;
    return place;
}
static inline cudaError_t lab_prefetch(const void *memory, size_t bytes, int device) {
    return cudaMemPrefetchAsync(memory, bytes, lab_place(device), 0, 0);
}
static inline cudaError_t lab_advise(const void *memory, size_t bytes, cudaMemoryAdvise advice,
                                     int device) {
    return cudaMemAdvise(memory, bytes, advice, lab_place(device));
}
#else
static inline cudaError_t lab_prefetch(const void *memory, size_t bytes, int device) {
    return cudaMemPrefetchAsync(memory, bytes, device, 0);
}
static inline cudaError_t lab_advise(const void *memory, size_t bytes, cudaMemoryAdvise advice,
                                     int device) {
    return cudaMemAdvise(memory, bytes, advice, device);
}
#endif

static bool lab_expect(int task, size_t size, uint64_t seed, struct lab_expected *expected) {
    if (task < 1 || task > 4)
        return false;
    const size_t count = task == 3 ? size + 1 : size;
    int *a = lab_ints_of("a", size, BELOW, seed), *table = lab_ints_of("table", BELOW, BELOW, seed);
    int *out = (int *)lab_allocate(count, sizeof *out), *next = lab_ints_of("a", size, BELOW, seed);
    for (size_t i = 0; i < size; i++)
        out[i] = task == 1 ? 3 * a[i] + 1 : task == 3 ? table[a[i]] : a[i];
    for (int v = 0; v < BELOW && task == 3; v++)
        out[size] += table[v];
    for (int round = 1; round <= ROUNDS && task == 2; round++)
        for (size_t i = 0; i < size; i++)
            out[i] = 2 * out[i] + round - (i % EVERY == 0 ? round : 0);
    for (int round = 1; round <= ROUNDS && task == 4; round++) {
        for (size_t i = 0; i < size; i++)
            next[i] = out[i + 1 < size ? i + 1 : 0] + round;
        memcpy(out, next, size * sizeof *out);
    }
    free(a);
    free(table);
    free(next);
    *expected = (struct lab_expected){LAB_INT, count, out, 0};
    return true;
}
