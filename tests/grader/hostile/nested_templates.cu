// 4
template <class... T> struct list {};
template <int N, class... T> struct grow : grow<N - 1, T..., T..., int> {};
template <class... T> struct grow<0, T...> { list<T...> x; };
grow<40> large;
int main() {}
