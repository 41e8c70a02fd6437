// SPDX-License-Identifier: MIT
template <class T, int n> __global__ void k(T *a) { *a = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    void (*f)(int *) = k<int, 5>;
    f<<<1, 1>>>(p);
    auto g = &k<int, 6>;
    g<<<1, 1>>>(p + 1);
    return cudaDeviceSynchronize() || !(p[0] == 5 && p[1] == 6);
}
