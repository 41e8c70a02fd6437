// SPDX-License-Identifier: MIT
// Lambdas on the wrong side, and what those of the device capture: one case after each `////`, refused
// at the line that says `// error`.
//// constexpr lambdas of the host
constexpr auto lam = [](int x) { return x + 1; };
static const auto generic = [](auto x) { return x + 1; };
namespace n { constexpr auto lam = [](int x) { return x + 1; }; }
struct S { static constexpr auto lam = [](int x) { return x + 1; }; };
__device__ int f(int x) {
    return lam(x); // error
}
__global__ void k(int *a) {
    a[0] =
        lam( // error
            3);
    a[1] = generic(2); // error
    a[2] = n::lam(3); // error
    a[3] = S::lam(3); // error
    constexpr int early = lam(3); // error
    int size[lam(2)]; // error
    size[0] = early;
    a[4] = size[0] + sizeof(lam(3));
    auto own = [](int x) { return x + 1; };
    constexpr auto known = [](int x) { return x + 1; };
    a[5] = own(1) + known(2);
}
//// a lambda of the host's handed to a template
constexpr auto lam = [](int x) { return x + 1; };
template <class F> __device__ int apply(F f, int x) {
    return f(x); // error
}
__global__ void k(int *a) {
    *a = apply(lam, 3);
}
//// in a function of both sides
constexpr auto lam = [](int x) { return x + 1; };
__host__ __device__ int f(int x) {
    return lam(x); // error
}
__global__ void k(int *a) { *a = f(1); }
//// with relaxed constexpr, where the lambda's object is not there
// nvcc --expt-relaxed-constexpr
constexpr auto lam = [](int x) { return x + 1; };
template <class F> __device__ int apply(F f, int x) { return f(x); }
__device__ int f(int x) {
    constexpr int n = lam(2);
    int y = n + lam(2) + apply(lam, x);
    return y +
           lam(x); // error
}
//// one of both sides, whose object is not there
// nvcc --extended-lambda
constexpr auto lam = [] __host__ __device__(int x) { return x + 1; };
__device__ int f(int x) {
    return lam(x); // error
}
//// a lambda of the device called by the host
// nvcc --extended-lambda
int g(int y) {
    auto l = [] __device__() { return 1; };
    auto m = [=] __device__(int x) -> int { return x + y; };
    l(); // error
    [] __device__() { return 1; }(); // error
    return m(3); // error
}
//// variables that are there once, and not captured
__device__ int g;
int h;
__global__ void k(int *a) {
    __shared__ int s[4];
    static int t, u;
    int v = 1;
    constexpr int c = 3;
    auto i = [s] { return s[0]; }; // error
    auto j = [v, &s] { return s[v]; }; // error
    auto l = [&, t] { return t + v; }; // error
    auto o = [&u = u] { return u; };
    auto p = [g = g] { return g; };
    auto q = [&g] { return g; }; // error
    auto r = [c, v, &a, x = t] { return c + v + x + a[0]; };
    auto w = [=] { return s[0] + t + g + v; };
    a[0] = i() + j() + l() + o() + p() + q() + r() + w();
}
int host(int n) {
    static int x;
    auto i = [x] { return x; }; // error
    auto j = [n, h] { return n + h; }; // error
    return i() + j();
}
//// elements of packs that a device lambda captures
// nvcc --extended-lambda
template <class F> __global__ void k(F f) { f(); }
template <class... T> __host__ __device__ void use(T...) {}
template <class... T> void all(int *a, T... t) {
    k<<<1, 1>>>([=] __device__() { *a = sizeof...(t); });
    k<<<1, 1>>>([=] __device__() {
        use(t...); // error
    });
    k<<<1, 1>>>([t...] __device__() { // error
        use(t...);
    });
    k<<<1, 1>>>([=] __host__ __device__() {
        *a = (t + ...); // error
    });
    auto host = [=] { return (t + ...); };
    host();
}
void go() { all(nullptr, 1, 2); }
//// arrays of many dimensions that a device lambda captures
// nvcc --extended-lambda -diag-suppress=550
int main() {
    int seven[1][1][1][1][1][1][2] = {}, eight[1][1][1][1][1][1][1][2] = {};
    auto taken = [=] __device__() { return seven[0][0][0][0][0][0][1] + sizeof eight; };
    auto address = [p = &eight] __device__() { return p; };
    auto implicit = [=] __device__() {
        return seven[0][0][0][0][0][0][1] +
               eight[0][0][0][0][0][0][0][1] + // error
               eight[0][0][0][0][0][0][0][0];
    };
    auto both = [seven,
                 eight] __host__ __device__() { // error
        return seven[0][0][0][0][0][0][1];
    };
    (void)taken, (void)address, (void)implicit, (void)both;
}
//// captured first in an if constexpr
// nvcc --extended-lambda
template <class F> __global__ void k(F f) { f(); }
template <bool B> void go(int *a) {
    int z = 1;
    k<<<1, 1>>>([=] __device__() {
        *a = 0;
        if constexpr (B) {
            *a = z; // error
        }
        *a = z;
    });
    k<<<1, 1>>>([=] __host__ __device__() {
        *a = 0;
        if constexpr (B)
            *a = 3;
        else
            *a = z; // error
    });
    k<<<1, 1>>>([=] __device__() {
        *a = z;
        if constexpr (sizeof(int) == 4) {
            int own = 3;
            *a = z + own;
        }
    });
    k<<<1, 1>>>([a, z] __device__() {
        if constexpr (B)
            *a = z;
    });
}
void start() { go<true>(nullptr); }
//// the object first captured in a branch of if constexpr
// nvcc --extended-lambda
template <class F> __global__ void k(F f) { f(); }
struct S {
    int x;
    static int z;
    __host__ __device__ int g() const { return 1; }
    template <bool B> void member() {
        k<<<1, 1>>>([=] __device__ () {
            if constexpr (B) {
                int y = x; // error
                y++;
            }
        });
    }
    template <bool B> void method() {
        k<<<1, 1>>>([=] __device__ () {
            if constexpr (B)
                g(); // error
        });
    }
    template <bool B> void by_word() {
        k<<<1, 1>>>([=] __device__ () {
            if constexpr (!B)
                this->x = 1; // error
        });
    }
    template <bool B> void in_front() {
        k<<<1, 1>>>([=] __device__ () {
            int q = x;
            if constexpr (B)
                q += x + g();
        });
        k<<<1, 1>>>([=, *this] __device__ () {
            if constexpr (B)
                g();
        });
        k<<<1, 1>>>([=] __device__ () {
            if constexpr (B) {
                int x = 1;
                x++;
            }
        });
    }
};
int main() {
    S s;
    s.member<true>();
    s.method<true>();
    s.by_word<false>();
    s.in_front<true>();
}
//// lambdas of the host given to kernels, which call them
template <class F> __global__ void k(int *o, F f) {
    *o = 1;
    *o = f(2); // error
    for (int i = 0; i < 3; i++)
        *o += f(i) + sizeof(f(1)); // error
}
template <class F> __global__ void l(F f) {
    (void)f;
}
int main() {
    auto l1 = [](int x) { return x; };
    k<<<1, 1>>>((int *)0, l1); // error
    l<<<1, 1>>>([] {}); // error
}
//// lambdas of the device in functions that nobody calls
// nvcc --extended-lambda
int host(int);
template <class F> __global__ void k(F f, int *o) { *o = f(1); }
struct S {
    int n;
    int times(int x) const { return n * x; }
    void go(int *o) {
        k<<<1, 1>>>([=, *this] __device__(int i) { return times(i); }, o); // error
        auto f = [] __device__(int i) {
            return host(i); // error
        };
        auto g = f;
        k<<<1, 1>>>(g, o);
    }
};
//// a lambda of the device's as a pointer to a function
// nvcc --extended-lambda
int main() {
    int (*p)(int) = [] __device__ __host__(int x) { return x + 1; };
    int (*q)(int) = [] __device__(int x) { return x + 1; }; // error
    return p(1) + q(2);
}
//// lambdas of the host given to a kernel whose name the library has, too
#include <tuple>
template <class F> __global__ void apply(int *o, F f) {
    o[0] = f(o[0]); // error
}
int main() {
    int *o = nullptr, n = 3;
    apply<<<1, 1>>>(o, [=](int x) { return x * n; }); // error
}
