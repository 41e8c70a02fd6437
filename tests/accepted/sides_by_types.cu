// SPDX-License-Identifier: MIT
// Functions of one name are of one side by their parameters' types, and by which of the types of one name those are.
#include <string>
#include "numbers.h"
namespace by_parameter_types {
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
void test() {
    int *out = numbers(), five = 5;
    kernel<<<1, 1>>>(out);
    const int sum = f(5u) + g((signed char)5) + h(object{5}) + i(&five) + j(five);
    IS(*out == 15 && sum == 25);
}
}
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
    int *out = numbers();
    kernel<<<1, 1>>>(out);
    const int sum = a::box().get({5}) + f(second{4}) + g(square);
    IS(*out == 9 && sum == 10);
    by_parameter_types::test();
    return wrong;
}
