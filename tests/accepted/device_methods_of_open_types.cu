// SPDX-License-Identifier: MIT
template <class T> struct vec {
    T x;
    __device__ T squared() const { return x * x; }
};
struct plain {
    template <class T> __device__ T same(T x) const { return x; }
};
template <class T> T length(const vec<T> &v) { return v.squared(); }
template <class T> T through(T v, plain p) { return p.same(v); }
int main(int argc, char **argv) {
    if (argc > 1)
        return length(vec<int>{2}) + through(1, plain());
}
