// 4
template <int N, int M> struct bomb {
    enum { value = bomb<N - 1, M * 2>::value + bomb<N - 1, M * 2 + 1>::value };
};
template <int M> struct bomb<0, M> {
    enum { value = M };
};
int main() { return bomb<800, 1>::value; }
