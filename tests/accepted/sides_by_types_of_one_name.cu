// SPDX-License-Identifier: MIT
#include <string>
namespace b { struct type { int number; }; struct box { __device__ int get(type); }; }
namespace a { struct type { int number; }; struct box { int get(type); }; }
namespace b { __device__ int box::get(type x) { return __popc(x.number); } }
int a::box::get(type x) { return std::string(x.number, 'x').size(); }
typedef struct { int number; } first;
typedef struct { int number; } second;
typedef enum { red, green } hue;
typedef enum { oval, square } shape;
__device__ int f(first x) { return __popc(x.number); }
int f(second x) { return std::string(x.number, 'x').size(); }
__device__ int g(hue);
__device__ int g(hue x) { return __popc(x); }
int g(shape x) { return std::string(x, 'x').size(); }
template <class T> struct list {
    template <class U> __device__ int sum(U, T);
    template <class U> int sum(U *, T);
    __device__ ~list();
};
template <class T> template <class U> __device__ int list<T>::sum(U a, T b) { return __popc(a + b); }
template <class T> template <class U> int list<T>::sum(U *a, T b) { return std::string(*a, 'x').size() + b; }
template <class T> __device__ list<T>::~list() { __threadfence(); }
template <class T> __device__ int of(T);
template <> int of<int>(int x) { return __popc(x); }
__global__ void kernel(int *out) {
    list<int> numbers;
    *out = b::box().get({7}) + f(first{3}) + g(green) + numbers.sum(2u, 1) + of(1);
}
int main() {
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    const int sum = a::box().get({5}) + f(second{4}) + g(square);
    return !(*out == 9 && sum == 10);
}
