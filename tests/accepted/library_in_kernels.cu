// SPDX-License-Identifier: MIT
// What a kernel's file may have of the library's: its types and objects on the host, and what device code may use.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <string>
#include <vector>
#include <cassert>
#include <cstring>
#include <new>
#include <initializer_list>
#include <type_traits>
#include <algorithm>
#include <map>
#include <fstream>
#include <sstream>
#include "numbers.h"

namespace std_names_of_both_sides {
template <class T> __global__ void k(int *o, T t) { o[0] = std::size_t(t) + sizeof(std::uint32_t) + std::abs(-3); }
}

namespace host_class_beside_kernels {
struct timer { timer() : t(0) {} ~timer() { t = 1; } double t; operator double() const { return t; } };
struct journal { std::vector<std::string> lines; void add(const std::string &s) { lines.push_back(s); } };
journal &operator<<(journal &l, const char *s) { l.add(s); return l; }
template <class T> __global__ void k(T *o) { *o = 1; }
void test() {
    timer t;
    journal l;
    l << "a" << "b";
    int *p = numbers();
    k<<<1, 1>>>(p);
    IS(*p == 1 && l.lines.size() == 2 && t == 0.0);
}
}

namespace library_results_unevaluated {
std::vector<double> numbers;
std::string name();
__global__ void k(int *o) {
    decltype(numbers[0] + 1) d = 2.5;
    o[0] = sizeof(numbers[0]) + sizeof(numbers.at(1)) * 10 + (sizeof(name().c_str()[0]) + noexcept(numbers[0])) * 100;
    o[1] = d * 2;
}
}

namespace standard_types_and_traits {
template <class T> __global__ void k(T *o, std::size_t n) {
    static_assert(std::is_same<T, std::uint32_t>::value, "");
    T sum = 0;
    for (int i : {1, 2, 3}) sum += i;
    T moved = std::move(sum);
    o[0] = std::forward<T>(moved) + n;
}
}

namespace library_containers_by_pointer {
struct S { std::map<int, int> m; std::vector<int> v; int n; };
__global__ void k(S *s, int *a) {
    std::map<int, int> *const m = &s->m;
    a[0] = m ? (int)sizeof(std::map<int, int>) : s->n;
}
template <class T> __global__ void in_vain(T *a) {
    std::map<T, int> m;
    a[0] = std::max(3, 5);
}
void test() {
    S s, t = s;
    s.m[3] = 4;
    s.v.push_back(5);
    t = s;
    IS(t.m[3] == 4 && t.v[0] == 5);
}
}

namespace host_constant_pointers {
__device__ int four[4] = {1, 2, 3, 4};
constexpr const char *word = "abc";
constexpr auto other = "xyz";
inline constexpr const char *format = "%s%s%s";
namespace N {
constexpr const char *end = "\n";
}
constexpr int *second = &four[1];
constexpr const int *none = nullptr;
int *const zero = 0;
struct named { const char *s; };
__device__ int length(const char *s) {
    int n = 0;
    while (s[n]) n++;
    return n;
}
__device__ const char *chosen(int i) { return i ? word : other; }
template <class T> __device__ bool is_null(T p) { return p == nullptr; }
__global__ void k(int *o) {
    const char *at = nullptr;
    named name = {other};
    if (o[0] == 17) printf(format, word, other, N::end);
    for (const char *c = word; *c; c++) o[0] += *c - 'a';
    at = word;
    name.s = word;
    auto first = [=] { return word[0]; };
    o[0] += length(word) + (none == nullptr) + is_null(none) + (zero ? 0 : 1) + *second + second[1];
    o[0] += (*chosen(o[1]) == 'x') + (*at == 'a') + (name.s[1] == 'b') + (first() == 'a');
    o[0] += (none ? *none : 5) + (*(word + 2) == 'c') + word[o[1] + 1] - 'b';
}
}

int main() {
    int *const o = numbers();
    std_names_of_both_sides::k<<<1, 1>>>(o, std::make_pair(1, 2).second); IS(*o == 9);
    host_class_beside_kernels::test();
    library_results_unevaluated::k<<<1, 1>>>(o); IS(o[0] == 288 && o[1] == 5);
    standard_types_and_traits::k<<<1, 1>>>((uint32_t *)o, std::vector<int>(4).size()); IS(*o == 10);
    library_containers_by_pointer::test();
    o[0] = o[1] = 0; host_constant_pointers::k<<<1, 1>>>(o); IS(*o == 3 + 3 + 3 + 2 + 3 + 4 + 5 + 1);
    return wrong;
}
