// SPDX-License-Identifier: MIT
#include <cstdio>
__device__ int numbers[4] = {1, 2, 3, 4};
constexpr const char *word = "abc";
constexpr auto other = "xyz";
inline constexpr const char *format = "%s%s%s";
namespace N {
constexpr const char *end = "\n";
}
constexpr int *second = &numbers[1];
constexpr const int *none = nullptr;
int *const zero = 0;
struct named {
    const char *s;
};
__device__ int length(const char *s) {
    int n = 0;
    while (s[n])
        n++;
    return n;
}
__device__ const char *chosen(int i) { return i ? word : other; }
template <class T> __device__ bool is_null(T p) { return p == nullptr; }
__global__ void k(int *o) {
    const char *at = nullptr;
    named name = {other};
    if (o[0] == 17)
        printf(format, word, other, N::end);
    for (const char *c = word; *c; c++)
        o[0] += *c - 'a';
    at = word;
    name.s = word;
    auto first = [=] { return word[0]; };
    o[0] += length(word) + (none == nullptr) + is_null(none) + (zero ? 0 : 1) + *second + second[1];
    o[0] += (*chosen(o[1]) == 'x') + (*at == 'a') + (name.s[1] == 'b') + (first() == 'a');
    o[0] += (none ? *none : 5) + (*(word + 2) == 'c') + word[o[1] + 1] - 'b';
}
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    o[0] = o[1] = 0;
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || *o != 3 + 3 + 3 + 2 + 3 + 4 + 5 + 1;
}
