// SPDX-License-Identifier: MIT
// Directions of Sobol's sequences, from the first numbers of each that Joe and Kuo found (2008,
// new-joe-kuo-6) and its primitive polynomial: those of degree 1, 2, 3 ... in order. The dimensions
// are those of all polynomials up to degree 8; cuRAND has 20 000.
#include "sobol.h"

#include <pthread.h>

enum { BITS = 64, DEGREE = 8 };

// The first number is odd and below 2, the second below 4, and so on: as many as the degree.
static const unsigned char first[CUDA_CPU_SOBOL_DIMENSIONS][DEGREE] = {
    {0},
    {1},
    {1, 3},
    {1, 3, 1},
    {1, 1, 1},
    {1, 1, 3, 3},
    {1, 3, 5, 13},
    {1, 1, 5, 5, 17},
    {1, 1, 5, 5, 5},
    {1, 1, 7, 11, 19},
    {1, 1, 5, 1, 1},
    {1, 1, 1, 3, 11},
    {1, 3, 5, 5, 31},
    {1, 3, 3, 9, 7, 49},
    {1, 1, 1, 15, 21, 21},
    {1, 3, 1, 13, 27, 49},
    {1, 1, 1, 15, 7, 5},
    {1, 3, 1, 15, 13, 25},
    {1, 1, 5, 5, 19, 61},
    {1, 3, 7, 11, 23, 15, 103},
    {1, 3, 7, 13, 13, 15, 69},
    {1, 1, 3, 13, 7, 35, 63},
    {1, 3, 5, 9, 1, 25, 53},
    {1, 3, 1, 13, 9, 35, 107},
    {1, 3, 1, 5, 27, 61, 31},
    {1, 1, 5, 11, 19, 41, 61},
    {1, 3, 5, 3, 3, 13, 69},
    {1, 1, 7, 13, 1, 19, 1},
    {1, 3, 7, 5, 13, 19, 59},
    {1, 1, 3, 9, 25, 29, 41},
    {1, 3, 5, 13, 23, 1, 55},
    {1, 3, 7, 3, 13, 59, 17},
    {1, 3, 1, 3, 5, 53, 69},
    {1, 1, 5, 5, 23, 33, 13},
    {1, 1, 7, 7, 1, 61, 123},
    {1, 1, 7, 9, 13, 61, 49},
    {1, 3, 3, 5, 3, 55, 33},
    {1, 3, 1, 15, 31, 13, 49, 245},
    {1, 3, 5, 15, 31, 59, 63, 97},
    {1, 3, 1, 11, 11, 11, 77, 249},
    {1, 3, 1, 11, 27, 43, 71, 9},
    {1, 1, 7, 15, 21, 11, 81, 45},
    {1, 3, 7, 3, 25, 31, 65, 79},
    {1, 3, 1, 1, 19, 11, 3, 205},
    {1, 1, 5, 9, 19, 21, 29, 157},
    {1, 3, 7, 11, 1, 33, 89, 185},
    {1, 3, 3, 3, 15, 9, 79, 71},
    {1, 3, 7, 11, 15, 39, 119, 27},
    {1, 1, 3, 1, 11, 31, 97, 225},
    {1, 1, 1, 3, 23, 43, 57, 177},
    {1, 3, 7, 7, 17, 17, 37, 71},
    {1, 3, 1, 5, 27, 63, 123, 213},
    {1, 1, 3, 5, 11, 43, 53, 133}};
static unsigned long long directions64[CUDA_CPU_SOBOL_DIMENSIONS][BITS];
static unsigned directions32[CUDA_CPU_SOBOL_DIMENSIONS][32];

// Whether x generates all polynomials below this one.
static int is_primitive(unsigned polynomial, int degree) {
    unsigned x = 1;
    for (int order = 1;; order++) {
        x <<= 1;
        if (x >> degree & 1)
            x ^= polynomial;
        if (x == 1)
            return order == (1 << degree) - 1;
    }
}

static void make_directions(void) {
    int degree = 0;
    unsigned polynomial = 1; // odd ones, in order
    for (int d = 0; d < CUDA_CPU_SOBOL_DIMENSIONS; d++) {
        unsigned long long *const v = directions64[d];
        if (d > 0) {
            do {
                polynomial += 2;
                degree = 31 - __builtin_clz(polynomial);
            } while (!is_primitive(polynomial, degree));
        }
        for (int k = 0; k < BITS; k++) {
            if (d == 0 || k < degree) {
                v[k] = (unsigned long long)(d == 0 ? 1 : first[d][k]) << (BITS - 1 - k);
                continue;
            }
            v[k] = v[k - degree] ^ v[k - degree] >> degree;
            for (int j = 1; j < degree; j++)
                if (polynomial >> (degree - j) & 1)
                    v[k] ^= v[k - j];
        }
        for (int k = 0; k < 32; k++)
            directions32[d][k] = (unsigned)(v[k] >> 32);
    }
}
static pthread_once_t once = PTHREAD_ONCE_INIT;

unsigned (*cuda_cpu_sobol32(void))[32] {
    pthread_once(&once, make_directions);
    return directions32;
}
unsigned long long (*cuda_cpu_sobol64(void))[64] {
    pthread_once(&once, make_directions);
    return directions64;
}
