// SPDX-License-Identifier: MIT
template <class T> __global__ void set(T *a, T v) { *a = v; }
template <class T> void go(T *a, T v) { set<T><<<1, 1>>>(a, v); set<<<1, 1>>>(a + 1, v); }
struct app { int *p; void run() { set<<<1, 1>>>(p, 3); } };
int main() {
    int *p;
    cudaMallocManaged(&p, 20);
    go(p, 1);
    auto f = [&](int v) { set<<<1, 1>>>(p + 2, v); };
    f(2);
    app{p + 3}.run();
    static const bool done = (set<<<1, 1>>>(p + 4, 4), true);
    return cudaDeviceSynchronize() || !(done && p[0] == 1 && p[1] == 1 && p[2] == 2 && p[3] == 3 && p[4] == 4);
}
