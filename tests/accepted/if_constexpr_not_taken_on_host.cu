// SPDX-License-Identifier: MIT
int h(int x) { return x; }
template <bool B> __global__ void k(int *o) {
    if constexpr (B)
        o[0] = h(1);
    else
        o[0] = 2;
}
template <int N> __global__ void sized(int *o) {
    const int n = 3;
    constexpr int m = n + N;
    int a[n], b[m + 1], c[N];
    a[2] = b[m] = c[N - 1] = 5;
    o[1] = a[2] + b[m] + c[N - 1];
}
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<false><<<1, 1>>>(o);
    sized<2><<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(o[0] == 2 && o[1] == 15);
}
