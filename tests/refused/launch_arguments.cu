// SPDX-License-Identifier: MIT
#include <vector>
struct a_t {
    int x;
};
struct b_t {
    int x;
};
__global__ void number(int *a, int n) { a[0] = n; }
__global__ void pointer(float *a) { a[0] = 1; }
__global__ void with_default(float *a, int n, const float *b, int last = 1) { a[0] = n + b[0] + last; }
__global__ void reference(int &x) { x = 1; }
__global__ void object(a_t a) {}
__global__ void overloaded(int *a) { a[0] = 1; }
__global__ void overloaded(float *a) { a[0] = 1; }
template <class T> __global__ void two(T *a, T *b) { a[0] = b[0]; }
template <class T> __global__ void not_deduced(int n) {}
int main() {
    int n = 5, *p = nullptr;
    float *q = nullptr;
    const float *c = nullptr;
    void *v = nullptr;
    double *d = nullptr;
    std::vector<float> elements(3);
    b_t b = {1};
    number<<<1, 1>>>(5, p);    // refused
    number<<<1, 1>>>(n, n);    // refused
    number<<<1, 1>>>(p, p);    // refused
    number<<<1, 1>>>(p);       // refused
    number<<<1, 1>>>(p, 1, 2); // refused
    pointer<<<1, 1>>>(c);      // refused
    pointer<<<1, 1>>>(v);      // refused
    pointer<<<1, 1>>>(elements); // refused
    with_default<<<1,          // refused
                   1>>>(
        q,
        3);
    with_default<<<1, 1>>>(q,  // refused
                           3,
                           c,
                           4,
                           5);
    reference<<<1, 1>>>(5);    // refused
    object<<<1, 1>>>(b);       // refused
    overloaded<<<1, 1>>>(d);   // refused
    two<<<1, 1>>>(p, q);       // refused
    not_deduced<<<1, 1>>>(5);  // refused
}
