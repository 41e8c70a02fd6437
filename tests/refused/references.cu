// SPDX-License-Identifier: MIT
// References of the device, and of the host in device code: one case after each `////`.
//// to a variable of the host
int h;
__device__ int &c = h; // error
__device__ int f() {
    return c; // error
}
//// to a constant of the host
const int h = 3;
__device__ const int &c = h; // error
__global__ void k(int *a) { *a = c; }
//// to parts of arrays of the host
int h[3];
constexpr int e[2] = {3, 4};
__device__ int &c = h[2]; // error
__device__ int (&d)[3] = h; // error
__device__ const int &g = e[1]; // error
//// managed ones
__managed__ int m;
__managed__ int &c = m; // error
//// to managed ones
__managed__ int m;
__device__ int &d = m; // error
//// values that only run time knows
__device__ int b;
__device__ int *p = &b;
__device__ int &c = *p; // error
//// to a function of the host
int f(int x) { return x; }
__device__ int (&c)(int) = f; // error
__device__ int g() {
    return c(1); // error
}
//// of the host, to what may change
int h;
constexpr int &r = h;
static int &s = h;
int n();
const int &t = n();
extern const int &u;
__global__ void k(int *a) {
    a[0] = r; // error
    a[1] = s; // error
    a[2] = t; // error
    a[3] = u; // error
    (void)r;
    a[4] = sizeof(r);
}
//// of the host, to constants that need an address
const int h = 3;
const int &r = h;
constexpr int e[2] = {3, 4};
constexpr const int &s = e[1];
constexpr const int (&t)[2] = e;
__device__ int f(const int &);
__global__ void k(int *a) {
    const int &x = r; // error
    const int *y = &s; // error
    a[0] = f(r); // error
    a[1] = t[1]; // error
    int z = t[1];
}
//// a method of the host
struct S { int a; int h() { return 1; } };
__device__ int (S::*g)() = &S::h; // error
//// a parameter T && that is an rvalue reference
template <class T>
__global__ void k(T &&t) { (void)t; } // error
void h() { k<<<1, 1>>>(3); }
