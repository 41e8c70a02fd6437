// SPDX-License-Identifier: MIT
#include <string>
#include <vector>
struct timer { timer() : t(0) {} ~timer() { t = 1; } double t; operator double() const { return t; } };
struct journal { std::vector<std::string> lines; void add(const std::string &s) { lines.push_back(s); } };
journal &operator<<(journal &l, const char *s) { l.add(s); return l; }
template <class T> __global__ void k(T *o) { *o = 1; }
int main() {
    timer t;
    journal l;
    l << "a" << "b";
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 1 && l.lines.size() == 2 && t == 0.0);
}
