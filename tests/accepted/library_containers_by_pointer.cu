// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <vector>
struct S {
    std::map<int, int> m;
    std::vector<int> v;
    int n;
};
__global__ void k(S *s, int *a) {
    std::map<int, int> *const m = &s->m;
    a[0] = m ? (int)sizeof(std::map<int, int>) : s->n;
}
template <class T> __global__ void in_vain(T *a) {
    std::map<T, int> m;
    a[0] = std::max(3, 5);
}
int main() {
    S s, t = s;
    s.m[3] = 4;
    s.v.push_back(5);
    t = s;
    return !(t.m[3] == 4 && t.v[0] == 5);
}
