// SPDX-License-Identifier: MIT
__global__ void k(int *o) {
    int n = 3;
    auto add = [&](int x) { return x + n; };
    auto twice = [=](auto x) { return 2 * x; };
    o[0] = add(4);
    o[1] = twice(n);
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == 7 && p[1] == 6);
}
