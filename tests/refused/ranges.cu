// SPDX-License-Identifier: MIT
// What `for (T x : range)` calls: one case after each `////`, refused at the line that says `// error`.
//// a loop over a range of the host's: methods
template <class T, int N> class fixed {
    T d[N];

public:
    __host__ __device__ T &operator[](int i) { return d[i]; }
    T *begin() { return d; }
    T *end() { return d + N; }
};
using row = fixed<float, 8>;
__global__ void sum(row *rows, float *out) {
    float s = 0;
    for (float x : rows[threadIdx.x]) // error
        s += x;
    out[threadIdx.x] = s;
}
//// ... functions, of its namespace
namespace n {
struct list {
    int *a;
    int c;
};
inline int *begin(list &l) { return l.a; }
__host__ __device__ inline int *end(list &l) { return l.a + l.c; }
}
__global__ void k(n::list l, int *o) {
    int s = 0;
    for (int v : l) // error
        s += v;
    o[0] = s;
}
