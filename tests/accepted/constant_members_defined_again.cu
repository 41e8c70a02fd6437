// SPDX-License-Identifier: MIT
struct V { int x; };
struct S {
    static const int a = 1;
    static constexpr int b = 2, c[2] = {3, 4};
    static constexpr V d = {5};
    static const int e, f;
};
const int S::a;
constexpr int S::b, S::c[2];
constexpr V S::d;
const int S::e = S::f + a; // of a value that stands below
const int S::f = 6;
template <class T> struct A { static const T a = 7; static const int b; };
template <class T> const T A<T>::a;
template <class T> const int A<T>::b = A<T>::a + 1;
__global__ void k(int *o) {
    *o = S::a + S::b + S::c[1] + S::d.x + S::f + A<int>::a + A<int>::b;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || *o != 33;
}
