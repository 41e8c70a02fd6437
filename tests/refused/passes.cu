// SPDX-License-Identifier: MIT
// Names that one of the two passes lacks, without __CUDA_ARCH__ and with it: one case after each `////`.
//// what one of the two passes alone declares, used by host code
namespace n {
#ifdef __CUDA_ARCH__
__device__ int variable;
int function() { return 1; }
const int constant = 1;
enum { ENUMERATOR };
struct type { int x; };
#endif
struct both {
    int a;
#ifdef __CUDA_ARCH__
    int b;
    __host__ __device__ int m() { return 1; }
#endif
};
}
#ifdef __CUDA_ARCH__
__global__ void kernel() {}
template <class T> __global__ void made(T) {}
#define WIDTH 32
#endif
int main() {
    using namespace n;
    int x = 0;
    cudaMemcpyFromSymbol(&x, variable, 4); // error
    x += function(); // error
    x += constant; // error
    x += ENUMERATOR; // error
    both s;
    s.b = x; // error
    s.m(); // error
    kernel<<<1, 1>>>(); // error
    made<<<1, 1>>>(1); // error
    type t; // error
}
//// ... and what the host's has, in device code
#ifndef __CUDA_ARCH__
__device__ int variable;
__device__ int function() { return 1; }
const int constant = 1;
typedef int number;
struct type { int x; };
#endif
struct both {
    int a;
#ifndef __CUDA_ARCH__
    int b;
#endif
};
__global__ void k(both s, int *o) {
    *o = variable; // error
    *o += function(); // error
    *o += constant; // error
    number x = 1; // error
    type t; // error
    *o += s.b + x; // error
}
//// a kernel that the host's pass alone has
#ifndef __CUDA_ARCH__
__global__ void kernel() {}
#endif
int main() { kernel<<<1, 1>>>(); } // error
//// a variable of the device that the host's pass alone has
#ifndef __CUDA_ARCH__
__device__ int variable;
#endif
int main() {
    int x;
    cudaMemcpyFromSymbol(&x, variable, 4); // error
}
//// the first pass with errors is told of
#ifdef __CUDA_ARCH__
const int c = 1;
#else
const int d = 2;
#endif
__global__ void k(int *o) { *o = c; } // error
__global__ void l(int *o) { *o = d; }
//// names that nobody declares, in what the other pass does
__global__ void k(int *o) {
#ifndef __CUDA_ARCH__
    int x = 1;
    *o = x + nothing; // error
#else
    *o = 1;
#endif
}
__device__ void f(int *o) {
#ifndef __CUDA_ARCH__
    *o = none(2); // error
#else
    *o = 1;
#endif
}
template <class T> __global__ void made(T *o) {
#ifdef __CUDA_ARCH__
    *o = 1;
#else
    *o = nowhere; // error
#endif
}
//// names that nobody declares, in what host code does in the device's pass
int g();
int h() {
#ifdef __CUDA_ARCH__
    return nothing; // error
#else
    return g();
#endif
}
struct S {
    int m() {
#ifdef __CUDA_ARCH__
        return none + 1; // error
#else
        return 1;
#endif
    }
};
//// types that do not fit, in what only one pass has of a kernel
__global__ void k(int *p) {
#ifndef __CUDA_ARCH__
    int *q = 3.5; // error
    *p = *q;
#endif
}
//// ... of a function of the host's
void host(int *p) {
#ifdef __CUDA_ARCH__
    int *q = 3.5; // error
    *p = *q;
#endif
}
//// ... of a function of the device's that each pass defines
#ifdef __CUDA_ARCH__
__device__ int f() { return 1; }
#else
__device__ int f() { return "abc"; } // error
#endif
__global__ void k(int *p) {
#ifdef __CUDA_ARCH__
    int x{1.5};
#else
    int x{2.5};
#endif
    *p = f() + x;
}
//// a macro that one pass has
#ifdef __CUDA_ARCH__
#define WIDTH 32
#endif
__global__ void k(int *o) { *o = WIDTH; } // error
