// SPDX-License-Identifier: MIT
// Every atomic on every type that it is defined for, in its three scopes, from many threads: the
// final value, and that the old values that were returned are those of some order.
#include "tap.h"

const int BLOCKS = 20, THREADS = 96, ALL = BLOCKS * THREADS;

#define ATOMICS_OF(type, scope)                                                                                        \
    __global__ void integers##scope(type *x, type *old) {                                                              \
        const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);                                                    \
        old[i] = atomicAdd##scope(&x[0], (type)3);                                                                     \
        atomicMin##scope(&x[1], (type)(ALL - i));                                                                      \
        atomicMax##scope(&x[2], (type)i);                                                                              \
        atomicAnd##scope(&x[3], ~((type)1 << i % 31));                                                                 \
        atomicOr##scope(&x[4], (type)1 << i % 31);                                                                     \
        atomicXor##scope(&x[5], (type)i);                                                                              \
        atomicExch##scope(&x[6], (type)i);                                                                             \
        atomicCAS##scope(&x[7], (type)i, (type)(i + 1));                                                               \
        for (type seen = x[8], was; (was = atomicCAS##scope(&x[8], seen, seen + 2)) != seen;) seen = was;              \
    }
ATOMICS_OF(int, )
ATOMICS_OF(unsigned, )
ATOMICS_OF(unsigned long long, )
ATOMICS_OF(int, _system)
ATOMICS_OF(unsigned, _system)
ATOMICS_OF(unsigned long long, _system)
ATOMICS_OF(int, _block)
ATOMICS_OF(unsigned, _block)
ATOMICS_OF(unsigned long long, _block)

// What the old values and the final ones are after `blocks` blocks, launched so.
template <class T, class Launch> static void test_integers(const char *what, int blocks, Launch launch) {
    const int n = blocks * THREADS;
    T *const x = managed<T>(9), *const old = managed<T>(ALL), parity = 7;
    const T begin[9] = {5, (T)ALL + 9, 0, ~(T)0, 0, 7, 9999, 0, 1}, low = (T)0x7fffffff; // bits 0 to 30
    memcpy(x, begin, sizeof begin);
    launch(x, old);
    finish();
    bool seen[ALL] = {false}, once = true;
    for (int i = 0; i < n; i++) {
        parity ^= (T)i;
        const int k = (int)(old[i] - 5) / 3;
        once = once && k >= 0 && k < n && !seen[k];
        seen[k] = true;
    }
    ok(x[0] == (T)(5 + 3 * n) && once, "atomicAdd%s", what);
    ok(x[1] == (T)(ALL - n + 1) && x[2] == (T)(n - 1), "atomicMin, atomicMax%s", what);
    ok(x[3] == (T)~low && x[4] == low && x[5] == parity, "atomicAnd, Or, Xor%s", what);
    ok(x[6] < (T)n && x[7] > 0 && x[7] <= (T)n && x[8] == (T)(1 + 2 * n), "atomicExch, atomicCAS%s", what);
    free_all(x, old);
}
// Of every type by the kernel of that name, which is no pointer: that would hide how it may run.
#define TEST_INTEGERS(what, kernel, blocks)                                                                            \
    test_integers<int>(what " on int", blocks, [](int *x, int *old) { kernel<<<blocks, THREADS>>>(x, old); });         \
    test_integers<unsigned>(what " on unsigned", blocks,                                                               \
                            [](unsigned *x, unsigned *old) { kernel<<<blocks, THREADS>>>(x, old); });                  \
    test_integers<unsigned long long>(what " on 64 bits", blocks, [](unsigned long long *x, unsigned long long *old) { \
        kernel<<<blocks, THREADS>>>(x, old);                                                                           \
    })

__global__ void others(int *i, unsigned *u, long long *l, float *f, double *d, unsigned short *s) {
    const int n = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    atomicSub(&i[0], 2);
    atomicSub_system(&u[0], 2u);
    atomicInc(&u[1], 6);
    atomicDec(&u[2], 6);
    atomicMin(&l[0], -(1ll << 40) - n);
    atomicMax(&l[1], (1ll << 40) + n);
    atomicAdd(&f[0], 0.25f);
    atomicAdd_system(&d[0], 0.125);
    atomicExch(&f[1], (float)n);
    unsigned short seen = s[1], was;
    while ((was = atomicCAS(&s[1], seen, (unsigned short)(seen + 3))) != seen) seen = was;
    if (threadIdx.x % 32 == 0) // converts its arguments, as any function
        atomicAdd(&u[3], 1);
}

static void test_others(void) {
    int *const i = managed();
    unsigned *const u = managed<unsigned>(4);
    long long *const l = managed<long long>(2);
    float *const f = managed<float>(2);
    double *const d = managed<double>();
    unsigned short *const s = managed<unsigned short>(4);
    u[2] = 3, f[1] = -1, s[0] = 11, s[2] = 22, s[3] = 33;
    others<<<BLOCKS, THREADS>>>(i, u, l, f, d, s);
    finish();
    ok(i[0] == -2 * ALL && u[0] == (unsigned)(-2 * ALL), "atomicSub");
    ok(u[1] == ALL % 7, "atomicInc wraps");
    ok(u[2] == (3 - ALL % 7 + 7) % 7, "atomicDec wraps");
    ok(l[0] == -(1ll << 40) - (ALL - 1) && l[1] == (1ll << 40) + (ALL - 1), "atomicMin, atomicMax on signed 64 bits");
    ok(f[0] == ALL / 4 && d[0] == ALL / 8, "atomicAdd on float and double");
    ok(f[1] >= 0 && f[1] < ALL, "atomicExch on float");
    ok(s[0] == 11 && s[1] == 3 * ALL && s[2] == 22 && s[3] == 33, "atomicCAS on 16 bits");
    ok(u[3] == ALL / 32, "a signed constant for an unsigned atomic");
    free_all(i, u, l, f, d, s);
}

// The atomics with an order and a scope, which CUDA has since 12.8.
#if CUDART_VERSION >= 12080
#define NV_ORDER __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE
template <class T> __global__ void integers_nv(T *x, T *old) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    T expected = (T)i, seen = __nv_atomic_load_n(&x[8], NV_ORDER);
    old[i] = __nv_atomic_fetch_add(&x[0], (T)3, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
    __nv_atomic_fetch_min(&x[1], (T)(ALL - i), NV_ORDER);
    __nv_atomic_max(&x[2], (T)i, NV_ORDER);
    __nv_atomic_and(&x[3], ~((T)1 << i % 31), __NV_ATOMIC_ACQ_REL);
    __nv_atomic_fetch_or(&x[4], (T)1 << i % 31, NV_ORDER);
    __nv_atomic_xor(&x[5], (T)i, NV_ORDER);
    __nv_atomic_exchange_n(&x[6], (T)i, NV_ORDER);
    __nv_atomic_compare_exchange_n(&x[7], &expected, (T)(i + 1), true, __NV_ATOMIC_RELAXED, NV_ORDER);
    while (!__nv_atomic_compare_exchange_n(&x[8], &seen, (T)(seen + 2), false, __NV_ATOMIC_ACQUIRE, NV_ORDER))
        ;
}

// In *pair both numbers are changed as one.
__global__ void numbers_nv(float *one, double *two, float2 *pair) {
    __nv_atomic_add(one, 0.5f, NV_ORDER);
    __nv_atomic_fetch_sub(two, 0.25, NV_ORDER);
    float2 was, next;
    __nv_atomic_load(pair, &was, NV_ORDER);
    do next = make_float2(was.x + 1, was.y + 2);
    while (!__nv_atomic_compare_exchange(pair, &was, &next, false, __NV_ATOMIC_RELAXED, NV_ORDER));
}

// Each block waits for the one in front of it, whose number it finds then.
__global__ void relay_nv(int *flag, int *number) {
    const int b = (int)blockIdx.x;
    if (threadIdx.x == 0) {
        while (b > 0 && !__nv_atomic_load_n(&flag[b - 1], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE))
            ;
        number[b] = b > 0 ? number[b - 1] + b : 0;
        __nv_atomic_store_n(&flag[b], 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    }
}

static void test_ordered(void) {
    TEST_INTEGERS(" with an order,", integers_nv, BLOCKS);
    float *const one = managed<float>();
    double *const two = managed<double>();
    float2 *const pair = managed<float2>();
    numbers_nv<<<BLOCKS, THREADS>>>(one, two, pair);
    finish();
    ok(*one == ALL / 2 && *two == -ALL / 4, "atomics with an order, on floats and doubles");
    ok(pair->x == ALL && pair->y == 2 * ALL, "two floats are changed as one");
    int *const number = managed(BLOCKS), *const flag = managed(BLOCKS);
    relay_nv<<<BLOCKS, THREADS>>>(flag, number);
    finish();
    ok(number[BLOCKS - 1] == BLOCKS * (BLOCKS - 1) / 2, "what is released is there once acquired");
    free_all(one, two, pair, number, flag);
}
#else
static void test_ordered(void) {}
#endif

int main(void) {
    TEST_INTEGERS("", integers, BLOCKS);
    TEST_INTEGERS("_system", integers_system, BLOCKS);
    TEST_INTEGERS("_block", integers_block, 1);
    test_others();
    test_ordered();
    return done_testing();
}
