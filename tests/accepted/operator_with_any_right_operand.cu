// SPDX-License-Identifier: MIT
// says kernel fields: an integer divided by zero at .*
#include "numbers.h"
struct Box { unsigned s; };
template <class T> __device__ unsigned operator%(const Box &box, T &&x) { return x += box.s; }
struct Sink { int sum; template <class T> __device__ Sink &operator<<(const T &x) { sum += (int)x; return *this; } };
template <class T> __device__ unsigned operator/(Box box, T x) { return box.s / (unsigned)x; }
struct Fields { unsigned s; unsigned low : 4, high : 4; int big : 20; };
__global__ void fields(unsigned *out, unsigned zero) {
    Fields f = {1, 7, 9, -5};
    f.low = f.low % zero;
    f.high = f.high / zero;
    f.big = f.big % (int)zero;
    out[0] = f.low;
    out[1] = f.high;
    out[2] = f.big;
    out[3] = Box{9} / 2;
}
__global__ void k(int *out, unsigned n, int d) {
    const Box box = {3u};
    Sink sink = {};
    (void)(box % n);
    sink << n << 2.5f << (out[1] >> d);
    out[threadIdx.x] = sink.sum / d;
}
int main() {
    int *out = numbers();
    unsigned *bits = numbers<unsigned>();
    out[1] = 16;
    k<<<1, 1>>>(out, 4, 2);
    fields<<<1, 1>>>(bits, 0);
    IS(bits[3] == 4 && out[0] == (7 + 2 + 4) / 2);
    return wrong;
}
