// SPDX-License-Identifier: MIT
// MT19937 (Matsumoto and Nishimura 1998) as cuRAND has it: 8192 generators, each 2^2048 steps after
// the one before; the first is the well-known one with the seed's lower 32 bits. Eight threads take
// the numbers of a generator, in the order below, and memory gets one of each thread in turn.
// Measured with cuRAND 10.4.
#include "mt19937.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    N = 624, // words of state
    M = 397,
    DEGREE = 19937, // bits of state
    LOW_BITS = 31,
    WORDS = DEGREE / 64 + 1,
    GENERATORS = 8192,
    THREADS = 8,
    JUMP = 2048, // log2 of the steps between generators
    WINDOW = 8
};
static const unsigned A = 0x9908b0df;

struct generator {
    unsigned start[N], state[N];
    uint64_t block; // how often the state was replaced
};
struct cuda_cpu_mt19937 {
    struct generator *generators[GENERATORS];
    int made;
    uint64_t position;
};

// Word n + N from three before it.
static unsigned step(unsigned first, unsigned second, unsigned middle) {
    const unsigned y = (first & 0x80000000) | (second & 0x7fffffff);
    return middle ^ y >> 1 ^ (y & 1 ? A : 0);
}

// ---- 2^2048 steps at once -----------------------------------------------------------------------

// A step is linear over bits, with a characteristic polynomial p; so x^steps modulo p, as a sum of
// powers, says which later states sum up to the one so many steps on.
static uint64_t jump[2 * WORDS];

static void make_jump(void) {
    // p = u v^31 + u (a30 v^30' ...) + a31, with u = x^N + x^M and v = x^(N-1) + x^(M-1): as in the
    // paper's appendix; of A's bits the lowest goes with the highest power of v.
    static char power[DEGREE + 1], p[DEGREE + 1];
    power[0] = 1; // v^k
    for (int k = 0; k <= LOW_BITS; k++) {
        if (k == LOW_BITS || A >> (LOW_BITS - 1 - k) & 1)
            for (int j = 0; j + N <= DEGREE; j++)
                p[j + N] ^= power[j], p[j + M] ^= power[j];
        for (int j = DEGREE; j >= 0; j--)
            power[j] =
                (char)((j >= N - 1 ? power[j - N + 1] : 0) ^ (j >= M - 1 ? power[j - M + 1] : 0));
    }
    p[0] ^= A >> LOW_BITS;
    int terms[DEGREE], count = 0; // all but x^DEGREE; the next one is more than a word below it
    for (int j = 0; j < DEGREE; j++)
        if (p[j])
            terms[count++] = j;
    jump[0] = 2; // x
    for (int i = 0; i < JUMP; i++) {
        for (int w = WORDS - 1; w >= 0; w--) { // the square: zeros between the bits
            uint64_t halves[2] = {jump[w] & 0xffffffff, jump[w] >> 32};
            for (int h = 0; h < 2; h++) {
                uint64_t x = halves[h];
                x = (x | x << 16) & 0x0000ffff0000ffff;
                x = (x | x << 8) & 0x00ff00ff00ff00ff;
                x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
                x = (x | x << 2) & 0x3333333333333333;
                jump[2 * w + h] = (x | x << 1) & 0x5555555555555555;
            }
        }
        for (int w = 2 * WORDS - 1; w >= DEGREE / 64; w--) { // what is too high, a word at a time
            const int low = w == DEGREE / 64 ? DEGREE % 64 : 0, at = w * 64 + low - DEGREE;
            const uint64_t bits = jump[w] >> low;
            jump[w] ^= bits << low;
            for (int t = 0; bits && t < count; t++) {
                const int to = at + terms[t];
                jump[to / 64] ^= bits << to % 64;
                if (to % 64)
                    jump[to / 64 + 1] ^= bits >> (64 - to % 64);
            }
        }
    }
}

// Horner's rule, WINDOW powers at a time: of which later states these are the sum is looked up.
static void leap(const unsigned from[N], unsigned to[N]) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static _Thread_local unsigned table[1 << WINDOW][N], sum[DEGREE + WINDOW + N];
    unsigned later[WINDOW + N];
    pthread_once(&once, make_jump);
    memcpy(later, from, sizeof *later * N);
    for (int i = 0; i < WINDOW; i++)
        later[N + i] = step(later[i], later[i + 1], later[i + M]);
    for (int m = 1; m < 1 << WINDOW; m++)
        for (int i = 0; i < N; i++)
            table[m][i] = table[m & (m - 1)][i] ^ later[__builtin_ctz((unsigned)m) + i];
    unsigned *state = sum;
    memset(state, 0, sizeof *state * N);
    for (int at = DEGREE / WINDOW * WINDOW; at >= 0; at -= WINDOW) {
        for (int i = 0; i < WINDOW; i++)
            state[N + i] = step(state[i], state[i + 1], state[i + M]);
        state += WINDOW;
        const unsigned *const more = table[jump[at / 64] >> at % 64 & ((1 << WINDOW) - 1)];
        for (int i = 0; i < N; i++)
            state[i] ^= more[i];
    }
    memcpy(to, state, sizeof *state * N);
}

// ---- numbers ------------------------------------------------------------------------------------

struct cuda_cpu_mt19937 *cuda_cpu_mt19937_make(unsigned seed) {
    struct cuda_cpu_mt19937 *const m = calloc(1, sizeof *m);
    struct generator *const first = calloc(1, sizeof *first);
    if (!m || !first) {
        free(m), free(first);
        return NULL;
    }
    first->start[0] = seed;
    for (unsigned i = 1; i < N; i++)
        first->start[i] = 1812433253u * (first->start[i - 1] ^ first->start[i - 1] >> 30) + i;
    memcpy(first->state, first->start, sizeof first->state);
    m->generators[0] = first;
    m->made = 1;
    return m;
}

void cuda_cpu_mt19937_free(struct cuda_cpu_mt19937 *m) {
    for (int i = 0; m && i < m->made; i++)
        free(m->generators[i]);
    free(m);
}

static void replace(struct generator *g) {
    unsigned *const x = g->state;
    for (int i = 0; i < N; i++)
        x[i] = step(x[i], x[(i + 1) % N], x[(i + M) % N]);
    g->block++;
}

// Which of a block's numbers a thread takes in its turn: first one of the multiples of M modulo N,
// then of the others seven that follow each other.
static int place_of(int turn, int thread) {
    static const int apart[THREADS] = {0, 113, 170, 283, 340, 397, 510, 567};
    if (turn == 0)
        return apart[thread];
    int place = (turn - 1) / 7 * 7 * THREADS + thread * 7 + (turn - 1) % 7;
    for (int i = 0; i < THREADS && apart[i] <= place; i++)
        place++;
    return place;
}

unsigned cuda_cpu_mt19937_next(struct cuda_cpu_mt19937 *m) {
    const int lane = (int)(m->position % (GENERATORS * THREADS)), which = lane / THREADS;
    const uint64_t turn = m->position++ / (GENERATORS * THREADS);
    while (m->made <= which) {
        struct generator *const next = calloc(1, sizeof *next);
        if (!next)
            abort();
        leap(m->generators[m->made - 1]->start, next->start);
        memcpy(next->state, next->start, sizeof next->state);
        m->generators[m->made++] = next;
    }
    struct generator *const g = m->generators[which];
    while (g->block <= turn / (N / THREADS))
        replace(g);
    unsigned x = g->state[place_of((int)(turn % (N / THREADS)), lane % THREADS)];
    x ^= x >> 11;
    x ^= x << 7 & 0x9d2c5680;
    x ^= x << 15 & 0xefc60000;
    return x ^ x >> 18;
}
