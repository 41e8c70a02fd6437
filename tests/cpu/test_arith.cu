// SPDX-License-Identifier: MIT
// Integer arithmetic in kernels where C++ leaves it open: shifts by as many bits as there are and
// more, which PTX fixes, products that overflow, and divisions by zero, of which only that is held
// to here that GPUs have done since there was CUDA: the kernel goes on, and 32 bits are all set.
#include <limits.h>

#include "tap.h"

#pragma GCC diagnostic ignored "-Wparentheses" // precedence is what is tested

enum { THREADS = 64 };

struct pair { // of a class with operators of its own
    int x, y;
    __host__ __device__ pair operator/(int by) const { return {x / by, y / by}; }
    __host__ __device__ pair operator<<(const pair &by) const { return {x << by.x, y << by.y}; }
    __host__ __device__ pair &operator/=(const pair &by) {
        x /= by.x, y /= by.y;
        return *this;
    }
};

enum plain { ONE = 1, FIVE = 5 };
enum class scoped { EIGHT = 8 };

template <int N, int BY> struct part {
    static constexpr int SIZE = N / BY;
    __device__ static int size() { return N / BY + N % BY; }
};

struct result {
    int shl, shr, negative, sum;
    unsigned ushr;
    long long shl64, shr64;
    unsigned long long ushr64;
};

__device__ int shift_twice(int x, int n) {
    x <<= n;
    x >>= n;
    return x;
}

// A row of threads, without a barrier.
__global__ void shifts(result *to, const int *count, int one, int minus, long long wide) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < THREADS) {
        const int n = count[i];
        result r;
        r.shl = one << n;
        r.shr = minus >> n;
        r.ushr = (unsigned)minus >> n;
        r.negative = minus << n;
        r.shl64 = (long long)one << n;
        r.shr64 = wide >> n;
        r.ushr64 = (unsigned long long)wide >> n;
        r.sum = shift_twice(one, n);
        to[i] = r;
    }
}

// A count that begins with a number and is none.
__global__ void counts_by_a_number(result *to, int one, int none, int minus) {
    to->shl = one << 32 - none;
    to->shr = minus >> 4 * 8 + none;
}

// Counts that are the same for all, and operators beside those that could be brackets. Some are too
// large, as is meant.
#pragma nv_diag_suppress 63
__global__ void counts_for_all(result *to, int one, int minus, int by) {
    to->shl = one << blockDim.x;
    to->shr = minus >> warpSize;
    to->ushr = (unsigned)minus >> by;
#ifdef CUDA_CPU_BACKEND // of literals too large nvcc makes what it likes: it leaves the store out
    to->shl += (one << 40) + (one << (40));
    to->ushr += (unsigned)minus >> 33u;
#endif
    to->shl64 = (long long)one << 40;
    to->sum = (one < by && by < by >> by) + 2 * (one << by | 1 << 'c' - 'a');
    volatile int kept = one << by;
    kept <<= by - 32;
    to->negative = kept;
}
#pragma nv_diag_default 63

// Split at its barrier.
__global__ void divisions(int *to, int *rest, const int *by) {
    __shared__ int there[THREADS];
    there[threadIdx.x] = (int)(100 + threadIdx.x) / by[threadIdx.x];
    __syncthreads();
    to[threadIdx.x] = there[THREADS - 1 - threadIdx.x];
    rest[threadIdx.x] = (int)(100 + threadIdx.x) % by[threadIdx.x];
}

// Whole: threads leave the loop at different turns, and meet again.
__global__ void in_a_loop(unsigned *to, unsigned of, const unsigned *by) {
    unsigned sum = 0;
    for (unsigned k = 0; k <= threadIdx.x; k++) {
        if (__any_sync(__activemask(), k > 100)) break;
        sum += of / by[k] & 0xff;
    }
    to[threadIdx.x] = sum;
}

// Random numbers as textbooks make them: int, and far beyond it. Split at its barrier.
__global__ void random_numbers(int *to) {
    __shared__ int last[THREADS];
    int x = (int)threadIdx.x;
    for (int i = 0; i < 5; i++) x = x * 1103515245 + 12345;
    last[threadIdx.x] = x;
    __syncthreads();
    x = last[(threadIdx.x + 1) % THREADS];
    x *= 1664525;
    const int seed = 69069 * x;
    to[threadIdx.x] = (x >> 16 & 0x7fff) + (seed < 0 ? -1 : seed % 100);
}

// Precedence, order, constants, templates, classes, bit-fields, enums: nothing of it has changed.
__global__ void as_before(int *to, int a, int b, int c, float f, double d) {
    constexpr int N = 24, M = 6;
    int fixed[N / M] = {a, b, c, a / b};
    struct {
        unsigned low : 5, high : 3;
    } bits = {0, 0};
    bits.low = (unsigned)a;
    bits.high = bits.low >> b;
    bits.low <<= b;
    bits.low /= (unsigned)b;
    volatile int changing = a;
    changing /= b;
    changing <<= b;
    changing %= a + c;
    pair p = {a, b};
    const pair q = {2, 1};
    p = (p << q) / b;
    p /= q;
    unsigned char small = (unsigned char)(200 + a);
    small <<= b;
    small /= 3u << (b - 2);
    int k = 0;
    to[k++] = a * b / c % 7 + a / b * c;
    to[k++] = a + b << c - 3 >> 1;
    to[k++] = -a / b - (a << b) / c;
    to[k++] = (int)(f / (float)b * 8);
    to[k++] = (int)(d / a / b * 1000);
    to[k++] = fixed[(a + b) / c % (N / M)];
    to[k++] = bits.low * 100 + bits.high;
    to[k++] = changing;
    to[k++] = p.x * 100 + p.y;
    to[k++] = small;
    to[k++] = part<N, M>::SIZE + part<(N >> 1), 5>::size();
    to[k++] = FIVE / ONE + a / FIVE + (a << ONE) + (int)scoped::EIGHT / b;
    to[k++] = (a < b) / c + (a > b >> 1);
    f /= (float)b + 1;
    to[k++] = (int)(f * 100);
    d /= a;
    to[k++] = (int)(d * 1000) + (a > c ? a / c : c / a);
    auto halves = [=](int x) { return x / b >> b; };
    to[k++] = halves(a * 100);
    switch (a / b) {
    case N / M: to[k++] = 1; break;
    case N / 12: to[k++] = 2; break;
    default: to[k++] = a / b;
    }
    const char *word = "abcdef";
    to[k++] = word[a / b] % b;
}

// What they leave for 13, 3, 5, 2.75 and 1000.
static const int left[] = {20, 32, -24, 7, 25641, 4, 201, 14, 802, 28, 8, 35, 1, 68, 76925, 54, 1, 2};

int main(void) {
    static const int counts[] = {0, 1, 31, 32, 33, 63, 64, 65, 100, 1 << 20, -1, INT_MIN};
    const long long wide = -(1LL << 62) + 12345;
    int *const count = managed(THREADS);
    result *const r = managed<result>(THREADS);
    for (int i = 0; i < THREADS; i++) count[i] = counts[(size_t)i % (sizeof counts / sizeof *counts)];
    shifts<<<THREADS / 16, 16>>>(r, count, 1, -7, wide);
    finish();
    const auto one = [&](int i) { return (unsigned)count[i] < 32 ? (int)(1u << count[i]) : 0; };
    ok(each(THREADS,
            [&](int i) {
                const unsigned n = (unsigned)count[i];
                return r[i].shl == one(i) && r[i].shr == (n < 32 ? -7 >> n : -1) &&
                       r[i].ushr == (n < 32 ? -7u >> n : 0) && r[i].negative == (n < 32 ? (int)(-7u << n) : 0);
            }),
       "shifts of 32 bits by any count");
    ok(each(THREADS,
            [&](int i) {
                const unsigned n = (unsigned)count[i];
                return r[i].shl64 == (n < 64 ? (long long)(1ull << n) : 0) && r[i].shr64 == (n < 64 ? wide >> n : -1) &&
                       r[i].ushr64 == (n < 64 ? (unsigned long long)wide >> n : 0);
            }),
       "shifts of 64 bits by any count");
    ok(each(THREADS, [&](int i) { return r[i].sum == ((unsigned)count[i] < 32 ? one(i) >> count[i] : 0); }),
       "shifts that assign");
    counts_for_all<<<1, 32>>>(r, 1, -7, 33);
    finish();
    ok(r->shl == 0 && r->shr == -1 && r->ushr == 0 && r->shl64 == 1ll << 40 && r->sum == 8 && r->negative == 0,
       "shifts by what is the same for all threads");
    counts_by_a_number<<<1, 1>>>(r, 1, 0, -7); // a vector's shifts are a GPU's anyway
    finish();
    ok(r->shl == 0 && r->shr == -1, "shifts by a number less something");

    int *const by = managed(THREADS), *const to = managed(THREADS), *const rest = managed(THREADS);
    for (int i = 0; i < THREADS; i++) by[i] = i % 5 - 1;
    divisions<<<1, THREADS>>>(to, rest, by);
    finish();
    ok(each(THREADS,
            [&](int i) {
                const int quotient = to[THREADS - 1 - i]; // by zero: all bits set
                return quotient == (by[i] ? (100 + i) / by[i] : -1) && rest[i] == (by[i] ? (100 + i) % by[i] : -1);
            }),
       "divisions, some by zero");

    unsigned *const divisors = (unsigned *)by, *const sums = (unsigned *)to, sum = 0;
    for (unsigned i = 0; i < THREADS; i++) divisors[i] = i == 1 ? 0 : i + 3;
    in_a_loop<<<1, THREADS>>>(sums, 1000, divisors);
    finish();
    ok(each(THREADS,
            [&](int i) {
                sum += (divisors[i] ? 1000 / divisors[i] : UINT_MAX) & 0xff;
                return sums[i] == sum;
            }),
       "unsigned divisions in a loop");

    random_numbers<<<1, THREADS>>>(rest);
    finish();
    ok(each(THREADS,
            [&](int i) {
                unsigned x = (unsigned)(i + 1) % THREADS;
                for (int k = 0; k < 5; k++) x = x * 1103515245u + 12345;
                x *= 1664525u;
                const unsigned seed = 69069u * x;
                return rest[i] == (int)(x >> 16 & 0x7fff) + (seed >> 31 ? -1 : (int)(seed % 100));
            }),
       "products that overflow wrap around");

    as_before<<<1, 1>>>(to, 13, 3, 5, 2.75f, 1e3);
    finish();
    ok(each(sizeof left / sizeof *left, [&](int i) { return to[i] == left[i]; }),
       "precedence, order, constants, classes, bit-fields and enums stay");
    free_all(count, r, by, to, rest);
    return done_testing();
}
