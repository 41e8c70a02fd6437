// SPDX-License-Identifier: MIT
// Functions that this file declares and does not define, without -rdc=true.
__device__ int scale(int);
__device__ int scale(float x) { return (int)x; }
extern "C" __device__ int plain(int);
__host__ __device__ int both(int);
namespace other {
extern __device__ int inside(int);
}
struct Lane {
    __device__ int number() const;
};
__device__ int pointed(int);
__device__ int by_call(int x) {
    return scale(x) // refused
           + scale(0.5f);
}
template <class T> __device__ T by_template(T x) {
    return x + both(x); // refused
}
__global__ void k(int *o) {
    o[0] = by_call(1) + by_template(2);
    o[1] = plain(1);           // refused
    o[2] = other::inside(1);   // refused
    o[3] = Lane().number();    // refused
    int (*const f)(int) = pointed; // refused
    o[4] = f(1);
}
