// SPDX-License-Identifier: MIT
// Detours: how a kernel may come to threadIdx or to a barrier ($x) with neither in its own text.
#include "fuzz.h"

const struct detour detours[] = {
    {"", "($x)", 0},
    {"__device__ unsigned f$u(void) { return $x; }", "f$u()", 0},
    {"__device__ unsigned f$u(void);", "f$u()", "__device__ unsigned f$u(void) { return $x; }"},
    {"__device__ unsigned f$u(void) { return $x; } __device__ unsigned g$u(void) { return f$u(); }", "g$u()", 0},
    {"__device__ auto f$u(void) -> unsigned { return $x; }", "f$u()", 0},
    {"template <class T> __device__ auto f$u(T x) -> decltype(x + 1u) { return x + $x; }", "f$u(2u)", 0},
    {"__device__ auto f$u(void) { return $x; }", "f$u()", 0},
    {"__device__ decltype(auto) f$u(void) { return $x; }", "f$u()", 0},
    {"__device__ __noinline__ unsigned f$u(void) { return $x; }", "f$u()", 0},
    {"__device__ inline unsigned f$u(unsigned x) { return x + $x; }", "f$u(1u)", 0},
    {"__device__ unsigned (f$u)(void) { return $x; }", "(f$u)()", 0},
    {"template <class T> __device__ T f$u(T x) { return x + $x; }", "f$u(2u)", 0},
    {"template <int> __device__ unsigned f$u(void) { return 1u; }\n"
     "template <> __device__ unsigned f$u<3>(void) { return $x; }",
     "f$u<3>()", 0},
    {"template <class T> struct S$u { static __device__ unsigned get(void) { return 2u; } };\n"
     "template <> struct S$u<float> { static __device__ unsigned get(void) { return $x; } };",
     "S$u<float>::get()", 0},
    {"template <class T> struct S$u { __device__ unsigned get(void) const { return 2u; } };\n"
     "template <> __device__ unsigned S$u<char>::get(void) const { return $x; }",
     "S$u<char>().get()", 0},
    {"struct P$u { static __device__ unsigned get(void) { return $x; } };\nusing Q$u = P$u;", "Q$u::get()", 0},
    {"struct P$u { static __device__ unsigned get(void) { return $x; } };\n"
     "template <class P> __device__ unsigned by$u(void) { return P::get(); }",
     "by$u<P$u>()", 0},
    {"struct P$u { static __device__ unsigned get(void) { return $x; } };\n"
     "template <class P = P$u> struct by$u { static __device__ unsigned get(void) { return P::get(); } };\n"
     "template <class T> using Q$u = by$u<T>;",
     "Q$u<P$u>::get()", 0},
    {"struct P$u { static __device__ unsigned get(void) { return $x; } };\n"
     "template <class P> struct by$u { using policy = P; static __device__ unsigned get(void) { return policy::get(); "
     "} };",
     "by$u<P$u>::get()", 0},
    {"struct P$u { static __device__ unsigned get(void) { return $x; } };\n"
     "template <class T> struct T$u { using type = T; };\n"
     "template <> struct T$u<float> { using type = P$u; };",
     "T$u<float>::type::get()", 0},
    {"struct P$u { static __device__ unsigned min(unsigned x) { return x + $x; } };", "P$u::min(1u)", 0},
    {"namespace n$u { __device__ unsigned max(unsigned x, unsigned) { return x + $x; } }", "n$u::max(1u, 2u)", 0},
    {"namespace n$u { __device__ unsigned get(void) { return $x; } }\nnamespace m$u = n$u;", "m$u::get()", 0},
    {"namespace n$u { __device__ unsigned f$u(void) { return $x; } }\nusing n$u::f$u;", "f$u()", 0},
    {"__device__ unsigned f$u(unsigned x = $x) { return x; }", "f$u()", 0},
    {"__device__ unsigned get$u(void) { return $x; }\n"
     "__device__ unsigned f$u(unsigned x, unsigned y = get$u()) { return x + y; }",
     "f$u(4u)", 0},
    {"struct M$u { unsigned of = $x; };", "M$u().of", 0},
    {"struct M$u { unsigned a, of = $x; };", "M$u{1u}.of", 0},
    {"struct M$u { unsigned of = $x; __device__ M$u() {} };", "M$u{}.of", 0},
    {"struct C$u { unsigned of; __device__ C$u() : of($x) {} };", "C$u().of", 0},
    {"struct C$u { unsigned of; __device__ C$u(unsigned x) : of(x + $x) {} };", "C$u(3u).of", 0},
    {"struct C$u { unsigned of; __device__ C$u(unsigned x = $x) : of(x) {} };", "C$u().of", 0},
    {"struct C$u { unsigned of; __device__ C$u(unsigned x) : of(x + $x) {} };\n"
     "__device__ unsigned take$u(C$u c) { return c.of; }",
     "take$u(3u)", 0},
    {"struct B$u { unsigned of; __device__ B$u() : of($x) {} };\nstruct C$u : B$u {};", "C$u().of", 0},
    {"struct B$u { unsigned of; __device__ B$u() : of($x) {} };\nstruct C$u { B$u part; };", "C$u().part.of", 0},
    {"struct C$u { unsigned of; __device__ C$u(unsigned x) : of(x + $x) {} __device__ C$u() : C$u(1u) {} };",
     "C$u().of", 0},
    {"struct V$u { __device__ operator unsigned() const { return $x; } };", "(unsigned)V$u()", 0},
    {"struct V$u { __device__ operator unsigned() const { return $x; } };", "(V$u() + 1u)", 0},
    {"struct V$u { __device__ operator bool() const { return $x; } };", "(V$u() ? 1u : 2u)", 0},
    {"struct F$u { __device__ unsigned operator()(void) const { return $x; } };", "F$u{}()", 0},
    {"struct F$u { __device__ unsigned operator[](unsigned x) const { return x + $x; } };", "F$u{}[1u]", 0},
    {"struct F$u { unsigned of; };\n"
     "__device__ unsigned operator+(F$u f, unsigned x) { return f.of + x + $x; }",
     "(F$u{1u} + 2u)", 0},
    {"struct F$u { unsigned of; };\n"
     "__device__ unsigned operator-(const F$u &f) { return f.of + $x; }",
     "(-F$u{1u})", 0},
    {"struct F$u { unsigned of; __device__ F$u *operator->(void) { of += $x; return this; } };", "F$u{1u}->of", 0},
    {"struct F$u { unsigned of; friend __device__ unsigned own$u(F$u f) { return f.of + $x; } };", "own$u(F$u{1u})", 0},
    {"__device__ unsigned operator\"\"_w$u(unsigned long long x) { return (unsigned)x + $x; }", "7_w$u", 0},
    {"struct F$u { __device__ unsigned get(void) { return $x; } };", "(F$u().*&F$u::get)()", 0},
    {"struct A$u { __device__ virtual unsigned get(void) const { return 1u; } };\n"
     "struct B$u : A$u { __device__ unsigned get(void) const override { return $x; } };\n"
     "__device__ unsigned f$u(const A$u &a) { return a.get(); }",
     "f$u(B$u())", 0},
    {"__device__ unsigned f$u(void) { return $x; }\n"
     "__device__ unsigned by$u(unsigned (*f)(void)) { return f(); }",
     "by$u(f$u)", 0},
    {"template <class F> __device__ unsigned by$u(F f) { return f(); }", "by$u([&] { return $x; })", 0},
    {"template <class... T> __device__ unsigned by$u(T... x) { return (x + ... + $x); }", "by$u(1u, 2u)", 0},
    {"template <unsigned (*f)(void)> __device__ unsigned by$u(void) { return f(); }\n"
     "__device__ unsigned f$u(void) { return $x; }",
     "by$u<f$u>()", 0},
    {"__device__ unsigned f$u(void) { return $x; }\n"
     "template <unsigned (*f)(void) = f$u> __device__ unsigned by$u(void) { return f(); }",
     "by$u()", 0},
    {"struct E$u { unsigned *p; __device__ ~E$u() { *p += $x; } };\n"
     "__device__ unsigned f$u(void) { unsigned x = 1u; { E$u e = {&x}; } return x; }",
     "f$u()", 0},
    {"template <bool on> __device__ unsigned f$u(void) { if constexpr (on) return $x; return 1u; }", "f$u<true>()", 0},
    {"template <class T, class = void> struct T$u { static constexpr int of = 1; };\n"
     "template <int> struct W$u { static __device__ unsigned get(void) { return $x; } };",
     "W$u<T$u<int>::of>::get()", 0},
    {"enum E$u { A$u, B$u };\n__device__ unsigned operator|(E$u e, unsigned x) { return e + x + $x; }", "(B$u | 3u)",
     0},
    {"enum class E$u { a };\n__device__ unsigned operator!(E$u) { return $x; }", "(!E$u::a)", 0},
    {"__device__ float operator\"\"_f$u(long double x) { return (float)(x + $x); }", "(unsigned)2.5_f$u", 0},
    {"struct V$u { unsigned a; __device__ operator unsigned() const { return a + $x; } };\n"
     "__device__ V$u o$u;",
     "(unsigned)o$u", 0},
    {"struct V$u { unsigned a; __device__ operator unsigned() const { return a + $x; } };\n"
     "__constant__ V$u o$u;",
     "(o$u + 1u)", 0},
    {"struct V$u { unsigned a; __device__ operator bool() const { return a + $x; } };\n"
     "__device__ V$u o$u;",
     "(o$u ? 1u : 2u)", 0},
    {"struct F$u { unsigned a; __device__ unsigned operator[](unsigned x) const { return a + x + $x; } };\n"
     "__device__ F$u o$u;",
     "o$u[2u]", 0},
    {"struct F$u { unsigned a; __device__ unsigned operator*() const { return a + $x; } };\n"
     "__constant__ F$u o$u;",
     "(*o$u)", 0},
    {"struct T$u { unsigned b; };\n"
     "__device__ unsigned operator*(uint2 a, T$u t) { return a.x + t.b + $x; }",
     "(make_uint2(1u, 2u) * T$u{3u})", 0},
    {"struct H$u { template <unsigned BY> __device__ unsigned get(void) const { return BY + $x; } };\n"
     "__device__ unsigned f$u(H$u h) { return h.get<3>(); }",
     "f$u({})", 0},
    {"", "[&] { return $x; }()", 0},
    {"", "[](unsigned x) { return x + $x; }(1u)", 0},
    {"struct names_$u { static __device__ unsigned $k(unsigned x) { return x + $x; } };", "names_$u::$k(5u)", 0},
    {"namespace other$u { __device__ unsigned $k(unsigned x) { return x + $x; } }", "other$u::$k(5u)", 0},
    {"struct R$u { unsigned at; __device__ unsigned operator*() const { return at + $x; }\n"
     "    __device__ bool operator!=(R$u other) const { return at != other.at; }\n"
     "    __device__ R$u &operator++() { at++; return *this; } };\n"
     "struct L$u { __device__ R$u begin() const { return {0u}; } __device__ R$u end() const { return {2u}; } };\n"
     "__device__ unsigned f$u(void) { unsigned x = 0; for (unsigned y : L$u()) x += y; return x; }",
     "f$u()", 0},
};
const size_t detour_count = sizeof detours / sizeof *detours;
