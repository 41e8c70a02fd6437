// SPDX-License-Identifier: MIT
static const int all_of_them = 4;
[[gnu::used]] static int used() { return 1; }
__attribute__((noinline, unused)) static int let_off() { return 1; }
__global__ void k(int *o, int n) {
    const int some = 2;
    __attribute__((aligned(8), unused)) int a;
#pragma unroll some
    for (int i = 0; i < n; i++) o[i] = 1;
#pragma unroll(all_of_them)
    for (int i = 0; i < n; i++) o[i] = 2;
}
int main() {}
