// SPDX-License-Identifier: MIT
#include <string>
namespace a { struct object { int number; }; }
struct object { int number; };
typedef const int fixed;
__device__ int f(long);
__device__ int g(char);
__device__ int h(a::object);
__device__ int i(fixed *);
template <class T> __device__ int j(T *);
__device__ int f(long x) { return __popc(x); }
int f(unsigned x) { return std::string(x, 'x').size(); }
__device__ int g(char x) { return __popc(x); }
int g(signed char x) { return std::string(x, 'x').size(); }
__device__ int h(a::object x) { return __popc(x.number); }
int h(object x) { return std::string(x.number, 'x').size(); }
__device__ int i(fixed *x) { return __popc(*x); }
int i(int *x) { return std::string(*x, 'x').size(); }
template <class T> __device__ int j(T *x) { return __popc(*x); }
template <class T> int j(T x) { return std::string(x, 'x').size(); }
__global__ void kernel(int *out) {
    fixed seven = 7;
    *out = f(7l) + g(char(7)) + h(a::object{7}) + i(&seven) + j(&seven);
}
int main() {
    int *out, five = 5;
    cudaMallocManaged(&out, sizeof *out);
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    const int sum = f(5u) + g((signed char)5) + h(object{5}) + i(&five) + j(five);
    return !(*out == 15 && sum == 25);
}
