// SPDX-License-Identifier: MIT
float square(float x) { return x * x; }
float cube(float x);
int host_value() { return 3; }
#define SQUARE(x) square(x)
int scale(int x) { return x; }
__device__ float scale(float x) { return x; }
template <class T> T largest(T a, T b) { return a > b ? a : b; }
auto add = [](int a, int b) { return a + b; };
__device__ float half(float x) {
    return square(x) / 2; // refused
}
template <class T> __device__ T twice(T x) { return x + x; }
__global__ void k(float *out, int n) {
    out[0] = square(2);                  // refused
    out[1] = 1 + cube(threadIdx.x);      // refused
    out[2] = half(out[0]);
    out[3] = SQUARE(3);                  // refused
    out[4] = twice(host_value());        // refused
    out[5] = scale(1);                   // refused
    out[6] = scale(1.0f);
    out[7] = largest(out[0], out[1]);    // refused
    out[8] = add(1, n);                  // refused
}
float cube(float x) { return x * square(x); }
template <class T> __global__ void of_template(T *a) {
    a[0] = square(a[1]); // refused
}
template __global__ void of_template<float>(float *);
template <bool B> __global__ void of_condition(int *o) {
    if constexpr (B)
        o[0] = host_value(); // refused
    else
        o[0] = 2;
}
int main() { of_condition<true><<<1, 1>>>(nullptr); }
