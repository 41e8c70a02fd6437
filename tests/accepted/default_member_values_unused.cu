// SPDX-License-Identifier: MIT
int base() { return 3; }
int variable = 4;
struct S {
    int n = base();
    int m = variable;
    __device__ S(int x) : n(x), m(x) {}
    __device__ S() : S(5) {}
    S(const char *) {}
};
struct in_vain {
    int n = base();
    __device__ in_vain() {}
};
__global__ void k(int *o) {
    S s(2), t;
    o[0] = s.n + s.m + t.n;
}
int main() {
    int *o, n;
    cudaMalloc(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaMemcpy(&n, o, sizeof n, cudaMemcpyDeviceToHost);
    return !(n == 9 && S("").n == 3 && S("").m == 4);
}
