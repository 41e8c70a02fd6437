// 4
#define A(x) x x x x x x x x x x
template <int N> struct wrong : wrong<N - 1> { static_assert(N < 0, A(A(A("much ")))); };
template <> struct wrong<0> {};
wrong<800> many;
int main() {}
