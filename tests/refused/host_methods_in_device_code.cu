// SPDX-License-Identifier: MIT
struct vec {
    float x;
    vec(float x) : x(x) {}
    vec() { x = 5; }
    ~vec() { x = 0; }
    operator int() const { return x; }
    float norm() const { return x * x; }
};
struct array {
    int a[3];
    int *begin() { return a; }
    int *end() { return a + 3; }
    int &operator[](int i) { return a[i]; }
};
struct longer : array {};
struct meters {
    float v;
    meters(float v) : v(v) {}
};
struct complex {
    float r, i;
};
complex operator+(complex a, complex b) { return {a.r + b.r, a.i + b.i}; }
struct plus {
    int operator()(int a, int b) const { return a + b; }
};
struct guard {
    int *p;
    ~guard() { *p = 0; }
};
struct base {
    int x;
    base(int v) : x(v) {}
};
struct derived : base {
    __device__ derived() : base(3) {} // refused
};
int host_value(int x) { return x; }
template <class Op> __device__ int apply(Op op, int a, int b) {
    return op(a, b); // refused
}
__device__ float length(meters m) { return m.v; }
__global__ void k(int *out, vec *v, complex *c, array a, longer l) {
    vec made(1);                // refused
    vec unset;                  // refused
    guard g = {out};            // refused
    out[0] = v[0];              // refused
    out[1] = v[0].norm();       // refused
    out[2] = length(2.0f);      // refused
    c[0] = c[1] + c[2];         // refused
    out[3] = apply(plus(), 1, 2);
    a[threadIdx.x] = 1;         // refused
    out[4] = *l.begin();        // refused
    for (int x : a)             // refused
        out[5] += x;
    derived d;
    out[6] = d.x;
}
__global__ void ends(vec *v) {
    delete v; // refused
}
__global__ void with_class(int *out) {
    struct local {
        int x;
        __device__ local(int a)
            : x(host_value(a)) { // refused
        }
    };
    local l(3);
    out[0] = l.x;
}
