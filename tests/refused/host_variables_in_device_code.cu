// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
int limit = 100;
int hits;
int total;
int *pointer;
extern int elsewhere;
double gravity = 9.81;
const int seed = rand();
const float weights[3] = {1, 2, 3};
static const char *const words = "%d\n";
struct settings {
    inline static int width = 5;
};
__device__ int get() {
    return limit; // refused
}
__global__ void k(int *a, int i) {
    a[threadIdx.x] = limit;    // refused
    atomicAdd(&hits, 1);       // refused
    total += a[threadIdx.x];   // refused
    pointer[threadIdx.x] = 1;  // refused
    a[1] = elsewhere;          // refused
    a[2] = seed;               // refused
    a[3] = weights[i];         // refused
    a[4] = settings::width;    // refused
    a[5] = get();
    a[6] = weights[1];         // refused
    a[7] = *weights + sizeof words;
    printf(words, i);          // refused
}
template <class T> __global__ void of_template(T *a) {
    a[0] = gravity; // refused
}
template __global__ void of_template<double>(double *);
