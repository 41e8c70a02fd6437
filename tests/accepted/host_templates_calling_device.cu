// SPDX-License-Identifier: MIT
struct D {
    int v;
    __device__ int thing() { return v; }
    __device__ static int fixed(int x) { return x; }
    __device__ int operator()() { return v; }
    __device__ D operator-() { return *this; }
};
struct E {
    __device__ E() {}
    __device__ E(int) {}
    __device__ ~E() {}
    __device__ operator int() { return 1; }
};
__device__ D operator+(D a, D) { return a; }
template <typename T> int by_method(T t) { return t.thing() + T::fixed(2) + t(); }
template <typename T> T by_operator(T t) { return t + -t; }
template <typename T> int by_captures(T t) { return [&] { return t.thing(); }(); }
template <typename T> void makes(T *p) { T a, b(1), *c = new T(2); delete c; }
template <typename T> int converts(T &t) { return t; }
template <typename T> int of_no_parameter(T, D a, E &b) { a = a + -a; return b; }
template <typename T> struct holder {
    T m;
    int get() { return m.thing(); }
    int own() { return get(); }
    __device__ int seen() { return 1; }
    int unseen() { return seen(); }
};
int main(int argc, char **) {
    D d{3};
    if (argc > 1000) {
        by_method(d), by_operator(d), by_captures(d);
        E *e = nullptr;
        makes(e), converts(*e), of_no_parameter(1, d, *e);
        holder<D> h{d};
        h.own(), h.unseen();
    }
}
