// SPDX-License-Identifier: MIT
#include <algorithm>
constexpr unsigned a = 4, b = 2;
struct S { static constexpr int value = 3; int x, y; constexpr S(int x, int y) : x(x), y(y) {} };
namespace N {
constexpr int v = 5;
constexpr int f(int x) { return x + 1; }
enum E { red, green };
enum class F { blue = 7 };
}
typedef int T;
constexpr int sq(int x) { return x * x; }
constexpr unsigned n1(a *b), n2(a << b), n3(a & b), n4(a - b), n5(n4 * 2);
constexpr int n6(sq(a)), n7(N::v), n8(N::f(2)), n9(S::value * 2), n10(sizeof(T) * 2), n11(~3);
constexpr int n12((a)), n13(N::green), n14((int)N::F::blue), n15(static_cast<T>(a)), n16(T(a) * 2);
constexpr int n17(a > b ? a : b), n18(a == b), n19(int(a) + 1), n20(::N::v * 1), n21(not a);
constexpr int n22(std::max(3, 4)), n23(alignof(T)), n24(S(1, 2).x), n25(unsigned(a) * b), n26(T{3});
constexpr char n27('a');
constexpr S s(a, b), s2(T(a), b), s3(decltype(a)(b), N::green);
constexpr bool n30(T(a) == 4);
constexpr float inf(__builtin_inff());
using N::v;
template <class U> struct V { static constexpr int w = 3; };
template <class U> constexpr int vt(V<U>::w * 2);
constexpr int n31(v), n32(V<int>::w), n33(__LINE__);
static const int n28(a);
const int n29(a * 2);
__device__ int from_product(a *b);
__constant__ int from_call(sq(3));
// functions all
int fun1(T x), fun2(T), fun3(T (*)(int)), fun4(S), fun5(S &), fun6(const S &s), fun7(struct S);
int fun8(T(x)), fun9(...), fun13(T(a), T b), fun14(T(a) = 3), fun15(decltype(a)(b)), fun16(V<int>);
__device__ int fun10(T *b) { return *b; }
__device__ int fun11(N::E) { return 1; }
template <class U> __device__ U fun12(U *b) { return *b; }
#define SUM                                                                                        \
    n1 + n2 + n3 + n4 + n5 + n6 + n7 + n8 + n9 + n10 + n11 + n12 + n13 + n14 + n15 + n16 + n17 +   \
        n18 + n19 + n20 + n21 + n22 + n23 + n24 + n25 + n26 + n27 + n28 + n29 + s.x +   \
        s2.x + s3.y + n30 + (inf > 3) + n31 + n32 + n33 + vt<int>
__global__ void k(int *o) {
    int c = 3;
    *o = SUM + from_product + from_call + fun10(&c) + fun11(N::red) + fun12(&c);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(*o == (int)(SUM + 8 + 9 + 3 + 1 + 3));
}
