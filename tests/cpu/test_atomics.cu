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

template <class T> static T *on_device(const T *from, int n) {
    T *dev;
    must(cudaMalloc(&dev, (size_t)n * sizeof(T)));
    must(cudaMemcpy(dev, from, (size_t)n * sizeof(T), cudaMemcpyHostToDevice));
    return dev;
}

template <class T> static void back(T *to, T *dev, int n) {
    must(cudaGetLastError());
    must(cudaMemcpy(to, dev, (size_t)n * sizeof(T), cudaMemcpyDeviceToHost));
    must(cudaFree(dev));
}

template <class T> static void test_integers(const char *what, void (*kernel)(T *, T *), int blocks) {
    const int n = blocks * THREADS;
    T x[9] = {5, (T)ALL + 9, 0, ~(T)0, 0, 7, 9999, 0, 1}, old[ALL] = {0};
    T *dev = on_device(x, 9), *dev_old = on_device(old, ALL);
    kernel<<<blocks, THREADS>>>(dev, dev_old);
    back(x, dev, 9);
    back(old, dev_old, ALL);
    T parity = 7;
    bool seen[ALL] = {false}, once = true;
    for (int i = 0; i < n; i++) {
        parity ^= (T)i;
        const int k = (int)(old[i] - 5) / 3;
        once = once && k >= 0 && k < n && !seen[k];
        seen[k] = true;
    }
    const T low = (T)0x7fffffff; // bits 0 to 30
    ok(x[0] == (T)(5 + 3 * n) && once, "atomicAdd%s", what);
    ok(x[1] == (T)(ALL - n + 1) && x[2] == (T)(n - 1), "atomicMin, atomicMax%s", what);
    ok(x[3] == (T)~low && x[4] == low && x[5] == parity, "atomicAnd, Or, Xor%s", what);
    ok(x[6] < (T)n && x[7] > 0 && x[7] <= (T)n && x[8] == (T)(1 + 2 * n), "atomicExch, atomicCAS%s", what);
}

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
    int i[1] = {0};
    unsigned u[4] = {0, 0, 3, 0};
    long long l[2] = {0, 0};
    float f[2] = {0, -1};
    double d[1] = {0};
    unsigned short s[4] = {11, 0, 22, 33};
    int *dev_i = on_device(i, 1);
    unsigned *dev_u = on_device(u, 4);
    long long *dev_l = on_device(l, 2);
    float *dev_f = on_device(f, 2);
    double *dev_d = on_device(d, 1);
    unsigned short *dev_s = on_device(s, 4);
    others<<<BLOCKS, THREADS>>>(dev_i, dev_u, dev_l, dev_f, dev_d, dev_s);
    back(i, dev_i, 1);
    back(u, dev_u, 4);
    back(l, dev_l, 2);
    back(f, dev_f, 2);
    back(d, dev_d, 1);
    back(s, dev_s, 4);
    ok(i[0] == -2 * ALL && u[0] == (unsigned)(-2 * ALL), "atomicSub");
    ok(u[1] == ALL % 7, "atomicInc wraps");
    ok(u[2] == (3 - ALL % 7 + 7) % 7, "atomicDec wraps");
    ok(l[0] == -(1ll << 40) - (ALL - 1) && l[1] == (1ll << 40) + (ALL - 1), "atomicMin, atomicMax on signed 64 bits");
    ok(f[0] == ALL / 4 && d[0] == ALL / 8, "atomicAdd on float and double");
    ok(f[1] >= 0 && f[1] < ALL, "atomicExch on float");
    ok(s[0] == 11 && s[1] == 3 * ALL && s[2] == 22 && s[3] == 33, "atomicCAS on 16 bits");
    ok(u[3] == ALL / 32, "a signed constant for an unsigned atomic");
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
    test_integers<int>(" with an order, on int", integers_nv<int>, BLOCKS);
    test_integers<unsigned>(" with an order, on unsigned", integers_nv<unsigned>, BLOCKS);
    test_integers<unsigned long long>(" with an order, on 64 bits", integers_nv<unsigned long long>, BLOCKS);
    float one = 0;
    double two = 0;
    float2 pair = {0, 0};
    float *dev_one = on_device(&one, 1);
    double *dev_two = on_device(&two, 1);
    float2 *dev_pair = on_device(&pair, 1);
    numbers_nv<<<BLOCKS, THREADS>>>(dev_one, dev_two, dev_pair);
    back(&one, dev_one, 1);
    back(&two, dev_two, 1);
    back(&pair, dev_pair, 1);
    ok(one == ALL / 2 && two == -ALL / 4, "atomics with an order, on floats and doubles");
    ok(pair.x == ALL && pair.y == 2 * ALL, "two floats are changed as one");
    int number[BLOCKS] = {0}, flag[BLOCKS] = {0};
    int *dev_number = on_device(number, BLOCKS), *dev_flag = on_device(flag, BLOCKS);
    relay_nv<<<BLOCKS, THREADS>>>(dev_flag, dev_number);
    back(number, dev_number, BLOCKS);
    must(cudaFree(dev_flag));
    ok(number[BLOCKS - 1] == BLOCKS * (BLOCKS - 1) / 2, "what is released is there once acquired");
}
#else
static void test_ordered(void) {}
#endif

int main(void) {
    test_integers<int>(" on int", integers, BLOCKS);
    test_integers<unsigned>(" on unsigned", integers, BLOCKS);
    test_integers<unsigned long long>(" on 64 bits", integers, BLOCKS);
    test_integers<int>("_system on int", integers_system, BLOCKS);
    test_integers<unsigned>("_system on unsigned", integers_system, BLOCKS);
    test_integers<unsigned long long>("_system on 64 bits", integers_system, BLOCKS);
    test_integers<int>("_block on int", integers_block, 1);
    test_integers<unsigned>("_block on unsigned", integers_block, 1);
    test_integers<unsigned long long>("_block on 64 bits", integers_block, 1);
    test_others();
    test_ordered();
    return done_testing();
}
