// SPDX-License-Identifier: MIT
constexpr int table[3] = {1, 2, 3};
template <int n> __device__ int number() { return n; }
template <int n> struct box { static constexpr int value = n; int x; };
__global__ void k(int *o, int i) {
    enum { A = table[1] };
    using second = box<table[1]>;
    box<table[2]> b = {5};
    int a[table[1]] = {6, 7};
    int(*p)[table[1]] = &a;
    alignas(table[1] * 4) int z = 3;
    constexpr int c = table[2];
    static_assert(table[1] == 2, "");
    switch (i) {
    case table[1]: o[1] = 10; break;
    default: o[1] = 11;
    }
    o[0] = number<table[1]>() + box<table[1]>::value + second::value + A + b.x + (*p)[1] + z + c;
    o[2] = sizeof(box<table[1]>) + sizeof(int[table[1]]) + (box<table[1]>{4}).x + noexcept(table[i]);
    if constexpr (table[1] == 2)
        o[3] = sizeof(table[i]);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 16);
    k<<<1, 1>>>(o, 2);
    return cudaDeviceSynchronize() || !(o[0] == 26 && o[1] == 10 && o[2] == 17 && o[3] == 4);
}
