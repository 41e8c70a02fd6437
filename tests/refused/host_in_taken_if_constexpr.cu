// SPDX-License-Identifier: MIT
int h(int x) { return x; }
template <bool B> __global__ void k(int *o) {
    if constexpr (B)
        o[0] = h(1); // refused
    else
        o[0] = 2;
}
int main() { k<true><<<1, 1>>>(nullptr); }
