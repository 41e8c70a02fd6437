// SPDX-License-Identifier: MIT
template <class T> __device__ T same(T x) { return x; }
template <class T> T sum(T x) { return x + __shfl_xor_sync(~0u, x, 1) + same(x); }
template <class T> T add(T *x) { return atomicAdd(x, 1); }
struct S {
    template <class T> T any(T x) { return __any_sync(~0u, x); }
};
int main(int argc, char **) {
    int x = 1;
    if (argc > 5)
        return sum(x) + add(&x) + S().any(x);
}
