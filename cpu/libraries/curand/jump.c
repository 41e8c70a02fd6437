// SPDX-License-Identifier: MIT
// Generators a long way further on, by powers of the matrix of one step. Kernels call it, and need
// no library for that; so it is in the runtime.
#include <pthread.h>
#include <string.h>

// ---- XORWOW: 160 bits, over which a step is linear ----------------------------------------------

enum { WORDS = 5, NIBBLES = 40, POWERS = 67 + 64 };
struct vector {
    unsigned v[WORDS];
};
// The matrix of 2^i steps: for each nibble of a state and each of its values, what becomes of it.
static struct vector (*powers)[NIBBLES][16];

static struct vector times(struct vector matrix[NIBBLES][16], const unsigned v[WORDS]) {
    struct vector sum = {{0}};
    for (int n = 0; n < NIBBLES; n++) {
        const struct vector *const part = &matrix[n][v[n / 8] >> n % 8 * 4 & 15];
        for (int w = 0; w < WORDS; w++)
            sum.v[w] ^= part->v[w];
    }
    return sum;
}

static struct vector step(const unsigned v[WORDS]) {
    const unsigned t = v[0] ^ v[0] >> 2;
    return (struct vector){{v[1], v[2], v[3], v[4], (v[4] ^ v[4] << 4) ^ (t ^ t << 1)}};
}

static struct vector tables[POWERS][NIBBLES][16];

static void make_powers(void) {
    for (int i = 0; i < POWERS; i++)
        for (int n = 0; n < NIBBLES; n++)
            for (int value = 1; value < 16; value++) {
                const int low = value & -value;
                if (value != low) { // a sum of two that are there
                    for (int w = 0; w < WORDS; w++)
                        tables[i][n][value].v[w] =
                            tables[i][n][low].v[w] ^ tables[i][n][value - low].v[w];
                    continue;
                }
                struct vector bit = {{0}};
                bit.v[n / 8] = (unsigned)value << n % 8 * 4;
                tables[i][n][value] =
                    i == 0 ? step(bit.v) : times(tables[i - 1], times(tables[i - 1], bit.v).v);
            }
    powers = tables;
}

void cuda_cpu_xorwow_jump(unsigned v[WORDS], unsigned long long n, int log2_length) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (n == 0)
        return;
    pthread_once(&once, make_powers);
    struct vector at;
    memcpy(at.v, v, sizeof at.v);
    for (int i = log2_length; n; i++, n >>= 1)
        if (n & 1)
            at = times(powers[i], at.v);
    memcpy(v, at.v, sizeof at.v);
}

// ---- MRG32k3a: two recurrences of order 3, each modulo a prime ----------------------------------

enum { MRG_POWERS = 127 + 64 };
struct matrix {
    unsigned long long m[3][3];
};
static const unsigned long long modulus[2] = {4294967087, 4294944443};
static struct matrix mrg_powers[2][MRG_POWERS];

static void make_mrg_powers(void) {
    const struct matrix one[2] = {{{{0, 1, 0}, {0, 0, 1}, {modulus[0] - 810728, 1403580, 0}}},
                                  {{{0, 1, 0}, {0, 0, 1}, {modulus[1] - 1370589, 0, 527612}}}};
    for (int r = 0; r < 2; r++) {
        mrg_powers[r][0] = one[r];
        for (int i = 1; i < MRG_POWERS; i++) {
            const struct matrix *const half = &mrg_powers[r][i - 1];
            for (int row = 0; row < 3; row++)
                for (int column = 0; column < 3; column++) {
                    unsigned long long sum = 0;
                    for (int k = 0; k < 3; k++)
                        sum += half->m[row][k] * half->m[k][column] % modulus[r];
                    mrg_powers[r][i].m[row][column] = sum % modulus[r];
                }
        }
    }
}

void cuda_cpu_mrg_jump(unsigned s1[3], unsigned s2[3], unsigned long long n, int log2_length) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    unsigned *const states[2] = {s1, s2};
    if (n == 0)
        return;
    pthread_once(&once, make_mrg_powers);
    for (int r = 0; r < 2; r++) {
        int i = log2_length;
        for (unsigned long long left = n; left; i++, left >>= 1) {
            unsigned next[3];
            if (!(left & 1))
                continue;
            for (int row = 0; row < 3; row++) {
                unsigned long long sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += mrg_powers[r][i].m[row][k] * states[r][k] % modulus[r];
                next[row] = (unsigned)(sum % modulus[r]);
            }
            memcpy(states[r], next, sizeof next);
        }
    }
}
