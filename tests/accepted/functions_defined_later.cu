// SPDX-License-Identifier: MIT
// Functions that are declared first, in other words than they are defined in.
typedef int number;
__device__ int first(int);
__device__ number second(number x, number y = 2);
extern "C" __device__ int third(const int);
template <class T> __device__ T fourth(T);
__host__ __device__ int fifth(int x);
namespace inside {
__device__ int sixth(int[2]);
}
struct Lane { __device__ int number(int) const; friend __device__ int eighth(Lane); };
#define DEFINE(name) \
    __device__ int name(int x) { return x; }
__device__ int seventh(int);
__device__ int never_defined(int);
__host__ __device__ int defined_nowhere(int);
template <class T> __device__ T never_made(T x) { return x + never_defined(x); }
__global__ void k(int *out) {
    int two[2] = {1, 2};
    *out = first(1) + second(1) + third(1) + fourth(1) + fifth(1) + inside::sixth(two) + seventh(1) +
           Lane().number(1) + eighth(Lane()) + (int)sizeof(never_defined(1));
}
__device__ int first(int x) { return x; }
__device__ int second(int x, int y) { return x * y; }
extern "C" __device__ int third(int x) { return x; }
template <class T> __device__ T fourth(T x) { return x; }
int __host__ __device__ fifth(int x) { return x; }
__device__ int inside::sixth(int *x) { return x[1]; }
DEFINE(seventh)
__device__ int Lane::number(int x) const { return x; }
__device__ int eighth(Lane) { return 1; }
int main() {
    int *out;
    cudaMallocManaged(&out, 4);
    k<<<1, 1>>>(out);
    return cudaDeviceSynchronize() || *out != 1 + 2 + 1 + 1 + 1 + 2 + 1 + 1 + 1 + 4;
}
