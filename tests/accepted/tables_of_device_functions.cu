// SPDX-License-Identifier: MIT
__device__ int one(int x) { return x + 1; }
__host__ __device__ int two(int x) { return x + 2; }
int host(int x) { return x + 3; }
struct op { const char *name; int (*f)(int); };
struct pair { int n; int (*f)(int); };
__device__ int (*table[])(int) = {one, two};
__constant__ op ops[] = {{"one", one}, {"two", two}};
constexpr int (*on_device)(int) = one;
constexpr int (*nothing)(int) = nullptr;
constexpr int (*on_host[])(int) = {host};
constexpr pair held = {5, host}, several[] = {{6, host}};
__global__ void k(int *a) {
    *a = table[0](1) + table[1](1) + ops[1].f(1) + on_device(1) + (nothing == nullptr) + held.n +
         several[0].n;
}
int main() {
    int *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    return cudaDeviceSynchronize() || !(*a == 2 + 3 + 3 + 2 + 1 + 5 + 6 && on_host[0](1) == 4 && held.f(1) == 4);
}
