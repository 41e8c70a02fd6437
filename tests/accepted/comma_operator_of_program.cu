// SPDX-License-Identifier: MIT
struct number { int x; };
__host__ __device__ number operator,(number a, int) { return a; }
__host__ __device__ int operator,(int n, number) { return n; }
__global__ void k(number a, int n) {
    number b;
    b.x = 1;
    a, 1;
    n, a;
    b, n;
}
int main() {}
