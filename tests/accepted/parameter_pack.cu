// SPDX-License-Identifier: MIT
template <class... T> __global__ void sum(int *out, T... v) { *out = (v + ... + 0); }
template <int... n> __global__ void sum_of(int *out) { *out = (n + ... + 0); }
int main() {
    int *p;
    cudaMallocManaged(&p, 12);
    sum<<<1, 1>>>(p, 1, 2, 3);
    sum<<<1, 1>>>(p + 1);
    sum_of<4, 5><<<1, 1>>>(p + 2);
    return cudaDeviceSynchronize() || !(p[0] == 6 && p[1] == 0 && p[2] == 9);
}
