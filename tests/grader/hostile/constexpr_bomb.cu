// 4
constexpr unsigned f(unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < 100000; i++) s += i * n;
    return s;
}
template <unsigned N> struct many { static constexpr unsigned value = f(N) + many<N - 1>::value; };
template <> struct many<0> { static constexpr unsigned value = 0; };
int main() { return many<850>::value; }
