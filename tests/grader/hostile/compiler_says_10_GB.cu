// 4 # Code for the compiler to run, and messages without end.
#define A(x) x x x x x x x x x x
template <int N> struct s {
    static_assert(N < 0, "and again");
    A(A(A(int f() { return undeclared; })))
};
#if __INCLUDE_LEVEL__ < 190
#include "first_kernel.cu"
#endif
template struct s<__COUNTER__>;
