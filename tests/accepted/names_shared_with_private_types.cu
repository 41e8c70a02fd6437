// SPDX-License-Identifier: MIT
template <class T> __global__ void k(T t, int *o) { o[0] += sizeof(t); }
template <class T> __global__ void kk(int *o) { o[0] += sizeof(T); }
template <int n> __global__ void kn(int *o) { o[0] += n; }
class C {
    struct P {};
    struct Q { int a; };
    enum E { A };

  public:
    struct R {};
    static void f(int *o) { kn<sizeof(Q)><<<1, 1>>>(o); }
};
struct P { int a[2]; };
namespace other {
struct L { int a[3]; };
enum E { B };
} // namespace other
struct D {
    struct Q {};
    static void f(int *o) {
        kk<Q><<<1, 1>>>(o);
        kk<P><<<1, 1>>>(o);
        kk<::P><<<1, 1>>>(o);
        kk<C::R><<<1, 1>>>(o);
        kk<other::E><<<1, 1>>>(o);
    }
};
int main() {
    struct L {};
    other::L l;
    int *o;
    cudaMallocManaged(&o, 4);
    C::f(o);
    D::f(o);
    k<<<1, 1>>>(l, o);
    k<<<1, 1>>>(P(), o);
    kk<D::Q><<<1, 1>>>(o);
    return cudaDeviceSynchronize() || o[0] != 4 + 1 + 8 + 8 + 1 + 4 + 12 + 8 + 1;
}
