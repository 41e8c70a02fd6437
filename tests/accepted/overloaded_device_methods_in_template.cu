// SPDX-License-Identifier: MIT
struct D {
    __device__ int a(int x) { return x; }
    __device__ int a(float x) { return (int)x; }
    __device__ int operator()(int x) { return x; }
    __device__ int operator()(float x) { return (int)x; }
};
template <typename T> int host(T t, D d) { return d.a(t) + d(t); }
int main(int argc, char **) {
    D d;
    if (argc > 1000)
        return host(1, d);
}
