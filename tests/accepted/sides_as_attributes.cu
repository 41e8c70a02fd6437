// SPDX-License-Identifier: MIT
// What __device__ and its kin are macros for, written out.
__attribute__((device)) __attribute__((unused)) static int f(int x) { return x; }
__attribute__((host)) __attribute__((device)) int h(int x) { return x * 2; }
static __attribute__((constant)) int c[4] = {1, 2, 3, 4};
__attribute__((global)) void k(int *o) {
    __attribute__((shared)) int s[4];
    s[0] = c[2];
    o[0] = f(1) + h(3) + s[0];
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || !(*o == 10 && h(2) == 4);
}
